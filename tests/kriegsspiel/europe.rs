//! The whole of Europe: powers that declare wars, agree on alliances and march on capitals, turn after turn.

use crate::money::without_budget;
use crate::sea;
use crate::table::{Table, events, player, state};
use crate::war::witness::Witness;
use kit::ledger::Ledger;
use kit::relations::Relation;
use kriegsspiel::position::Position as _;
use kriegsspiel::record::event::{
    CouncilEvent, Encounter, Event, MoneyEvent, PublicEvent, SeaEvent,
};
use kriegsspiel::sight::known::Known;
use play::Position;
use sheet::{Diagnostic, Weight};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A council's sheet: what a seed makes of it.
fn council(known: &Known, luck: u64) -> String {
    let mut sheet = format!("season: {}\npower: {}\n", known.moment(), known.power);
    let gone = &known.politics.conquered;
    let others: Vec<&String> = known
        .relations
        .parties()
        .filter(|other| **other != known.power && !gone.contains(*other))
        .collect();
    let Some(other) = others.get(usize::try_from(luck).unwrap() % others.len().max(1)) else {
        return sheet;
    };
    let is_free = known.politics.peace(&known.power, other).is_none();
    match known.relation(&known.power, other) {
        Relation::Neutral | Relation::Passage if is_free && !luck.is_multiple_of(3) => {
            writeln!(sheet, "politics: [{{declare war: {other}}}]").unwrap();
        }
        Relation::Neutral | Relation::Passage | Relation::War | Relation::Allied => {}
    }
    sheet
}

/// Alliances against a common enemy, which both write.
fn alliances(known: &Known) -> String {
    let mut text = String::new();
    let foes = |power: &str| {
        let all = known.relations.parties().filter(|other| known.at_war(power, other));
        all.cloned().collect::<Vec<_>>()
    };
    let own = foes(&known.power);
    for other in known.relations.parties().filter(|other| **other != known.power) {
        let neutral =
            matches!(known.relation(&known.power, other), Relation::Neutral | Relation::Passage);
        let gone = known.politics.conquered.contains(other);
        if neutral && !gone && foes(other).iter().any(|foe| own.contains(foe)) {
            let mut pair = [known.power.as_str(), other.as_str()];
            pair.sort_unstable();
            writeln!(text, "- {{name: {}, with: {other}, both: alliance}}", pair.join(" "))
                .unwrap();
        }
    }
    if text.is_empty() { text } else { format!("deals:\n{text}") }
}

/// Terms of all kinds.
fn terms(known: &Known, luck: u64) -> String {
    let mut text = String::new();
    for peace in known.politics.peaces.iter().filter(|one| one.terms.is_none()) {
        if peace.victor == known.power {
            let what = ["two provinces", "one province", "reparations"];
            let what = what[usize::try_from(luck).unwrap() % what.len()];
            writeln!(text, "- take: {{from: {}, terms: {what}}}", peace.loser).unwrap();
        }
    }
    if text.is_empty() { text } else { format!("terms:\n{text}") }
}

/// A turn's sheet: all generals march on the nearest capital of an enemy, and fight whom they meet.
fn turn(table: &Table, known: &Known, luck: u64) -> String {
    let book = &table.book;
    let enemies = known.relations.parties().filter(|other| known.at_war(&known.power, other));
    let goals: Vec<_> = enemies.flat_map(|enemy| book.lands.capitals(enemy)).collect();
    let mut text = format!("season: {}\npower: {}\n", known.season, known.power);
    let ships = sea::purchase(book, known, luck);
    writeln!(text, "budget: [{{supply: all}}, {{action points: as needed}}{ships}]").unwrap();
    text += "orders:\n";
    let mut some = false;
    for general in known.own_generals() {
        let goal = goals.iter().filter(|at| known.holder(book, **at) != Some(&known.power));
        let goal = goal.min_by_key(|at| book.atlas.distance(general.at, **at));
        let Some(goal) = goal.filter(|at| **at != general.at) else { continue };
        some = true;
        writeln!(text, "- army: \"{}\"", general.name).unwrap();
        writeln!(text, "  steps: [{{attack: {}}}]", book.atlas.number(*goal)).unwrap();
        text += "  stance: attack\n";
    }
    let ships = sea::entries(book, known, luck);
    if !some && ships.is_empty() {
        text = text.replace("orders:\n", "orders: []\n");
    }
    text + &ships + &terms(known, luck) + &alliances(known)
}

fn written(table: &Table, known: &str, luck: u64) -> String {
    let read: Known = serde_json::from_str(known).unwrap();
    if read.politics.council {
        return council(&read, luck) + &terms(&read, luck) + &alliances(&read);
    }
    // Some wander about instead, as the players of other tests do.
    match luck % 5 {
        // They buy no troops: who comes and goes is counted.
        0 => without_budget(&player::sheet(&table.book, known, luck)),
        _ => turn(table, &read, luck),
    }
}

/// What happened in a game, counted by its kind.
type Seen = BTreeMap<&'static str, usize>;

fn count(event: &Event, seen: &mut Seen) {
    let kind = match event {
        Event::Council(CouncilEvent::WarDeclared { .. }) => "war",
        Event::Council(CouncilEvent::AllianceMade { .. }) => "alliance",
        Event::Council(CouncilEvent::TermsSet { terms, .. }) => terms.word(),
        Event::Council(CouncilEvent::ForcedPeaceEnded { .. }) => "peace over",
        Event::Council(CouncilEvent::Conquered { .. }) => "conquered",
        Event::Public(PublicEvent::Submitted { .. }) => "submitted",
        Event::Public(PublicEvent::TitlePassed { .. }) => "province",
        Event::Public(PublicEvent::Scored { winner: Some(_), .. }) => "won",
        Event::Money(MoneyEvent::Seized { .. }) => "bank taken",
        Event::Money(MoneyEvent::TributePaid { .. }) => "tribute",
        Event::Money(MoneyEvent::Privateered { .. }) => "privateers",
        Event::Sea(SeaEvent::Enlarged { .. }) => "ships bought",
        Event::Sea(SeaEvent::Sailed { .. }) => "sailed",
        Event::Sea(SeaEvent::FoughtAtSea(_)) => "battle at sea",
        Event::Sea(SeaEvent::PrizesTaken { .. }) => "prizes",
        Event::Sea(SeaEvent::PrizesJoined { .. }) => "prizes home",
        Event::Sea(SeaEvent::Stormed { .. }) => "storm",
        Event::Sea(SeaEvent::Embarked { .. }) => "aboard",
        Event::Sea(SeaEvent::Landed { .. }) => "landed",
        Event::Sea(SeaEvent::LostAboard { .. }) => "lost aboard",
        Event::Sea(SeaEvent::Met { outcome: Encounter::Fled, .. }) => "frigates fled",
        _ => return,
    };
    *seen.entry(kind).or_default() += 1;
}

/// One game, up to so many exchanges: the events say all, and everybody knows who is with whom.
fn game(seed: u64, most: usize, seen: &mut Seen) -> usize {
    let table = Table::named("kriegsspiel/europe", &[]);
    let mut at = table.opening();
    for nth in 0..most {
        let season = at.season.to_string();
        let luck = |who: usize| seed * 7919 + nth as u64 * 101 + who as u64 * 31;
        let write = |(who, (power, known)): (usize, (&String, &String))| {
            let asked = at.season.asks.asks(power);
            asked.then(|| (power.clone(), written(&table, known, luck(who))))
        };
        let sheets: BTreeMap<String, String> =
            at.known.iter().enumerate().filter_map(write).collect();
        // Reading a sheet of twenty armies takes longer than playing it.
        let one_in = if crate::effort::is_more() { 1 } else { 5 };
        let read = |who: usize| (who + nth).is_multiple_of(one_in);
        for (power, sheet) in
            sheets.iter().enumerate().filter(|(who, _)| read(*who)).map(|(_, one)| one)
        {
            let faults = table.game.check(&at.known[power], sheet).unwrap().faults;
            let told = faults.render(sheet);
            // They march beyond their purse, and organise what cannot be.
            let trials = ["no-action-points", "order-of-battle", "not-bought"];
            let is_trial = |one: &Diagnostic| trials.contains(&one.code);
            let sound = faults.iter().all(|one| one.weight == Weight::Remark || is_trial(one));
            assert!(sound, "{power}, {season}, game {seed}: {told}\n{sheet}");
        }
        let mut ledger = Ledger::seeded(&season, [u8::try_from(seed).unwrap(); 32]);
        let played = table.game.resolve(&at, &sheets, &mut ledger).unwrap();
        let all = events(&played);
        let mut witness = Witness::new(&table.book, state(&at));
        let mut kinds = BTreeMap::new();
        sea::watch(&table.book, state(&at), &all, &format!("game {seed}, {season}"));
        witness.watch(&all, &format!("game {seed}, {season}"), &mut kinds);
        assert_eq!(
            witness.state,
            state(&played.after),
            "{season}, game {seed}: the events say all"
        );
        all.iter().for_each(|event| count(event, seen));
        is_sound(&table, &played.after, &format!("{season}, game {seed}"));
        if played.over {
            return nth + 1;
        }
        at = played.after;
    }
    most
}

/// Everybody knows what is published of politics; nobody who keeps a peace is at war with whom they keep it; who is
/// conquered has nothing.
fn is_sound(table: &Table, at: &Position, around: &str) {
    let now = state(at);
    for known in at.known.values() {
        let known: Known = serde_json::from_str(known).unwrap();
        assert_eq!(
            (&known.relations, &known.politics),
            (&now.relations, &now.politics),
            "{around}"
        );
        assert_eq!(known.money.titles, now.money.titles, "{around}");
    }
    for peace in &now.politics.peaces {
        assert!(!now.at_war(&peace.victor, &peace.loser), "{around}: {peace:?}");
        assert!(peace.until >= now.season, "{around}: {peace:?} is over");
    }
    for nation in &now.politics.conquered {
        let is_theirs = |power: &String| power == nation;
        assert!(!now.formations.values().any(|one| is_theirs(&one.power)), "{around}");
        assert!(!now.generals.values().any(|one| is_theirs(&one.power)), "{around}");
        let capitals = table.book.lands.capitals(nation);
        let holds = |at| now.holder(&table.book, at) == Some(nation);
        assert!(!capitals.into_iter().any(holds), "{around}: {nation} holds a capital");
    }
}

/// Games of Europe by players who aim; in a long run twenty to their end.
#[test]
fn europe_is_fought_and_makes_peace() {
    let is_long = crate::effort::is_long();
    let (games, most) = if is_long { (20, 44) } else { (1, 9) };
    let mut seen = Seen::new();
    let lengths: Vec<usize> = (1..=games).map(|seed| game(seed, most, &mut seen)).collect();
    println!("exchanges {lengths:?}, {seen:?}");
    let short = ["war", "alliance", "sailed", "battle at sea", "aboard", "landed", "ships bought"];
    let long = [
        "war",
        "alliance",
        "submitted",
        "two provinces",
        "one province",
        "reparations",
        "tribute",
        "bank taken",
        "peace over",
        "conquered",
        "province",
        "won",
        "sailed",
        "battle at sea",
        "prizes",
        "prizes home",
        "storm",
        "frigates fled",
        "privateers",
        "aboard",
        "landed",
        "lost aboard",
        "ships bought",
    ];
    let expected = if is_long { &long[..] } else { &short[..] };
    let missing: Vec<_> = expected.iter().filter(|kind| !seen.contains_key(**kind)).collect();
    assert!(missing.is_empty(), "{missing:?} of {seen:?}");
}
