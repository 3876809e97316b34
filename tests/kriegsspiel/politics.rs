//! A game with deals and councils: its seasons, who is with whom, what everybody is told, and what only two are told.

use crate::neutrals;
use crate::table::{Table, events, state};
use kit::ledger::Ledger;
use kit::relations::Relation;
use kriegsspiel::position::Position as _;
use kriegsspiel::record::event::{CouncilEvent, Event, MoneyEvent};
use kriegsspiel::sight::known::Known;
use play::{Played, Position};
use std::collections::BTreeMap;

/// The Danube among powers that are neutral, allied and at war, with money, deals and councils.
pub fn page() -> String {
    let page = neutrals::scenario();
    let points = page.lines().find(|line| line.starts_with("points: ")).unwrap().to_owned();
    let money =
        "money: {france: 400, austria: 300, prussia: 200, russia: 0, bavaria: 0}\npolitics: true";
    page.replacen(&points, money, 1)
}

fn sheets(all: &[(&str, &str)]) -> BTreeMap<String, String> {
    all.iter().map(|(power, sheet)| ((*power).to_owned(), (*sheet).to_owned())).collect()
}

/// Plays a season with sheets in which nothing is at fault.
fn play(table: &Table, at: &Position, all: &[(&str, &str)]) -> Played {
    for (power, sheet) in all {
        let checked = table.game.check(&at.known[*power], sheet).unwrap();
        assert!(!checked.faults.has_faults(), "{power}: {}", checked.faults.render(sheet));
    }
    let mut ledger = Ledger::seeded(&at.season.to_string(), [1; 32]);
    table.game.resolve(at, &sheets(all), &mut ledger).unwrap()
}

/// The first council of a game.
pub fn council(table: &Table) -> Position {
    play(table, &table.opening(), &[]).after
}

/// The same, with a peace that Austria must keep with France, and one that France must keep with Russia.
pub fn with_open_terms(at: &Position) -> Position {
    let mut at = at.clone();
    let until = "autumn 1806".parse().unwrap();
    let peaces = [("france", "austria"), ("russia", "france")].map(|(victor, loser)| {
        let (victor, loser) = (victor.to_owned(), loser.to_owned());
        CouncilEvent::PeaceForced { victor, loser, until }
    });
    let mut truth = state(&at);
    peaces.iter().for_each(|peace| truth.apply(&Event::Council(peace.clone())));
    at.state = serde_json::to_string(&truth).unwrap();
    for (eye, known) in &mut at.known {
        let mut now: Known = serde_json::from_str(known).unwrap();
        peaces.iter().for_each(|peace| now.politics.apply(&mut now.relations, peace));
        now.look(kriegsspiel::sight::look(&neutrals::table_of(page(), &[]).book, &truth, eye));
        *known = serde_json::to_string(&now).unwrap();
    }
    at
}

/// What a beaten power would rather give up is nobody else's affair while it has nothing to choose, and what a victor
/// wanted is not while another has it.
#[test]
fn a_choice_that_decides_nothing_is_its_authors_secret() {
    let table = neutrals::table_of(page(), &[]);
    let at = with_open_terms(&council(&table));
    let pairs = [
        (
            "austria",
            "terms: [{cede: {to: france, provinces: [Croatia]}}]\n",
            "terms: [{cede: {to: france, provinces: [Venetia]}}]\n",
        ),
        (
            "france",
            "terms: [{take: {from: austria, terms: reparations}}]\n",
            "terms: [{take: {from: austria, terms: reparations}}, {cede: {to: russia, provinces: [Latium]}}]\n",
        ),
    ];
    for (whose, one, other) in pairs {
        let [one, other] = [one, other].map(|sheet| play(&table, &at, &[(whose, sheet)]));
        assert_eq!(state(&one.after), state(&other.after), "{whose}");
        for power in at.known.keys().filter(|power| *power != whose) {
            assert_eq!(known(&one.after, power), known(&other.after, power), "{power}, {whose}");
        }
    }
    // A province that is given up is known to all.
    let takes = ("france", "terms: [{take: {from: austria, terms: one province}}]\n");
    let cedes = |name: &str| format!("terms: [{{cede: {{to: france, provinces: [{name}]}}}}]\n");
    let with = |name: &str| play(&table, &at, &[takes, ("austria", &cedes(name))]);
    let (one, other) = (with("Croatia"), with("Venetia"));
    assert_ne!(known(&one.after, "russia"), known(&other.after, "russia"));
}

fn known(at: &Position, power: &str) -> Known {
    serde_json::from_str(&at.known[power]).unwrap()
}

pub const TREATY: [(&str, &str); 2] = [
    ("austria", "deals: [{name: Treaty, with: prussia, both: alliance, give: {money: 100}}]\n"),
    ("prussia", "deals: [{name: Treaty, with: austria, both: alliance, get: {money: 100}}]\n"),
];

#[test]
fn a_council_comes_before_each_winter_and_holds_what_is_agreed() {
    let table = neutrals::table_of(page(), &[]);
    let mut at = table.opening();
    let mut seasons = vec![];
    for turn in 0..8 {
        seasons.push(at.season.to_string());
        let council = [
            ("prussia", "politics: [{declare war: france}]\n"),
            ("russia", "politics: [{break alliance: austria}]\n"),
        ];
        let all: &[(&str, &str)] = match turn {
            0 => &TREATY,
            1 => &council,
            _ => &[],
        };
        let played = play(&table, &at, all);
        at = played.after;
        let now = state(&at);
        let related = [("austria", "prussia"), ("prussia", "france"), ("russia", "austria")]
            .map(|(one, other)| now.relation(one, other));
        let expected = match turn {
            0 => [Relation::Allied, Relation::Neutral, Relation::Allied],
            _ => [Relation::Allied, Relation::War, Relation::Neutral],
        };
        assert_eq!(related, expected, "after {}", seasons[turn]);
        // Everybody knows it.
        for power in at.known.keys() {
            let known = known(&at, power);
            assert_eq!((&known.relations, &known.politics), (&now.relations, &now.politics));
        }
        if played.over {
            break;
        }
    }
    assert_eq!(
        seasons[..5],
        ["autumn 1805", "council 1805", "winter 1805", "spring 1806", "summer 1806"]
    );
}

#[test]
fn a_passage_ends_when_it_says() {
    let table = neutrals::table_of(page(), &[]);
    let mut at = table.opening();
    let transit = [
        (
            "france",
            "deals: [{name: Transit, with: prussia, get: {passage: yes}, until: spring 1806}]\n",
        ),
        (
            "prussia",
            "deals: [{name: transit, with: france, give: {passage: yes}, until: spring 1806}]\n",
        ),
    ];
    let mut open = vec![];
    for turn in 0..4 {
        let all: &[(&str, &str)] = if turn == 0 { &transit } else { &[] };
        at = play(&table, &at, all).after;
        let may = state(&at).relation("france", "prussia") == Relation::Passage;
        open.push((at.season.to_string(), may));
    }
    let names = ["council 1805", "winter 1805", "spring 1806", "summer 1806"];
    let expected: Vec<_> =
        names.into_iter().map(str::to_owned).zip([true, true, true, false]).collect();
    assert_eq!(open, expected);
}

/// What two powers give each other is known to them alone; that they are allies is known to all.
#[test]
fn the_money_of_a_deal_is_known_to_two() {
    let table = neutrals::table_of(page(), &[]);
    let at = table.opening();
    let other = TREATY.map(|(power, sheet)| (power, sheet.replace("100", "200")));
    let other = [(other[0].0, other[0].1.as_str()), (other[1].0, other[1].1.as_str())];
    let (one, other) = (play(&table, &at, &TREATY), play(&table, &at, &other));
    let given = |played: &Played| {
        let of = |event: Event| match event {
            Event::Money(MoneyEvent::Given { money, .. }) => Some(money),
            _ => None,
        };
        events(played).into_iter().filter_map(of).collect::<Vec<_>>()
    };
    assert_eq!((given(&one), given(&other)), (vec![100], vec![200]));
    for power in at.known.keys() {
        let same = known(&one.after, power) == known(&other.after, power);
        let is_party = TREATY.iter().any(|(party, _)| party == power);
        assert_eq!(same, !is_party, "{power}");
    }
}

/// An offer that was not met, and one that its writer could not pay, are nobody else's affair.
#[test]
fn an_offer_that_is_not_met_is_known_to_its_writer() {
    let table = neutrals::table_of(page(), &[]);
    let at = table.opening();
    let none = play(&table, &at, &[("prussia", "standing: {orders: []}\n")]);
    let offer = play(
        &table,
        &at,
        &[("prussia", "deals: [{name: Gift, with: russia, give: {money: 9}}]\n")],
    );
    // The receiver of an offer learns nothing of it either.
    for power in at.known.keys().filter(|power| *power != "prussia") {
        assert_eq!(known(&none.after, power), known(&offer.after, power), "{power}");
    }
    assert_ne!(known(&none.after, "prussia"), known(&offer.after, "prussia"));
}

/// The form of a council names each power that war can be declared on, and an ally as one to break with.
#[test]
fn the_form_of_a_council_is_sound() {
    let table = neutrals::table_of(page(), &[]);
    let at = council(&table);
    let form = table.game.form(&at.known["austria"], "danube", None).unwrap();
    let lines: Vec<&str> = form.lines().collect();
    assert!(lines.contains(&"season: council 1805"), "{form}");
    assert!(lines.contains(&"# - declare war: prussia"), "{form}");
    assert!(lines.contains(&"# - break alliance: russia"), "{form}");
    assert!(!form.contains("declare war: france") && !form.contains("march"), "{form}");
    // Each of the two lists for itself: a deal may not fit a war that is declared.
    for list in ["politics:", "deals:"] {
        let mut within = false;
        let taken = lines.iter().map(|line| {
            let bare = line.strip_prefix("# ").unwrap_or(line);
            within = bare == list || (within && bare.starts_with(['-', ' ']));
            if within { bare } else { line }
        });
        let taken: Vec<&str> = taken.collect();
        let sheet = taken.join("\n").replace("- name:", "- name: Deal");
        assert!(sheet.contains(&format!("\n{list}\n- ")), "{form}");
        let checked = table.game.check(&at.known["austria"], &sheet).unwrap();
        assert!(!checked.faults.has_faults(), "{}", checked.faults.render(&sheet));
    }
}
