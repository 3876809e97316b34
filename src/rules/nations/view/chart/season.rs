//! What happened on the map this season: ways, battles, sieges, and what feeds our forces.

use super::Maker;
use crate::land::supply::{self, Land, Moment};
use crate::record::event::{Party, Winner};
use crate::record::state::{Anchorage, Bloc};
use crate::sight::known::Who;
use crate::sight::news::{
    BattleNews, ContactNews, FleetNews, ForceNews, LandNews, SeaBattleNews, SeaNews, SeenEvent,
    SiegeNews, WarNews,
};
use kit::chart::{Course, Feat, Gait, Mark, Spot, Supply};
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// The ways that were taken, step after step of one mover joined into one.
pub fn courses(maker: &Maker) -> Vec<Course> {
    let mut all: Vec<Course> = vec![];
    let mut last: BTreeMap<(String, String, Gait), usize> = BTreeMap::new();
    let mut went = |who: &Who, gait: Gait, from: Spot, to: Spot| {
        let Some(party) = maker.party(&who.power) else { return };
        let key = (who.power.clone(), who.name.clone(), gait);
        if let Some(course) = last.get(&key).and_then(|nth| all.get_mut(*nth))
            && course.path.last() == Some(&from)
        {
            course.path.push(to);
            return;
        }
        last.insert(key, all.len());
        all.push(Course { party, name: who.name.clone(), gait, path: vec![from, to] });
    };
    for seen_event in &maker.known.seen_events {
        match seen_event {
            SeenEvent::Force(ForceNews::Moved { who, from, to, .. }) => {
                went(who, Gait::March, maker.spot(*from), maker.spot(*to));
            }
            SeenEvent::Force(ForceNews::Transported { who, from: Some(from), to }) => {
                went(who, Gait::Voyage, maker.spot(*from), maker.spot(*to));
            }
            SeenEvent::War(WarNews::Land(news)) => {
                if let Some((who, gait, from, to)) = way(news) {
                    went(who, gait, maker.spot(from), maker.spot(to));
                }
            }
            SeenEvent::War(WarNews::Sea(news)) => {
                if let Some((who, from, to)) = voyage(news) {
                    went(who, Gait::Voyage, maker.mooring(from), maker.mooring(to));
                }
            }
            SeenEvent::Order(_) | SeenEvent::Sequence(_) | SeenEvent::Force(_) => {}
        }
    }
    all
}

/// Who went where, other than on a march of his own.
fn way(news: &LandNews) -> Option<(&Who, Gait, Space, Space)> {
    let LandNews::Contact(news) = news else { return None };
    match news {
        ContactNews::Retreated { who, from, to }
        | ContactNews::Avoided { who, at: from, to, succeeded: true, .. } => {
            Some((who, Gait::Retreat, *from, *to))
        }
        ContactNews::CameUp { who, from, to } => Some((who, Gait::March, *from, *to)),
        ContactNews::Avoided { .. }
        | ContactNews::Intercepted { .. }
        | ContactNews::WentInside { .. }
        | ContactNews::Overrun { .. }
        | ContactNews::Guns { .. } => None,
    }
}

/// Whose ships went where.
fn voyage(news: &SeaNews) -> Option<(&Who, &Anchorage, &Anchorage)> {
    let SeaNews::Fleet(news) = news else { return None };
    match news {
        FleetNews::Sailed { who, from, to, .. }
        | FleetNews::Retreated { who, from, to }
        | FleetNews::Avoided { who, at: from, to, succeeded: true, .. } => Some((who, from, to)),
        FleetNews::Avoided { .. }
        | FleetNews::Joined { .. }
        | FleetNews::Intercepted { .. }
        | FleetNews::Hunted { .. }
        | FleetNews::BosphorusShut { .. } => None,
    }
}

/// Battles, sieges and towns that changed hands.
pub fn marks(maker: &Maker) -> Vec<Mark> {
    let mut marks = vec![];
    for seen_event in &maker.known.seen_events {
        let mark = match seen_event {
            SeenEvent::War(WarNews::Land(news)) => by_land(maker, news),
            SeenEvent::War(WarNews::Sea(news)) => by_sea(maker, news),
            SeenEvent::Order(_) | SeenEvent::Sequence(_) | SeenEvent::Force(_) => None,
        };
        marks.extend(mark);
    }
    marks.extend(sieges(maker));
    marks
}

/// Who won and who lost, in words.
fn outcome(maker: &Maker, [a, d]: [&Party; 2], winner: Winner, place: &str) -> String {
    let name =
        |party: &Party| format!("{} ({})", party.name, maker.book.people.title(&party.power));
    match winner {
        Winner::Attacker => format!("{} beats {} {place}", name(a), name(d)),
        Winner::Defender => format!("{} beats off {} {place}", name(d), name(a)),
        Winner::Nobody => format!("{} and {} part undecided {place}", name(a), name(d)),
    }
}

fn victor(maker: &Maker, [a, d]: [&Party; 2], winner: Winner) -> Option<u16> {
    match winner {
        Winner::Attacker => maker.party(&a.power),
        Winner::Defender => maker.party(&d.power),
        Winner::Nobody => None,
    }
}

fn by_land(maker: &Maker, news: &LandNews) -> Option<Mark> {
    match news {
        LandNews::Battle(BattleNews::BattleEnded { at, attacker, defender, winner, .. }) => {
            let both = [attacker, defender];
            let place = format!("at {}", maker.book.atlas.name(*at));
            Some(Mark {
                spot: maker.spot(*at),
                feat: Feat::Battle,
                winner: victor(maker, both, *winner),
                told: outcome(maker, both, *winner, &place),
            })
        }
        LandNews::Siege(SiegeNews::Captured { at, power, stays: false, .. }) => {
            let place = maker.book.atlas.name(*at);
            Some(Mark {
                spot: maker.spot(*at),
                feat: Feat::Taken,
                winner: maker.party(power),
                told: format!("{} takes {place}", maker.book.people.title(power)),
            })
        }
        LandNews::Loss(_)
        | LandNews::Contact(_)
        | LandNews::Battle(_)
        | LandNews::Siege(_)
        | LandNews::Table(_)
        | LandNews::Money(_)
        | LandNews::Told(_) => None,
    }
}

fn by_sea(maker: &Maker, news: &SeaNews) -> Option<Mark> {
    let SeaNews::Battle(SeaBattleNews::Ended { at, attacker, defender, winner, .. }) = news else {
        return None;
    };
    let both = [attacker, defender];
    Some(Mark {
        spot: maker.mooring(at),
        feat: Feat::SeaBattle,
        winner: victor(maker, both, *winner),
        told: outcome(maker, both, *winner, &super::super::sea::whereabouts(maker.book, at)),
    })
}

/// The sieges that stand at the end of the season.
fn sieges(maker: &Maker) -> Vec<Mark> {
    let known = maker.known;
    let mut open: BTreeMap<Space, &str> = BTreeMap::new();
    for force in known.ours.values().filter(|force| force.siege.is_some() && !force.inside) {
        open.insert(force.at, &force.power);
    }
    for stack in known.theirs.iter().filter(|stack| stack.besieging) {
        open.insert(stack.at, &stack.power);
    }
    let mark = |(at, power): (Space, &str)| Mark {
        spot: maker.spot(at),
        feat: Feat::Siege,
        winner: maker.party(power),
        told: format!("{} besieges {}", maker.book.people.title(power), maker.book.atlas.name(at)),
    };
    open.into_iter().map(mark).collect()
}

/// What feeds our own forces that fight, as far as we know (NIA §6.2).
pub fn supply(maker: &Maker) -> Vec<Supply> {
    let (book, known) = (maker.book, maker.known);
    if book.scenario.fed || known.bloc(&known.power) == Bloc::Neutral {
        return vec![];
    }
    let land = Land::of(book, known, &known.power);
    let moment = Moment::default();
    let fighting = known.own().filter(|force| !force.units.is_empty() && !force.inside);
    let lines = fighting.filter_map(|force| {
        let mut links = supply::line_of(&land, force, &moment)?;
        if links.first() != Some(&force.at) {
            links.insert(0, force.at);
        }
        Some(links).filter(|links| links.len() > 1)
    });
    let lines: BTreeSet<Supply> = lines.map(|links| Supply { links }).collect();
    lines.into_iter().collect()
}
