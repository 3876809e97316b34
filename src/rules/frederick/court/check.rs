//! What of a sheet for the court can never be done, as far as its author can know.
//!
//! A line that depends on money, lots or others is not a fault: it is tried when its turn comes.

use super::diplomacy::{Refused, alliance_with, no_alliance, no_war};
use super::initiative::highest;
use super::keys::{is_asked, is_of_battle};
use super::market;
use super::mobilization::levy::{levied, no_levy};
use super::mobilization::playable::{self, Wanted};
use super::mobilization::raise::{Bar, Wish, bars, is_place, is_quiet, limit, wishes_of};
use super::mobilization::works;
use super::taxation::{Unrestored, restoring};
use crate::book::Book;
use crate::book::options::Extra;
use crate::operations::prisoners;
use crate::orders::lessons::places;
use crate::sight::Known;
use kit::ground::Space;
use sheet::keys::{Filled, Given};
use sheet::{Diagnostic, Diagnostics};
use std::collections::BTreeMap;
use std::ops::Range;

/// Tells of reactions in the sheet of a court that no court asks, or hardly ever.
pub fn reactions(filled: &Filled, faults: &mut Diagnostics) {
    let help = "reactions of the seasons of operations stand in the sheet of that season, or under \
                `standing:` for those without a sheet";
    let mut tell = |code, asked: fn(&str) -> bool, how: &str| {
        let all = filled.list("reactions").iter().filter_map(Given::map);
        let keys = all.flat_map(|reaction| reaction.keys().filter(|(key, _)| *key != "who"));
        let keys: Vec<(&str, &Given)> = keys.filter(|(key, _)| asked(key)).collect();
        let Some((_, first)) = keys.first() else { return };
        let mut named: Vec<String> = keys.iter().map(|(key, _)| format!("`{key}`")).collect();
        named.sort();
        named.dedup();
        let is = if named.len() == 1 { "is" } else { "are" };
        let text = format!("{} {is} {how}", named.join(", "));
        let at = first.at.start..first.at.start + 1;
        faults.push(Diagnostic::remark(code, at, text).rule("FRW §3.2").help(help));
    };
    tell("not-at-court", |key| !is_asked(key), "not asked at a court");
    let seldom = "asked at a court only in the battle of an Uprising or in an event";
    tell("seldom-at-court", is_of_battle, seldom);
}

/// Tells what is wrong with the lines of the court.
pub fn check(book: &Book, known: &Known, court: &Filled, faults: &mut Diagnostics) {
    let mut pen = Pen { book, known, court, faults };
    let maps = |key: &str| court.list(key).iter().filter_map(Given::map);
    maps("initiative").for_each(|map| pen.bid(map));
    maps("market").for_each(|map| pen.opening(map));
    maps("enlightenment").for_each(|map| pen.enlightenment(map));
    maps("swap").for_each(|map| pen.swap(map));
    maps("deals").for_each(|map| pen.deal(map));
    maps("diplomacy").for_each(|map| pen.diplomacy(map));
    let mut raised = BTreeMap::new();
    maps("levy").for_each(|map| pen.levy(map, &mut raised));
    for map in maps("mobilize") {
        pen.wishes(map, &wishes_of(book, &known.power, map), true);
        pen.room(map, &wishes_of(book, &known.power, map), &mut raised);
    }
    maps("fieldworks").for_each(|map| pen.works(map, map.get("at")));
    maps("subsidies").for_each(|map| pen.subsidy(map));
    maps("play").for_each(|map| pen.play(map));
    pen.clear(court);
}

struct Pen<'a> {
    book: &'a Book,
    known: &'a Known,
    court: &'a Filled,
    faults: &'a mut Diagnostics,
}

/// Where a key of a line stands, or the line begins.
fn place(map: &Filled, key: &str) -> Range<usize> {
    map.get(key).map_or(map.at.start..map.at.start + 1, |given| given.at.clone())
}

impl Pen<'_> {
    fn fault(
        &mut self,
        code: &'static str,
        (map, key): (&Filled, &str),
        rule: &'static str,
        (text, help): (String, &str),
    ) {
        self.tell(Diagnostic::fault(code, place(map, key), text).rule(rule).help(help), map);
    }

    /// Tells of something that is not so now, and may be when the line's turn comes.
    fn remark(
        &mut self,
        code: &'static str,
        (map, key): (&Filled, &str),
        rule: &'static str,
        (text, help): (String, &str),
    ) {
        self.tell(Diagnostic::remark(code, place(map, key), text).rule(rule).help(help), map);
    }

    /// Adds it, unless the line could not be read, which is told already.
    fn tell(&mut self, told: Diagnostic, map: &Filled) {
        if !self.faults.fault_within(&map.at) {
            self.faults.push(told);
        }
    }

    fn bid(&mut self, map: &Filled) {
        let most = i64::from(highest(self.book, &self.known.open, &self.known.power));
        if map.number("bid").is_some_and(|bid| bid > most) {
            let told = (format!("you have {most} thaler"), "a bid above that counts as that");
            self.fault("bid-too-high", (map, "bid"), "FRW §8.2", told);
        }
    }

    /// Who opens a lot below their maximum bids again only after a tie.
    fn opening(&mut self, map: &Filled) {
        let Some(open) = map.number("open") else { return };
        let most = market::most_for_a_lot(map);
        if open > 0 && u32::try_from(open).is_ok_and(|open| open < most) {
            let text = format!(
                "if you open the bidding you bid {open} and no more, although you would pay {most}"
            );
            let help =
                "you bid again only after a tie; without `open:` you bid your maximum at once";
            self.remark("opens-below", (map, "open"), "FRW §9.3", (text, help));
        }
    }

    /// What a marker of the mobilization lacks where it is to be played.
    fn play(&mut self, map: &Filled) {
        let Some(marker) = map.name("marker").filter(|_| map.name("at").is_some()) else { return };
        let (book, known) = (self.book, self.known);
        let wanted = Wanted::of(book, &known.power, map);
        let lacks = wanted.and_then(|wanted| playable::check(book, known, &known.power, &wanted));
        if let Err(lack) = lacks {
            let told = (format!("{marker}: {}", lack.words()), "it counts if that is so by then");
            self.remark("not-playable-now", (map, "marker"), "FRW §9.13", told);
        }
    }

    fn enlightenment(&mut self, map: &Filled) {
        let Some(kind) = map.name("for") else { return };
        if !self.book.cards.is_action(kind) {
            let text = format!("{kind} is not an action marker");
            let help = "an Enlightenment is exchanged for an action marker, such as Truce";
            self.fault("not-an-action", (map, "for"), "FRW §9.13", (text, help));
        }
    }

    fn swap(&mut self, map: &Filled) {
        if !self.book.card_allows(&self.known.power, |ability| ability.swap) {
            let told = ("your card has no exchange".to_owned(), "France alone exchanges markers");
            self.fault("not-on-card", (map, "give"), "FRW §38", told);
        }
    }

    fn subsidy(&mut self, map: &Filled) {
        if !self.book.card_allows(&self.known.power, |ability| ability.subsidies) {
            let text = "your card has no subsidies".to_owned();
            self.fault("not-on-card", (map, "to"), "FRW §39", (text, "others give by `deals:`"));
        }
    }

    fn deal(&mut self, map: &Filled) {
        let help = "such as `{name: peace, with: austria, give: {thaler: 2}}`";
        if map.name("with") == Some(self.known.power.as_str()) {
            let text = "a deal is between two".to_owned();
            self.fault("deal-with-oneself", (map, "with"), "FRW §10.2", (text, help));
        }
        for key in ["give", "get"] {
            if let Some(goods) = map.get(key).and_then(Given::map) {
                self.prisoners(map, goods);
            }
        }
    }

    /// The prisoners of a deal: the option is played, and somebody holds such units.
    fn prisoners(&mut self, map: &Filled, goods: &Filled) {
        if goods.get("prisoners").is_none() {
            return;
        }
        let has = self.book.options.has(Extra::Prisoners);
        let names: Vec<String> = goods.names("prisoners").into_iter().map(str::to_owned).collect();
        let words = prisoners::words(&names, self.book);
        let open = &self.known.open;
        let held = open
            .seats
            .iter()
            .any(|by| prisoners::meant(self.book, open, (by, &self.known.power), &words).is_some());
        if !has {
            let text = "`prisoners:` is of an optional rule that this campaign does not play";
            let told = (text.to_owned(), "leave it out");
            self.fault("option-off", (map, "give"), "FRW §35", told);
        } else if !held {
            let text = format!("nobody holds such prisoners: {}", names.join(", "));
            let told = (text, "the report tells who holds whom");
            self.fault("no-prisoner", (map, "give"), "FRW §35.3", told);
        }
    }

    fn diplomacy(&mut self, map: &Filled) {
        let (key, rule) = match map.name("declare war on") {
            Some(_) => ("declare war on", "FRW §28.5"),
            None => ("alliance", "FRW §9.13"),
        };
        let Some(minor) = map.name(key) else { return };
        let (book, known, title) = (self.book, self.known, self.book.title(minor));
        let refused = match key {
            "alliance" => no_alliance(book, known, &known.power, minor),
            _ => no_war(book, &known.open, &known.power, minor),
        };
        let told = match refused {
            None => return,
            Some(Refused::NotMinor) => {
                let minors: Vec<&str> = book.cards.minors.keys().map(String::as_str).collect();
                let text = format!("{title} is not a minor power");
                let help = format!("one of: {}", minors.join(", "));
                return self.fault("not-a-minor", (map, key), rule, (text, &help));
            }
            Some(Refused::Yours) => {
                let told = (format!("{title} is yours"), "leave the line out");
                return self.fault("already-yours", (map, key), rule, told);
            }
            Some(Refused::NoMarker) if map.get("if").is_some() => return,
            Some(Refused::NoMarker) => {
                let text = format!("you hold no {}", alliance_with(book, minor));
                let help = "if you mean to buy it first, say `if: holding Alliance …`";
                return self.fault("no-marker", (map, key), rule, (text, help));
            }
            Some(Refused::Taken) => {
                let by = known.open.controller(minor).unwrap_or_default();
                let text = format!("{title} is with {} now", book.seat_title(by));
                (text, "war is declared on a neutral power; an Alliance takes it from another")
            }
        };
        self.remark("not-neutral", (map, key), rule, told);
    }

    /// Wishes: what and where, of a power of the seat, in a land where it may be raised.
    fn wishes(&mut self, map: &Filled, wishes: &[Wish], for_thaler: bool) {
        let (book, known) = (self.book, self.known);
        let mut told = vec![];
        for wish in wishes {
            for bar in bars(book, known, &known.power, wish) {
                if !told.contains(&bar) {
                    told.push(bar);
                    self.barred(map, wish, bar);
                }
            }
        }
        let Some(wish) = wishes.first().filter(|_| for_thaler) else { return };
        let year = known.open.season.year;
        if is_quiet(book, year, &wish.power) {
            let text = format!("{} raises nothing for thaler in {year}", book.title(&wish.power));
            self.fault("quiet-year", (map, "at"), "FRW §31.7", (text, "markers and events may"));
        }
    }

    /// Whether the sheet plays an Alliance for a minor power, so that it may be the seat's by then.
    fn asks_for(&self, minor: &str) -> bool {
        let lines = self.court.list("diplomacy").iter().filter_map(Given::map);
        lines.into_iter().any(|map| map.name("alliance") == Some(minor))
    }

    fn barred(&mut self, map: &Filled, wish: &Wish, bar: Bar) {
        let (place, of) = (self.book.atlas.name(wish.at), self.book.title(&wish.power));
        let rule = "FRW §11.12";
        match bar {
            Bar::NotHeld => {
                self.not_held(map, wish.at, "units are raised where units of yours stand");
            }
            Bar::NotYours if self.asks_for(&wish.power) => {
                let told =
                    (format!("{of} is not yours yet"), "raised if the Alliance counts by then");
                self.remark("not-yours-now", (map, "of"), rule, told);
            }
            Bar::NotYours => {
                let told = (format!("{of} is not yours"), "raise units of powers that you control");
                self.fault("not-yours", (map, "of"), rule, told);
            }
            Bar::NotAtHome => {
                let help = "minor powers and states raise in their own land alone";
                let told = (format!("{place} is not a land of {of}"), help);
                self.fault("not-at-home", (map, "at"), rule, told);
            }
            Bar::GarrisonsAlone => {
                let told = (format!("{of} has garrisons alone"), "write `garrison: 1`");
                self.fault("garrisons-alone", (map, "of"), rule, told);
            }
            Bar::HasOne => {
                let told = (format!("a garrison of {of} is at {place} now"), "one in a square");
                self.remark("has-garrison", (map, "at"), rule, told);
            }
            Bar::NoneLeft => {
                let text = format!("no {} of {of} is left to raise now", wish.kind.word());
                let help = "one that is lost before then can be raised again";
                self.remark("none-left", (map, "at"), "FRW §11.13", (text, help));
            }
        }
    }

    /// What wishes need of their square: a place for such units, and room in the year's limit for all
    /// wishes so far.
    fn room(&mut self, map: &Filled, wishes: &[Wish], raised: &mut BTreeMap<Space, u32>) {
        let (book, open) = (self.book, &self.known.open);
        let Some(first) = wishes.first() else { return };
        let (at, place) = (first.at, book.atlas.name(first.at));
        if let Some(wish) = wishes.iter().find(|wish| !is_place(book, open, wish, true)) {
            let text = format!("{} is not raised at {place}", wish.kind.word());
            let help = self.places(wish);
            self.remark("wrong-place", (map, "at"), "FRW §11.3", (text, &help));
        }
        let all = raised.entry(at).or_default();
        // A line with a condition may stand for another.
        let asked = u32::try_from(wishes.len()).unwrap_or(u32::MAX);
        let (wanted, most) = (all.saturating_add(asked), limit(book, at));
        if map.get("if").is_none() {
            *all = wanted;
        }
        if wanted > most {
            let units = if most == 1 { "1 unit" } else { &format!("{most} units") };
            let text = format!("{place} takes {units} a year, and the sheet asks for {wanted}");
            let help = "the limit is the tax of the city, and 1 elsewhere, for units bought and levied; those of markers and \
                 events come on top";
            self.remark("square-full", (map, "at"), "FRW §11.9", (text, help));
        }
    }

    /// Tells that no unit of the seat stands in a square, or others do too.
    fn not_held(&mut self, map: &Filled, at: Space, help: &str) {
        let text = format!("you do not hold {} now", self.book.atlas.name(at));
        self.remark("not-held-now", (map, "at"), "FRW §11.2", (text, help));
    }

    /// Where units of a kind are raised.
    fn places(&self, wish: &Wish) -> String {
        let price = self.book.tables.expenditure.price(wish.kind);
        price.map(|price| format!("it is raised {}", places(price))).unwrap_or_default()
    }

    fn works(&mut self, map: &Filled, given: Option<&Given>) {
        let at = given.and_then(Given::name).and_then(|name| self.book.atlas.find(name));
        let Some(at) = at else { return };
        if !works::is_held(self.known, &self.known.power, at) {
            self.not_held(map, at, "fieldworks are built where units of yours stand");
        }
        if let Some(why) = works::no_site(self.book, &self.known.open, &self.known.power, at) {
            let text = format!("{} {why}", self.book.atlas.name(at));
            let help = "they are built on land, in no fortress, one in a square";
            self.remark("no-site", (map, "at"), "FRW §26.2", (text, help));
        }
    }

    fn levy(&mut self, map: &Filled, raised: &mut BTreeMap<Space, u32>) {
        let first = || self.book.majors(&self.known.power).first().cloned().unwrap_or_default();
        let major = map.name("power").map_or_else(first, str::to_owned);
        if let Some(why) = no_levy(&self.known.open, &self.known.power, &major) {
            let text = format!("{} {why}", self.book.title(&major));
            self.fault("levy-called", (map, "power"), "FRW §11.4", (text, "once in a game"));
        }
        for map in map.list("spend").iter().filter_map(Given::map) {
            let wishes = levied(self.book, &self.known.power, &major, map);
            self.wishes(map, &wishes, false);
            self.room(map, &wishes, raised);
        }
        for given in map.list("fieldworks") {
            self.works(map, Some(given));
        }
    }

    fn clear(&mut self, court: &Filled) {
        for given in court.list("clear") {
            let Some(at) = given.name().and_then(|name| self.book.atlas.find(name)) else {
                continue;
            };
            let name = self.book.atlas.name(at);
            let told = match restoring(self.book, self.known, &self.known.power, at) {
                Ok(_) => continue,
                Err(Unrestored::NotPillaged) => {
                    let text = format!("{name} is not pillaged");
                    Diagnostic::fault("not-pillaged", given.at.clone(), text).help("leave it out")
                }
                Err(Unrestored::NobodyThere) => {
                    let text = format!("no unit of yours stands at {name} now");
                    let help = "the units in a square restore it";
                    Diagnostic::remark("nobody-there", given.at.clone(), text).help(help)
                }
            };
            self.faults.push(told.rule("FRW §21.7"));
        }
    }
}
