//! Who stood on both sides in the battles of the last season, found back from where all stand now.
//!
//! A report is made from what a power knows: the position as it is, and what happened. So what happened
//! is undone, from the last event to the first. Every force named on a board stood in its area. Where a
//! force came from is not always told; then the lineup is not whole, and nobody adds it up.

use crate::board::insight::Insight;
use crate::board::news::News;
use crate::book::Book;
use crate::book::scenario::Start;
use crate::record::event::Event;
use crate::record::force::{Force, ForceId, Kind, Side, strength};
use crate::sequence::answer::{Mover, Purchase};
use crate::sequence::{Campaign, Happened};
use crate::theatre::{Place, Theatre};
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// Both sides of a battle at a moment.
#[derive(Debug, Clone)]
pub struct Lineup {
    sides: [Vec<Force>; 2],
    /// Whether it is certain that nobody is missing of a side, and which sides of its counters were up.
    sure: [bool; 2],
    pub napoleon: bool,
}

impl Lineup {
    /// Those of a side, in the order of the counters.
    pub fn of(&self, side: Side) -> &[Force] {
        match side {
            Side::French => &self.sides[0],
            Side::Enemy => &self.sides[1],
        }
    }

    /// How strong a side is, if that is certain.
    pub fn strength(&self, side: Side) -> Option<u32> {
        let sure = match side {
            Side::French => self.sure[0],
            Side::Enemy => self.sure[1],
        };
        sure.then(|| strength(self.of(side)))
    }
}

/// The lineups of all battles, by the number of the event before which they stood so: the deployment, each
/// turn, an envelopment; and by the number of events how the battle that is still on stands.
pub fn lineups(book: &Book, campaign: &Campaign, events: &[Event]) -> BTreeMap<usize, Lineup> {
    let mut back = Back::new(book, campaign, events);
    let mut all = BTreeMap::new();
    if let Some(at) = back.at {
        all.insert(events.len(), back.lineup(events.len(), at));
    }
    for (number, event) in events.iter().enumerate().rev() {
        match event.itself() {
            Event::Map { what, .. } => {
                back.map(number, what);
                if let Happened::Deployed { at, .. }
                | Happened::BattleTurn { at, .. }
                | Happened::Enveloped { at, .. } = what
                {
                    all.insert(number, back.lineup(number, *at));
                }
            }
            Event::Board { what } => back.board(number, *what),
            // A ruling may have put anybody anywhere.
            Event::Decreed { .. } => back.sure = false,
            Event::SeasonBegan { .. }
            | Event::Ordered { .. }
            | Event::Letter { .. }
            | Event::Ruled { .. }
            | Event::Passed { .. }
            | Event::Stood { .. }
            | Event::AtTable { .. }
            | Event::Seen { .. }
            | Event::Said { .. }
            | Event::Step { .. }
            | Event::Asked { .. }
            | Event::Scores { .. }
            | Event::SeasonEnded { .. } => {}
        }
    }
    all
}

/// What became of counters by an event, as it is told right after it.
pub fn changes(events: &[Event], number: usize) -> impl Iterator<Item = &Happened> {
    let after = events.iter().skip(number + 1).map_while(Event::on_map);
    after.take_while(|what| {
        matches!(
            what,
            Happened::Came { .. }
                | Happened::NapoleonCame(_)
                | Happened::Reduced(_)
                | Happened::Lost(_)
                | Happened::Refitted(_)
        )
    })
}

/// Who is named on the board of a battle, and who left it.
#[derive(Default)]
struct OnBoard {
    /// Whether it began in this season.
    begun: bool,
    named: BTreeSet<ForceId>,
    off: BTreeSet<ForceId>,
}

impl OnBoard {
    /// Reads what was told of a battle before an event that ends it.
    fn before(events: &[Event], number: usize) -> Self {
        let mut board = OnBoard::default();
        let mut sweeps = false;
        let begins = |event: &Event| matches!(event.on_map(), Some(Happened::Deployed { .. }));
        let first = events.iter().take(number).rposition(begins);
        board.begun = first.is_some();
        let of_battle = events.iter().take(number).skip(first.unwrap_or(0));
        for event in of_battle.map(Event::itself) {
            if let Event::Map { what, .. } = event {
                sweeps = matches!(what, Happened::Tried { insight: Insight::Sweep, tried }
                    if tried.works);
            } else if let Event::Board { what } = event {
                sweeps &= matches!(what, News::Attacked { .. } | News::Hit { .. });
                if let News::Attacked { who, .. } = what
                    && sweeps
                {
                    board.off.insert(*who);
                } else if let News::Left { who } = what {
                    board.off.insert(*who);
                }
                board.named.extend(named(*what));
            }
        }
        board
    }
}

/// Who is named in a piece of news.
fn named(what: News) -> Option<ForceId> {
    match what {
        News::Drew { who, .. }
        | News::Activated { who, .. }
        | News::Idle { who, .. }
        | News::Discarded { who, .. }
        | News::Moved { who, .. }
        | News::Left { who }
        | News::Formed { who, .. }
        | News::Shocked { who, .. }
        | News::Attacked { who, .. }
        | News::Hit { who, .. }
        | News::Spared { who }
        | News::Destroyed { who } => Some(who),
        News::Routed(_) => None,
    }
}

/// The map as it was before an event.
struct Back<'a> {
    book: &'a Book,
    events: &'a [Event],
    theatre: Theatre,
    /// Whether it is known where Napoleon was.
    napoleon: bool,
    /// Those of whom it is not told where they came from, or whether they were still on the board.
    open: BTreeSet<ForceId>,
    /// Those of whom it is not told which side of the counter was up.
    faces: BTreeSet<ForceId>,
    /// Whether no ruling came between.
    sure: bool,
    /// Where the battle is.
    at: Option<Space>,
}

impl<'a> Back<'a> {
    fn new(book: &'a Book, campaign: &Campaign, events: &'a [Event]) -> Self {
        let mut theatre = campaign.theatre.clone();
        let battle = campaign.battle.as_ref();
        if let Some(board) = battle.and_then(|battle| battle.board.as_ref()) {
            // On the map they stand as they came to the battle.
            let pieces = board.pieces.iter().map(|piece| piece.force);
            for force in pieces.chain(board.gone.iter().map(|gone| gone.force)) {
                if let Some(slot) = theatre.forces.get_mut(force.id.index()) {
                    *slot = force;
                }
            }
            for gone in &board.gone {
                theatre.put(gone.force.id, Place::Unseen);
            }
        }
        let (napoleon, at) = (theatre.napoleon.is_some(), battle.map(|battle| battle.at));
        let (open, faces) = (BTreeSet::new(), BTreeSet::new());
        Self { book, events, theatre, napoleon, open, faces, sure: true, at }
    }

    fn there(&mut self, id: ForceId, at: Space) {
        self.theatre.put(id, Place::Area(at));
        self.open.remove(&id);
    }

    fn somewhere(&mut self, id: ForceId) {
        self.theatre.put(id, Place::Unseen);
        let counter = self.theatre.force(id);
        if counter.is_some_and(|force| force.side() == Side::French && !force.recruit) {
            self.open.insert(id);
        }
    }

    fn reduced(&mut self, id: ForceId, reduced: bool) {
        if let Some(force) = self.theatre.forces.get_mut(id.index()) {
            force.reduced = reduced && force.back.is_some();
        }
        self.faces.remove(&id);
    }

    /// Nobody tells which side of a counter was up that was destroyed without a hit.
    fn any_face(&mut self, id: ForceId) {
        if self.theatre.force(id).is_some_and(|force| force.back.is_some()) {
            self.faces.insert(id);
        }
    }

    /// Undoes what happened on the map.
    fn map(&mut self, number: usize, what: &Happened) {
        match what {
            Happened::Moved { who: Mover::Force(id), .. } => self.somewhere(*id),
            Happened::Moved { who: Mover::Napoleon, .. } | Happened::NapoleonCame(_) => {
                self.napoleon = false;
            }
            Happened::Came { who, .. } | Happened::Lost(who) => {
                who.iter().for_each(|id| self.somewhere(*id));
            }
            Happened::Arrived(who) => {
                who.iter().for_each(|id| self.theatre.put(*id, Place::Unseen));
            }
            Happened::Bought(Purchase::Buy { what, .. }) => self.theatre.put(*what, Place::Unseen),
            Happened::Bought(Purchase::Refit(id)) => self.reduced(*id, true),
            Happened::Refitted(who) => who.iter().for_each(|id| self.reduced(*id, true)),
            Happened::Reduced(who) => who.iter().for_each(|id| self.reduced(*id, false)),
            Happened::Marched { from, forces, .. } => {
                forces.iter().for_each(|id| self.theatre.put(*id, Place::Area(*from)));
            }
            Happened::BattleOver { at, .. } => self.ended(number, *at),
            Happened::Enveloped { at, .. } => {
                for change in changes(self.events, number) {
                    if let Happened::Lost(who) = change {
                        who.iter().for_each(|id| self.any_face(*id));
                        who.iter().for_each(|id| self.there(*id, *at));
                    }
                }
            }
            Happened::Deployed { at, .. } | Happened::BattleTurn { at, .. } => self.at = Some(*at),
            Happened::Fog { .. } => self.at = None,
            Happened::Turn(_)
            | Happened::Refused(_)
            | Happened::Event { .. }
            | Happened::Paid { .. }
            | Happened::OrdersPaid { .. }
            | Happened::Held { .. }
            | Happened::PlansBought { .. }
            | Happened::Tried { .. }
            | Happened::Raided(_)
            | Happened::Earned(_)
            | Happened::Bought(Purchase::Scout | Purchase::Keep(_))
            | Happened::Ordered { .. }
            | Happened::Gained { .. }
            | Happened::Kept { .. }
            | Happened::Over(_) => {}
        }
    }

    /// Whether a late force came with a battle, to where late forces come.
    fn is_late(&self, id: ForceId, to: Space) -> bool {
        let Some(counter) = self.book.counters.get(id.index()) else { return false };
        let Start::Late(line) = counter.start else { return false };
        self.book.campaign.late.get(line).is_some_and(|late| late.at == to)
    }

    /// Before a battle ended, those were on its board who went elsewhere by its end or stayed there; not
    /// who had left it or swept.
    fn ended(&mut self, number: usize, at: Space) {
        self.at = Some(at);
        let board = OnBoard::before(self.events, number);
        let mut were: Vec<ForceId> = vec![];
        for change in changes(self.events, number) {
            if let Happened::Came { who, to } = change {
                were.extend(who.iter().copied().filter(|id| !self.is_late(*id, *to)));
            } else if let Happened::Lost(who) = change {
                who.iter().for_each(|id| self.any_face(*id));
                were.extend(who);
            } else if let Happened::NapoleonCame(_) = change {
                (self.theatre.napoleon, self.napoleon) = (Some(at), true);
            }
        }
        for id in were {
            if board.off.contains(&id) {
                self.theatre.put(id, Place::Unseen);
                self.open.remove(&id);
            } else if board.begun || board.named.contains(&id) || self.is_wall(id) {
                self.there(id, at);
            } else {
                // It may have left the board before this season.
                self.theatre.put(id, Place::Unseen);
                self.open.insert(id);
            }
        }
        for force in self.theatre.forces_at(Side::French, at) {
            let unsure = force.kind == Kind::Cavalry && !board.begun;
            if board.off.contains(&force.id) {
                self.theatre.put(force.id, Place::Unseen);
            } else if unsure && !board.named.contains(&force.id) {
                // It may have swept before this season.
                self.theatre.put(force.id, Place::Unseen);
                self.open.insert(force.id);
            }
        }
    }

    fn is_wall(&self, id: ForceId) -> bool {
        self.theatre.force(id).is_some_and(|force| !force.kind.is_mobile())
    }

    /// Undoes what happened on the board.
    fn board(&mut self, number: usize, what: News) {
        let (Some(at), Some(who)) = (self.at, named(what)) else { return };
        if let News::Hit { destroyed, .. } = what {
            self.reduced(who, destroyed);
        } else if let News::Destroyed { .. } = what {
            let before = number.checked_sub(1).and_then(|before| self.events.get(before));
            let was_hit = before.is_some_and(|event| {
                matches!(event.itself(), Event::Board { what: News::Hit { who: hit, .. } }
                    if *hit == who)
            });
            if !was_hit {
                self.any_face(who);
            }
        }
        self.there(who, at);
    }

    /// Where an earlier event says that somebody went; Napoleon, if nobody is named.
    fn told_before(&self, number: usize, id: Option<ForceId>) -> Option<Space> {
        let went = |event: &Event| {
            let what = event.on_map()?;
            let mover = id.map_or(Mover::Napoleon, Mover::Force);
            if let Happened::Moved { who, to } = what {
                return (*who == mover).then_some(*to);
            }
            if let Happened::Came { who, to } = what {
                return id.filter(|id| who.contains(id)).map(|_| *to);
            }
            let Happened::NapoleonCame(to) = what else { return None };
            to.filter(|_| id.is_none())
        };
        self.events.iter().take(number).rev().find_map(went)
    }

    /// Both sides in an area before an event.
    fn lineup(&self, number: usize, at: Space) -> Lineup {
        let mut theatre = self.theatre.clone();
        let mut untold = vec![];
        for id in &self.open {
            match self.told_before(number, Some(*id)) {
                Some(place) => theatre.put(*id, Place::Area(place)),
                None => untold.extend(theatre.force(*id).map(Force::side)),
            }
        }
        let napoleon = match self.napoleon {
            true => theatre.napoleon,
            false => self.told_before(number, None),
        };
        let sides = [Side::French, Side::Enemy].map(|side| theatre.forces_at(side, at));
        let faces = |side: &Vec<Force>| !side.iter().any(|force| self.faces.contains(&force.id));
        let told = |side: Side| self.sure && !untold.contains(&side);
        let sure = [told(Side::French) && faces(&sides[0]), told(Side::Enemy) && faces(&sides[1])];
        Lineup { sides, sure, napoleon: napoleon == Some(at) }
    }
}
