//! What a player is told of the optional rules: form, primer, receipt, remarks (FRW §32 to §35).

use crate::seam::{ByMail, EXTRAS};
use frederick::book::troops::{Grade, Kind};
use frederick::record::state::{Captive, Siege};
use frederick::record::unit::{Height, Sort};
use frederick::sight::{Known, Stack};
use std::collections::{BTreeMap, BTreeSet};

/// A campaign with all optional rules, in its first season of operations.
fn campaign() -> ByMail {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &EXTRAS, 3);
    by_mail.play(&BTreeMap::new());
    by_mail
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn the_form_has_what_the_campaign_plays() {
    let plain = {
        let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
        by_mail.play(&BTreeMap::new());
        by_mail.game.form(&by_mail.at.known["prussia"], "c", None).unwrap()
    };
    let by_mail = campaign();
    let form = by_mail.game.form(&by_mail.at.known["prussia"], "c", None).unwrap();
    for word in ["besiege", "overrun: no"] {
        assert!(form.contains(word), "{word}\n{form}");
        assert!(!plain.contains(word), "{word}\n{plain}");
    }
    assert!(widest(&form) <= 64, "{form}");
    let known = &by_mail.at.known["prussia"];
    let primer = sheet::guide::lines(&by_mail.game.primer(known).unwrap()).join("\n");
    for word in ["Special units:", "Overrun:", "Formal sieges:", "Prisoners:"] {
        assert!(primer.contains(word), "{word}\n{primer}");
    }
}

/// What somebody knows is changed, and a sheet of operations held against it: the codes, the remarks as
/// the receipt shows them, and what is understood.
fn told(change: fn(&mut Known, &ByMail), orders: &str) -> (Vec<&'static str>, String, String) {
    let by_mail = campaign();
    let mut known = by_mail.known("prussia");
    change(&mut known, &by_mail);
    let known = serde_json::to_string(&known).unwrap();
    let season = &by_mail.at.season.name;
    let sheet = format!("season: {season}\npower: prussia\noperations:\n{orders}\n");
    let checked = by_mail.game.check(&known, &sheet).unwrap();
    let codes = checked.faults.iter().map(|fault| fault.code).collect();
    (codes, checked.faults.render(&sheet), format!("{:?}", checked.understood))
}

/// Others at Crossen, of whom the seat has seen all.
fn weak(known: &mut Known, by_mail: &ByMail) {
    let garrison =
        Sort { power: "austria".into(), kind: Kind::Garrison, grade: Grade::Reduced, leader: None };
    let stack = Stack {
        fleet: false,
        seat: Some("austria".into()),
        powers: BTreeSet::from(["austria".into()]),
        leader: None,
        height: Height::Low,
        units: Some(vec![garrison]),
        met: None,
        since: None,
    };
    known.stacks.insert(by_mail.book.atlas.find("Crossen").unwrap(), vec![stack]);
}

fn shut_in(known: &mut Known, by_mail: &ByMail) {
    let siege = Siege { by: "austria".into(), of: "prussia".into() };
    known.open.sieges.insert(by_mail.book.atlas.find("Berlin").unwrap(), siege);
}

fn of_others(known: &mut Known, by_mail: &ByMail) {
    let siege = Siege { by: "france".into(), of: "austria".into() };
    known.open.sieges.insert(by_mail.book.atlas.find("Glogau").unwrap(), siege);
}

fn nothing(_: &mut Known, _: &ByMail) {}

/// The form of a court has a deal for a prisoner, which is legal as it stands.
#[test]
fn the_form_of_the_court_has_a_deal_for_prisoners() {
    let by_mail = ByMail::undrawn("first-silesian-war", &EXTRAS, 3);
    let mut known = by_mail.known("prussia");
    let browne = Sort {
        power: "austria".into(),
        kind: Kind::Leader,
        grade: Grade::Plain,
        leader: Some("Browne".into()),
    };
    known.open.prisoners.push(Captive { by: "prussia".into(), sort: browne });
    let known = serde_json::to_string(&known).unwrap();
    let form = by_mail.game.form(&known, "c", None).unwrap();
    let line = form.lines().find(|line| line.contains("cartel")).unwrap();
    assert!(line.contains("with: austria") && widest(&form) <= 64, "{form}");
    let season = &by_mail.at.season.name;
    let sheet = format!("season: {season}\npower: prussia\ndeals:\n{}\n", &line[2..]);
    let checked = by_mail.game.check(&known, &sheet).unwrap();
    assert!(!checked.faults.has_faults(), "{}", checked.faults.render(&sheet));
}

#[test]
fn the_receipt_counts_the_point_of_an_overrun() {
    let orders = "  - {force: Frederick II, steps: [{attack: Crossen}]}";
    let (codes, _, understood) = told(weak, orders);
    assert!(codes.is_empty(), "{codes:?}");
    assert!(understood.contains("= 2 and a half points, with an overrun"), "{understood}");
    let orders = "  - {force: Frederick II, steps: [{attack: Crossen}], overrun: no}";
    let (_, _, understood) = told(weak, orders);
    assert!(understood.contains("= 1 and a half points\""), "{understood}");
}

#[test]
fn what_is_missing_for_a_siege_is_told() {
    let orders = "  - {force: Berlin, steps: [{march: Crossen}, {besiege: {}}]}";
    let (codes, told_of, understood) = told(nothing, orders);
    assert_eq!(codes, ["no-fortress"], "{told_of}");
    assert!(told_of.contains("line 4, column"), "{told_of}");
    assert!(understood.contains("instead of attacking it"), "{understood}");
    let orders = "  - {force: Küstrin, steps: [{attack: Glogau}, {besiege: {}}]}";
    let (codes, told_of, _) = told(nothing, orders);
    assert_eq!(codes, ["no-siege-train"], "{told_of}");
    assert!(told_of.contains("take one along"), "{told_of}");
}

#[test]
fn the_besieged_are_told_that_they_cannot_leave() {
    let orders = "  - {force: Frederick II, steps: [{march: Crossen}]}";
    let (codes, told_of, _) = told(shut_in, orders);
    assert_eq!(codes, ["besieged"], "{told_of}");
    assert!(told_of.contains("Berlin is besieged") && told_of.contains("sortie"), "{told_of}");
}

#[test]
fn a_siege_of_others_is_closed() {
    let orders = "  - {force: Küstrin, steps: [{attack: Glogau}]}";
    let (codes, told_of, _) = told(of_others, orders);
    assert_eq!(codes, ["besieged-square"], "{told_of}");
    assert!(told_of.contains("Glogau is besieged by others"), "{told_of}");
}
