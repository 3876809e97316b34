//! The tables of money as they are read, and what is refused.

use nations::Nations;
use nations::book::money::*;

fn book() -> nations::book::Book {
    let terms = nations::book::bare::Terms::default();
    let season = "spring 1805".parse().unwrap();
    nations::book::Book::bare(&play::shelf::<Nations>(), season, terms).unwrap()
}

/// Each line: a kind of unit, what its step costs a power, and what it costs a minor country.
#[test]
fn prices_of_steps() {
    let money = book().money;
    for (kind, power, minor) in [
        ("InfC", 3, 3),
        ("Dinf", 3, 3),
        ("CavC", 5, 5),
        ("CrC", 6, 6),
        ("GInfC", 5, 5),
        ("OGInfC", 6, 6),
        ("GCavC", 7, 7),
        ("MilC", 2, 2),
        ("Cos", 3, 3),
        ("G", 2, 2),
    ] {
        let both = (money.step_price(kind, false), money.step_price(kind, true));
        assert_eq!(both, (power, minor), "{kind}");
    }
    assert_eq!(money.step("InfC", false), Ware::Infantry);
    assert_eq!(money.step("InfC", true), Ware::MinorInfantry);
    assert_eq!((money.price(Ware::Guns), money.price(Ware::Embassy)), (1, 4));
}

/// A year between two columns has the earlier one, and a year before all the first.
#[test]
fn columns_of_the_chart() {
    let money = book().money;
    for (power, year, pounds, recruits) in [
        ("russia", 1811, 55, "18/6"),
        ("russia", 1792, 55, "16/6"),
        ("france", 1805, 82, "22/7"),
        ("france", 1808, 82, "22/7"),
        ("france", 1815, 110, "24/6"),
    ] {
        let budget = money.power(power, year);
        assert_eq!((budget.pounds, budget.recruits.to_string()), (pounds, recruits.into()));
    }
    let minor = money.minor("Holland").unwrap();
    assert_eq!((minor.pounds, minor.recruits.to_string()), (9, "3/0".into()));
    assert_eq!(money.minor("Dalmatia"), None);
}

#[test]
fn gifts_have_limits() {
    let money = book().money;
    assert_eq!(money.most_given("france", false), Some(6));
    assert_eq!(money.most_given("france", true), Some(4));
    assert_eq!(money.most_given("britain", false), None);
    assert!(money.keeps("britain") && !money.keeps("russia"));
}

#[test]
fn half_a_pound_of_a_call_is_lost() {
    let conscripts = &book().money.conscripts;
    assert_eq!([10, 55, 1].map(|pounds| conscripts.money(pounds)), [15, 82, 1]);
}

#[test]
fn a_wrong_row_is_refused() {
    let book = book();
    let check = |rows: &str, wanted: &str| {
        let rows: Vec<Price> = serde_yaml::from_str(rows).unwrap();
        let why = priced(rows, &book.units).unwrap_err();
        assert!(why.contains(wanted), "{why}");
    };
    check("[{item: fleet, cost: 8}, {item: fleet, cost: 8}]", "one price");
    check("[{item: fleet, cost: -1}]", "from 0 to 99");
    check("[{item: infantry step, kinds: [InfD], cost: 3}]", "no kind of unit `InfD`");
    check(
        "[{item: fleet, kinds: [InfC], cost: 3}, {item: corsair, kinds: [InfC], cost: 3}]",
        "already",
    );
    check("[{item: fleet, cost: 8}]", "is missing");
    for wrong in ["18", "6/18", "a/b", "-1/0", "18/6/2"] {
        assert!(wrong.parse::<Recruits>().unwrap_err().contains("is not recruits"), "{wrong}");
    }
    let why = harbours(vec![("Paris".into(), 3)], &book.atlas).unwrap_err();
    assert!(why.contains("unknown harbour `Paris`"), "{why}");
}

/// Each line: the key as a page has it, and what is said to it; nothing, if it is sound.
#[test]
fn what_a_page_says_of_money_is_checked() {
    let page = include_str!("../../scenarios/europe-1805/scenario.yaml");
    for (money, wanted) in [
        ("{}", ""),
        ("{chests: {france: 5}, income: {spain: {1806: 30}}, continental system: [prussia]}", ""),
        ("{chests: {sweden: 5}}", "no power is called `sweden`"),
        ("{chests: {france: -1}}", "from 0 to 999"),
        ("{income: {france: {1750: 5}}}", "`1750` is not a year of these wars"),
        ("{income: {france: 5}}", "a map"),
        ("{continental system: [Atlantis]}", "no court is called `Atlantis`"),
        ("{purses: {france: 5}}", "purses"),
        ("{alliance credit: {austria: 10, russia: 9}}", ""),
        ("{foreign wars: [{war: USA, since: 1805}, {war: India, since: 1806}]}", ""),
        ("{foreign wars: [{war: Mexico, since: 1812}]}", "Mexico"),
        ("{foreign wars: [{war: USA, since: 12}]}", "from 1700 to 1999"),
        ("{foreign wars: [{war: USA, since: 1805}, {war: USA, since: 1806}]}", "stands here twice"),
        (
            "{foreign wars: [{war: USA, since: 1805}, {war: India, since: 1805}]}",
            "a second foreign war",
        ),
        ("{foreign wars: [{war: USA}]}", "since"),
        ("{foreign wars: [{war: USA, since: 1817}]}", "after the last season"),
        ("{alliance credit: {austria: 31}}", "from 1 to 30"),
        ("{alliance credit: {france: 5}}", "is not an ally of one of the two players"),
    ] {
        let page = format!("{page}\nmoney: {money}\n");
        let faults = nations::book::Book::faults(&play::shelf::<Nations>(), &page).unwrap();
        let told: Vec<String> = faults.iter().map(|fault| fault.text.clone()).collect();
        match wanted {
            "" => assert_eq!(told, Vec::<String>::new(), "{money}"),
            _ => assert!(told.iter().any(|text| text.contains(wanted)), "{money}: {told:?}"),
        }
    }
}
