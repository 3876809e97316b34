//! What became of each entry of a power's sheet and of its steps, as data: what the receipt graded
//! beforehand.

use crate::book::countries::CountryStatus;
use crate::money::cabinet::List;
use crate::orders::causes::Cause;
use crate::record::event::{CourtEvent, Reason, SpendingEvent, of_peace, of_troops};
use crate::sight::news::{ForceNews, LandNews, OrderNews, SeenEvent, Told, WarNews};
use play::{Became, Outcome};

/// Each entry, and those of its steps that were not done; the others of an entry that was taken up
/// were.
pub fn became(power: &str, season: &[SeenEvent]) -> Vec<Became> {
    let mut all: Vec<Became> = vec![];
    let mut stopped = None;
    for seen in season {
        match seen {
            SeenEvent::Force(ForceNews::Stopped { who, halt, .. }) if who.power == power => {
                stopped = Some(Cause::of_halt(halt));
            }
            SeenEvent::Order(news) => {
                note(news, stopped, &mut all);
                if matches!(news, OrderNews::TakenUp { .. }) {
                    stopped = None;
                }
            }
            SeenEvent::War(WarNews::Land(news)) => {
                if let LandNews::Told(Told::Spending { event, .. }) = &**news
                    && event.purse().power == power
                {
                    all.extend(of_money(event, last_entry(season)));
                }
                if let LandNews::Told(Told::Court { event, .. }) = &**news {
                    let [.., politics, peace] = List::numbers(last_entry(season));
                    for (is_own, list) in [
                        (is_own_politics(event, power), politics),
                        (is_own_peace(event, power), peace),
                    ] {
                        if is_own {
                            set(&mut all, entry(list, Outcome::Done, None));
                        }
                    }
                }
            }
            SeenEvent::Sequence(_) | SeenEvent::Force(_) | SeenEvent::War(WarNews::Sea(_)) => {}
        }
    }
    all
}

/// Whether a line of a power's politics was carried out.
fn is_own_politics(event: &CourtEvent, own: &str) -> bool {
    match event {
        CourtEvent::Courted { power, .. } | CourtEvent::WarDeclared { power, .. } => power == own,
        CourtEvent::CountryTurned { status: CountryStatus::Satellite(power), .. }
        | CourtEvent::Annexed { power, .. } => power == own,
        CourtEvent::CountryTurned {
            status: CountryStatus::Allied(power),
            from: CountryStatus::Conquered(_),
            ..
        } => power == own,
        CourtEvent::Surrendered { power, ally, .. } => ally.as_ref().unwrap_or(power) == own,
        CourtEvent::ProvinceTitled { .. }
        | CourtEvent::CountryTurned { .. }
        | CourtEvent::PowerTurned { .. }
        | CourtEvent::Enthroned { .. }
        | CourtEvent::AllianceChecked { .. }
        | CourtEvent::Wavered { .. }
        | CourtEvent::LevyTurned { .. }
        | of_troops!()
        | CourtEvent::Contested { .. }
        | CourtEvent::TruceSet { .. }
        | CourtEvent::SystemTurned { .. }
        | CourtEvent::SystemCounted { .. }
        | of_peace!()
        | CourtEvent::Restored { .. } => false,
    }
}

/// Whether a line of a power's `peace:` was carried out.
fn is_own_peace(event: &CourtEvent, own: &str) -> bool {
    if let CourtEvent::FoughtOn { power: by, .. }
    | CourtEvent::PeaceRefused { power: by, .. }
    | CourtEvent::ConditionSet { by, .. } = event
    {
        return by == own;
    }
    false
}

/// The number of the last entry of the sheet.
fn last_entry(season: &[SeenEvent]) -> u16 {
    let entries = season.iter().find_map(|seen| {
        let SeenEvent::Order(OrderNews::Ordered { entries, .. }) = seen else { return None };
        Some(entries.len())
    });
    entries.and_then(|entries| u16::try_from(entries).ok()).unwrap_or(0)
}

/// What became of lines of the budget, the muster and of politics, which count as the entries after the last.
fn of_money(event: &SpendingEvent, last: u16) -> Vec<Became> {
    let [budget, muster, politics, peace] = List::numbers(last);
    if let SpendingEvent::NotCarriedOut { line, list, order, reason, .. } = event {
        let of = |list: List| list.word();
        let number = match list.as_str() {
            word if word == of(List::Muster) => muster,
            word if word == of(List::Politics) => politics,
            word if word == of(List::Peace) => peace,
            _ => budget,
        };
        return vec![step_of(number, *line, Outcome::NotDone, Cause::of_line(order, reason))];
    }
    // A minor country's purse is closed too; once is enough.
    let closed =
        matches!(event, SpendingEvent::AccountClosed { purse, .. } if purse.owner == purse.power);
    let done = |number| entry(number, Outcome::Done, None);
    if closed { vec![done(budget), done(muster)] } else { vec![] }
}

fn note(news: &OrderNews, stopped: Option<Cause>, all: &mut Vec<Became>) {
    match news {
        OrderNews::Ordered { entries, .. } => {
            let sound = (1..).zip(entries).filter(|(_, who)| !who.is_empty());
            let numbers = sound.map(|(number, _)| number);
            let never = Outcome::NotDone;
            all.extend(numbers.map(|number| entry(number, never, Some(Cause::Marker))));
        }
        OrderNews::TakenUp { entry: number, .. } => set(all, entry(*number, Outcome::Done, None)),
        OrderNews::Waited { entry: number, reason, .. } => {
            let is_taken = all.iter().any(|one| {
                one.entry == *number && one.step.is_none() && one.became == Outcome::Done
            });
            if !is_taken {
                set(all, entry(*number, Outcome::NotDone, Some(Cause::of(reason))));
            }
        }
        // A card is no step.
        OrderNews::NotDone { entry, step, order, reason, .. } if *entry > 0 && *step > 0 => {
            let stopped = stopped.filter(|_| matches!(reason, Reason::Halted));
            let cause = stopped.unwrap_or_else(|| Cause::of_step(order, reason));
            all.push(step_of(*entry, *step, Outcome::NotDone, cause));
        }
        OrderNews::NotReached { entry, steps, why, .. } => {
            let not = |step: &u16| step_of(*entry, *step, Outcome::NotReached, Cause::of_end(*why));
            all.extend(steps.iter().map(not));
        }
        OrderNews::NotDone { .. }
        | OrderNews::Reacted { .. }
        | OrderNews::Ruled { .. }
        | OrderNews::Decreed { .. }
        | OrderNews::Letter { .. } => {}
    }
}

fn entry(number: u16, became: Outcome, cause: Option<Cause>) -> Became {
    Became { entry: number, step: None, became, cause: cause.map(Cause::word) }
}

fn step_of(entry: u16, step: u16, became: Outcome, cause: Cause) -> Became {
    Became { entry, step: Some(step), became, cause: Some(cause.word()) }
}

/// Says of an entry what is known last.
fn set(all: &mut Vec<Became>, became: Became) {
    match all.iter_mut().find(|one| one.entry == became.entry && one.step.is_none()) {
        Some(before) => *before = became,
        None => all.push(became),
    }
}
