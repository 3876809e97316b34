//! The JSON Schema of its sheets; what makes schemas is shared, and `tests/nations/schema.rs` holds it.

use crate::general::General;
use crate::seam::ByMail;
use crate::validate;
use napoleon::orders::manual;
use serde_json::Value as Json;

#[test]
fn every_sheet_of_the_manual_follows_the_schema() {
    validate::every_sheet_follows(napoleon::REFEREE);
}

/// What the automatic player mails at every stop follows it, and so does every form.
#[test]
fn what_is_written_by_the_program_follows_the_schema() {
    let schema = manual::schema();
    let mut by_mail = ByMail::begun("italy-1796", &[], 2);
    while !by_mail.over {
        let sheet = by_mail.sheet(General { tries: 0 });
        let form = by_mail.game.form(by_mail.known(), "c", None).unwrap();
        for text in [&sheet, &form] {
            let document: Json = serde_yaml::from_str(text).unwrap();
            let faults = validate::faults(&schema, &document);
            assert!(faults.is_empty(), "{text}\n{}", faults.join("\n"));
        }
        by_mail.play(&sheet);
    }
}

/// The example sheets of both campaigns are without a fault at the first stop.
#[test]
fn the_example_sheets_are_sound() {
    for scenario in ["italy-1796", "italy-1800"] {
        let path = crate::root::root().join(format!("orders/napoleon/{scenario}/france.yaml"));
        let sheet = std::fs::read_to_string(path).unwrap();
        let mut by_mail = ByMail::begun(scenario, &[], 1);
        let (_, told) = by_mail.faults(&sheet);
        assert_eq!(told, "", "{scenario}");
        by_mail.play(&sheet);
    }
}
