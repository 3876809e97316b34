//! Why a march does not set out, and what would bring it to its goal (§12).

use super::Paper;
use crate::march::routes::{Refused, Routes, Shut};
use crate::position::Position;
use crate::record::event::Reason;
use crate::sight::intel_levels::Allies;
use crate::sight::known::Marker;
use crate::view::reasons;
use kit::ground::Space;
use sheet::Diagnostic;
use sheet::reach::points;
use std::ops::Range;

/// How near an ally is who may come to a fortress before a march is stopped by it.
const NEAR: u16 = 4;
/// How many of those who shut a direct way are named.
const NAMED: usize = 2;
/// The code of the remark on a way round that is too long.
pub const DETOUR: &str = "detour";
/// How many of these remarks in a sheet say how to go round: to find that takes time.
pub const HELPED: usize = 10;
/// How many places of the way round are tried as a waypoint.
const TRIED: usize = 6;

/// Why a march does not set out, in a few words for its line.
pub fn in_short(why: &Refused) -> String {
    match &why.round {
        _ if why.border.is_some() => "no way is open to its troops".to_owned(),
        Some(way) => format!("the way round the enemy is too long ({})", points(way.cost)),
        None => "no way is known".to_owned(),
    }
}

/// The remark with what helps.
pub fn helped(said: Diagnostic, round: Option<String>, attack: Option<String>) -> Diagnostic {
    let help: Vec<String> = [round, attack].into_iter().flatten().collect();
    if help.is_empty() { said } else { said.help(help.join("; ")) }
}

impl Paper<'_> {
    /// Why a march does not set out: who shuts the direct way, what the way round costs, and what helps.
    pub(super) fn refused(
        &self,
        at: &Range<usize>,
        (from, goal): (Space, Space),
        routes: &Routes,
        why: &Refused,
    ) -> Diagnostic {
        let (place, at) = (|space| self.book.atlas.place(space), at.start..at.start + 1);
        let (to, stays) = (place(goal), format!("so the force stays at {}", place(from)));
        if let Some(of) = &why.border {
            let reason = Reason::Shut { of: of.clone() };
            let text = format!("no way is open: {}; {stays}", reasons::neutral(self.book, of));
            return Diagnostic::remark("border", at, text).rule(reasons::rule(&reason));
        }
        let shut = self.shut(routes, &why.shut);
        let (code, text) = match (why.direct, &why.round) {
            (Some(direct), Some(round)) => (
                DETOUR,
                format!(
                    "the direct way to {to} costs {} and is shut: {shut}. The way round costs {}, \
                     more than twice as much, {stays}",
                    points(direct),
                    round.cost
                ),
            ),
            (Some(_), None) => ("no-way", format!("every way to {to} is shut: {shut}; {stays}")),
            (None, _) => ("no-way", format!("no way by land leads to {to}, {stays}")),
        };
        Diagnostic::remark(code, at, text).rule("K05 §12")
    }

    /// Whether somebody may shut a fortress in: one of the sheet is sent there, or an ally may come there.
    pub(super) fn may_shut_in(&self, fortress: Space) -> bool {
        let master = self.known.master_of_walls(self.book, fortress).unwrap_or_default();
        let ally = |power: &String| {
            let ours = self.known.is_ours(power) && *power != self.known.power;
            ours && self.known.at_war(power, master)
        };
        let markers = self.known.markers.iter().filter(|one| one.last.is_none());
        let markers = markers.map(|one| (&one.power, one.at));
        let forces = self.known.formations.values().map(|one| (&one.power, one.at));
        let near = |at: Space| self.book.atlas.distance(at, fortress) <= NEAR;
        let may_come = match self.book.allies {
            // Nobody tells where they are.
            Allies::Letters => self.known.relations.parties().any(ally),
            Allies::Markers | Allies::Full => {
                markers.chain(forces).any(|(power, at)| ally(power) && near(at))
            }
        };
        may_come || self.sent.iter().any(|(at, _)| *at == fortress)
    }

    /// The cost of the way to a goal if no enemy stands on it and every fortress that may be shut in is shut in.
    pub(super) fn open_way(&self, routes: &Routes, from: Space, goal: Space) -> Option<u32> {
        let cities = self.book.lands.cities().keys().copied();
        let shut_in: Vec<Space> = cities.filter(|at| self.may_shut_in(*at)).collect();
        let way = routes.without_troops().shutting_in(&shut_in).plan(from, goal);
        way.ok().map(|way| way.cost)
    }

    /// Whether somebody may shut in a fortress that shuts the direct way.
    pub(super) fn opens(&self, routes: &Routes, why: &Refused) -> bool {
        why.shut.iter().any(|at| {
            let fortress = match routes.shut(*at) {
                Some(Shut::Beside(fortress)) => fortress,
                Some(Shut::Held | Shut::Walls) | None => *at,
            };
            self.may_shut_in(fortress)
        })
    }

    /// The fortress that shuts the direct way and those of the sheet who are sent there, if somebody is.
    pub(super) fn shut_in_by_ours(
        &self,
        routes: &Routes,
        why: &Refused,
    ) -> Option<(Space, Vec<&str>)> {
        why.shut.iter().find_map(|at| {
            let Some(Shut::Beside(fortress)) = routes.shut(*at) else { return None };
            let who = self.sent_to(fortress);
            (!who.is_empty()).then_some((fortress, who))
        })
    }

    /// Which attack opens the direct way.
    pub(super) fn opened(&self, routes: &Routes, why: &Refused) -> Option<String> {
        let first = *why.shut.first()?;
        let at = match routes.shut(first) {
            Some(Shut::Beside(fortress)) => fortress,
            Some(Shut::Held | Shut::Walls) | None => first,
        };
        let ours = self.sent.iter().any(|(place, _)| *place == at);
        if ours && matches!(routes.shut(first), Some(Shut::Beside(_))) {
            return Some(self.when_it_opens(at));
        }
        Some(format!("`attack: {}` opens the way", self.book.atlas.name(at)))
    }

    /// How a march goes round all the same, if there is a way.
    pub(super) fn way_round(
        &self,
        from: Space,
        goal: Space,
        routes: &Routes,
        why: &Refused,
    ) -> Option<String> {
        let way = why.round.as_ref()?;
        let name = |at: Space| self.book.atlas.name(at);
        if let Some(on) = self.waypoint(from, goal, routes, why) {
            return Some(format!(
                "`march: [{}, {}]` goes round all the same",
                name(on),
                name(goal)
            ));
        }
        let town =
            |at: &Space| *at != goal && self.book.atlas.name(*at) != self.book.atlas.number(*at);
        let towns: Vec<String> = way.spaces.iter().copied().filter(town).map(name).collect();
        Some(match towns.is_empty() {
            true => "to go round all the same, name the hexes on the way".to_owned(),
            false => format!(
                "to go round all the same, name places on the way; it leads over {}",
                towns.join(", ")
            ),
        })
    }

    /// Where a direct way is shut, and by whom: neighbours of one fortress together.
    fn shut(&self, routes: &Routes, shut: &[Space]) -> String {
        let mut groups: Vec<(Shut, Vec<Space>)> = vec![];
        for at in shut {
            let by = routes.shut(*at).unwrap_or(Shut::Held);
            match groups.last_mut().filter(|(last, _)| *last == by && by != Shut::Held) {
                Some((_, places)) => places.push(*at),
                None => groups.push((by, vec![*at])),
            }
        }
        let told = groups.iter().take(NAMED).map(|(by, places)| self.shut_by(*by, places));
        let mut told: Vec<String> = told.collect();
        let more: usize = groups.iter().skip(NAMED).map(|(_, places)| places.len()).sum();
        match more {
            0 => {}
            1 => told.push("and 1 hex more".to_owned()),
            more => told.push(format!("and {more} hexes more")),
        }
        told.join(", ")
    }

    fn shut_by(&self, by: Shut, places: &[Space]) -> String {
        let named: Vec<String> = places.iter().map(|at| self.book.atlas.place(*at)).collect();
        let named = match named.split_last() {
            Some((last, [_, ..])) => format!("{} and {last}", named[..named.len() - 1].join(", ")),
            _ => named.concat(),
        };
        let many = places.len() > 1;
        match by {
            Shut::Beside(fortress) => {
                let fortress = self.book.atlas.name(fortress);
                format!(
                    "{named} {} beside the enemy fortress {fortress}",
                    if many { "lie" } else { "lies" }
                )
            }
            Shut::Walls if many => format!("{named} are enemy fortresses"),
            Shut::Walls => format!("{named} is an enemy fortress"),
            Shut::Held => {
                let here = |one: &&Marker| {
                    places.contains(&one.at) && one.last.is_none() && self.known.is_foe(&one.power)
                };
                let foe = self.known.markers.iter().find(here);
                let who = foe.map_or_else(
                    || "the enemy".to_owned(),
                    |foe| format!("{} of {}", foe.size(), self.book.title(&foe.power)),
                );
                format!("{who} stands at {named}")
            }
        }
    }

    /// A place on the way round which, if it is named, brings the march to its goal: a town rather
    /// than a bare hex.
    fn waypoint(&self, from: Space, goal: Space, routes: &Routes, why: &Refused) -> Option<Space> {
        let way = why.round.as_ref()?;
        let mut on: Vec<Space> = way.spaces.iter().copied().filter(|at| *at != goal).collect();
        let town = |at: Space| self.book.atlas.name(at) != self.book.atlas.number(at);
        on.sort_by_key(|at| !town(*at));
        let leads = |at: &Space| routes.way(from, *at).is_ok() && routes.way(*at, goal).is_ok();
        on.into_iter().take(TRIED).find(leads)
    }
}
