//! Conquests of minor countries in a game: what everybody knows of them is what is so, receipts and forms are true,
//! annexed land brings money, and what a list asks for in vain is its author's secret (NIA §13.1, §13.2).

use crate::money;
use crate::track::{
    all_is_known, as_promised, events, known, only_its_author_notices, page as europe, state,
};
use kit::calendar::Season;
use kit::ledger::Ledger;
use nations::book::Book;
use nations::book::terms::Term;
use nations::money::treasury::scene::Told;
use nations::orders::conquest_form;
use nations::position::Situation;
use nations::record::event::{CourtEvent, Event, MoneyEvent, Revenue, Rival};
use nations::record::exchange::Exchange;
use nations::record::state::Titles;
use nations::season::verdict;
use nations::sight::witness;
use play::{Game, Grade, Played, Position};
use std::collections::BTreeMap;

/// Europe in which winter finds four countries under enemies: the Hanse and the Palatinate under France, Sweden's
/// capital under Russia, and Holstein under Prussia.
fn page() -> String {
    let mut page = europe();
    let mut change = |was: &str, is: &str| {
        assert!(page.contains(was), "the page has `{was}`");
        page = page.replacen(was, is, 1);
    };
    change(" Palatinate,", "");
    change(" Hanse,", "");
    change(
        "  - key: Stedingk\n    power: britain\n    nation: swedish\n    at: {hex: W3707}\n    commander: \
         Stedingk\n    units: [\"1 x (0) InfC\"]\n",
        "",
    );
    change(
        "Denmark: neutral, Sweden: neutral,",
        "Denmark: allied to france, Sweden: allied to france,",
    );
    change(
        "countries: {",
        "held: {W3216: france, W3325: france, W3224: france, W3707: russia, W3116: prussia}\n\
         countries: {Hanse: allied to prussia, Palatinate: allied to austria, ",
    );
    page
}

type Sheets = BTreeMap<String, String>;

fn sheets(season: &str, all: &[(&str, &str)]) -> Sheets {
    let sheet = |(power, lines): &(&str, &str)| {
        let text = format!("season: {season}\npower: {power}\npolitics:\n{lines}");
        ((*power).to_owned(), text)
    };
    all.iter().map(sheet).collect()
}

fn play(game: &dyn Game, before: &Position, sheets: &Sheets) -> Played {
    let season = before.season.to_string();
    let mut ledger = Ledger::seeded(&season, [7; 32]);
    game.resolve(before, sheets, &mut ledger).unwrap()
}

/// The game before its first winter.
fn before_winter() -> (Box<dyn Game>, Book, Position) {
    let (game, book) = money::open(&page());
    let mut ledger = Ledger::seeded("set-up", [7; 32]);
    let mut at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    for _ in ["summer 1805", "autumn 1805"] {
        at = play(&*game, &at, &BTreeMap::new()).after;
    }
    (game, book, at)
}

#[test]
fn a_winter_of_conquests_is_known_to_all_and_promised_truly() {
    let (game, _, before) = before_winter();
    let france = "- annex: Palatinate\n- annex: Saxony\n- satellite: Baden\n- cede: Holstein\n- take: Finland\n";
    let russia = "- take: Gotaland\n- take: Finland\n- annex: Sweden\n";
    let sheets = sheets("winter 1805", &[("france", france), ("russia", russia)]);
    let played = play(&*game, &before, &sheets);
    all_is_known(&played.after, "after winter");
    assert!(as_promised(&*game, &before, &played, &sheets) >= 2, "receipts promise something");
    let court: Vec<CourtEvent> = events(&played)
        .into_iter()
        .filter_map(|event| if let Event::Court(event) = event { Some(event) } else { None })
        .collect();
    let has = |wanted: &dyn Fn(&CourtEvent) -> bool| court.iter().any(wanted);
    assert!(has(
        &|event| matches!(event, CourtEvent::Annexed { country, .. } if country == "Palatinate")
    ));
    assert!(has(&|event| matches!(event,
        CourtEvent::Surrendered { country, power, province: Some(province), ally: None, .. }
            if country == "Sweden" && power == "russia" && province == "Finland")));
    assert!(has(&|event| matches!(event,
        CourtEvent::Surrendered { country, power, province: Some(province), ally: Some(ally), .. }
            if country == "Denmark" && power == "prussia" && province == "Holstein" && ally == "france")));
    // In the cabinet after it the annexed country is a line of the income.
    let cabinet = play(&*game, &played.after, &BTreeMap::new());
    let annexed = events(&cabinet).into_iter().any(|event| match event {
        Event::Money(MoneyEvent::Collected { who, lines, .. }) => {
            who == "france"
                && lines.iter().any(|line| line.what == Revenue::Annexed && line.pounds == 4)
        }
        _ => false,
    });
    assert!(annexed, "France has the money of the Palatinate");
}

/// What a list asks for in vain, and what happens without it all the same, nobody else hears of.
#[test]
fn what_is_asked_in_vain_is_its_authors_secret() {
    let (game, _, before) = before_winter();
    let base =
        play(&*game, &before, &sheets("winter 1805", &[("france", "- annex: Palatinate\n")]));
    for line in [
        "- annex: Saxony\n",
        "- annex: {of: Hanse, if: Moscow is ours}\n",
        "- take: Silesia\n",
        "- take: Finland\n",
        "- cede: Norway\n",
    ] {
        let sheet = sheets("winter 1805", &[("france", &format!("- annex: Palatinate\n{line}"))]);
        let other = play(&*game, &before, &sheet);
        only_its_author_notices(&*game, (&base, &other), "france", line);
    }
}

/// The test above would find a leak: what becomes of a country is open to all.
#[test]
fn what_becomes_of_a_country_is_no_secret() {
    let (game, _, before) = before_winter();
    let annexed =
        play(&*game, &before, &sheets("winter 1805", &[("france", "- annex: Palatinate\n")]));
    let again =
        play(&*game, &before, &sheets("winter 1805", &[("france", "- reinstate: Palatinate\n")]));
    assert_ne!(annexed.after.known["britain"], again.after.known["britain"]);
}

#[test]
fn form_receipt_and_report_say_what_is_so() {
    let (game, book, before) = before_winter();
    let plain =
        |form: String| form.replace('#', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let form = plain(game.form(&before.known["france"], "conquest", None).unwrap());
    for says in [
        "You may give Holstein to Prussia; Denmark is then neutral",
        "Hanse falls when winter is over",
        "Hamburg is occupied, and the country's fortress is taken now",
        "annex: COUNTRY or {of: COUNTRY}",
    ] {
        assert!(form.contains(says), "{says}: {form}");
    }
    let form = plain(game.form(&before.known["russia"], "conquest", None).unwrap());
    assert!(form.contains("Sweden surrenders when winter is over"), "{form}");
    assert!(form.contains("you get Finland"), "{form}");
    let sheet = "season: winter 1805\npower: france\npolitics:\n- annex: Palatinate\n- reinstate: Saxony\n- annex: \
                 Hanse\n- cede: Holstein\n- cede: Norway\n- take: Paris\n- take: Brandenburg\n";
    let receipt = game.check(&before.known["france"], sheet).unwrap();
    let lines: Vec<_> = receipt.understood.iter().flat_map(|entry| &entry.lines).collect();
    let line = |says: &str| {
        let found = lines.iter().find(|line| line.words.contains(says));
        found.unwrap_or_else(|| panic!("{says}: {lines:#?}"))
    };
    assert_eq!(line("annex: Palatinate").grade, Grade::If);
    assert!(
        line("annex: Palatinate")
            .words
            .contains("Mainz is occupied, and all 2 fortresses of the country are taken")
    );
    assert_eq!(line("cede: Holstein").grade, Grade::Sure);
    assert!(line("cede: Holstein").words.contains("Prussia gets it, and Denmark is neutral"));
    assert_eq!(line("take: Brandenburg").grade, Grade::Refused);
    let faults = receipt.faults.render(sheet);
    for says in [
        "no enemy controls Norway",
        "is not land of a minor country",
        "Saxony has no part in the game",
    ] {
        assert!(faults.contains(says), "{says}: {faults}");
    }
    let played = play(&*game, &before, &BTreeMap::new());
    let report = game.view(&played.after.known["britain"]).unwrap().to_string();
    for says in [
        "Sweden surrenders to Russia and gives up Finland",
        "Palatinate becomes a part of France",
        "A part of France",
        "No war may be declared between",
        "not in effect:",
    ] {
        assert!(report.contains(says), "{says}: {report}");
    }
    // Form and season ask one function, of what is known and of what is so.
    let exchange =
        Exchange::Quarter(Season { year: 1805, quarter: kit::calendar::Quarter::Winter });
    let (truth, france) = (state(&before), known(&before, "france"));
    assert_eq!(
        conquest_form::open_to(&book, &truth, "france", exchange),
        conquest_form::open_to(&book, &france, "france", exchange),
    );
    let both = [
        conquest_form::open_to(&book, &truth, "russia", exchange),
        conquest_form::open_to(&book, &known(&before, "russia"), "russia", exchange),
    ];
    assert_eq!(both[0], both[1]);
}

/// The four turns of a truce end by themselves.
#[test]
fn a_truce_ends_by_itself() {
    let season = |text: &str| text.parse::<Season>().unwrap();
    let mut titles = Titles::default();
    let until = season("spring 1808");
    let (country, power) = ("Sweden".to_owned(), "russia".to_owned());
    titles.apply(&CourtEvent::TruceSet { country, power, until });
    assert_eq!(titles.truce("Sweden", "russia", season("winter 1807")), Some(until));
    assert_eq!(titles.truce("Sweden", "russia", until), None);
    assert_eq!(titles.truce("Sweden", "france", season("winter 1807")), None);
    assert_eq!(titles.truces(season("winter 1807")).count(), 1);
    assert_eq!(titles.truces(until).count(), 0);
}

/// A condition of a scenario can ask for winters of the Continental System.
#[test]
fn winters_of_the_continental_system_can_decide_a_game() {
    let (_, book, before) = before_winter();
    let mut state = state(&before);
    let term = r#"{"side": "empire", "winters of the Continental System": 2}"#;
    let term: Term = serde_json::from_str(term).unwrap();
    assert_eq!(
        verdict::sentence(&book, &term),
        "the empire has seen 2 winters end with the Continental System in effect"
    );
    for (winters, holds) in [(0, false), (1, false), (2, true), (3, true)] {
        state.titles.apply(&CourtEvent::SystemCounted { winters });
        let stand = verdict::stand(&term, &Situation::of(&book, &state));
        assert_eq!(stand.holds, Told::from(holds), "{winters}");
    }
}

/// How many troops allies have in a capital that they took together is their own secret.
#[test]
fn points_in_a_capital_are_a_secret_of_their_side() {
    let (_, book, before) = before_winter();
    let state = state(&before);
    let contested = |points: u32| {
        let rival = |power: &str, points: u32| Rival {
            power: power.to_owned(),
            halves: Some(points * 2),
            leaning: 0,
            dice: vec![],
        };
        let rivals = vec![rival("austria", 1), rival("russia", points)];
        let (country, power) = ("Sweden".to_owned(), "russia".to_owned());
        Event::Court(CourtEvent::Contested { country, power, rivals })
    };
    for (eye, same) in [("france", true), ("spain", true), ("austria", false), ("britain", false)] {
        let seen = |points| witness(&book, &contested(points), &state, eye);
        assert_eq!(seen(2) == seen(7), same, "{eye}");
        assert!(seen(2).is_some_and(|seen| seen.event.is_some()), "{eye} hears of it");
    }
}

/// What is missing to a condition on powers and provinces is told in words, the same from what is known as from what is so.
#[test]
fn what_is_missing_to_a_victory_is_told() {
    let (_, book, before) = before_winter();
    let (mut state, france) = (state(&before), known(&before, "france"));
    let term = |text: &str| serde_json::from_str::<Term>(text).unwrap();
    let beaten = term(r#"{"side": "empire", "has beaten": ["austria"]}"#);
    assert_eq!(verdict::sentence(&book, &beaten), "the empire has beaten Austria");
    let peace = term(r#"{"side": "empire", "is at peace with": ["austria", "spain"]}"#);
    let keeps =
        r#"{"side": "empire", "keeps the provinces": ["Lombardy", "Tyrol"], "called": "Italy"}"#;
    let keeps = term(keeps);
    assert_eq!(verdict::sentence(&book, &keeps), "the empire has lost no province of Italy");
    let tyrol = term(r#"{"side": "empire", "keeps the provinces": ["Tyrol"]}"#);
    assert_eq!(verdict::sentence(&book, &tyrol), "the empire has not lost Tyrol");
    let either = term(r#"{"side": "empire", "has beaten or is allied to": ["spain", "france"]}"#);
    let missing = |term: &Term| {
        let truth = verdict::stand(term, &Situation::of(&book, &state));
        let seen = verdict::stand(term, &Situation::of(&book, &france));
        assert_eq!((truth.holds, truth.missing.len()), (seen.holds, seen.missing.len()));
        assert_eq!(truth.holds, Told::from(truth.missing.is_empty()));
        truth.missing.join("; ")
    };
    assert!(missing(&beaten).starts_with("Austria is beaten with the loss of Vienna, with"));
    assert_eq!(missing(&peace), "there is war with Austria");
    assert_eq!(missing(&keeps), "Tyrol is lost");
    assert!(missing(&either).starts_with("Spain is beaten with the loss of Madrid"));
    let with = vec!["france".to_owned()];
    let season = |text: &str| text.parse::<Season>().unwrap();
    let (made, until) = (season("winter 1805"), season("winter 1807"));
    let (power, side, offered) =
        ("austria".to_owned(), nations::record::state::Bloc::Empire, false);
    let event = CourtEvent::PeaceMade {
        power,
        with,
        made,
        until,
        offered,
        side,
        conditions: 4,
        dice: vec![],
    };
    state.titles.apply(&event);
    assert_eq!(verdict::stand(&beaten, &Situation::of(&book, &state)).holds, Told::Yes);
}
