//! What the automatic player does with its money: a budget and a muster for the cabinet (NIA §12).
//!
//! The lines are in a random order, so that over the seeds money reaches each of them. Now and then
//! one of them cannot be carried out; then its author is told.

use super::{Player, quoted};
use kit::ground::Space;
use nations::book::units::Unit;
use nations::money::treasury::conscripts::may_call;
use nations::record::state::Force;
use std::fmt::Write;

/// The price at which players who know nothing of each other's hands meet (NIA §11.1).
const PRICE: i32 = 1;

impl Player<'_> {
    /// The sheet of a cabinet.
    pub fn cabinet(&mut self) {
        let power = self.known.power.clone();
        self.text = format!("season: {}\npower: {power}\n", self.known.exchange());
        let mut budget = [
            self.refills(&power),
            self.new_units(&power),
            self.wares(),
            self.payments(),
            self.sales(),
            self.allied_countries(),
        ]
        .concat();
        self.shuffle(&mut budget);
        if self.luck.percent(25) {
            budget.push(self.odd());
        }
        let mut muster = self.leaders();
        if self.rare {
            budget.extend(self.rare_budget());
            muster.extend(self.rare_muster());
        }
        muster.extend(self.rising());
        if self.luck.percent(50) {
            muster.push("merge: all".to_owned());
        }
        for (key, lines) in [("budget", budget), ("muster", muster)] {
            if !lines.is_empty() {
                let _ = writeln!(self.text, "{key}:");
                lines.iter().for_each(|line| self.text += &format!("  - {line}\n"));
            }
        }
    }

    fn shuffle(&mut self, lines: &mut [String]) {
        for at in (1..lines.len()).rev() {
            lines.swap(at, self.luck.below(at + 1));
        }
    }

    /// `, if: CONDITION` of money and recruits, now and then.
    fn when(&mut self) -> String {
        let (pounds, steps) = (self.luck.below(30), self.luck.below(12));
        match self.luck.below(10) {
            0 => format!(", if: treasury >= {pounds}"),
            1 => format!(", if: recruits >= {steps}"),
            _ => String::new(),
        }
    }

    /// Where new units of a purse may stand, as far as the power knows.
    fn sites(&self, owner: &str) -> Vec<Space> {
        let (book, known) = (self.book, self.known);
        let towns = book.atlas.towns().filter(|(_, town)| town.fortress > 0 || town.capital);
        let own = |at: &Space| {
            let province = book.atlas.province(*at).map(|one| one.name.as_str());
            let of = province.and_then(|name| known.titles.owner(book, name)) == Some(owner);
            let ours = known.holder(book, *at).is_some_and(|who| known.is_ours(who));
            of && ours && self.playable(*at) && !known.enemy_at(*at)
        };
        towns.map(|(at, _)| at).filter(own).collect()
    }

    /// `, at: PLACE` or `, at: [PLACES]`, or nothing.
    fn place(&mut self, owner: &str) -> String {
        let sites = self.sites(owner);
        let name = |at: &Space| self.book.atlas.number(*at);
        match (self.luck.below(3), sites.len()) {
            (_, 0) | (0, _) => String::new(),
            (1, len) => format!(", at: {}", name(&sites[self.luck.below(len)])),
            (_, len) => {
                let two = [0, 1].map(|_| name(&sites[self.luck.below(len)]));
                format!(", at: [{}]", two.join(", "))
            }
        }
    }

    fn refills(&mut self, power: &str) -> Vec<String> {
        let mut lines = vec![];
        if self.luck.percent(50) {
            lines.push(format!("refill: {{who: all{}}}", self.when()));
        }
        let whole = |unit: &Unit| unit.steps >= self.book.units.kind(&unit.kind).steps;
        let reduced = self.known.own().filter_map(|force| {
            let unit = force.units.iter().find(|unit| !whole(unit) && unit.nation == power)?;
            Some((force, unit))
        });
        let reduced: Vec<(&Force, &Unit)> = reduced.collect();
        if let Some((force, unit)) = self.luck.pick(&reduced).copied()
            && let Some(name) = force.commander().map(str::to_owned).or_else(|| self.name(force))
        {
            let unit = quoted(&self.book.units.write(unit));
            let with =
                if self.luck.percent(50) { format!(", with: [{unit}]") } else { String::new() };
            lines.push(format!("refill: {{who: {}{with}{}}}", quoted(&name), self.when()));
        }
        lines
    }

    /// Some of the sorts that there are counters of.
    fn new_units(&mut self, power: &str) -> Vec<String> {
        let sorts: Vec<Unit> = self.book.pools.sorts(power, &self.book.units).collect();
        let mut lines = vec![];
        for _ in 0..self.luck.below(4) {
            let Some(unit) = self.luck.pick(&sorts).cloned() else { break };
            if unit.kind == "G" {
                continue;
            }
            let whole = self.book.units.kind(&unit.kind).steps;
            let reduced = if whole > 1 && self.luck.percent(40) { "reduced " } else { "" };
            let (count, name) = (1 + self.luck.below(2), self.book.units.write(&unit));
            let unit = quoted(&format!("{count} x {reduced}{name}"));
            lines.push(format!("raise: {{unit: {unit}{}{}}}", self.place(power), self.when()));
        }
        if sorts.iter().any(|unit| unit.kind == "G") && self.luck.percent(60) {
            lines.push(format!("raise: {} x G", 1 + self.luck.below(2)));
        }
        lines
    }

    /// Trains, engineers, fleets, corsairs, markers and walls.
    fn wares(&mut self) -> Vec<String> {
        let (book, known) = (self.book, self.known);
        let power = known.power.clone();
        let mut lines = vec![];
        for ware in ["train", "engineer"] {
            let sites = self.sites(&power);
            if let (Some(at), true) = (self.luck.pick(&sites), self.luck.percent(20)) {
                lines.push(format!("{ware}: {}", book.atlas.number(*at)));
            }
        }
        let owner = |at: Space| known.holder(book, at);
        let yards = book.atlas.towns().filter(|(at, town)| {
            town.shipyard && self.playable(*at) && owner(*at) == Some(power.as_str())
        });
        let yards: Vec<Space> = yards.map(|(at, _)| at).collect();
        if let (Some(at), true) = (self.luck.pick(&yards), self.luck.percent(25)) {
            lines.push(format!("fleet: {{at: {}{}}}", book.atlas.number(*at), self.when()));
        }
        if power == "france" && self.luck.percent(25) {
            lines.push(format!("corsair: {}", 1 + self.luck.below(3)));
        }
        let broken = known.forts.keys().copied();
        let broken = broken.filter(|at| owner(*at).is_some_and(|who| known.is_ours(who)));
        let broken: Vec<Space> = broken.collect();
        if let (Some(at), true) = (self.luck.pick(&broken), self.luck.percent(60)) {
            lines.push(format!("rearm: {}", book.atlas.number(*at)));
        }
        let able = |name: &str| book.people.known(name).capacity.is_some();
        let heads = known.own().filter(|force| force.army.is_none() && force.steps() >= 2);
        let heads = heads.filter_map(Force::commander).filter(|name| able(name));
        let heads: Vec<String> = heads.map(str::to_owned).collect();
        if let (Some(head), true) = (self.luck.pick(&heads), self.luck.percent(35)) {
            let pool: Vec<&String> = known.pool.iter().collect();
            let with = self.luck.pick(&pool).filter(|_| self.luck.percent(30));
            let with = with.map_or(String::new(), |name| format!(", with: {}", quoted(name)));
            lines.push(format!("army: {{leader: {}{with}}}", quoted(head)));
        }
        if may_call(book, &known.money, &power, known.season.year).is_ok() && self.luck.percent(60)
        {
            lines.push("conscripts: yes".to_owned());
        }
        if self.luck.percent(40) {
            lines.push(format!("keep: {}", 1 + self.luck.below(6)));
        }
        lines
    }

    /// Gifts, loans and what is paid back.
    fn payments(&mut self) -> Vec<String> {
        let known = self.known;
        let ours = known.relations.parties().filter(|to| **to != known.power && known.is_ours(to));
        let mut friends: Vec<String> = ours.cloned().collect();
        friends.extend(self.followers());
        let mut lines = vec![];
        for _ in 0..2 {
            let Some(to) = self.luck.pick(&friends).cloned().filter(|_| self.luck.percent(35))
            else {
                continue;
            };
            let loan = ["", ", loan: yes"][self.luck.below(2)];
            let (pounds, when) = (1 + self.luck.below(4), self.when());
            lines.push(format!("gift: {{to: {to}, pounds: {pounds}{loan}{when}}}"));
        }
        let lenders = known.relations.parties().filter(|to| known.money.debt(&known.power, to) > 0);
        let lenders: Vec<String> = lenders.cloned().collect();
        if let (Some(to), true) = (self.luck.pick(&lenders), self.luck.percent(60)) {
            let debt = usize::try_from(known.money.debt(&known.power, to)).unwrap_or(1);
            lines.push(format!("repay: {{to: {to}, pounds: {}}}", 1 + self.luck.below(debt)));
        }
        lines
    }

    /// The minor countries that follow the power.
    fn followers(&self) -> Vec<String> {
        let all = self.known.titles.countries(self.book).into_iter();
        let own = all.filter(|(_, status)| status.power() == Some(self.known.power.as_str()));
        own.map(|(name, _)| name.to_owned()).collect()
    }

    /// Lines that another purse pays: those of a country that follows the power.
    fn allied_countries(&mut self) -> Vec<String> {
        let mut lines = vec![];
        for country in self.followers() {
            let nation = self.book.countries.get(&country).and_then(|one| one.nation.clone());
            let Some(nation) = nation else { continue };
            if self.luck.percent(30) {
                lines.push(format!("refill: {{who: all, for: {country}}}"));
            }
            let sorts: Vec<Unit> = self.book.pools.sorts(&nation, &self.book.units).collect();
            if let (Some(unit), true) = (self.luck.pick(&sorts), self.luck.percent(60)) {
                let unit = quoted(&format!("1 x {}", self.book.units.write(unit)));
                let place = self.place(&country);
                lines.push(format!("raise: {{unit: {unit}, for: {country}{place}}}"));
            }
        }
        lines
    }

    /// Cards for sale at a price that all players know, and offers for those of the deck.
    fn sales(&mut self) -> Vec<String> {
        let known = self.known;
        let Some(deck) = &self.book.scenario.deck else { return vec![] };
        let others: Vec<&String> =
            known.relations.parties().filter(|to| **to != known.power).collect();
        let mut lines = vec![];
        let hand = self.hand();
        let Some(other) = self.luck.pick(&others).copied() else { return lines };
        if self.luck.percent(40) {
            let wanted = deck.cards.iter().filter(|card| !hand.contains(card));
            lines.extend(
                wanted.map(|card| format!("buy: {{card: {card}, from: {other}, pounds: {PRICE}}}")),
            );
        }
        for card in hand {
            if let (Some(to), true) = (self.luck.pick(&others), self.luck.percent(40)) {
                lines.push(format!("sell: {{card: {card}, to: {to}, pounds: {PRICE}}}"));
            }
        }
        lines
    }

    /// A line that is well written and cannot be done, or hardly.
    fn odd(&mut self) -> String {
        let known = self.known;
        let friend = known.relations.parties().find(|to| **to != known.power);
        let friend = friend.map_or("spain", String::as_str);
        let place = self.book.atlas.number(self.somewhere());
        match self.luck.below(8) {
            0 => format!("gift: {{to: {friend}, pounds: 999}}"),
            1 => format!("repay: {{to: {friend}, pounds: 999}}"),
            2 => format!("fleet: {place}"),
            3 => format!("rearm: {place}"),
            4 => "corsair: 8".to_owned(),
            5 => format!("raise: {{unit: 9 x Dinf, at: {place}}}"),
            6 => format!("landwehr: {place}"),
            _ => format!("raise: {{unit: 1 x Dinf, for: {}}}", "Bavaria"),
        }
    }

    /// Leaders of the pool who come to troops, or in the place of others.
    fn leaders(&mut self) -> Vec<String> {
        let pool: Vec<String> = self.known.pool.iter().cloned().collect();
        let sites = self.sites(&self.known.power.clone());
        let own: Vec<String> =
            self.known.own().flat_map(|force| force.leaders.iter().cloned()).collect();
        let mut lines = vec![];
        if let (Some(name), Some(at), true) =
            (self.luck.pick(&pool), self.luck.pick(&sites), self.luck.percent(60))
        {
            let (name, at) = (quoted(name), self.book.atlas.number(*at));
            lines.push(format!("leader: {{name: {name}, at: {at}}}"));
        }
        if let (Some(name), Some(old), true) =
            (self.luck.pick(&pool), self.luck.pick(&own), self.luck.percent(40))
        {
            lines.push(format!("dismiss: {{leader: {}, for: {}}}", quoted(old), quoted(name)));
        }
        lines
    }

    /// Where guerrillas rise: on the power's own land, where nobody is known to stand near.
    fn rising(&mut self) -> Option<String> {
        let (book, known) = (self.book, self.known);
        let mut sorts = book.pools.sorts(&known.power, &book.units);
        if !sorts.any(|unit| unit.kind == "G") || !self.luck.percent(70) {
            return None;
        }
        let near = |at: Space| book.atlas.around(at).into_iter().any(|one| known.enemy_at(one));
        let own = |at: &Space| {
            let province = book.atlas.province(*at).map(|one| one.name.as_str());
            let of = province.and_then(|name| known.titles.owner(book, name));
            let stands = known.own().any(|force| force.at == *at);
            of == Some(known.power.as_str())
                && self.playable(*at)
                && !known.enemy_at(*at)
                && !near(*at)
                && !stands
        };
        let free: Vec<Space> = (0..book.atlas.hex_count()).map(Space).filter(own).collect();
        let hexes = [0, 1].map(|_| self.luck.pick(&free).copied());
        let hexes: Vec<String> =
            hexes.into_iter().flatten().map(|at| book.atlas.number(at)).collect();
        (!hexes.is_empty()).then(|| format!("guerrilla: [{}]", hexes.join(", ")))
    }
}
