//! What of a season's news at sea makes a headline.

use super::Matter;
use super::gather::{Bearing, Season};
use crate::sight::news::{FleetNews, PassageNews, SeaBattleNews, SeaNews};
use crate::view::sea;

impl Season<'_> {
    pub(super) fn sea(&mut self, news: &SeaNews) {
        match news {
            SeaNews::Battle(news) => self.battle_at_sea(news),
            SeaNews::Passage(news) => self.passage(news),
            SeaNews::Fleet(FleetNews::BosphorusShut { by, against, .. }) => {
                let (by, against) = (self.title(by), self.title(against));
                let item = format!("{by} shuts the Bosphorus to {against}");
                self.put(Matter::CountryTurned, Bearing::Seen, item);
            }
            SeaNews::Fleet(_) => {}
        }
    }

    fn battle_at_sea(&mut self, news: &SeaBattleNews) {
        match news {
            SeaBattleNews::Ended { at, attacker, defender, winner, lost } => {
                let at = sea::whereabouts(self.book, at);
                let matter = if *lost == (0, 0) { Matter::Skirmish } else { Matter::Battle };
                self.fought(matter, &at, [attacker, defender], *winner);
            }
            SeaBattleNews::Sunk { power, name, at, decoy: false, .. } => {
                let at = sea::whereabouts(self.book, at);
                let whose = match name.starts_with("fleet ") {
                    true => name.clone(),
                    false => format!("the fleet of {name}"),
                };
                let item = format!("{} is lost {at}", self.of(&whose, power));
                self.put(Matter::ShipsLost, self.hits(power), item);
            }
            SeaBattleNews::AdmiralChecked { power, admiral, killed: true, .. } => {
                let item = format!("Admiral {} is killed", self.of(admiral, power));
                self.put(Matter::LeaderLost, self.hits(power), item);
            }
            SeaBattleNews::Sunk { .. }
            | SeaBattleNews::AdmiralChecked { .. }
            | SeaBattleNews::Fought { .. } => {}
        }
    }

    fn passage(&mut self, news: &PassageNews) {
        match news {
            PassageNews::CargoLost { who, army, .. } => {
                let (name, hits) = (self.name(who), self.hits(&who.power));
                let matter = match army {
                    Some(_) => Matter::ArmyLost,
                    None if self.is_of_high_rank(&who.name) => Matter::LeaderLost,
                    None => Matter::ShipsLost,
                };
                let item = match self.is_public() {
                    true => format!("troops of {} are lost at sea", self.title(&who.power)),
                    false => format!("{name} is lost at sea with all on board"),
                };
                self.put(matter, hits, item);
            }
            PassageNews::Repulsed { who, at, .. } => {
                let item = format!("{} is thrown back into the sea at", self.name(who));
                let item = format!("{item} {}", self.at(*at));
                self.put(Matter::ForceLost, self.hits(&who.power), item);
            }
            PassageNews::Landed { who, at, against: true } => {
                let item = format!("{} lands against the enemy at", self.name(who));
                let item = format!("{item} {}", self.at(*at));
                let bearing = self.gains(&who.power);
                self.put(Matter::Landing, bearing, item);
            }
            PassageNews::Landed { .. } | PassageNews::Embarked { .. } => {}
        }
    }
}
