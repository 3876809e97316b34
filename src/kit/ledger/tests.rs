//! What the ledger promises: pinned dice, keys that stand alone, faults in sentences.

use proptest::prelude::*;

use super::*;
use crate::rule::Rule;

const ASSAULT: Rule = Rule("NIA §8.2.4");
const SEED: [u8; 32] = [7; 32];

crate::asked! {
    AvoidBattle = "avoid battle" in Reaction "avoid battle" {
        rule: "5.2.7",
        decision: "who stays",
        decider: "owner",
        options: "stay, withdraw",
        default: "stay",
    }
}

fn names(text: &str) -> Vec<String> {
    text.split(", ").map(String::from).collect()
}

fn avoid(who: &str) -> Question {
    Question {
        ask: Rule("NIA §5.2.7").by(who).at("W3533"),
        decider: "austria".into(),
        decision: Topic::AvoidBattle.decision(),
        options: names("stay, withdraw"),
        default: "stay".into(),
        needs_human: false,
    }
}

fn counting() -> ChaCha20Rng {
    ChaCha20Rng::from_seed(std::array::from_fn(|at| at as u8))
}

#[test]
fn the_stream_is_pinned() {
    let mut words = counting();
    let first: Vec<String> = (0..8).map(|_| format!("{:08x}", words.next_u32())).collect();
    let expected = "7d2bfd39 6a19c5d9 7703bd8d 494adcb8 6fd8358a cc6adebc 4c7dccb2 9224ead8";
    assert_eq!(first.join(" "), expected);

    let mut words = counting();
    let faces: Vec<String> = (0..20).map(|_| roll(&mut words, 6).to_string()).collect();
    assert_eq!(faces.join(" "), "2 6 6 3 3 1 5 3 4 3 2 3 2 6 3 1 3 2 6 6");

    let mut words = counting();
    words.set_stream(7);
    assert_eq!((words.next_u32(), words.next_u32()), (0x3f44_0f48, 0x32b8_dbe9));
}

#[test]
fn lanes_have_the_same_dice_and_count_by_themselves() {
    let mut ledger = Ledger::seeded("march 1796", SEED);
    let melas = || Rule("NIA §5.2.6").by("Melas").at("W3533");
    let roll = |ledger: &mut Ledger| ledger.dice(melas(), 9, 10);
    let alone = [roll(&mut ledger), roll(&mut ledger)];
    ledger.lane("table-2");
    let second = roll(&mut ledger);
    ledger.lane("table-3");
    let third = [roll(&mut ledger), roll(&mut ledger)];
    assert_eq!(second.key, "march 1796@table-2/NIA §5.2.6/Melas/W3533/1");
    assert_eq!((&second.faces, &third[0].faces), (&alone[0].faces, &alone[0].faces));
    assert_eq!(third[1].faces, alone[1].faces);
    assert_ne!(third[0].faces, third[1].faces, "the next die is another one");
    for entry in ledger.entries() {
        assert_eq!(follows(&SEED, entry), Some(true), "{}", entry.key);
        let shown = Shown::of(entry).unwrap();
        assert_eq!(shown_follows(&SEED, &shown), Some(true));
        let cheat = Shown { fell: "1+1+1+1+1+1+1+1+1".to_owned(), ..shown };
        assert_eq!(shown_follows(&SEED, &cheat), Some(false));
    }
    ledger.lane("");
    assert_eq!(roll(&mut ledger).key, "march 1796/NIA §5.2.6/Melas/W3533/3");
}

#[test]
fn a_key_names_the_die() {
    let mut ledger = Ledger::seeded("spring 1800", SEED);
    let key = |roll: Roll| roll.key;
    let melas = || Rule("NIA §5.2.6").by("Melas").at("W3533");
    assert_eq!(key(ledger.dice(melas(), 2, 6)), "spring 1800/NIA §5.2.6/Melas/W3533/1");
    assert_eq!(key(ledger.dice(melas(), 1, 6)), "spring 1800/NIA §5.2.6/Melas/W3533/2");
    assert_eq!(key(ledger.dice(ASSAULT.by("Melas"), 1, 6)), "spring 1800/NIA §8.2.4/Melas/-/1");
    assert_eq!(
        ledger.decide(avoid("Ott"), None).key,
        "spring 1800/NIA §5.2.7/Ott/W3533/avoid battle/1"
    );
}

#[test]
fn an_added_battle_moves_no_other_die() {
    let mut short = Ledger::seeded("spring 1800", SEED);
    let mut long = short.clone();
    long.dice(ASSAULT.by("Ott").at("W3633"), 2, 6);
    let ask = ASSAULT.by("Melas").at("W3533");
    assert_eq!(short.dice(ask.clone(), 2, 6), long.dice(ask, 2, 6));
}

#[test]
fn a_script_answers_in_order() {
    let script = "chit: empire land 3\nNIA §8.2.4 Augereau: 2d6 = 11\n\ndraw = ott # again\n\
                  decision: avoid battle Ott = withdraw";
    let mut ledger = Ledger::scripted("summer 1806", script).unwrap();
    assert_eq!(ledger.chits_left(), 1);
    let chit = ledger.draw(Rule("NIA §4.2").by("pool"), &names("Land 1, Empire Land 3"));
    assert_eq!((chit.index, chit.source), (1, Source::Script));
    assert!(ledger.scripted_chits_done() && !ledger.is_spent());
    assert_eq!(ledger.decide(avoid("Melas"), None).source, Source::Default);
    let sheet = Some(("stay".into(), Source::Reaction));
    assert_eq!(ledger.decide(avoid("Melas"), sheet.clone()).source, Source::Reaction);
    let ruled = ledger.decide(avoid("Ott"), sheet);
    assert_eq!((ruled.choice.as_str(), ruled.source), ("withdraw", Source::Ruling));
    assert_eq!(ledger.dice(ASSAULT.by("Augereau"), 2, 6).sum(), 11);
    assert_eq!(ledger.draw(ASSAULT.by("Melas"), &names("Ott, Zach")).index, 0);
    assert!(ledger.is_spent());
    assert_eq!(ledger.finish(), Vec::<String>::new());
    assert_eq!(ledger.questions().count(), 1);
}

/// Each line: a script, and the fault after two dice for Melas.
fn check_faults(lines: &[&str]) {
    for line in lines {
        let (script, fault) = line.split_once(" -> ").unwrap();
        let mut ledger = Ledger::scripted("s", &script.replace("; ", "\n")).unwrap();
        let roll = ledger.dice(ASSAULT.by("Melas"), 2, 6);
        if !ledger.faults().is_empty() {
            assert_eq!((roll.faces, roll.source), (vec![1, 1], Source::Default), "{line}");
        }
        assert_eq!(ledger.finish(), [fault], "{line}");
    }
}

#[test]
fn what_does_not_fit_is_told() {
    check_faults(&[
        "# -> the ledger is at its end, and 2d6 (s/NIA §8.2.4/Melas/-/1) is asked for",
        "d6 = 3 -> 2d6 (s/NIA §8.2.4/Melas/-/1) is asked for, and next is line 1, `d6 = 3`",
        "Ott: 2d6 = 3 -> 2d6 (s/NIA §8.2.4/Melas/-/1) is asked for, and next is line 1, `Ott: 2d6 = 3`",
        "chit: a -> 2d6 (s/NIA §8.2.4/Melas/-/1) is asked for, and next is line 1, `chit: a`",
        "2d6 = 3; d6 = 1 -> nothing asked for line 2, `d6 = 1`",
        "2d6 = 3; decision: x = y -> nothing asked for the decision on line 2, `x`",
    ]);
}

#[test]
fn a_forced_answer_comes_first() {
    let mut ledger = Ledger::seeded("s", SEED);
    let prefix = "s/NIA §8.2.4/Melas/-";
    ledger.force(&format!("{prefix}/1"), "4+2");
    ledger.force(&format!("{prefix}/2"), "b");
    ledger.force(&format!("{prefix}/3"), "13");
    ledger.force("s/NIA §5.2.7/Ott/W3533/avoid battle/1", "Withdraw");
    ledger.force("s/never", "1");
    assert_eq!(ledger.dice(ASSAULT.by("Melas"), 2, 6).faces, [4, 2]);
    assert_eq!(ledger.draw(ASSAULT.by("Melas"), &names("a, b")).index, 1);
    assert_eq!(ledger.dice(ASSAULT.by("Melas"), 2, 6).source, Source::Seed);
    let answer = ledger.decide(avoid("Ott"), Some(("stay".into(), Source::Entry)));
    assert_eq!((answer.choice.as_str(), answer.source), ("withdraw", Source::Ruling));
    assert_eq!(
        ledger.finish(),
        [
            "the forced answer to s/NIA §8.2.4/Melas/-/3 does not fit: 2d6 cannot come up 13",
            "nothing asked for s/never, whose answer was forced",
        ]
    );
}

#[test]
fn a_record_answers_again() {
    let play = |ledger: &mut Ledger| {
        ledger.dice(ASSAULT.by("Melas"), 2, 6);
        ledger.draw(ASSAULT.by("Melas"), &names("a, b, c"));
        ledger.decide(avoid("Ott"), Some(("withdraw".into(), Source::Entry)));
    };
    let mut first = Ledger::seeded("s", SEED);
    play(&mut first);
    let kept = serde_json::to_string(first.entries()).unwrap();
    let mut again = Ledger::replayed("s", serde_json::from_str(&kept).unwrap());
    play(&mut again);
    assert_eq!(again.finish(), Vec::<String>::new());
    assert_eq!(first.entries(), again.entries());
    let mut other = Ledger::replayed("s", first.entries().to_vec());
    other.dice(ASSAULT.by("Ott"), 2, 6);
    assert_eq!(
        other.finish(),
        ["s/NIA §8.2.4/Ott/-/1 is asked for, and the record has s/NIA §8.2.4/Melas/-/1"]
    );
}

proptest! {
    #[test]
    fn dice_keep_to_their_sides(seed in any::<[u8; 32]>(), count in 1u8..20, sides in 1u8..=255) {
        let mut ledger = Ledger::seeded("s", seed);
        let roll = ledger.dice(ASSAULT.by("Melas"), count, sides);
        prop_assert_eq!(roll.faces.len(), usize::from(count));
        prop_assert!(roll.faces.iter().all(|face| (1..=sides).contains(face)));
        let options: Vec<String> = (0..sides).map(|option| option.to_string()).collect();
        prop_assert!(ledger.draw(ASSAULT.by("Melas"), &options).index < options.len());
    }

    #[test]
    fn a_sum_can_always_be_made_of_faces(count in 1u8..9, sides in 1u8..20, part in 0u16..999) {
        let sum = u16::from(count) + part % (u16::from(count) * u16::from(sides - 1) + 1);
        let found = faces(&sum.to_string(), count, sides).unwrap();
        prop_assert_eq!(found.iter().map(|face| u16::from(*face)).sum::<u16>(), sum);
        prop_assert_eq!(found.len(), usize::from(count));
    }
}
