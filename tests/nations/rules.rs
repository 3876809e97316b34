//! What holds Nations in Arms together.

mod cabinet;
mod calendar;
mod card_changes;
mod cases;
mod chart;
mod conquest;
#[path = "../common/effort.rs"]
mod effort;
mod examples;
#[path = "../common/first_mails.rs"]
mod first_mails;
mod first_sheets;
#[path = "../common/first_sheets.rs"]
mod first_sheets_of_all;
mod fog;
mod map;
mod money;
#[path = "../common/odd_cases.rs"]
mod odd_cases;
#[path = "../common/offers.rs"]
mod offers;
mod peace;
mod player;
mod promise;
mod replay;
#[path = "../common/root.rs"]
mod root;
#[path = "../common/rulebook.rs"]
mod rulebook;
mod rulings;
mod schema;
mod sea;
mod secrets;
mod sheets;
mod tactics;
#[path = "../common/told.rs"]
mod told;
mod track;
mod twins;
mod unit;
#[path = "../common/validate.rs"]
mod validate;
mod war;
