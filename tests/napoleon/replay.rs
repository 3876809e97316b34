//! The same inputs give the same month, byte for byte, in debug and in release.

use crate::root::root;
use crate::seam::ByMail;
use expect_test::expect;
use kit::proof;
use napoleon::REFEREE;

/// A month of the example sheet, from moves to the enemy's resupply, with several seeds. If a digest
/// changes, a season that was published before is played otherwise now: raise the edition.
#[test]
fn a_month_is_a_function_of_its_inputs() {
    let sheet = root().join("orders/napoleon/italy-1796/france.yaml");
    let sheet = std::fs::read_to_string(sheet).unwrap();
    let play = |seed: u8| {
        let mut campaign = ByMail::begun("italy-1796", &[], seed);
        let (played, entries) = campaign.play(&sheet);
        assert!(entries.len() > 20, "{} dice and draws", entries.len());
        let record = [
            played.events.join("\n"),
            serde_json::to_string(&entries).unwrap(),
            played.after.state.clone(),
            played.after.known["france"].clone(),
        ];
        record.concat()
    };
    assert_eq!(play(1), play(1));
    let months: String = (1..=6).map(play).collect();
    let digest = proof::hex(&proof::sha256(months.as_bytes()));
    expect!["napoleon-9: 2ea03c187e5b78e9949bc2972e695446f4555893014bb7c7b91c39042085bdd7"]
        .assert_eq(&format!("{}: {digest}", REFEREE.edition()));
}
