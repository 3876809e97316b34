//! Tests of single functions, named after the file that has them.

mod case_setup;
mod orders_units;
mod record_season;
mod sight_chance;
mod view_chart;
mod view_court;
mod view_headline;
