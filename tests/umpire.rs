//! All tests of the program but `tidy`, in one binary: they are linked once, and share the cores.

mod archive;
mod campaign;
mod corpora;
mod desk;
mod disputes;
#[path = "common/effort.rs"]
mod effort;
mod folders;
mod intake;
mod long;
mod long_campaign;
mod picture;
mod post;
mod reports;
mod scenarios;
mod schemas;
mod serve;
mod site;
mod solitary;
mod topics;
mod trust;

use long::player::luck;
