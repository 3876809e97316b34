//! What powers are to each other, where it can change, and what they declare and agree on (§6, §16.8).

use super::briefing;
use crate::book::Book;
use crate::record::event::{CouncilEvent, Terms, Unmade};
use crate::record::politics::ForcedPeace;
use crate::sight::known::Known;
use kit::relations::Relation;

/// Allies, enemies, neutrals and passages; nothing where no politics are played.
pub fn lines(book: &Book, known: &Known) -> Vec<String> {
    if !known.politics.played {
        return vec![];
    }
    if known.politics.conquered.contains(&known.power) {
        let told = "You are conquered and out of the war: you have no troops, and no sheet is asked of you (§20.2).";
        return vec![told.to_owned()];
    }
    let mut lines = vec![known.relations.told(&known.power, |power| book.title(power))];
    lines.extend(briefing::neutrals(book, known));
    let title = |power: &str| book.title(power).to_owned();
    lines.extend(others(book, known));
    lines.extend(known.politics.passages.iter().map(|one| {
        format!(
            "{} lets troops of {} through its land until {}.",
            title(&one.host),
            title(&one.guest),
            one.until
        )
    }));
    lines.extend(known.politics.peaces.iter().map(|one| peace(book, known, one)));
    let gone: Vec<&str> = known.politics.conquered.iter().map(|power| book.title(power)).collect();
    if !gone.is_empty() {
        lines.push(format!("Conquered and out of the war: {}.", gone.join(", ")));
    }
    lines
}

/// A peace that a power was forced to keep: until when, on which terms, and what is still to be chosen.
fn peace(book: &Book, known: &Known, one: &ForcedPeace) -> String {
    let ForcedPeace { victor, loser, until, terms, tribute } = one;
    let terms = match terms {
        Some(Terms::Reparations) => format!(" and pays ${tribute} a turn"),
        Some(Terms::TwoProvinces | Terms::OneProvince) => String::new(),
        None if book.economy.is_none() => String::new(),
        None if *victor == known.power || *loser == known.power => {
            let choice = match *victor == known.power {
                true => "you choose the terms",
                false => "you say what you would rather give up",
            };
            format!("; {choice} with `terms:` in the sheet of {}", known.moment())
        }
        None => format!("; the terms are set in {}", known.moment()),
    };
    let (victor, loser) = (book.title(victor), book.title(loser));
    format!(
        "{loser} has submitted to {victor} and keeps peace until {until}{terms}. Until then troops of {victor} may cross \
         its land and are fed by its cities."
    )
}

/// What other powers are to each other, where they are not neutral.
fn others(book: &Book, known: &Known) -> Vec<String> {
    let all: Vec<&String> =
        known.relations.parties().filter(|power| **power != known.power).collect();
    let pairs = |is: Relation| {
        let of = |(at, one): (usize, &&String)| {
            let rest = all[at + 1..].iter();
            let fits = rest.filter(|other| known.relations.relation(one, other) == is);
            let named = |other: &&String| format!("{} and {}", book.title(one), book.title(other));
            fits.map(named).collect::<Vec<_>>()
        };
        all.iter().enumerate().flat_map(of).collect::<Vec<_>>()
    };
    let said = |what: &str, names: Vec<String>| {
        (!names.is_empty()).then(|| format!("{what}: {}.", names.join("; ")))
    };
    let lines = [
        said("Others at war", pairs(Relation::War)),
        said("Others who are allies", pairs(Relation::Allied)),
    ];
    lines.into_iter().flatten().collect()
}

/// What everybody reads.
pub fn published(book: &Book, event: &CouncilEvent) -> Option<String> {
    let title = |power: &str| book.title(power).to_owned();
    Some(match event {
        CouncilEvent::WarDeclared { power, on } => {
            format!("{} declares war on {} (§6)", title(power), title(on))
        }
        CouncilEvent::AllianceBroken { power, with } => {
            format!("{} breaks the alliance with {} (§6)", title(power), title(with))
        }
        CouncilEvent::AllianceMade { one, other } => {
            format!("{} and {} become allies (§6)", title(one), title(other))
        }
        CouncilEvent::PeaceMade { one, other } => {
            format!("{} and {} make peace (§6)", title(one), title(other))
        }
        CouncilEvent::PassageGiven { guest, host, until } => format!(
            "{} lets troops of {} through its land until {until} (§6)",
            title(host),
            title(guest)
        ),
        CouncilEvent::PassageEnded { guest, host } => format!(
            "{} lets troops of {} through its land no longer (§6)",
            title(host),
            title(guest)
        ),
        CouncilEvent::PeaceForced { victor, loser, until } => {
            format!("{} must keep peace with {} until {until} (§20.1)", title(loser), title(victor))
        }
        CouncilEvent::TermsSet { victor, loser, terms, until, tribute } => {
            let (victor, loser) = (title(victor), title(loser));
            match terms {
                Terms::TwoProvinces | Terms::OneProvince => format!(
                    "the terms of {victor} for {loser} are {}; the peace holds until {until} (§20.1)",
                    terms.word()
                ),
                Terms::Reparations => format!(
                    "{loser} pays {victor} ${tribute} a turn; the peace holds until {until} (§20.1)"
                ),
            }
        }
        CouncilEvent::ForcedPeaceEnded { victor, loser } => format!(
            "the peace that {} had to keep with {} is over (§20.1)",
            title(loser),
            title(victor)
        ),
        CouncilEvent::Conquered { nation } => {
            format!("{} is conquered and out of the war (§20.2)", title(nation))
        }
        CouncilEvent::CouncilBegan { .. }
        | CouncilEvent::DealMade { .. }
        | CouncilEvent::DealNotMade { .. }
        | CouncilEvent::CouncilEnded { .. } => return None,
    })
}

/// The headline of an event, if it makes one, with its weight: the least comes first.
pub fn headline(book: &Book, event: &CouncilEvent) -> Option<(u8, String)> {
    let weight = match event {
        CouncilEvent::Conquered { .. } => 1,
        CouncilEvent::TermsSet { .. } => 2,
        CouncilEvent::WarDeclared { .. } | CouncilEvent::PeaceMade { .. } => 2,
        CouncilEvent::AllianceBroken { .. } | CouncilEvent::AllianceMade { .. } => 3,
        CouncilEvent::CouncilBegan { .. }
        | CouncilEvent::PassageGiven { .. }
        | CouncilEvent::PassageEnded { .. }
        | CouncilEvent::PeaceForced { .. }
        | CouncilEvent::ForcedPeaceEnded { .. }
        | CouncilEvent::DealMade { .. }
        | CouncilEvent::DealNotMade { .. }
        | CouncilEvent::CouncilEnded { .. } => return None,
    };
    let told = published(book, event)?;
    let rule = told.find(" (§").unwrap_or(told.len());
    Some((weight, told[..rule].to_owned()))
}

/// What became of a deal, for its parties.
pub fn remark(book: &Book, event: &CouncilEvent) -> Option<String> {
    match event {
        CouncilEvent::DealMade { deal, .. } => {
            Some(format!("the deal `{deal}` is made (K05 §16.8)"))
        }
        CouncilEvent::DealNotMade { with, deal, reason, .. } => {
            let (with, why) = (book.title(with), unmade(reason));
            Some(format!("the deal `{deal}` with {with} is not made: {why} (K05 §16.8)"))
        }
        CouncilEvent::CouncilBegan { .. }
        | CouncilEvent::WarDeclared { .. }
        | CouncilEvent::AllianceBroken { .. }
        | CouncilEvent::AllianceMade { .. }
        | CouncilEvent::PeaceMade { .. }
        | CouncilEvent::PassageGiven { .. }
        | CouncilEvent::PassageEnded { .. }
        | CouncilEvent::PeaceForced { .. }
        | CouncilEvent::TermsSet { .. }
        | CouncilEvent::ForcedPeaceEnded { .. }
        | CouncilEvent::Conquered { .. }
        | CouncilEvent::CouncilEnded { .. } => None,
    }
}

/// One event in a sentence, as the umpire is told of it.
pub fn whole(book: &Book, event: &CouncilEvent) -> String {
    match event {
        CouncilEvent::CouncilBegan { year } => format!("the council of {year} begins"),
        CouncilEvent::CouncilEnded { year } => format!("the council of {year} ends"),
        CouncilEvent::DealMade { parties, deal } => {
            let parties: Vec<&str> = parties.iter().map(|power| book.title(power)).collect();
            format!("{} make the deal `{deal}`", parties.join(" and "))
        }
        CouncilEvent::DealNotMade { power, .. } => {
            format!("{}: {}", book.title(power), remark(book, event).unwrap_or_default())
        }
        CouncilEvent::WarDeclared { .. }
        | CouncilEvent::AllianceBroken { .. }
        | CouncilEvent::AllianceMade { .. }
        | CouncilEvent::PeaceMade { .. }
        | CouncilEvent::PassageGiven { .. }
        | CouncilEvent::PassageEnded { .. }
        | CouncilEvent::PeaceForced { .. }
        | CouncilEvent::TermsSet { .. }
        | CouncilEvent::ForcedPeaceEnded { .. }
        | CouncilEvent::Conquered { .. } => published(book, event).unwrap_or_default(),
    }
}

/// Why a deal was not made, as its writer is told.
fn unmade(why: &Unmade) -> String {
    match why {
        Unmade::Unmet => "that needs the same deal in both sheets".to_owned(),
        Unmade::Refused { why } => why.clone(),
        Unmade::NoMoney { needed, left } => {
            format!("you were to pay ${needed}, and ${left} was in your bank")
        }
    }
}
