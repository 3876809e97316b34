//! The chapters of a new player's page that teach the court, battles, fortresses, food and markers; every
//! figure is read from the book.

use crate::book::Book;
use crate::book::tables::{Price, Where};
use crate::book::troops::{Grade, Kind};
use crate::view::money;
use std::collections::BTreeSet;

/// The phases of the court (§3.2, §7 to §11).
pub fn court(book: &Book) -> Vec<String> {
    let declaration = book.tables.expenditure.declaration.thaler;
    vec![
        "The events of the year come first, and may cost or bring thaler. Then the phases: the bids for the initiative, taxes, the market, deals, diplomacy, \
         mobilization. `initiative: [{bid: 2}]`: the highest bid pays and operates first all year; \
         of equal bids the lot decides."
            .to_owned(),
        "The market opens lots of markers, face down. `market: {up to: 2, spend: 5, keep: 1}` bids up to \
         2 for each lot and 5 in all, and leaves 1 in the treasury. Each seat bids once \
         for a lot, in turn: who is first says `open:`, or all of `up to`, the others one more than \
         the highest while they can. Who wins a marker pays their bid and takes it."
            .to_owned(),
        format!(
            "A deal exchanges thaler and markers, also for promises: not to attack, to leave a square, \
             or words. Both sheets write it under one `name`, with `give` and `get` exchanged. Who breaks a promise loses half their markers, and each other seat draws a die of \
             them. In diplomacy `alliance` plays the \
             marker of a minor power, and `declare war` costs {declaration} thaler; another seat then \
             gets that minor."
        ),
        "Each phase has its own `keep:`, the thaler that it leaves: that of `market` binds the bids, \
         that of the sheet the mobilization, that of `provision` the food at the year's end."
            .to_owned(),
    ]
}

/// What units cost and do (§11.3, §2.9).
pub fn raising(book: &Book) -> Vec<String> {
    let line = |kind: Kind| {
        let price = book.tables.expenditure.price(kind)?;
        let strength = |grade: Grade| book.troops.strength("", kind, grade, "");
        let mut said = vec![format!("{} thaler", price.recruit)];
        if kind.is_graded() {
            said.push(format!("strength {}", strength(Grade::Recruit)));
            let veteran = strength(Grade::Veteran);
            let promoted =
                price.veteran.map(|cost| format!("{cost} more make a veteran of {veteran}"));
            said.extend(promoted);
        } else {
            said.push(format!("strength {}", strength(Grade::raised(kind))));
            said.extend(price.full.map(|cost| format!("{cost} for one of 2")));
        }
        match (kind, book.troops.moves("", kind)) {
            (Kind::Fleet, _) => {}
            (_, 0) => said.push("never moves".to_owned()),
            (_, moves) => said.push(format!("{moves} points")),
        }
        said.push(places(price));
        Some(format!("{}: {}.", kind.word(), said.join(", ")))
    };
    let mut lines: Vec<String> = Kind::TROOPS.into_iter().filter_map(line).collect();
    lines.push(
        "Units of a major power come in any such square that your units hold, those of a minor power in \
         its own country; each square takes as many a year as its city's tax, at least one. Units are \
         made veterans with `promote`, in fortresses, or by winning battles."
            .to_owned(),
    );
    lines.push(format!(
        "`fieldworks: [Teschen]` builds fieldworks for {} thaler where your units stand: on land, in no \
         fortress, one in a square.",
        book.tables.expenditure.fieldworks.thaler
    ));
    lines
}

/// Where a kind of unit is raised.
pub fn places(price: &Price) -> String {
    let word = |place: &Where| match place {
        Where::City => "a city",
        Where::Fortress => "a fortress",
        Where::Town => "a town",
        Where::Fieldworks => "fieldworks",
        Where::Port => "a port",
    };
    let all: Vec<&str> = price.places.iter().map(word).collect();
    format!("in {}", all.join(" or "))
}

/// The table of combat results (§18.3).
fn results(book: &Book) -> String {
    let combat = &book.tables.combat;
    let column = |at: usize| {
        let letters = (1..=6).map(|die| combat.read(at, die).letters());
        format!("{}%: {}", combat.band(at), letters.collect::<Vec<_>>().join(" "))
    };
    let columns: Vec<String> = (0..=combat.best()).map(column).collect();
    format!("The table, with the results of the die from 1 to 6: {}.", columns.join("; "))
}

/// The values of all leaders who may come, by their power (§23.3).
fn leaders(book: &Book) -> String {
    let of = |major: &String| {
        let own = || book.troops.leaders.iter().filter(|leader| leader.power == *major);
        let with = |value: u8| {
            let names = own().filter(|leader| leader.value == value);
            let names: Vec<String> = names
                .map(|leader| match leader.political {
                    true => format!("({})", leader.name),
                    false => leader.name.clone(),
                })
                .collect();
            format!("{value} for {}", names.join(", "))
        };
        let values: BTreeSet<u8> = own().map(|leader| leader.value).collect();
        let values: Vec<String> = values.into_iter().rev().map(with).collect();
        format!("{}: {}", book.title(major), values.join(", "))
    };
    let all: Vec<String> = book.cards.majors.keys().map(of).collect();
    format!("Values of leaders, in brackets those who play no battle markers: {}.", all.join("; "))
}

/// How a battle is counted and what its results are (§18).
pub fn battles(book: &Book) -> Vec<String> {
    let terrain = &book.tables.terrain;
    vec![
        format!(
            "Who ends a march among others attacks all of them with all who are in the square. Strengths \
             are added up; mountains and fieldworks count the defenders {} times, a fortress {} times. \
             The attacker's sum in per cent of the defender's gives the column of a table, a die the \
             line.",
            terrain.mountain.defence, terrain.fortress_defence
        ),
        results(book),
        "Before the die both play battle markers, as many as the value of one leader there, with decoys \
         beside them if they like. Multipliers of one unit add up: two make it three times, three four \
         times, and no more. The winner keeps the battle markers that were played, the loser's go back."
            .to_owned(),
        "Results, from worst to best for the attacker: AZ all attackers are lost; AD half, and the rest \
         flee each by a die; AR they go back a square; BB half of both are lost, and the attackers go \
         back if a defender is left; MV the defenders go back; TV half, and the rest flee; DV all are \
         lost. The winner names the first square of a retreat. Nobody retreats into mountains."
            .to_owned(),
        "A victory draws markers, more for a stronger enemy, and the loser loses some; it makes a \
         veteran of a recruit."
            .to_owned(),
        leaders(book),
    ]
}

/// What is different before walls (§17, §19).
pub fn fortresses(_book: &Book) -> Vec<String> {
    vec![
        "To take a fortress, attack its square. Those inside never retreat by a result: unless all of \
         them are lost, the attackers go back a square and nobody has won. Before fortresses and \
         fieldworks Pioneers alone are played; they double the attackers, three times with a siege \
         train, which doubles them by itself."
            .to_owned(),
        "Honours of War try to make others go without a fight, also out of a fortress: `honours: 4` \
         before the battle, with a leader in the square and markers `Honours of War 1` or `2` of up to so many points. You roll a die for each point, they one, one \
         more in a fortress and one for each point of theirs; the higher sum stays, a tie is theirs, and the \
         loser goes back a square, garrisons too."
            .to_owned(),
        "`pillage: {}` after the battle tries to pillage the square with a die of at most your strength \
         there: a city pays its tax at once, and feeds and pays nobody until it is restored."
            .to_owned(),
    ]
}

/// Who eats what at the end of a year (§22).
pub fn food(book: &Book) -> Vec<String> {
    let terrain = &book.tables.terrain;
    let provision = book.tables.expenditure.provision.thaler;
    vec![
        format!(
            "At the end of a year each square feeds {} units in the open, {} in mountains, up to {} more \
             by the tax of a city and {} by fieldworks. Where there are more, {provision} thaler feeds all \
             of the square; else as many starve as are too many.",
            terrain.clear.forage,
            terrain.mountain.forage,
            terrain.city_forage,
            terrain.fieldworks_forage
        ),
        "A fortress of yours is a magazine: it feeds all your units in it and up to two squares away as \
         infantry marches, four along a river. A port with a fleet of yours, and no enemy fleet, feeds \
         all who are there."
            .to_owned(),
    ]
}

/// What each marker does (§9.13).
pub fn markers(book: &Book) -> Vec<String> {
    let countermarch = book.tables.expenditure.countermarch;
    vec![
        "Battle markers: Charge (cavalry three times), Infantry Drill (infantry twice), Oblique Attack \
         (veterans, guards and leaders twice), Naval (fleets twice, with an admiral), Pioneers (see \
         above; the defender's cancel them), Light Troops (with twice as many as they have, slip away \
         before the battle), Special (see your seat)."
            .to_owned(),
        format!(
            "In operations: Countermarch (another march at once, an ambush, or a delay; {} thaler, {} for \
             Prussians alone), Thurn & Taxis (two forces move), Truce (another seat passes), Spy (look \
             into a square, a hand or the market, or cancel a Spy), Fortunes of War (a die again), \
             Command Dispute (enemies of several powers play no battle marker), Honours of War 1 and 2.",
            money(countermarch.halves),
            money(countermarch.prussian)
        ),
        "At court: Alliance (a minor power is yours), Mercantilism (a thaler more for each city of tax 2), \
         Drillmaster (as many veterans as a leader's value), Press Gang and Rally (a unit for nothing), \
         Uprising (a unit beside your own city that others hold), Pragmatic Army (three units and a \
         leader, once), Vote in the Imperial Diet (a vote), Mercenaries and Mercenary leader (come in \
         a fortress of yours), Enlightenment (any action marker, cancel one, take one, or the initiative)."
            .to_owned(),
    ]
}
