//! What holds the kriegsspiel together.

mod budgets;
mod cases;
#[path = "../common/effort.rs"]
mod effort;
mod estimates;
mod europe;
#[path = "../common/first_mails.rs"]
mod first_mails;
mod first_sheets;
#[path = "../common/first_sheets.rs"]
mod first_sheets_of_all;
mod money;
mod neutrals;
#[path = "../common/odd_cases.rs"]
mod odd_cases;
#[path = "../common/offers.rs"]
mod offers;
mod politics;
mod promise;
mod replay;
#[path = "../common/root.rs"]
mod root;
#[path = "../common/rulebook.rs"]
mod rulebook;
mod schema;
mod sea;
mod sheets;
mod table;
#[path = "../common/told.rs"]
mod told;
mod twins;
mod unit;
#[path = "../common/validate.rs"]
mod validate;
mod war;
