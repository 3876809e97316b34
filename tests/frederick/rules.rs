//! Tests of Frederick's War.

mod balance;
mod cases;
mod courtiers;
#[path = "../common/effort.rs"]
mod effort;
#[path = "../common/first_mails.rs"]
mod first_mails;
mod forms;
#[path = "../common/luck.rs"]
mod luck;
#[path = "../common/odd_cases.rs"]
mod odd_cases;
#[path = "../common/offers.rs"]
mod offers;
mod one_rule;
mod promise;
#[path = "../common/root.rs"]
mod root;
#[path = "../common/rulebook.rs"]
mod rulebook;
mod seam;
mod set_up;
mod sheets;
mod sheets_court;
mod sheets_options;
mod sheets_sea;
mod told;
mod twins;
mod unit;
#[path = "../common/validate.rs"]
mod validate;
