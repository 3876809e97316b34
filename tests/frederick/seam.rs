//! The game as the desk sees it: campaigns by sheets in text, played by automatic players, and what
//! must hold between two seasons.
//!
//! A fiftieth of `UMPIRE_CASES` is played, in a long run all that a release promises.

use crate::courtiers::{self, Courtier};
use crate::luck::Luck;
use frederick::book::Book;
use frederick::book::options::Extra;
use frederick::book::troops::Kind;
use frederick::position::Position as _;
use frederick::record::event::{
    CourtEvent, Event, ForceEvent, MarkerEvent, SeaEvent, WarEvent, YearEvent,
};
use frederick::record::state::{MARKET, Outcome, SEARCH, State};
use frederick::sight::Known;
use frederick::{Frederick, REFEREE, must_hold};
use kit::deck::Place;
use kit::ground::Space;
use kit::ledger::{Entry, Ledger, What};
use kit::shelf::Shelf;
use play::{Game, Options, OwnForce, Played, Position, shelf};
use std::collections::BTreeMap;

/// A campaign by mail: its game, and where it stands.
pub struct ByMail {
    pub game: Box<dyn Game>,
    pub book: Book,
    pub at: Position,
    pub seed: u8,
    pub over: bool,
}

fn options(pairs: &[(&str, &str)]) -> Options {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

impl ByMail {
    /// A campaign before its first season.
    pub fn begun(scenario: &str, pairs: &[(&str, &str)], seed: u8) -> Self {
        Self::on(&shelf::<Frederick>(), scenario, pairs, seed)
    }

    /// The same with the pages of a shelf.
    pub fn on(shelf: &Shelf, scenario: &str, pairs: &[(&str, &str)], seed: u8) -> Self {
        let options = options(pairs);
        let game = REFEREE.open(shelf, scenario, &options).unwrap();
        let mut ledger = Ledger::seeded("set-up", [seed; 32]);
        let at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
        let asked = |entry: &&Entry| matches!(entry.what, What::Decision { .. });
        assert_eq!(ledger.entries().iter().find(asked), None, "nobody is asked at the start");
        let book = Book::read(shelf, scenario, &options).unwrap();
        Self { game, book, at, seed, over: false }
    }

    /// The same with empty hands and without an event of the first year.
    pub fn undrawn(scenario: &str, pairs: &[(&str, &str)], seed: u8) -> Self {
        let mut by_mail = Self::begun(scenario, pairs, seed);
        by_mail.at.state = serde_json::to_string(&State::set_up(&by_mail.book)).unwrap();
        for known in by_mail.at.known.values_mut() {
            *known = by_mail.game.before_start(known).unwrap();
        }
        by_mail
    }

    pub fn state(&self) -> State {
        serde_json::from_str(&self.at.state).unwrap()
    }

    pub fn known(&self, seat: &str) -> Known {
        serde_json::from_str(&self.at.known[seat]).unwrap()
    }

    pub fn seats(&self) -> Vec<String> {
        self.at.known.keys().cloned().collect()
    }

    /// What is wrong with a sheet: codes, and all of it as the receipt shows it.
    pub fn faults(&self, seat: &str, sheet: &str) -> (Vec<&'static str>, String) {
        let checked = self.game.check(&self.at.known[seat], sheet).unwrap();
        let codes = checked.faults.iter().map(|fault| fault.code).collect();
        (codes, checked.faults.render(sheet))
    }

    /// Plays a season, and goes on from there.
    pub fn play(&mut self, sheets: &BTreeMap<String, String>) -> (Played, Vec<Entry>) {
        let mut ledger = Ledger::seeded(&self.at.season.name, [self.seed; 32]);
        let played = self.game.resolve(&self.at, sheets, &mut ledger).unwrap();
        assert_eq!(ledger.finish(), Vec::<String>::new());
        self.at = played.after.clone();
        self.over = played.over;
        (played, ledger.entries().to_vec())
    }
}

/// The optional rules, all of them.
pub const EXTRAS: [(&str, &str); 4] =
    [("special-units", "on"), ("overrun", "on"), ("formal-sieges", "on"), ("prisoners", "on")];

/// An automatic player: legal sheets, and now and then odd ones.
pub struct Robot(pub Luck);

const MARKERS: [&str; 6] = ["best", "none", "Charge", "Infantry Drill", "Pioneers", "Special"];
const CONDITIONS: [&str; 8] = [
    "always",
    "odds >= 1:1",
    "odds < 1:2",
    "thaler >= 2",
    "go-around >= 2",
    "not enemy adjacent",
    "our strength >= 4",
    "holding Countermarch",
];

/// How often in a hundred a sheet has the aims of its seat before all else.
const PURPOSE: usize = 75;
/// The most entries of a sheet with an aim.
const AIMS: usize = 5;

/// The cities that a seat needs for its card and does not hold; of a seat without any, those of others
/// that pay the most.
fn wanted(by_mail: &ByMail, known: &Known) -> Vec<Space> {
    let (book, atlas) = (&by_mail.book, &by_mail.book.atlas);
    let majors = book.majors(&known.power).iter();
    let special = majors.flat_map(|major| book.ability(major).special.iter().flatten());
    let cities: Vec<Space> =
        special.flat_map(|some| &some.of).filter_map(|name| atlas.find(name)).collect();
    let missing = |at: &Space| known.own_at(*at).is_empty();
    if !cities.is_empty() {
        return cities.into_iter().filter(missing).collect();
    }
    let tax = |at: &Space| atlas.square(*at).place.as_ref().map_or(0, |place| place.tax);
    known.stacks.keys().copied().filter(|at| missing(at) && tax(at) > 1).collect()
}

/// Entries that bring the largest forces nearer to what the seat wants, and attack it.
fn aims(by_mail: &ByMail, known: &Known, forces: &[OwnForce]) -> String {
    let atlas = &by_mail.book.atlas;
    let wanted = wanted(by_mail, known);
    let near = |at: Space| wanted.iter().filter_map(|goal| atlas.distance(at, *goal)).min();
    let mut text = String::new();
    for force in forces.iter().filter(|force| !force.go.contains("sail")).take(AIMS) {
        let attacks = force.reach.deeds.iter().filter_map(|deed| {
            let name = deed.step.strip_prefix("attack: ")?;
            wanted.contains(&atlas.find(name)?).then(|| format!("attack: \"{name}\""))
        });
        let here = force.at.and_then(near);
        let closer = force.reach.goals.iter().filter_map(|goal| {
            let far = near(atlas.find(&goal.name)?)?;
            here.is_none_or(|here| far < here).then_some((far, &goal.name))
        });
        let march = closer.min().map(|(_, name)| format!("march: [\"{name}\"]"));
        let Some(step) = attacks.into_iter().next().or(march) else { continue };
        text += &format!("  - force: \"{}\"\n    steps: [{{{step}}}]\n", force.name);
    }
    text
}

impl Robot {
    fn one<'l>(&mut self, list: &[&'l str]) -> &'l str {
        self.0.pick(list).copied().unwrap_or_default()
    }

    /// A sheet of a seat for the season to come.
    pub fn sheet(&mut self, by_mail: &ByMail, seat: &str) -> String {
        let known = by_mail.known(seat);
        let head = format!("season: {}\npower: {seat}\n", by_mail.at.season.name);
        if known.open.season.is_court() {
            let mut courtier = Courtier { book: &by_mail.book, known: &known, luck: &mut self.0 };
            let court = courtier.sheet();
            return format!("{head}{court}{}", self.reactions(by_mail, seat));
        }
        let mut text = format!("{head}operations:\n");
        let forces = by_mail.game.own_forces(&by_mail.at.known[seat]).unwrap();
        if self.0.percent(PURPOSE) {
            text += &aims(by_mail, &known, &forces);
        }
        for _ in 0..self.0.below(7) {
            let Some(force) = self.0.pick(&forces).cloned() else { break };
            let mut steps = vec![];
            let sails = force.go.contains("sail");
            let goals: Vec<&str> =
                force.reach.goals.iter().map(|goal| goal.name.as_str()).collect();
            let attacks: Vec<&str> = force
                .reach
                .deeds
                .iter()
                .filter_map(|deed| deed.step.strip_prefix("attack: "))
                .collect();
            if sails && self.0.percent(70) {
                steps.push("embark: [best infantry, leader]".to_owned());
            }
            if !attacks.is_empty() && self.0.percent(60) {
                steps.push(format!("attack: \"{}\"", self.one(&attacks)));
                if self.0.percent(30) {
                    steps.push(format!("honours: {}", 1 + self.0.below(3)));
                }
                if by_mail.book.options.has(Extra::FormalSieges) && self.0.percent(70) {
                    steps.push("besiege: {}".to_owned());
                }
            } else if !goals.is_empty() {
                let verb = if sails { "sail" } else { "march" };
                steps.push(format!("{verb}: [\"{}\"]", self.one(&goals)));
            }
            if sails && self.0.percent(70) {
                steps.push(format!("land: [{}]", self.one(&["all", "infantry", "leader"])));
            }
            if sails && self.0.percent(10) {
                steps.push("sail: [North Sea]".to_owned());
            }
            if self.0.percent(20) {
                steps.push("pillage: {}".to_owned());
            }
            if self.0.percent(10) {
                steps.push("drop: [infantry]".to_owned());
            }
            let steps: Vec<String> = steps.into_iter().map(|step| format!("{{{step}}}")).collect();
            text += &format!("  - force: \"{}\"\n    steps: [{}]\n", force.name, steps.join(", "));
            if sails && self.0.percent(50) {
                text += "    units: [fleet]\n";
            }
            text += &format!("    if: {}\n", self.one(&CONDITIONS));
            if self.0.percent(30) {
                text += &format!("    pay: {}\n", self.one(&["thaler", "attrition"]));
            }
            if self.0.percent(30) {
                text += &format!("    times: {}\n", 1 + self.0.below(3));
            }
            if by_mail.book.options.has(Extra::Overrun) && self.0.percent(30) {
                text += &format!("    overrun: {}\n", self.one(&["yes", "no"]));
            }
            if self.0.percent(20) {
                let goal = self.one(&goals);
                text += &format!(
                    "    forced march: [{{force: \"{}\", steps: [{{march: [\"{goal}\"]}}]}}]\n",
                    force.name
                );
            }
            if self.0.percent(20)
                && let Some(other) = self.0.pick(&forces).cloned()
                && let Some(goal) = other.reach.goals.first()
            {
                let step = other.go.trim().trim_start_matches("- ").replace("PLACES", &goal.name);
                text += &format!(
                    "    second force: {{force: \"{}\", steps: [{{{step}}}]}}\n",
                    other.name
                );
            }
            if self.0.percent(15) {
                text += "    spy: {hand: austria}\n";
            }
            if self.0.percent(30) {
                text +=
                    &format!("    battle: [{{markers: [{}], decoys: 1}}]\n", self.one(&MARKERS));
            }
        }
        text + &self.reactions(by_mail, seat)
    }

    fn reactions(&mut self, by_mail: &ByMail, seat: &str) -> String {
        let known = by_mail.known(seat);
        let places: Vec<String> =
            known.own.spaces().map(|at| by_mail.book.atlas.name(at).to_owned()).collect();
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        let mut text = "reactions:\n  - who: any\n".to_owned();
        let line = |text: String| format!("    {text}\n");
        let all = [
            format!("met: {}", self.one(&["stop", "fight"])),
            format!("losses: [{}]", self.one(&["recruit", "best infantry", "cavalry", "leaders"])),
            format!("battle: [{{markers: [{}]}}]", self.one(&MARKERS)),
            format!("honours: {{points: {}, if: {}}}", self.0.below(4), self.one(&CONDITIONS)),
            format!("ambush: {{if: {}, pay: attrition}}", self.one(&CONDITIONS)),
            format!("delay: {{if: {}, toward: \"{}\"}}", self.one(&CONDITIONS), self.one(&places)),
            format!("truce: [{{if: {}}}]", self.one(&CONDITIONS)),
            format!("slip: {{if: {}}}", self.one(&CONDITIONS)),
            format!("dispute: {{if: {}}}", self.one(&CONDITIONS)),
            "reroll: [{die: their combat, if: roll >= 5}, {die: our saving}]".to_owned(),
            "cancel: [{marker: Truce}, {marker: Spy}]".to_owned(),
            format!("drive: \"{}\"", self.one(&places)),
            format!("retreat: \"{}\"", self.one(&places)),
        ];
        for one in all {
            if self.0.percent(60) && !one.contains("\"\"") {
                text += &line(one);
            }
        }
        for one in courtiers::reactions(&mut self.0) {
            text += &line(one.to_owned());
        }
        if text.ends_with("any\n") { text + "    met: stop\n" } else { text }
    }
}

/// Thaler before and what came and went make thaler after, for each treasury.
fn thaler_conserved(before: &State, events: &[Event], after: &State) {
    let mut purse = before.treasury.clone();
    for event in events {
        match event {
            Event::Court(
                CourtEvent::Taxed { to, halves, .. } | CourtEvent::Gained { to, halves, .. },
            ) => {
                *purse.get_mut(to).unwrap() += halves;
            }
            Event::Court(CourtEvent::Spent { from, halves, .. }) => {
                let left = purse[from].checked_sub(*halves);
                purse.insert(from.clone(), left.expect("nobody spends what they do not have"));
            }
            _ => {}
        }
    }
    assert_eq!(purse, after.treasury);
}

/// Units before with what came and went are the units after; nobody has more than the counter mix.
fn units_conserved(book: &Book, before: &State, events: &[Event], after: &State) {
    let mut units: Vec<String> = before.units.keys().cloned().collect();
    for event in events {
        match event {
            Event::Force(ForceEvent::Lost { unit, .. }) => {
                let at = units.iter().position(|id| id == unit).expect("who is lost was there");
                units.remove(at);
            }
            Event::Force(ForceEvent::Captured { unit, .. }) => {
                let at = units.iter().position(|id| id == unit).expect("who is taken was there");
                units.remove(at);
            }
            Event::Force(ForceEvent::Raised { unit, .. } | ForceEvent::Released { unit, .. }) => {
                units.push(unit.id.clone());
            }
            Event::Force(ForceEvent::LeaderCame { leader, .. }) => units.push(leader.clone()),
            _ => {}
        }
    }
    units.sort();
    assert_eq!(units, after.units.keys().cloned().collect::<Vec<_>>());
    for kind in Kind::TROOPS {
        for power in book.cards.majors.keys().chain(book.cards.minors.keys()) {
            assert!(
                after.in_play(power, kind).unwrap() <= book.cards.mix(power, kind),
                "{power} {kind:?}"
            );
        }
    }
}

/// FRW §12.1, §12.4: in a season nobody has two operations in a row without a countermarch, and no more than the
/// go-arounds.
fn rotation_holds(by_mail: &ByMail, events: &[Event]) {
    let mut own: BTreeMap<&str, u16> = BTreeMap::new();
    let mut forced = false;
    for event in events {
        match event {
            Event::Court(CourtEvent::Spent { on, .. }) if on == "forced march" => forced = true,
            Event::Marker(MarkerEvent::Played { on, .. }) if on == "forced march" => forced = true,
            Event::Force(ForceEvent::OperationBegan { force, .. }) => {
                if !forced {
                    *own.entry(&force.seat).or_default() += 1;
                }
                forced = false;
            }
            _ => {}
        }
    }
    let most = by_mail.book.options.go_arounds;
    assert!(own.values().all(|count| *count <= most), "{own:?}");
}

/// No marker is left in the market, or between two hands.
fn nothing_between_hands(after: &State) {
    for holder in [MARKET, SEARCH] {
        assert_eq!(after.markers.count(&Place::Hand(holder.to_owned())), 0, "{holder}");
    }
}

/// When the last year ends, each square of more units than it feeds was paid for, has a magazine near,
/// or a fleet in its port; who saved himself came after the meal.
fn fed_or_gone(book: &Book, events: &[Event], after: &State) {
    if !events.iter().any(|one| matches!(one, Event::Year(YearEvent::YearEnded { .. })))
        || !after.is_over()
    {
        return;
    }
    let told = |at| {
        events.iter().any(|event| match event {
            Event::Year(YearEvent::Provisioned { at: fed, .. }) => *fed == at,
            Event::Force(ForceEvent::LeaderSaved { to, .. }) => *to == at,
            _ => false,
        })
    };
    for at in after.units.spaces().filter(|at| !book.atlas.is_beyond(*at)) {
        let Some(seat) = after.occupier(at) else { continue };
        let waste = after.pillaged.contains(&at);
        let forage = book.forage(at, waste, after.fieldworks.contains(&at)) as usize;
        let near = |fort: kit::ground::Space| {
            let held = after.occupier(fort).as_deref() == Some(seat.as_str());
            let magazine = book.atlas.is_fortress(fort) && held;
            magazine && book.atlas.distance(fort, at).is_some_and(|far| far <= 4)
        };
        let fleet = after.own_at(&seat, at).iter().any(|unit| unit.kind == Kind::Fleet);
        // A good harvest feeds one more.
        let fits = after.own_at(&seat, at).len() <= forage + 1;
        let fed = fits || told(at) || fleet || after.units.spaces().any(near);
        assert!(fed, "{} of {seat} is not fed", book.atlas.name(at));
    }
}

/// What some campaigns had of seasons, deeds of war and optional rules.
#[derive(Debug, Default)]
struct Tally {
    seasons: usize,
    battles: usize,
    boarded: usize,
    sailed: usize,
    transits: usize,
    landed: usize,
    sought: usize,
    /// Seasons that began with units aboard.
    laden: usize,
    second: usize,
    overruns: usize,
    sieges: usize,
    captured: usize,
    released: usize,
    /// How the games ended: seats and scenario, who won and by what.
    endings: BTreeMap<String, usize>,
}

impl Tally {
    fn count(&mut self, before: &State, events: &[Event]) {
        self.seasons += 1;
        self.laden += usize::from(before.units.values().any(|unit| unit.aboard.is_some()));
        for event in events {
            match event {
                Event::War(event) => {
                    self.battles += 1;
                    self.overruns += usize::from(matches!(event, WarEvent::Overran { .. }));
                    self.sieges += usize::from(matches!(event, WarEvent::SiegeBegan { .. }));
                }
                Event::Force(ForceEvent::Captured { .. }) => self.captured += 1,
                Event::Force(ForceEvent::Released { .. }) => self.released += 1,
                Event::Sea(SeaEvent::Boarded { .. }) => self.boarded += 1,
                Event::Sea(SeaEvent::Sailed { transit, .. }) => {
                    self.sailed += 1;
                    self.transits += usize::from(*transit);
                }
                Event::Sea(SeaEvent::Landed { .. }) => self.landed += 1,
                Event::Sea(SeaEvent::Sought { .. }) => self.sought += 1,
                Event::Marker(MarkerEvent::Played { marker, .. }) => {
                    self.second += usize::from(marker == "Thurn & Taxis");
                }
                _ => {}
            }
        }
    }

    fn is_empty_somewhere(&self) -> bool {
        let rare = [self.landed, self.transits, self.sought, self.second, self.released];
        let many = self.seasons > 200;
        [self.boarded, self.sailed, self.laden].contains(&0) || (many && rare.contains(&0))
    }

    /// A whole campaign of automatic players, held against what must hold after each season.
    fn campaign(&mut self, seed: u64, scenario: &str, pairs: &[(&str, &str)]) {
        let mut by_mail = ByMail::begun(scenario, pairs, seed as u8);
        let mut robot = Robot(Luck(seed));
        while !by_mail.over {
            let sheets: BTreeMap<String, String> = by_mail
                .seats()
                .into_iter()
                .map(|seat| (seat.clone(), robot.sheet(&by_mail, &seat)))
                .collect();
            let (before, position) = (by_mail.state(), by_mail.at.clone());
            let (played, entries) = by_mail.play(&sheets);
            let events: Vec<Event> =
                played.events.iter().map(|event| serde_json::from_str(event).unwrap()).collect();
            let after = by_mail.state();
            must_hold(&by_mail.book, &after);
            nothing_between_hands(&after);
            fed_or_gone(&by_mail.book, &events, &after);
            thaler_conserved(&before, &events, &after);
            units_conserved(&by_mail.book, &before, &events, &after);
            rotation_holds(&by_mail, &events);
            // The record alone gives the same bytes.
            let mut record = Ledger::replayed(&position.season.name, entries);
            let again = by_mail.game.resolve(&position, &sheets, &mut record).unwrap();
            assert_eq!((again.events, again.after), (played.events, played.after));
            self.count(&before, &events);
            if let Some(ending) = ending(&events) {
                let players = pairs.iter().find(|(key, _)| *key == "players");
                let seats = players.map_or("4", |(_, seats)| seats);
                let ending = format!("{scenario}, {seats} seats: {ending}");
                *self.endings.entry(ending).or_default() += 1;
            }
        }
    }
}

/// How a game ended with these events: who won, and by what.
fn ending(events: &[Event]) -> Option<String> {
    let over = events.iter().find_map(|event| match event {
        Event::Year(YearEvent::GameOver { outcome }) => Some(outcome),
        _ => None,
    })?;
    let standings = events.iter().rev().find_map(|event| match event {
        Event::Year(YearEvent::VictoryChecked { standings }) => Some(standings),
        _ => None,
    });
    let by = |seat: &String| {
        let own = standings.and_then(|all| all.iter().find(|standing| standing.seat == *seat));
        match own.map(|standing| (standing.general(), standing.special)) {
            Some((true, true)) => "by cities and card",
            Some((true, false)) => "by cities",
            Some((false, true)) => "by its card",
            Some((false, false)) | None => "by its card in the last year",
        }
    };
    Some(match over {
        Outcome::Continental { seat } => format!("{seat}, continental, {}", by(seat)),
        Outcome::Marginal { seat } => format!("{seat}, marginal, {}", by(seat)),
        Outcome::Stalemate => "stalemate".to_owned(),
        Outcome::Treaty => "treaty".to_owned(),
    })
}

/// The campaigns that are played, each with its seats and its scenario: a few, or with the number of the
/// release all that are promised of it.
fn plan(count: u64) -> Vec<(u64, &'static str, &'static str)> {
    let (short, middle, long) = ("first-silesian-war", "fontenoy", "austrian-succession");
    let some = |seed: u64| {
        let scenario = if seed % 5 == 4 { middle } else { short };
        (seed, ["4", "3", "2"][(seed % 3) as usize], scenario)
    };
    if count < RELEASE {
        return (0..count).map(some).collect();
    }
    let parts: [(u64, &str, &str); 7] = [
        (200, "4", short),
        (50, "3", short),
        (50, "2", short),
        (10, "4", middle),
        (20, "4", long),
        (5, "3", long),
        (5, "2", long),
    ];
    let of = |(many, players, scenario)| (0..many).map(move |_| (players, scenario));
    let all = parts.into_iter().flat_map(of);
    (0..).zip(all).map(|(seed, (players, scenario))| (seed, players, scenario)).collect()
}

/// The number of campaigns in a release run.
const RELEASE: u64 = 300;

fn campaigns(count: u64) -> Tally {
    let mut tally = Tally::default();
    for (seed, players, scenario) in plan(count) {
        let fog = if seed % 2 == 0 { "table" } else { "near" };
        let mut pairs = vec![("players", players), ("fog", fog)];
        // The first ones without optional rules, which have a test of their own.
        if seed > 3 && seed % 4 == 1 {
            pairs.extend(EXTRAS);
        }
        tally.campaign(seed, scenario, &pairs);
    }
    tally
}

/// With all optional rules, until fortresses were besieged and prisoners taken.
#[test]
fn optional_rules_keep_what_must_hold() {
    let mut tally = Tally::default();
    // Sieges are rare; where nobody says how many cases, the two games that have one each come first.
    let first = if crate::effort::is_long() { &[][..] } else { &[108, 114] };
    for seed in first.iter().copied().chain(100..130) {
        tally.campaign(seed, "first-silesian-war", &EXTRAS);
        if tally.sieges > 1 && tally.captured > 1 {
            return;
        }
    }
    panic!("no sieges or no prisoners: {tally:?}");
}

/// Whole campaigns of automatic players: two, three and four seats, both sorts of fog.
#[test]
fn campaigns_keep_what_must_hold() {
    let many = crate::effort::count().map_or(4, |cases| (u64::from(cases) / 50).clamp(4, RELEASE));
    let tally = campaigns(if crate::effort::is_long() { RELEASE } else { many });
    println!("{tally:?}");
    for (ending, many) in &tally.endings {
        println!("{many:>4}  {ending}");
    }
    assert!(tally.seasons > 20 && tally.battles > 20, "{tally:?}");
    assert!(!tally.is_empty_somewhere(), "{tally:?}");
}
