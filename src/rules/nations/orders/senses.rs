//! What a commander can tell when a condition asks him: from what his power knows, never more.
//!
//! Always known: his own force, its place, the points it has left, the marker, the season. What is
//! not known makes a condition not match.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §1.3, §4.2.4.

use crate::book::countries::Country;
use crate::book::money::Recruits;
use crate::book::{Book, Fog};
use crate::land::reckon::host::Host;
use crate::land::stacking;
use crate::land::supply::{self, Land, Moment};
use crate::orders::rehearsal::asked_now;
use crate::orders::{Step, attack};
use crate::position::Position;
use crate::record::event::Reason;
use crate::record::state::{Anchorage, Force, Marker};
use crate::sight::contact_fog::Eyes;
use crate::sight::known::{Deed, Known, Stack};
use kit::ground::Space;
use sheet::condition::{Condition, Senses, Term, Truth};

/// The enemy one meets, as the map shows him (NIA §1.3).
#[derive(Debug, Clone, Default)]
pub struct Met {
    pub leader: Option<String>,
    pub army: bool,
}

impl Met {
    /// What of a force lies open on the map.
    pub fn of(force: &Force) -> Self {
        Self { leader: force.commander().map(str::to_owned), army: force.army.is_some() }
    }

    /// The same of a stack that the map shows.
    pub fn shown(stack: &Stack) -> Self {
        Self { leader: stack.leader.clone(), army: stack.army }
    }
}

/// What a commander has before his eyes when he is asked in the middle of something.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    pub met: Option<Met>,
    /// Combat points of both sides, ours first, in halves: told inside a battle alone.
    pub halves: Option<(u32, u32)>,
    /// Steps lost by both sides in this battle, ours first.
    pub losses: Option<(u32, u32)>,
    /// The loss that an attrition check is likely to bring.
    pub expected: Option<u32>,
    /// Movement points that are left.
    pub left: u32,
    /// Fleets of both sides that meet, ours first; decoys look like fleets (NIA §10.6).
    pub fleets: Option<(u32, u32)>,
    /// Pounds and recruits that are left, where a line of a budget asks.
    pub purse: Option<(i32, Recruits)>,
    /// What these ships did last, since no leader bears their name.
    pub deed: Option<Deed>,
}

/// What keeps a power from knowing where somebody is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    /// Not all of the place is in sight.
    OutOfSight,
    /// An enemy stack stands there, into which nobody looks.
    InStack(Space),
}

/// One commander at one moment.
pub struct Commander<'a> {
    book: &'a Book,
    known: &'a Known,
    force: Option<&'a Force>,
    marker: Marker,
    scene: Scene,
    /// Their power's side of the map with what is not there yet, if that is asked about.
    land: Option<&'a Land<'a>>,
}

impl<'a> Commander<'a> {
    /// A commander with his force, on a marker, with points left.
    pub fn new(
        book: &'a Book,
        known: &'a Known,
        force: Option<&'a Force>,
        marker: Marker,
        left: u32,
    ) -> Self {
        let scene = Scene { left, ..Scene::default() };
        Self { book, known, force, marker, scene, land: None }
    }

    /// The same commander, whose supply is traced over this land.
    pub fn over(self, land: &'a Land<'a>) -> Self {
        Self { land: Some(land), ..self }
    }

    /// The same commander in the middle of something.
    pub fn amid(self, scene: Scene) -> Self {
        Self { scene, ..self }
    }

    /// Whether a step's own condition holds. Who is attacked, or stands where troops land, is before their eyes.
    pub fn may(self, step: &Step) -> Result<(), Reason> {
        let Some(condition) = &step.condition else { return Ok(()) };
        let at = match self.force {
            Some(_) => attack::target_of(self.book, self.known, step),
            None => step.filled.name("at").and_then(|at| self.book.atlas.code(at)),
        };
        let met = at.and_then(|at| self.known.enemies_at(at).next()).map(Met::shown);
        let scene = Scene { met, ..self.scene.clone() };
        self.amid(scene).before_walls().holds(condition)
    }

    /// Whether a condition holds, as far as this commander can tell; else why not.
    pub fn holds(self, condition: &Condition) -> Result<(), Reason> {
        match condition.ask(&self) {
            Truth::Yes => Ok(()),
            Truth::No => Err(self.why_not(condition)),
            Truth::Unknown => Err(asked_now::not_told(self.book, self, condition)),
        }
    }

    /// The same commander, who has those before their eyes that stand in their hex, on the other side of the
    /// walls, if nobody else is.
    pub fn before_walls(mut self) -> Self {
        if let Some(force) = self.force.filter(|_| self.scene.met.is_none()) {
            let beyond = self.known.enemies_at(force.at).filter(|one| one.inside != force.inside);
            let first = beyond.max_by_key(|stack| (stack.army, stack.leader.is_some()));
            self.scene.met = first.map(Met::shown);
        }
        self
    }

    /// What his force did last this season.
    fn deed(&self) -> Deed {
        if let Some(deed) = &self.scene.deed {
            return deed.clone();
        }
        let name = self.force.and_then(Force::commander);
        name.and_then(|name| self.known.deeds.get(name)).cloned().unwrap_or_default()
    }

    pub fn space(&self, number: &str) -> Option<Space> {
        self.book.atlas.place(number)
    }

    fn flag(&self, flag: &str) -> Truth {
        match flag {
            "in supply" => self.supplied(),
            "out of supply" => !self.supplied(),
            "demoralized" => Truth::of(self.force.is_some_and(|force| force.demoralized)),
            "won" => Truth::of(self.deed().won),
            "lost" => Truth::of(self.deed().lost),
            "taken" => Truth::of(self.deed().taken),
            "besieged" => Truth::of(self.force.is_some_and(|force| force.inside)),
            "besieging" => Truth::of(self.force.is_some_and(|force| force.siege.is_some())),
            "activated" => Truth::of(self.force.is_some_and(|force| force.activations > 0)),
            "enemy adjacent" => match self.force {
                Some(force) => {
                    let near = self.book.atlas.around(force.at);
                    Truth::of(near.into_iter().any(|space| self.known.enemy_at(space)))
                }
                None => Truth::Unknown,
            },
            _ => Truth::Unknown,
        }
    }

    /// Whether his power can trace a supply line for him, as far as it knows (NIA §6.2).
    fn supplied(&self) -> Truth {
        let Some(force) = self.force else { return Truth::Unknown };
        if supply::is_always_fed(self.book, force) {
            return Truth::Yes;
        }
        let traced =
            |land: &Land| Truth::of(supply::line_of(land, force, &Moment::default()).is_some());
        match self.land {
            Some(land) => traced(land),
            None => traced(&Land::of(self.book, self.known, &self.known.power)),
        }
    }

    /// Combat points of both sides in halves: in battle as they are, else as they were last seen.
    fn halves(&self) -> Option<(u32, u32)> {
        let seen = || {
            let ours = self.force?;
            Some((ours.steps() * 2 + u32::from(ours.depots), self.theirs()?))
        };
        self.scene.halves.or_else(seen)
    }

    /// Combat points of the enemy in halves.
    fn theirs(&self) -> Option<u32> {
        let seen = || {
            let leader = self.scene.met.as_ref()?.leader.as_ref()?;
            self.known.strengths.get(leader).copied()
        };
        self.scene.halves.map(|(_, theirs)| theirs).or_else(seen)
    }

    /// The numbers that a condition asks for, as far as they can be told: `odds 6 to 9`, `own steps 3`.
    pub fn values(&self, condition: &Condition) -> Vec<String> {
        let points = |halves: u32| {
            let half = if halves % 2 == 1 { ".5" } else { "" };
            format!("{}{half}", halves / 2)
        };
        condition.figures(|term| {
            if let Term::Odds(..) = term {
                let halves = self.halves();
                halves.map(|(us, them)| format!("odds {} to {}", points(us), points(them)))
            } else if let Term::Compare(name, ..) = term {
                self.number(name).map(|number| format!("{name} {number}"))
            } else {
                None
            }
        })
    }

    /// What is told of a condition that was asked: its figures; if it has none and does not hold, the parts that fail.
    pub fn told(&self, condition: &Condition) -> Vec<String> {
        let figures = self.values(condition);
        if !figures.is_empty() || condition.ask(self) != Truth::No {
            return figures;
        }
        match condition.failing(self).as_slice() {
            [] => vec![format!("`{condition}`")],
            parts => parts.iter().map(|part| format!("`{part}`")).collect(),
        }
    }

    /// Why a condition does not hold: the parts that fail, if it has several, with the figures that they ask for.
    pub fn why_not(&self, condition: &Condition) -> Reason {
        let told = |part: &Condition| part.with_figures(self.values(part));
        let what: Vec<String> = condition.failing(self).into_iter().map(told).collect();
        if what.is_empty() { Reason::ConditionFalse } else { Reason::ConditionParts { what } }
    }

    fn number(&self, name: &str) -> Option<i64> {
        let losses = || self.scene.losses.or_else(|| self.deed().losses);
        match name {
            "own steps" | "our strength" => self.force.map(|force| i64::from(force.steps())),
            "enemy steps" | "their strength" => {
                self.theirs().map(|theirs| i64::from(theirs.div_ceil(2)))
            }
            "mp" => Some(i64::from(self.scene.left)),
            "our fleets" => self.scene.fleets.map(|(ours, _)| i64::from(ours)),
            "their fleets" => self.scene.fleets.map(|(_, theirs)| i64::from(theirs)),
            "our losses" => Some(losses().map_or(0, |(ours, _)| i64::from(ours))),
            "their losses" => Some(losses().map_or(0, |(_, theirs)| i64::from(theirs))),
            "expected loss" => self.scene.expected.map(i64::from),
            "morale" => {
                let host = Host::of(self.book, self.force?);
                host.morale(self.book, self.known.season).first().map(|morale| i64::from(*morale))
            }
            "fortress level" => {
                let at = self.force?.at;
                Some(i64::from(self.known.fortress(self.book, at)))
            }
            "treasury" => self.scene.purse.map(|(pounds, _)| i64::from(pounds)),
            "recruits" => self.scene.purse.map(|(_, left)| i64::from(left.steps)),
            "siege level" => self.force.and_then(|force| force.siege).map(i64::from),
            _ => None,
        }
    }

    /// Where somebody stands, as far as this power knows; several places for "enemy".
    fn places(&self, who: &str) -> Option<Vec<Space>> {
        let theirs = || self.known.enemies();
        match who {
            "enemy" => Some(theirs().map(|stack| stack.at).collect()),
            "enemy army" => {
                Some(theirs().filter(|stack| stack.army).map(|stack| stack.at).collect())
            }
            "enemy leader" => Some(
                theirs().filter(|stack| stack.leader.is_some()).map(|stack| stack.at).collect(),
            ),
            "own army" => Some(
                self.known
                    .own()
                    .filter(|force| force.army.is_some())
                    .map(|force| force.at)
                    .collect(),
            ),
            leader => {
                let ours = self.known.with_leader(leader).map(|force| force.at);
                let seen =
                    theirs().find(|stack| stack.leader.as_deref() == Some(leader)).map(|s| s.at);
                ours.or(seen).map(|space| vec![space])
            }
        }
    }

    /// Whether somebody is within walls; of enemies in general, those in the hex of the force.
    fn inside(&self, who: &str) -> Truth {
        let here = self.force.map(|force| force.at);
        let theirs = || self.known.enemies();
        let any = |kind: &dyn Fn(&Stack) -> bool| {
            let Some(at) = here else { return Truth::Unknown };
            let within = |stack: &Stack| stack.at == at && stack.inside && kind(stack);
            if theirs().any(within) { Truth::Yes } else { self.not_there(who, at, 0) }
        };
        match who {
            "enemy" => any(&|_| true),
            "enemy army" => any(&|stack| stack.army),
            "enemy leader" => any(&|stack| stack.leader.is_some()),
            "own army" => {
                Truth::of(self.known.own().any(|force| force.army.is_some() && force.inside))
            }
            leader => {
                let ours = self.known.with_leader(leader).map(|force| force.inside);
                let seen = theirs().find(|stack| stack.leader.as_deref() == Some(leader));
                ours.or(seen.map(|stack| stack.inside)).map_or(Truth::Unknown, Truth::of)
            }
        }
    }

    /// Whether the enemy's ships are asked for: by name, or since the place is a sea.
    fn is_of_ships(&self, who: &str, place: &str) -> bool {
        let is_sea = || self.book.atlas.sea(place).is_some();
        who == "enemy ships" || (who == "enemy" && is_sea())
    }

    /// Whether enemy ships are in a sea area, or in a harbour or before it.
    fn ships_at(&self, place: &str) -> Truth {
        let sea = self.book.atlas.sea(place).map(|sea| vec![Anchorage::Sea(sea.name.clone())]);
        let port =
            self.space(place).map(|at| vec![Anchorage::Harbour(at), Anchorage::Blockading(at)]);
        let Some(places) = sea.or(port) else { return Truth::Unknown };
        if self.known.enemy_ships().any(|sail| places.contains(&sail.at)) {
            return Truth::Yes;
        }
        let eyes = Eyes::of(self.book, self.known, &self.known.power);
        let seen = self.book.fog == Fog::Rules || places.iter().all(|at| eyes.see_ships(at));
        if seen { Truth::No } else { Truth::Unknown }
    }

    /// Nobody of them is seen there; that is so if the whole place is in sight, else not known.
    fn not_there(&self, who: &str, space: Space, radius: u16) -> Truth {
        if self.book.fog == Fog::Rules || !matches!(who, "enemy" | "enemy army" | "enemy leader") {
            return Truth::No;
        }
        let eyes = Eyes::of(self.book, self.known, &self.known.power);
        let all = self.book.atlas.within(space, radius);
        if all.into_iter().all(|at| eyes.see(at)) { Truth::No } else { Truth::Unknown }
    }

    /// What keeps from this power whether somebody is near a place whom it sees nowhere.
    pub fn hidden(&self, who: &str, space: Space, radius: u16) -> Option<Hidden> {
        let near = || self.book.atlas.within(space, radius).into_iter();
        if self.book.fog != Fog::Rules {
            let eyes = Eyes::of(self.book, self.known, &self.known.power);
            if near().any(|at| !eyes.see(at)) && !self.is_of_our_side(who) {
                return Some(Hidden::OutOfSight);
            }
        }
        if self.is_of_our_side(who) {
            return None;
        }
        let hides = |at: &Space| self.known.enemies_at(*at).any(|stack| self.may_hide(stack, who));
        near().find(hides).map(Hidden::InStack)
    }

    /// Whether a leader may be under the commander whom an enemy stack shows: troops without one have no
    /// leader, and outside an army nobody is under a junior (NIA §4.2.4).
    fn may_hide(&self, stack: &Stack, who: &str) -> bool {
        let under = |commander| {
            stack.army
                || self.book.people.leader(who).is_none()
                || stacking::stars(self.book, who) <= stacking::stars(self.book, commander)
        };
        stack.leader.as_deref().is_some_and(under)
    }

    fn truth_of(hidden: Option<Hidden>) -> Truth {
        if hidden.is_some() { Truth::Unknown } else { Truth::No }
    }

    /// Whether a leader serves this power or a friend of it, wherever they are.
    fn is_of_our_side(&self, who: &str) -> bool {
        let Some(leader) = self.book.people.leader(who) else { return false };
        let known = self.known;
        let serves = |country: &&Country| country.nation.as_ref() == Some(&leader.nation);
        let mut served =
            self.book.countries.iter().filter(serves).filter_map(|country| {
                known.common().titles.status(self.book, &country.name)?.power()
            });
        known.is_ours(&leader.nation) || served.any(|power| known.is_ours(power))
    }

    fn is(&self, subject: &str, value: &str) -> Truth {
        match subject {
            "terrain" => match self.force {
                Some(force) => Truth::of(self.book.atlas.hex(force.at).terrain.word() == value),
                None => Truth::Unknown,
            },
            "enemy leader" => match &self.scene.met {
                Some(met) => Truth::of(met.leader.as_deref() == Some(value)),
                None => Truth::Unknown,
            },
            "enemy" => match (&self.scene.met, value) {
                (Some(met), "army") => Truth::of(met.army),
                (Some(met), "alone") => Truth::of(!met.army && met.leader.is_none()),
                _ => Truth::Unknown,
            },
            "season" => Truth::of(self.known.season.quarter.word() == value),
            "marker" => {
                let name = self.marker.to_string();
                let short = name.split_once(' ').map_or("", |(_, short)| short);
                Truth::of(name == value || short == value)
            }
            _ => Truth::Unknown,
        }
    }
}

impl Senses for Commander<'_> {
    fn ask(&self, term: &Term) -> Truth {
        match term {
            Term::Flag(flag) => self.flag(flag),
            Term::FlagAt(flag, place) => match (self.flag(flag), self.space(place), self.force) {
                (Truth::Yes, Some(space), Some(force)) => Truth::of(force.at == space),
                (truth, _, _) => truth,
            },
            Term::Odds(how, ours, theirs) => {
                let strengths = self.halves().map(|(us, them)| (us.into(), them.into()));
                how.holds_of_odds(strengths, *ours, *theirs)
            }
            Term::Compare(left, how, right) => how.holds_of(left, right, |name| self.number(name)),
            Term::CompareOf(..) => Truth::Unknown,
            Term::Is(subject, value) => self.is(subject, value),
            Term::Unknown(name) => Truth::of(self.number(name).is_none()),
            Term::Whose { place, ours } => {
                let holder =
                    self.space(place).and_then(|space| self.known.holder(self.book, space));
                match holder {
                    Some(power) => Truth::of(self.known.is_ours(power) == *ours),
                    None => Truth::Unknown,
                }
            }
            Term::Inside(who) => self.inside(who),
            Term::At { who, place } if self.is_of_ships(who, place) => self.ships_at(place),
            Term::At { who, place } => match (self.places(who), self.space(place)) {
                (Some(places), Some(space)) if places.contains(&space) => Truth::Yes,
                (Some(_), Some(space)) => self.not_there(who, space, 0),
                (None, Some(space)) => Self::truth_of(self.hidden(who, space, 0)),
                (_, None) => Truth::Unknown,
            },
            Term::Within { who, steps, place } => match (self.places(who), self.space(place)) {
                (Some(places), Some(space)) => {
                    let near =
                        |at: &Space| i64::from(self.book.atlas.distance(*at, space)) <= *steps;
                    if places.iter().any(near) {
                        return Truth::Yes;
                    }
                    self.not_there(who, space, u16::try_from(*steps).unwrap_or(u16::MAX))
                }
                (None, Some(space)) => {
                    let radius = u16::try_from(*steps).unwrap_or(u16::MAX);
                    Self::truth_of(self.hidden(who, space, radius))
                }
                (_, None) => Truth::Unknown,
            },
        }
    }
}
