//! The staff (option `staff=commands`): a commander-in-chief and commanders of corps lead the French
//! together. The printed game has nothing of it; all of this is our reading.
//!
//! Each French counter has a commander, by the `commands` of the campaign; what nobody else commands
//! is of headquarters: Napoleon, recruits, walls, and those who come late. A commander moves their
//! own forces. Headquarters also keeps the purse and the scouts, and chooses the order of the
//! battles. In a battle headquarters gives the orders if Napoleon is there, else the first commander
//! in the order of the campaign who has forces there; they order all French in it.
//!
//! A commander sees the areas of their own forces and those next to them, headquarters those of
//! Napoleon too. Elsewhere they know the map as they last saw it; a force that was seen to be gone
//! and not to come anywhere is [`Place::Unseen`]. Those with forces in a battle see its board, and
//! nobody else does. Headquarters learns which French are dead, since it buys them back. An enemy
//! order is seen by nobody; its march is, where it ends. That a battle is being fought, who is asked,
//! and the end of the campaign are open. The hits of a battle report tell how strong others were;
//! that is a part of it.
//!
//! A commander's conditions ask what they know. Letters go with the report: a directive takes a
//! season.

use crate::answers::recorded::PLAYER;
use crate::book::Book;
use crate::orders::steps::{Origins, StepOf};
use crate::record::force::{ForceId, Side};
use crate::record::state::State;
use crate::record::tables::Officer;
use crate::sequence::answer::{After, Answer, Ask, Deploy, Fault, Mover, Moves, Turn};
use crate::sequence::item::Item;
use crate::sequence::saved::Saved;
use crate::sequence::{Campaign, Happened, Stage};
use crate::theatre::{Place, Theatre};
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// The commander-in-chief.
pub const CHIEF: &str = "headquarters";

/// Some of the staff.
pub type Officers = BTreeSet<String>;

/// Everybody of the staff, the senior ones first.
pub fn officers(book: &Book) -> Vec<String> {
    let corps = book.campaign.commands.iter().map(|(name, _)| name.clone());
    std::iter::once(CHIEF.to_owned()).chain(corps).collect()
}

/// Who commands a counter.
pub fn commander(book: &Book, id: ForceId) -> &str {
    let mut corps = book.campaign.commands.iter();
    corps.find(|(_, forces)| forces.contains(&id)).map_or(CHIEF, |(name, _)| name)
}

/// Who commands a mover; Napoleon commands himself.
pub fn commander_of(book: &Book, mover: Mover) -> &str {
    match mover {
        Mover::Napoleon => CHIEF,
        Mover::Force(id) => commander(book, id),
    }
}

/// Where somebody's own forces stand, and Napoleon for headquarters.
fn stands(book: &Book, theatre: &Theatre, officer: &str) -> BTreeSet<Space> {
    let own = theatre.forces.iter().filter(|force| force.side() == Side::French);
    let own = own.filter(|force| commander(book, force.id) == officer);
    let mut areas: BTreeSet<Space> =
        own.filter_map(|force| area(theatre.place(force.id))).collect();
    areas.extend(theatre.napoleon.filter(|_| officer == CHIEF));
    areas
}

fn area(place: Place) -> Option<Space> {
    match place {
        Place::Area(at) => Some(at),
        Place::Late(_) | Place::Pool | Place::Cup | Place::Aside | Place::Unseen => None,
    }
}

/// Whether somebody is one of a staff; the umpire and a player alone are not, and see everything.
fn is_officer(book: &Book, power: &str) -> bool {
    book.options.staff && power != PLAYER
}

/// Whether a power may give orders to a mover.
pub fn may_order(book: &Book, power: &str, mover: Mover) -> bool {
    !is_officer(book, power) || commander_of(book, mover) == power
}

/// Whether a power knows the purse and the scouts, and uses them.
pub fn has_purse(book: &Book, power: &str) -> bool {
    !is_officer(book, power) || power == CHIEF
}

/// The areas that a power does not see.
pub fn unseen(book: &Book, theatre: &Theatre, power: &str) -> BTreeSet<Space> {
    match is_officer(book, power) {
        true => &book.map.all().collect() - &sight(book, theatre, power),
        false => BTreeSet::new(),
    }
}

/// The same answer without what headquarters alone may say.
fn without_purse(answer: &Answer) -> Answer {
    match answer {
        Answer::Deploy(deploy) => {
            Answer::Deploy(Deploy { plans: 0, recruit: None, ..deploy.clone() })
        }
        Answer::Turn(turn) => {
            let mut turn: Turn = turn.clone();
            turn.tries.iter_mut().flatten().for_each(|tried| tried.scouts = 0);
            Answer::Turn(turn)
        }
        Answer::Moves(_) | Answer::After(_) => answer.clone(),
    }
}

/// The areas that somebody sees.
pub fn sight(book: &Book, theatre: &Theatre, officer: &str) -> BTreeSet<Space> {
    let mut seen = stands(book, theatre, officer);
    let next: Vec<Space> = seen.iter().flat_map(|at| book.map.neighbours(*at)).collect();
    seen.extend(next);
    seen
}

/// Who gives the orders in a battle.
pub fn leader(book: &Book, theatre: &Theatre, at: Space) -> String {
    if theatre.napoleon == Some(at) {
        return CHIEF.to_owned();
    }
    let there = |officer: &String| stands(book, theatre, officer).contains(&at);
    officers(book).into_iter().find(there).unwrap_or_else(|| CHIEF.to_owned())
}

/// Who is asked at the stop of a campaign.
pub fn asked(book: &Book, campaign: &Campaign) -> Officers {
    let theatre = &campaign.theatre;
    let at = campaign.battle.as_ref().map(|battle| battle.at);
    match (campaign.asked(book), at) {
        (None, _) | (Some(Ask::Deploy | Ask::BattleTurn), None) => Officers::new(),
        (Some(Ask::Deploy | Ask::BattleTurn), Some(at)) => {
            Officers::from([leader(book, theatre, at)])
        }
        // Purchases alone are left, which are headquarters' own.
        (Some(Ask::After), _) if campaign.stage == Stage::Resupply => {
            Officers::from([CHIEF.to_owned()])
        }
        (Some(Ask::Moves | Ask::After), _) => {
            let own = theatre.forces.iter().filter(|force| {
                let on_map = area(theatre.place(force.id)).is_some();
                force.side() == Side::French && force.kind.is_mobile() && on_map
            });
            let own = own.map(|force| commander(book, force.id).to_owned());
            own.chain([CHIEF.to_owned()]).collect()
        }
    }
}

/// What the staff says together, and from whose sheets its parts come: everybody moves their own,
/// headquarters says the rest.
pub fn joined(
    book: &Book,
    mut said: BTreeMap<String, (Answer, Origins<StepOf>)>,
) -> (Option<Answer>, Origins<StepOf>) {
    let chief = said.remove(CHIEF);
    let (mut joined, mut origins) =
        chief.map_or((None, Origins::default()), |(answer, origins)| (Some(answer), origins));
    for (officer, (answer, own)) in said {
        origins.none.extend(own.none);
        origins.all.extend(own.all);
        let (more, empty, item): (_, _, fn(usize) -> Item) = match answer {
            Answer::Moves(more) => (more.moves, Answer::Moves(Moves::default()), Item::Move),
            Answer::After(more) => (more.march, Answer::After(After::default()), Item::March),
            Answer::Deploy(_) | Answer::Turn(_) => {
                if joined.is_none() {
                    joined = Some(without_purse(&answer));
                    origins.of.extend(own.of);
                }
                continue;
            }
        };
        let all = match joined.get_or_insert(empty) {
            Answer::Moves(all) => &mut all.moves,
            Answer::After(all) => &mut all.march,
            Answer::Deploy(_) | Answer::Turn(_) => continue,
        };
        for (place, one) in more.into_iter().enumerate() {
            if commander_of(book, one.who) == officer {
                let from = own.of.iter().find(|(from, _)| *from == item(place));
                origins.of.extend(from.map(|(_, step)| (item(all.len()), step.clone())));
                all.push(one);
            }
        }
    }
    (joined, origins)
}

/// The campaign as one of the staff knows it, from how they knew it before and how it stands.
pub fn known(book: &Book, officer: &str, before: &Campaign, now: &Campaign) -> Campaign {
    let sight = sight(book, &now.theatre, officer);
    let is_seen = |place: Place| area(place).is_some_and(|at| sight.contains(&at));
    let (old, real) = (&before.theatre, &now.theatre);
    let mut theatre = Theatre {
        turn: real.turn,
        objectives_count: real.objectives_count,
        encamped: real.encamped.intersection(&sight).copied().collect(),
        ..old.clone()
    };
    let mine = |id: &ForceId| commander(book, *id) == officer;
    theatre.moved = real.moved.iter().copied().filter(mine).collect();
    for force in &real.forces {
        let (place, last) = (real.place(force.id), old.place(force.id));
        let own = force.side() == Side::French && mine(&force.id);
        let returns = officer == CHIEF && force.side() == Side::French && area(place).is_none();
        if is_seen(place) || own || returns {
            theatre.put(force.id, place);
            if let Some(slot) = theatre.forces.get_mut(force.id.index()) {
                *slot = *force;
            }
        } else if is_seen(last) {
            theatre.put(force.id, Place::Unseen);
        }
    }
    let napoleon = |at: Option<Space>| at.is_some_and(|at| sight.contains(&at));
    if officer == CHIEF || napoleon(real.napoleon) {
        theatre.napoleon = real.napoleon;
    } else if napoleon(old.napoleon) {
        theatre.napoleon = None;
    }
    if officer == CHIEF {
        theatre.french_supply = real.french_supply;
        theatre.enemy_supply = real.enemy_supply;
        theatre.scouts = real.scouts;
        theatre.napoleon_moved = real.napoleon_moved;
        theatre.bought_reduced = real.bought_reduced.clone();
    }
    let battle = now.battle.as_ref().map(|battle| battle.at);
    let fights = battle.is_some_and(|at| stands(book, real, officer).contains(&at));
    now.hidden(theatre, fights, officer == CHIEF)
}

/// The same of a state: what is asked of them, and what they said.
pub fn state(book: &Book, (officer, own): (&str, &Officer), before: &State, now: &State) -> State {
    let real = now.campaign(book);
    let known = known(book, officer, &before.campaign(book), &real);
    let asked = own.asked;
    let known = if asked { known } else { known.unasked() };
    let fights = known.battle.is_some();
    State {
        season: now.season,
        ask: now.ask.filter(|_| asked),
        title: if asked || fights { now.title.clone() } else { String::new() },
        campaign: Saved::of(book, &known),
        lasting: own.lasting.clone(),
        after: own.after.clone(),
    }
}

/// The staff's eyes at a moment of the sequence.
#[derive(Clone, Debug)]
pub struct Eyes {
    pub theatre: Theatre,
    pub battle: Option<Space>,
}

impl Eyes {
    /// Those who see an area.
    fn on(&self, book: &Book, at: Space) -> Officers {
        let sees = |officer: &String| sight(book, &self.theatre, officer).contains(&at);
        officers(book).into_iter().filter(sees).collect()
    }

    /// Those with forces in the battle.
    pub fn in_battle(&self, book: &Book) -> Officers {
        let Some(at) = self.battle else { return Officers::new() };
        let there = |officer: &String| stands(book, &self.theatre, officer).contains(&at);
        officers(book).into_iter().filter(there).collect()
    }

    /// Who gives the orders now.
    pub fn leader(&self, book: &Book) -> String {
        self.battle.map_or_else(|| CHIEF.to_owned(), |at| leader(book, &self.theatre, at))
    }

    /// Those who learn of a counter where it stood.
    fn about(&self, book: &Book, id: ForceId) -> Officers {
        let at = area(self.theatre.place(id));
        let mut eyes = at.map(|at| self.on(book, at)).unwrap_or_default();
        let french = self.theatre.force(id).is_some_and(|force| force.side() == Side::French);
        if french {
            eyes.insert(commander(book, id).to_owned());
        }
        eyes
    }

    /// A list of counters, a part for each group of eyes.
    fn split(
        &self,
        book: &Book,
        who: &[ForceId],
        told: fn(Vec<ForceId>) -> Happened,
    ) -> Vec<(Officers, Happened)> {
        let mut parts: BTreeMap<Officers, Vec<ForceId>> = BTreeMap::new();
        for id in who {
            parts.entry(self.about(book, *id)).or_default().push(*id);
        }
        parts.into_iter().map(|(eyes, who)| (eyes, told(who))).collect()
    }

    /// Who learns of what happened; what concerns several places is told in parts.
    pub fn on_what(&self, book: &Book, what: &Happened) -> Vec<(Officers, Happened)> {
        let chief = || Officers::from([CHIEF.to_owned()]);
        let eyes = match what {
            Happened::Arrived(who) => return self.split(book, who, Happened::Arrived),
            Happened::Reduced(who) => return self.split(book, who, Happened::Reduced),
            Happened::Lost(who) => return self.split(book, who, Happened::Lost),
            Happened::Refitted(who) => return self.split(book, who, Happened::Refitted),
            Happened::Turn(_) | Happened::Over(_) => officers(book).into_iter().collect(),
            Happened::Moved { who, to } => {
                let from = match who {
                    Mover::Napoleon => self.theatre.napoleon,
                    Mover::Force(id) => area(self.theatre.place(*id)),
                };
                let mut eyes = from.map(|at| self.on(book, at)).unwrap_or_default();
                eyes.extend(self.on(book, *to));
                eyes.insert(commander_of(book, *who).to_owned());
                eyes
            }
            Happened::Refused(Fault::Move(who, _)) => {
                Officers::from([commander_of(book, *who).to_owned()])
            }
            Happened::Refused(Fault::Purchase(..) | Fault::Keep(_))
            | Happened::Earned(_)
            | Happened::Kept { .. }
            | Happened::Bought(_) => chief(),
            Happened::Refused(
                Fault::Act(..)
                | Fault::Fog(_)
                | Fault::Plans(_)
                | Fault::Insight(_)
                | Fault::Place(_)
                | Fault::Plan(_),
            ) => Officers::from([self.leader(book)]),
            Happened::Fog { .. }
            | Happened::Event { .. }
            | Happened::Paid { .. }
            | Happened::Enveloped { .. }
            | Happened::PlansBought { .. }
            | Happened::Deployed { .. }
            | Happened::BattleTurn { .. }
            | Happened::Tried { .. }
            | Happened::Raided(_)
            | Happened::BattleOver { .. } => self.in_battle(book),
            // Where it ends is seen, not what was ordered.
            Happened::Ordered { .. } | Happened::OrdersPaid { .. } => Officers::new(),
            Happened::Marched { to, .. } => self.on(book, *to),
            Happened::Held { at, .. } => self.on(book, *at),
            Happened::Gained { at, .. } => self.on(book, *at),
            Happened::Came { who, to } => {
                let mut eyes = self.on(book, *to);
                let french = who.iter().filter(|id| {
                    self.theatre.force(**id).is_some_and(|force| force.side() == Side::French)
                });
                eyes.extend(french.map(|id| commander(book, *id).to_owned()));
                eyes
            }
            Happened::NapoleonCame(at) => {
                let mut eyes = at.map(|at| self.on(book, at)).unwrap_or_default();
                eyes.insert(CHIEF.to_owned());
                eyes
            }
        };
        vec![(eyes, what.clone())]
    }
}
