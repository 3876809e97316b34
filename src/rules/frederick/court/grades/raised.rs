//! How certain the markers of the mobilization, a levy and a challenge are.

use super::{Grader, MOST_OF_A_MARKER, open, refused};
use crate::book::troops::Kind;
use crate::court::lines::is_sound;
use crate::court::mobilization::levy::{dice, levied, no_levy};
use crate::court::mobilization::playable::{self, Wanted, is_recruit};
use crate::court::mobilization::raise::{Wish, bars, is_place, limit};
use crate::court::mobilization::works;
use crate::court::promises::{challenged, would_bind};
use crate::orders::causes::Cause;
use crate::orders::rehearsal::Told;
use crate::position::Position;
use kit::ground::Space;
use sheet::keys::{Filled, Given};
use std::collections::BTreeSet;

impl Grader<'_> {
    /// A promise is looked up among those that bind now; one from a deal in this sheet may bind by then.
    pub(super) fn challenge(&self, map: &Filled, words: String) -> Told {
        if !challenged(&self.known.open, &self.known.power, map).is_empty() {
            return Told::sure(words);
        }
        let deals = self.court.list("deals").iter().filter_map(Given::map);
        match deals.into_iter().any(|deal| would_bind(deal, map)) {
            true => Told::only_if(format!("{words}, if that deal is made"), &[Cause::Rules]),
            false => refused(words, Cause::Rules),
        }
    }

    /// A marker of the mobilization (§9.13).
    pub(super) fn play(&mut self, map: &Filled, words: String) -> Told {
        let (book, known) = (self.book, self.known);
        let kind = map.name("marker").unwrap_or_default().to_owned();
        let wanted = match Wanted::of(book, &known.power, map) {
            Ok(wanted) => wanted,
            Err(_) => return refused(words, Cause::Rules),
        };
        let lack = playable::check(book, known, &known.power, &wanted).err();
        let told = match lack {
            None => Told::sure(words),
            Some(lack) if lack.is_lasting() => return refused(words, Cause::Rules),
            Some(lack) => open(words).depends_on(Cause::of(lack.why())),
        };
        let told = self.doubts(&wanted).into_iter().fold(told, Told::depends_on);
        self.plays += 1;
        self.with_kept(&kind, told)
    }

    /// What the sheet itself may change, before a marker that can be played now comes up.
    fn doubts(&self, wanted: &Wanted) -> BTreeSet<Cause> {
        let mut doubts = BTreeSet::new();
        let named = |key: &str| {
            let maps = self.court.list(key).iter().filter_map(Given::map);
            let places = maps.filter_map(|map| self.book.atlas.find(map.name("at")?));
            places.into_iter().any(|at| at == wanted.at)
        };
        // A unit that is dismissed earlier has left the square, and one that is promoted is not a recruit any more.
        let trains = wanted.marker == "Drillmaster";
        let recruits = self.known.own_at(wanted.at).into_iter().filter(|unit| is_recruit(unit));
        if named("demobilize") || (trains && (named("promote") || recruits.count() <= 1)) {
            doubts.insert(Cause::Own);
        }
        if !trains && wanted.marker != "Pragmatic Army" && !self.comes(wanted) {
            doubts.insert(Cause::Left);
        }
        doubts
    }

    /// Whether what a marker brings is certainly still in the pool, whatever earlier markers bring.
    fn comes(&self, wanted: &Wanted) -> bool {
        let before = MOST_OF_A_MARKER.saturating_mul(self.plays);
        match wanted.unit {
            _ if self.book.mercenary(&wanted.marker).is_some() => true,
            Some(kind) => self.has_more(&wanted.power, kind, before.saturating_add(2)),
            None => {
                let pool = self.known.open.pools.get(&wanted.power).map_or(0, Vec::len);
                usize::try_from(before).is_ok_and(|before| pool > before)
            }
        }
    }

    /// Whether at least so many counters of a kind are certainly left.
    pub(super) fn has_more(&self, power: &str, kind: Kind, more: u32) -> bool {
        self.known.counters_left(self.book, power, kind).is_some_and(|left| more <= left)
    }

    /// A general levy: each of its dice brings at least one thaler (§11.4).
    pub(super) fn levy(&self, map: &Filled, words: String) -> Told {
        let (book, known) = (self.book, self.known);
        let first = || book.majors(&known.power).first().cloned().unwrap_or_default();
        let major = map.name("power").map_or_else(first, str::to_owned);
        if no_levy(&known.open, &known.power, &major).is_some() {
            return refused(words, Cause::Left);
        }
        let lines = self.court.list("levy").iter().filter_map(Given::map);
        let again = lines.filter(|line| is_sound(line)).count() > 1;
        let mut doubts: BTreeSet<Cause> = again.then_some(Cause::Left).into_iter().collect();
        let spend = map.list("spend").iter().filter_map(Given::map);
        let wishes: Vec<Wish> =
            spend.flat_map(|map| levied(book, &known.power, &major, map)).collect();
        let works: Vec<Space> =
            map.names("fieldworks").into_iter().filter_map(|name| book.atlas.find(name)).collect();
        let price = book.tables.expenditure.fieldworks.thaler;
        let built = u32::try_from(works.len()).unwrap_or(u32::MAX).saturating_mul(price);
        let cost = wishes.iter().map(|wish| wish.price(book)).fold(built, u32::saturating_add);
        let many = dice(book, known, &known.power, &major);
        if cost > u32::from(many) {
            doubts.insert(Cause::Money);
        }
        doubts.extend(self.unfit(&wishes));
        let each: BTreeSet<&Space> = works.iter().collect();
        let stand = works.iter().all(|at| works::may(book, known, &known.power, *at));
        if !stand || each.len() < works.len() {
            doubts.insert(Cause::Rules);
        }
        let reach = if doubts.contains(&Cause::Money) { ", as far as they go" } else { "" };
        let die = if many == 1 { "a die".to_owned() } else { format!("{many} dice") };
        let words = format!(
            "{words}: {die} of thaler{reach}, what is left of them is forfeit; a leader comes by lot, its forces \
             have {} more on attrition this turn, and the balance of power is rolled once (§11.4 to §11.6)",
            book.tables.attrition.levy
        );
        doubts.into_iter().fold(Told::sure(words), Told::depends_on)
    }

    /// What the units that a levy asks for depend on besides its thaler.
    fn unfit(&self, wishes: &[Wish]) -> BTreeSet<Cause> {
        let (book, known) = (self.book, self.known);
        let mut doubts = BTreeSet::new();
        let plays = u32::try_from(self.court.list("play").len()).unwrap_or(u32::MAX);
        for wish in wishes {
            let bars = bars(book, known, &known.power, wish);
            doubts.extend(bars.into_iter().map(|bar| Cause::of(bar.why())));
            if !is_place(book, &known.open, wish, true) {
                doubts.insert(Cause::Rules);
            }
            let alike = |other: &&Wish| (&other.power, other.kind) == (&wish.power, wish.kind);
            let alike = wishes.iter().filter(alike).count();
            let more = plays.saturating_mul(MOST_OF_A_MARKER).saturating_add(2);
            let more = more.saturating_add(u32::try_from(alike).unwrap_or(u32::MAX));
            if !self.has_more(&wish.power, wish.kind, more) {
                doubts.insert(Cause::Left);
            }
            let asked = self.raised.get(&wish.at).copied().unwrap_or(0);
            if asked > limit(book, wish.at) {
                doubts.insert(Cause::Earlier);
            }
        }
        doubts
    }
}
