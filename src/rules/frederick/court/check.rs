//! What of a sheet for the court can never be done, as far as its author can know.
//!
//! A line that depends on money, lots or others is not a fault: it is tried when its turn comes.

use super::mobilization::raise::{Wish, is_place, limit, wishes_of};
use super::mobilization::works;
use crate::book::cards::{Sort, kind_of};
use crate::book::options::Extra;
use crate::book::{Book, STATES};
use crate::operations::prisoners;
use crate::orders::lessons::places;
use crate::sight::Known;
use kit::ground::Space;
use sheet::keys::{Filled, Given};
use sheet::{Diagnostic, Diagnostics};
use std::collections::BTreeMap;
use std::ops::Range;

/// Tells what is wrong with the lines of the court.
pub fn check(book: &Book, known: &Known, court: &Filled, faults: &mut Diagnostics) {
    let mut pen = Pen { book, known, faults };
    let maps = |key: &str| court.list(key).iter().filter_map(Given::map);
    maps("initiative").for_each(|map| pen.bid(map));
    maps("enlightenment").for_each(|map| pen.enlightenment(map));
    maps("swap").for_each(|map| pen.swap(map));
    maps("deals").for_each(|map| pen.deal(map));
    maps("diplomacy").for_each(|map| pen.diplomacy(map));
    let mut raised = BTreeMap::new();
    for map in maps("mobilize") {
        pen.wish(map, true);
        pen.room(map, &mut raised);
    }
    for map in maps("levy") {
        pen.levy(map);
        map.list("spend").iter().filter_map(Given::map).for_each(|map| pen.wish(map, false));
    }
    maps("fieldworks").for_each(|map| pen.works(map));
    maps("subsidies").for_each(|map| pen.subsidy(map));
    pen.clear(court);
}

struct Pen<'a> {
    book: &'a Book,
    known: &'a Known,
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
        let most = i64::from(self.known.open.purse(self.book, &self.known.power) / 2);
        if map.number("bid").is_some_and(|bid| bid > most) {
            let told = (format!("you have {most} thaler"), "a bid above that counts as that");
            self.fault("bid-too-high", (map, "bid"), "FRW §8.2", told);
        }
    }

    fn enlightenment(&mut self, map: &Filled) {
        let Some(kind) = map.name("for") else { return };
        let marker = self.book.cards.marker(kind);
        if marker.is_some_and(|marker| marker.kind != Sort::Action) {
            let text = format!("{kind} is not an action marker");
            let help = "an Enlightenment is exchanged for an action marker, such as Truce";
            self.fault("not-an-action", (map, "for"), "FRW §9.13", (text, help));
        }
    }

    fn swap(&mut self, map: &Filled) {
        let majors = self.book.majors(&self.known.power);
        if !majors.iter().any(|major| self.book.ability(major).swap) {
            let told = ("your card has no exchange".to_owned(), "France alone exchanges markers");
            self.fault("not-on-card", (map, "give"), "FRW §38", told);
        }
    }

    fn subsidy(&mut self, map: &Filled) {
        let majors = self.book.majors(&self.known.power);
        if !majors.iter().any(|major| self.book.ability(major).subsidies) {
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
        if !self.book.cards.minors.contains_key(minor) {
            let text = format!("{} is not a minor power", self.book.title(minor));
            let minors: Vec<&str> = self.book.cards.minors.keys().map(String::as_str).collect();
            let help = format!("one of: {}", minors.join(", "));
            self.fault("not-a-minor", (map, key), rule, (text, &help));
        } else if self.known.open.controller(minor) == Some(self.known.power.as_str()) {
            let text = format!("{} is yours", self.book.title(minor));
            self.fault("already-yours", (map, key), rule, (text, "leave the line out"));
        } else if key == "alliance" && map.get("if").is_none() && !self.may_hold(minor) {
            let text = format!("you hold no Alliance {}", self.book.title(minor));
            let help = "if you mean to buy it first, say `if: holding Alliance …`";
            self.fault("no-marker", (map, key), rule, (text, help));
        }
    }

    fn may_hold(&self, minor: &str) -> bool {
        let kind = format!("Alliance {}", self.book.title(minor));
        self.known.markers.own.iter().any(|counter| kind_of(counter) == kind)
    }

    /// A wish: what and where, of a power of the seat, in a land where it may be raised.
    fn wish(&mut self, map: &Filled, for_thaler: bool) {
        let wishes = wishes_of(self.book, &self.known.power, map);
        let Some(wish) = wishes.first() else { return };
        let (book, power) = (self.book, wish.power.as_str());
        let states = STATES.contains(&power);
        let own = self.known.open.controller(power) == Some(self.known.power.as_str());
        let owner = book.atlas.square(wish.at).owner.as_deref();
        let area = book.atlas.area(wish.at).map(|area| area.power.as_str());
        let quiet = &book.tables.figures.quiet;
        if !states && !own {
            let text = format!("{} is not yours", book.title(power));
            let told = (text, "raise units of powers that you control");
            self.fault("not-yours", (map, "of"), "FRW §11.12", told);
        } else if area.is_some_and(|area| area != power)
            || ((states || !book.is_major(power)) && owner.or(area) != Some(power))
        {
            let (place, of) = (book.atlas.name(wish.at), book.title(power));
            let text = format!("{place} is not a land of {of}");
            let told = (text, "minor powers and states raise in their own land alone");
            self.fault("not-at-home", (map, "at"), "FRW §11.12", told);
        } else if for_thaler
            && quiet.year == self.known.open.season.year
            && quiet.powers.iter().any(|one| one == power)
        {
            let text = format!("{} raises nothing for thaler in {}", book.title(power), quiet.year);
            self.fault("quiet-year", (map, "at"), "FRW §31.7", (text, "markers and events may"));
        }
    }

    /// What a wish needs of its square: units of the seat there, a place for such units, and room in the
    /// year's limit for all wishes so far.
    fn room(&mut self, map: &Filled, raised: &mut BTreeMap<Space, u32>) {
        let (book, open) = (self.book, &self.known.open);
        let wishes = wishes_of(book, &self.known.power, map);
        let Some(first) = wishes.first() else { return };
        let (at, place) = (first.at, book.atlas.name(first.at));
        self.held(map, at, "units are raised where units of yours stand");
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
            let text =
                format!("{place} takes {units} a year for thaler, and the sheet asks for {wanted}");
            let help =
                "the limit is the tax of the city, and 1 elsewhere; markers and events come on top";
            self.remark("square-full", (map, "at"), "FRW §11.9", (text, help));
        }
    }

    /// Tells that no unit of the seat stands in a square, or others do too.
    fn held(&mut self, map: &Filled, at: Space, help: &str) {
        let alone = !self.known.own_at(at).is_empty() && self.known.others_at(at).is_empty();
        let besieged = self.known.open.besieges(&self.known.power, at);
        if alone || besieged || self.book.atlas.is_beyond(at) {
            return;
        }
        let text = format!("you do not hold {} now", self.book.atlas.name(at));
        self.remark("not-held-now", (map, "at"), "FRW §11.2", (text, help));
    }

    /// Where units of a kind are raised.
    fn places(&self, wish: &Wish) -> String {
        let price = self.book.tables.expenditure.price(wish.kind);
        price.map(|price| format!("it is raised {}", places(price))).unwrap_or_default()
    }

    fn works(&mut self, map: &Filled) {
        let Some(at) = map.name("at").and_then(|name| self.book.atlas.find(name)) else { return };
        self.held(map, at, "fieldworks are built where units of yours stand");
        if works::is_site(self.book, &self.known.open, &self.known.power, at) {
            return;
        }
        let place = self.book.atlas.name(at);
        let why = match () {
            () if self.known.open.fieldworks.contains(&at) => "has fieldworks",
            () if self.book.atlas.is_fortress(at) => "is a fortress",
            () => "is not on land",
        };
        let text = format!("{place} {why}");
        let help = "they are built on land, in no fortress, one in a square";
        self.remark("no-site", (map, "at"), "FRW §26.2", (text, help));
    }

    fn levy(&mut self, map: &Filled) {
        let first = || self.book.majors(&self.known.power).first().cloned().unwrap_or_default();
        let major = map.name("power").map_or_else(first, str::to_owned);
        if self.known.open.levies.contains(&major) {
            let text = format!("{} has called its levy", self.book.title(&major));
            self.fault("levy-called", (map, "power"), "FRW §11.4", (text, "once in a game"));
        }
    }

    fn clear(&mut self, court: &Filled) {
        for given in court.list("clear") {
            let Some(at) = given.name().and_then(|name| self.book.atlas.find(name)) else {
                continue;
            };
            if !self.known.open.pillaged.contains(&at) {
                let text = format!("{} is not pillaged", self.book.atlas.name(at));
                let fault = Diagnostic::fault("not-pillaged", given.at.clone(), text);
                self.faults.push(fault.rule("FRW §21.7").help("leave it out"));
            }
        }
    }
}
