//! Holds the lines of a sheet against map and board: what cannot be done is told with its place, a
//! reason and a way out, and is left out.
//!
//! A line with a condition is held against the position as it is, one without against what the
//! lines before it leave.

mod battle;
mod foreseen;

use super::keys::KEEP_COMMANDERS;
use super::read::{At, Movers};
use super::told::{BuyTold, Going, When};
use super::whom::Whom;
use crate::book::Book;
use crate::record::force::ForceId;
use crate::season::staff;
use crate::sequence::Campaign;
use crate::sequence::answer::{Ask, Mover};
use crate::theatre::Theatre;
use crate::theatre::moves::Refused;
pub use battle::{assignments, fog_choice, placings_of};
use kit::ground::Space;
use sheet::keys::Filled;
use sheet::{Diagnostic, Diagnostics};
use std::ops::Range;

/// The campaign at the stop that a sheet answers.
pub struct Desk<'a> {
    pub book: &'a Book,
    pub campaign: &'a Campaign,
    /// Whose sheet it is.
    pub power: &'a str,
}

fn head(at: &Range<usize>) -> Range<usize> {
    at.start..at.start + 1
}

/// The same movers without their places.
pub fn unplaced(line: When<Movers>) -> When<Going> {
    let When { condition, what: Movers { who, to } } = line;
    When { condition, what: Going { who: who.into_iter().map(|(who, _)| who).collect(), to } }
}

/// A mover as people call them.
pub fn mover_name(book: &Book, who: Mover) -> &str {
    match who {
        Mover::Napoleon => "Napoleon",
        Mover::Force(id) => book.name(id),
    }
}

/// The rule of a refusal, and what to do about it.
fn way_out(why: Refused, forced: bool) -> (&'static str, &'static str) {
    match why {
        Refused::NotNext if forced => ("FCN §14.1", "a forced march goes to a neighbouring area"),
        Refused::NotNext => ("FCN §9.2", "a second area is a `forced march:` after the battles"),
        Refused::WithEnemies => ("FCN §9.2", "it stays until the battle there is over"),
        Refused::HasMoved => ("FCN §9.2", "leave it out of the other line"),
        Refused::NotMobile => ("FCN §6.2", "buy another one where you need it"),
        Refused::NotOnTheMap => ("FCN §9.2", "the report lists your forces by area"),
        Refused::NoSupply { .. } => ("FCN §14.1", "put first what matters most"),
        Refused::NotReduced => ("FCN §14.4", "the report marks reduced forces with a `-`"),
        Refused::JustBought => ("FCN §14.5", "buy it full, or refit it next time"),
        Refused::NotForSale => ("FCN §14.5", "the report lists what can be bought"),
        Refused::NoFrenchThere => ("FCN §14.5", "name an area with forces of yours"),
        Refused::NoBack => ("FCN §14.5", "buy it full"),
        Refused::NoScouts => ("FCN §14.6", "use some of yours first"),
    }
}

impl Desk<'_> {
    /// Moves that can be made.
    pub fn moves(&self, lines: Vec<At<Movers>>, faults: &mut Diagnostics) -> Vec<When<Going>> {
        let mut theatre = self.campaign.theatre.clone();
        theatre.begin_step();
        self.block(&mut theatre, lines, false, faults)
    }

    /// A block of moves or marches; nobody leaves Napoleon alone.
    fn block(
        &self,
        theatre: &mut Theatre,
        lines: Vec<At<Movers>>,
        forced: bool,
        faults: &mut Diagnostics,
    ) -> Vec<When<Going>> {
        let mut done: Vec<When<Going>> = vec![];
        let (mut napoleon, mut places) = (None, vec![]);
        for At { at: place, line: When { condition, what: Movers { who, to } } } in lines {
            let (before, mut going) = (theatre.clone(), vec![]);
            for (mover, at) in who {
                if !staff::may_order(self.book, self.power, mover) {
                    let (name, by) =
                        (mover_name(self.book, mover), staff::commander_of(self.book, mover));
                    let text = format!("{name} is under the command of {by}");
                    let help = "write them a letter; it goes with the report";
                    faults.push(Diagnostic::fault("not-yours", at, text).help(help));
                    continue;
                }
                let again = match mover {
                    Mover::Force(id) => theatre.moved.contains(&id),
                    Mover::Napoleon => theatre.napoleon_moved,
                };
                let done = match again {
                    true => Err(Refused::HasMoved),
                    false => step(self.book, theatre, mover, to, forced),
                };
                match done {
                    Ok(()) => {
                        going.push(mover);
                        if mover == Mover::Napoleon && condition.is_none() {
                            napoleon = Some(at);
                        }
                    }
                    Err(why) => self.refused(mover, at, why, forced, faults),
                }
            }
            if condition.is_some() {
                *theatre = before;
            }
            if !going.is_empty() {
                done.push(When { condition, what: Going { who: going, to } });
                places.push(head(&place));
            }
        }
        let lines: Vec<_> = done.iter().zip(places).collect();
        self.outnumbered(theatre, &lines, forced, faults);
        if let Some(at) = napoleon.filter(|_| theatre.napoleon_alone()) {
            let area = theatre.napoleon.map_or("", |at| self.book.map.name(at));
            let text = format!("no force of yours is with Napoleon at {area} then: that is defeat");
            let help = "send a force with him, or leave him out: he goes with the strongest";
            let fault = Diagnostic::fault("napoleon-alone", at, text).rule("FCN §3.2");
            faults.push(fault.help(help));
            let plain = |line: &mut When<Going>| {
                line.what.who.retain(|who| *who != Mover::Napoleon || line.condition.is_some());
            };
            done.iter_mut().for_each(plain);
            done.retain(|line| !line.what.who.is_empty());
        }
        done
    }

    fn refused(
        &self,
        mover: Mover,
        at: Range<usize>,
        why: Refused,
        forced: bool,
        faults: &mut Diagnostics,
    ) {
        let name = mover_name(self.book, mover);
        let (rule, help) = way_out(why, forced);
        let text = format!("{name} cannot go there: {why}");
        faults.push(Diagnostic::fault("cannot-move", at, text).rule(rule).help(help));
    }

    /// Marches and purchases that can be done after the battles.
    pub fn after(
        &self,
        march: Vec<At<Movers>>,
        resupply: Option<Vec<At<BuyTold>>>,
        faults: &mut Diagnostics,
    ) -> (Vec<When<Going>>, Option<Vec<When<BuyTold>>>) {
        let mut theatre = self.campaign.theatre.clone();
        theatre.begin_step();
        let march = self.block(&mut theatre, march, true, faults);
        theatre.begin_purchases();
        theatre.earn(self.book);
        let resupply = resupply.map(|lines| {
            let mut sound = vec![];
            for At { at, line } in lines {
                let before = theatre.clone();
                let bought = buy(self.book, &mut theatre, &line.what, 0);
                if let Err((what, why)) = bought {
                    let (rule, help) = way_out(why, false);
                    let has = theatre.french_supply;
                    let text = format!("{what}: {why}; {has} would be left then");
                    let fault = Diagnostic::fault("cannot-buy", head(&at), text);
                    faults.push(fault.rule(rule).help(help));
                    continue;
                }
                if line.condition.is_some() {
                    theatre = before;
                }
                sound.push(line);
            }
            sound
        });
        (march, resupply)
    }

    /// Those who can keep the counter of an earlier campaign (§18).
    pub fn keep(&self, filled: &Filled, faults: &mut Diagnostics) -> Vec<ForceId> {
        let mut keep = vec![];
        for given in filled.list(KEEP_COMMANDERS) {
            let Some(name) = given.name() else { continue };
            let Some(id) = self.book.force(name).map(|force| force.id) else { continue };
            let theatre = &self.campaign.theatre;
            let may = theatre.may_keep(self.book, id) && staff::has_purse(self.book, self.power);
            if may && !keep.contains(&id) {
                keep.push(id);
                continue;
            }
            let text = format!("{name} has no counter of an earlier campaign to keep now");
            let fault = Diagnostic::fault("cannot-keep", given.at.clone(), text).rule("FCN §18");
            faults.push(
                fault.help("the first report lists who can; it is said with the first moves"),
            );
        }
        keep
    }

    /// The stops at which the player may want to be asked.
    pub fn ask(&self, ask: Vec<At<Ask>>, faults: &mut Diagnostics) -> Vec<When<Ask>> {
        let mut sound = vec![];
        for At { at, line } in ask {
            if self.book.options.stops.includes(line.what) {
                sound.push(line);
                continue;
            }
            let word = super::stop_word(line.what);
            let text = format!(
                "in this campaign a turn is not stopped there, so you cannot be asked: {word}"
            );
            let fault = Diagnostic::fault("no-such-stop", head(&at), text).rule("FCN §8");
            faults.push(fault.help("say under `doctrine:` what is done there"));
        }
        sound
    }
}

/// Moves somebody one area.
pub fn step(
    book: &Book,
    theatre: &mut Theatre,
    who: Mover,
    to: Space,
    forced: bool,
) -> Result<(), Refused> {
    match who {
        Mover::Napoleon => theatre.move_napoleon(book, to),
        Mover::Force(id) if forced => theatre.forced_march(book, id, to),
        Mover::Force(id) => theatre.move_force(book, id, to),
    }
}

/// The French counters that are meant among those that can be bought.
pub fn for_sale(theatre: &Theatre, what: Whom) -> Vec<ForceId> {
    what.among(&theatre.for_sale(), &[])
}

/// Buys what a line says; `keep` points are left.
pub fn buy(
    book: &Book,
    theatre: &mut Theatre,
    what: &BuyTold,
    keep: u32,
) -> Result<(), (String, Refused)> {
    let name = |id: ForceId| book.name(id).to_owned();
    let mut after = theatre.clone();
    match what {
        BuyTold::Keep(_) => {}
        BuyTold::Scouts(many) => {
            for _ in 0..*many {
                after.buy_scout(book).map_err(|why| ("a scout".to_owned(), why))?;
            }
        }
        BuyTold::Refit(Whom::Force(id)) => {
            after.refit(book, *id).map_err(|why| (name(*id), why))?;
        }
        BuyTold::Refit(who) => {
            for id in who.among(&after.to_refit(), &[]) {
                let _ = after.refit(book, id);
            }
        }
        BuyTold::Buy { what, reduced, at } => {
            let id = for_sale(&after, *what).first().copied();
            let id = id.ok_or_else(|| (what.name(book), Refused::NotForSale))?;
            let at = at.or(after.napoleon).ok_or((name(id), Refused::NoFrenchThere))?;
            after.buy(id, *reduced, at).map_err(|why| (name(id), why))?;
        }
    }
    if after.french_supply < keep {
        return Err(("keep".to_owned(), Refused::NoSupply { needs: keep }));
    }
    *theatre = after;
    Ok(())
}
