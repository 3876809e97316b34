//! What holds the kriegsspiel together, but for its long wars (`war.rs`) and twins (`twins.rs`).

mod cases;
#[path = "../shared/odd_cases.rs"]
mod odd_cases;
mod replay;
#[path = "../shared/root.rs"]
mod root;
#[path = "../shared/rulebook.rs"]
mod rulebook;
mod schema;
#[path = "../shared/validate.rs"]
mod validate;
