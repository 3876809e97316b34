//! Sheets with faults: each is told with its place, a reason and a way out, and left out.

use super::seam::ByMail;
use napoleon::record::force::Side;

/// A campaign at its first battle, at Savona, or at its first turn.
fn at_savona(turn: bool) -> ByMail {
    let mut by_mail = ByMail::begun("italy-1796", &[], 1);
    by_mail.play(
        "moves: [{who: [Napoleon, Serurier, Macquard, Garnier, Stengel, Augereau], to: Savona}]\n",
    );
    assert_eq!(by_mail.at.season.asks.title.as_deref(), Some("Savona, deployment"));
    if turn {
        by_mail.play(
            "insights: [Sweep]\nplace: {approach: [Serurier line, Macquard column, Garnier \
             column]}\n",
        );
        assert_eq!(by_mail.at.season.asks.title.as_deref(), Some("Savona, battle turn 1"));
    }
    by_mail
}

/// Each sheet draws this fault, at this text, with this in its words.
fn check(by_mail: &ByMail, lines: &[(&str, &str, &str, &str)]) {
    for (sheet, code, at, words) in lines {
        let checked = by_mail.game.check(by_mail.known(), sheet).unwrap();
        let shown = checked.faults.render(sheet);
        let fault = checked.faults.iter().find(|fault| fault.code == *code);
        let fault = fault.unwrap_or_else(|| panic!("{sheet}: no {code}:\n{shown}"));
        assert!(sheet[fault.at.start..].starts_with(at), "{sheet}: not at `{at}`:\n{shown}");
        let flat = shown.split_whitespace().collect::<Vec<_>>().join(" ").replace(" = ", " ");
        assert!(flat.contains(words), "{sheet}: `{words}` is not in:\n{shown}");
        let way_out = fault.help.is_some()
            || fault.rule.is_some()
            || ["name-unfit", "letter-to-self"].contains(code);
        assert!(way_out, "{sheet}: no way out:\n{shown}");
    }
}

#[test]
fn moves_that_cannot_be_made() {
    let by_mail = ByMail::begun("italy-1796", &[], 1);
    check(
        &by_mail,
        &[
            (
                "moves: [{who: [Augereau], to: Milan}]",
                "cannot-move",
                "Augereau",
                "this area is not next to the one it leaves (FCN §9.2)",
            ),
            ("moves: [{who: [Augereau], to: Milan}]", "cannot-move", "Augereau", "`forced march:`"),
            (
                "moves: [{who: [Augereau], to: Turin}, {who: [Serurier, Augereau], to: Savona}]",
                "cannot-move",
                "Augereau], to: Savona",
                "a force moves once in a step",
            ),
            (
                "moves: [{who: [French garrison 1], to: Turin}]",
                "cannot-move",
                "French",
                "never move",
            ),
            (
                "moves: [{who: [Napoleon], to: Turin}]",
                "napoleon-alone",
                "Napoleon",
                "no force of yours is with Napoleon at Turin then: that is defeat (FCN §3.2)",
            ),
            ("moves: [{who: [Liptay], to: Turin}]", "name-unfit", "Liptay", "is not yours"),
            ("moves: [{who: [Augerau], to: Turin}]", "unknown-name", "Augerau", "`Augereau`"),
            ("moves: [{who: [Augereau], to: Turino}]", "unknown-name", "Turino", "`Turin`"),
            ("moves: [{who: [Augereau]}]", "key-missing", "{who", "`to:` is missing"),
            ("move: []", "unknown-key", "move", "`moves`"),
            ("season: april 1796", "other-season", "april", "orders are open for march 1796"),
            ("season: march 1796 (2)", "other-season", "march", "write `season: march 1796`"),
            ("season: spring 1796", "other-season", "spring", "is not a season"),
            ("place: {approach: [Serurier line]}", "other-stop", "{", "or under `doctrine:`"),
            ("plans: [{volley: Serurier}]", "other-stop", "[", "not asked now: Moves"),
            (
                "moves: [{who: [Augereau], to: Turin, if: row >= 8}]",
                "unknown-condition",
                "row",
                "can be compared",
            ),
            ("doctrine: [{battle: any}]", "key-missing", "{", "does not say what is done"),
            ("doctrine: [{battle: Ulm, acts: [{stand: any}]}]", "unknown-name", "Ulm", "area"),
            ("letters: [{to: france, text: x}]", "letter-to-self", "france", "yourself"),
            ("scouts: [{at most: 2}]", "key-missing", "{", "`reroll:`"),
            ("ask: [lunch]", "unknown-word", "lunch", "battle turn"),
        ],
    );
    // What is wrong is left out, and the rest counts.
    let sheet =
        "moves: [{who: [Napoleon, Augereau, Lannes], to: Turin}, {who: [Maynier], to: Ulm}]";
    let checked = by_mail.game.check(by_mail.known(), sheet).unwrap();
    assert!(checked.counts);
    let lines: Vec<&str> =
        checked.understood.iter().flat_map(play::UnderstoodEntry::words).collect();
    let to_turin = ["1. move: Napoleon to Turin", "2. move: Augereau to Turin"];
    assert_eq!(lines[..2], to_turin, "a stranger keeps nobody else back");
    let early = "moves: []\nforced march: [{who: [Augereau, Lannes], to: Turin}]";
    let checked = by_mail.game.check(by_mail.known(), early).unwrap();
    let lines: Vec<&str> =
        checked.understood.iter().flat_map(play::UnderstoodEntry::words).collect();
    assert_eq!(
        lines[..3],
        [
            "nobody moves",
            "1. march: Augereau to Turin, for 1 supply",
            "at Turin the enemy has 9 now: a march there means a battle, unless it leaves"
        ],
        "nor beforehand"
    );
}

/// Who enters an area where three times as much is seen, who is to march where there is no way, and what
/// is to be bought where the enemy stands: the writer can know it from their mails.
#[test]
fn what_can_be_foreseen_is_remarked() {
    let by_mail = ByMail::begun("italy-1796", &[], 1);
    check(
        &by_mail,
        &[
            (
                "doctrine: [{turn: 1, more plans: {plans: 1}}]",
                "before-the-battle",
                "{plans",
                "`more plans:` of this line: never done, since that is asked before the battle, and the \
                 line is for one of its turns",
            ),
            (
                "moves: [{who: [Garnier], to: Savona}]",
                "outnumbered",
                "{who",
                "Savona: the enemy has a strength of 22 there, and you would have 3: they would be \
                 destroyed without a battle (FCN §11.2)",
            ),
            (
                "moves: [{who: [Napoleon, Garnier], to: Savona}]",
                "outnumbered",
                "{who",
                "you would have 3: with Napoleon among them that is defeat",
            ),
            (
                "moves: [{who: [Garnier], to: Savona, if: supply >= 3}]",
                "outnumbered",
                "{who",
                "you would have 3",
            ),
            (
                "moves: []\nforced march: [{who: [Garnier], to: Savona}]",
                "outnumbered",
                "{who: [Garnier]",
                "you would have 3",
            ),
            (
                "moves: [{who: [Augereau], to: Turin}]\nforced march: [{who: [Augereau], to: Lodi}]",
                "cannot-move",
                "Augereau], to: Lodi",
                "Augereau cannot go there as things stand: this area is not next to the one it leaves \
                 (FCN §14.1)",
            ),
            (
                "moves: []\nresupply: [{buy: {what: garrison, at: Milan}}]",
                "cannot-buy",
                "{buy",
                "as things stand, no French force stands in this area (FCN §14.5)",
            ),
        ],
    );
    // All of it counts: others decide, and a battle may change what stands where.
    let sheets = [
        "moves: [{who: [Garnier], to: Savona}]",
        "moves: []\nforced march: [{who: [Augereau], to: Lodi}]",
        "moves: []\nresupply: [{buy: {what: garrison, at: Milan}}]",
    ];
    for sheet in sheets {
        let checked = by_mail.game.check(by_mail.known(), sheet).unwrap();
        assert!(!checked.faults.has_faults() && checked.faults.len() == 1, "{sheet}");
        let lines: Vec<&str> =
            checked.understood.iter().flat_map(play::UnderstoodEntry::words).collect();
        assert!(lines.iter().any(|line| line.starts_with("1. ")), "{sheet}: {lines:?}");
    }
    // Enough of them, also in several lines, draw no remark; nor does what a won battle opens.
    let sheets = [
        "moves: [{who: [Garnier], to: Savona}, {who: [Serurier, Augereau], to: Savona}]",
        "moves: [{who: [Augereau], to: Savona}]\nforced march: [{who: [Augereau], to: Marengo}, \
         {who: [Napoleon], to: Turin}, {who: [Kilmaine], to: Turin}]\nresupply: [{buy: {what: garrison, \
         at: Turin}}]",
    ];
    for sheet in sheets {
        let told = by_mail.faults(sheet).1;
        assert!(!told.contains("as things stand"), "{told}");
    }
    assert!(by_mail.faults(sheets[0]).0.is_empty());
}

#[test]
fn a_force_with_enemies_cannot_leave_them() {
    let mut by_mail = ByMail::begun("italy-1796", &[], 1);
    let saved = &mut by_mail.at;
    saved.state =
        saved.state.replace("\"Provera\",", "").replace("\"Nice\":[", "\"Nice\":[\"Provera\",");
    let known = saved.known["france"].replace("\"Provera\",", "");
    let known = known.replace("\"Nice\":[", "\"Nice\":[\"Provera\",");
    saved.known.insert("france".to_owned(), known);
    check(
        &by_mail,
        &[(
            "moves: [{who: [Augereau], to: Turin}]",
            "cannot-move",
            "Augereau",
            "shares an area with enemies cannot leave it",
        )],
    );
}

#[test]
fn deployments_that_are_not_allowed() {
    check(
        &at_savona(false),
        &[
            (
                "place: {approach: [Serurier line, Macquard line, Garnier line, Stengel column, \
                 Augereau line]}",
                "cannot-place",
                "Augereau",
                "at most 4 mobile forces start there (FCN §11.6)",
            ),
            ("place: {front: [Serurier line]}", "cannot-place", "Serurier", "Front alone"),
            ("place: {approach: [Kilmaine line]}", "cannot-place", "Kilmaine", "in this battle"),
            (
                "place: {approach: [Serurier line], reserve: [Serurier column]}",
                "cannot-place",
                "Serurier column",
                "placed twice",
            ),
            ("more plans: 2", "no-supply", "2", "2 more plans cost 5 supply points; you have"),
            ("more plans: 7", "expected", "7", "0 to 2"),
            ("insights: [Sweep, Sweep]", "no-insight", "Sweep]", "stands here twice"),
            ("insights: [Sweep, Raid, Morale]", "no-insight", "Morale", "no plan is left"),
            ("insights: [Luck]", "unknown-word", "Luck", "Duration"),
            ("acts: [{fire: Serurier}]", "other-stop", "[", "in a turn of battle"),
            ("moves: []", "other-stop", "[", "when the moves are asked"),
        ],
    );
    let mut without = ByMail::begun("italy-1796", &[], 1);
    without.play("moves: [{who: [Serurier, Augereau, Kilmaine], to: Savona}]\n");
    check(&without, &[("insights: [Sweep]", "no-insight", "Sweep", "needs Napoleon")]);
}

#[test]
fn turns_of_battle_that_cannot_be_fought() {
    check(
        &at_savona(true),
        &[
            ("plans: [{charge: Serurier}]", "cannot-plan", "{charge", "cannot have Charge"),
            ("plans: [{square: Stengel}]", "cannot-plan", "{square", "cannot have Square"),
            ("plans: [{grapeshot: Stengel}]", "cannot-plan", "{grapeshot", "the form says who"),
            (
                "plans: [{volley: Serurier}, {engage: Garnier}]",
                "cannot-plan",
                "{engage",
                "you may place one plan in a turn of this battle (Napoleon is here) (FCN §13.2)",
            ),
            ("plans: [{volley: Kilmaine}]", "cannot-plan", "{volley", "no French force on the"),
            (
                "plans: [{formation: {change: {Serurier: line, Macquard: line, Garnier: line, \
                 Stengel: line}}}]",
                "cannot-change",
                "{formation",
                "at most 3 forces change",
            ),
            (
                "plans: [{formation: {before: us}}]",
                "key-missing",
                "{before",
                "`change:` is missing",
            ),
            ("plans: [{storm: Serurier}]", "unknown-key", "storm", "not a valid key"),
            ("acts: [{fire: Kilmaine}]", "not-here", "{fire", "is not on the board"),
            (
                "acts: [{march: {who: Serurier, how: twice}}]",
                "cannot-act",
                "{march",
                "it is a infantry",
            ),
            ("try: [{insight: Engineers}]", "no-insight", "{", "was not chosen"),
            ("try: [{insight: Sweep, who: [Serurier]}]", "cannot-sweep", "{", "not cavalry"),
            ("fog: {napoleon: come}", "other-stop", "{", "when a battle begins"),
            ("ties: [Nobody]", "unknown-name", "Nobody", "force or area"),
        ],
    );
    let twice = at_savona(true);
    let plans = "plans: [{volley: Serurier}, {volley: Serurier}]";
    assert!(twice.faults(plans).0.contains(&"cannot-plan"));
}

/// A plan that can do nothing from where its force stands is told, with its range; with the condition it
/// is not.
#[test]
fn plans_that_come_to_nothing() {
    let by_mail = at_savona(true);
    let plan = "plans: [{volley: Serurier}]";
    for words in ["works only at range 1, and Serurier is at range 3", "it is used at any range"] {
        check(&by_mail, &[(plan, "idle-plan", "{volley", words)]);
    }
    let (codes, told) = by_mail.faults("plans: [{volley: {who: Serurier, if: range = 1}}]");
    assert!(codes.is_empty(), "{told}");
}

/// Reports write the combat value behind a sort, where the name of a counter has a number.
#[test]
fn a_sort_is_no_name_of_a_force() {
    let by_mail = ByMail::begun("italy-1796", &[], 1);
    for written in ["recruit infantry", "recruit infantry 9"] {
        let sheet = format!("moves: [{{who: [{written}], to: Turin}}]");
        let names = "may be French recruit infantry 1 or French recruit infantry 2";
        check(&by_mail, &[(&sheet, "name-not-clear", "recruit", names)]);
    }
}

#[test]
fn purchases_that_cannot_be_paid() {
    let mut by_mail = ByMail::begun("italy-1796", &[], 1);
    by_mail.play("moves: [{who: [Augereau, Kilmaine, La Harpe, Maynier], to: Turin}]\nask: [after the battles]\n");
    assert_eq!(by_mail.at.season.asks.kind, "after the battles");
    check(
        &by_mail,
        &[
            ("resupply: [{refit: Augereau}]", "cannot-buy", "{refit", "§14.4"),
            ("resupply: [{buy: Augereau}]", "cannot-buy", "{buy", "this force cannot be bought"),
            (
                "resupply: [{buy: {what: garrison, at: Milan}}]",
                "cannot-buy",
                "{buy",
                "no French force stands in this area",
            ),
            (
                "resupply: [{buy: garrison}, {buy: garrison}, {buy: garrison}]",
                "cannot-buy",
                "{buy: garrison}]",
                "supply points are needed; 2 would be left",
            ),
            ("resupply: [{scouts: 20}]", "cannot-buy", "{scouts", "a scout"),
            (
                "forced march: [{who: [Serurier], to: Milan}]",
                "cannot-move",
                "Serurier",
                "a forced march goes to a neighbouring area",
            ),
            (
                "forced march: [{who: [Serurier, Macquard, Garnier, Stengel], to: Savona}]",
                "cannot-move",
                "Stengel",
                "a supply point is needed",
            ),
        ],
    );
    let sound = "forced march: [{who: [Serurier], to: Savona}]\nresupply: [{buy: {what: recruit \
                 infantry, side: full, at: Nice}}, {keep: 2}]";
    assert_eq!(by_mail.faults(sound).0, ["outnumbered"], "{}", by_mail.faults(sound).1);
}

/// The pages of the manual are sheets of this game: every key in them is one.
#[test]
fn the_manual_has_no_unknown_words() {
    let root = crate::root::root();
    let by_mail = ByMail::begun("italy-1796", &[], 1);
    let mut pages = 0;
    for entry in std::fs::read_dir(root.join("orders/napoleon")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            let page = std::fs::read_to_string(&path).unwrap();
            let (codes, told) = by_mail.faults(&page);
            let of_position = ["other-season", "other-stop", "cannot-move", "cannot-buy"];
            let wrong: Vec<_> = codes.iter().filter(|code| !of_position.contains(code)).collect();
            assert!(wrong.is_empty(), "{}:\n{told}", path.display());
            pages += 1;
        }
    }
    assert_eq!(pages, 5);
}

/// What a force is said to be able to do is what the rules let it: whoever has no move is told why.
#[test]
fn the_choices_of_a_force_are_those_that_the_rules_leave_it() {
    let by_mail = ByMail::begun("italy-1796", &[], 1);
    let campaign = by_mail.state().campaign(&by_mail.book);
    let theatre = &campaign.theatre;
    let mut told = (0, 0);
    let ours =
        theatre.forces.iter().filter(|force| force.side() == napoleon::record::force::Side::French);
    for force in ours {
        let Ok(Some(lines)) = by_mail.game.choices(by_mail.known(), by_mail.book.name(force.id))
        else {
            panic!("{}", by_mail.book.name(force.id));
        };
        match (theatre.place(force.id), theatre.may_leave(force.id)) {
            (napoleon::theatre::Place::Area(at), Ok(_)) => {
                assert_eq!(lines.len(), 1 + by_mail.book.map.neighbours(at).len(), "{lines:?}");
                told.0 += 1;
            }
            (napoleon::theatre::Place::Area(_), Err(why)) => {
                assert_eq!(lines[1..], [why.to_string()], "{lines:?}");
                told.1 += 1;
            }
            _ => assert!(lines[0].ends_with("is not on the map"), "{lines:?}"),
        }
    }
    assert!(told.0 > 0 && told.1 > 0, "{told:?}");
}

/// A receipt says what a march, an insight and more plans cost, and what a line of the doctrine leaves out.
#[test]
fn a_receipt_says_prices_and_how_a_doctrine_is_filled_up() {
    let by_mail = crate::seam::ByMail::begun("italy-1796", &[], 1);
    let sheet = "\
moves: [{who: Augereau, to: Turin}]
scouts: [{reroll: enemy orders, strength: 12, areas: 1}, {reroll: enemy orders, strength: 60, areas: 0}]
forced march: [{who: Augereau, to: Nice}]
doctrine:
  - {battle: Turin, insights: [Morale], more plans: 2}
  - {battle: any, acts: [{fire: any}]}
";
    let checked = by_mail.game.check(by_mail.known(), sheet).unwrap();
    let lines: Vec<&str> = checked.understood.iter().flat_map(|part| part.words()).collect();
    let figures = &by_mail.book.figures;
    for wanted in [
        format!("march: Augereau to Nice, for {} supply", figures.forced_march),
        "insight chosen: Morale, for 1 plan a turn".to_owned(),
        format!("more plans: 2 a turn, for {} supply", figures.price_of_plans(2).unwrap()),
        "what this one leaves out is done by the defaults, and not by a later line".to_owned(),
        "that come 1 area or more".to_owned(),
        format!("60 or more, which none has: {} is the most", by_mail.book.strongest_group()),
    ] {
        assert!(lines.iter().any(|line| line.contains(&wanted)), "{wanted}\n{lines:#?}");
    }
    assert_eq!(
        lines.iter().filter(|line| line.contains("which none has")).count(),
        1,
        "{lines:#?}"
    );
}

/// The first mails say what each insight does, and when and where late forces come.
#[test]
fn insights_and_late_forces_are_told() {
    let by_mail = ByMail::begun("italy-1796", &[], 1);
    let page = sheet::guide::lines(&by_mail.game.primer(by_mail.known()).unwrap()).join("\n");
    for insight in napoleon::board::insight::Insight::ALL {
        assert!(page.contains(&format!("\n  {}: ", insight.name())), "{page}");
    }
    let campaign = by_mail.state().campaign(&by_mail.book);
    let told =
        napoleon::view::forces::objectives(&by_mail.book, &campaign.theatre, false).join("\n");
    let comes = "Still to come, at Klagenfurt as soon as French forces stand in Lonato or Mantua: ";
    assert!(told.contains(comes), "{told}");
}

/// What a mark means is said once, and when the condition of a purchase is asked stands behind it.
#[test]
fn a_receipt_explains_its_mark_once_and_when_purchases_are_asked() {
    let by_mail = crate::seam::ByMail::begun("italy-1796", &[], 1);
    let sheet = "\
moves: [{who: Augereau, to: Turin}]
doctrine:
  - battle: Turin
    place: {approach: [infantry line, cavalry line]}
    plans: [{charge: {who: cavalry, if: range = 1}}]
    acts: [{fire: any}, {stand: any}]
resupply:
  - scouts: {many: 1, if: supply >= 6}
  - keep: 2
";
    let checked = by_mail.game.check(by_mail.known(), sheet).unwrap();
    let lines: Vec<String> =
        checked.understood.iter().flat_map(|part| part.words().map(str::to_owned)).collect();
    // Where every line of a section has the mark, it stands once above them.
    let marked = lines.iter().filter(|line| line.ends_with(" (if possible)")).count();
    assert_eq!(marked, 1, "{lines:#?}");
    let once = lines.iter().filter(|line| *line == "each of these if it is possible then").count();
    assert_eq!(once, 1, "{lines:#?}");
    let odds = "at Turin you would have 8, the enemy 9: a battle";
    assert!(lines.iter().any(|line| line == odds), "{lines:#?}");
    let meaning: Vec<&String> =
        lines.iter().filter(|line| line.contains("behind a line")).collect();
    let said = "(if possible) behind a line: beside its own `if:`, if it has one, it must be possible \
                then";
    assert_eq!(meaning, [said]);
    let bought = lines.iter().find(|line| line.contains("buy: 1 scout")).unwrap();
    assert!(bought.contains("if supply >= 6, asked before the income of the month"), "{bought}");
}

/// An insight that can do nothing in the battle is told and not paid for: the next one of the list is taken.
#[test]
fn an_insight_without_an_effect_is_told_and_not_paid() {
    use napoleon::board::insight::Insight;
    let mut by_mail = at_savona(false);
    let sheet = "insights: [Front, Morale, Sweep]\nplace: {approach: [Serurier line]}\n";
    let needs = "it needs a force of yours that `place:` puts in the front";
    check(&by_mail, &[(sheet, "idle-insight", "Front", needs)]);
    let checked = by_mail.game.check(by_mail.known(), sheet).unwrap();
    let lines: Vec<&str> = checked.understood.iter().flat_map(|part| part.words()).collect();
    let refused: Vec<&&str> = lines.iter().filter(|line| line.contains("not done")).collect();
    assert_eq!(refused.len(), 1, "{lines:#?}");
    let ends = "not done, it could do nothing in this battle and costs nothing";
    assert!(refused[0].contains("Front") && refused[0].ends_with(ends), "{refused:?}");
    by_mail.play(sheet);
    let campaign = by_mail.state().campaign(&by_mail.book);
    let board = napoleon::record::state::board(&campaign).unwrap();
    let taken = vec![Insight::Morale, Insight::Sweep];
    assert_eq!((&board.insights, board.french_plans), (&taken, 0));
}

/// The plans that the enemy may draw stand in the guide, each with what it does.
#[test]
fn the_guide_has_the_plans_of_the_enemy() {
    let by_mail = ByMail::begun("italy-1796", &[], 1);
    let chapters = by_mail.game.primer(by_mail.known()).unwrap();
    let about =
        sheet::guide::lines(&sheet::guide::about(&chapters, "plans of the enemy")).join("\n");
    for (id, _) in by_mail.book.plans.enemy_counters() {
        assert!(about.contains(&format!("\n    {} ", by_mail.book.plans.name(id))), "{about}");
    }
    assert!(
        about.contains("into column, forward, attack +2/+2, at range 0 to 1: into line"),
        "{about}"
    );
    assert!(about.contains("the whole enemy: attacks +3/+0"), "{about}");
}

/// A receipt says who would meet a stronger enemy in its half, and whether a doctrine is for it.
#[test]
fn who_would_fight_alone_in_the_enemy_half_is_told() {
    let by_mail = ByMail::begun("italy-1800", &[("stops", "turns")], 1);
    let genoa = |sheet: &str| {
        let checked = by_mail.game.check(by_mail.known(), sheet).unwrap();
        let lines = checked.understood.iter().flat_map(|part| part.words());
        lines
            .filter(|line| line.contains(" at Genoa (an objective), strength "))
            .collect::<Vec<_>>()
            .concat()
    };
    let stay = genoa("");
    for words in [
        "Massena, Soult, French garrison 2 and 2 more at Genoa (an objective), strength 23: ",
        "4 more at Savona, 36; Melas, Zach, Elsnitz and 4 more at Marengo, 43; ",
        "Vukassovich and Festenberg at Mantua, 10, one area away",
        "if all come, yours are destroyed without a battle (§11.2) at 23 to 89",
    ] {
        assert!(stay.contains(words), "{stay}");
    }
    let none = "no line of your doctrine is for it";
    let elsewhere = genoa("doctrine: [{battle: Nice, acts: [{stand: any}]}]\n");
    assert!(elsewhere.contains(none), "{elsewhere}");
    let foreseen = genoa("doctrine: [{battle: Genoa, acts: [{stand: any}]}]\n");
    assert!(foreseen.contains("strength 23") && !foreseen.contains(none), "{foreseen}");
    // Who goes leaves the rest alone; where nobody can say whether they go, the weaker case is told, with
    // the other.
    let gone = genoa("moves: [{who: [Massena, Soult], to: Marengo}]\n");
    assert!(gone.contains("strength 12: "), "{gone}");
    let open = genoa("moves: [{who: [Massena], to: Marengo, if: supply >= 3}]\n");
    let both = "strength 17 (23 if the lines with an `if:` are not done): ";
    assert!(open.contains(both) && open.contains("a battle at 17 to 46"), "{open}");
}

/// Where both encamped they fight again in the next month (§13.14): the receipt has the strengths there too, and
/// says how many of those who are there start in the reserve.
#[test]
fn strengths_are_told_where_both_encamped() {
    let sheet = "moves: [{who: [Napoleon, Lannes, Victor, Gardanne, Watrin, Murat, Kellermann], to: Turin}]\n";
    let mut encamped = 0;
    for seed in 0..30 {
        let mut by_mail = ByMail::begun("italy-1800", &[("stops", "turns")], seed);
        by_mail.play(sheet);
        if by_mail.over {
            continue;
        }
        let campaign = by_mail.state().campaign(&by_mail.book);
        let theatre = &campaign.theatre;
        let checked = by_mail.game.check(by_mail.known(), "moves: []\n").unwrap();
        let told: Vec<&str> = checked.understood.iter().flat_map(|part| part.words()).collect();
        for at in &theatre.encamped {
            encamped += 1;
            let [ours, theirs] =
                [Side::French, Side::Enemy].map(|side| theatre.strength(side, *at));
            let name = by_mail.book.map.name(*at);
            let words = format!("at {name} you would have {ours}, the enemy {theirs}: ");
            assert!(told.iter().any(|line| line.starts_with(&words)), "{words}\n{told:#?}");
        }
    }
    assert!(encamped > 1, "{encamped}");
    let by_mail = ByMail::begun("italy-1800", &[("stops", "turns")], 1);
    let checked = by_mail.game.check(by_mail.known(), sheet).unwrap();
    let told: Vec<&str> = checked.understood.iter().flat_map(|part| part.words()).collect();
    let behind = "a battle (4 of your 6 mobile forces start in the approach; those in the reserve come forward only \
                  as these leave room)";
    assert!(told.iter().any(|line| line.contains(behind)), "{told:#?}");
}

/// The guide of a campaign leaves out keys that can do nothing in it.
#[test]
fn keys_that_can_do_nothing_are_known() {
    let unused = |options: &[(&str, &str)]| ByMail::begun("italy-1800", options, 1).game.unused();
    let alone = unused(&[("stops", "battle turns")]);
    assert_eq!(alone, ["letters", "keep commanders"]);
    let turns = unused(&[("stops", "turns")]);
    for key in ["letters", "keep commanders", "fog", "place", "plans", "acts", "ask"] {
        assert!(turns.contains(&key), "{key}: {turns:?}");
    }
    assert!(!turns.contains(&"doctrine") && !turns.contains(&"resupply"), "{turns:?}");
}
