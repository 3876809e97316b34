//! What holds Nations in Arms together, but for its long wars (`war.rs`) and twins (`twins.rs`).

mod cases;
mod chart;
mod examples;
mod fog;
mod map;
#[path = "../shared/odd_cases.rs"]
mod odd_cases;
mod player;
mod replay;
#[path = "../shared/root.rs"]
mod root;
#[path = "../shared/rulebook.rs"]
mod rulebook;
mod rulings;
mod schema;
mod sea;
mod sheets;
#[path = "../shared/validate.rs"]
mod validate;
