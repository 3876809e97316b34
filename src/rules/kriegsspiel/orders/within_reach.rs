//! What a force could do this turn, as far as its power knows: where it could march, whom it could
//! attack, what it could deploy (§12, §15.2, §19.1).
//!
//! The ways are those that the receipt walks.

use crate::book::Book;
use crate::march::depots;
use crate::march::movement;
use crate::march::routes::Routes;
use crate::orders::blank_form::about_ships;
use crate::orders::words::Words;
use crate::position::Position;
use crate::record::state::{Formation, General};
use crate::sea::{harbour, sailing};
use crate::season::setup;
use crate::sight::known::{Known, Marker};
use kit::ground::Space;
use kit::names::plain;
use sheet::reach::{Deed, Goal, Reach, points};
use std::collections::{BTreeMap, BTreeSet};

/// How many enemies a way is sought to, the nearest first.
const SOUGHT: usize = 12;

/// The forces of a power, and what is asked of the map for all of them once.
pub struct Forces<'a> {
    pub book: &'a Book,
    pub known: &'a Known,
    routes: Routes<'a>,
    /// Enemies in sight and enemy fortresses, with what is to say of each.
    targets: BTreeMap<Space, String>,
    /// Where enemies stand.
    enemies: BTreeSet<Space>,
}

impl<'a> Forces<'a> {
    /// The forces that a power knows it has.
    pub fn new(book: &'a Book, known: &'a Known) -> Self {
        let seen = known.markers.iter().filter(|marker| {
            marker.last.is_none() && known.is_foe(&marker.power) && book.in_play(marker.at)
        });
        let tell = |marker: &Marker| format!("{}, {}", book.title(&marker.power), marker.size());
        let mut targets: BTreeMap<Space, String> = BTreeMap::new();
        for marker in seen {
            let told = targets.entry(marker.at).or_default();
            let more = tell(marker);
            *told = if told.is_empty() { more } else { format!("{told}; {more}") };
        }
        let enemies = targets.keys().copied().collect();
        for at in book.lands.cities().keys().filter(|at| book.in_play(**at)) {
            let Some(walls) = known.enemy_walls(book, *at, &known.power) else { continue };
            let told = targets.entry(*at).or_insert_with(|| "nobody seen".to_owned());
            *told = format!("{told}, fortress {walls}");
        }
        Self { book, known, routes: Routes::new(book, known), targets, enemies }
    }

    /// What a general could do with the troops that he leads.
    pub fn of_army(&self, general: &General) -> Reach {
        let led: Vec<&Formation> = self.known.led(general).collect();
        self.from(general.at, movement::pace(self.book, &led), !led.is_empty())
    }

    /// What a formation by itself could do.
    pub fn of_formation(&self, one: &Formation) -> Reach {
        self.from(one.at, one.pace(&self.book.troops), true)
    }

    fn from(&self, at: Space, pace: u32, troops: bool) -> Reach {
        let goals = self.routes.reach(at, pace);
        let goals = goals.into_iter().map(|(at, cost)| self.goal(at, cost)).collect();
        let mut deeds = if troops { self.attacks(at, pace) } else { vec![] };
        let power = self.known.power.as_str();
        let left = depots::stores(self.known, power);
        if depots::no_depot(self.book, self.known, (power, left), (at, troops)).is_none() {
            let (step, told) = ("deploy: depot".to_owned(), format!("{left} at hand"));
            deeds.push(Deed { step, told });
        }
        Reach { verb: "reaches", goals, deeds }
    }

    fn goal(&self, at: Space, cost: u32) -> Goal {
        let atlas = &self.book.atlas;
        let (name, number) = (atlas.name(at), atlas.number(at));
        let near = self.enemies.iter().find(|enemy| atlas.distance(**enemy, at) == 1);
        Goal {
            named: name != number,
            name,
            cost,
            beside: near.map(|enemy| atlas.name(*enemy)),
            ours: self.known.master(self.book, at).is_some_and(|power| self.known.is_ours(power)),
        }
    }

    /// What matters most on the way: places of the enemy, then those beside one, then others; our own
    /// come last.
    pub fn rank(&self, goal: &Goal) -> u8 {
        let at = self.book.atlas.find(&goal.name);
        let master = at.and_then(|at| self.known.master(self.book, at));
        match (master, &goal.beside) {
            (Some(power), _) if self.known.is_foe(power) => 0,
            (_, Some(_)) => 1,
            _ if !goal.ours => 2,
            _ => 3,
        }
    }

    /// Whom it could attack and what it could besiege, the nearest first.
    fn attacks(&self, from: Space, pace: u32) -> Vec<Deed> {
        let far = |at: Space| self.book.atlas.distance(from, at);
        let mut near: Vec<(&Space, &String)> = self.targets.iter().collect();
        near.retain(|(at, _)| far(**at) > 0 && u32::from(far(**at)) <= pace);
        // A march into land that is shut ends at its border, whoever stands behind it.
        near.retain(|(at, _)| !self.routes.is_shut(**at));
        near.sort_by_key(|(at, _)| (far(**at), **at));
        let deed = |(at, told): (&Space, &String)| {
            let way = self.routes.way(from, *at).ok().filter(|way| way.cost <= pace)?;
            let stopped = self.routes.is_stopped(from, &way.spaces);
            let step = format!("attack: {}", self.book.atlas.name(*at));
            (!stopped).then(|| Deed { step, told: format!("{told}: {}", points(way.cost)) })
        };
        near.into_iter().take(SOUGHT).filter_map(deed).collect()
    }
}

/// Everything that one force could do, line by line; nothing, if the power has none of that name.
pub fn whole(book: &Book, known: &Known, who: &str) -> Option<Vec<String>> {
    let known = &setup::expected(book, known);
    let forces = Forces::new(book, known);
    let wanted = plain(&book.other_names.own(who.trim()));
    let words = Words::new(book, known);
    if let Some(lines) = words.own_ships(who.trim()).and_then(|name| at_sea(book, known, name)) {
        return Some(lines);
    }
    let general = known.own_generals().find(|one| plain(&one.name) == wanted);
    let formation = words.own_formation(who.trim());
    let (name, at, reach) = match (general, formation) {
        (Some(one), _) => (&one.name, one.at, forces.of_army(one)),
        (None, Some(one)) => (&one.name, one.at, forces.of_formation(one)),
        (None, None) => return None,
    };
    let mut lines = vec![format!("{name} at {}", book.atlas.place(at))];
    lines.extend(reach.whole());
    Some(lines)
}

/// The sea areas that ships reach, and the harbours on them that let them in.
fn at_sea(book: &Book, known: &Known, name: &str) -> Option<Vec<String>> {
    let navies = book.navies.as_ref()?;
    let navy = &known.navy;
    let group = sailing::acting(navy, &known.power, name)?;
    let pace = sailing::pace(book, navy, &group);
    let mut lines =
        vec![format!("{}, {}", book.given(&group.who), about_ships(book, known, &group))];
    for (area, cost) in navies.waters.reach(&group.at, pace) {
        let opens = |opens: &[String]| opens.contains(&area);
        let ports = navies.waters.harbours().filter(|(_, all)| opens(all)).map(|(port, _)| port);
        let ports = ports.filter(|port| harbour::may_lie(book, known, &known.power, *port));
        let ports: Vec<String> = ports.map(|port| book.atlas.name(port)).collect();
        let ports = if ports.is_empty() {
            String::new()
        } else {
            format!("; harbours: {}", ports.join(", "))
        };
        lines.push(format!("  {area} {cost}{ports}"));
    }
    Some(lines)
}
