//! What a form offers, each line alone: it is accepted, and play refuses it for no reason that its reader
//! could have known.

use crate::first_mails::{a_bad_sheet_is_found, first_mails_hold};
use crate::general::General;
use crate::seam::ByMail;
use kit::ledger::Ledger;
use play::{Grade, Outcome};
use std::collections::{BTreeMap, BTreeSet};

/// What nobody can know beforehand: the die, and what others do before a force acts.
const UNFORESEEN: [&str; 3] = ["dice", "enemy", "no-roll"];

/// The lines that a form offers, each as a sheet of its own without its head.
fn offers(form: &str) -> Vec<String> {
    let lines: Vec<&str> = form.lines().filter_map(|line| line.strip_prefix("# ")).collect();
    let (mut offers, mut key, mut near) = (vec![], String::new(), vec![]);
    for (number, line) in lines.iter().enumerate() {
        let comment = line.strip_prefix("  ").map(str::trim);
        if let Some(ways) = comment.and_then(|line| line.strip_prefix("From ")) {
            let (_, to) = ways.split_once(" to ").unwrap();
            let rest = if to.ends_with(':') { "" } else { lines[number + 1].trim() };
            let all = format!("{to} {rest}");
            let names = all.trim().trim_end_matches(':').split(',');
            near = names.map(|name| name.trim().to_owned()).collect();
        } else if let Some(who) = line.strip_prefix("- who: [") {
            let more = lines[number + 1..].iter().take_while(|line| !line.starts_with("  to:"));
            let whole = more.fold(who.to_owned(), |all, line| format!("{all} {}", line.trim()));
            for name in whole.trim_end_matches(']').split(',').map(str::trim) {
                // Napoleon alone is lost.
                for to in near.iter().filter(|_| name != "Napoleon") {
                    offers.push(format!("{key}:\n- {{who: [{name}], to: {to}}}\n"));
                }
            }
        } else if line.starts_with("- ") && !line.ends_with(": ") && key != "doctrine" {
            if !line.contains("NAME") {
                offers.push(format!("{key}:\n{line}\n"));
            }
        } else if let Some((name, ways)) = comment.and_then(|line| line.split_once(": ")) {
            offers.extend(of_fighter(&key, name, ways));
        } else if !line.starts_with([' ', '-'])
            && let Some((name, value)) = line.split_once(':')
        {
            key = name.to_owned();
            if key == "doctrine" {
                let rest: Vec<&str> = lines[number + 1..].iter().copied().take(4).collect();
                offers.push(format!("doctrine:\n{}\n", rest.join("\n")));
            }
            // What the form leaves to be filled in says nothing.
            if !value.trim().is_empty() && value.trim() != "[]" {
                offers.push(format!("{line}\n"));
            }
        }
    }
    offers
}

/// What a form says that a force on the board can do: its plans, or its acts.
fn of_fighter(key: &str, name: &str, ways: &str) -> Vec<String> {
    let (head, is_act) = match name.split_once(", in ") {
        Some((head, _)) => (head.rsplit_once(' ').map_or(head, |(name, _)| name), true),
        None => (name, false),
    };
    let ways = ways.split(',').map(str::trim);
    let acts = |way: &str| match way.split_once(' ') {
        Some(("march", how)) => format!("acts:\n- march: {{who: [\"{head}\"], how: {how}}}\n"),
        _ => format!("acts:\n- {way}: [\"{head}\"]\n"),
    };
    let known = ["fire", "pivot", "march"];
    match (key, is_act) {
        ("acts", true) => {
            ways.filter(|way| known.iter().any(|known| way.starts_with(known))).map(acts).collect()
        }
        ("try" | "season" | "power" | "campaign", false) => {
            let plans = napoleon::orders::keys::PLANS.map(|kind| kind.key);
            let plans = ways.filter(|way| plans.contains(way));
            plans.map(|plan| format!("plans:\n- {plan}: \"{head}\"\n")).collect()
        }
        _ => vec![],
    }
}

/// What the page on which sheets are composed writes at a click or a drag: the acts of each force, and what is
/// dragged on the board of a battle.
fn page_offers(by_mail: &ByMail) -> Vec<String> {
    let known = by_mail.known();
    let forces = by_mail.game.own_forces(known).unwrap();
    let fighters = forces.iter().filter(|force| force.entry.is_empty());
    let deeds = fighters.flat_map(|force| {
        force.reach.deeds.iter().map(|deed| format!("{}:\n- {}\n", force.list, deed.step))
    });
    let board = by_mail.game.battle_board(known).unwrap();
    let drops = board.into_iter().flat_map(|board| board.drops);
    deeds.chain(drops.map(|drop| format!("{}:\n- {}\n", drop.list, drop.item))).collect()
}

/// Why play refused a line that stands alone in a sheet.
fn refusals(by_mail: &ByMail, offer: &str) -> Vec<String> {
    let known = by_mail.known();
    let sheet = format!("season: {}\npower: france\n{offer}", by_mail.at.season.name);
    let checked = by_mail.game.check(known, &sheet).unwrap();
    let mut found = vec![];
    if checked.faults.has_faults() {
        found.push(checked.faults.render(&sheet));
    }
    let lines = checked.understood.iter().flat_map(|entry| &entry.lines);
    let refused = lines.clone().filter(|line| line.grade == Grade::Refused);
    found.extend(refused.map(|line| line.words.clone()));
    let named: BTreeSet<&str> = lines.flat_map(|line| line.causes.iter().copied()).collect();
    let sheets = BTreeMap::from([("france".to_owned(), sheet)]);
    let mut ledger = Ledger::seeded(&by_mail.at.season.name, [by_mail.seed; 32]);
    let played = by_mail.game.resolve(&by_mail.at, &sheets, &mut ledger).unwrap();
    let became = by_mail.game.became(&played.after.known["france"]).unwrap();
    let failed = became.into_iter().filter(|one| one.became == Outcome::NotDone);
    let failed = failed.filter_map(|one| one.cause);
    // Of a plan whose distance does not fit yet the receipt says so.
    let known = failed.filter(|why| !UNFORESEEN.contains(why) && !named.contains(why));
    found.extend(known.map(str::to_owned));
    found
}

#[test]
fn what_a_form_offers_is_played() {
    let large = crate::effort::is_long();
    let (mut tried, mut kinds) = (0, BTreeSet::new());
    for (scenario, seed) in [("italy-1796", 1), ("italy-1800", 2), ("italy-1796", 3)] {
        let mut by_mail = ByMail::begun(scenario, &[], seed);
        for season in 0..if large { 40 } else { 14 } {
            if by_mail.over {
                break;
            }
            let form = by_mail.game.form(by_mail.known(), "c", None).unwrap();
            let all = offers(&form).into_iter().chain(page_offers(&by_mail));
            for offer in all.skip(season % 3).step_by(if large { 1 } else { 3 }) {
                let found = refusals(&by_mail, &offer);
                assert!(found.is_empty(), "{} {offer}{found:?}\n{form}", by_mail.at.season);
                kinds.insert(offer.split(':').next().unwrap().to_owned());
                tried += 1;
            }
            by_mail.play(&by_mail.sheet(General { tries: 0 }));
        }
    }
    assert!(tried > 100, "{tried} lines were tried");
    for key in ["moves", "plans", "acts", "resupply", "forced march", "doctrine"] {
        assert!(kinds.contains(key), "{key} is not in {kinds:?}");
    }
}

#[test]
fn every_first_mail_holds() {
    first_mails_hold(napoleon::REFEREE);
}

#[test]
fn a_first_mail_with_a_bad_sheet_is_found() {
    let far = "      moves: [{who: [Augereau], to: Vienna}]\n";
    a_bad_sheet_is_found(napoleon::REFEREE, "italy-1796", "france", far);
}
