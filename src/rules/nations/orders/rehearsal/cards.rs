//! What the receipt and the form say of event cards (NIA §11.1).

use crate::book::Book;
use crate::book::cards::{Card, Effect};
use crate::book::spelling::spoken;
use crate::cards::{self, Whom};
use crate::orders::rehearsal::markers;
use crate::orders::{Entry, Step, attack};
use crate::position::Position;
use crate::record::state::Force;
use kit::ground::Space;
use sheet::keys::{Filled, Given};
use sheet::{Diagnostic, Diagnostics};

/// The cards under `cards:` that can wait there; of the others it is said where they belong.
pub fn kept_ready(book: &Book, filled: &Filled, faults: &mut Diagnostics) -> Vec<String> {
    let mut ready = vec![];
    for (name, given) in
        filled.list("cards").iter().filter_map(|given| Some((given.name()?, given)))
    {
        let waits = book.cards.get(name).is_some_and(|card| !card.is_at_once());
        if waits {
            ready.push(name.to_owned());
        } else {
            faults.push(with_an_entry(name, given));
        }
    }
    ready
}

fn with_an_entry(name: &str, given: &Given) -> Diagnostic {
    let text = format!("{name} is played with an entry, so it is not played from here");
    let help = format!("write `card: {name}` into the entry");
    Diagnostic::remark("card-with-entry", given.at.clone(), text).rule("NIA §11.1").help(help)
}

/// A card that is kept ready, with what it does.
pub fn ready(book: &Book, card: &str) -> String {
    let page = book.cards.get(card);
    let told = page.map_or("", |card| &card.told);
    let when = match page.is_some_and(Card::is_public) {
        true => "first of the public cards of its holder",
        false => "as soon as it fits",
    };
    format!("card {card}, {when}: {told}")
}

/// Which cards must have been played before a card.
pub fn not_before(card: &Card) -> String {
    let any: Vec<String> = card.needs.iter().map(|any| any.join(" or ")).collect();
    let or =
        if card.or_invaded { ", or with enemy units in supply on its holder's land" } else { "" };
    format!("{} is played only after {}{or}", card.card, any.join(" and "))
}

/// Where a step would attack, as far as is known.
type Target<'t> = &'t dyn Fn(&Step) -> Option<Space>;

/// What the card of an entry does; a remark where it is not for the one who acts.
pub fn of_entry(
    (book, at, target): (&Book, &dyn Position, Target<'_>),
    (power, entry): (&str, &Entry),
    force: Option<&Force>,
    faults: &mut Diagnostics,
) -> Option<String> {
    let card = book.cards.get(entry.card.as_ref()?)?;
    let asks = force.is_some() || entry.at_sea();
    let others = asks.then(|| cards::for_others((book, at), card, (power, force))).flatten();
    if let Some(whom) = others {
        let whom = match whom {
            Whom::Leader(name) => name.to_owned(),
            Whom::Holders => card.holders_in_words(&book.people),
            Whom::Army => "an army".to_owned(),
            Whom::Troops => "troops on land".to_owned(),
            Whom::Later => String::new(),
        };
        let text = match whom.is_empty() {
            true => format!("{}: the entry waits for it", not_before(card)),
            false => format!("the card {} is for {whom}: the entry waits for good", card.card),
        };
        faults.push(Diagnostic::remark("card-not-for", entry.head(), text).rule("NIA §11.1"));
    }
    if !card.fits_an_entry() {
        let text = format!("{}: its moment never comes while an entry is played", card.card);
        let help = format!("to keep it ready write `cards: [{}]` beside the entries", card.card);
        let remark = Diagnostic::remark("card-not-here", entry.head(), text).rule("NIA §11.1");
        faults.push(remark.help(help));
        return None;
    }
    let away = force.filter(|force| !is_at_home((book, target), entry, force));
    if let Some(force) = away.filter(|_| card.effect == Effect::HolyWar) {
        let text = format!(
            "the card {} counts on {}'s own land alone, and nothing of this entry is there: it would be \
             spent for nothing, unless the enemy comes to them on that land this season",
            card.card,
            book.people.title(&force.power),
        );
        faults.push(Diagnostic::remark("card-idle", entry.head(), text).rule("NIA §11.1"));
    }
    let third = card.effect == Effect::ThirdMarch;
    let initiative = markers::initiative_of(book, entry, force);
    let acted = force.map_or(0, |force| force.activations);
    if third && acted == 0 && initiative < 3 {
        let text = format!(
            "a third march needs a third marker, and with initiative {initiative} {} {}: as things stand this entry \
             is never played, unless others take them along first",
            if initiative == 1 { "only land 1 wakes" } else { "only land 1 and land 2 wake" },
            spoken(book, &entry.who)
        );
        faults.push(Diagnostic::remark("card-idle", entry.head(), text).rule("NIA §5.1.3"));
    }
    let waits =
        if third { "; it waits until two other entries of theirs have been played" } else { "" };
    Some(format!("with the card {}: {}{waits}", card.card, card.told))
}

/// Whether an entry attacks on its power's own land, or attacks nobody and begins there.
fn is_at_home((book, target): (&Book, Target<'_>), entry: &Entry, force: &Force) -> bool {
    let attacks = entry.steps.iter().filter(|step| step.key == attack::STEP.kind.key);
    let mut met = attacks.map(target).peekable();
    let is_own = |at| cards::is_own_land(book, &force.power, at);
    // Of somebody whom nobody sees it is not known where they are met.
    if met.peek().is_none() { is_own(force.at) } else { met.any(|at| at.is_none_or(is_own)) }
}

/// Whether the form must say more of a card than that it allows a third march.
fn is_told(card: &Card) -> bool {
    card.effect != Effect::ThirdMarch || card.leader.is_some()
}

/// The cards of a power's hand, each with what it does and when it may be played: for the form, which leaves out
/// what its entries' own comments explain, or all of them for the report.
pub fn in_hand(
    (book, at): (&Book, &dyn Position),
    (power, hand): (&str, &[String]),
    all: bool,
) -> Vec<String> {
    let cards = hand.iter().filter_map(|card| book.cards.get(card));
    let here = if all { "in the sheet" } else { "here" };
    let side = at.common().bloc(power);
    let line = |card: &Card| {
        let Card { card: name, told, effect, .. } = card;
        let how = match (card.is_at_once(), card.fits_an_entry()) {
            _ if card.is_public() => format!(
                "by itself, since it is public, when a season begins, one of each side; `cards: [{name}]` {here} \
                 lets it go before others"
            ),
            (true, _) if *effect == Effect::ByHand => {
                format!("`card: {name}` in an entry; the umpire says what comes of it")
            }
            (true, _) if *effect == Effect::ThirdMarch => format!(
                "`card: {name}` in a third entry of somebody with initiative 3, since it takes a third marker"
            ),
            (true, _) => format!("`card: {name}` in an entry"),
            (false, true) => format!("`cards: [{name}]` {here}, or `card: {name}` in an entry"),
            (false, false) => format!("`cards: [{name}]` {here}"),
        };
        if !card.is_public() && !card.is_for(power, side) {
            let whose = card.holders_in_words(&book.people);
            return format!("{name}: {told}. It is for {whose} to play.");
        }
        let when = if cards::needs_are_met(book, at, card) {
            String::new()
        } else {
            not_before(card) + ". "
        };
        let play = if card.is_public() { "It is played" } else { "To play it:" };
        format!("{name}: {told}. {when}{play} {how}.")
    };
    cards.filter(|card| all || is_told(card)).map(line).collect()
}
