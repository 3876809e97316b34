//! Tests of cases.

use super::*;
use expect_test::expect;

const FILE: &str = "# Title\n\n## A heading alone\n\nProse.\n\n## NIA §1: one\n\nWhy.\n
```yaml setup
rules: nations
```
```yaml orders
france:
  activations: [{leader: Ney, steps: [{march: [3331, no]}]}]
```
```text ledger
chit: empire land 4
```
```yaml expect
- moved: {who: Massena, to: W3432}
- no: battle
- no: {moved: {who: Ney}}
- state: {force: {name: Masséna, units: [+2 InfC, Dinf], demoralized: false}}
```
";

fn outcome() -> Outcome {
    let moved = |to: &str| Fact::new("moved").with("who", "Masséna").with("to", to);
    let force = Fact::new("force").with("name", "Masséna").with_flag("demoralized", false);
    Outcome {
        events: vec![moved("Genoa|W3633"), moved("Turin|W3432")],
        state: vec![force.with_list("units", ["+2 InfC", "Dinf"])],
        ..Outcome::default()
    }
}

fn only(text: &str) -> Case {
    let mut cases = read("a.md", text);
    assert_eq!(cases.len(), 1, "there is one case");
    cases.remove(0).unwrap()
}

#[test]
fn a_file_is_read() {
    let case = only(FILE);
    assert_eq!((case.line, case.prose.as_str(), case.rules.as_str()), (7, "Why.", "nations"));
    assert!(case.orders["france"].contains("3331"));
    assert_eq!(case.ledger, "chit: empire land 4\n");
    assert_eq!(case.unmet(&outcome()), Vec::<Difference>::new());
}

#[test]
fn no_others_than_those_expected() {
    let mut case = only(FILE);
    let moved = |to: &str| Expected::Happens(Fact::new("moved").with("to", to));
    let (others, forces) = (Fact::new("moved").with("who", "Masséna"), Fact::new("force"));
    case.expect = Some(vec![moved("Genoa"), moved("Turin"), Expected::NoOther(others.clone())]);
    assert_eq!(case.unmet(&outcome()), []);
    case.expect = Some(vec![
        Expected::NoOther(others),
        moved("Turin"),
        Expected::NoOther(forces.clone()),
        Expected::NoOther(Fact::new("battle")),
    ]);
    let unmet = case.unmet(&outcome());
    let texts: Vec<&str> = unmet.iter().map(|one| one.text.lines().next().unwrap()).collect();
    assert_eq!(texts, ["expected no other `moved: {who: Masséna}`", "expected no other `force`"]);
    let held = Expected::Holds(forces.clone().with("name", "Masséna"));
    case.expect = Some(vec![Expected::NoOther(forces), held]);
    assert_eq!(case.unmet(&outcome()), []);
}

#[test]
fn a_difference_can_be_read() {
    let mut case = only(FILE);
    case.expect = Some(vec![
        Expected::Happens(Fact::new("moved").with("who", "Masséna").with("to", "Milan")),
        Expected::Happens(Fact::new("movd")),
        Expected::Never(Fact::new("moved").with("to", "turin")),
        Expected::Holds(Fact::new("force").with("at", "Turin")),
    ]);
    let outcome = Outcome { faults: vec!["a chit is left".into()], ..outcome() };
    let unmet = case.unmet(&outcome);
    expect![[r#"
        ## one
          a.md:22: expected `moved: {to: Milan, who: Masséna}`
            nearest is `moved: {to: Genoa, who: Masséna}`: `to` is Genoa, not Milan
          a.md:23: expected `movd`
            nothing of that name happened; did you mean `moved`?
          a.md:24: expected no `moved: {to: turin}`
            there is `moved: {to: Turin, who: Masséna}`
          a.md:25: expected the state `force: {at: Turin}`
            nearest is `force: {demoralized: no, name: Masséna, units: +2 InfC, Dinf}`: it has no `at`
          fault: a chit is left
          what happened:
            - moved: {to: Genoa, who: Masséna}
            - moved: {to: Turin, who: Masséna}
          what holds:
            - force: {demoralized: no, name: Masséna, units: +2 InfC, Dinf}
    "#]]
    .assert_eq(&Verdict { case: "## one".into(), unmet, outcome }.to_string());
}

#[test]
fn the_whole_list_has_nothing_more() {
    let mut case = only(&FILE.replace("yaml expect", "yaml events"));
    let moved = || Expected::Happens(Fact::new("moved"));
    case.events = Some(vec![moved(), moved()]);
    assert!(case.unmet(&outcome()).is_empty());
    case.events = Some(vec![moved()]);
    assert!(case.unmet(&outcome())[0].text.starts_with("expected nothing more"));
    case.events = Some(vec![moved(), moved(), moved()]);
    assert!(case.unmet(&outcome())[0].text.contains("nothing more happened"));
}

#[test]
fn a_fault_can_be_expected() {
    let mut case = only(FILE);
    case.expect = Some(vec![Expected::Fault("is left".into())]);
    let outcome = Outcome { faults: vec!["a chit is left".into()], ..Outcome::default() };
    assert!(case.unmet(&outcome).is_empty());
}

#[test]
fn faults_name_the_line() {
    let check = |from: &str, to: &str, fault: &str| {
        let text = FILE.replacen(from, to, 1);
        assert_eq!(read("a.md", &text)[0].as_ref().unwrap_err().to_string(), fault);
    };
    check("rules: nations", "a: b", "a.md:11: a setup says `rules:` or `scenario:`");
    check("text ledger", "ledger", "a.md:18: a block `ledger` is written `text ledger`");
    check(
        "text ledger",
        "yaml setup",
        "a.md:18: this is the second block `yaml setup` of the case",
    );
    check("```yaml setup\n", "```yaml\n", "a.md:7: this case has no block `yaml setup`");
    check("```\n```text ledger", "```text ledger", "a.md:14: this block is not closed");
}

#[test]
fn a_fault_is_of_its_own_case() {
    let second = FILE.split_once("## NIA").unwrap().1;
    // The fence that is left open would swallow the next heading.
    let open = FILE.replace("chit: empire land 4\n```", "chit: empire land 4");
    let text = format!("{open}\n## NIA{second}\n## NIA{}", second.replace("- moved", "- [moved]"));
    let read = read("a.md", &text);
    let told: Vec<String> = read
        .iter()
        .map(|case| match case {
            Ok(case) => format!("{}: {}", case.line, case.heading),
            Err(fault) => fault.to_string(),
        })
        .collect();
    expect![[r#"
        a.md:18: this block is not closed
        27: NIA §1: one
        a.md:63: the name of a fact is a word
    "#]]
    .assert_eq(&(told.join("\n") + "\n"));
}

#[test]
fn modifiers_have_no_order() {
    let mut case = only(FILE);
    let battle = |told: &str| Fact::new("battle").with("attacker modifiers", told);
    case.expect = Some(vec![Expected::Happens(battle("-2 river, +1 cavalry"))]);
    let of = |told: &str| Outcome { events: vec![battle(told)], ..Outcome::default() };
    assert_eq!(case.unmet(&of("+1 cavalry, -2 river")), vec![]);
    assert_eq!(case.unmet(&of("+1 cavalry")).len(), 1, "one is missing");
    assert_eq!(case.unmet(&of("+1 cavalry, -2 river, -2 river")).len(), 1, "one is there twice");
    case.expect = Some(vec![Expected::Output("modifiers".into(), "b -2, a +1".into())]);
    let outputs = [("modifiers".to_owned(), "a +1, b -2".to_owned())].into();
    assert_eq!(case.unmet(&Outcome { probe: Some(outputs), ..Outcome::default() }), vec![]);
}

#[test]
fn what_a_power_was_told_can_be_expected() {
    let text = FILE.replace(
        "- no: battle\n",
        "- known: {france: {moved: {who: Melas}}}\n- no: {known: {austria: moved}}\n",
    );
    let case = only(&text);
    let moved = Fact::new("moved").with("who", "Melas");
    let told: BTreeMap<String, Vec<Fact>> =
        [("france".into(), vec![moved.clone()]), ("austria".into(), vec![])].into();
    assert_eq!(case.unmet(&Outcome { told, ..outcome() }), vec![]);
    let told = [("france".into(), vec![]), ("austria".into(), vec![moved])].into();
    let unmet = case.unmet(&Outcome { told, ..outcome() });
    let texts: Vec<&str> = unmet.iter().map(|one| one.text.lines().next().unwrap()).collect();
    assert_eq!(
        texts,
        [
            "expected that france knows `moved: {who: Melas}`",
            "expected that austria does not know `moved`",
        ]
    );
    assert_eq!(unmet[0].place.as_deref(), Some("a.md:23"));
}
