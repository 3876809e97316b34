//! What a force or a squadron could do this season, as far as its power knows: where it could go, whom it
//! could attack, what it could besiege or blockade (NIA §5.2, §5.3).
//!
//! The ways are those that the receipt walks.

mod afloat;

use crate::book::Book;
use crate::book::spelling::place;
use crate::land::movement::Mover;
use crate::land::routes::Routes;
use crate::land::stacking;
use crate::land::supply::{self, Land, Moment};
use crate::land::weakness;
use crate::orders::rally;
use crate::orders::rehearsal::calls::{Call, Calls};
use crate::orders::rehearsal::{Sailing, needs_leader};
use crate::orders::words::meant;
use crate::record::state::{Anchorage, Force, MOST_FLEETS, Squadron};
use crate::sea::squad;
use crate::sea::wake::called;
use crate::sight::known::{Known, Stack};
use crate::view::forces::without_leader;
use kit::ground::Space;
use kit::names::plain;
use sheet::reach::{Deed, Goal, Reach, points};
use std::collections::{BTreeMap, BTreeSet};

/// How many enemies a way is sought to, the nearest first.
const SOUGHT: usize = 8;

/// The forces of a power, and what is asked of the map for all of them once.
pub struct Forces<'a> {
    pub book: &'a Book,
    pub known: &'a Known,
    land: Land<'a>,
    /// Enemies in sight, by their hex.
    foes: BTreeMap<Space, Vec<&'a Stack>>,
    /// Enemy fortresses that nobody of our side besieges, with who holds them.
    walls: BTreeMap<Space, &'a str>,
}

impl<'a> Forces<'a> {
    /// The forces that a power knows it has.
    pub fn new(book: &'a Book, known: &'a Known) -> Self {
        let mut foes: BTreeMap<Space, Vec<&Stack>> = BTreeMap::new();
        for stack in known.enemies().filter(|stack| known.is_foe(&stack.power)) {
            foes.entry(stack.at).or_default().push(stack);
        }
        let besieged: BTreeSet<Space> =
            known.ours.values().filter(|force| force.siege.is_some()).map(|one| one.at).collect();
        let towns = book.atlas.towns().map(|(at, _)| at).filter(|at| book.scenario.in_play(*at));
        let walled = towns.filter(|at| known.fortress(book, *at) > 0 && !besieged.contains(at));
        let walls = walled.filter_map(|at| {
            let holder = known.holder(book, at)?;
            known.is_foe(holder).then_some((at, holder))
        });
        let land = Land::of(book, known, &known.power);
        Self { book, known, land, foes, walls: walls.collect() }
    }

    /// What a force could do.
    pub fn of_force(&self, force: &Force) -> Reach {
        let mut deeds = self.here(force);
        let mut goals = vec![];
        if !force.inside && force.reserve.is_none() {
            let force = &supply::when_it_acts((&self.land, &Moment::default()), force.clone());
            let mover = Mover::of(self.book, self.known, force);
            let routes = Routes::new(self.book, self.known, &mover);
            let reached = routes.reach(force.at).into_iter();
            let fits = |(at, cost): &(Space, u32)| self.has_room(force, *at, mover.factor - cost);
            goals = reached.filter(fits).map(|(at, cost)| self.goal(at, cost)).collect();
            if !force.units.is_empty() && !mover.shy {
                deeds.extend(self.attacks(force, &routes, mover.factor));
            }
        }
        Reach { verb: "reaches", goals, deeds }
    }

    fn has_room(&self, force: &Force, at: Space, left: u32) -> bool {
        let there = self.known.own().filter(|other| other.at == at && other.id != force.id);
        let moved = Force { at, ..force.clone() };
        let there: Vec<&Force> = there.collect();
        there.is_empty() || stacking::has_room(self.book, &moved, 0, left, &there)
    }

    fn goal(&self, at: Space, cost: u32) -> Goal {
        let atlas = &self.book.atlas;
        let near = atlas.around(at).into_iter().find_map(|near| self.foes.get(&near));
        let who = near
            .and_then(|stacks| stacks.first())
            .map(|stack| stack.leader.clone().unwrap_or_else(|| atlas.name(stack.at)));
        let holder = self.known.holder(self.book, at);
        Goal {
            named: atlas.town(at).is_some() || atlas.is_box(at),
            name: atlas.name(at),
            cost,
            beside: who,
            ours: holder.is_some_and(|power| self.known.is_ours(power)),
        }
    }

    /// What it could do where it stands.
    fn here(&self, force: &Force) -> Vec<Deed> {
        let mut deeds = vec![];
        let mut could = |step: String, told: String| deeds.push(Deed { step, told });
        let actions = &self.book.figures.actions;
        if force.inside {
            let step = format!("attack: {{at: {}}}", self.book.atlas.name(force.at));
            could(step, "a sortie; it is besieged".to_owned());
        } else if force.siege.is_some() {
            let level = self.known.fortress(self.book, force.at);
            let told = format!("{} an attempt", points(u32::from(level)));
            could("siege: {attempts: up to 2}".to_owned(), told);
        }
        if rally::may_rally(force, false).is_ok() {
            could("rally: {}".to_owned(), points(actions.rally));
        }
        deeds
    }

    /// Whom it could attack and what it could besiege, the nearest first.
    fn attacks(&self, force: &Force, routes: &Routes, most: u32) -> Vec<Deed> {
        let far = |at: Space| self.book.atlas.distance(force.at, at);
        let targets: BTreeSet<Space> = self.foes.keys().chain(self.walls.keys()).copied().collect();
        let mut near: Vec<Space> = targets.into_iter().collect();
        near.retain(|at| far(*at) > 0 && u32::from(far(*at)) <= most);
        let too_weak = |at: &Space| {
            let before = std::iter::once(force).chain(self.known.before_walls(*at));
            self.walls.contains_key(at)
                && weakness::too_few(before, self.known.fortress(self.book, *at)).is_some()
        };
        near.retain(|at| !too_weak(at));
        near.sort_by_key(|at| (far(*at), *at));
        let deed = |at: Space| {
            let legs = routes.plan(force.at, at, most)?;
            let cost = legs.iter().map(|leg| leg.cost).sum::<u32>();
            let (at, told) = self.target(at);
            let step = format!("attack: {{at: {at}}}");
            (cost <= most).then(|| Deed { step, told: format!("{told}: {}", points(cost)) })
        };
        near.into_iter().take(SOUGHT).filter_map(deed).collect()
    }

    /// How a target is named in a sheet, and what is known of it.
    fn target(&self, at: Space) -> (String, String) {
        let stacks = self.foes.get(&at).map(Vec::as_slice).unwrap_or_default();
        // Who leads troops there is what matters, whatever else stands beside them.
        let stack = stacks.iter().find(|stack| stack.leader.is_some()).or(stacks.first());
        let leader = stack.and_then(|stack| stack.leader.clone());
        let place = self.book.atlas.name(at);
        let whose = stack.map(|stack| stack.power.as_str()).or(self.walls.get(&at).copied());
        let mut told = vec![self.book.people.title(whose.unwrap_or_default()).to_owned()];
        told.extend(leader.is_some().then(|| place.clone()));
        let unled = stack.filter(|_| leader.is_none());
        told.extend(unled.map(|stack| without_leader(stack).to_owned()));
        told.extend(
            stack.filter(|stack| leader.is_some() && stack.army).map(|_| "an army".to_owned()),
        );
        let others =
            stacks.iter().filter(|other| stack.is_some_and(|one| !std::ptr::eq(*one, **other)));
        told.extend(others.map(|other| match &other.leader {
            Some(leader) => format!("with {leader}"),
            None => format!("with {}", without_leader(other)),
        }));
        if self.walls.contains_key(&at) {
            told.push(format!("fortress {}", self.known.fortress(self.book, at)));
        }
        // A name that is a town's as well (Brunswick) would be read as the town.
        let leader = leader.filter(|name| self.book.atlas.named(name).is_none());
        (leader.unwrap_or(place), told.join(", "))
    }

    /// Whether a squadron lies elsewhere now and finds room among the fleets of our side (§4.1.2).
    fn has_berth(&self, squadron: &Squadron, at: &Anchorage) -> bool {
        let there = self.known.squadrons.iter().filter(|other| other.at == *at);
        let fleets: usize = there.map(|other| other.fleets.len()).sum();
        squadron.at != *at && fleets + squadron.fleets.len() <= MOST_FLEETS
    }

    /// What a squadron could do.
    pub fn of_squadron(&self, squadron: &Squadron) -> Reach {
        let (book, known) = (self.book, self.known);
        let sailing = Sailing::whole(book, squadron);
        let most = squad::factor(book, &sailing.ships);
        let cost = |sea: &String| {
            let cost = sailing.way(book, known, std::slice::from_ref(sea)).ok()?;
            (cost <= most).then(|| (sea.clone(), cost))
        };
        let seas: BTreeMap<String, u32> =
            book.atlas.seas.iter().filter_map(|sea| cost(&sea.name)).collect();
        let to = |at: Space| {
            book.atlas.hex_seas(at).iter().filter_map(|sea| seas.get(sea)).min().copied()
        };
        let name =
            |name: String, cost: u32| Goal { name, cost, beside: None, named: true, ours: false };
        let mut goals: Vec<Goal> =
            seas.iter().map(|(sea, cost)| name(sea.clone(), *cost)).collect();
        let berth = |at: &Anchorage| self.has_berth(squadron, at);
        goals.retain(|goal| berth(&Anchorage::Sea(goal.name.clone())));
        let harbours = book.atlas.towns().filter(|(at, town)| {
            town.harbour && book.scenario.in_play(*at) && berth(&Anchorage::Harbour(*at))
        });
        let costs = book.sea.points;
        for (at, _) in harbours {
            let ours = known.holder(book, at).is_some_and(|one| known.is_ours(one));
            if let Some(cost) = to(at).map(|cost| cost + costs.enter).filter(|cost| *cost <= most)
                && ours
            {
                goals.push(Goal { ours, ..name(book.atlas.name(at), cost) });
            }
        }
        let before = |at: Space| {
            let room = berth(&Anchorage::Blockading(at));
            to(at).map(|cost| cost + costs.blockade).filter(|cost| *cost <= most && room)
        };
        let mut enemies: Vec<(u32, Deed)> = vec![];
        for sail in known.enemy_ships().filter(|sail| known.is_foe(&sail.power)) {
            let Anchorage::Harbour(at) = sail.at else { continue };
            let (who, fleets) = (book.people.title(&sail.power), sail.fleets);
            let unit = if fleets == 1 { "fleet" } else { "fleets" };
            let step = format!("blockade: {{harbour: {}}}", book.atlas.name(at));
            enemies.extend(before(at).map(|cost| {
                (cost, Deed { step, told: format!("{who}, {fleets} {unit}: {}", points(cost)) })
            }));
        }
        enemies.sort_by_key(|(cost, _)| *cost);
        let deeds = enemies.into_iter().map(|(_, deed)| deed).collect();
        Reach { verb: "sails to", goals, deeds }
    }
}

/// Everything that one force could do, line by line; nothing, if the power has none of that name.
pub fn whole(book: &Book, known: &Known, who: &str) -> Option<Vec<String>> {
    let forces = Forces::new(book, known);
    let who = &*book.other_names.own(who.trim());
    let wanted = plain(who);
    let called_so = |force: &&Force| {
        plain(&force.name(&book.atlas, &book.units)) == wanted
            || force.army.as_ref().is_some_and(|army| plain(army) == wanted)
    };
    // `Kellermann (younger)` is called `Kellermann`, where no other is.
    let in_short = |force: &&Force| {
        let name = force.name(&book.atlas, &book.units);
        name.split_once(" (").is_some_and(|(name, _)| plain(name) == wanted)
    };
    let force = known.own().find(called_so).or_else(|| known.own().find(in_short));
    if force.is_none()
        && let Some(lines) = of_a_leader(book, known, &forces, &wanted)
    {
        return Some(lines);
    }
    let force = force.or_else(|| meant(&book.atlas, &book.units, who.trim(), known.own()));
    if let Some(force) = force {
        let name = force.name(&book.atlas, &book.units);
        let mut lines = vec![format!("{name} at {}", place(book, force.at))];
        let call =
            force.commander().and_then(|chief| Some((chief, Calls { book, known }.of(chief)?)));
        if let Some((chief, call @ Call::Leaves(_))) = call {
            lines.extend([
                call.told(chief),
                format!("what the troops of {chief} could do from there:"),
            ]);
        }
        match needs_leader(book, force) {
            Some(why) => lines.push(why),
            None => lines.extend(forces.of_force(force).whole()),
        }
        return Some(lines);
    }
    let fleets = known.squadrons.iter().filter(|one| one.power == known.power);
    let fleet = fleets.flat_map(|one| &one.fleets).find(|fleet| plain(fleet) == wanted);
    let squadron = called(book, &known.squadrons, &known.power, fleet.map_or(who, String::as_str))?;
    let lies = crate::view::sea::whereabouts(book, &squadron.at);
    let mut lines = vec![format!("{}: {lies}", squadron.fleets.join(", "))];
    let mut reach = forces.of_squadron(squadron);
    let (more, shores) = forces.more_of_squadron(squadron);
    reach.deeds.extend(more);
    lines.extend(reach.whole());
    lines.extend(shores);
    Some(lines)
}

/// What a leader could do who heads no force now: one who serves under another, or who comes when
/// the season begins.
fn of_a_leader(
    book: &Book,
    known: &Known,
    forces: &Forces<'_>,
    wanted: &str,
) -> Option<Vec<String>> {
    // The first of them commands the force.
    let second = |force: &'_ Force| {
        force.leaders.iter().skip(1).find(|leader| plain(leader) == wanted).cloned()
    };
    if let Some((force, leader)) = known.own().find_map(|force| Some((force, second(force)?))) {
        let name = force.name(&book.atlas, &book.units);
        let mut lines = vec![
            format!("{leader} serves under {name} at {}", place(book, force.at)),
            format!(
                "an entry of their own begins with `detach: {{leader: {leader}, from: {name}}}`"
            ),
            format!("what {name} can do:"),
        ];
        lines.extend(forces.of_force(force).whole());
        return Some(lines);
    }
    let leader = book.people.leaders().find(|leader| plain(&leader.name) == wanted)?;
    let calls = Calls { book, known };
    match calls.of(&leader.name)? {
        Call::Leads(force, told) => {
            let mut lines = vec![told];
            lines.extend(forces.of_force(&force).whole());
            Some(lines)
        }
        call @ Call::Comes(_) => {
            let told = call.told(&leader.name);
            Some(vec![told, "an entry of theirs is played once they are there".to_owned()])
        }
        Call::Leaves(_) => None,
    }
}
