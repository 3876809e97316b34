//! What the receipt says of conquests in `politics:`: what becomes of a country, which province is chosen, and which is
//! given up for peace (NIA §13.1, §13.2).

use super::politics::{Desk, NEEDS_OTHERS, Told};
use crate::book::countries::CountryStatus;
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told as Holds;
use crate::orders::budget::Item;
use crate::orders::causes::Cause;
use crate::politics::conquest::{self, Fate, cession, members, winter};
use crate::politics::states;
use crate::position::Position;
use std::collections::BTreeSet;

/// What all of it depends on: troops come and go until winter is over, and courts change sides.
fn until_winter() -> BTreeSet<Cause> {
    [Cause::Enemy, Cause::Courts, Cause::Earlier].into()
}

impl Desk<'_> {
    /// A province that is given up for the peace of an ally: done at once, by who controls it now.
    pub(super) fn cede(&mut self, item: &Item) -> Told {
        let province = item.name("province").unwrap_or_default();
        let scene = Scene::of(self.book, self.known);
        match cession::cession(&scene, &self.known.power, province) {
            Err(why) => Told::barred(why),
            Ok(made) => {
                if let Some(line) = self.settled.get(&made.country) {
                    let doubt = !self.shifts.has_peace(&made.country);
                    let causes = doubt.then_some(Cause::Earlier).into_iter().collect();
                    return Told { causes, ..Told::barred(conquest::settled_by(*line)) };
                }
                let is_second = self.ceded.contains(&made.country);
                let to = self.book.people.title(&made.to);
                let country = &made.country;
                let words =
                    format!(": {to} gets it, and {country} is neutral and has peace with {to}");
                let mut told = Told::sure(words);
                told.causes.extend((made.controls == Holds::Doubt).then_some(Cause::Enemy));
                told.causes.extend(is_second.then_some(Cause::Earlier));
                if told.causes.is_empty() && item.condition.is_none() {
                    self.shifts.shift(country, CountryStatus::Neutral);
                    self.shifts.make_peace(country);
                    let (power, now) = (&self.known.power, self.known.season);
                    let both = (country.as_str(), made.to.as_str());
                    let events = conquest::peace(self.book, now, both, Some(province), Some(power));
                    self.peace.extend(events);
                }
                self.settles(item, country);
                self.ceded.push(made.country);
                told
            }
        }
    }

    /// Notes that a line deals with a country; later ones of the list come too late.
    fn settles(&mut self, item: &Item, country: &str) {
        if item.condition.is_none() {
            self.settled.entry(country.to_owned()).or_insert(item.number);
        }
    }

    /// What becomes of a country that is conquered, or may be by then.
    pub(super) fn fate(&mut self, item: &Item) -> Told {
        if let Some(why) = winter::bar(self.known.exchange()) {
            return Told::barred(why.to_owned());
        }
        let (power, country) = (&self.known.power, item.name("of").unwrap_or_default());
        let scene = Scene::of(self.book, self.known);
        let titles = self.known.common().titles;
        if members::state_of(&scene, country).is_some() {
            // It is a country again when it falls.
            self.after.titles.hand_over(country, country);
        } else if titles.status(self.book, country).is_none() || conquest::is_gone(&scene, country)
        {
            return Told::barred(format!("{country} has no part in the game"));
        }
        if let Some(why) = members::bar(self.book, country) {
            return Told::barred(why);
        }
        let fate = winter::fate_of(item);
        let is_ceded = self.ceded.iter().any(|one| one == country);
        if let Some(line) = self.settled.get(country).filter(|_| !is_ceded) {
            let told = Told::barred(conquest::settled_by(*line));
            return Told { causes: until_winter(), ..told };
        }
        let is_conquered = conquest::undecided(&scene, power).iter().any(|one| one == country);
        let then = match is_conquered {
            true => ", when winter is over".to_owned(),
            false => self.needs(&scene, country),
        };
        let falls_alone = members::state_of(&scene, country).is_some();
        let base = if falls_alone { &self.after } else { self.known };
        let told = match conquest::may(&Scene::of(self.book, base), power, country, fate) {
            Ok(()) => Told::sure(then),
            // Only annexing depends on what else is conquered.
            Err(why) if fate == Fate::Reinstated => return Told::barred(why),
            Err(why) => {
                let after = Scene::of(self.book, &self.after);
                match conquest::may(&after, power, country, fate) {
                    Ok(()) => Told::sure(format!("{then}{NEEDS_OTHERS}")),
                    Err(_) => Told::barred(why),
                }
            }
        };
        if told.refused.is_none() {
            self.settles(item, country);
            let land = conquest::land(&Scene::of(self.book, &self.after), country);
            let land: Vec<String> = land.iter().map(|one| one.name.clone()).collect();
            let titles = &mut self.after.titles;
            match fate {
                Fate::Annexed => land.iter().for_each(|name| titles.hand_over(name, power)),
                Fate::Reinstated => titles.turn(country, CountryStatus::Allied(power.clone())),
            }
        }
        Told { causes: until_winter(), ..told }
    }

    /// What is still missing for the conquest of a country.
    fn needs(&self, scene: &Scene, country: &str) -> String {
        let plight = conquest::plight(scene, country, &self.known.power);
        let is_hostile = conquest::is_hostile(scene, &self.known.power, country);
        let words = plight.filter(|_| is_hostile).map(|plight| {
            if plight.surrenders {
                return ": only if you conquer it; with several provinces it surrenders and gives up one".to_owned();
            }
            format!(": only if it is conquered by then; {} now", plight.in_words(self.book))
        });
        words
            .unwrap_or_else(|| ": only if you are at war with it and conquer it by then".to_owned())
    }

    /// A province that is put into a new state: land may still change hands until winter is over.
    pub(super) fn unite(&mut self, item: &Item) -> Told {
        if let Some(why) = winter::bar(self.known.exchange()) {
            return Told::barred(why.to_owned());
        }
        let (province, state) =
            (item.name("province").unwrap_or_default(), item.name("into").unwrap_or_default());
        let power = &self.known.power;
        let mut then = ", when winter is over".to_owned();
        let mut may = states::union(&Scene::of(self.book, &self.after), power, province, state);
        if may.is_err() {
            let scene = Scene::of(self.book, self.known);
            let owner = scene.owner_of(province).unwrap_or_default();
            if conquest::may_fall(&scene).iter().any(|country| country == owner)
                && conquest::is_hostile(&scene, power, owner)
            {
                let titles = self.after.titles.clone();
                self.after.titles.turn(owner, CountryStatus::Conquered(power.clone()));
                let fallen =
                    states::union(&Scene::of(self.book, &self.after), power, province, state);
                if fallen.is_err() || item.condition.is_some() {
                    self.after.titles = titles;
                }
                if fallen.is_ok() {
                    (then, may) = (self.needs(&scene, owner), fallen);
                }
            }
        }
        let told = match may {
            Ok(union) => {
                let words = format!("{then}{}", union.in_words(province));
                if item.condition.is_none() {
                    union.draft(&mut self.after.titles);
                }
                Told::sure(words)
            }
            Err(why) => Told::barred(why),
        };
        Told { causes: until_winter(), ..told }
    }

    /// The province that is chosen of a country that surrenders.
    pub(super) fn take(&mut self, item: &Item) -> Told {
        if let Some(why) = winter::bar(self.known.exchange()) {
            return Told::barred(why.to_owned());
        }
        let province = item.name("province").unwrap_or_default();
        let scene = Scene::of(self.book, self.known);
        let owner = scene.owner_of(province).unwrap_or_default();
        if self.book.countries.get(owner).is_none() {
            return Told::barred(format!("{province} is not land of a minor country (NIA §13.2)"));
        }
        if conquest::is_new_state(&scene, owner) {
            return Told::barred(format!("{owner} is a new state and gives up nothing (NIA §19)"));
        }
        let power = &self.known.power;
        if !conquest::may_take(&scene, power, owner).contains(&province) {
            let why = format!("{province} does not border on your own land (NIA §13.2)");
            return Told { causes: until_winter(), ..Told::barred(why) };
        }
        let before = match self.taken.get(owner) {
            Some(line) => format!(" and line {line} does nothing"),
            None => String::new(),
        };
        let words = format!(": if {owner} surrenders to you when winter is over{before}");
        if before.is_empty() {
            self.after.titles.hand_over(province, power);
        }
        if item.condition.is_none() {
            self.taken.entry(owner.to_owned()).or_insert(item.number);
        }
        Told { causes: until_winter(), ..Told::sure(words) }
    }
}
