//! Cases about cases.

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

#[test]
fn a_file_is_read() {
    let cases = read("a.md", FILE).unwrap();
    let [case] = cases.as_slice() else { panic!("there is one case") };
    assert_eq!((case.line, case.prose.as_str(), case.rules.as_str()), (7, "Why.", "nations"));
    assert!(case.orders["france"].contains("3331"));
    assert_eq!(case.ledger, "chit: empire land 4\n");
    assert_eq!(case.unmet(&outcome()), Vec::<String>::new());
}

#[test]
fn a_difference_can_be_read() {
    let mut case = read("a.md", FILE).unwrap().remove(0);
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
          expected `moved: {to: Milan, who: Masséna}`
            nearest is `moved: {to: Genoa, who: Masséna}`: `to` is Genoa, not Milan
          expected `movd`
            nothing of that name happened; did you mean `moved`?
          expected no `moved: {to: turin}`
            there is `moved: {to: Turin, who: Masséna}`
          expected the state `force: {at: Turin}`
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
    let mut case = read("a.md", &FILE.replace("yaml expect", "yaml events")).unwrap().remove(0);
    let moved = || Expected::Happens(Fact::new("moved"));
    case.events = Some(vec![moved(), moved()]);
    assert!(case.unmet(&outcome()).is_empty());
    case.events = Some(vec![moved()]);
    assert!(case.unmet(&outcome())[0].starts_with("expected nothing more"));
    case.events = Some(vec![moved(), moved(), moved()]);
    assert!(case.unmet(&outcome())[0].contains("nothing more happened"));
}

#[test]
fn a_fault_can_be_expected() {
    let mut case = read("a.md", FILE).unwrap().remove(0);
    case.expect = Some(vec![Expected::Fault("is left".into())]);
    let outcome = Outcome { faults: vec!["a chit is left".into()], ..Outcome::default() };
    assert!(case.unmet(&outcome).is_empty());
}

#[test]
fn faults_name_the_line() {
    let check = |from: &str, to: &str, fault: &str| {
        let text = FILE.replacen(from, to, 1);
        assert_eq!(read("a.md", &text).unwrap_err().to_string(), fault);
    };
    check("rules: nations", "a: b", "a.md, line 11: a setup says `rules:` or `scenario:`");
    check("text ledger", "ledger", "a.md, line 18: a block `ledger` is written `text ledger`");
    check(
        "text ledger",
        "yaml setup",
        "a.md, line 18: this is the second block `yaml setup` of the case",
    );
    check("```yaml setup\n", "```yaml\n", "a.md, line 7: this case has no block `yaml setup`");
    check("```\n```text ledger", "```text ledger", "a.md, line 14: this block is not closed");
}
