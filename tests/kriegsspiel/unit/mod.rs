//! Tests of single functions, named after the file that has them.

mod book_relations;
mod case_probes;
mod case_setup;
mod march_losses;
mod orders_blank_form;
mod orders_within_reach;
mod record_apply;
mod sight;
mod view_forces;
mod view_story;
