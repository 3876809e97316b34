//! Tests of `sight/news`: what earlier versions stored is read and told.

use nations::book::Book;
use nations::record::state::State;
use nations::sight::known::Known;
use nations::sight::news::{SeenEvent, WarNews};
use nations::view::account::{Account, account};
use nations::view::war;
use std::collections::BTreeMap;

#[test]
fn news_that_earlier_versions_stored_is_told() {
    let shelf = play::shelf::<nations::Nations>();
    let book = Book::read(&shelf, "spanish-ulcer-1808", &BTreeMap::new()).unwrap();
    let state = State::new(&book);
    let known = Known::new("france", state.season, &state.relations);
    let madrid = book.atlas.named("Madrid").unwrap().index();
    let stored = [
        (
            r#"{"bought": {"purse": "france", "what": {"units": [{"kind": "InfC", "modifier": 1, "nation": "france", "steps": 2}]}, "at": MADRID, "bill": {"pounds": 7, "recruits": 2, "cavalry": 0}}}"#,
            "France raises +1 InfC at Madrid W1943: £7, 2 recruits.",
        ),
        (
            r#"{"bought": {"purse": "britain", "what": "fleet", "at": null, "bill": null}}"#,
            "Britain builds a fleet.",
        ),
        (
            r#"{"bought": {"purse": "france", "what": {"army": "Army of Italy"}, "at": null, "bill": null}}"#,
            "France sets up the Army of Italy.",
        ),
        (
            r#"{"bought": {"purse": "france", "what": {"step": {"kind": "InfC", "modifier": 1, "nation": "france", "steps": 1}}, "at": MADRID, "bill": {"pounds": 3, "recruits": 1, "cavalry": 0}}}"#,
            "France fills a reduced +1 InfC at Madrid W1943: £3, 1 recruit.",
        ),
        (
            r#"{"bought": {"purse": "france", "what": {"army": "Army of Italy"}, "at": MADRID, "bill": {"pounds": 2}}}"#,
            "France sets up the Army of Italy at Madrid W1943: £2.",
        ),
        (
            r#"{"bought": {"purse": "france", "what": {"support": "train"}, "at": MADRID, "bill": {"pounds": 2}}}"#,
            "France raises a train at Madrid W1943: £2.",
        ),
        (
            r#"{"bought": {"purse": "france", "what": {"support": "engineers"}, "at": null, "bill": null}}"#,
            "France raises engineers.",
        ),
        (
            r#"{"bought": {"purse": "france", "what": "fleet", "at": MADRID, "bill": {"pounds": 9}}}"#,
            "France builds a fleet at Madrid W1943: £9.",
        ),
        (
            r#"{"bought": {"purse": "france", "what": {"corsair": "Surcouf"}, "at": null, "bill": {"pounds": 2}}}"#,
            "France fits out a corsair, Surcouf: £2.",
        ),
        (
            r#"{"bought": {"purse": "france", "what": "arms", "at": MADRID, "bill": null}}"#,
            "France arms the fortress at Madrid W1943 again.",
        ),
        (
            r#"{"bought": {"purse": "britain", "what": {"credit": "spain"}, "at": null, "bill": {"pounds": 4}}}"#,
            "Britain raises the credit of Spain with its allies: £4.",
        ),
        (
            r#"{"paid": {"purse": "spain", "to": "britain", "pounds": 4, "loan": false, "back": true}}"#,
            "Spain pays £4 back to Britain.",
        ),
        (
            r#"{"card-bought": {"purse": "france", "from": "britain", "card": "Spies", "pounds": 2}}"#,
            "France buys the card Spies of Britain for £2 (NIA §11.1).",
        ),
        (
            r#"{"paid": {"purse": "britain", "to": "spain", "pounds": 4, "loan": false, "back": false}}"#,
            "Britain gives £4 to Spain.",
        ),
        (
            r#"{"card-bought": {"purse": "france", "from": "britain", "card": null, "pounds": null}}"#,
            "France buys an event card of Britain (NIA §11.1).",
        ),
        (
            r#"{"sent-abroad": {"power": "britain", "war": "USA", "steps": 3, "ships": 1}}"#,
            "Britain sends 3 steps and 1 fleet to the war abroad, USA.",
        ),
        (
            r#"{"merged": {"who": "Soult", "at": MADRID}}"#,
            "Reduced corps of Soult at Madrid W1943 are put together.",
        ),
        (
            r#"{"posted": {"leader": "Ney", "at": MADRID, "dismissed": "Soult"}}"#,
            "Ney takes the place of Soult at Madrid W1943.",
        ),
        (
            r#"{"not-carried-out": {"line": 3, "list": "budget", "order": "raise", "why": "no-sites"}}"#,
            "Not done: line 3 of the budget, `raise`: there is no place for it.",
        ),
        (
            r#"{"kept": {"purse": "france", "pounds": 2}}"#,
            "France held £2 back from the lines that followed.",
        ),
        (
            r#"{"paid-for-abroad": {"purse": "britain", "war": "USA", "pounds": 2, "owed": 1}}"#,
            "Britain has not sent all that the war abroad, USA, asks for: it pays £2, and owes £1 to the \
             next spring (NIA §14.1).",
        ),
        (
            r#"{"closed": {"purse": "france", "pounds": 3, "recruits": 2, "cavalry": 1}}"#,
            "France has £3 left, and 2 recruits, 1 of them cavalry.",
        ),
        (
            r#"{"power-turned": {"power": "spain", "bloc": "neutral", "from": "coalition"}}"#,
            "Spain is now neutral; it was on the side of the coalition.",
        ),
        (
            r#"{"province-titled": {"province": "Portugal", "owner": "france", "from": "britain"}}"#,
            "The province Portugal now belongs to France; it belonged to Britain.",
        ),
        (
            r#"{"country-turned": {"country": "Portugal", "status": "allied to britain", "from": "neutral"}}"#,
            "Portugal is now allied to Britain; it was neutral.",
        ),
        (
            r#"{"levy-turned": {"power": "turkey", "kind": "feudal", "called": false}}"#,
            "Turkey sends its feudal corps home: the war is over.",
        ),
        (
            r#"{"went-over": {"who": {"power": "spain", "name": "Cuesta", "ours": false}, "from": MADRID, "at": MADRID, "country": "Portugal", "leaves": "britain"}}"#,
            "Cuesta (Spain) goes over with Portugal and leaves Britain at Madrid W1943.",
        ),
        (
            r#"{"went-home": {"who": {"power": "britain", "name": "a force", "ours": false}, "at": MADRID, "country": "Portugal"}}"#,
            "Troops of Portugal at Madrid W1943, who served Britain, leave the map.",
        ),
        (
            r#"{"restored": {"at": MADRID, "armed": true}}"#,
            "Madrid W1943 goes with its province again, and its fortress is as it was.",
        ),
        (
            r#"{"evacuated": {"who": {"power": "britain", "name": "Moore", "ours": false}, "from": MADRID, "to": MADRID}}"#,
            "Moore (Britain) may not stay at Madrid W1943 and must go to Madrid W1943.",
        ),
    ];
    for (news, told) in stored {
        let news = news.replace("MADRID", &madrid.to_string());
        let seen: SeenEvent = serde_json::from_str(&format!(r#"{{"war": {news}}}"#)).unwrap();
        let SeenEvent::War(WarNews::Land(land)) = &seen else { panic!("{news}") };
        assert_eq!(war::sentence(&book, &known, land), told, "{news}");
        let again = serde_json::to_string(&seen).unwrap();
        assert_eq!(serde_json::from_str::<SeenEvent>(&again).unwrap(), seen, "{again}");
    }
}

/// The account that France is told of money that an earlier version stored.
fn account_of(stored: &[&str]) -> Account {
    let shelf = play::shelf::<nations::Nations>();
    let book = Book::read(&shelf, "spanish-ulcer-1808", &BTreeMap::new()).unwrap();
    let state = State::new(&book);
    let mut known = Known::new("france", state.season, &state.relations);
    let seen = |news: &&str| serde_json::from_str(&format!(r#"{{"war": {news}}}"#)).unwrap();
    known.seen_events = stored.iter().map(seen).collect();
    account(&book, &known).expect("money was told of")
}

/// Earlier versions stored a bill for those whose list it was, and no power beside the purse.
#[test]
fn what_a_minor_country_bought_stands_in_its_own_account() {
    let units = r#"{"units": [{"kind": "Dinf", "modifier": 0, "nation": "Bavaria", "steps": 1}]}"#;
    let bought = |bill: &str| {
        format!(r#"{{"bought": {{"purse": "Bavaria", "what": {units}, "at": 1, "bill": {bill}}}}}"#)
    };
    let (paid, free) = (bought(r#"{"pounds": 2, "recruits": 1}"#), bought(r#"{"pounds": 0}"#));
    let account = account_of(&[
        r#"{"collected": {"who": "Bavaria", "keeper": "france", "lines": [{"what": "chart", "pounds": 5}], "pounds": 5, "recruits": "3/1"}}"#,
        &paid,
        &free,
        r#"{"closed": {"purse": "Bavaria", "pounds": 3, "recruits": 2, "cavalry": 1}}"#,
        &bought("null"),
    ]);
    let [purse] = &account.purses[..] else { panic!("{account:?}") };
    let lines: Vec<&str> = purse.lines.iter().map(|line| line.pounds.as_str()).collect();
    assert_eq!(lines, ["+£5", "-£2", "+£0"], "{account:?}");
    assert_eq!(account.abroad.len(), 1, "what others bought has no bill: {account:?}");
}
