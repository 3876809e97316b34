//! What harbours bring: to their owner and to Britain (NIA §12.2.3), and the gold from the New World
//! (§12.2.4).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.2.3, §12.2.4, §13.3.2.3.

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

impl<'a> Scene<'a> {
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

    /// Whether a power or a country is in the Continental System: a minor country that follows France, and whoever the
    /// scenario or a peace binds, with the minor countries that follow them, as long as they are not at war with France
    /// (NIA §12.2.3, §13.3.2.3).
    pub fn is_bound(&self, owner: &str) -> bool {
        let terms = self.book.scenario.money.as_ref();
        let by_page =
            |court: &str| terms.is_some_and(|terms| terms.system.iter().any(|name| name == court));
        let is_named =
            |court: &str| self.common.titles.bound(court).unwrap_or_else(|| by_page(court));
        let status = self.common.titles.status(self.book, owner);
        let side = self.side(owner);
        let is_bound = match self.common.titles.bound(owner) {
            Some(bound) => bound,
            None => by_page(owner) || is_named(side),
        };
        status.and_then(CountryStatus::power) == Some(FRANCE)
            || (is_bound && !self.at_war(side, FRANCE))
    }

    /// Whether a power or a country is in the Continental System or outside of it whatever binds it: it follows France
    /// or is at war with her.
    pub fn is_settled(&self, court: &str) -> bool {
        let side = self.side(court);
        side == FRANCE || self.at_war(side, FRANCE)
    }

    /// Every power and country that is bound, but those that follow France.
    pub fn bound_powers(&self) -> Vec<&'a str> {
        let powers = self.book.people.powers.iter().map(|power| power.name.as_str());
        let countries = self.book.countries.iter().map(|country| country.name.as_str());
        let follows = |name: &str| self.side(name) == FRANCE;
        powers.chain(countries).filter(|name| self.is_bound(name) && !follows(name)).collect()
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

    /// Whether anybody is bound by the Continental System.
    fn binds_anybody(&self) -> bool {
        let follows = |status: &CountryStatus| status.power() == Some(FRANCE);
        !self.bound_powers().is_empty()
            || self.common.titles.countries(self.book).into_values().any(follows)
    }

    /// Whether the Continental System is in effect: every harbour on the mainland from St. Petersburg to Zara that has
    /// trade is shut (NIA §12.2.3).
    pub fn system_in_effect(&self) -> bool {
        self.book.money.system_harbours().next().is_some() && self.open_harbours().is_empty()
    }

    /// The harbours of the Continental System that are open: not held by France's side, and their owner is not bound
    /// or an enemy of France holds them (NIA §12.2.3).
    pub fn open_harbours(&self) -> Vec<Space> {
        let shut = |at: Space| {
            let owner = || self.owner(self.book.atlas.province(at)?);
            let relations = &self.common.relations;
            let holder = self.holder(at);
            let is_with = |holder| holder == FRANCE || relations.friends(FRANCE, holder);
            let is_lost = holder.is_some_and(|holder| relations.at_war(FRANCE, holder));
            holder.is_some_and(is_with)
                || !is_lost && owner().is_some_and(|owner| self.is_bound(owner))
        };
        self.book.money.system_harbours().filter(|at| !shut(*at)).collect()
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
