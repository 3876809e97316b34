//! Satellites of France: allied countries that nobody tries for any more (NIA §11.2.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.2.2.

use crate::book::Book;
use crate::book::countries::CountryStatus;
use crate::land::supply::{self, Moment};
use crate::politics::allegiance;
use crate::politics::diplomacy::{holds, lines, powers, refuse};
use crate::politics::influence::Shifts;
use crate::politics::lines::SATELLITE;
use crate::position::{Position, Standing};
use crate::record::event::Shortfall;
use crate::record::exchange::Exchange;
use crate::turn::Turn;
use kit::calendar::Quarter;

/// Whether a power may make a country its satellite; else why not. Troops in it that are only seen are taken to
/// be in supply.
pub fn may_bind(book: &Book, at: &dyn Position, power: &str, country: &str) -> Result<(), String> {
    let titles = at.common().titles;
    match titles.status(book, country) {
        Some(CountryStatus::Allied(ally)) if ally == power => {}
        _ => return Err(format!("{country} is not an ally of yours")),
    }
    let owner = |province: &str| titles.owner(book, province);
    let near = book.atlas.beside(|province| owner(province) == Some(power));
    let borders = near.iter().any(|province| owner(province) == Some(country));
    if !borders && !book.track.needs_no_border(country) {
        return Err(format!("{country} has no border with your own land (NIA §11.2.2)"));
    }
    let there = |one: &Standing| {
        let province = book.atlas.province(one.at);
        province.and_then(|one| owner(&one.name)) == Some(country)
    };
    let fed = |one: &Standing| {
        let feeds = |force| supply::supplied(book, at, force, &Moment::default());
        one.fights && one.whole.is_none_or(feeds)
    };
    let foreign = |one: &Standing| one.power != power && one.is_there();
    match at.standing().any(|one| foreign(&one) && there(&one) && fed(&one)) {
        true => Err(format!("foreign troops in supply stand in {country} (NIA §11.2.2)")),
        false => Ok(()),
    }
}

/// Why a power can declare no satellite now, whichever the country.
pub fn bar(book: &Book, power: &str, exchange: Exchange) -> Option<&'static str> {
    if power != book.track.suzerain() {
        return Some("only France has satellites (NIA §11.2.2)");
    }
    let winter = matches!(exchange, Exchange::Quarter(season) if season.quarter == Quarter::Winter);
    (!winter).then_some("satellites are declared in winter (NIA §11.2.2)")
}

/// Refuses the lines of powers that can declare no satellite now.
pub fn refuse_others(turn: &mut Turn, exchange: Exchange) {
    for power in powers(turn) {
        let Some(why) = bar(turn.book, &power, exchange) else { continue };
        for item in lines(turn, &power, |item| item.is(&SATELLITE)) {
            refuse(turn, &power, &item, Shortfall::NotAllowed { why: why.to_owned() });
        }
    }
}

/// Makes the satellites that sheets ask for, when winter is over.
pub fn bind(turn: &mut Turn) {
    let book = turn.book;
    if turn.state.season.quarter != Quarter::Winter || book.scenario.track.is_none() {
        return;
    }
    let power = book.track.suzerain();
    for item in lines(turn, power, |item| item.is(&SATELLITE)) {
        let country = item.name("of").unwrap_or_default();
        let may = match holds(turn, &Shifts::default(), power, &item) {
            true => may_bind(book, &turn.state, power, country)
                .map_err(|why| Shortfall::NotAllowed { why }),
            false => Err(Shortfall::NotSo),
        };
        match may {
            Ok(()) => {
                let status = CountryStatus::Satellite(power.to_owned());
                allegiance::turn_country(turn, country, status);
            }
            Err(why) => refuse(turn, power, &item, why),
        }
    }
}
