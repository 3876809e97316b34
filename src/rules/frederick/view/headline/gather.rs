//! What of a season's events makes a headline: which matter it is, and how it bears on the reader.

use super::Matter;
use crate::book::Book;
use crate::book::tables::Verdict;
use crate::book::troops::Kind;
use crate::record::event::{
    Battle, Cause, CourtEvent, Event, ForceEvent, MarkerEvent, OrderEvent, SeaEvent, WarEvent,
    YearEvent,
};
use crate::record::unit::Sort;
use crate::sight::UMPIRE;
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// How news bears on the reader: what hits them comes before what they gain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bearing {
    Hit,
    Gain,
    /// It is between others.
    Seen,
}

/// The news of a season for one reader.
pub struct Gathered<'a> {
    book: &'a Book,
    reader: &'a str,
    pub items: BTreeMap<(Matter, Bearing), Vec<String>>,
    /// How many units each seat lost, in all and in each square.
    lost: BTreeMap<&'a str, usize>,
    cost: BTreeMap<(Space, &'a str), usize>,
    /// How many battles were fought in each place, and how many of them have been told.
    battles: BTreeMap<Space, (usize, usize)>,
    /// The places that somebody takes by storm in this season, each with who does.
    stormed: BTreeSet<(Space, &'a str)>,
    /// How often each of them held out before.
    held: BTreeMap<(Space, String), u32>,
    /// How often each battle was told, without what it cost.
    fought: BTreeMap<String, usize>,
}

impl<'a> Gathered<'a> {
    /// Goes through the season.
    pub fn of(book: &'a Book, reader: &'a str, events: &'a [Event]) -> Self {
        let (items, lost, cost) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut battles: BTreeMap<Space, (usize, usize)> = BTreeMap::new();
        let mut stormed = BTreeSet::new();
        for event in events {
            if let Event::War(WarEvent::Fought(battle)) = event {
                battles.entry(battle.at).or_default().0 += 1;
                let seat = battle.attacker.seat.as_str();
                let is_taken = battle.siege && battle.winner.as_deref() == Some(seat);
                stormed.extend(is_taken.then_some((battle.at, seat)));
            }
        }
        let (held, fought) = (BTreeMap::new(), BTreeMap::new());
        let mut gathered = Self { book, reader, items, lost, cost, battles, stormed, held, fought };
        for (seat, _) in events.iter().filter_map(lost_in_war) {
            *gathered.lost.entry(seat).or_default() += 1;
        }
        for (seat, at) in events.iter().filter(|event| is_of_battle(event)).filter_map(lost_in_war)
        {
            *gathered.cost.entry((at, seat)).or_default() += 1;
        }
        events.iter().for_each(|event| gathered.event(event));
        gathered.sum_up();
        gathered
    }

    /// Adds a battle; one that is told as another before it is counted there.
    fn put_battle(&mut self, matter: Matter, bearing: Bearing, (item, cost): (String, &str)) {
        let told = |times: usize| match times {
            0 | 1 => item.clone(),
            2 => format!("{item}, twice"),
            times => format!("{item}, {times} times"),
        };
        let times = self.fought.entry(item.clone()).or_default();
        let before = told(*times);
        *times += 1;
        let now = format!("{}{cost}", told(*times));
        match self.items.values_mut().flatten().find(|one| **one == before) {
            Some(one) => *one = now,
            None => self.put(matter, bearing, now),
        }
    }

    fn put(&mut self, matter: Matter, bearing: Bearing, item: String) {
        let items = self.items.entry((matter, bearing)).or_default();
        if !items.contains(&item) {
            items.push(item);
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Court(event) => self.court(event),
            Event::Force(event) => self.force(event),
            Event::War(event) => self.war(event),
            Event::Order(
                OrderEvent::Ordered { .. }
                | OrderEvent::Letter { .. }
                | OrderEvent::TakenUp { .. }
                | OrderEvent::Ruled { .. }
                | OrderEvent::Decreed { .. }
                | OrderEvent::NotDone { .. }
                | OrderEvent::NotReached { .. }
                | OrderEvent::Reacted { .. },
            )
            | Event::Year(
                YearEvent::SeasonBegan { .. }
                | YearEvent::OperationsEnded { .. }
                | YearEvent::BalanceRolled { .. }
                | YearEvent::EventWaits { .. }
                | YearEvent::EventComes { .. }
                | YearEvent::Harvested { .. }
                | YearEvent::Voted { .. }
                | YearEvent::Provisioned { .. }
                | YearEvent::VictoryChecked { .. }
                | YearEvent::YearEnded { .. }
                | YearEvent::GameOver { .. }
                | YearEvent::SeasonEnded { .. },
            )
            | Event::Marker(
                MarkerEvent::Deck(_)
                | MarkerEvent::Played { .. }
                | MarkerEvent::GoBack { .. }
                | MarkerEvent::Spied { .. },
            )
            | Event::Sea(
                SeaEvent::Boarded { .. }
                | SeaEvent::Sailed { .. }
                | SeaEvent::Landed { .. }
                | SeaEvent::Sought { .. },
            ) => {}
        }
    }

    fn is(&self, seat: &str) -> bool {
        seat == self.reader
    }

    /// What hits a seat, and by which seat, if by one.
    fn hits(&self, seat: &str, by: Option<&str>) -> Bearing {
        match (self.is(seat), by.is_some_and(|by| self.is(by))) {
            (true, _) => Bearing::Hit,
            (false, true) => Bearing::Gain,
            (false, false) => Bearing::Seen,
        }
    }

    fn title(&self, seat: &str) -> String {
        self.book.seat_title(seat)
    }

    fn at(&self, at: Space) -> String {
        self.book.atlas.name(at).to_owned()
    }

    /// Who goes first, whose a minor power is, which promise is broken.
    fn court(&mut self, event: &CourtEvent) {
        match event {
            CourtEvent::InitiativeTaken { seat, paid, .. } => {
                let who = match self.is(seat) {
                    true => "you go".to_owned(),
                    false => format!("{} goes", self.title(seat)),
                };
                let item = format!("{who} first this year, for {paid} thaler");
                self.put(Matter::Initiative, Bearing::Seen, item);
            }
            CourtEvent::ControlChanged { minor, before, seat, .. } => {
                let minor = self.book.title(minor);
                let (item, bearing) = match (seat, before) {
                    (Some(seat), _) => {
                        let bearing = self.hits(before.as_deref().unwrap_or_default(), Some(seat));
                        let to = if self.is(seat) { "you".to_owned() } else { self.title(seat) };
                        (format!("{minor} comes to {to}"), bearing)
                    }
                    (None, Some(before)) => {
                        let bearing = self.hits(before, None);
                        (format!("{minor} leaves {} and is neutral", self.title(before)), bearing)
                    }
                    (None, None) => return,
                };
                self.put(Matter::MinorTurned, bearing, item);
            }
            CourtEvent::PromiseEnded { promise, kept: false } => {
                let (by, to) = (self.title(&promise.by), self.title(&promise.to));
                let item = format!("{by} broke a promise to {to}");
                self.put(Matter::WordBroken, self.hits(&promise.to, Some(&promise.by)), item);
            }
            CourtEvent::InitiativeSeized { .. }
            | CourtEvent::Taxed { .. }
            | CourtEvent::Spent { .. }
            | CourtEvent::Gained { .. }
            | CourtEvent::PillageCleared { .. }
            | CourtEvent::LotBid { .. }
            | CourtEvent::LotSold { .. }
            | CourtEvent::LotUnsold { .. }
            | CourtEvent::DealMade { .. }
            | CourtEvent::DealNotMade { .. }
            | CourtEvent::PromiseEnded { .. }
            | CourtEvent::WarDeclared { .. }
            | CourtEvent::LevyCalled { .. }
            | CourtEvent::LevyOver { .. }
            | CourtEvent::FieldworksBuilt { .. } => {}
        }
    }

    /// Leaders and fleets that are lost, and land that is laid waste.
    fn force(&mut self, event: &ForceEvent) {
        match event {
            ForceEvent::Lost { seat, at, sort, why, .. } => self.lost(seat, *at, sort, *why),
            ForceEvent::Captured { seat, by, at, sort, .. } => {
                if let Some(leader) = &sort.leader {
                    let (at, by_whom) = (self.at(*at), self.title(by));
                    let item =
                        format!("{leader} ({}) is taken by {by_whom} at {at}", self.title(seat));
                    self.put(Matter::LeaderLost, self.hits(seat, Some(by)), item);
                }
            }
            ForceEvent::Pillaged { seat, at, .. } if !self.is(seat) => {
                let item = format!("{} pillages {}", self.title(seat), self.at(*at));
                self.put(Matter::Pillaged, Bearing::Seen, item);
            }
            ForceEvent::LeaderCame { seat, leader, at, .. } => {
                let item = format!("{leader} ({}) comes to {}", self.title(seat), self.at(*at));
                self.put(Matter::LeaderCame, self.hits("", Some(seat)), item);
            }
            ForceEvent::LeaderSaved { seat, leader, to, .. } => {
                let item = format!("{leader} ({}) escapes to {}", self.title(seat), self.at(*to));
                self.put(Matter::LeaderCame, self.hits("", Some(seat)), item);
            }
            ForceEvent::OperationBegan { .. }
            | ForceEvent::Passed { .. }
            | ForceEvent::Moved { .. }
            | ForceEvent::Dropped { .. }
            | ForceEvent::Halted { .. }
            | ForceEvent::Met { .. }
            | ForceEvent::AttritionChecked { .. }
            | ForceEvent::WentOver { .. }
            | ForceEvent::Released { .. }
            | ForceEvent::LeaderNotSaved { .. }
            | ForceEvent::Raised { .. }
            | ForceEvent::Promoted { .. }
            | ForceEvent::PillageTried { .. }
            | ForceEvent::Pillaged { .. }
            | ForceEvent::FieldworksLost { .. } => {}
        }
    }

    fn lost(&mut self, seat: &str, at: Space, sort: &Sort, why: Cause) {
        let (title, at, hits) = (self.title(seat), self.at(at), self.hits(seat, None));
        let by_choice = is_by_choice(why);
        match &sort.leader {
            Some(leader) if !by_choice => {
                self.put(Matter::LeaderLost, hits, format!("{leader} ({title}) is lost at {at}"));
            }
            None if sort.kind == Kind::Fleet && !by_choice => {
                self.put(Matter::FleetLost, hits, format!("a fleet of {title} is lost at {at}"));
            }
            Some(_) | None => {}
        }
    }

    fn war(&mut self, event: &WarEvent) {
        match event {
            WarEvent::Fought(battle) => self.battle(battle),
            WarEvent::HonoursTried { at, attacker, defender, succeeds: true, .. } => {
                let (matter, hits) = (self.place(*at), self.hits(defender, Some(attacker)));
                let place = self.at(*at);
                let (by, of) = (self.title(attacker), self.title(defender));
                let item = format!("{of} gives {place} up to {by} with the honours of war");
                self.put(matter, hits, item);
            }
            WarEvent::Overran { force, at, loser, units, .. } => {
                let (by, of, place) = (self.title(&force.seat), self.title(loser), self.at(*at));
                let many = if *units == 1 { "unit" } else { "units" };
                let item = format!("{by} overruns {units} {many} of {of} at {place}");
                self.put(Matter::Overrun, self.hits(loser, Some(&force.seat)), item);
            }
            WarEvent::SiegeBegan { at, seat, of } => {
                let item = format!("{} besieges {}", self.title(seat), self.at(*at));
                self.put(Matter::Siege, self.hits(of, Some(seat)), item);
            }
            WarEvent::SiegeEnded { at, seat, of } => {
                let item = format!("the siege of {} by {} is over", self.at(*at), self.title(seat));
                self.put(Matter::Siege, self.hits(of, Some(seat)), item);
            }
            WarEvent::HonoursTried { .. }
            | WarEvent::Retreated { .. }
            | WarEvent::Rewarded { .. }
            | WarEvent::LeaderDie { .. } => {}
        }
    }

    /// What it means that a place falls.
    fn place(&self, at: Space) -> Matter {
        let place = self.book.atlas.square(at).place.as_ref();
        match place {
            Some(place) if place.fortress && place.capital => Matter::Capital,
            Some(place) if place.fortress => Matter::Fortress,
            Some(_) | None => Matter::Battle,
        }
    }

    fn battle(&mut self, battle: &Battle) {
        let (attacker, defender) = (&battle.attacker.seat, &battle.defender.seat);
        let parties = [attacker, defender];
        let broken = matches!(battle.verdict, Verdict::AZ | Verdict::DV);
        let (cost, place) = (self.cost_of(battle), self.at(battle.at));
        let matter = if broken { Matter::ForceBroken } else { Matter::Battle };
        let Some(winner) = &battle.winner else {
            let held = battle.siege && battle.verdict.is_victory();
            let bearing = match held {
                true => self.hits(attacker, Some(defender)),
                false => Bearing::Seen,
            };
            // That it held out at first is told with the storm that took it.
            if held && self.stormed.contains(&(battle.at, attacker.as_str())) {
                *self.held.entry((battle.at, attacker.clone())).or_default() += 1;
                return;
            }
            let item = match held {
                true => format!("{place} holds out against {}", self.title(attacker)),
                false => format!("the battle of {place} is undecided"),
            };
            return self.put_battle(Matter::Battle, bearing, (item, &cost));
        };
        let loser = parties.into_iter().find(|seat| *seat != winner).unwrap_or(winner);
        let hits = self.hits(loser, Some(winner));
        let matter = match battle.siege && winner == attacker {
            true => self.place(battle.at).max(matter),
            false => matter,
        };
        let (first, taken) = match self.held.get(&(battle.at, winner.clone())) {
            None => (String::new(), place.clone()),
            Some(1) => (format!("{place} holds out at first, then "), "it".to_owned()),
            Some(times) => (format!("{place} holds out {times} times, then "), "it".to_owned()),
        };
        let item = match (self.is(winner), self.is(loser), battle.siege && winner == attacker) {
            (true, _, true) => format!("{first}you take {taken} by storm"),
            (true, _, false) => format!("you won at {place} against {}", self.title(loser)),
            (_, true, true) => format!("{first}{} takes {taken} by storm", self.title(winner)),
            (_, true, false) => {
                format!("you were beaten at {place} by {}", self.title(winner))
            }
            (false, false, true) => {
                let (by, of) = (self.title(winner), self.title(loser));
                format!("{first}{by} takes {taken} from {of} by storm")
            }
            (false, false, false) => {
                format!("{} beats {} at {place}", self.title(winner), self.title(loser))
            }
        };
        self.put_battle(matter, hits, (item, &cost));
    }

    /// What a battle of the reader's cost both sides: `, for 2 units of yours and 5 of theirs`. Of several in a
    /// place the last says it of all.
    fn cost_of(&mut self, battle: &Battle) -> String {
        let (all, told) = self.battles.entry(battle.at).or_default();
        *told += 1;
        if told < all {
            return String::new();
        }
        let in_all = if *all > 1 { " in all" } else { "" };
        let sides = [&battle.attacker.seat, &battle.defender.seat];
        if !sides.iter().any(|seat| self.is(seat)) {
            return String::new();
        }
        let of = |ours: bool| {
            let seats = sides.into_iter().filter(|seat| self.is(seat) == ours);
            let lost = seats.map(|seat| self.cost.get(&(battle.at, seat.as_str())).copied());
            lost.map(Option::unwrap_or_default).sum::<usize>()
        };
        let units = |count: usize| if count == 1 { "unit" } else { "units" };
        match (of(true), of(false)) {
            (0, 0) => String::new(),
            (ours, theirs) => {
                format!(", for {ours} {} of yours and {theirs} of theirs{in_all}", units(ours))
            }
        }
    }

    fn sum_up(&mut self) {
        let told = |count: usize| match count {
            1 => "one unit".to_owned(),
            many => format!("{many} units"),
        };
        if self.reader == UMPIRE {
            let all = self
                .lost
                .iter()
                .map(|(seat, count)| format!("{} lost {}", self.title(seat), told(*count)));
            for item in all.collect::<Vec<String>>() {
                self.put(Matter::Losses, Bearing::Seen, item);
            }
            return;
        }
        if let Some(count) = self.lost.get(self.reader).copied() {
            self.put(Matter::Losses, Bearing::Hit, format!("you lost {}", told(count)));
        }
    }
}

/// Whether a unit was given up, and not lost.
fn is_by_choice(why: Cause) -> bool {
    matches!(why, Cause::Demobilized | Cause::Unattended)
}

/// Whether a loss is a part of what a battle costs.
fn is_of_battle(event: &Event) -> bool {
    let Event::Force(ForceEvent::Lost { why, .. }) = event else { return true };
    match why {
        Cause::Battle | Cause::Retreat | Cause::Overrun | Cause::Besieged => true,
        Cause::Attrition
        | Cause::Hunger
        | Cause::Unattended
        | Cause::Demobilized
        | Cause::Evicted
        | Cause::Event => false,
    }
}

/// Who lost a unit, and where.
fn lost_in_war(event: &Event) -> Option<(&str, Space)> {
    let Event::Force(event) = event else { return None };
    if let ForceEvent::Captured { seat, at, .. } = event {
        return Some((seat, *at));
    }
    let ForceEvent::Lost { seat, at, why, .. } = event else { return None };
    (!is_by_choice(*why)).then_some((seat, *at))
}
