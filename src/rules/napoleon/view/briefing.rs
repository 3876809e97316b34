//! What a player reads before their first orders, and the calendar of every mail.

use super::forces;
use crate::book::Book;
use crate::season::staff;
use crate::sequence::answer::Stops;
use crate::sight::Known;
use play::Briefing;

/// The page for a player.
pub fn briefing(book: &Book, known: &Known) -> Briefing {
    let campaign = known.state.campaign(book);
    let theatre = &campaign.theatre;
    let unseen = staff::unseen(book, theatre, &known.power);
    let areas = forces::areas(book, theatre, &unseen);
    let own = areas.iter().filter(|line| !line.ours.is_empty());
    let own = own.map(|line| format!("{}: {}", line.name, line.ours)).collect();
    let objectives: Vec<&str> =
        book.campaign.objectives.iter().map(|at| book.map.name(*at)).collect();
    let mut aim = vec![format!(
        "You win as soon as you hold all objectives, with more points the earlier: {}.",
        objectives.join(", ")
    )];
    aim.extend(forces::objectives(book, theatre, false));
    Briefing::new(aim, own, vec![])
}

/// Which turn of how many this is, how it may be lost early, and what silence costs.
pub fn calendar(book: &Book, known: &Known) -> Vec<String> {
    let campaign = known.state.campaign(book);
    let (turn, all) = (campaign.theatre.turn.max(1), book.campaign.track.len());
    let name = book.campaign.track.get(turn - 1).map_or("", |found| found.turn.as_str());
    let last = book.campaign.track.last().map_or("", |found| found.turn.as_str());
    vec![
        format!(
            "Turn {turn} of {all}, {name}; the last is {last}. From turn {} on the campaign is lost \
             early with fewer than {} objectives.",
            book.campaign.fewest_from_turn, book.campaign.fewest_objectives
        ),
        match book.options.stops {
            Stops::Turns => {
                "A turn takes one mail. Its battles are fought by the `doctrine:` of your sheet, and by \
                 the defaults where that says nothing."
            }
            Stops::Battles | Stops::BattleTurns => {
                "A turn takes a mail for its moves, and further ones where battles stop it for you; \
                 `doctrine:` in a sheet answers those in advance, and silence fights by it."
            }
        }
        .to_owned(),
    ]
}
