//! Money: what is in a chest is what its events say, nobody spends what is not there, and a province
//! pays one owner.

use crate::player;
use kit::ledger::Ledger;
use nations::book::Book;
use nations::money::treasury::{Scene, income};
use nations::record::event::{Event, Line, MoneyEvent, Revenue, SpendingEvent};
use nations::record::state::{Money, State};
use nations::sight::known::Known;
use play::{Game, Played, Position};
use std::collections::{BTreeMap, BTreeSet};

/// The chests as the events alone say them.
#[derive(Default)]
pub struct Sums(BTreeMap<String, i32>);

impl Sums {
    /// From what is in the chests at the start.
    pub fn of(chests: &BTreeMap<String, i32>) -> Self {
        Self(chests.clone())
    }

    /// Whether chests are what was paid.
    pub fn agree_with(&self, chests: &BTreeMap<String, i32>) -> bool {
        self.chests() == filled(chests)
    }

    fn pay(&mut self, who: &str, pounds: i32, at: &str) {
        let chest = self.0.entry(who.to_owned()).or_default();
        *chest += pounds;
        assert!(*chest >= 0, "{who} has £{chest}: {at}");
    }

    pub fn hear(&mut self, event: &Event, at: &str) {
        match event {
            Event::Money(MoneyEvent::Forfeited { who, pounds, .. }) => {
                assert_eq!(self.0.get(who), Some(pounds), "{who} loses all: {at}");
                self.pay(who, -pounds, at);
            }
            Event::Money(MoneyEvent::Collected { who, lines, pounds, .. }) => {
                let sum: i32 = lines.iter().map(|line| line.pounds).sum();
                assert_eq!(*pounds, sum.max(0), "{who}'s lines are its income: {at}");
                self.pay(who, *pounds, at);
            }
            Event::Money(MoneyEvent::Conscripted { who, pounds, .. }) => self.pay(who, *pounds, at),
            Event::Money(MoneyEvent::FavourBought { who, pounds, .. }) => {
                self.pay(who, -pounds, at)
            }
            Event::Spending(SpendingEvent::Paid { purse, to, pounds, .. }) => {
                self.pay(&purse.owner, -pounds, at);
                self.pay(to, *pounds, at);
            }
            Event::Spending(SpendingEvent::CardBought { purse, from, pounds, .. }) => {
                self.pay(&purse.owner, -pounds, at);
                self.pay(from, *pounds, at);
            }
            Event::Spending(event) => {
                if let Some((purse, bill)) = event.bill() {
                    self.pay(&purse.owner, -bill.pounds, at);
                }
            }
            _ => {}
        }
    }

    fn chests(&self) -> BTreeMap<&str, i32> {
        filled(&self.0)
    }
}

fn filled(chests: &BTreeMap<String, i32>) -> BTreeMap<&str, i32> {
    let all = chests.iter().filter(|(_, pounds)| **pounds != 0);
    all.map(|(who, pounds)| (who.as_str(), *pounds)).collect()
}

/// A province is lost, won or ceded by one owner, and a harbour pays two at the most.
fn one_owner(book: &Book, state: &State, events: &[Event], at: &str) {
    let mut paid: BTreeMap<(Revenue, String), Vec<&str>> = BTreeMap::new();
    let collected = events.iter().filter_map(|event| match event {
        Event::Money(MoneyEvent::Collected { who, lines, .. }) => Some((who, lines)),
        _ => None,
    });
    for (who, lines) in collected {
        for Line { what, of, .. } in lines {
            paid.entry((*what, of.clone())).or_default().push(who);
            let own = state.titles.owner(book, of) == Some(who);
            match what {
                Revenue::Held | Revenue::Won => assert!(own, "{of} is not {who}'s: {at}"),
                Revenue::Ceded => assert!(!own, "{of} is {who}'s: {at}"),
                Revenue::Trade => {
                    let province = book.atlas.named(of).and_then(|at| book.atlas.province(at));
                    let owner = province.and_then(|one| state.titles.owner(book, &one.name));
                    assert!(who == "britain" || owner == Some(who), "{of} pays {who}: {at}");
                }
                Revenue::Chart
                | Revenue::Preset
                | Revenue::Annexed
                | Revenue::Corsairs
                | Revenue::Indemnity
                | Revenue::Owed
                | Revenue::Gold
                | Revenue::Revolt
                | Revenue::Card => {}
            }
        }
    }
    for ((what, of), who) in paid.iter().filter(|((_, of), _)| !of.is_empty()) {
        let once: BTreeSet<&&str> = who.iter().collect();
        assert_eq!(once.len(), who.len(), "{of} is in one line of an income: {at}");
        let most = if *what == Revenue::Trade { 2 } else { 1 };
        assert!(who.len() <= most, "{of} pays {who:?}: {at}");
    }
}

/// A power knows what is in its own chest, and nothing of others'.
fn own_chests(state: &State, after: &Position, at: &str) {
    for (power, known) in &after.known {
        let known: Known = serde_json::from_str(known).unwrap();
        let Money { chests, .. } = &known.money;
        assert_eq!(known.money.chest(power), state.money.chest(power), "{power} knows: {at}");
        let others = chests.keys().filter(|who| *who != power && known.relations.takes_part(who));
        assert_eq!(others.collect::<Vec<_>>(), Vec::<&String>::new(), "{power} knows: {at}");
    }
}

/// What a power reckons beforehand comes in, unless it is in doubt; whether one had no doubt.
fn as_reckoned(book: &Book, before: &Position, events: &[Event], at: &str) -> bool {
    let mut sure = false;
    for (power, known) in &before.known {
        let known: Known = serde_json::from_str(known).unwrap();
        let reckoned = income(&Scene::of(book, &known), power, known.season.year);
        let came = events.iter().find_map(|event| match event {
            Event::Money(MoneyEvent::Collected { who, lines, .. }) if who == power => Some(lines),
            _ => None,
        });
        let Some(came) = came.filter(|_| reckoned.doubts.is_empty()) else { continue };
        let robbed = |line: &&Line| line.what != Revenue::Corsairs;
        let came: Vec<&Line> = came.iter().filter(robbed).collect();
        assert_eq!(came, reckoned.lines.iter().collect::<Vec<_>>(), "{power} reckons: {at}");
        sure = true;
    }
    sure
}

fn events(played: &Played) -> Vec<Event> {
    played.events.iter().map(|event| serde_json::from_str(event).unwrap()).collect()
}

pub fn open(page: &str) -> (Box<dyn Game>, Book) {
    let mut shelf = play::shelf::<nations::Nations>();
    shelf.lay("nations/money/scenario.yaml", page.to_owned());
    let (referee, name) = play::find(&[nations::REFEREE], &shelf, "nations/money").unwrap();
    let game = referee.open(&shelf, &name, &BTreeMap::new()).unwrap();
    let book = Book::read(&shelf, &name, &BTreeMap::new()).unwrap();
    (game, book)
}

/// Plays a game in which nobody marches and everybody spends.
fn game(page: &str, seed: u64) -> BTreeSet<String> {
    let (game, book) = open(page);
    let mut ledger = Ledger::seeded("set-up", [seed as u8; 32]);
    let mut before = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    let state = |at: &Position| -> State { serde_json::from_str(&at.state).unwrap() };
    let mut sums = Sums(state(&before).money.chests);
    let mut seen = BTreeSet::new();
    loop {
        let season = before.season.to_string();
        let is_cabinet = season.starts_with("cabinet");
        let spend = before.known.iter().filter(|_| is_cabinet);
        let sheets = spend.enumerate().map(|(nth, (power, known))| {
            (power.clone(), player::sheet(&book, known, seed * 10 + nth as u64))
        });
        let sheets: BTreeMap<String, String> = sheets.collect();
        let mut ledger = Ledger::seeded(&season, [seed as u8; 32]);
        let played = game.resolve(&before, &sheets, &mut ledger).unwrap();
        let (events, after) = (events(&played), state(&played.after));
        let at = format!("{season}, game {seed}");
        for event in &events {
            sums.hear(event, &at);
            if let Event::Money(_) | Event::Spending(_) = event {
                let document = serde_json::to_value(event).unwrap();
                seen.extend(document.as_object().unwrap().keys().cloned());
            }
        }
        assert_eq!(sums.chests(), filled(&after.money.chests), "{at}");
        one_owner(&book, &after, &events, &at);
        own_chests(&after, &played.after, &at);
        abroad(&after, &played.after, &at);
        if is_cabinet && as_reckoned(&book, &before, &events, &at) {
            seen.insert("as reckoned".to_owned());
        }
        if played.over {
            return seen;
        }
        before = played.after;
    }
}

/// The scenario of seven powers in Europe, with money and two years longer.
pub fn europe() -> String {
    let page = include_str!("../scenarios/europe-1805/scenario.yaml");
    let longer = page.replace("last season: summer 1806", "last season: spring 1810");
    assert_ne!(page, longer, "the page says its last season");
    longer
        + "\nmoney: {chests: {france: 24, britain: 22, austria: 8, prussia: 15, russia: 9}}\ncorsairs: 3\n"
}

/// Who is in a foreign war is counted there and nowhere else, and known to their own power alone.
fn abroad(state: &State, after: &Position, at: &str) {
    for (name, there) in &state.money.abroad {
        let own = state.squadrons.iter().filter(|squadron| squadron.power == there.power);
        let afloat: BTreeSet<&String> = own.flat_map(|squadron| &squadron.fleets).collect();
        assert!(there.fleets.iter().all(|fleet| !afloat.contains(fleet)), "{name}: {at}");
        for (power, known) in &after.known {
            let known: Known = serde_json::from_str(known).unwrap();
            let told = Some(there).filter(|there| there.power == *power);
            assert_eq!(known.money.abroad.get(name), told, "{power} knows of {name}: {at}");
        }
    }
}

/// What happened in some games.
fn games(page: &str, seeds: std::ops::Range<u64>) -> BTreeSet<String> {
    seeds.flat_map(|seed| game(page, seed)).collect()
}

#[test]
fn the_chests_of_seven_powers_are_the_sums_of_their_events() {
    let seen = games(&europe(), 0..3);
    for kind in [
        "forfeited",
        "collected",
        "conscripted",
        "raised",
        "refilled",
        "paid",
        "kept",
        "raided",
        "as reckoned",
    ] {
        assert!(seen.contains(kind), "{kind} is not among {seen:?}");
    }
}

/// Europe with three foreign wars; one has begun.
pub fn with_foreign_wars() -> String {
    let page = europe();
    let wars = "foreign wars: [{war: India, since: 1805}, {war: USA, since: 1806}, \
                {war: Persia, since: 1807}]";
    let with = page.replace("money: {", &format!("money: {{{wars}, "));
    assert_ne!(page, with);
    with
}

#[test]
fn foreign_wars_take_troops_and_money() {
    let seen = games(&with_foreign_wars(), 0..3);
    for kind in
        ["war-began", "paid-for-abroad", "war-tried", "war-ended", "sent-abroad", "came-home"]
    {
        assert!(seen.contains(kind), "{kind} is not among {seen:?}");
    }
}

/// Form, receipt and report speak of a foreign war; to others by numbers alone.
#[test]
fn a_foreign_war_is_told() {
    let (game, _) = open(&with_foreign_wars());
    let mut at = opened(&*game);
    while at.season.to_string() != "cabinet 1806" {
        at = resolve(&*game, &at);
    }
    let britain = &at.known["britain"];
    let form = game.form(britain, "europe", None).unwrap();
    assert!(form.contains("USA, begins: it asks for") && form.contains("send:"), "{form}");
    let france = game.form(&at.known["france"], "europe", None).unwrap();
    assert!(!france.contains("USA") && !france.contains("send:"), "{france}");
    let sheet = "season: cabinet 1806\npower: britain\nbudget: [{keep: 1}]\n";
    let told = game.check(britain, sheet).unwrap().understood;
    let told: Vec<&str> = told.iter().flat_map(play::UnderstoodEntry::words).collect();
    let says = |words: &str| told.iter().any(|line| line.contains(words));
    assert!(says("to the war abroad, USA") && says("it pays £8"), "{told:?}");
    let after = resolve(&*game, &at);
    let view = |power: &str| game.view(&after.known[power]).unwrap().to_string();
    let (own, other) = (view("britain"), view("france"));
    assert!(own.contains("it pays £8") && !other.contains("it pays £8"), "{own} {other}");
    assert!(other.contains("sends 2 steps to the war abroad, USA"), "{other}");
}

/// Europe with Bavaria beside France, whose purse France keeps.
fn with_a_minor_purse() -> String {
    let page = europe().replace(" Bavaria, Berg,", "");
    page + "countries: {Bavaria: allied to france}\n"
}

/// The first accounts of a campaign in which a power gives another £3: those that the umpire is told,
/// and those that the powers are told of their own purses, by their titles.
fn accounts(page: &str, giver: &str, to: &str) -> [BTreeMap<String, String>; 2] {
    let (game, _) = open(page);
    let mut at = opened(&*game);
    while !at.season.to_string().starts_with("cabinet") {
        at = resolve(&*game, &at);
    }
    let gift = format!("budget: [{{gift: {{to: {to}, pounds: 3}}}}]");
    let sheet = format!("season: {}\npower: {giver}\n{gift}\n", at.season);
    let mut ledger = Ledger::seeded(&at.season.to_string(), [7; 32]);
    let played = game.resolve(&at, &[(giver.to_owned(), sheet)].into(), &mut ledger).unwrap();
    let told = |known: &str| {
        let purses = game.view(known).unwrap()["account"]["purses"].clone();
        let purses = purses.as_array().cloned().unwrap_or_default().into_iter();
        purses.map(|purse| (purse["title"].to_string(), purse.to_string())).collect::<Vec<_>>()
    };
    let umpire = told(&game.known_to_umpire(&at.state, &played.events).unwrap());
    let powers = played.after.known.values().flat_map(|known| told(known));
    [umpire.into_iter().collect(), powers.collect()]
}

/// The umpire is told each purse's account as the power that keeps it, line by line.
#[test]
fn the_umpire_is_told_every_account_whole() {
    for (page, giver, to) in
        [(europe(), "russia", "austria"), (with_a_minor_purse(), "france", "Bavaria")]
    {
        let [umpire, powers] = accounts(&page, giver, to);
        assert_eq!(umpire, powers, "{giver}");
        let says = |words: &str| powers.values().any(|purse| purse.contains(words));
        for words in ["given to", "given by", "fills a"] {
            assert!(says(words), "`{words}` is not in {powers:?}");
        }
    }
}

/// Money that a power gives to a minor country whose purse it keeps came from nowhere else.
#[test]
fn what_a_minor_country_is_given_stands_in_its_account() {
    let [_, powers] = accounts(&with_a_minor_purse(), "france", "Bavaria");
    let bavaria = &powers["\"Bavaria\""];
    assert!(bavaria.contains("+£3  given by France"), "{bavaria}");
    assert!(!bavaria.contains("kept from last year"), "{bavaria}");
}

/// What the receipt refuses of gifts, the cabinet refuses, line by line and in the same words
/// (NIA §12.2.5).
#[test]
fn the_receipt_refuses_the_gifts_that_the_cabinet_refuses() {
    let (game, _) = open(&europe());
    let mut at = opened(&*game);
    while at.season.to_string() != "cabinet 1806" {
        at = resolve(&*game, &at);
    }
    let all = "£6 is the most that one power may give them";
    for (gifts, refused, why) in [
        (vec![5, 5], vec![2], "at most £1 may be given to them"),
        (vec![6, 6], vec![2], "nothing more may be given to them"),
        (vec![2, 3, 1, 1], vec![4], "nothing more may be given to them"),
        (vec![7, 6], vec![1], "£6 is the most"),
    ] {
        let lines =
            gifts.iter().map(|pounds| format!("{{gift: {{to: austria, pounds: {pounds}}}}}"));
        let lines = lines.collect::<Vec<_>>().join(", ");
        let sheet = format!("season: cabinet 1806\npower: russia\nbudget: [{lines}]\n");
        let checked = game.check(&at.known["russia"], &sheet).unwrap();
        let said: Vec<&str> = checked.faults.iter().map(|fault| fault.text.as_str()).collect();
        let [fault] = said[..] else { panic!("{gifts:?}: {said:?}") };
        assert!(fault.contains(why) && fault.contains(all), "{gifts:?}: {fault}");
        let mut ledger = Ledger::seeded("cabinet 1806", [7; 32]);
        let played =
            game.resolve(&at, &[("russia".to_owned(), sheet)].into(), &mut ledger).unwrap();
        let not_done = events(&played).into_iter().filter_map(|event| match event {
            Event::Spending(SpendingEvent::NotCarriedOut { purse, line, .. }) => {
                (purse.owner == "russia").then_some(line)
            }
            _ => None,
        });
        assert_eq!(not_done.collect::<Vec<_>>(), refused, "{gifts:?}");
        let view = game.view(&played.after.known["russia"]).unwrap().to_string();
        assert!(view.contains(why) && view.contains(all), "{gifts:?}: {view}");
    }
}

/// Which corps is in a foreign war is a secret of its power: when it is another, others get the same,
/// and enemies also after it is back.
#[test]
fn nobody_learns_which_corps_is_in_a_foreign_war() {
    let (game, _) = open(&with_foreign_wars());
    let mut at = opened(&*game);
    let mut twin = at.clone();
    let other = |money: &mut Money| {
        let war = money.abroad.get_mut("India").expect("it has begun");
        assert_eq!((war.units.len(), war.units[0].modifier), (1, 1));
        war.units[0].modifier = 0;
    };
    let mut state: State = serde_json::from_str(&twin.state).unwrap();
    other(&mut state.money);
    twin.state = serde_json::to_string(&state).unwrap();
    let mut britain: Known = serde_json::from_str(&twin.known["britain"]).unwrap();
    other(&mut britain.money);
    twin.known.insert("britain".to_owned(), serde_json::to_string(&britain).unwrap());
    let is_there = |at: &Position| at.state.contains("\"India\"");
    let mut seasons = 0;
    while is_there(&at) || seasons < 8 {
        (at, twin) = (resolve(&*game, &at), resolve(&*game, &twin));
        // Her own side sees the corps when it is back.
        let friends = ["austria", "russia", "prussia"].into_iter().filter(|_| is_there(&at));
        for power in ["france", "spain", "turkey"].into_iter().chain(friends) {
            assert!(at.known[power] == twin.known[power], "{power}, {}", at.season);
        }
        seasons += 1;
        assert!(seasons < 20, "the war does not end");
    }
    assert_ne!(at.known["britain"], twin.known["britain"]);
}

fn opened(game: &dyn Game) -> Position {
    let mut ledger = Ledger::seeded("set-up", [7; 32]);
    game.opening(&BTreeMap::new(), &mut ledger).unwrap().after
}

/// The next season, without orders.
fn resolve(game: &dyn Game, at: &Position) -> Position {
    let mut ledger = Ledger::seeded(&at.season.to_string(), [7; 32]);
    game.resolve(at, &BTreeMap::new(), &mut ledger).unwrap().after
}

#[test]
fn in_spain_and_portugal_too() {
    let page = include_str!("../../campaigns/nations/spanish-ulcer-1808/scenario.yaml");
    let seen = games(page, 0..3);
    for kind in ["forfeited", "collected", "raised", "paid", "as reckoned"] {
        assert!(seen.contains(kind), "{kind} is not among {seen:?}");
    }
}

/// What is saved is lost in secret: others' reports are the same, however much it was.
#[test]
fn nobody_learns_what_another_loses() {
    let page = include_str!("../../campaigns/nations/spanish-ulcer-1808/scenario.yaml");
    let (game, _) = open(page);
    let mut ledger = Ledger::seeded("set-up", [7; 32]);
    let mut at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    let resolve = |at: &Position| {
        let mut ledger = Ledger::seeded(&at.season.to_string(), [7; 32]);
        game.resolve(at, &BTreeMap::new(), &mut ledger).unwrap()
    };
    while !at.season.to_string().starts_with("cabinet") {
        at = resolve(&at).after;
    }
    let mut twin = at.clone();
    let poorer = |money: &mut Money| money.chests.insert("france".to_owned(), 1);
    let mut state: State = serde_json::from_str(&twin.state).unwrap();
    assert_eq!(poorer(&mut state.money), Some(15), "France has saved something else");
    twin.state = serde_json::to_string(&state).unwrap();
    let mut france: Known = serde_json::from_str(&twin.known["france"]).unwrap();
    poorer(&mut france.money);
    twin.known.insert("france".to_owned(), serde_json::to_string(&france).unwrap());
    let (one, other) = (resolve(&at), resolve(&twin));
    for (power, known) in &one.after.known {
        let same = *known == other.after.known[power];
        assert_eq!(same, power != "france", "{power}");
    }
}

/// Which corsairs are at sea when a game begins is a matter of lots, and everybody can count them.
#[test]
fn corsairs_are_drawn_at_the_opening() {
    let (game, book) = open(&europe());
    let draw = |seed: u8| {
        let mut ledger = Ledger::seeded("set-up", [seed; 32]);
        let after = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
        let state: State = serde_json::from_str(&after.state).unwrap();
        for known in after.known.values() {
            let known: Known = serde_json::from_str(known).unwrap();
            assert_eq!(known.corsairs, state.corsairs);
        }
        state.corsairs
    };
    let draws: BTreeSet<BTreeSet<String>> = (0..20).map(draw).collect();
    assert!(draws.len() > 3, "{draws:?}");
    assert!(draws.iter().all(|drawn| drawn.len() == 3));
    assert!(draws.iter().flatten().all(|corsair| book.sea.corsairs.contains_key(corsair)));
}
