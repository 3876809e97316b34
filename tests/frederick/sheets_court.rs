//! Sheets for the court that are wrong: what is told, with its place, while the rest counts.

use crate::seam::ByMail;
use frederick::book::troops::Kind;
use frederick::position::Position;
use frederick::record::state::{Promise, Vow};
use frederick::sight::Known;
use play::Grade;
use std::collections::BTreeMap;

/// The seat, a line of its sheet, the code of what is told, and words of it.
type Wrong = (&'static str, &'static str, &'static str, &'static str);

const WRONG: [Wrong; 26] = [
    ("prussia", "initiative: [{bid: 40}]", "bid-too-high", "you have 8 thaler"),
    ("prussia", "initiative: [{bidd: 4}]", "unknown-key", "bid"),
    ("prussia", "initiative: [{take: Enlightement}]", "unknown-word", "Enlightenment"),
    ("prussia", "market: {upto: 3}", "unknown-key", "up to"),
    ("prussia", "market: {up to: many}", "expected", "0 to 99"),
    ("prussia", "market: {spied: {Charg: 3}}", "unknown-name", "Charge"),
    (
        "prussia",
        "enlightenment: [{for: Charge}]",
        "not-an-action",
        "Charge is not an action marker",
    ),
    ("prussia", "swap: [{give: Spy, with: austria}]", "not-on-card", "France alone"),
    ("prussia", "deals: [{with: austria}]", "key-missing", "`name:` is missing"),
    ("prussia", "deals: [{name: x, with: prussia}]", "deal-with-oneself", "between two"),
    ("prussia", "deals: [{name: x, with: austia}]", "unknown-name", "austria"),
    ("prussia", "peace: perhaps", "expected", "`yes` or `no`"),
    ("prussia", "diplomacy: [{alliance: austria}]", "not-a-minor", "not a minor power"),
    ("prussia", "diplomacy: [{alliance: saxony}]", "no-marker", "you hold no Alliance Saxony"),
    ("prussia", "diplomacy: [{if: always}]", "key-missing", "`alliance:` or `declare war on:` is"),
    ("prussia", "diplomacy: [{declare war on: saxon}]", "unknown-name", "saxony"),
    ("prussia", "mobilize: [{infantry: 1}]", "key-missing", "add `at: PLACE`"),
    ("prussia", "mobilize: [{at: Berlin}]", "key-missing", "`infantry:`, `cavalry:`"),
    (
        "prussia",
        "mobilize: [{infantry: 1, of: saxony, at: Berlin}]",
        "not-yours",
        "Saxony is not yours",
    ),
    (
        "prussia",
        "mobilize: [{garrison: 1, of: german states, at: Berlin}]",
        "not-at-home",
        "German States",
    ),
    ("france", "mobilize: [{infantry: 1, at: Paris}]", "quiet-year", "raises nothing for thaler"),
    ("prussia", "clear: [Berlin]", "not-pillaged", "Berlin is not pillaged"),
    ("prussia", "play: [{marker: Rally}]", "key-missing", "add `at: PLACE`"),
    ("prussia", "play: [{at: Berlin}]", "key-missing", "add `marker: MARKER`"),
    ("prussia", "subsidies: [{to: austria, thaler: 1}]", "not-on-card", "no subsidies"),
    (
        "prussia",
        "operations: [{force: Berlin}]",
        "other-season-key",
        "is asked in a season of operations",
    ),
];

/// Each fault is told alone, with the words that help, and a line before it counts all the same.
#[test]
fn a_wrong_line_of_the_court_is_told_and_the_rest_counts() {
    let by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    for (seat, wrong, code, words) in WRONG {
        let head = format!("season: court 1741\npower: {seat}\nkeep: 3\n");
        let sheet = format!("{head}{wrong}\n");
        let (codes, told) = by_mail.faults(seat, &sheet);
        assert_eq!(codes, [code], "{wrong}\n{told}");
        assert!(told.contains("line 4, column "), "{wrong}\n{told}");
        assert!(told.contains(words), "{wrong}\n{told}");
        let checked = by_mail.game.check(&by_mail.at.known[seat], &sheet).unwrap();
        let understood = format!("{:?}", checked.understood);
        assert!(understood.contains("keep: 3"), "{wrong}\n{understood}");
    }
}

/// A condition that cannot be read never counts as one that holds.
#[test]
fn a_line_whose_condition_is_wrong_is_not_played() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    let sheet = "season: court 1741\npower: prussia\ninitiative: [{bid: 3, if: thaller >= 1}]\n\
                 mobilize: [{garrison: 1, at: Berlin, if: thaller >= 1}]\n";
    let (codes, told) = by_mail.faults("prussia", sheet);
    assert_eq!(codes, ["unknown-condition", "unknown-condition"], "{told}");
    let (played, _) = by_mail.play(&[("prussia".to_owned(), sheet.to_owned())].into());
    assert!(!played.events.iter().any(|event| event.contains("\"troops\"")));
    assert!(!played.events.iter().any(|event| event.contains("\"prussia\":3")));
}

/// A receipt says each line in words, with what a wish costs.
#[test]
fn a_receipt_says_each_line() {
    let by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    let sheet = "season: court 1741\npower: prussia\nmarket: {up to: 2, keep: 4}\ndeals:\n  - \
                 {name: Peace, with: austria, give: {thaler: 2}, promise: [{no attack: yes}], \
                 promised: [{no attack: yes, until: 1742}, {leave: Breslau, until: 1741}]}\n\
                 promote: [{infantry: 1, at: Berlin}]\nmobilize:\n  - {infantry: 2, at: Königsberg, if: thaler >= 5}\n";
    let checked = by_mail.game.check(&by_mail.at.known["prussia"], sheet).unwrap();
    assert!(checked.faults.is_empty(), "{}", checked.faults.render(sheet));
    let lines: Vec<&str> = checked.understood[0].words().collect();
    assert_eq!(
        lines,
        [
            "initiative: you bid nothing",
            "market 1: bids up to 2 for a lot, 4 thaler stay in the treasury",
            "deals 1: \"Peace\" with Austria: gives 2 thaler; promises no attack; is promised no attack (until \
             1742), to leave Breslau (until 1741); if Austria writes the same; their line: {name: Peace, \
             with: prussia, get: {thaler: 2}, promise: [{no attack: yes, until: 1742}, {leave: \
             Breslau, until: 1741}], promised: [{no attack: yes}]}",
            "promote 1: makes veterans of 1 infantry at Berlin, 1 thaler, less what your card \
             promotes: fewer recruits are ready",
            "mobilize 1: raises 2 infantry at Königsberg, 4 thaler, if thaler >= 5",
            "in all: at most 5 thaler for units, promotions and fieldworks; your treasury has 8 now, 10 more \
             by taxes; paid in this order while it lasts",
        ]
    );
}

/// What a wish lacks now is told at check, and the line counts: the square may be held by then.
#[test]
fn what_a_wish_lacks_is_told() {
    let by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    let told_of = |lines: &str| {
        let sheet = format!("season: court 1741\npower: austria\n{lines}\n");
        let checked = by_mail.game.check(&by_mail.at.known["austria"], &sheet).unwrap();
        assert!(
            checked.counts && !checked.faults.has_faults(),
            "{}",
            checked.faults.render(&sheet)
        );
        let codes: Vec<_> = checked.faults.iter().map(|fault| fault.code).collect();
        (codes, checked.faults.render(&sheet))
    };
    for (lines, code, words) in [
        ("mobilize: [{infantry: 1, at: Berlin}]", "not-held-now", "you do not hold Berlin now"),
        ("mobilize: [{siege train: 1, at: Teschen}]", "wrong-place", "raised in"),
        (
            "mobilize: [{garrison: 1, at: Glogau}, {infantry: 1, at: Glogau}]",
            "square-full",
            "Glogau takes 1 unit a year, and the sheet asks for 2",
        ),
        (
            "diplomacy: [{alliance: saxony, if: always}]\nmobilize: [{infantry: 1, of: saxony, at: Dresden}]",
            "not-yours-now",
            "raised if the Alliance counts by then",
        ),
        ("play: [{marker: Rally, at: Vienna}]", "not-held", "you hold no Rally now"),
        (
            "play: [{marker: Uprising, at: Vienna}]",
            "not-playable-now",
            "it needs a city of the power, there or next door, that others hold",
        ),
        (
            "play: [{marker: Pragmatic Army, at: Teschen}]",
            "not-playable-now",
            "it needs a fortress that you hold, and there is none here",
        ),
        ("play: [{marker: Charge, at: Vienna}]", "not-playable-now", "not played in the"),
        (
            "reactions: [{vote: {city: Köln}}]",
            "not-held",
            "you hold no Vote in the Imperial Diet now",
        ),
        ("tax: {mercantilism: yes}", "not-held", "you hold no Mercantilism now"),
        ("tax: {mercantilism: yes}", "not-held", "taxes come before the market"),
        ("market: {up to: 2, spy: yes, spied: {Truce: 3}}", "not-held", "you hold no Spy now"),
        (
            "market: {open: 1, up to: 3}",
            "opens-below",
            "if you open the bidding you bid 1 and no more, although you would pay 3",
        ),
        ("market: {open: 1, up to: 1, spy: yes, other: 2}", "opens-below", "would pay 2"),
        (
            "reactions: [{who: any, truce: [{on: france}], losses: [recruit], retreat: Vienna}]",
            "not-at-court",
            "`truce` is not asked at a court",
        ),
        (
            "reactions: [{who: any, drive: Vienna, losses: [recruit], retreat: Vienna}]",
            "seldom-at-court",
            "`drive`, `retreat` are asked at a court only in the battle of an Uprising",
        ),
        ("reactions: [{provision: {keep: 2}}]", "not-at-court", "`provision` is not asked at a"),
        (
            "reactions: [{who: any, cancel: [{marker: Spy}]}]",
            "not-held",
            "you hold no Enlightenment or Spy now",
        ),
        ("fieldworks: [Glogau]", "no-site", "Glogau is a fortress"),
        ("fieldworks: [Berlin]", "not-held-now", "fieldworks are built where units of yours stand"),
    ] {
        let (codes, told) = told_of(lines);
        assert!(codes.contains(&code), "{lines}: {codes:?}");
        assert!(told.contains(words), "{lines}\n{told}");
    }
    // A line that gives no more than it opens with, or plays no Spy, needs no remark.
    for plain in ["{open: 3, up to: 3}", "{open: 1, up to: 3, spend: 1}", "{up to: 2, spy: no}"] {
        assert!(told_of(&format!("market: {plain}")).0.is_empty(), "{plain}");
    }
    // Lines of which only one may be played are not added up.
    let either =
        "mobilize: [{garrison: 1, at: Glogau, if: thaler >= 3}, {infantry: 1, at: Glogau}]";
    assert!(!told_of(either).0.contains(&"square-full"), "{either}");
}

/// The form offers what the year allows, and says what the taxes bring.
#[test]
fn the_form_offers_what_the_year_allows() {
    let by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    let form = |seat: &str| by_mail.game.form(&by_mail.at.known[seat], "c", None).unwrap();
    assert!(!form("france").contains("# mobilize:"), "{}", form("france"));
    assert!(form("prussia").contains("# mobilize:"));
    assert!(form("prussia").contains("Taxes come in after the bids: 10 thaler"));
}

/// How many counters are left stands in form, receipt and guide, since a seat sees all units of its power; how
/// many came stands in the report.
#[test]
fn how_many_counters_are_left_is_told() {
    let mut by_mail = ByMail::begun("austrian-succession", &[], 3);
    let known = by_mail.known("prussia");
    let left = known.counters_left(&by_mail.book, "prussia", Kind::SiegeTrain).unwrap();
    let (form, sheet) = {
        let seen = &by_mail.at.known["prussia"];
        let lines = format!("mobilize: [{{siege train: {}, at: Berlin}}]", left + 1);
        let sheet = format!("season: court 1741\npower: prussia\n{lines}\n");
        let told = by_mail.game.check(seen, &sheet).unwrap();
        let words: Vec<&str> = told.understood[0].words().collect();
        let now = format!("(left now: {left} siege train)");
        assert!(words.iter().any(|line| line.contains(&now)), "{words:#?}");
        (by_mail.game.form(seen, "c", None).unwrap(), sheet)
    };
    assert!(form.contains("Counters left: Prussia"), "{form}");
    assert!(form.contains(&format!("{left} siege train")), "{form}");
    let guide = sheet::guide::lines(&by_mail.game.primer(&by_mail.at.known["prussia"]).unwrap());
    assert!(guide.iter().any(|line| line.contains("Its counters: ")), "{guide:#?}");
    by_mail.play(&BTreeMap::from([("prussia".to_owned(), sheet)]));
    let events = by_mail.known("prussia").events;
    let remarks = frederick::view::story::remarks("prussia", &events);
    let came = |line: &&String| line.starts_with("mobilize 1: ");
    assert!(remarks.iter().find(came).unwrap().contains(" came, then "), "{remarks:#?}");
}

/// A line that asks for more than a city takes raises some of them, and of these none is left for the next.
#[test]
fn what_a_city_takes_in_part_is_not_left_for_the_next() {
    let by_mail = ByMail::begun("austrian-succession", &[], 3);
    let known = by_mail.known("prussia");
    let left = known.counters_left(&by_mail.book, "prussia", Kind::SiegeTrain).unwrap();
    let second = |first: u32| {
        let lines = format!(
            "mobilize: [{{siege train: {first}, at: Berlin}}, {{siege train: 1, at: Küstrin}}]"
        );
        let sheet = format!("season: court 1741\npower: prussia\n{lines}\n");
        let told = by_mail.game.check(&by_mail.at.known["prussia"], &sheet).unwrap();
        let mut lines = told.understood.into_iter().flat_map(|entry| entry.lines);
        lines.find(|line| line.words.starts_with("mobilize 2")).unwrap()
    };
    assert!(left < 9 && second(9).causes.contains(&"left"), "{:?}", second(9));
}

/// Where the form would play a marker it can be played; what can be played nowhere it says.
#[test]
fn the_form_plays_markers_where_they_can_be_played() {
    let by_mail = ByMail::begun("first-silesian-war", &[], 3);
    for seat in by_mail.seats() {
        let mut known = by_mail.known(&seat);
        let kinds = ["Drillmaster", "Press Gang", "Rally", "Pragmatic Army", "Uprising", "Truce"];
        known.markers.own.extend(kinds.map(|kind| format!("{kind} (1)")));
        let known = serde_json::to_string(&known).unwrap();
        let form = by_mail.game.form(&known, "c", None).unwrap();
        let plays: Vec<&str> =
            form.lines().filter_map(|line| line.strip_prefix("# - {marker: ")).collect();
        assert!(!plays.is_empty(), "{seat}\n{form}");
        for play in plays {
            let line = format!("play: [{{marker: {play}]");
            let sheet = format!("season: court 1741\npower: {seat}\n{line}\n");
            let checked = by_mail.game.check(&known, &sheet).unwrap();
            assert!(checked.faults.is_empty(), "{line}\n{}", checked.faults.render(&sheet));
        }
        assert!(!form.contains("Truce"), "{form}");
        assert!(
            form.contains("Cannot be played anywhere as things stand: ")
                && form.contains("Uprising"),
            "{form}"
        );
    }
}

/// The grade and the causes of the one line of a sheet for the court, after a change of what is known.
fn graded(change: impl Fn(&mut Known), seat: &str, lines: &str) -> (Grade, Vec<&'static str>) {
    let by_mail = ByMail::begun("first-silesian-war", &[], 3);
    let mut known = by_mail.known(seat);
    change(&mut known);
    let known = serde_json::to_string(&known).unwrap();
    let sheet = format!("season: court 1741\npower: {seat}\n{lines}\n");
    let checked = by_mail.game.check(&known, &sheet).unwrap();
    let mut steps = checked.understood.into_iter().flat_map(|entry| entry.lines);
    let last = steps.rfind(|line| line.step.is_some());
    let line = last.unwrap_or_else(|| panic!("no step: {lines}"));
    (line.grade, line.causes)
}

/// Each line depends on what it lacks, and on nothing else.
#[test]
fn lines_name_their_own_causes() {
    let with_hand = |known: &mut Known| {
        let kinds = ["Drillmaster", "Rally", "Pragmatic Army", "Uprising", "Press Gang"];
        known.markers.own = kinds.map(|kind| format!("{kind} (1)")).into();
        // Six thaler, whatever the events of the first year have brought.
        known.open.treasury.insert("austria".to_owned(), 12);
    };
    let sworn = |known: &mut Known| {
        let what = Vow::Words { text: "stay home".to_owned() };
        let (by, to, deal) = ("prussia".to_owned(), "austria".to_owned(), "oath".to_owned());
        known.open.promises.insert(Promise { by, to, what, until: 1742, deal });
    };
    let oath = "deals: [{name: Oath, with: prussia, promised: [{words: stay home}]}]\n";
    let challenge = "challenge: [{deal: oath, of: prussia}]";
    for (lines, grade, causes) in [
        ("play: [{marker: Rally, at: Vienna}]", Grade::Sure, vec![]),
        ("play: [{marker: Rally, at: Berlin}]", Grade::If, vec!["own"]),
        ("play: [{marker: Press Gang, at: Britain box}]", Grade::Refused, vec!["rules"]),
        ("play: [{marker: Pragmatic Army, at: 8O}]", Grade::Refused, vec!["rules"]),
        ("play: [{marker: Uprising, at: Vienna}]", Grade::If, vec!["rules"]),
        ("levy: [{spend: [{full garrison: 3, at: Vienna}]}]", Grade::If, vec!["money", "left"]),
        ("levy: [{spend: [{infantry: 1, at: Vienna}]}]", Grade::Sure, vec![]),
        ("levy: [{spend: [{infantry: 1, at: Berlin}]}]", Grade::If, vec!["own"]),
        ("keep: 6", Grade::Sure, vec![]),
        ("initiative: [{bid: 1}]\nkeep: 6", Grade::If, vec!["money"]),
        ("peace: yes", Grade::If, vec!["deal"]),
        (challenge, Grade::Refused, vec!["rules"]),
    ] {
        assert_eq!(graded(with_hand, "austria", lines), (grade, causes), "{lines}");
    }
    assert_eq!(graded(sworn, "austria", challenge), (Grade::Sure, vec![]));
    assert_eq!(graded(|_| {}, "austria", &format!("{oath}{challenge}")).0, Grade::If);
}

/// What a levy brings, and what it costs beside thaler, stands in its line.
#[test]
fn a_levy_tells_its_dice_and_its_price() {
    let by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    let sheet =
        "season: court 1741\npower: austria\nlevy: [{spend: [{infantry: 1, at: Vienna}]}]\n";
    let checked = by_mail.game.check(&by_mail.at.known["austria"], sheet).unwrap();
    let told = format!("{:?}", checked.understood);
    let words = "4 dice of thaler, what is left of them is forfeit; a leader comes by lot, its forces have 1 more on \
                 attrition this turn, and the balance of power is rolled once";
    assert!(told.contains(words), "{told}");
}

/// What is said once is told when it was not so: peace that others did not want, thaler that were gone.
#[test]
fn what_is_said_once_is_told_when_it_was_not_so() {
    let mut by_mail = ByMail::begun("first-silesian-war", &[], 3);
    let sheet = "season: court 1741\npower: prussia\npeace: yes\nkeep: 90\n";
    let (played, _) = by_mail.play(&[("prussia".to_owned(), sheet.to_owned())].into());
    let became = by_mail.game.became(&played.after.known["prussia"]).unwrap();
    let causes: Vec<_> = became.iter().filter_map(|one| one.cause).collect();
    assert_eq!(causes, ["deal", "money"]);
    let told = played.events.iter().filter(|event| event.contains("not-done")).count();
    assert_eq!(told, 2, "{:?}", played.events);
}
