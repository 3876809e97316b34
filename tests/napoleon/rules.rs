//! Tests of Field Commander: Napoleon, as rules of a board and of a map.

mod battlefields;
mod book;
mod campaigns;
mod cases;
mod commanders;
mod conserved;
mod doctrine;
mod doubts;
#[path = "../common/effort.rs"]
mod effort;
mod encamped;
#[path = "../common/first_mails.rs"]
mod first_mails;
mod foreseen;
mod forms;
#[path = "../common/general.rs"]
mod general;
mod linked;
mod odd_sheets;
mod promise;
mod race;
mod replay;
mod reports;
#[path = "../common/root.rs"]
mod root;
#[path = "../common/rulebook.rs"]
mod rulebook;
mod schema;
mod seam;
mod sequence;
mod sheets;
mod staff;
mod story;
mod unit;
#[path = "../common/validate.rs"]
mod validate;
