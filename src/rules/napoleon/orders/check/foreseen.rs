//! What a writer could know of moves, marches and purchases whose outcome others decide: it is told as a
//! remark, and counts all the same.
//!
//! Not here: whether it can be done at its own stop (`check.rs`).

use super::{Desk, buy, head, mover_name, step, way_out};
use crate::orders::read::{At, Movers};
use crate::orders::told::{BuyTold, Going, Told, When};
use crate::record::force::Side;
use crate::season::staff;
use crate::sequence::answer::Mover;
use crate::theatre::moves::Refused;
use crate::theatre::{Place, Theatre};
use kit::ground::Space;
use sheet::{Diagnostic, Diagnostics};
use std::collections::BTreeSet;
use std::ops::Range;

impl Desk<'_> {
    /// Tells of areas that are entered by so few that the enemy who is seen there destroys them without
    /// a battle (§11.2). A line without a condition is held against what all such lines come to; one with
    /// a condition is held as if all conditions held.
    pub(super) fn outnumbered(
        &self,
        sure: &Theatre,
        lines: &[(&When<Going>, Range<usize>)],
        forced: bool,
        faults: &mut Diagnostics,
    ) {
        let unseen = staff::unseen(self.book, &self.campaign.theatre, self.power);
        let mut all = sure.clone();
        for (line, _) in lines.iter().filter(|(line, _)| line.condition.is_some()) {
            for mover in &line.what.who {
                let _ = step(self.book, &mut all, *mover, line.what.to, forced);
            }
        }
        let mut told: BTreeSet<Space> = BTreeSet::new();
        for (line, at) in lines {
            let to = line.what.to;
            let theatre = if line.condition.is_some() { &all } else { sure };
            let weaker = theatre.enveloped(self.book, to) == Some(Side::French);
            let comes = theatre.stands(Side::French, to) && !unseen.contains(&to);
            if weaker && comes && told.insert(to) {
                faults.push(self.too_few(theatre, to, at.clone()));
            }
        }
    }

    fn too_few(&self, theatre: &Theatre, to: Space, at: Range<usize>) -> Diagnostic {
        let [ours, theirs] = [Side::French, Side::Enemy].map(|side| theatre.strength(side, to));
        let name = self.book.map.name(to);
        let end = match theatre.napoleon == Some(to) {
            true => "with Napoleon among them that is defeat",
            false => "they would be destroyed without a battle",
        };
        let text = format!(
            "{name}: the enemy has a strength of {theirs} there, and you would have {ours}: {end}"
        );
        let help = match self.book.options.staff {
            true => {
                "send more; what others send is not counted here, and the fog of war comes first"
            }
            false => "send more, or stay away; the fog of war comes first and can change this",
        };
        Diagnostic::remark("outnumbered", at, text).rule("FCN §11.2").help(help)
    }

    /// Holds what is said beforehand of the end of the French half against the map as it would be if
    /// the moves were made and every battle was won, and tells of what could not even be done then.
    pub fn foreseen(
        &self,
        here: Option<&Told>,
        march: &[At<Movers>],
        resupply: &[At<BuyTold>],
        faults: &mut Diagnostics,
    ) {
        let mut theatre = self.campaign.theatre.clone();
        let open = self.moved(&mut theatre, here);
        self.win(&mut theatre);
        theatre.begin_step();
        let mut done = vec![];
        for At { at, line: When { condition, what: Movers { who, to } } } in march {
            let before = theatre.clone();
            let mut going = vec![];
            for (mover, place) in who {
                let own = staff::may_order(self.book, self.power, *mover);
                if !own || open.contains(mover) {
                    continue;
                }
                match step(self.book, &mut theatre, *mover, *to, true) {
                    Ok(()) => going.push(*mover),
                    Err(why) => self.not_yet(*mover, place.clone(), why, faults),
                }
            }
            if condition.is_some() {
                theatre = before;
            }
            if !going.is_empty() {
                let what = Going { who: going, to: *to };
                done.push((When { condition: condition.clone(), what }, head(at)));
            }
        }
        let lines: Vec<_> = done.iter().map(|(line, at)| (line, at.clone())).collect();
        self.outnumbered(&theatre, &lines, true, faults);
        self.win(&mut theatre);
        theatre.begin_purchases();
        theatre.earn(self.book);
        for At { at, line } in resupply {
            if let Err((what, why @ (Refused::NoFrenchThere | Refused::NoBack))) =
                buy(self.book, &mut theatre, &line.what, 0)
            {
                let (rule, help) = way_out(why, false);
                let text = format!("{what}: as things stand, {why}");
                faults.push(Diagnostic::remark("cannot-buy", head(at), text).rule(rule).help(help));
            }
        }
    }

    /// Makes the moves of a sheet; gives those of whom nobody can say whether they move.
    fn moved(&self, theatre: &mut Theatre, here: Option<&Told>) -> Vec<Mover> {
        let mut open = vec![];
        let Some(Told::Moves(told)) = here else { return open };
        theatre.begin_step();
        for When { condition, what: Going { who, to } } in &told.moves {
            match condition {
                Some(_) => open.extend(who),
                None => who.iter().for_each(|mover| {
                    let _ = step(self.book, theatre, *mover, *to, false);
                }),
            }
        }
        open
    }

    /// Takes the enemies out of every area that the French share with them.
    fn win(&self, theatre: &mut Theatre) {
        for at in self.book.map.all() {
            if theatre.stands(Side::French, at) {
                for enemy in theatre.forces_at(Side::Enemy, at) {
                    theatre.put(enemy.id, Place::Aside);
                }
            }
        }
    }

    /// Tells of a march that could not be made as things stand.
    fn not_yet(&self, mover: Mover, at: Range<usize>, why: Refused, faults: &mut Diagnostics) {
        let (rule, help) = way_out(why, true);
        let name = mover_name(self.book, mover);
        let text = format!("{name} cannot go there as things stand: {why}");
        faults.push(Diagnostic::remark("cannot-move", at, text).rule(rule).help(help));
    }
}
