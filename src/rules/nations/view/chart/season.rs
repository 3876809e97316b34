//! What happened on the map this season: ways, battles, sieges, and what feeds our forces.

use super::Maker;
use crate::land::supply::{self, Land, Moment};
use crate::record::event::{Party, Winner};
use crate::record::state::Bloc;
use crate::sight::known::{SeenEvent, Who};
use crate::sight::news::{LandNews, SeaNews};
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
            SeenEvent::Moved { who, from, to, .. } => {
                went(who, Gait::March, maker.spot(*from), maker.spot(*to));
            }
            SeenEvent::War(news) => match news.as_ref() {
                LandNews::Retreated { who, from, to }
                | LandNews::Avoided { who, at: from, to, succeeded: true, .. } => {
                    went(who, Gait::Retreat, maker.spot(*from), maker.spot(*to));
                }
                LandNews::CameUp { who, from, to } => {
                    went(who, Gait::March, maker.spot(*from), maker.spot(*to));
                }
                _ => {}
            },
            SeenEvent::Sea(news) => match news.as_ref() {
                SeaNews::Sailed { who, from, to, .. } => {
                    went(who, Gait::Voyage, maker.mooring(from), maker.mooring(to));
                }
                SeaNews::Retreated { who, from, to }
                | SeaNews::Avoided { who, at: from, to, succeeded: true, .. } => {
                    went(who, Gait::Voyage, maker.mooring(from), maker.mooring(to));
                }
                _ => {}
            },
            _ => {}
        }
    }
    all
}

/// Battles, sieges and towns that changed hands.
pub fn marks(maker: &Maker) -> Vec<Mark> {
    let mut marks = vec![];
    for seen_event in &maker.known.seen_events {
        let mark = match seen_event {
            SeenEvent::War(news) => by_land(maker, news),
            SeenEvent::Sea(news) => by_sea(maker, news),
            _ => None,
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
        LandNews::BattleEnded { at, attacker, defender, winner, .. } => {
            let both = [attacker, defender];
            let place = format!("at {}", maker.book.atlas.name(*at));
            Some(Mark {
                spot: maker.spot(*at),
                feat: Feat::Battle,
                winner: victor(maker, both, *winner),
                told: outcome(maker, both, *winner, &place),
            })
        }
        LandNews::Captured { at, power, .. } => {
            let place = maker.book.atlas.name(*at);
            Some(Mark {
                spot: maker.spot(*at),
                feat: Feat::Taken,
                winner: maker.party(power),
                told: format!("{} takes {place}", maker.book.people.title(power)),
            })
        }
        _ => None,
    }
}

fn by_sea(maker: &Maker, news: &SeaNews) -> Option<Mark> {
    let SeaNews::Ended { at, attacker, defender, winner, .. } = news else { return None };
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
    let land = Land::of_known(book, known);
    let moment = Moment::default();
    let fighting = known.own().filter(|force| !force.units.is_empty() && !force.inside);
    let asked: BTreeSet<(&str, Space)> =
        fighting.map(|force| (supply::nation(book, force), force.at)).collect();
    let lines = asked.into_iter().filter_map(|(nation, at)| {
        let mut links = supply::line(&land, nation, at, &moment)?;
        if links.first() != Some(&at) {
            links.insert(0, at);
        }
        Some(links).filter(|links| links.len() > 1)
    });
    let lines: BTreeSet<Supply> = lines.map(|links| Supply { links }).collect();
    lines.into_iter().collect()
}
