//! Where new units may stand, and what else a purse asks of the land (NIA §12.3, §12.4).

use super::Land;
use kit::ground::Space;

impl Land<'_> {
    /// Whether new units of a power or a minor country may stand in a place of its land: held by our
    /// side, not besieged, and no enemy there (NIA §12.4).
    pub fn takes_new_units(&self, owner: &str, at: Space) -> bool {
        let Some(province) = self.book.atlas.province(at) else { return false };
        let own = self.owner(&province.name) == Some(owner);
        let capital = match self.book.countries.get(owner) {
            Some(_) => self.country_seat(owner),
            None => self.seat(owner),
        };
        let walls = self.level(at) > 0;
        own && (walls || capital == Some(at))
            && self.book.scenario.in_play(at)
            && self.holder(at).is_some_and(|holder| self.friendly(holder))
            && !self.besieged.contains(&at)
            && !self.enemies.contains(&at)
    }

    /// Whether a power's levies may come in a place: it is on its own land and in its own hands, and no enemy
    /// is there (NIA §14.5).
    pub fn takes_levies(&self, power: &str, at: Space) -> bool {
        let Some(province) = self.book.atlas.province(at) else { return false };
        self.owner(&province.name) == Some(power)
            && self.book.scenario.in_play(at)
            && self.holder(at).is_none_or(|holder| self.friendly(holder))
            && !self.besieged.contains(&at)
            && !self.enemies.contains(&at)
    }

    /// The owner of a province: a power, or a minor country.
    pub fn owner(&self, province: &str) -> Option<&str> {
        let in_1792 = |title: &str| {
            let mut powers = self.book.people.powers.iter();
            powers.find(|power| power.title == title).map(|power| power.name.as_str())
        };
        self.common.titles.owner(self.book, province).or_else(|| {
            let province = self.book.atlas.provinces.iter().find(|one| one.name == province)?;
            in_1792(&province.owner)
        })
    }

    /// Whether a place is the power's own, in its own hands.
    pub fn is_own(&self, power: &str, at: Space) -> bool {
        let province = self.book.atlas.province(at);
        let owner = province.and_then(|province| self.owner(&province.name));
        owner == Some(power) && self.holder(at) == Some(power) && !self.besieged.contains(&at)
    }

    /// Whether a fortress can be armed again with a step: our side's, with no enemy near its walls.
    pub fn can_arm(&self, at: Space) -> bool {
        let free = !self.besieged.contains(&at) && !self.enemies.contains(&at);
        free && self.holder(at).is_some_and(|holder| self.friendly(holder))
    }

    /// Whether walls stand there that an enemy holds.
    pub fn has_enemy_walls(&self, at: Space) -> bool {
        self.level(at) > 0 && self.holder(at).is_some_and(|holder| self.hostile(holder))
    }

    /// The capital of a power.
    pub(super) fn seat(&self, power: &str) -> Option<Space> {
        let seat = self.book.people.powers.iter().find(|seat| seat.name == power)?;
        self.book.atlas.named(seat.capital.as_deref()?)
    }
}
