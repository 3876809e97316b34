//! Tests of `book/set_ups.rs`, `book/marching.rs` and of what a page says of beaten powers.

use kit::relations::Relations;
use nations::Nations;
use nations::book::Book;
use nations::politics::influence;
use nations::record::state::Bloc;

const SHORT: &str = include_str!("../../../campaigns/nations/austerlitz-1805/scenario.yaml");
const WAGRAM: &str = include_str!("../../../campaigns/nations/grand-campaign-1809/scenario.yaml");
const BAY: &str = include_str!("../../../campaigns/nations/grand-campaign-1813/scenario.yaml");
const SHORT_WAGRAM: &str = include_str!("../../../campaigns/nations/wagram-1809/scenario.yaml");
const LEIPZIG: &str = include_str!("../../../campaigns/nations/leipzig-1813/scenario.yaml");
const DANGER: &str = include_str!("../../../campaigns/nations/grand-campaign-1792/scenario.yaml");
const LONG: &str = include_str!("../../../campaigns/nations/grand-campaign-1805/scenario.yaml");

/// What is said of a page with one part of it written otherwise.
fn told(page: &str, from: &str, to: &str) -> String {
    assert!(page.contains(from), "{from}");
    let page = page.replacen(from, to, 1);
    match Book::faults(&play::shelf::<Nations>(), &page) {
        Ok(faults) => faults.into_iter().map(|fault| format!("{}\n", fault.text)).collect(),
        Err(why) => why.to_string(),
    }
}

#[test]
fn the_pages_and_their_set_ups_have_no_fault() {
    for page in [SHORT, LONG, WAGRAM, SHORT_WAGRAM, BAY, LEIPZIG, DANGER] {
        assert_eq!(told(page, "title:", "title:"), "");
    }
}

/// Both pages have the same set-up, and end in their own seasons.
#[test]
fn two_pages_share_a_set_up() {
    let open = |name| Book::read(&play::shelf::<Nations>(), name, &Default::default()).unwrap();
    let (short, long) = (open("austerlitz-1805"), open("grand-campaign-1805"));
    let keys = |book: &Book| -> Vec<String> {
        book.scenario.forces.iter().map(|entry| entry.key.clone()).collect()
    };
    assert_eq!(keys(&short), keys(&long));
    assert_eq!(short.scenario.last.to_string(), "winter 1805");
    assert_eq!(long.scenario.last.to_string(), "winter 1814");
}

#[test]
fn a_set_up_is_there_and_no_key_stands_twice() {
    for (from, to, says) in [
        ("set-up: 1805", "set-up: 1806", "set-ups/1806.yaml"),
        ("set-up: 1805", "set-up: ../units", "is not a name"),
        ("set-up: 1805", "set-up: ''", "is not a name"),
        ("title:", "initiative: britain\ntitle:", "initiative"),
        ("set-up: 1805\n", "", "sides"),
    ] {
        let told = told(SHORT, from, to);
        assert!(told.contains(says), "{to}: {told}");
    }
}

#[test]
fn what_a_page_says_of_beaten_powers_is_checked() {
    for (from, to, says) in [
        ("has beaten: [austria]", "has beaten: [saxony]", "saxony"),
        ("has beaten: [austria]", "has beaten: []", "does not say what must be"),
        ("[Lombardy, Romagne]", "[Lombardy, Romagna]", "Romagna"),
    ] {
        let told = told(SHORT, from, to);
        assert!(told.contains(says), "{to}: {told}");
    }
    let plain = include_str!("../../scenarios/europe-1805/scenario.yaml");
    let at = plain.find("\nvictory:").unwrap();
    let end = at + plain[at..].find("\nsources:").unwrap();
    let way = "{winner: empire, all: [{side: empire, has beaten: [austria]}]}";
    let own = format!("\nvictory: {{kind: conditions, otherwise: draw, conditions: [{way}]}}");
    let told = told(plain, &plain[at..end], &own);
    assert!(told.contains("without `track:` no power is beaten"), "{told}");
}

/// The special rules of the set-up, each with a fault.
#[test]
fn marching_orders_name_places_and_powers() {
    let mut shelf = play::shelf::<Nations>();
    let page = "nations/book/set-ups/1805.yaml";
    let own = shelf.text(page).unwrap().to_owned();
    for (from, to, says) in [
        ("takes: [Mantua]", "takes: [Mantoua]", "Mantoua"),
        ("takes: [Mantua]", "takes: []", "1 to 6"),
        ("power: prussia, until", "power: saxony, until", "saxony"),
        ("frees: 6", "frees: 7", "7"),
        ("until: spring 1806", "until: 1806", "season"),
    ] {
        assert!(own.contains(from), "{from}");
        shelf.lay(page, own.replacen(from, to, 1));
        let faults = Book::faults(&shelf, SHORT).unwrap();
        let told: String = faults.into_iter().map(|fault| fault.text).collect();
        assert!(told.contains(says), "{to}: {told}");
    }
}

/// A peace of before names powers, and lasts when the scenario begins.
#[test]
fn what_a_page_says_of_earlier_peaces_is_checked() {
    let plain = include_str!("../../scenarios/europe-1805/scenario.yaml");
    let read = |of: &str, made: &str, more: &str| {
        let line = format!("{{of: {of}, with: [france], made: {made}, until: winter 1809{more}}}");
        let page = plain.replacen("\nvictory:", &format!("\npeaces: [{line}]\nvictory:"), 1);
        let mut shelf = play::shelf::<Nations>();
        shelf.lay("nations/europe-1805/scenario.yaml", page);
        let book = Book::read(&shelf, "europe-1805", &Default::default());
        book.err().map(|why| why.to_string()).unwrap_or_default()
    };
    let made = "spring 1800";
    assert_eq!(read("prussia", made, ""), "");
    for (told, says) in [
        (read("saxony", made, ""), "saxony"),
        (read("france", made, ""), "makes peace with others"),
        (read("prussia", "winter 1809", ""), "still lasts"),
        (read("prussia", made, ", then allied to: russia"), "russia has no peace"),
    ] {
        assert!(told.contains(says), "{says}: {told}");
    }
}

/// In 1792 the coalition's player is that of Austria for the whole game: he writes for Britain and Prussia, neutral or at
/// war, and even when Austria is beaten. France writes for Spain while she is neutral.
#[test]
fn the_player_of_austria_leads_the_coalition_of_1792() {
    let book = Book::read(&play::shelf::<Nations>(), "grand-campaign-1792", &Default::default());
    let book = book.unwrap();
    let keepers = |neutral: &[&str]| -> Vec<Option<String>> {
        let side = |power: &&str| match *power {
            "france" => Bloc::Empire,
            power if neutral.contains(&power) => Bloc::Neutral,
            _ => Bloc::Coalition,
        };
        let powers = ["france", "austria", "prussia", "britain", "spain"];
        let blocs = powers.iter().map(|power| ((*power).to_owned(), side(power)));
        let relations: Relations<Bloc> = blocs.collect();
        let keeper = |power| influence::keeper(&book, &relations, power).map(str::to_owned);
        ["prussia", "britain", "spain"].map(keeper).to_vec()
    };
    let of = |names: [&str; 3]| names.map(|name| Some(name.to_owned())).to_vec();
    assert_eq!(keepers(&["britain", "spain"]), of(["austria", "austria", "france"]));
    assert_eq!(keepers(&[]), of(["austria"; 3]));
    assert_eq!(keepers(&["prussia", "spain"]), of(["austria", "austria", "france"]));
    assert_eq!(keepers(&["austria"]), of(["austria"; 3]));
}
