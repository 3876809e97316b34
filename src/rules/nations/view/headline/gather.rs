//! What of a season's news makes a headline: which matter it is, and how it bears on the reader.

use super::Matter;
use crate::book::Book;
use crate::book::units::Unit;
use crate::position::Position;
use crate::position::Situation;
use crate::record::event::{
    Cause, CourtEvent, Fate, Leaving, Party, Winner, after_peace, of_troops,
};
use crate::record::exchange::Exchange;
use crate::record::state::Bloc;
use crate::season::verdict;
use crate::sight::all::UMPIRE;
use crate::sight::known::{Known, Who};
use crate::sight::news::{
    BattleNews, ContactNews, ForceNews, LandNews, LossNews, SeenEvent, SiegeNews, TableNews, Told,
    WarNews,
};
use crate::view::{court, place, war};
use kit::ground::Space;
use kit::newspaper::EVERYBODY;
use std::collections::BTreeMap;

/// Steps lost by both sides in one place that make a battle there a great one.
const HEAVY_STEPS: u32 = 5;
/// The rank of leaders who may command the army of a power.
const HIGH_RANK: u8 = 3;

/// How news bears on the reader: what hits their side comes before what it gains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bearing {
    Hit,
    Gain,
    /// Neither a gain nor a loss for the reader's side.
    Seen,
}

/// The news of a season for one reader.
pub struct Season<'a> {
    pub book: &'a Book,
    pub known: &'a Known,
    pub items: BTreeMap<(Matter, Bearing), Vec<String>>,
    /// Places that the victory of the scenario names and that changed hands.
    pub counted: Vec<Space>,
    ours: u32,
    theirs: u32,
    /// Steps of both sides that were seen to be lost in each place.
    cost: BTreeMap<Space, u32>,
    /// Places that changed hands, with those who took them one after the other. The start of their sieges is
    /// no longer worth telling.
    fallen: BTreeMap<Space, Vec<&'a str>>,
}

impl<'a> Season<'a> {
    /// Goes through the season.
    pub fn gather(book: &'a Book, known: &'a Known) -> Self {
        let mut season = Self {
            book,
            known,
            items: BTreeMap::new(),
            counted: vec![],
            ours: 0,
            theirs: 0,
            cost: BTreeMap::new(),
            fallen: BTreeMap::new(),
        };
        for (at, power) in known.seen_events.iter().filter_map(fallen) {
            season.fallen.entry(at).or_default().push(power);
        }
        known.seen_events.iter().for_each(|seen_event| season.count(seen_event));
        for seen_event in &known.seen_events {
            season.seen_event(seen_event);
        }
        season.sum_up();
        season
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.items.keys().any(|(matter, _)| *matter == Matter::GameOver)
    }

    /// Whether the reader is nobody's friend.
    pub fn is_public(&self) -> bool {
        self.known.power == EVERYBODY
    }

    pub fn title(&self, power: &str) -> String {
        self.book.people.title(power).to_owned()
    }

    /// A place; the newspaper has no numbers of hexes.
    pub fn at(&self, at: Space) -> String {
        if self.is_public() { self.book.atlas.name(at) } else { place(self.book, at) }
    }

    pub(super) fn put(&mut self, matter: Matter, bearing: Bearing, item: String) {
        let bearing = if self.is_public() { Bearing::Seen } else { bearing };
        self.items.entry((matter, bearing)).or_default().push(item);
    }

    /// What hits somebody's troops: our side's, the enemy's, or those of neither.
    pub(super) fn hits(&self, power: &str) -> Bearing {
        match (self.known.is_ours(power), self.is_neither(power)) {
            (true, _) => Bearing::Hit,
            (false, true) => Bearing::Seen,
            (false, false) => Bearing::Gain,
        }
    }

    /// What somebody gains: our side, the enemy, or neither.
    pub(super) fn gains(&self, power: &str) -> Bearing {
        match self.hits(power) {
            Bearing::Hit => Bearing::Gain,
            Bearing::Gain => Bearing::Hit,
            Bearing::Seen => Bearing::Seen,
        }
    }

    /// Whether a power is neither of the reader's side nor an enemy, as all are to a neutral; to the umpire nobody is.
    fn is_neither(&self, power: &str) -> bool {
        let known = self.known;
        known.power != UMPIRE && !known.is_ours(power) && !known.is_foe(power)
    }

    pub(super) fn of(&self, name: &str, power: &str) -> String {
        let title = self.book.people.title(power);
        if power == self.known.power || name == title {
            return name.to_owned();
        }
        format!("{name} ({title})")
    }

    pub(super) fn name(&self, who: &Who) -> String {
        self.of(&who.name, &who.power)
    }

    pub(super) fn is_of_high_rank(&self, leader: &str) -> bool {
        self.book.people.leader(leader).is_some_and(|leader| leader.stars >= HIGH_RANK)
    }

    /// Whether a force is seen to have an army marker.
    fn is_army(&self, who: &Who) -> bool {
        let leads = |leader: Option<&str>| leader == Some(&*who.name);
        let mut ours = self.known.ours.values();
        let mut theirs = self.known.theirs.iter();
        ours.any(|force| force.army.is_some() && leads(force.commander()))
            || theirs.any(|stack| stack.army && leads(stack.leader.as_deref()))
    }

    /// Counts the steps that were lost.
    fn count(&mut self, seen_event: &SeenEvent) {
        let Some((who, units)) = seen_event.lost() else { return };
        let steps = steps(units);
        match who.ours {
            true => self.ours += steps,
            false if self.is_neither(&who.power) => {}
            false => self.theirs += steps,
        }
        if let Some((at, cause)) = seen_event.loss().and_then(place_of)
            && !matches!(cause, Cause::Attrition | Cause::Spent | Cause::Stacking)
        {
            *self.cost.entry(at).or_default() += steps;
        }
    }

    fn sum_up(&mut self) {
        let told = |count: u32| format!("{count} step{}", if count == 1 { "" } else { "s" });
        let (matter, item) = match (self.ours, self.theirs) {
            (0, 0) => return,
            _ if self.is_public() => return,
            (ours, theirs) if self.known.power == UMPIRE => {
                (Matter::Losses, format!("lost in all: {}", told(ours + theirs)))
            }
            (0, theirs) => {
                let item = format!("the enemy lost {} that we saw; we lost none", told(theirs));
                (Matter::TheirLosses, item)
            }
            (ours, 0) => (Matter::Losses, format!("our side lost {}", told(ours))),
            (ours, theirs) => {
                let (ours, theirs) = (told(ours), told(theirs));
                (Matter::Losses, format!("our side lost {ours}, the enemy {theirs} that we saw"))
            }
        };
        self.put(matter, Bearing::Seen, item);
    }

    fn seen_event(&mut self, seen_event: &SeenEvent) {
        match seen_event {
            SeenEvent::Order(_) | SeenEvent::Sequence(_) => {}
            SeenEvent::Force(news) => self.force(news),
            SeenEvent::War(WarNews::Land(news)) => self.land(news),
            SeenEvent::War(WarNews::Sea(news)) => self.sea(news),
        }
    }

    /// Leaders and troops that come or go without a battle.
    fn force(&mut self, news: &ForceNews) {
        match news {
            ForceNews::LeaderLeft { who, at, why } => self.left(who, *at, *why),
            ForceNews::Recalled { who, .. } => {
                let item = format!("{} is called away and leaves the map", self.name(who));
                self.put(Matter::LeaderAway, self.hits(&who.power), item);
            }
            ForceNews::Withdrawn { power, at, units, leaders } => {
                let (at, hits) = (self.at(*at), self.hits(power));
                for leader in leaders {
                    let item = format!("{} is called away from {at}", self.of(leader, power));
                    self.put(Matter::LeaderAway, hits, item);
                }
                if !units.is_empty() {
                    let units = units.iter().map(|unit| self.book.units.write(unit));
                    let units = units.collect::<Vec<_>>().join(", ");
                    let item = format!("{units} of {} called away from {at}", self.title(power));
                    self.put(Matter::TroopsAway, hits, item);
                }
            }
            ForceNews::Arrived { who, at } if who.ours => {
                let item = format!("{} arrives at {}", self.name(who), self.at(*at));
                self.put(Matter::Arrived, Bearing::Gain, item);
            }
            ForceNews::Arrived { .. }
            | ForceNews::Activated { .. }
            | ForceNews::Moved { .. }
            | ForceNews::Transported { .. }
            | ForceNews::Stopped { .. }
            | ForceNews::Joined { .. }
            | ForceNews::Parted { .. }
            | ForceNews::CommandTaken { .. }
            | ForceNews::Overstacked { .. }
            | ForceNews::Grouped { .. }
            | ForceNews::Bridged { .. }
            | ForceNews::Released { .. }
            | ForceNews::TrainGained { .. }
            | ForceNews::Changed { .. }
            | ForceNews::NotTaken { .. } => {}
        }
    }

    /// A leader of ours goes to the pool: beaten, or since another commands.
    fn left(&mut self, who: &Who, at: Space, why: Option<Leaving>) {
        let (name, place) = (self.name(who), self.at(at));
        let (matter, item) = match why {
            Some(Leaving::Called) => return,
            Some(Leaving::Dismissed) => {
                (Matter::LeaderAway, format!("{name} is dismissed at {place}"))
            }
            Some(Leaving::NoTroops) => {
                let high = self.is_of_high_rank(&who.name);
                let matter = if high { Matter::LeaderLost } else { Matter::LeaderAway };
                let goes = "has no troops left at";
                (matter, format!("{name} {goes} {place} and goes to the pool of leaders"))
            }
            Some(Leaving::NoRoom | Leaving::Replaced | Leaving::Ruled) | None => {
                (Matter::LeaderPooled, format!("{name} leaves {place} for the pool of leaders"))
            }
        };
        self.put(matter, self.hits(&who.power), item);
    }

    fn land(&mut self, news: &LandNews) {
        match news {
            LandNews::Loss(news) => self.losses(news),
            LandNews::Battle(news) => self.battle(news),
            LandNews::Siege(news) => self.siege(news),
            LandNews::Table(news) => self.table(news),
            LandNews::Told(Told::Court { event, .. }) => self.court(event),
            LandNews::Told(Told::Spending { .. }) => {
                let began = self.known.seen_events.iter().find_map(SeenEvent::begins);
                if self.is_public() && began.is_some_and(Exchange::is_cabinet) {
                    let item = "the powers spend the money of the year".to_owned();
                    self.put(Matter::Money, Bearing::Seen, item);
                }
            }
            LandNews::Contact(
                ContactNews::Overrun { .. }
                | ContactNews::Intercepted { .. }
                | ContactNews::Avoided { .. }
                | ContactNews::WentInside { .. }
                | ContactNews::Guns { .. }
                | ContactNews::CameUp { .. }
                | ContactNews::Retreated { .. },
            )
            | LandNews::Money(_) => {}
        }
    }

    fn losses(&mut self, news: &LossNews) {
        match news {
            LossNews::Lost { who, at, army: Some(army), .. } => {
                let item = format!("the {army} of {} is lost at", self.name(who));
                let item = format!("{item} {}", self.at(*at));
                self.put(Matter::ArmyLost, self.hits(&who.power), item);
            }
            LossNews::Destroyed { who, at, army, units, .. } => {
                let (name, at) = (self.name(who), self.at(*at));
                let (matter, item) = match army {
                    Some(army) => {
                        (Matter::ArmyLost, format!("the {army} of {name} is destroyed at {at}"))
                    }
                    None if units.is_empty() => {
                        (Matter::SupportLost, format!("{name} loses supply or engineers at {at}"))
                    }
                    None if self.is_of_high_rank(&who.name) => {
                        (Matter::LeaderLost, format!("{name} is lost with all troops at {at}"))
                    }
                    None => (Matter::ForceLost, format!("{name} is destroyed at {at}")),
                };
                self.put(matter, self.hits(&who.power), item);
            }
            LossNews::Supply { .. } | LossNews::Attrition { .. } | LossNews::Lost { .. } => {}
        }
    }

    fn battle(&mut self, news: &BattleNews) {
        match news {
            BattleNews::BattleEnded { at, attacker, defender, size, winner } => {
                let cost = self.cost.get(at).copied().unwrap_or_default();
                let matter = match size.as_str() {
                    "major" => Matter::GreatBattle,
                    _ if cost >= HEAVY_STEPS => Matter::CostlyBattle,
                    "skirmish" => Matter::Skirmish,
                    _ => Matter::Battle,
                };
                let place = format!("at {}", self.at(*at));
                self.fought(matter, &place, [attacker, defender], *winner);
            }
            BattleNews::LeaderChecked { leader, power, at, fate, back, .. } => {
                let (name, hits) = (self.of(leader, power), self.hits(power));
                match (fate, back) {
                    (Fate::Unharmed, _) => {}
                    (Fate::Killed, _) => {
                        let item = format!("{name} is killed at {}", self.at(*at));
                        self.put(Matter::LeaderLost, hits, item);
                    }
                    (Fate::Wounded, Some(back)) => {
                        let item = format!("{name} is wounded, {}", self.away(*back));
                        self.put(Matter::LeaderAway, hits, item);
                    }
                    (Fate::Wounded, None) => {
                        self.put(Matter::LeaderAway, hits, format!("{name} is wounded"));
                    }
                }
            }
            BattleNews::Morale { who, at, demoralized: true, .. }
            | BattleNews::Disordered { who, at, demoralized: true } => {
                let (name, at, hits) = (self.name(who), self.at(*at), self.hits(&who.power));
                match self.is_army(who) {
                    true => {
                        let item = format!("the army of {name} falls into disorder at {at}");
                        self.put(Matter::ArmyBroken, hits, item);
                    }
                    false => {
                        let item = format!("{name} falls into disorder at {at}");
                        self.put(Matter::ForceBroken, hits, item);
                    }
                }
            }
            BattleNews::Fought { .. }
            | BattleNews::TacticsDrawn { .. }
            | BattleNews::TacticPlayed { .. }
            | BattleNews::Succeeded { .. }
            | BattleNews::Morale { .. }
            | BattleNews::Disordered { .. }
            | BattleNews::Pursued { .. }
            | BattleNews::Rallied { .. }
            | BattleNews::WentOn { .. } => {}
        }
    }

    /// A battle on land or at sea; `at` with its preposition.
    pub(super) fn fought(
        &mut self,
        matter: Matter,
        at: &str,
        [attacker, defender]: [&Party; 2],
        winner: Winner,
    ) {
        let name = |party: &Party| self.of(&party.name, &party.power);
        let (one, other) = (name(attacker), name(defender));
        let (won, beaten, winners) = match winner {
            Winner::Attacker => (one, other, &attacker.power),
            Winner::Defender => (other, one, &defender.power),
            Winner::Nobody => {
                let item = format!("{one} and {other} fight {at}, and neither wins");
                return self.put(matter, Bearing::Seen, item);
            }
        };
        let parties = [&attacker.power, &defender.power];
        if !parties.iter().any(|power| self.known.is_ours(power)) {
            return self.put(matter, Bearing::Seen, format!("{won} beats {beaten} {at}"));
        }
        let is_ours = parties.contains(&&self.known.power);
        let matter = match (is_ours, matter == Matter::Battle, matter == Matter::Skirmish) {
            (false, true, _) => Matter::BattleOfAllies,
            (false, _, true) => Matter::SkirmishOfAllies,
            _ => matter,
        };
        match self.known.is_ours(winners) {
            true => self.put(matter, Bearing::Gain, format!("{won} over {beaten} {at}")),
            false => self.put(matter, Bearing::Hit, format!("{beaten} against {won} {at}")),
        }
    }

    /// When somebody who is away comes back, if the game lasts until then.
    fn away(&self, back: kit::calendar::Season) -> String {
        match back > self.book.scenario.last {
            true => "for good".to_owned(),
            false => format!("back in {back}"),
        }
    }

    /// Whether somebody still stands before the walls of a place, as far as is known.
    fn is_besieged(&self, at: Space) -> bool {
        self.known.standing().any(|one| one.at == at && one.besieging)
    }

    fn siege(&mut self, news: &SiegeNews) {
        match news {
            SiegeNews::Captured { at, power, stays: false, .. } => self.captured(*at, power),
            SiegeNews::HonoursOfWar { who, at, back, .. } => {
                let (name, at) = (self.name(who), self.at(*at));
                let away = self.away(*back);
                let item = format!("{name} leaves {at} with the honours of war, {away}");
                self.put(Matter::ForceLost, self.hits(&who.power), item);
            }
            SiegeNews::SiegeMarked { who, at, level: 0 }
                if !self.fallen.contains_key(at) && self.is_besieged(*at) =>
            {
                let item = format!("{} besieges {}", self.name(who), self.at(*at));
                self.put(Matter::Siege, self.gains(&who.power), item);
            }
            SiegeNews::SiegeMarked { .. }
            | SiegeNews::SiegeAttempted { .. }
            | SiegeNews::Captured { .. }
            | SiegeNews::GarrisonChecked { .. }
            | SiegeNews::WallsBroken { .. }
            | SiegeNews::Rearmed { .. } => {}
        }
    }

    fn captured(&mut self, at: Space, power: &str) {
        let counts = self.counts(at, power);
        let matter = self.matter_of(at, counts && !self.is_empty(at, power));
        let (place, title) = (self.at(at), self.title(power));
        if counts && !self.counted.contains(&at) {
            self.counted.push(at);
        }
        // Who holds a place for a while is told with who takes it from them.
        let takers = self.fallen.get(&at).map(Vec::as_slice).unwrap_or_default();
        if takers.len() > 1 {
            let item = takers.iter().map(|power| self.title(power)).collect::<Vec<_>>();
            let item = format!("{place} falls to {}", item.join(", then to "));
            if takers.last() == Some(&power) {
                self.put(matter, Bearing::Seen, item);
            }
            return;
        }
        if self.is_public() || self.is_neither(power) {
            return self.put(matter, Bearing::Seen, format!("{place} falls to {title}"));
        }
        match self.known.is_ours(power) {
            true if power == self.known.power => self.put(matter, Bearing::Gain, place),
            true => self.put(matter, Bearing::Gain, format!("{place} by {title}")),
            false => self.put(matter, Bearing::Hit, format!("{place} to {title}")),
        }
    }

    /// What it means that a place changes hands.
    fn matter_of(&self, at: Space, counts: bool) -> Matter {
        let Some(town) = self.book.atlas.town(at) else { return Matter::Town };
        let mut powers = self.book.people.powers.iter();
        if powers.any(|power| power.capital.as_deref() == Some(&*town.name)) {
            return Matter::Capital;
        }
        match (counts, town.fortress) {
            (true, _) => Matter::Counted,
            (false, 1..) => Matter::Fortress,
            (false, 0) => Matter::Town,
        }
    }

    /// Whether it matters for victory that a power has taken a place, as that stands now.
    fn counts(&self, at: Space, taker: &str) -> bool {
        let terms = self.book.scenario.victory.as_ref();
        let is_armed = self.known.fortress(self.book, at) > 0;
        let side = self.known.bloc(taker);
        terms.is_some_and(|terms| terms.counts_for(self.book, at, side, is_armed))
    }

    /// Whether a place would count for a side if somebody stood there.
    fn is_empty(&self, at: Space, taker: &str) -> bool {
        let situation = Situation::of(self.book, self.known);
        let side = self.known.bloc(taker);
        let ways = self.book.scenario.victory.iter().flat_map(|terms| &terms.conditions);
        let mut all = ways.flat_map(|way| &way.all).filter(|term| term.side.bloc() == side);
        all.any(|term| verdict::stand(term, &situation).empty.contains(&at))
    }

    fn table(&mut self, news: &TableNews) {
        let wins = |winner: &Option<Bloc>| {
            winner.map_or("nobody wins".to_owned(), |bloc| format!("the {} wins", bloc.word()))
        };
        match news {
            TableNews::Scored { total, needed, winner, .. } => {
                let points = match self.is_public() {
                    true => String::new(),
                    false => format!("{total} of {needed} points, "),
                };
                let item = format!("the war is over: {points}{}", wins(winner));
                self.put(Matter::GameOver, Bearing::Seen, item);
            }
            TableNews::GameDecided { winner, .. } => {
                let item = format!("the war is over: {}", wins(winner));
                self.put(Matter::GameOver, Bearing::Seen, item);
            }
            TableNews::RuleBegun { .. } if !self.is_public() => {
                let told = war::sentence(self.book, self.known, &LandNews::Table(news.clone()));
                self.put(Matter::RuleBegun, Bearing::Seen, told.trim_end_matches('.').to_owned());
            }
            TableNews::RuleBegun { .. }
            | TableNews::CardPlayed { .. }
            | TableNews::CardDrawn { .. }
            | TableNews::Promised { .. } => {}
        }
    }

    fn court(&mut self, event: &CourtEvent) {
        let turns = matches!(event, CourtEvent::FoughtOn { .. } | CourtEvent::PeaceEnded { .. });
        let matter = match event {
            after_peace!() if turns => Matter::SideChanged,
            CourtEvent::PowerTurned { .. } | CourtEvent::WarDeclared { .. } => Matter::SideChanged,
            CourtEvent::PeaceMade { .. } => Matter::SideChanged,
            CourtEvent::CountryTurned { .. } => Matter::CountryTurned,
            CourtEvent::Surrendered { .. } => Matter::CountryTurned,
            CourtEvent::ProvinceTitled { .. }
            | CourtEvent::Courted { .. }
            | after_peace!()
            | CourtEvent::Enthroned { .. }
            | CourtEvent::AllianceChecked { .. }
            | CourtEvent::Wavered { .. }
            | CourtEvent::LevyTurned { .. }
            | of_troops!()
            | CourtEvent::Contested { .. }
            | CourtEvent::Annexed { .. }
            | CourtEvent::TruceSet { .. }
            | CourtEvent::SystemTurned { .. }
            | CourtEvent::SystemCounted { .. }
            | CourtEvent::Restored { .. } => return,
        };
        let told = court::sentence(self.book, event, None);
        self.put(matter, Bearing::Seen, told.trim_end_matches('.').to_owned());
    }
}

fn steps(units: &[Unit]) -> u32 {
    units.iter().map(|unit| u32::from(unit.steps)).sum()
}

/// Where troops were lost, and by what.
fn place_of(news: &LossNews) -> Option<(Space, Cause)> {
    match news {
        LossNews::Lost { at, cause, .. } | LossNews::Destroyed { at, cause, .. } => {
            Some((*at, *cause))
        }
        LossNews::Supply { .. } | LossNews::Attrition { .. } => None,
    }
}

/// The place that changed hands, if one did.
fn fallen(seen_event: &SeenEvent) -> Option<(Space, &str)> {
    let SeenEvent::War(WarNews::Land(news)) = seen_event else { return None };
    let LandNews::Siege(SiegeNews::Captured { at, power, stays: false, .. }) = &**news else {
        return None;
    };
    Some((*at, power))
}
