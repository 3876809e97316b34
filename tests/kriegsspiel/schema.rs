//! The JSON Schema of its sheets; what makes schemas is shared, and `tests/nations/schema.rs` holds it.

use crate::validate;

#[test]
fn every_sheet_of_the_manual_follows_the_schema() {
    validate::every_sheet_follows(kriegsspiel::REFEREE);
}
