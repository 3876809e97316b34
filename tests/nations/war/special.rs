//! Every special rule of a scenario is seen in the wars of the automatic players, or rests on a case.

use nations::book::Book;
use std::collections::BTreeSet;

/// What stands for a special rule.
enum Shown {
    /// Something that happens in the wars of the scenario, if there are many of them.
    Played(&'static str),
    /// A case of the rulebook, by its page and a part of its heading. Automatic players bring it about by
    /// an unlikely chain alone, or it is a state of things and nothing that happens.
    Case(&'static str, &'static str),
    /// It says what the scenario leaves out; there is nothing to see.
    LeftOut,
}

use Shown::{Case, LeftOut, Played};

const PATRIE: &str = "21-2-1-la-patrie-en-danger.md";

const SPECIAL: &[(&str, &str, Shown)] = &[
    ("suvorov-1799", "no-spring-economy", LeftOut),
    (
        "suvorov-1799",
        "bonaparte-recalled",
        Case("21-3-1-suvorov.md", "Bonaparte is called away when Milan, Mantua and Rome are lost"),
    ),
    (
        "suvorov-1799",
        "french-army-commanders",
        Case("21-3-1-suvorov.md", "only a leader of three stars"),
    ),
    ("suvorov-1799", "no-feudals", Case("14-5-special-units.md", "where a scenario has none")),
    ("jena-1806", "no-politics", LeftOut),
    ("jena-1806", "vistula", Played("rule-begun")),
    ("jena-1806", "saxony", Played("country-turned")),
    ("jena-1806", "baltic-transport", Played("transported")),
    ("jena-1806", "leaders-away", Case("21-3-2-jena.md", "as it stands")),
    ("jena-1806", "danes", Case("21-3-2-jena.md", "the Danes do not enter Sweden")),
    ("jena-1806", "army-of-the-north", Case("21-3-2-jena.md", "sets up the Army of the North")),
    ("russia-1812", "jerome", Case("21-3-3-russia.md", "with Jérôme under him")),
    ("russia-1812", "replacements", Played("succeeded")),
    ("russia-1812", "dismissals", Played("counted dismissal")),
    ("russia-1812", "leaders-in-spain", Case("21-3-3-russia.md", "leaders who are in Spain")),
    (
        "russia-1812",
        "supply-sources",
        Case("21-3-3-russia.md", "French troops are fed from Warsaw"),
    ),
    ("russia-1812", "no-economy", LeftOut),
    ("russia-1812", "conscripts", Case("21-3-3-russia.md", "the French line of +2 counts +1")),
    ("hundred-days-1815", "sea-transport", Played("transported")),
    (
        "hundred-days-1815",
        "conscripts",
        Case("21-3-3-russia.md", "the French line of +2 counts +1"),
    ),
    ("hundred-days-1815", "dismissals", Case("8-2-leaders.md", "the loser may be dismissed")),
    (
        "hundred-days-1815",
        "supply-sources",
        Case("21-3-4-hundred-days.md", "Antwerp feeds the British"),
    ),
    ("hundred-days-1815", "leaders-away", Case("21-3-4-hundred-days.md", "as it stands")),
    ("spanish-ulcer-1808", "liberation-war", Played("guerrillas raised")),
    ("spanish-ulcer-1808", "leaders-away", Case("21-3-5-ulcer.md", "as it stands")),
    ("spanish-ulcer-1808", "admirals-away", Case("21-3-5-ulcer.md", "without Gravina")),
    ("spanish-ulcer-1808", "french-production", Played("production limited")),
    ("spanish-ulcer-1808", "wellington", Played("Wellington commands")),
    ("spanish-ulcer-1808", "joseph", Played("Joseph commands")),
    ("austerlitz-1805", "army-of-the-rhine", Case("21-2-2-austerlitz.md", "Mack besieges")),
    ("austerlitz-1805", "army-of-italy", Case("21-2-2-austerlitz.md", "Charles goes nowhere")),
    ("austerlitz-1805", "prussia-wavers", Case("21-2-2-austerlitz.md", "Prussia stays at home")),
    ("austerlitz-1805", "spanish-pride", Case("14-4-1-spain.md", "do not enter her land")),
    ("grand-campaign-1809", "liberation-war", Case("21-2-3-wagram.md", "do not leave Spain")),
    ("grand-campaign-1809", "conscripts", Case("21-2-3-wagram.md", "a second call")),
    ("grand-campaign-1809", "landwehr", Case("21-2-3-wagram.md", "the landwehr of Austria")),
    ("grand-campaign-1792", "no-forced-march", Case(PATRIE, "marches a second time")),
    ("grand-campaign-1792", "carnot", Case(PATRIE, "the card R-23")),
    ("grand-campaign-1792", "britain-joins", Case(PATRIE, "when France attacks Brussels")),
    ("grand-campaign-1792", "spain-joins", Case(PATRIE, "the card R-9")),
    ("grand-campaign-1792", "poland", Case(PATRIE, "in winter 1793 Poland is parted")),
    ("grand-campaign-1792", "alliance-length", Case(PATRIE, "in spring 1794 a die")),
    ("leipzig-1813", "poles-in-austria", Case("21-2-4-napoleon-at-bay.md", "other French troops")),
    ("leipzig-1813", "conscripts", Case("21-2-4-napoleon-at-bay.md", "there is no third")),
    ("leipzig-1813", "liberation-war", Case("21-2-4-napoleon-at-bay.md", "do not leave Spain")),
    ("leipzig-1813", "landwehr", Case("21-2-4-napoleon-at-bay.md", "the landwehr comes for")),
    ("leipzig-1813", "blake", Case("21-2-4-napoleon-at-bay.md", "Blake is not set up")),
];

/// What must happen over many wars of a scenario for the sake of its special rules.
pub fn wanted(scenario: &str) -> impl Iterator<Item = &'static str> {
    let own = SPECIAL.iter().filter(move |(of, ..)| *of == scenario);
    own.filter_map(|(_, _, shown)| match shown {
        Played(kind) => Some(*kind),
        Case(..) | LeftOut => None,
    })
}

/// A new rule of a scenario must be put into the list, and what the list names must be there.
#[test]
fn every_special_rule_is_seen_or_rests_on_a_case() {
    let scenarios: BTreeSet<&str> = SPECIAL.iter().map(|(scenario, ..)| *scenario).collect();
    for scenario in scenarios {
        let book = Book::read(&play::shelf::<nations::Nations>(), scenario, &Default::default());
        let has: BTreeSet<String> =
            book.unwrap().scenario.special.iter().map(|rule| rule.id.clone()).collect();
        let own = SPECIAL.iter().filter(|(of, ..)| *of == scenario);
        let listed: BTreeSet<String> = own.map(|(_, id, _)| (*id).to_owned()).collect();
        assert_eq!(has, listed, "{scenario}");
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/nations/rulebook/");
    for (scenario, id, shown) in SPECIAL {
        let Case(page, heading) = shown else { continue };
        let page = std::fs::read_to_string(format!("{folder}{page}")).unwrap();
        let mut headings = page.lines().filter(|line| line.starts_with("## "));
        assert!(headings.any(|line| line.contains(heading)), "{scenario}, {id}: {heading}");
    }
}
