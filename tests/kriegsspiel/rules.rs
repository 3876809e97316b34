//! What holds the kriegsspiel together, but for its long wars (`war.rs`) and twins (`twins.rs`).

mod cases;
mod first_sheets;
#[path = "../common/first_sheets.rs"]
mod first_sheets_of_all;
#[path = "../common/odd_cases.rs"]
mod odd_cases;
mod replay;
#[path = "../common/root.rs"]
mod root;
#[path = "../common/rulebook.rs"]
mod rulebook;
mod schema;
mod sheets;
#[path = "../common/told.rs"]
mod told;
#[path = "../common/validate.rs"]
mod validate;
