//! Tests of single functions, named after the file that has them.

mod book_plans;
mod book_tables;
mod case_setup;
mod orders_whom;
mod sequence_name;
mod theatre_holding;
mod view_headline;
