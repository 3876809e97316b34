//! The words of the game: places, generals, formations, troops, and what conditions may ask.
//!
//! All of it comes from the book and from what the author knows.

use crate::book::Book;
use crate::book::ships::Navies;
use crate::march::organise;
use crate::money::income;
use crate::orders::budget::MOST_POINTS;
use crate::orders::fleets;
use crate::record::sea::{Berth, FleetKind};
use crate::record::state::Formation;
use crate::sight::known::Known;
use kit::ground::Space;
use kit::names::{nearest, plain};
use sheet::frame::POWER;
use sheet::vocabulary::{Found, Noun, Vocabulary};

pub const PLACE: Noun =
    Noun { name: "place", doc: "a town or a hex number, such as `Ulm`, `3626` or `W3626`" };
pub const GENERAL: Noun = Noun { name: "general", doc: "a general of your own, accents or not" };
/// Under whom a formation can be put.
pub const CHIEF: Noun =
    Noun { name: "general or nobody", doc: "a general of your own, or `nobody`" };
pub const FORMATION: Noun =
    Noun { name: "formation", doc: "a corps, brigade or band of your own, such as `IV Corps`" };
pub const TARGET: Noun =
    Noun { name: "place or enemy general", doc: "a place, or an enemy general where he was seen" };
/// Ships that act.
pub const FLEET: Noun = Noun {
    name: "admiral or fleet",
    doc: "an admiral of your own, or a fleet such as `Channel Fleet`",
};
/// Who goes aboard.
pub const CARRIED: Noun = Noun {
    name: "general or formation",
    doc: "a general of your own with the troops they lead, or a formation",
};
/// Where ships go.
pub const BERTH: Noun = Noun {
    name: "sea area or harbour",
    doc: "a sea area or a harbour, such as `Bay of Biscay` or `Brest`",
};
pub const UNIT: Noun = Noun { name: "sort of troops", doc: "troops, such as `line infantry`" };
pub const SHIP: Noun = Noun { name: "sort of ships", doc: "ships, such as `man of war`" };
/// Whom a line of the budget feeds.
pub const FED: Noun = Noun {
    name: "general or formation",
    doc: "`all`, `nobody`, a general of your own, or a formation",
};
/// How many action points a line of the budget asks for.
pub const NEEDED: Noun =
    Noun { name: "number of action points", doc: "`as needed`, or a whole number from 0 to 999" };
/// A province that yields, where money is played.
pub const PROVINCE: Noun = Noun {
    name: "province",
    doc: "a province by its name in the reports, such as `Lower Austria`",
};
/// Whom one may meet.
pub const ENEMY: Noun = Noun { name: "general", doc: "a general of any nation" };
/// Whoever can stand somewhere in a condition.
pub const STANDING: Noun = Noun {
    name: "force",
    doc: "`enemy`, `enemy army` (one of more than 30 units, not a corps), a formation of yours, or any general",
};

/// The names that one author may use.
pub struct Words<'a> {
    pub book: &'a Book,
    pub known: &'a Known,
    /// The formations that the sheet raises, as it calls them and as they will be called: they can be
    /// named in it like those that are there.
    pub raised: Vec<(String, String)>,
}

impl Vocabulary for Words<'_> {
    fn find(&self, noun: &Noun, written: &str) -> Found {
        let written = &*self.book.other_names.own(written.trim());
        match noun {
            n if *n == PLACE => self.place(written),
            n if *n == GENERAL => self.general(written),
            n if *n == CHIEF && plain(written) == "nobody" => Found::One("nobody".to_owned()),
            n if *n == CHIEF => self.general(written),
            n if *n == FORMATION => self.formation(written),
            n if *n == TARGET => self.target(written),
            n if *n == FED => self.fed(written),
            n if *n == NEEDED => needed(written),
            n if *n == UNIT => match self.book.troops.find(written) {
                Some(kind) => Found::One(kind.name.clone()),
                None => {
                    Found::Nobody { nearest: self.book.troops.nearest(written).map(str::to_owned) }
                }
            },
            n if *n == ENEMY => self.anybody(written),
            n if *n == STANDING => self.standing(written),
            n if *n == POWER => self.power(written),
            n if *n == CARRIED => match self.general(written) {
                found @ Found::One(_) => found,
                _ => self.formation(written),
            },
            n if [FLEET, SHIP, BERTH].contains(n) => self.at_sea(n, written),
            n if *n == PROVINCE => self.province(written),
            _ => Found::Nobody { nearest: None },
        }
    }
}

impl<'a> Words<'a> {
    /// The names that a power may use.
    pub fn new(book: &'a Book, known: &'a Known) -> Self {
        Self { book, known, raised: vec![] }
    }

    /// The same with those of a sheet's new formations.
    pub fn with_raised(&self, raised: Vec<String>) -> Self {
        let called = |name: String| {
            let full = organise::full_name(self.book, &self.known.power, &name);
            (name, full)
        };
        let raised = raised.into_iter().map(called).collect();
        Self { book: self.book, known: self.known, raised }
    }

    /// A formation of the author's own. One that was raised bears its nation's name too, and is found by
    /// the name that it was given as well.
    pub fn own_formation(&self, written: &str) -> Option<&'a Formation> {
        let written = &*self.book.other_names.own(written);
        let full = organise::full_name(self.book, &self.known.power, written);
        let known = self.known;
        let called = |name: &str| known.own().find(|one| plain(&one.name) == plain(name));
        called(written).or_else(|| called(&full))
    }
}

impl Words<'_> {
    fn place(&self, written: &str) -> Found {
        let atlas = &self.book.atlas;
        let found = atlas.find(written).or_else(|| self.name_and_number(written));
        let mut found: Vec<Space> = found.into_iter().collect();
        if written.len() == 4 && written.bytes().all(|digit| digit.is_ascii_digit()) {
            let both = ["W", "E"].map(|sheet| atlas.code(&format!("{sheet}{written}")));
            found = both.into_iter().flatten().collect();
            let open = found.iter().filter(|at| self.book.in_play(**at)).count();
            if open > 0 {
                found.retain(|at| self.book.in_play(*at));
            }
        }
        match found.as_slice() {
            [one] if self.book.in_play(*one) => Found::One(atlas.number(*one)),
            [closed, ..] if !self.book.in_play(*closed) => Found::Unfit(self.closed(*closed)),
            [] => {
                let towns = atlas.towns().filter(|(at, _)| self.book.in_play(*at));
                let near = nearest(written, towns.map(|(_, name)| name));
                Found::Nobody { nearest: near.map(str::to_owned) }
            }
            several => Found::Several(several.iter().map(|at| atlas.number(*at)).collect()),
        }
    }

    /// A place as the reports and receipts have it, with its number behind its name.
    fn name_and_number(&self, written: &str) -> Option<Space> {
        let (name, number) = written.trim_end_matches(')').rsplit_once(' ')?;
        let space = self.book.atlas.code(number.trim_start_matches('('))?;
        (self.book.atlas.named(name) == Some(space)).then_some(space)
    }

    fn province(&self, written: &str) -> Found {
        match income::named(self.book, written) {
            Ok(province) => Found::One(province.name.clone()),
            Err(_) => {
                let economy = self.book.economy.as_ref();
                let all = economy.into_iter().flat_map(|economy| economy.provinces());
                let near = nearest(written, all.map(|one| one.name.as_str()));
                Found::Nobody { nearest: near.map(str::to_owned) }
            }
        }
    }

    /// Why nobody may go there.
    fn closed(&self, at: Space) -> String {
        let (book, name) = (self.book, self.book.atlas.name(at));
        let owner = book.lands.owner(&book.atlas, at);
        let neutral = owner.filter(|owner| book.scenario.neutral.iter().any(|n| n == owner));
        match neutral {
            _ if !book.atlas.is_land(at) => format!("{name} is water"),
            Some(owner) => format!("{name} lies in {}, which is neutral", book.title(owner)),
            None => format!("{name} is out of play in this scenario"),
        }
    }

    fn general(&self, written: &str) -> Found {
        let wanted = plain(written);
        let own = self.known.own_generals().find(|general| plain(&general.name) == wanted);
        if let Some(general) = own {
            return Found::One(general.name.clone());
        }
        let friend = self.known.generals.values().any(|general| plain(&general.name) == wanted);
        if friend || self.ally(written) {
            return Found::Unfit(format!("{written} serves an ally, who orders him himself"));
        }
        let names = self.known.own_generals().map(|general| general.name.as_str());
        Found::Nobody { nearest: nearest(written, names).map(str::to_owned) }
    }

    /// Whether a general of the book's list is of our side, as everybody can read there.
    fn ally(&self, written: &str) -> bool {
        let nation = self.book.troops.person(written).map(|person| &person.nation);
        nation.is_some_and(|nation| self.known.is_ours(nation) && *nation != self.known.power)
    }

    /// The power that a general of the book's list serves, if it plays and is no enemy of ours.
    fn neutral(&self, written: &str) -> Option<&str> {
        let nation = self.book.troops.person(written).map(|person| person.nation.as_str())?;
        let plays = self.known.relations.takes_part(nation);
        (plays && !self.known.is_foe(nation)).then_some(nation)
    }

    fn formation(&self, written: &str) -> Found {
        let wanted = plain(written);
        if let Some(one) = self.own_formation(written) {
            return Found::One(one.name.clone());
        }
        let is_it =
            |(name, full): &&(String, String)| plain(name) == wanted || plain(full) == wanted;
        if let Some((_, full)) = self.raised.iter().find(is_it) {
            return Found::One(full.clone());
        }
        if self.known.formations.values().any(|one| plain(&one.name) == wanted) {
            return Found::Unfit(format!("{written} is an ally's, who orders it himself"));
        }
        let names = self.known.own().map(|one| one.name.as_str());
        Found::Nobody { nearest: nearest(written, names).map(str::to_owned) }
    }

    /// The admirals and fleets that are known in full, with whose they are.
    fn at_sea_all(&self) -> impl Iterator<Item = (&String, &String)> {
        let navy = &self.known.navy;
        let admirals = navy.admirals.values().map(|one| (&one.name, &one.power));
        admirals.chain(navy.fleets.values().map(|one| (&one.name, &one.power)))
    }

    fn own_at_sea(&self) -> impl Iterator<Item = &String> {
        self.at_sea_all().filter(|(_, power)| **power == self.known.power).map(|(name, _)| name)
    }

    /// An admiral or a fleet of the author's own. One that was bought bears its nation's name too, and is found by the
    /// name that it was given as well.
    pub fn own_ships(&self, written: &str) -> Option<&String> {
        let written = &*self.book.other_names.own(written);
        let full = organise::full_name(self.book, &self.known.power, written);
        let called = |wanted: &str| self.own_at_sea().find(|name| plain(name) == plain(wanted));
        called(written).or_else(|| called(&full))
    }

    fn fleet(&self, written: &str) -> Found {
        if let Some(name) = self.own_ships(written) {
            let fleet = self.known.navy.fleets.get(name);
            return match fleet.is_some_and(|one| one.kind == FleetKind::Prizes) {
                true => Found::Unfit(format!("{name} sail home by themselves, and take no orders")),
                false => Found::One(name.clone()),
            };
        }
        if self.at_sea_all().any(|(name, _)| plain(name) == plain(written)) {
            return Found::Unfit(format!("{written} is an ally's, who orders it"));
        }
        let names = self.own_at_sea().map(|name| self.book.given(name));
        Found::Nobody { nearest: nearest(written, names).map(str::to_owned) }
    }

    /// What is named at sea.
    fn at_sea(&self, noun: &Noun, written: &str) -> Found {
        let Some(navies) = &self.book.navies else {
            return Found::Unfit("this scenario has no ships".to_owned());
        };
        match noun {
            n if *n == FLEET => self.fleet(written),
            n if *n == SHIP => ship(navies, written),
            _ => self.berth(navies, written),
        }
    }

    /// A sea area by its name, or a harbour by the number of its hex.
    fn berth(&self, navies: &Navies, written: &str) -> Found {
        match fleets::berth(self.book, written) {
            Some(Berth::Sea(area)) => Found::One(area),
            Some(Berth::Port(port)) => Found::One(self.book.atlas.number(port)),
            None if self.book.atlas.find(written).is_some() => {
                Found::Unfit(format!("{written} has no harbour"))
            }
            None => {
                let towns = navies.waters.harbours().map(|(port, _)| self.book.atlas.name(port));
                let towns: Vec<String> = towns.collect();
                let all = navies.waters.areas().iter().chain(&towns).map(String::as_str);
                Found::Nobody { nearest: nearest(written, all).map(str::to_owned) }
            }
        }
    }

    /// What is attacked: a place, or somebody who is seen; never a friend.
    fn target(&self, written: &str) -> Found {
        let wanted = plain(written);
        let friend = self.known.generals.values().any(|general| plain(&general.name) == wanted);
        if friend
            || self.ally(written)
            || self.known.formations.values().any(|one| plain(&one.name) == wanted)
        {
            return Found::Unfit(format!("{written} is of your own side"));
        }
        if let Some(power) = self.neutral(written) {
            let power = self.book.title(power);
            return Found::Unfit(format!("{written} serves {power}, with whom you are not at war"));
        }
        if let Found::One(power) = self.power(written) {
            return Found::Unfit(format!("say where, or whom: {power} is everywhere and nowhere"));
        }
        if let Some(person) = self.book.troops.person(written) {
            return Found::One(person.name.clone());
        }
        self.place(written)
    }

    /// Any general of the lists, and those of our side who came later.
    fn anybody(&self, written: &str) -> Found {
        if let Some(person) = self.book.troops.person(written) {
            return Found::One(person.name.clone());
        }
        let wanted = plain(written);
        let seen = self.known.markers.iter().filter_map(|marker| marker.general.as_ref());
        let mut met = seen.chain(self.known.generals.keys());
        match met.find(|name| plain(name) == wanted) {
            Some(name) => Found::One(name.clone()),
            None => {
                let names = self.book.troops.people.iter().map(|person| person.name.as_str());
                Found::Nobody { nearest: nearest(written, names).map(str::to_owned) }
            }
        }
    }

    fn fed(&self, written: &str) -> Found {
        if let Some(found) = word_of(&["all", "nobody"], written) {
            return found;
        }
        match self.general(written) {
            found @ Found::One(_) => found,
            _ => self.formation(written),
        }
    }

    fn standing(&self, written: &str) -> Found {
        if let Some(found) = word_of(&["enemy", "enemy army"], written) {
            return found;
        }
        match self.formation(written) {
            found @ Found::One(_) => found,
            _ => self.anybody(written),
        }
    }

    fn power(&self, written: &str) -> Found {
        let wanted = plain(written);
        let powers = || self.known.relations.parties();
        let named =
            |power: &&String| plain(power) == wanted || plain(self.book.title(power)) == wanted;
        match powers().find(named) {
            Some(power) => Found::One(power.clone()),
            None => {
                let near = nearest(written, powers().map(String::as_str));
                Found::Nobody { nearest: near.map(str::to_owned) }
            }
        }
    }
}

fn ship(navies: &Navies, written: &str) -> Found {
    match navies.find(written) {
        Some(kind) => Found::One(kind.name.clone()),
        None => Found::Nobody { nearest: navies.nearest(written).map(str::to_owned) },
    }
}

/// A number of action points, within its bounds.
fn needed(written: &str) -> Found {
    match written.parse::<u32>() {
        _ if plain(written) == "as needed" => Found::One("as needed".to_owned()),
        Ok(points) if points <= MOST_POINTS => Found::One(points.to_string()),
        _ => Found::Unfit(format!(
            "expected `as needed` or a whole number from 0 to {MOST_POINTS}, found `{written}`"
        )),
    }
}

/// One of these words, in whatever spelling it is written.
fn word_of(words: &[&str], written: &str) -> Option<Found> {
    let wanted = plain(written);
    let word = words.iter().find(|word| **word == wanted);
    word.map(|word| Found::One((*word).to_owned()))
}
