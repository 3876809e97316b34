//! Peace with powers in a game: what everybody knows of it is what is so, receipts and forms are true, a list is its
//! author's secret until it is played, conditions add up, guests go, and troops on loan come home (NIA §13.3).

use crate::money;
use crate::player;
use crate::track::{
    all_is_known, as_promised, events, known, only_its_author_notices, page as europe, state,
};
use kit::ledger::Ledger;
use nations::book::Book;
use nations::money::treasury::{Scene, income};
use nations::orders::peace_form;
use nations::politics::peace::bargain::{Bargain, Terms, Wish};
use nations::position::Position as _;
use nations::record::event::{CourtEvent, Event, MoneyEvent, Revenue, Term};
use nations::record::state::{Bloc, State};
use play::{Game, Grade, Played, Position};
use std::collections::BTreeMap;

/// Europe in which France holds Vienna and Prague.
fn page() -> String {
    europe() + "held: {E0425: france, W4122: france}\n"
}

type Sheets = BTreeMap<String, String>;

fn sheets(season: &str, all: &[(&str, &str)]) -> Sheets {
    let sheet = |(power, lines): &(&str, &str)| {
        ((*power).to_owned(), format!("season: {season}\npower: {power}\npeace:\n{lines}"))
    };
    all.iter().map(sheet).collect()
}

fn play(game: &dyn Game, before: &Position, sheets: &Sheets, seed: u8) -> Played {
    let mut ledger = Ledger::seeded(&before.season.to_string(), [seed; 32]);
    game.resolve(before, sheets, &mut ledger).unwrap()
}

fn opening() -> (Box<dyn Game>, Book, Position) {
    let (game, book) = money::open(&page());
    let mut ledger = Ledger::seeded("set-up", [7; 32]);
    let at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    (game, book, at)
}

fn court(played: &Played) -> Vec<CourtEvent> {
    let of_court = |event| if let Event::Court(event) = event { Some(event) } else { None };
    events(played).into_iter().filter_map(of_court).collect()
}

/// What the conditions of a season count together, and how many there were to be.
fn counted(court: &[CourtEvent]) -> Option<(u8, u8)> {
    let due = court.iter().find_map(|event| match event {
        CourtEvent::PeaceMade { conditions, .. } => Some(*conditions),
        _ => None,
    })?;
    let counts = court.iter().map(|event| match event {
        CourtEvent::ConditionSet { counts, .. } => *counts,
        _ => 0,
    });
    Some((counts.sum(), due))
}

/// Nobody stands on land that is closed to them, and who was an ally of a beaten power is not on its land.
fn everybody_may_stand(book: &Book, state: &State, when: &str) {
    for treaty in state.titles.peaces.lasting() {
        let scene = Scene::of(book, state);
        for force in state.forces.values() {
            let on_it = scene.holder(force.at) == Some(treaty.beaten.as_str());
            let may = state.may_enter(book, &force.power, force.at);
            assert!(!on_it || may, "{} at {}: {when}", force.power, book.atlas.name(force.at));
        }
    }
}

/// Half the yearly budget goes from one to the other.
fn indemnity(played: &Played) -> BTreeMap<String, i32> {
    let lines = events(played).into_iter().filter_map(|event| match event {
        Event::Money(MoneyEvent::Collected { who, lines, .. }) => Some((who, lines)),
        _ => None,
    });
    let of = lines.map(|(who, lines)| {
        let own = lines.iter().filter(|line| line.what == Revenue::Indemnity);
        (who, own.map(|line| line.pounds).sum())
    });
    of.filter(|(_, pounds)| *pounds != 0).collect()
}

#[test]
fn a_peace_is_known_to_all_and_promised_truly() {
    let (game, book, before) = opening();
    let france = "- demand: {term: indemnity, of: austria}\n- demand: {province: Tyrol}\n- demand: alliance\n\
                  - demand: {term: troops, of: russia}\n- continue: yes\n- accept: {of: russia, for: 2}\n";
    let austria =
        "- concede: troops\n- concede: {province: Vorarlberg}\n- concede: {province: Tyrol}\n";
    let austria =
        austria.replace("- concede: {province: Vorarlberg}\n", "- concede: {country: Denmark}\n");
    let russia = "- offer: {to: france, if: Paris is ours}\n- concede: indemnity\n";
    let lists = [("france", france), ("austria", &austria), ("russia", russia)];
    let sheets = sheets("summer 1805", &lists);
    let played = play(&*game, &before, &sheets, 3);
    all_is_known(&played.after, "after the peace");
    assert!(as_promised(&*game, &before, &played, &sheets) >= 10, "receipts promise something");
    let court = court(&played);
    assert_eq!(counted(&court), Some((4, 4)), "{court:#?}");
    let after = state(&played.after);
    assert_eq!(after.bloc("austria"), Bloc::Neutral);
    let treaty = after.titles.peaces.between("austria", "france").unwrap();
    assert_eq!(treaty.has(Term::Indemnity), Some("france"));
    everybody_may_stand(&book, &after, "after the peace");
    // All of it is played on until the peace is over: the indemnity in the next spring, once, and the troops home.
    let (mut at, mut paid, mut lent, mut over) = (played.after, vec![], false, false);
    for nth in 0..24 {
        let next = play(&*game, &at, &BTreeMap::new(), nth);
        let when = at.season.to_string();
        all_is_known(&next.after, &when);
        let now = state(&next.after);
        everybody_may_stand(&book, &now, &when);
        let sums = indemnity(&next);
        assert_eq!(sums.values().sum::<i32>(), 0, "what one pays the other gets: {when}");
        paid.extend(sums.get("france").copied());
        let abroad = now.forces.values().any(|force| {
            force.power == "france" && force.units.iter().any(|unit| unit.nation == "austria")
        });
        lent |= abroad;
        over = now.titles.peaces.lasting().next().is_none();
        assert!(!(over && abroad), "troops on loan are home: {when}");
        at = next.after;
        if over {
            break;
        }
    }
    assert!(over && lent, "the peace ends, and troops were lent");
    assert_eq!(paid.len(), 1, "{paid:?}");
    assert!(paid[0] > 0);
}

/// What a list asks for and does not get, and what is offered in vain, nobody else hears of.
#[test]
fn a_list_that_is_not_played_is_its_authors_secret() {
    let (game, _, before) = opening();
    let plain = "- demand: {term: indemnity, of: austria}\n- demand: {province: Tyrol}\n";
    let base = play(&*game, &before, &sheets("summer 1805", &[("france", plain)]), 3);
    for line in [
        "- demand: {province: Brandenburg, of: prussia}\n",
        "- demand: {term: longer peace}\n",
        "- concede: indemnity\n",
        "- continue: yes\n",
        "- accept: {of: russia, for: 3}\n",
        "- offer: {to: russia, if: Moscow is ours}\n",
    ] {
        let sheet = sheets("summer 1805", &[("france", &format!("{plain}{line}"))]);
        let other = play(&*game, &before, &sheet, 3);
        only_its_author_notices(&*game, (&base, &other), "france", line);
    }
}

/// An offer that is refused is known to the two, and to nobody else, in whatever it consists.
#[test]
fn a_refused_offer_is_a_secret_of_two() {
    let (game, _, before) = opening();
    let base = play(&*game, &before, &BTreeMap::new(), 3);
    let offers = ["- offer: france\n", "- offer: france\n- concede: indemnity\n"];
    for offer in offers {
        let other = play(&*game, &before, &sheets("summer 1805", &[("russia", offer)]), 3);
        for (power, known) in &base.after.known {
            let same = *known == other.after.known[power];
            assert_eq!(same, !["russia", "france"].contains(&power.as_str()), "{power}: {offer}");
        }
    }
}

/// The tests above would find a leak: what is chosen, and whether a power fights on, is open to all.
#[test]
fn what_is_chosen_is_no_secret() {
    let (game, _, before) = opening();
    let one = |sheet: &[(&str, &str)]| play(&*game, &before, &sheets("summer 1805", sheet), 3);
    let base = one(&[]);
    for sheet in [[("france", "- demand: troops\n")], [("austria", "- continue: yes\n")]] {
        assert_ne!(base.after.known["britain"], one(&sheet).after.known["britain"], "{sheet:?}");
    }
}

#[test]
fn form_receipt_and_report_say_what_is_so() {
    let (game, book, before) = opening();
    let plain =
        |form: String| form.replace('#', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let form = plain(game.form(&before.known["austria"], "peace", None).unwrap());
    for says in [
        "You must make peace if, when the season is over, an enemy occupies Vienna, with Budapest or Prague, or one of these less if all its armies at home are beaten:",
        "Vienna and Prague are occupied",
        "continue: yes",
        "concede:",
    ] {
        assert!(form.contains(says), "{says}: {form}");
    }
    let form = plain(game.form(&before.known["france"], "peace", None).unwrap());
    for says in
        ["Austria must make peace if", "indemnity (counts for 2)", "Tyrol", "demand:", "offer:"]
    {
        assert!(form.contains(says), "{says}: {form}");
    }
    let sheet = "season: summer 1805\npower: france\npeace:\n- demand: {province: Tyrol, of: austria}\n\
                 - demand: {term: alliance, of: austria}\n- demand: {province: Tyrol, country: Denmark}\n\
                 - demand: {term: troops, of: spain}\n- offer: russia\n- concede: longer peace\n- continue: yes\n- accept: {of: russia, for: 8}\n";
    let receipt = game.check(&before.known["france"], sheet).unwrap();
    let list = receipt.understood.iter().find(|entry| entry.heading == "Peace").unwrap();
    let grade = |step: u16| list.lines.iter().find(|line| line.step == Some(step)).unwrap();
    assert_eq!(grade(1).grade, Grade::If);
    assert!(grade(1).words.contains("counts for 1 of the conditions"), "{}", grade(1).words);
    assert_eq!(grade(3).grade, Grade::Refused);
    assert!(grade(5).words.contains("if Russia accepts it"), "{}", grade(5).words);
    let faults = receipt.faults.render(sheet);
    for says in [
        "beaten by them for the first time",
        "each line names one condition",
        "not at war with Spain",
        "`longer peace` is not allowed here",
        "no offer counts for more than 7",
    ] {
        assert!(faults.contains(says), "{says}: {faults}");
    }
    let lists = [
        ("france", "- demand: {province: Tyrol, of: austria}\n"),
        ("austria", "- concede: indemnity\n"),
    ];
    let played = play(&*game, &before, &sheets("summer 1805", &lists), 3);
    let report = game.view(&played.after.known["britain"]).unwrap().to_string();
    for says in [
        "Austria is beaten and makes peace with France, with 4 conditions",
        "Tyrol goes to France",
        "Austria pays France half a yearly budget next spring",
        "Peace of Austria with France until",
    ] {
        assert!(report.contains(says), "{says}: {report}");
    }
    // Form and season ask one function, of what is known and of what is so.
    let truth = state(&before);
    for power in ["france", "austria"] {
        let known = known(&before, power);
        let exchange = known.exchange();
        assert_eq!(
            peace_form::open_to(&book, &truth, power, exchange),
            peace_form::open_to(&book, &known, power, exchange),
        );
    }
}

/// In the cabinet, and where the track is not played, the key is refused.
#[test]
fn peace_is_refused_where_none_is_made() {
    let sheet = "power: france\npeace:\n- demand: indemnity\n";
    let (game, _) = money::open(&money::europe());
    let at = game.opening(&BTreeMap::new(), &mut Ledger::seeded("set-up", [5; 32])).unwrap().after;
    let receipt = game.check(&at.known["france"], sheet).unwrap();
    let faults = receipt.faults.render(sheet);
    assert!(faults.contains("no power makes peace in this scenario"), "{faults}");
    assert!(!game.form(&at.known["france"], "t", None).unwrap().contains("peace:"));
    let (game, _, mut at) = opening();
    while !at.season.to_string().starts_with("cabinet") {
        at = play(&*game, &at, &BTreeMap::new(), 1).after;
    }
    let receipt = game.check(&at.known["france"], sheet).unwrap();
    assert!(receipt.faults.render(sheet).contains("is for a season of the war"));
}

/// Everybody marches, and powers that are beaten make peace by lists of all kinds or fight on: what is known is what is
/// so, nobody stands where they may not, and what receipts promise of peace is kept.
#[test]
fn wars_with_peaces_are_sound() {
    let (mut seen, mut held) = (BTreeMap::new(), 0);
    let wars: &[u64] = if crate::effort::is_more() { &[1, 2, 3] } else { &[3] };
    for &seed in wars {
        let (game, book, mut before) = opening();
        for nth in 0..9 {
            let season = before.season.to_string();
            let sheet = |power: &String| {
                let marches = player::sheet(&book, &before.known[power], seed * 1000 + nth * 31);
                let is_cabinet = season.starts_with("cabinet");
                let peace = if is_cabinet { String::new() } else { list(power, seed + nth) };
                (power.clone(), format!("{marches}\n{peace}"))
            };
            let sheets: Sheets = before.known.keys().map(sheet).collect();
            let played = play(&*game, &before, &sheets, u8::try_from(seed).unwrap());
            let when = format!("{season}, war {seed}");
            all_is_known(&played.after, &when);
            everybody_may_stand(&book, &state(&played.after), &when);
            held += as_promised(&*game, &before, &played, &sheets);
            for event in court(&played) {
                let kind = match event {
                    CourtEvent::PeaceMade { .. } => "peace",
                    CourtEvent::FoughtOn { .. } => "fought on",
                    CourtEvent::ConditionSet { .. } => "condition",
                    _ => continue,
                };
                *seen.entry(kind).or_insert(0) += 1;
            }
            if played.over {
                break;
            }
            before = played.after;
        }
    }
    assert!(seen.len() == 3 && held > 30, "{seen:?}, {held} kept");
}

/// A list of every kind of line; every third fights on.
fn list(power: &str, seed: u64) -> String {
    let land = ["Tyrol", "Venezia", "Moravia", "Silesia", "Finland", "Lombardy"];
    let land = land[usize::try_from(seed).unwrap() % land.len()];
    let goes_on = if seed.is_multiple_of(3) { "yes" } else { "no" };
    let other = if power == "france" { "austria" } else { "france" };
    let pounds = if seed % 4 == 1 { 0 } else { 500 };
    format!(
        "peace:\n- demand: {{province: {land}}}\n- demand: indemnity\n- demand: troops\n- concede: {{province: \
         {land}, to: {other}}}\n- concede: troops\n- continue: {goes_on}\n- offer: {{to: {other}, if: treasury >= \
         {pounds}}}\n- accept: {{of: {other}, for: 1}}\n"
    )
}

/// Conditions add up to four or eight, with three of land at most, unless nothing is left that may be chosen.
#[test]
fn conditions_add_up_unless_nothing_is_left() {
    let (_, book, before) = opening();
    let truth = state(&before);
    let powers: Vec<String> = truth.relations.parties().cloned().collect();
    let (mut whole, mut short) = (0, 0);
    for beaten in &powers {
        for victor in powers.iter().filter(|victor| *victor != beaten) {
            for (fought_on, occupied) in [(false, false), (true, false), (true, true)] {
                let victors = [victor.clone()];
                let terms = Terms { beaten, victors: &victors, fought_on, occupied };
                let mut bargain = Bargain::new(&book, truth.common(), terms);
                bargain.settle(BTreeMap::new());
                let counts: u8 = bargain.chosen.iter().map(|one| one.counts).sum();
                let due = if fought_on { 8 } else { 4 };
                let is_land = |term: Term| matches!(term, Term::Province | Term::Country);
                let land = bargain.chosen.iter().filter(|one| is_land(one.term)).count();
                assert!(counts <= due && land <= 3, "{beaten}, {victor}: {:?}", bargain.chosen);
                if counts == due {
                    whole += 1;
                    continue;
                }
                short += 1;
                for by in [beaten, victor] {
                    for wish in wishes(&book) {
                        let open = bargain.receiver(by, &wish).is_ok();
                        let fits = bargain.counts(wish.term) <= due - counts;
                        assert!(!(open && fits), "{by} may choose {wish:?}: {:?}", bargain.chosen);
                    }
                }
            }
        }
    }
    assert!(whole > 10 && short > 0, "{whole} whole, {short} short");
}

/// Everything that can be wished for.
fn wishes(book: &Book) -> Vec<Wish> {
    let wish = |term: Term, name: Option<&str>| {
        let name = name.map(str::to_owned);
        Wish { term, name, to: None, line: None }
    };
    let plain =
        [Term::Indemnity, Term::Troops, Term::ContinentalSystem, Term::LongerPeace, Term::Alliance];
    let mut all: Vec<Wish> = plain.map(|term| wish(term, None)).into();
    let provinces = book.atlas.provinces.iter();
    all.extend(provinces.map(|one| wish(Term::Province, Some(&one.name))));
    all.extend(book.countries.iter().map(|one| wish(Term::Country, Some(&one.name))));
    all
}

/// What a victor reckons with for the next spring is what the beaten reckons to pay.
#[test]
fn both_reckon_with_the_same_indemnity() {
    let (game, book, before) = opening();
    let list = [("france", "- demand: indemnity\n")];
    let after = play(&*game, &before, &sheets("summer 1805", &list), 3).after;
    let sum = |eye: &str, who: &str| -> i32 {
        let known = known(&after, eye);
        let income = income(&Scene::of(&book, &known), who, 1806);
        let own = income.lines.iter().filter(|line| line.what == Revenue::Indemnity);
        own.map(|line| line.pounds).sum()
    };
    assert!(sum("france", "france") > 0);
    assert_eq!(sum("france", "france"), -sum("austria", "austria"));
}
