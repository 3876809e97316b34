//! What harbours bring: to their owner and to Britain (NIA §12.2.3), and the gold from the New World
//! (§12.2.4).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.2.3, §12.2.4.

use super::scene::{Scene, Told};
use crate::book::cards::Only;
use crate::book::countries::CountryStatus;
use crate::record::event::{Line, Revenue};
use crate::record::state::Anchorage;
use kit::ground::Space;

/// The power that trades with everybody.
pub const BRITAIN: &str = "britain";
/// The power whose system shuts harbours.
const FRANCE: &str = "france";
/// The harbour that bounds the way of the gold.
const GATE: &str = "Gibraltar";

/// A line of trade, and whether fog may belie it.
pub type Paid = (Line, bool);

/// Whom a harbour pays.
struct Pays<'s> {
    owner: Option<&'s str>,
    britain: bool,
    doubt: bool,
}

impl Scene<'_> {
    /// What each harbour pays a power or a country.
    pub fn trade(&self, who: &str) -> Vec<Paid> {
        let line = |(at, pounds): (Space, i32)| {
            let pays = self.pays(at)?;
            let paid = pays.owner == Some(who) || (pays.britain && who == BRITAIN);
            let of = self.book.atlas.name(at);
            paid.then_some((Line { what: Revenue::Trade, of, pounds }, pays.doubt))
        };
        let harbours = self.book.money.trade().filter(|(_, pounds)| *pounds > 0);
        let mut paid: Vec<Paid> = harbours.filter_map(line).collect();
        paid.sort_by(|(a, _), (b, _)| a.of.cmp(&b.of));
        paid
    }

    fn pays(&self, at: Space) -> Option<Pays<'_>> {
        if !self.book.scenario.in_play(at) {
            return None;
        }
        let owner = self.owner(self.book.atlas.province(at)?)?;
        let side = self.side(owner);
        let hostile = self.at_war(BRITAIN, side);
        let holder = self.holder(at)?;
        if hostile && holder == BRITAIN {
            let blockade = self.is_blockaded(at, &[BRITAIN]);
            let (britain, doubt) = (blockade != Told::Yes, blockade == Told::Doubt);
            return Some(Pays { owner: None, britain, doubt });
        }
        if hostile || self.is_bound(owner) {
            return None;
        }
        let blockade = self.is_blockaded(at, &[side, BRITAIN]);
        if blockade == Told::Yes {
            return None;
        }
        let owner = (!self.is_lost(at, side)).then_some(owner);
        let britain = holder == BRITAIN || !self.at_war(holder, BRITAIN);
        Some(Pays { owner, britain: britain && owner.is_some(), doubt: blockade == Told::Doubt })
    }

    /// Whether a power or a country is in the Continental System (NIA §12.2.3).
    pub fn is_bound(&self, owner: &str) -> bool {
        let terms = self.book.scenario.money.as_ref();
        let named = terms.is_some_and(|terms| terms.system.iter().any(|name| name == owner));
        let status = self.common.titles.status(self.book, owner);
        named || status.and_then(CountryStatus::power) == Some(FRANCE)
    }

    /// Whether that holds on which a card's pounds depend (NIA §11.1).
    pub fn is_so(&self, only: Only, power: &str) -> Told {
        match only {
            Only::FreeHarbour => self.has_free_harbour(power),
            Only::ContinentalSystem => self.binds_anybody().into(),
        }
    }

    /// Whether a power has a harbour of its own that no enemy has or blockades.
    fn has_free_harbour(&self, power: &str) -> Told {
        let own = |at: &Space| {
            let province = self.book.atlas.province(*at);
            self.book.scenario.in_play(*at)
                && province.and_then(|province| self.owner(province)) == Some(power)
                && !self.is_lost(*at, power)
        };
        let harbours = self.book.atlas.towns().filter(|(_, town)| town.harbour).map(|(at, _)| at);
        let told: Vec<Told> =
            harbours.filter(own).map(|at| self.is_blockaded(at, &[power])).collect();
        match (told.contains(&Told::No), told.contains(&Told::Doubt)) {
            (true, _) => Told::Yes,
            (false, true) => Told::Doubt,
            (false, false) => Told::No,
        }
    }

    /// Whether a power or a country is bound by the Continental System.
    fn binds_anybody(&self) -> bool {
        let terms = self.book.scenario.money.as_ref();
        let follows = |status: &&CountryStatus| status.power() == Some(FRANCE);
        terms.is_some_and(|terms| !terms.system.is_empty())
            || self.common.titles.countries(self.book).into_values().any(|status| follows(&status))
    }

    /// Whether the Continental System is in effect: every harbour on the mainland from St. Petersburg to Zara
    /// that has trade is held by France's side, or its owner is bound and no enemy of France holds it (NIA §12.2.3).
    pub fn system_in_effect(&self) -> bool {
        let ends = |at: Space| {
            let owner = || self.owner(self.book.atlas.province(at)?);
            let relations = &self.common.relations;
            let holder = self.holder(at);
            let is_with = |holder| holder == FRANCE || relations.friends(FRANCE, holder);
            let is_lost = holder.is_some_and(|holder| relations.at_war(FRANCE, holder));
            holder.is_some_and(is_with)
                || !is_lost && owner().is_some_and(|owner| self.is_bound(owner))
        };
        let mut harbours = self.book.money.system_harbours().peekable();
        harbours.peek().is_some() && harbours.all(ends)
    }

    /// The gold that comes in winter, and whether fog may belie it (NIA §12.2.4).
    pub fn gold(&self, who: &str) -> Option<Paid> {
        let gold = &self.book.money.gold;
        let own = (gold.power == who).then_some(gold.power.as_str())?;
        let gate = self.book.atlas.named(GATE)?;
        let lon = |at: Space| self.book.atlas.hex(at).degrees.1;
        let open = |at: Space| self.is_blockaded(at, &[own]);
        let is_free = |at: &Anchorage| match at {
            Anchorage::Harbour(at) => open(*at) != Told::Yes,
            Anchorage::Sea(_) | Anchorage::Blockading(_) | Anchorage::Corsairs => true,
        };
        let mut ships = self.squadrons(own).filter(|squadron| self.has_fleet(squadron));
        ships.find(|squadron| is_free(&squadron.at))?;
        let towns = self.book.atlas.towns().filter(|(_, town)| town.harbour);
        let harbours = towns.map(|(at, _)| at).filter(|at| {
            let province = self.book.atlas.province(*at);
            self.book.scenario.in_play(*at)
                && lon(*at) <= lon(gate)
                && province.and_then(|province| self.owner(province)) == Some(own)
                && !self.is_lost(*at, own)
        });
        let told: Vec<Told> = harbours.map(open).filter(|told| *told != Told::Yes).collect();
        let doubt = !told.contains(&Told::No);
        let line = Line { what: Revenue::Gold, of: String::new(), pounds: gold.pounds };
        (!told.is_empty()).then_some((line, doubt))
    }
}
