//! How certain each line of a sheet for the court is, and on what it depends.
//!
//! An entry is a key, by its number among all keys of the court, and its steps are the lines under it; `keep`
//! and `peace` are one line each. What this says is held against many seasons in
//! `tests/frederick/promise.rs`.

mod raised;

use super::diplomacy::{Refused, alliance_with, no_alliance, no_war};
use super::initiative::competes;
use super::keys::number_of;
use super::lines::{is_sound, is_taken, surely_holds};
use super::market;
use super::mobilization::affords;
use super::mobilization::dismissal;
use super::mobilization::promotion;
use super::mobilization::raise::{Bar, Wish, bars, is_place, is_quiet, limit, wishes_of};
use super::mobilization::works;
use super::taxation::{MERCANTILISM, restoring};
use crate::book::Book;
use crate::book::cards::kind_of;
use crate::book::troops::Kind;
use crate::markers::{ENLIGHTENMENT, SPY, surplus};
use crate::orders::causes::Cause;
use crate::orders::rehearsal::Told;
use crate::position::Position;
use crate::record::event::Why;
use crate::record::state::Open;
use crate::sight::Known;
use kit::ground::Space;
use play::ReceiptLine;
use sheet::keys::{Filled, Given};
use std::collections::{BTreeMap, BTreeSet};

/// The keys of which the first line that holds counts.
const FIRST: [&str; 3] = ["initiative", "market", "swap"];

/// The most units that a marker of the mobilization brings: those of a Pragmatic Army.
const MOST_OF_A_MARKER: u32 = 3;

/// Says of the lines of one sheet how certain they are, in the order of the keys.
pub struct Grader<'a> {
    book: &'a Book,
    known: &'a Known,
    court: &'a Filled,
    /// Halves of a thaler that may be gone before a line.
    spent: u32,
    /// How many counters of a kind were played before.
    played: BTreeMap<String, usize>,
    /// The units that were wished for in a square before, those of a levy first.
    raised: BTreeMap<Space, u32>,
    /// The recruits that lines before make veterans, by their kind.
    promoted: BTreeMap<Kind, u32>,
    /// The squares of fieldworks before, and whether these are surely built.
    built: BTreeMap<Space, bool>,
    /// The units that were wished for before, by their power and kind, those of a levy first.
    wished: BTreeMap<(String, Kind), u32>,
    /// Whether markers may have to go back for those that are bought.
    crowded: bool,
    /// How many markers of the mobilization were played before.
    plays: u32,
}

impl<'a> Grader<'a> {
    pub fn new(book: &'a Book, known: &'a Known, court: &'a Filled) -> Self {
        let (played, mut raised, mut wished) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for levy in court.list("levy").iter().filter_map(Given::map) {
            for map in levy.list("spend").iter().filter_map(Given::map) {
                for wish in wishes_of(book, &known.power, map) {
                    *raised.entry(wish.at).or_insert(0) += 1;
                    *wished.entry((wish.power, wish.kind)).or_insert(0) += 1;
                }
            }
        }
        let crowded = court.is_written("market")
            && surplus(book, known.markers.own.len(), market::count(&known.open)) > 0;
        let built = BTreeMap::new();
        // Subsidies are given first.
        let given = court.list("subsidies").iter().filter_map(Given::map);
        let spent = given.map(|map| 2 * number(map, "thaler")).fold(0, u32::saturating_add);
        let promoted = BTreeMap::new();
        Self {
            book,
            known,
            court,
            spent,
            played,
            raised,
            built,
            promoted,
            wished,
            crowded,
            plays: 0,
        }
    }

    /// A line of a list as it was told in words.
    pub fn line(&mut self, key: &str, number: u16, map: &Filled, words: String) -> ReceiptLine {
        if !is_sound(map) {
            let words = format!("{key} {number}: not done, since it has a fault");
            return numbered(key, number, Told::refused(words, Cause::Rules));
        }
        let mut told = self.of(key, map, words);
        if FIRST.contains(&key) {
            told = self.after_others(key, number, map, told);
        }
        if map.get("if").is_some() {
            told = told.depends_on(Cause::Condition);
        }
        numbered(key, number, told)
    }

    /// A name in a list of plain names: `clear`, `give back`.
    pub fn name(&mut self, key: &str, number: u16, name: &str, words: String) -> ReceiptLine {
        let told = match key {
            "give back" => self.with_marker(name, Told::sure(words)),
            _ => self.clear(name, words),
        };
        numbered(key, number, told)
    }

    /// What is said once for the whole court: `keep`, `peace`.
    pub fn plain(&mut self, key: &str, words: String, court: &Filled) -> ReceiptLine {
        match key {
            // The last key, so everything that the sheet may spend has been counted.
            "keep" => {
                let told = self.paid(0, Told::sure(words));
                numbered(key, 1, told)
            }
            "peace" if court.flag(key) => numbered(key, 1, Told::only_if(words, &[Cause::Deal])),
            _ => words.into(),
        }
    }

    fn of(&mut self, key: &str, map: &Filled, words: String) -> Told {
        match key {
            "initiative" if map.name("take").is_some() => {
                self.with_marker(ENLIGHTENMENT, Told::sure(words))
            }
            "initiative" => {
                self.spent += 2 * number(map, "bid");
                Told::sure(words)
            }
            "tax" => self.with_marker(MERCANTILISM, Told::sure(words)),
            "market" => self.market(map, words),
            "enlightenment" => self.enlightenment(map, words),
            "swap" => self.swap(map, words),
            "deals" => {
                let gives = map.get("give").and_then(Given::map);
                self.spent += gives.map_or(0, |goods| 2 * number(goods, "thaler"));
                let with = map.name("with").unwrap_or_default();
                let words = format!("{words}; if {} writes the same", self.book.seat_title(with));
                Told::only_if(words, &[Cause::Deal])
            }
            "challenge" => self.challenge(map, words),
            "diplomacy" => self.diplomacy(map, words),
            "promote" => self.promote(map, words),
            "demobilize" => self.demobilize(map, words),
            "mobilize" => self.mobilize(map, words),
            "fieldworks" => self.fieldworks(map, words),
            "levy" => self.levy(map, words),
            "play" => self.play(map, words),
            "subsidies" => {
                match self.book.card_allows(&self.known.power, |ability| ability.subsidies) {
                    true => self.paid(0, Told::sure(words)),
                    false => refused(words, Cause::Rules),
                }
            }
            _ => unreachable!("`{key}` is no list of the court"),
        }
    }

    /// What depends on a marker that is not in the hand, or no longer by then.
    fn with_marker(&mut self, kind: &str, told: Told) -> Told {
        let hand = self.known.markers.own.iter();
        let held = hand.filter(|one| kind_of(one) == kind).count();
        let played = self.played.entry(kind.to_owned()).or_default();
        *played += 1;
        if held < *played {
            let words = format!("{}, if held then", told.words);
            return told.depends_on(Cause::Marker).in_words(words);
        }
        told
    }

    /// What depends on a marker that is played after the market, for whose lots it may have to go back.
    fn with_kept(&mut self, kind: &str, told: Told) -> Told {
        let told = self.with_marker(kind, told);
        if !told.is_sure() || !self.crowded {
            return if self.crowded { told.depends_on(Cause::Marker) } else { told };
        }
        let words = format!("{}, if still held", told.words);
        told.depends_on(Cause::Marker).in_words(words)
    }

    /// What costs halves of a thaler: they may be gone by then.
    fn paid(&mut self, halves: u32, told: Told) -> Told {
        self.spent = self.spent.saturating_add(halves);
        let (book, open, seat) = (self.book, &self.known.open, &self.known.power);
        let kept = 2 * number(self.court, "keep");
        let pays = |from: &String| affords(book, open, seat, from, self.spent, kept);
        // It is enough that one treasury can pay for this and for everything before it.
        if book.majors(seat).iter().all(pays) { told } else { told.depends_on(Cause::Money) }
    }

    /// A line of a list of which one counts alone.
    fn after_others(&self, key: &str, number: u16, map: &Filled, told: Told) -> Told {
        let rivals = |other: &&Filled| key != "initiative" || competes(map, other);
        let before = self.court.list(key).iter().filter_map(Given::map);
        let before = before.take(usize::from(number - 1)).filter(|map| is_sound(map));
        let before: Vec<Option<bool>> = before.filter(rivals).map(surely_holds).collect();
        match is_taken(&before) {
            Some(true) => {
                let words = format!("{}; an earlier line counts instead", told.words);
                Told::refused(words, Cause::Earlier)
            }
            Some(false) => told,
            None => {
                let words = format!("{}, if no earlier line counts", told.words);
                told.depends_on(Cause::Earlier).in_words(words)
            }
        }
    }

    fn clear(&mut self, name: &str, words: String) -> Told {
        let at = self.book.atlas.find(name);
        let cost = at.map(|at| restoring(self.book, self.known, &self.known.power, at));
        match cost {
            Some(Ok(halves)) => self.paid(halves, Told::sure(words)),
            Some(Err(_)) | None => refused(words, Cause::Rules),
        }
    }

    fn market(&mut self, map: &Filled, words: String) -> Told {
        let purse = self.known.open.purse(self.book, &self.known.power);
        let most = if map.get("spend").is_some() { 2 * number(map, "spend") } else { purse };
        self.spent = self.spent.saturating_add(most);
        match map.flag("spy") {
            true => self.with_marker(SPY, Told::sure(words)),
            false => Told::sure(words),
        }
    }

    fn enlightenment(&mut self, map: &Filled, words: String) -> Told {
        let told = match (map.name("for"), map.name("from")) {
            (Some(kind), _) => {
                if !self.book.cards.is_action(kind) {
                    return refused(words, Cause::Rules);
                }
                Told::only_if(format!("{words}, if the pool has one"), &[Cause::Left])
            }
            (None, Some(from)) if from == self.known.power => {
                return refused(words, Cause::Rules);
            }
            (None, _) => Told::sure(words),
        };
        match map.name("for") {
            Some(_) => self.with_marker(ENLIGHTENMENT, told),
            None => self.with_kept(ENLIGHTENMENT, told),
        }
    }

    fn swap(&mut self, map: &Filled, words: String) -> Told {
        let with = map.name("with").filter(|with| *with != self.known.power);
        let may = self.book.card_allows(&self.known.power, |ability| ability.swap);
        let (Some(with), true) = (with, may) else { return refused(words, Cause::Rules) };
        let theirs = self.known.markers.others.get(with).copied().unwrap_or(0);
        let told = match theirs {
            0 => Told::only_if(format!("{words}, if it holds one then"), &[Cause::Left]),
            // It may have given its markers away by then.
            _ => Told::sure(words).depends_on(Cause::Left),
        };
        self.with_kept(map.name("give").unwrap_or_default(), told)
    }

    fn diplomacy(&mut self, map: &Filled, words: String) -> Told {
        let (book, known) = (self.book, self.known);
        let refusal = match (map.name("alliance"), map.name("declare war on")) {
            (Some(minor), _) => no_alliance(book, known, &known.power, minor),
            (None, Some(minor)) => no_war(book, &known.open, &known.power, minor),
            (None, None) => Some(Refused::NotMinor),
        };
        let told = match refusal {
            None | Some(Refused::NoMarker) => Told::sure(words),
            Some(Refused::NotMinor) => return refused(words, Cause::Rules),
            Some(Refused::Yours | Refused::Taken) => open(words).depends_on(Cause::Others),
        };
        match map.name("alliance") {
            Some(minor) => self.with_kept(&alliance_with(book, minor), told),
            None => self.paid(2 * book.tables.expenditure.declaration.thaler, told),
        }
    }

    fn promote(&mut self, map: &Filled, words: String) -> Told {
        let at = map.name("at").and_then(|name| self.book.atlas.find(name));
        // Dismissals come first, and so do the lines before.
        let mut is_tight = self.court.is_written("demobilize");
        let mut lacks = false;
        for kind in promotion::KINDS {
            let wanted = number(map, kind.word());
            let there = self.known.own.values().filter(|unit| {
                unit.kind == kind
                    && at.is_none_or(|at| unit.at == at)
                    && promotion::ready(self.book, &self.known.open, &self.known.power, unit)
            });
            let there = u32::try_from(there.count()).unwrap_or(u32::MAX);
            let promoted = self.promoted.entry(kind).or_default();
            *promoted = promoted.saturating_add(wanted);
            lacks |= there < wanted;
            is_tight |= wanted > 0 && there < *promoted;
        }
        // An ally may bring recruits of its own before that.
        if lacks && self.court.is_written("diplomacy") {
            return open(words).depends_on(Cause::Own);
        }
        if lacks {
            return Told::refused(format!("{words}: fewer recruits are ready"), Cause::Own);
        }
        let halves = promotion::cost(self.book, map).saturating_mul(2);
        let told = self.paid(halves, Told::sure(words));
        if is_tight { told.depends_on(Cause::Own).depends_on(Cause::Earlier) } else { told }
    }

    fn demobilize(&self, map: &Filled, words: String) -> Told {
        match dismissal::dismissed(self.book, self.known, &self.known.power, map) {
            Ok(_) => Told::sure(words),
            Err(Why::NoForce) => Told::refused(format!("{words}: none is there"), Cause::Own),
            Err(_) => {
                let words = format!("{words}: units cannot be demobilized there");
                Told::refused(words, Cause::Rules)
            }
        }
    }

    fn mobilize(&mut self, map: &Filled, words: String) -> Told {
        let (book, known) = (self.book, self.known);
        let wishes = wishes_of(book, &known.power, map);
        let Some(first) = wishes.first() else { return refused(words, Cause::Rules) };
        if is_quiet(book, known.open.season.year, &first.power) {
            return refused(words, Cause::Rules);
        }
        let before = self.raised.get(&first.at).copied().unwrap_or(0);
        let asked = u32::try_from(wishes.len()).unwrap_or(u32::MAX);
        self.raised.insert(first.at, before.saturating_add(asked));
        let mut doubts = BTreeSet::new();
        for wish in &wishes {
            for bar in bars(book, known, &known.power, wish) {
                match bar {
                    // Somebody may have come over, or a counter come back, before that.
                    Bar::NotYours | Bar::NotHeld => doubts.extend([Cause::Own, Cause::Rules]),
                    Bar::NoneLeft => doubts.extend([Cause::Left]),
                    Bar::NotAtHome | Bar::GarrisonsAlone | Bar::HasOne => {
                        return refused(words, Cause::Rules);
                    }
                }
            }
            if !is_place(book, &known.open, wish, true) {
                if !is_place(book, &self.restored(), wish, true) {
                    return refused(words, Cause::Rules);
                }
                doubts.insert(Cause::Money);
            }
        }
        // Each wish is counted, also behind one for which nothing is left, and where a city takes fewer: some of
        // them are raised there.
        let left: Vec<bool> =
            wishes.iter().map(|wish| self.has_left(&wish.power, wish.kind)).collect();
        let most = limit(book, first.at);
        if asked > most {
            return refused(words, Cause::Earlier);
        }
        if before.saturating_add(asked) > most {
            doubts.insert(Cause::Earlier);
        }
        let mut told = match doubts.is_empty() {
            true => Told::sure(words),
            false => doubts.into_iter().fold(open(words), Told::depends_on),
        };
        // How many of a minor power's counters have been in play this year is not always seen.
        if left.contains(&false) || wishes.iter().any(|wish| !book.is_major(&wish.power)) {
            let more = if told.is_sure() { ", as many as are left" } else { "" };
            let words = format!("{}{more}{}", told.words, self.now_left(&wishes));
            told = told.depends_on(Cause::Left).in_words(words);
        }
        let halves = wishes.iter().map(|wish| 2 * wish.price(book)).sum();
        self.paid(halves, told)
    }

    /// How many counters of the kinds that are wished for are left now, after the lines before, as far as that is known.
    fn now_left(&self, wishes: &[Wish]) -> String {
        let kinds: BTreeSet<(&str, Kind)> =
            wishes.iter().map(|wish| (wish.power.as_str(), wish.kind)).collect();
        let left = kinds.into_iter().filter_map(|(power, kind)| {
            let left = self.known.counters_left(self.book, power, kind)?;
            let wished = self.wished.get(&(power.to_owned(), kind)).copied().unwrap_or(0);
            let own = wishes.iter().filter(|one| one.power == power && one.kind == kind).count();
            let before = wished.saturating_sub(u32::try_from(own).unwrap_or(u32::MAX));
            Some(match (left.saturating_sub(before), before) {
                (rest, 0) => format!("{rest} {}", kind.word()),
                (0, _) => format!("no {}, since lines before ask for all", kind.word()),
                (rest, _) => format!("{rest} {} after the lines before", kind.word()),
            })
        });
        let left: Vec<String> = left.collect();
        if left.is_empty() { String::new() } else { format!(" (left now: {})", left.join(", ")) }
    }

    /// What lies open, with the squares restored that the sheet pays for before.
    fn restored(&self) -> Open {
        let names = self.court.names("clear").into_iter();
        let paid: Vec<Space> = names.filter_map(|name| self.book.atlas.find(name)).collect();
        let mut open = self.known.open.clone();
        open.pillaged.retain(|at| !paid.contains(at));
        open
    }

    /// Whether a counter is left for one more unit of a kind, after all that were wished for before.
    fn has_left(&mut self, power: &str, kind: Kind) -> bool {
        let plays = u32::try_from(self.court.list("play").len()).unwrap_or(u32::MAX);
        let wished = self.wished.entry((power.to_owned(), kind)).or_default();
        *wished += 1;
        let all = plays.saturating_mul(MOST_OF_A_MARKER).saturating_add(*wished);
        self.has_more(power, kind, all)
    }

    fn fieldworks(&mut self, map: &Filled, words: String) -> Told {
        let at = map.name("at").and_then(|name| self.book.atlas.find(name));
        let Some(at) = at else { return refused(words, Cause::Rules) };
        if !works::is_held(self.known, &self.known.power, at) {
            return open(words).depends_on(Cause::Own);
        }
        if works::no_site(self.book, &self.known.open, &self.known.power, at).is_some() {
            return refused(words, Cause::Rules);
        }
        // One in a square (§26.3).
        let told = match self.built.get(&at) {
            Some(true) => return refused(words, Cause::Rules),
            Some(false) => Told::only_if(words, &[Cause::Rules]),
            None => Told::sure(words),
        };
        let told = self.paid(2 * self.book.tables.expenditure.fieldworks.thaler, told);
        *self.built.entry(at).or_insert(false) |= told.is_sure() && map.get("if").is_none();
        told
    }
}

/// A number that was written, or 0.
fn number(map: &Filled, key: &str) -> u32 {
    map.number(key).and_then(|number| u32::try_from(number).ok()).unwrap_or(0)
}

/// What a remark or a fault says is not done.
fn refused(words: String, cause: Cause) -> Told {
    Told::refused(format!("{words}; not done"), cause)
}

/// What a remark says is not so now, and may be by then.
fn open(words: String) -> Told {
    Told::only_if(format!("{words}; not as things stand"), &[])
}

fn numbered(key: &str, number: u16, told: Told) -> ReceiptLine {
    ReceiptLine { entry: number_of(key), ..told.line(number) }
}
