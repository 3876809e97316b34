//! The diplomacy track over whole games: what everybody knows of it is what is so, money is paid once, receipts
//! are true, and what is not carried out is a secret.

use crate::money;
use crate::player;
use kit::ledger::Ledger;
use nations::book::Book;
use nations::orders::politics_form;
use nations::politics::influence::{Court, Shifts};
use nations::record::event::{CourtEvent, Event, MoneyEvent};
use nations::record::state::{State, Titles};
use nations::sight::known::Known;
use play::{Became, Game, Grade, Played, Position};
use std::collections::{BTreeMap, BTreeSet};

/// Europe with neutral countries and two neutral powers that nobody plays.
pub fn page() -> String {
    let mut page = money::europe();
    let mut change = |was: &str, is: &str| {
        assert!(page.contains(was), "the page has `{was}`");
        page = page.replacen(was, is, 1);
    };
    change(
        "sides: {empire: [france, spain, turkey], coalition: [austria, britain, prussia, russia]}",
        "sides: {empire: [france], coalition: [austria, britain, prussia, russia], neutral: [spain, turkey]}",
    );
    change("removed markers: [neutral land, neutral naval]", "removed markers: []");
    for province in ["Denmark", "Holstein", "Norway", "Baden", "Bavaria", "Berg", "Switzerland"] {
        change(&format!(" {province},"), "");
    }
    for province in ["Finland", "Gotaland", "Norrland", "Svealand", "Mecklenburg"] {
        change(&format!(" {province},"), "");
    }
    change(", Swedish Pomerania]", "]");
    page + "countries: {Denmark: neutral, Sweden: neutral, Mecklenburg: neutral, Switzerland: neutral, \
            Bavaria: allied to france, Baden: allied to france}\n\
            track: {played: [france, britain, austria, prussia, russia], beaten: {spain: coalition}}\n"
}

pub fn known(at: &Position, power: &str) -> Known {
    serde_json::from_str(&at.known[power]).unwrap()
}

pub fn state(at: &Position) -> State {
    serde_json::from_str(&at.state).unwrap()
}

pub fn events(played: &Played) -> Vec<Event> {
    played.events.iter().map(|event| serde_json::from_str(event).unwrap()).collect()
}

/// Attempts for two of those for whom a power may try, and a declaration of war now and then.
fn politics(book: &Book, known: &Known, seed: u64) -> String {
    let shifts = Shifts::default();
    let court = Court { book, at: known, shifts: &shifts };
    let open = court.open_to(&known.power);
    let some = |nth: u64| {
        let place = usize::try_from(seed + nth).unwrap() % open.len().max(1);
        open.get(place).copied().unwrap_or("Denmark")
    };
    let war = if seed % 7 == 3 { format!("- declare war: {}\n", some(2)) } else { String::new() };
    let satellite = match known.season.to_string().starts_with("winter") {
        true => "- satellite: Baden\n- annex: Switzerland\n- reinstate: Denmark\n- take: Finland\n",
        false => "- cede: Norway\n",
    };
    format!(
        "politics:\n{war}- influence: {{on: {}, bribe: {}}}\n- embassy: {{on: {}, bribe: 2, if: treasury >= 8}}\n\
         - influence: {{on: {}, bribe: 4}}\n{satellite}",
        some(0),
        (seed % 3) * 2,
        some(1),
        some(3),
    )
}

/// Every kind of line on peace; nobody is beaten in these games.
const PEACE: &str = "peace:\n- demand: {term: indemnity, of: prussia}\n- demand: {province: Tyrol}\n\
                     - demand: {country: Denmark, if: Paris is ours}\n- concede: {term: alliance, to: france}\n\
                     - concede: troops\n- continue: yes\n- offer: {to: russia, if: treasury >= 200}\n\
                     - accept: {of: britain, for: 3}\n";

/// Everybody knows how every country stands, who is on which side, and what their own chest holds.
pub fn all_is_known(at: &Position, when: &str) {
    let state = state(at);
    for power in at.known.keys() {
        let known = known(at, power);
        assert_eq!(open(&known.titles), open(&state.titles), "{power}: {when}");
        assert_eq!(known.relations, state.relations, "{power}: {when}");
        assert_eq!(known.money.chest(power), state.money.chest(power), "{power}: {when}");
    }
}

/// The titles without the kinds of troops on loan, which the two alone know.
fn open(titles: &Titles) -> serde_json::Value {
    let mut titles = serde_json::to_value(titles).unwrap();
    let treaties = titles.pointer_mut("/peaces/treaties").and_then(serde_json::Value::as_array_mut);
    for treaty in treaties.into_iter().flatten() {
        treaty.as_object_mut().unwrap().remove("lent");
    }
    titles
}

/// What the receipt calls sure was done, and what it refuses was not.
pub fn as_promised(
    game: &dyn Game,
    before: &Position,
    played: &Played,
    sheets: &BTreeMap<String, String>,
) -> u32 {
    let mut held = 0;
    for (power, sheet) in sheets {
        let receipt = game.check(&before.known[power], sheet).unwrap();
        let is_list = |heading: &str| ["Politics", "Peace"].contains(&heading);
        let lists = receipt.understood.iter().filter(|one| is_list(&one.heading));
        let became: Vec<Became> = game.became(&played.after.known[power]).unwrap();
        // The first line is about all others.
        let lines = lists.flat_map(|list| &list.lines);
        for line in lines.filter(|line| line.step.is_some()) {
            let is_it = |one: &&Became| one.entry == line.entry.unwrap() && one.step == line.step;
            let not_done = became.iter().any(|one| is_it(&one));
            match line.grade {
                Grade::Sure => assert!(!not_done, "{power}: {line:?}\n{sheet}"),
                Grade::Refused => assert!(not_done, "{power}: {line:?}\n{sheet}"),
                Grade::If => {
                    // It fails for what the receipt names, and for nothing else.
                    let cause = became.iter().find(is_it).and_then(|one| one.cause);
                    assert!(
                        cause.is_none_or(|cause| line.causes.contains(&cause)),
                        "{power}: {line:?} failed by {cause:?}\n{sheet}"
                    );
                }
                Grade::NotKnown => continue,
            }
            held += 1;
        }
    }
    held
}

/// Plays a game in which nobody marches.
fn game(seed: u64) -> (BTreeSet<String>, u32) {
    let (game, book) = money::open(&page());
    let mut ledger = Ledger::seeded("set-up", [seed as u8; 32]);
    let mut before = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    let (mut seen, mut held) = (BTreeSet::new(), 0);
    for nth in 0.. {
        let season = before.season.to_string();
        let sheets = before.known.keys().zip(seed * 100 + nth * 7..).map(|(power, seed)| {
            let budget = match season.starts_with("cabinet") {
                true => player::sheet(&book, &before.known[power], seed),
                false => format!("power: {power}\n"),
            };
            let peace = match season.starts_with("cabinet") {
                true => "",
                false => PEACE,
            };
            let lists = politics(&book, &known(&before, power), seed);
            (power.clone(), format!("{budget}\n{lists}{peace}"))
        });
        let sheets: BTreeMap<String, String> = sheets.collect();
        let mut ledger = Ledger::seeded(&season, [seed as u8; 32]);
        let played = game.resolve(&before, &sheets, &mut ledger).unwrap();
        let when = format!("{season}, game {seed}");
        all_is_known(&played.after, &when);
        held += as_promised(&*game, &before, &played, &sheets);
        for event in events(&played) {
            seen.extend(match &event {
                Event::Court(CourtEvent::Courted { throw, needed, status, from, .. }) => {
                    assert_eq!(throw.total >= *needed, status != from, "{when}: {event:?}");
                    Some(if status == from { "failed" } else { "won" })
                }
                Event::Court(CourtEvent::WarDeclared { .. }) => Some("war"),
                Event::Court(CourtEvent::PowerTurned { .. }) => Some("power"),
                Event::Court(CourtEvent::CountryTurned { status, .. }) => {
                    Some(if status.power().is_some() { "ally" } else { "neutral" })
                }
                Event::Money(MoneyEvent::FavourBought { .. }) => Some("pounds"),
                _ => None,
            });
        }
        if played.over || nth == 12 {
            break;
        }
        before = played.after;
    }
    (seen.into_iter().map(str::to_owned).collect(), held)
}

#[test]
fn years_of_diplomacy_are_known_to_all_and_promised_truly() {
    let years = if crate::effort::is_more() { 4 } else { 3 };
    let games: Vec<_> = (1..years).map(game).collect();
    let seen: BTreeSet<&String> = games.iter().flat_map(|(seen, _)| seen).collect();
    for kind in ["failed", "won", "war", "power", "ally", "neutral", "pounds"] {
        assert!(seen.contains(&kind.to_owned()), "{kind} is not among {seen:?}");
    }
    let held: u32 = games.iter().map(|(_, held)| held).sum();
    assert!(held > 30, "receipts promise something: {held}");
}

/// Autumn 1805, the second season, with this list of France's.
fn autumn(lines: &str) -> (Box<dyn Game>, Position, Played) {
    let (game, _) = money::open(&page());
    let mut ledger = Ledger::seeded("set-up", [5; 32]);
    let opening = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    let mut ledger = Ledger::seeded("summer 1805", [5; 32]);
    let before = game.resolve(&opening, &BTreeMap::new(), &mut ledger).unwrap().after;
    let sheet = format!("season: autumn 1805\npower: france\npolitics:\n{lines}");
    let mut ledger = Ledger::seeded("autumn 1805", [5; 32]);
    let played =
        game.resolve(&before, &[("france".to_owned(), sheet)].into(), &mut ledger).unwrap();
    (game, before, played)
}

/// Of two plays of a season, in one of which a power wrote a line more, all others get the same known, report, form
/// and newspaper, and its author does not.
pub fn only_its_author_notices(
    game: &dyn Game,
    (base, other): (&Played, &Played),
    author: &str,
    line: &str,
) {
    for (power, known) in &base.after.known {
        let pages = |known: &str| {
            let (view, form) = (game.view(known).unwrap(), game.form(known, "t", None).unwrap());
            format!("{known}{view}{form}")
        };
        let same = pages(known) == pages(&other.after.known[power]);
        assert_eq!(same, power != author, "{power}: {line}");
    }
    let public =
        |played: &Played| game.known_to_all(None, &base.after.state, &played.events).unwrap();
    assert_eq!(public(base), public(other), "the newspaper: {line}");
}

/// What all others get is the same, whatever a list says that is not carried out.
#[test]
fn what_is_not_carried_out_is_its_authors_secret() {
    let plain = "- influence: {on: Denmark, bribe: 2}\n";
    let (_, _, base) = autumn(plain);
    for line in [
        "- embassy: {on: Sweden, bribe: 4, if: London is ours}\n",
        "- influence: {on: Sweden, bribe: 4}\n",
        "- declare war: {on: Sweden, if: Moscow is ours}\n",
        "- embassy: {on: turkey, if: treasury >= 90}\n",
        "- declare war: Bavaria\n",
    ] {
        let (game, _, other) = autumn(&format!("{plain}{line}"));
        only_its_author_notices(&*game, (&base, &other), "france", line);
    }
}

/// What of a bribe is not spent, since it counts for nothing, nobody else hears of.
#[test]
fn a_bribe_that_is_not_spent_is_its_authors_secret() {
    let (_, before, one) = autumn("- influence: {on: Denmark, bribe: 4}\n");
    let (_, _, other) = autumn("- influence: {on: Denmark, bribe: 7}\n");
    for (power, known) in &one.after.known {
        assert_eq!(known, &other.after.known[power], "{power}");
    }
    let chest = |at: &Position| known(at, "france").money.chest("france");
    assert_eq!(chest(&before) - chest(&one.after), 4);
    assert_eq!(state(&one.after).money, state(&other.after).money);
}

/// The tests above would find a leak: the pounds of an attempt that is made are open to all.
#[test]
fn a_bribe_that_is_paid_is_no_secret() {
    let (_, _, one) = autumn("- influence: {on: Denmark, bribe: 2}\n");
    let (_, _, other) = autumn("- influence: {on: Denmark, bribe: 4}\n");
    assert_ne!(one.after.known["austria"], other.after.known["austria"]);
}

/// The form has the numbers of the table, and the receipt says the same of what is written.
#[test]
fn form_and_receipt_say_what_dice_need() {
    let (game, before, played) = autumn("- influence: {on: Denmark, bribe: 4}\n");
    let form = game.form(&before.known["france"], "track", None).unwrap();
    assert!(form.contains("`bribe:` 0/2/4") && form.contains("10/9/8 for Denmark"), "{form}");
    assert!(
        form.contains("`bribe:` 0/4/8, £4/£8/£12 in all") && form.contains("11/10/9 for Turkey"),
        "{form}"
    );
    assert!(form.contains("# politics:"), "{form}");
    let ward = game.form(&before.known["turkey"], "track", None).unwrap();
    assert!(!ward.contains("politics:"), "nobody plays Turkey: {ward}");
    let sheet = "season: autumn 1805\npower: france\npolitics:\n- influence: {on: Denmark, bribe: 4}\n- embassy: \
                 {on: Sweden, bribe: 5}\n- influence: prussia\n- satellite: Baden\n";
    let receipt = game.check(&before.known["france"], sheet).unwrap();
    let told: Vec<String> = receipt
        .understood
        .iter()
        .flat_map(play::UnderstoodEntry::words)
        .map(str::to_owned)
        .collect();
    let told = told.join("\n");
    assert!(
        told.contains("two dice need 8 or more (+2 national modifier, +2 bribes), for £4"),
        "{told}"
    );
    let faults = receipt.faults.render(sheet);
    for says in ["bribes count by £2, and £4 at most", "somebody plays it", "declared in winter"]
    {
        assert!(faults.contains(says), "{says}: {faults}");
    }
    let report = game.view(&played.after.known["britain"]).unwrap().to_string();
    assert!(report.contains("An attempt of France to win Denmark"), "{report}");
    assert!(report.contains("Powers that nobody plays, moved by France"), "{report}");
    // Their keeper's player writes for them: of a neutral power whom the rules name, on a side its leader.
    let keeper = |at: &Position| at.season.asks.keeper("turkey").map(str::to_owned);
    assert_eq!(keeper(&played.after).as_deref(), Some("france"));
    let mut ledger = Ledger::seeded("war", [3; 32]);
    let war = "season: winter 1805\npower: france\npolitics:\n- declare war: turkey\n".to_owned();
    let sheets = BTreeMap::from([("france".to_owned(), war)]);
    let at_war = game.resolve(&played.after, &sheets, &mut ledger).unwrap().after;
    assert_eq!(keeper(&at_war).as_deref(), Some("britain"), "the last of the coalition's powers");
}

/// In a scenario without the track, and in its first season, the key is refused.
#[test]
fn politics_is_refused_where_it_is_not_played() {
    let sheet = "power: france\npolitics:\n- influence: Denmark\n";
    for (page, says) in [
        (money::europe(), "nobody is won over and no war declared in this scenario"),
        (page(), "the first season has no diplomatic phase"),
    ] {
        let (game, _) = money::open(&page);
        let mut ledger = Ledger::seeded("set-up", [5; 32]);
        let at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
        let receipt = game.check(&at.known["france"], sheet).unwrap();
        let faults = receipt.faults.render(sheet);
        assert!(faults.contains(says), "{faults}");
        assert!(!game.form(&at.known["france"], "track", None).unwrap().contains("politics:"));
        let spring = at.known["france"].replace("\"summer 1805\"", "\"spring 1806\"");
        let faults = game.check(&spring, sheet).unwrap().faults.render(sheet);
        let says = match page.contains("track:") {
            true => "was for the cabinet before spring 1806",
            false => says,
        };
        assert!(faults.contains(says), "{faults}");
    }
}

/// Who may try for whom is told by one function, to the form as to the season.
#[test]
fn the_form_asks_the_truth_where_all_is_known() {
    let (game, book) = money::open(&page());
    let mut ledger = Ledger::seeded("set-up", [5; 32]);
    let at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    let (state, known) = (state(&at), known(&at, "france"));
    let both = [
        politics_form::open_to(&book, &state, "france"),
        politics_form::open_to(&book, &known, "france"),
    ];
    assert_eq!(both[0], both[1]);
    assert_eq!(both[0].len(), 2, "{both:?}");
}
