//! The Bosphorus: who opens it to whom (NIA §5.3.4). Gibraltar hinders nobody.

use super::squad::{self, Passing};
use crate::decisions::Topic;
use crate::orders::senses::Commander;
use crate::position::Position;
use crate::record::event::FleetEvent;
use crate::record::state::Marker;
use crate::turn::Turn;
use kit::ledger::{Question, Source};
use kit::rule::Rule;
use sheet::condition::Truth;

const STRAITS: Rule = Rule("NIA §5.3.4");

/// Whether ships of a power may pass from one sea to the next: whoever could shut the passage is
/// asked, but not an allied Turk. By default a neutral lets them pass and an enemy does not.
pub fn opens(turn: &mut Turn, link: (&str, &str), power: &str) -> bool {
    let Some(gate) = squad::gate(turn.book, turn.state.common(), link, power) else { return true };
    let (holder, at) = (gate.holder.to_owned(), gate.at);
    let neutral = match gate.passing {
        Passing::Shut => return false,
        Passing::Free => true,
        Passing::Granted => false,
    };
    let word = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let said = wants(turn, &holder).map(|yes| (word(yes), Source::Reaction));
    let question = Question {
        ask: STRAITS.by(&holder).at(turn.book.atlas.name(at)),
        decider: holder.clone(),
        decision: Topic::Straits.decision(),
        options: vec![word(true), word(false)],
        default: word(neutral),
        needs_human: false,
    };
    let open = turn.ledger.decide(question, said).choice == "yes";
    if !open && neutral {
        // A neutral who shuts them out is at war with them (§5.3.4).
        let joins = turn.state.bloc(power).opposite();
        turn.record(FleetEvent::BosphorusShut { by: holder, against: power.to_owned(), joins });
    }
    open
}

/// What the holder's reaction `straits: {if: …}` says.
fn wants(turn: &Turn, holder: &str) -> Option<bool> {
    let sheet = turn.sheets.get(holder)?;
    let marker = turn.marker.unwrap_or(Marker::WinterQuarters);
    sheet.reactions.iter().find_map(|map| {
        let condition = map.get("straits")?.map()?.condition("if")?;
        match condition.ask(&Commander::new(turn.book, turn.known(holder), None, marker, 0)) {
            Truth::Yes => Some(true),
            Truth::No => Some(false),
            Truth::Unknown => None,
        }
    })
}
