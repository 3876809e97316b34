//! What else a squadron could do, for whoever asks for all of it: harbours without ships in sight that it
//! could blockade, troops that it could take on board, and where these could land (NIA §5.3.2, §5.3.3).

use super::Forces;
use crate::orders::rehearsal::Sailing;
use crate::position::Position;
use crate::record::state::{Anchorage, Force, Squadron};
use crate::sea::harbour::is_hostile;
use crate::sea::{squad, troops};
use kit::ground::Space;
use sheet::reach::{Deed, points};

impl Forces<'_> {
    /// The deeds that a form has no room for, where one of several fleets may sail alone, and where troops on
    /// board could land.
    pub(super) fn more_of_squadron(&self, squadron: &Squadron) -> (Vec<Deed>, Vec<String>) {
        let (book, known) = (self.book, self.known);
        let sailing = Sailing::whole(book, squadron);
        let most = squad::factor(book, &sailing.ships);
        let to = |at: Space| sailing.way(book, known, &book.atlas.hex_seas(at)).ok();
        let towns = book
            .atlas
            .towns()
            .filter(|(at, _)| book.scenario.in_play(*at) && !book.atlas.hex_seas(*at).is_empty());
        let mut deeds = vec![];
        let mut shores: Vec<(u32, String)> = vec![];
        for (at, town) in towns {
            let hostile = is_hostile(book, known.common(), &known.power, at).is_ok();
            let Some(way) = to(at).filter(|way| *way <= most) else { continue };
            let blockade = way + book.sea.points.blockade;
            let seen = || known.enemy_ships().any(|sail| sail.at == Anchorage::Harbour(at));
            let berth = || self.has_berth(squadron, &Anchorage::Blockading(at));
            if town.harbour && hostile && blockade <= most && !seen() && berth() {
                let whose = known.holder(book, at).unwrap_or_default();
                let told = format!(
                    "{}, no ships in sight: {}",
                    book.people.title(whose),
                    points(blockade)
                );
                let step = format!("blockade: {{harbour: {}}}", town.name);
                deeds.push(Deed { step, told });
            }
            let ashore = match town.harbour && !hostile {
                true => book.sea.points.enter,
                false => book.sea.points.land,
            };
            let is_open = || troops::landing_place(book, known, &known.power, at).is_ok();
            if way + ashore <= most && is_open() {
                shores.push((way + ashore, town.name.clone()));
            }
        }
        deeds.extend(self.cargo(squadron).into_iter().map(|(force, cost)| Deed {
            step: format!("carry: {{force: {}}}", force.name(&book.atlas, &book.units)),
            told: format!(
                "{} steps, and a fleet takes {}: {}",
                force.steps(),
                book.sea.carries.steps,
                points(cost)
            ),
        }));
        shores.sort();
        let shores: Vec<String> =
            shores.into_iter().map(|(cost, name)| format!("{name} {cost}")).collect();
        let told = format!(
            "troops on board could land, with the points from here, at {}",
            shores.join(", ")
        );
        let ashore = (!shores.is_empty()).then_some(told);
        (deeds, self.alone(&sailing).into_iter().chain(ashore).collect())
    }

    /// The seas that one of several fleets alone may enter (NIA §5.2.12).
    fn alone(&self, sailing: &Sailing) -> Option<String> {
        let (book, known) = (self.book, self.known);
        let goes = |one: &Sailing, sea: &String| {
            let most = squad::factor(book, &one.ships);
            one.way(book, known, std::slice::from_ref(sea)).ok().filter(|cost| *cost <= most)
        };
        let one = sailing.each().next()?;
        let seas = book.atlas.seas.iter().map(|sea| &sea.name);
        let more = seas.filter(|sea| goes(sailing, sea).is_none());
        let more = more.filter_map(|sea| Some(format!("{sea} {}", goes(&one, sea)?)));
        let more: Vec<String> = more.collect();
        let fleet = &one.ships.first()?.fleet;
        (!more.is_empty()).then(|| {
            format!("one fleet alone, as by `fleets: [{fleet}]`, also sails to {}", more.join(", "))
        })
    }

    /// The forces that stand where the ships lie, and what it costs to take one on board.
    fn cargo(&self, squadron: &Squadron) -> Vec<(&Force, u32)> {
        let at_sea = matches!(squadron.at, Anchorage::Sea(_));
        let cost = if at_sea { self.book.sea.points.enter } else { 0 };
        let boards = |force: &&Force| {
            force.reserve.is_none() && troops::boards(self.book, &squadron.at, force.at)
        };
        self.known.own().filter(boards).map(|force| (force, cost)).collect()
    }
}
