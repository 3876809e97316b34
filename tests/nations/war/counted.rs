//! What is counted from the events of a game alone, from its opening on: recruits, counters, and who
//! is at war with whom. The state is asked nothing but whether it has come to the same.

use super::*;
use nations::book::units;
use nations::record::event::{Bill, MoneyEvent};
use nations::record::state::Squadron;

/// A sort of counter: nation, kind and combat modifier.
type Sort = (String, String, i8);

fn sort(unit: &Unit) -> Sort {
    (unit.nation.clone(), unit.kind.clone(), unit.modifier)
}

/// Steps and cavalry steps that a purse may still raise.
#[derive(Default, Clone, Copy)]
struct Quota {
    steps: u32,
    cavalry: u32,
}

pub struct Counted<'c> {
    book: &'c Book,
    recruits: BTreeMap<String, Quota>,
    /// The units of every force, on land and on board.
    forces: BTreeMap<ForceId, Force>,
    blocs: BTreeMap<String, Bloc>,
    /// Powers whose line corps of +2 count +1.
    lowered: BTreeSet<String>,
}

impl<'c> Counted<'c> {
    pub fn new(book: &'c Book, opening: &Played) -> Self {
        let sides = book.scenario.sides.iter();
        let bloc = |side: &str| match side {
            "empire" => Bloc::Empire,
            "coalition" => Bloc::Coalition,
            _ => Bloc::Neutral,
        };
        let blocs = sides
            .flat_map(|(side, powers)| powers.iter().map(move |power| (power.clone(), bloc(side))));
        let (recruits, forces, blocs) = (BTreeMap::new(), BTreeMap::new(), blocs.collect());
        let special = book.scenario.special.iter();
        let lowered = special.filter_map(|rule| rule.conscripts.clone()).collect();
        let mut counted = Self { book, recruits, forces, blocs, lowered };
        counted.hear_all(&events(opening), &state(&opening.after), "the opening");
        counted
    }

    /// Goes through what happened in a season, or in a cabinet; in the end the map is what was counted.
    pub fn hear_all(&mut self, events: &[Event], after: &State, at: &str) {
        for (nth, event) in events.iter().enumerate() {
            let around = || format!("{at}, event {nth}: {event:?}");
            self.forces(event);
            self.raised(event, &around);
            self.at_war(event, &around);
        }
        let aboard = after.aboard.values().map(|passage| &passage.force);
        let there = after.forces.values().chain(aboard);
        let there: BTreeMap<ForceId, &Vec<Unit>> = there
            .map(|force| (force.id, &force.units))
            .filter(|(_, units)| !units.is_empty())
            .collect();
        let counted = self.forces.iter().map(|(id, force)| (*id, &force.units));
        let counted: BTreeMap<ForceId, &Vec<Unit>> =
            counted.filter(|(_, units)| !units.is_empty()).collect();
        assert_eq!(there, counted, "{at}");
        self.symmetric(after, at);
        self.within_all_pools(at);
    }

    /// How many counters of each sort are on the map.
    fn counters(&self) -> BTreeMap<Sort, u32> {
        let mut count = BTreeMap::new();
        for unit in self.forces.values().flat_map(|force| &force.units) {
            *count.entry(sort(unit)).or_default() += 1;
        }
        count
    }

    fn put(&mut self, force: &Force) {
        self.forces.insert(force.id, force.clone());
    }

    fn part(&mut self, gone: ForceId, rest: Option<&Force>) {
        self.forces.remove(&gone);
        rest.into_iter().for_each(|rest| self.put(rest));
    }

    /// Counters come and go.
    fn forces(&mut self, event: &Event) {
        match event {
            Event::Force(
                ForceEvent::Placed { force, .. }
                | ForceEvent::Changed { force, .. }
                | ForceEvent::Set { force, .. }
                | ForceEvent::TrainGained { force, .. }
                | ForceEvent::Bridged { force, .. }
                | ForceEvent::Overstacked { force, .. },
            )
            | Event::Loss(LossEvent::Lost { force, .. })
            | Event::Siege(SiegeEvent::Rearmed { force, .. })
            | Event::Passage(PassageEvent::Landed { force, .. }) => self.put(force),
            Event::Passage(PassageEvent::Embarked { passage, .. }) => self.put(&passage.force),
            Event::Passage(PassageEvent::CargoLost { force, rest, .. }) => {
                self.part(*force, rest.as_ref().map(|rest| &rest.force));
            }
            Event::Force(ForceEvent::Removed { force, .. })
            | Event::Loss(LossEvent::Destroyed { force, .. })
            | Event::Siege(SiegeEvent::HonoursOfWar { force, .. })
            | Event::Passage(PassageEvent::LandingRepulsed { force, .. }) => {
                self.part(*force, None)
            }
            Event::Force(ForceEvent::Withdrawn { force, rest, .. }) => {
                self.part(*force, rest.as_ref());
            }
            Event::Force(ForceEvent::Joined { force, gone, .. }) => self.part(*gone, Some(force)),
            Event::Force(ForceEvent::Parted { force, new, .. }) => {
                self.put(force);
                self.put(new);
            }
            Event::Court(CourtEvent::WentOver { force, gone, rest, .. }) => {
                self.part(*gone, rest.as_ref());
                self.put(force);
            }
            Event::Court(CourtEvent::WentHome { gone, rest, .. }) => {
                self.part(*gone, rest.as_ref());
            }
            Event::Money(MoneyEvent::Conscripted { who, last: true, .. }) => {
                self.lowered.insert(who.clone());
                for force in self.forces.values_mut() {
                    units::lower(&mut force.units, who);
                    force.settle();
                }
            }
            Event::Spending(SpendingEvent::SentAbroad { gone: Some(gone), rest, .. }) => {
                self.part(*gone, rest.as_ref());
            }
            Event::Spending(event) => {
                event.force().into_iter().for_each(|(force, _)| self.put(force))
            }
            _ => {}
        }
    }

    /// Nobody raises more steps than came in, nor more cavalry, nor a counter that is not there.
    fn raised(&mut self, event: &Event, around: &impl Fn() -> String) {
        match event {
            Event::Money(MoneyEvent::Collected { who, recruits, .. }) => {
                let (steps, cavalry) = (u32::from(recruits.steps), u32::from(recruits.cavalry));
                self.recruits.insert(who.clone(), Quota { steps, cavalry });
            }
            // The steps are doubled, and those that ride are not (NIA §12.1).
            Event::Money(MoneyEvent::Conscripted { who, recruits, .. }) => {
                let quota = self.recruits.entry(who.clone()).or_default();
                quota.steps *= 2;
                assert_eq!(quota.steps, u32::from(recruits.steps), "{}", around());
                assert_eq!(quota.cavalry, u32::from(recruits.cavalry), "{}", around());
            }
            Event::Spending(event) => {
                let named: u32 = match event {
                    SpendingEvent::Raised { units, .. } => {
                        self.within_the_pool(units, around);
                        units.iter().map(|unit| u32::from(unit.steps)).sum()
                    }
                    SpendingEvent::Refilled { .. } | SpendingEvent::FortressArmed { .. } => 1,
                    SpendingEvent::AccountClosed { purse, recruits, cavalry, .. } => {
                        let left = self.recruits.get(&purse.owner).copied().unwrap_or_default();
                        assert_eq!(left.steps, *recruits, "{}", around());
                        assert_eq!(left.cavalry.min(left.steps), *cavalry, "{}", around());
                        return;
                    }
                    _ => 0,
                };
                let Some((purse, bill)) = event.bill() else { return };
                // The landwehr costs nothing (NIA §14.5.3).
                let free = bill == Bill::default();
                assert!(bill.recruits == named || free, "{}", around());
                let quota = self.recruits.entry(purse.owner.clone()).or_default();
                let enough = bill.recruits <= quota.steps && bill.cavalry <= quota.cavalry;
                assert!(enough, "more than there are: {}", around());
                quota.steps -= bill.recruits;
                quota.cavalry -= bill.cavalry;
            }
            _ => {}
        }
    }

    /// Whoever is raised has a counter in the pool of the book (NIA §12.3).
    fn within_the_pool(&self, units: &[Unit], around: &impl Fn() -> String) {
        let counters = self.counters();
        for unit in units {
            let (count, most) = (counters[&sort(unit)], self.pool(unit));
            assert!(count <= most, "{count} counters of {most}: {unit:?}, {}", around());
        }
    }

    /// At the end of a season with money nobody has more of a sort than there are counters, however
    /// they came.
    fn within_all_pools(&self, at: &str) {
        if !self.book.has_money() {
            return;
        }
        let counters = self.counters();
        for unit in self.forces.values().flat_map(|force| &force.units) {
            let (count, most) = (counters[&sort(unit)], self.pool(unit));
            assert!(count <= most, "{count} counters of {most}: {unit:?}, {at}");
        }
    }

    /// How many counters of a sort there are; corps of +2 that count +1 are of the other sort.
    fn pool(&self, unit: &Unit) -> u32 {
        let own = self.book.pools.units(unit);
        let line = unit.kind == "InfC" && unit.modifier == 1;
        match line && self.lowered.contains(&unit.nation) {
            true => own + self.book.pools.units(&Unit { modifier: 2, ..unit.clone() }),
            false => own,
        }
    }

    fn foes(&self, one: &str, other: &str) -> bool {
        let bloc = |power: &str| self.blocs.get(power).copied().unwrap_or(Bloc::Neutral);
        let (one, other) = (bloc(one), bloc(other));
        one != other && one != Bloc::Neutral && other != Bloc::Neutral
    }

    /// Nobody fights, intercepts, overruns or besieges anybody but an enemy.
    fn at_war(&mut self, event: &Event, around: &impl Fn() -> String) {
        let of = |id: &ForceId| self.forces.get(id).map(|force| force.power.clone());
        let pair = match event {
            Event::Court(CourtEvent::PowerTurned { power, bloc, .. }) => {
                self.blocs.insert(power.clone(), *bloc);
                None
            }
            Event::Battle(BattleEvent::Fought { attacker, defender, .. }) => {
                Some((attacker.power.clone(), defender.power.clone()))
            }
            Event::SeaBattle(SeaBattleEvent::SeaFought { attacker, defender, .. }) => {
                Some((attacker.power.clone(), defender.power.clone()))
            }
            Event::Contact(ContactEvent::Intercepted { force, mover, .. })
            | Event::Contact(ContactEvent::Avoided { force, mover, .. })
            | Event::Contact(ContactEvent::Overrun { force, gone: mover, .. })
            | Event::Battle(BattleEvent::Pursued { force, by: mover, .. }) => {
                of(force).zip(of(mover))
            }
            _ => None,
        };
        if let Some((one, other)) = pair {
            assert!(self.foes(&one, &other), "{one} and {other} are not at war: {}", around());
        }
    }

    /// War is between the two sides, both ways, and never with a friend or in a truce.
    fn symmetric(&self, after: &State, at: &str) {
        let powers: Vec<&String> = after.relations.parties().collect();
        for one in &powers {
            for other in &powers {
                let war = after.relations.at_war(one, other);
                assert_eq!(war, after.relations.at_war(other, one), "{one} and {other}: {at}");
                assert_eq!(war, self.foes(one, other), "{one} and {other}: {at}");
                let friends = after.relations.friends(one, other);
                assert!(!(war && friends), "{one} is at war with its friend {other}: {at}");
            }
        }
    }
}

/// The fleets of all squadrons, each once.
pub fn each_fleet_once(squadrons: &[Squadron], at: &str) {
    let mut once = BTreeSet::new();
    for (power, fleet) in
        squadrons.iter().flat_map(|one| one.fleets.iter().map(|f| (&one.power, f)))
    {
        assert!(once.insert((power, fleet)), "{fleet} of {power} is in two places: {at}");
    }
}

/// Every line of a list is carried out, or its author is told why not.
pub fn answered(sheets: &Sheets, events: &[Event], at: &str) {
    for (power, sheet) in sheets {
        let page: serde_yaml::Value = serde_yaml::from_str(sheet).unwrap();
        for list in ["budget", "muster"] {
            let lines = page.get(list).and_then(serde_yaml::Value::as_sequence);
            for (nth, line) in (1u16..).zip(lines.into_iter().flatten()) {
                let (key, value) = line.as_mapping().unwrap().iter().next().unwrap();
                let (key, text) = (key.as_str().unwrap(), serde_yaml::to_string(value).unwrap());
                // A sale is the buyer's line. Who fills all is told of those that were reduced.
                let elsewhere = ["conscripts", "sell", "guerrilla"].contains(&key)
                    || key == "refill" && text.contains("all");
                let told = events.iter().any(|event| match event {
                    Event::Spending(event) => is_answer(event, power, list, nth),
                    _ => false,
                });
                assert!(told || elsewhere, "{power}, {list}, line {nth}, {key}: {text}: {at}");
            }
        }
    }
}

fn is_answer(event: &SpendingEvent, power: &str, list: &str, nth: u16) -> bool {
    let of_muster = matches!(
        event,
        SpendingEvent::LeaderPosted { .. }
            | SpendingEvent::CorpsMerged { .. }
            | SpendingEvent::SentAbroad { .. }
    );
    let line = match event {
        SpendingEvent::Raised { line, .. }
        | SpendingEvent::Refilled { line, .. }
        | SpendingEvent::ArmySetUp { line, .. }
        | SpendingEvent::SupportRaised { line, .. }
        | SpendingEvent::FleetBuilt { line, .. }
        | SpendingEvent::CorsairFitted { line, .. }
        | SpendingEvent::FortressArmed { line, .. }
        | SpendingEvent::Paid { line, .. }
        | SpendingEvent::CardBought { line, .. }
        | SpendingEvent::CreditRaised { line, .. }
        | SpendingEvent::SentAbroad { line, .. }
        | SpendingEvent::Kept { line, .. }
        | SpendingEvent::CorpsMerged { line, .. }
        | SpendingEvent::LeaderPosted { line, .. } => *line,
        SpendingEvent::NotCarriedOut { line, list: whose, .. } => {
            return event.purse().power == power && whose == list && *line == nth;
        }
        SpendingEvent::PaidForAbroad { .. } | SpendingEvent::AccountClosed { .. } => return false,
    };
    event.purse().power == power && line == nth && of_muster == (list == "muster")
}
