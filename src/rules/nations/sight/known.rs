//! What one power may know: all that it has seen, and nothing else.
//!
//! Checks, receipts, forms, conditions, paths and reports are made from this and the book. It
//! changes by [`Seen`] alone, and only `sight.rs` makes those.

use crate::book::Book;
use crate::book::countries::CountryStatus;
use crate::book::units::Unit;
use crate::politics::revolts;
use crate::position::Position;
use crate::record::event::{CourtEvent, MoneyEvent, SpendingEvent};
use crate::record::exchange::Exchange;
use crate::record::state::peaces;
use crate::record::state::{
    Anchorage, Bloc, EmbarkedForce, Force, ForceId, Fort, Marker, Money, Squadron, Titles,
};
use crate::sight::all::UMPIRE;

use crate::sight::news::SeenEvent;
use kit::calendar::Season;
use kit::deck::DeckView;
use kit::ground::Space;
use kit::ledger::Shown;
use kit::relations::Relations;
use kit::sight::Sight;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

mod memory;
mod shows;

/// An enemy stack as its hex and leader show it (NIA §1.3).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Stack {
    pub power: String,
    pub at: Space,
    /// Who commands it; nobody, if troops stand alone.
    pub leader: Option<String>,
    /// Whether an army marker stands there.
    pub army: bool,
    pub inside: bool,
    pub besieging: bool,
    /// Whether the marker of disorder lies on it (NIA §8.3.3).
    #[serde(default)]
    pub demoralized: bool,
    /// Whether troops of it are in revolt (NIA §14.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rising: bool,
    pub sight: Sight,
    /// When it was last seen, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Season>,
}

impl Stack {
    /// What the map shows of a force (NIA §1.3).
    pub fn of(force: &Force) -> Self {
        Self {
            power: force.power.clone(),
            at: force.at,
            leader: force.commander().map(str::to_owned),
            army: force.army.is_some(),
            inside: force.inside,
            besieging: force.siege.is_some() && !force.inside,
            demoralized: force.demoralized,
            rising: revolts::of(force).is_some(),
            sight: Sight::Sighted,
            last: None,
        }
    }

    /// Whether it was seen once and is out of sight now.
    pub fn is_remembered(&self) -> bool {
        self.last.is_some()
    }
}

/// Ships as the map shows them: whose, where and how many; not which.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Sail {
    pub power: String,
    pub at: Anchorage,
    #[serde(default)]
    pub fleets: u8,
    /// When they were last seen, if they are remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Season>,
}

impl Sail {
    /// Fleets that are in sight.
    pub fn new(power: &str, at: &Anchorage, fleets: u8) -> Self {
        Self { power: power.to_owned(), at: at.clone(), fleets, last: None }
    }
}

/// The ships of a place: ours in full, and the sails of others if they are in sight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waters {
    pub at: Anchorage,
    pub own: Vec<Squadron>,
    pub sails: Option<Vec<Sail>>,
}

/// Who did something, by the name that the eye may use for him.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Who {
    pub power: String,
    pub name: String,
    /// Whether he is of the eye's own side.
    pub ours: bool,
}

/// What one pair of eyes learns of one event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    pub event: Option<SeenEvent>,
    /// Forces of our side as they are now.
    pub ours: Vec<Force>,
    /// Forces of our side that are no more.
    pub gone: Vec<ForceId>,
    /// The enemy stacks of these spaces as they are now; what was known of them before is gone.
    pub spaces: Vec<(Space, Vec<Stack>)>,
    /// The ships of these places as they are now.
    pub waters: Vec<Waters>,
    /// An enemy stack that has gone out of sight, where it was going.
    pub trail: Option<Stack>,
    /// Enemy ships that have gone out of sight, where they were going.
    pub wake: Option<Sail>,
    /// Troops of our side that are on board now.
    pub aboard: Vec<EmbarkedForce>,
    /// Troops of our side that are on board no more.
    pub ashore: Vec<ForceId>,
    /// Corsairs that are in their box now, as everybody can count them.
    pub corsairs: Option<BTreeSet<String>>,
    /// A power that changed sides.
    pub joins: Option<(String, Bloc)>,
    pub pooled: Vec<String>,
    /// A leader of our side who has left the map.
    pub left: Option<String>,
    pub held: Option<(Space, String)>,
    /// What changed in titles, statuses and truces.
    pub titles: Option<CourtEvent>,
    /// What came into a chest of ours, or went.
    pub money: Option<MoneyEvent>,
    /// What was spent from one of our purses, or went from one purse to another.
    pub spent: Option<SpendingEvent>,
    /// A town that is its province's again.
    pub restored: Option<Space>,
    /// What war has done to a fortress; nothing if it is again as the map prints it.
    pub fort: Option<(Space, Option<Fort>)>,
    /// What commanders of ours did.
    pub deeds: Vec<(String, Deed)>,
    /// Enemy strengths that a battle has shown.
    pub strengths: Vec<(String, u32)>,
    /// What may be seen of the deck of event cards now.
    pub deck: Option<DeckView>,
    /// A card of ours that was played.
    pub played: Option<String>,
    /// A special rule that begins to hold.
    pub begun: Option<String>,
    /// A side that puts in its second naval marker, and the year.
    pub naval_2: Option<(Bloc, u16)>,
    /// A season begins, and what was told of the one before is put away.
    pub begins: bool,
    /// A season is over, and the one after it is the next to give orders for.
    pub ends: Option<Season>,
    /// Whether a cabinet is the next to be played.
    pub cabinet: Option<bool>,
    pub drawn: Option<Marker>,
    /// The pool as everybody can count it.
    pub pool: Option<Vec<Marker>>,
}

/// What a commander of ours did last: in battle, and before a fortress.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deed {
    #[serde(default)]
    pub won: bool,
    #[serde(default)]
    pub lost: bool,
    #[serde(default)]
    pub taken: bool,
    /// Steps lost in the last battle, ours first.
    #[serde(default)]
    pub losses: Option<(u32, u32)>,
}

/// All that one power knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    pub power: String,
    pub season: Season,
    /// Whether the cabinet before this spring is still to be played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cabinet: bool,
    /// Whether the campaign has not started, so that sheets still place forces of the set-up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub setting_up: bool,
    #[serde(rename = "sides")]
    pub relations: Relations<Bloc>,
    /// Forces of our own side, in full.
    pub ours: BTreeMap<ForceId, Force>,
    /// Those of them that come when the season begins: they are added where orders are read and told.
    #[serde(skip)]
    pub coming: BTreeSet<ForceId>,
    /// Units that are called away from them when the season begins: they are taken off where orders are read
    /// and told.
    #[serde(skip)]
    pub going: BTreeMap<ForceId, Vec<Unit>>,
    /// Enemy stacks, by what the map shows.
    pub theirs: BTreeSet<Stack>,
    /// Our own squadrons, in full.
    pub squadrons: Vec<Squadron>,
    /// Enemy squadrons, by what the map shows.
    pub sails: BTreeSet<Sail>,
    /// Troops of our side on board.
    #[serde(default)]
    pub aboard: BTreeMap<ForceId, EmbarkedForce>,
    /// Corsairs in their box.
    #[serde(default)]
    pub corsairs: BTreeSet<String>,
    /// Our leaders that wait to be used.
    pub pool: BTreeSet<String>,
    /// Who owns each province and whom the countries follow, as far as that has changed.
    #[serde(default, skip_serializing_if = "Titles::is_empty")]
    pub titles: Titles,
    /// The chests from which we spend.
    #[serde(default, skip_serializing_if = "Money::is_empty")]
    pub money: Money,
    pub held: BTreeMap<Space, String>,
    /// Fortresses that are not as the map prints them.
    #[serde(default)]
    pub forts: BTreeMap<Space, Fort>,
    /// What our commanders did last this season.
    #[serde(default)]
    pub deeds: BTreeMap<String, Deed>,
    /// Combat points, in halves, of enemy commanders' forces when they were last seen in battle.
    #[serde(default)]
    pub strengths: BTreeMap<String, u32>,
    /// When that was.
    #[serde(default)]
    pub counted: BTreeMap<String, Season>,
    /// What may be seen of the deck of event cards, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<DeckView>,
    /// Cards of ours that have been played.
    #[serde(default)]
    pub played: BTreeSet<String>,
    /// Special rules that have begun to hold.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub begun: BTreeSet<String>,
    /// The year in which each side last used its second naval marker (NIA §3.1).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub naval_2: BTreeMap<Bloc, u16>,
    /// The army markers that each power was seen to lose.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub armies_lost: BTreeMap<String, BTreeSet<String>>,
    /// Markers still in the pool: what was put in less what was played.
    pub markers: Vec<Marker>,
    /// The marker that is being played.
    pub marker: Option<Marker>,
    /// What happened this season, in order.
    #[serde(rename = "tales")]
    pub seen_events: Vec<SeenEvent>,
    /// The dice and chits of this season that we were shown, each by its key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Shown>,
}

impl Known {
    /// Knows nothing yet.
    pub fn new(power: &str, season: Season, relations: &Relations<Bloc>) -> Self {
        Self {
            power: power.to_owned(),
            setting_up: false,
            season,
            cabinet: false,
            relations: relations.clone(),
            ours: BTreeMap::new(),
            coming: BTreeSet::new(),
            going: BTreeMap::new(),
            theirs: BTreeSet::new(),
            squadrons: vec![],
            sails: BTreeSet::new(),
            aboard: BTreeMap::new(),
            corsairs: BTreeSet::new(),
            pool: BTreeSet::new(),
            titles: Titles::default(),
            money: Money::default(),
            held: BTreeMap::new(),
            forts: BTreeMap::new(),
            deeds: BTreeMap::new(),
            strengths: BTreeMap::new(),
            counted: BTreeMap::new(),
            deck: None,
            played: BTreeSet::new(),
            begun: BTreeSet::new(),
            naval_2: BTreeMap::new(),
            armies_lost: BTreeMap::new(),
            markers: vec![],
            marker: None,
            seen_events: vec![],
            dice: vec![],
        }
    }

    /// The exchange of mail for which a sheet is asked.
    pub fn exchange(&self) -> Exchange {
        Exchange::of(self.season, self.cabinet)
    }

    /// Learns what was seen; nothing else changes what is known.
    pub fn learn(&mut self, book: &Book, seen: Seen) {
        let stirred = memory::stirred(self, book, &seen);
        memory::count_armies(self, &seen);
        memory::learn_rules(self, &seen);
        if seen.begins {
            self.seen_events.clear();
            self.dice.clear();
            self.deeds.clear();
        }
        if let Some(season) = seen.ends {
            self.season = season.next();
            self.marker = None;
            for force in self.ours.values_mut() {
                force.activations = 0;
                force.boxed = false;
                force.fed = false;
            }
        }
        self.cabinet = seen.cabinet.unwrap_or(self.cabinet);
        if let Some((power, bloc)) = seen.joins {
            self.side_with(power, bloc);
        }
        if let Some(leader) = seen.left {
            self.miss(&leader);
        }
        for id in seen.gone {
            self.ours.remove(&id);
        }
        for force in seen.ours {
            for leader in &force.leaders {
                self.pool.remove(leader);
            }
            self.ours.insert(force.id, force);
        }
        for (space, stacks) in seen.spaces {
            self.theirs.retain(|stack| stack.at != space);
            for stack in stacks {
                self.meet(stack);
            }
        }
        for waters in seen.waters {
            self.look_at(waters);
        }
        for id in seen.ashore {
            self.aboard.remove(&id);
        }
        for passage in seen.aboard {
            self.ours.remove(&passage.force.id);
            self.aboard.insert(passage.force.id, passage);
        }
        self.corsairs = seen.corsairs.unwrap_or(std::mem::take(&mut self.corsairs));
        self.pool.extend(seen.pooled);
        self.hear_of_lands(seen.held, seen.titles, seen.restored);
        self.count_money(book, seen.money, seen.spent);
        if let Some((at, fort)) = seen.fort {
            self.forts.remove(&at);
            self.forts.extend(fort.map(|fort| (at, fort)));
        }
        for (leader, deed) in seen.deeds {
            self.remember(leader, deed);
        }
        for (leader, halves) in seen.strengths {
            self.counted.insert(leader.clone(), self.season);
            self.strengths.insert(leader, halves);
        }
        self.count_markers(seen.pool, seen.drawn);
        self.seen_events.extend(seen.event);
        memory::look_around(self, book, &stirred);
        memory::follow(self, seen.trail, seen.wake);
    }

    /// Places, provinces and countries that have changed hands.
    fn hear_of_lands(
        &mut self,
        held: Option<(Space, String)>,
        titles: Option<CourtEvent>,
        restored: Option<Space>,
    ) {
        self.held.extend(held);
        self.held.retain(|at, _| Some(*at) != restored);
        if let Some(event) = titles {
            self.titles.apply(&event);
            peaces::relate(&event, &mut self.relations);
        }
    }

    /// Of money that went to others, or came from them, only our own chests are known.
    fn forget_chests(&mut self, book: &Book) {
        let (power, titles) = (self.power.as_str(), &self.titles);
        let ours = |who: &String| {
            let keeper = titles.status(book, who).and_then(CountryStatus::power);
            who == power || keeper == Some(power) || power == UMPIRE
        };
        self.money.chests.retain(|who, _| ours(who));
    }

    /// The pool as everybody counts it, and the marker that came out of it.
    fn count_markers(&mut self, pool: Option<Vec<Marker>>, drawn: Option<Marker>) {
        if let Some(pool) = pool {
            self.markers = pool;
        }
        if let Some(marker) = drawn {
            if let Some(at) = self.markers.iter().position(|left| *left == marker) {
                self.markers.remove(at);
            }
            self.marker = Some(marker);
        }
    }

    /// An enemy stack is here; a leader is nowhere else.
    fn meet(&mut self, stack: Stack) {
        if stack.leader.is_some() {
            self.theirs.retain(|old| !old.is_remembered() || old.leader != stack.leader);
        }
        self.theirs.insert(stack);
    }

    /// A power goes to a side; who is an ally now is no enemy that was seen (NIA §5.3.4).
    fn side_with(&mut self, power: String, bloc: Bloc) {
        self.relations.join(&power, bloc);
        self.part_from_strangers();
        let (theirs, sails) = (std::mem::take(&mut self.theirs), std::mem::take(&mut self.sails));
        self.theirs = theirs.into_iter().filter(|stack| !self.is_ours(&stack.power)).collect();
        self.sails = sails.into_iter().filter(|sail| !self.is_ours(&sail.power)).collect();
    }

    /// Keeps of former friends what the map shows of any stranger, and nothing of what their stacks hold.
    fn part_from_strangers(&mut self) {
        let (ours, squadrons) =
            (std::mem::take(&mut self.ours), std::mem::take(&mut self.squadrons));
        let (ours, strangers) = ours.into_iter().partition(|(_, force)| self.is_ours(&force.power));
        self.ours = ours;
        let strangers: BTreeMap<ForceId, Force> = strangers;
        self.theirs.extend(strangers.values().map(Stack::of));
        let (squadrons, strangers): (Vec<_>, Vec<_>) =
            squadrons.into_iter().partition(|squadron| self.is_ours(&squadron.power));
        self.squadrons = squadrons;
        for Squadron { power, at, fleets, .. } in strangers {
            let fleets = u8::try_from(fleets.len()).unwrap_or(u8::MAX);
            self.sails.insert(Sail::new(&power, &at, fleets));
        }
        let aboard = std::mem::take(&mut self.aboard);
        self.aboard =
            aboard.into_iter().filter(|(_, one)| self.is_ours(&one.force.power)).collect();
    }

    /// A leader of ours has left the map.
    fn miss(&mut self, leader: &str) {
        self.pool.remove(leader);
        for force in self.ours.values_mut() {
            force.leaders.retain(|name| name != leader);
        }
        self.ours.retain(|_, force| !force.is_empty());
        for passage in self.aboard.values_mut() {
            passage.force.leaders.retain(|name| name != leader);
        }
        self.aboard.retain(|_, passage| !passage.force.is_empty());
    }

    /// The ships of a place are these, and lie nowhere else.
    fn look_at(&mut self, Waters { at, own, sails }: Waters) {
        self.squadrons.retain(|squadron| squadron.at != at);
        for new in &own {
            for old in self.squadrons.iter_mut().filter(|old| old.power == new.power) {
                old.fleets.retain(|fleet| !new.fleets.contains(fleet));
                old.off.retain(|fleet, _| !new.fleets.contains(fleet));
            }
        }
        self.squadrons.retain(|squadron| !squadron.fleets.is_empty());
        self.squadrons.extend(own);
        self.squadrons.sort();
        if let Some(sails) = sails {
            self.sails.retain(|sail| sail.at != at);
            self.sails.extend(sails);
        }
    }

    /// What a commander of ours did last; what he took he has taken, whatever battle comes after it.
    fn remember(&mut self, leader: String, deed: Deed) {
        let known = self.deeds.entry(leader).or_default();
        let taken = known.taken || deed.taken;
        let fought = deed.won || deed.lost;
        *known = Deed { taken, ..if fought { deed } else { known.clone() } };
    }

    /// The bloc of a power.
    pub fn bloc(&self, power: &str) -> Bloc {
        self.relations.group(power).copied().unwrap_or(Bloc::Neutral)
    }

    /// Whether a power is of our side.
    pub fn is_ours(&self, power: &str) -> bool {
        self.relations.friends(power, &self.power)
    }

    /// Who is known to hold a place.
    pub fn holder<'a>(&'a self, book: &'a Book, space: Space) -> Option<&'a str> {
        self.common().holder(book, space)
    }

    /// The level of a fortress as it is known; 0 where there is none (NIA §9.1).
    pub fn fortress(&self, book: &Book, space: Space) -> u8 {
        self.common().fortress(book, space)
    }

    /// Keeps the account of our purses.
    fn count_money(
        &mut self,
        book: &Book,
        money: Option<MoneyEvent>,
        spent: Option<SpendingEvent>,
    ) {
        if let Some(event) = money {
            self.money.apply(&event);
        }
        if let Some(event) = spent {
            self.money.spend(&event);
            self.forget_chests(book);
        }
    }

    /// The event cards in hand: those that were dealt and not played, and those that were drawn.
    pub fn hand(&self, book: &Book) -> Vec<String> {
        let dealt = book.scenario.cards.get(&self.power).into_iter().flatten();
        let dealt = dealt.filter(|card| !self.played.contains(*card));
        let drawn = self.deck.iter().flat_map(|deck| &deck.own);
        let drawn: Vec<&String> = drawn.collect();
        let dealt = dealt.filter(|card| !drawn.contains(card));
        dealt.chain(drawn.iter().copied()).cloned().collect()
    }

    /// Enemy stacks that are in sight.
    pub fn enemies(&self) -> impl Iterator<Item = &Stack> {
        self.theirs.iter().filter(|stack| !stack.is_remembered())
    }

    /// Enemy ships that are in sight.
    pub fn enemy_ships(&self) -> impl Iterator<Item = &Sail> {
        self.sails.iter().filter(|sail| sail.last.is_none())
    }

    /// Enemy stacks that are seen in a space.
    pub fn enemies_at(&self, space: Space) -> impl Iterator<Item = &Stack> {
        self.enemies().filter(move |stack| stack.at == space)
    }

    /// Whether what stands in a space would be seen.
    pub fn in_sight(&self, book: &Book, space: Space) -> bool {
        self.eyes(book).is_none_or(|eyes| eyes.see(space))
    }

    /// Whether an enemy is known to stand there.
    pub fn enemy_at(&self, space: Space) -> bool {
        self.enemies_at(space).next().is_some()
    }

    /// How many fleets of those who fight us are known to lie in a place.
    pub fn foes_at(&self, at: &Anchorage) -> u32 {
        let foes = self.enemy_ships().filter(|sail| sail.at == *at && self.is_foe(&sail.power));
        foes.map(|sail| u32::from(sail.fleets)).sum()
    }

    /// Whether a power fights us.
    pub fn is_foe(&self, power: &str) -> bool {
        let neutral = |power: &str| self.bloc(power) == Bloc::Neutral;
        !self.is_ours(power) && !neutral(power) && !neutral(&self.power)
    }

    /// The force of our side that a leader is with.
    pub fn with_leader(&self, leader: &str) -> Option<&Force> {
        self.ours.values().find(|force| force.leaders.iter().any(|name| name == leader))
    }

    /// Forces of our side in a place that are not shut up in it.
    pub fn before_walls(&self, at: Space) -> impl Iterator<Item = &Force> + Clone {
        self.ours.values().filter(move |one| one.at == at && !one.inside)
    }

    /// Forces that this power may order about: its own, not its allies'.
    pub fn own(&self) -> impl Iterator<Item = &Force> {
        self.ours.values().filter(|force| force.power == self.power)
    }
}
