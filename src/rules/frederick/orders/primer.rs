//! How a year goes, on one page for a player who is new to the game; every figure is read from the book.
//! The lines are as long as they come.

use crate::book::Book;
use crate::book::options::{Extra, Fog};
use crate::book::troops::Kind;
use crate::operations::sea::cargo::ROOM;
use crate::operations::sea::search::MEET;
use crate::orders::lessons;
use crate::position::COMBINE;
use crate::sight::Known;
use crate::view::money;
use sheet::guide::{Chapter, Page};

/// The chapters of the page.
pub fn chapters(book: &Book, known: &Known) -> Vec<Chapter> {
    let mut page = Page::default();
    page.chapter("HOW A YEAR GOES", year(book));
    page.chapter("HOW AN OPERATION GOES", operation(book));
    page.chapter("THE COURT", lessons::court(book));
    page.chapter("RAISING UNITS", lessons::raising(book));
    page.chapter("BATTLES", lessons::battles(book));
    page.chapter("FORTRESSES AND HONOURS OF WAR", lessons::fortresses(book));
    page.chapter("FOOD", lessons::food(book));
    page.chapter("MARKERS", lessons::markers(book));
    page.chapter("OPTIONAL RULES OF THIS CAMPAIGN", extras(book));
    page.chapter("WHAT IS SEEN", seen(book));
    page.chapter("WHAT IS DONE WHERE YOU SAY NOTHING", silence());
    page.chapter("YOUR SEAT", seat(book, known));
    page.chapter("THE SIGNS OF A REPORT", signs());
    page.into_chapters()
}

fn year(book: &Book) -> Vec<String> {
    let go_arounds = book.options.most(1);
    vec![
        "A year is four seasons. At the court you bid in secret for the first operation of the year, \
         take the taxes of the cities in which your units stand, bid for markers, make deals, win \
         minor powers and raise troops. Then come three seasons of operations. At the end of the \
         year units above what their square feeds cost a thaler a square, or starve; victory is \
         checked, and each seat rolls for an event of the next year."
            .to_owned(),
        "At the court every line is asked when its turn comes, in the order of play; what cannot be \
         paid or is not allowed then is told and left out, and the rest counts."
            .to_owned(),
        "A deal is made if both sheets have it under one name with the same terms. Nobody learns of \
         one that is not made but who wrote it. Letters go on at once during the court."
            .to_owned(),
        format!(
            "In a season of operations the seats take turns, the winner of the bid first: each plays \
             one operation or passes. There are {go_arounds} such go-arounds, fewer if all pass in a \
             row. If a whole season passes without an operation, the year is over."
        ),
        "Your list of operations is asked at each of your turns: the first entry whose `if:` holds and \
         whose force is there is played. A pass looks like any other."
            .to_owned(),
    ]
}

fn operation(book: &Book) -> Vec<String> {
    let price = book.tables.expenditure.operation;
    vec![
        format!(
            "An operation moves units of one square. It costs {} thaler, {} for Prussians alone; \
             unpaid, the force is checked for attrition, and loses up to half its units.",
            money(price.halves),
            money(price.prussian)
        ),
        "A square costs a point, half of one along a river; mountains end the march. The slowest unit \
         sets the pace. Units go through sides, light troops alone also aslant. The land of neutral \
         powers is closed; the German and Italian States are open to all."
            .to_owned(),
        format!(
            "Fleets sail as far as they like in one sea, past neutral coasts and land units. A fleet \
             carries {ROOM} units: `embark:`, `sail:`, `land:`. In a port it sails on after each; \
             elsewhere going aboard or ashore ends its move. From the North Sea to the Baltic, from the \
             Western Mediterranean to the Adriatic or to the English Channel it goes off the map, and \
             stops at the edge of the other sea. On the high seas fleets meet with a die of {MEET} or less; \
             who is aboard does not fight, but for admirals, and is lost with the fleet."
        ),
        "With the marker Thurn & Taxis a second force moves in the same operation: `second force:`."
            .to_owned(),
    ]
}

/// What the optional rules of the campaign change.
fn extras(book: &Book) -> Vec<String> {
    let told = |extra: &Extra| match extra {
        Extra::SpecialUnits => {
            "Special units: light troops go and retreat through mountains, and count double there in \
             attack and three times in defence. An ambush needs cavalry or light troops, and a delaying \
             action as many of them as the enemy has. Siege trains are lost first."
        }
        Extra::Overrun => {
            "Overrun: a force with ten times the strength and leaders of those whose square it enters \
             wipes them out for one point more, and marches on; not in fortresses or fieldworks."
        }
        Extra::FormalSieges => {
            "Formal sieges: with a siege train a force may besiege a fortress instead of attacking it \
             (`besiege: {}`). The besieged cannot leave, eat what the tax of their city is worth, and are \
             wiped out by any retreat; to attack the own square is a sortie. Others stay out."
        }
        Extra::Prisoners => {
            "Prisoners: half of a force that is wiped out is taken, and all who are beaten two to one in \
             honours of war. Deals can set prisoners free."
        }
    };
    let played = Extra::ALL.iter().filter(|extra| book.options.has(**extra));
    played.map(|extra| told(extra).to_owned()).collect()
}

fn seen(book: &Book) -> Vec<String> {
    let first = "Squares, leaders on top and the height of stacks, treasuries, the number of markers in \
                 hands, bids, dice and everything that is played lie open. What is in a stack, hands, \
                 the pool and sheets do not. Stacks that meet see each other; the report \
                 tells what was met and when, until you see somebody join or leave. Fleets are seen as such; what they carry is not.";
    let mut lines = vec![first.to_owned()];
    if book.options.fog == Fog::Near {
        lines.push(
            "In this campaign you see stacks only near your units and in and beside your own lands; \
             elsewhere the report shows what was seen last."
                .to_owned(),
        );
    }
    lines
}

fn silence() -> Vec<String> {
    vec![
        "You bid nothing, buy and raise nothing, make no deal and pass. At the year's end every \
         square is fed while your thaler last. A march goes round others and stops before those whom it did not \
         expect. Recruits are lost first, leaders last; a lost leader always tries to save himself, and \
         goes to your largest stack."
            .to_owned(),
    ]
}

fn seat(book: &Book, known: &Known) -> Vec<String> {
    let mut lines = vec![];
    for major in book.majors(&known.power) {
        let Some(card) = book.cards.majors.get(major) else { continue };
        lines.push(format!(
            "{}: its Special marker counts as {}.",
            book.title(major),
            card.special.join(" or ")
        ));
        let kinds = Kind::TROOPS.into_iter().map(|kind| (book.cards.mix(major, kind), kind.word()));
        let mix: Vec<String> = kinds
            .filter(|(many, _)| *many > 0)
            .map(|(many, kind)| format!("{many} {kind}"))
            .collect();
        lines.push(format!(
            "Its counters: {}. No more of a kind are in play at once, prisoners too; one that is lost can \
             be raised again.",
            mix.join(", ")
        ));
        let ability = book.ability(major);
        if let Some(free) = &ability.free_unit {
            let (kind, at) = (&free.kind, &free.at);
            lines.push(format!(
                "Each year a unit of {kind} comes for nothing at {at}, if it is held."
            ));
        }
        if let Some(kind) = &ability.free_promotion {
            lines.push(format!("Each year one recruit of {kind} becomes a veteran for nothing."));
        }
        for (kind, price) in &ability.prices {
            lines.push(format!("{kind} costs {price} thaler here."));
        }
        for (at, line) in ability.special.iter().enumerate() {
            let cities = |some: &crate::book::abilities::Cities| some.words();
            let all: Vec<String> = line.iter().map(cities).collect();
            let or =
                if at == 0 { "Its card is fulfilled with units of its own in" } else { "Or in" };
            lines.push(format!("{or} {}.", all.join(" and ")));
        }
        if ability.wins_stalemates {
            let when =
                "no other seat has met a condition when the last year ends, or several are even";
            lines.push(format!("It wins if nobody else does: {when}."));
        }
    }
    if book.seats().len() > COMBINE {
        lines.push("The land of minor powers of yours does not count for victory.".to_owned());
    }
    lines.push(format!("You may hold {} markers.", book.seats.hand));
    lines
}

/// What may stand together, told to players.
pub fn limits(book: &Book) -> Vec<String> {
    let terrain = &book.tables.terrain;
    vec![
        "Any number of units may stand in a square; units of several powers in a force make a check \
         for attrition harder."
            .to_owned(),
        format!(
            "At the end of a year a square feeds so many units: {} in the open, {} in mountains, and up \
             to {} more by the tax of a city.",
            terrain.clear.forage, terrain.mountain.forage, terrain.city_forage
        ),
        "Garrisons never move, and no fleet carries them. Areas off the map are for units of their own power alone.".to_owned(),
    ]
}

/// What the signs of a report mean.
pub fn signs() -> Vec<String> {
    vec![
        "A stack of others is 1-2, 3-5, or 6 or more units high; its highest leader is told. Thaler are \
         counted in halves. A square is a number and a letter, such as 8M."
            .to_owned(),
    ]
}
