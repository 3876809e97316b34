//! Reports as players get them: the season of Marengo with its example sheets and always the same
//! dice, in text and as a page; and what must hold for every report, whatever is in it.

use crate::long::player;
use assert_cmd::Command;
use expect_test::expect_file;
use mail_parser::{MessageParser, MessagePart, MimeHeaders};
use nations::book::Book;
use scraper::{Html, Selector};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use umpire::kit::ledger::Ledger;
use umpire::report::map::{self, Size};
use umpire::report::{Around, Templates};
use umpire::rules::{self, Game, Played, Position};

const UMPIRE: &str = env!("CARGO_BIN_EXE_umpire");

fn open(scenario: &str) -> Box<dyn Game> {
    let shelf = rules::shelf();
    let (referee, name) = rules::find(&shelf, scenario).unwrap();
    referee.open(&shelf, &name, &BTreeMap::new()).unwrap()
}

fn templates() -> Templates {
    Templates::new(&Default::default()).unwrap()
}

/// The season of the example sheets.
fn marengo(game: &dyn Game) -> Position {
    marengo_played(game).1.after
}

/// The same with all that happened in it, and the position before it.
fn marengo_played(game: &dyn Game) -> (Position, Played) {
    let sheet = |power: &str| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let page = root.join(format!("orders/nations/marengo-1800/{power}.yaml"));
        (power.to_owned(), fs::read_to_string(page).unwrap())
    };
    let sheets: BTreeMap<String, String> = ["france", "austria", "britain"].map(sheet).into();
    let before = game.opening(&sheets, &mut Ledger::seeded("set-up", [0; 32])).unwrap().after;
    let mut dice = Ledger::seeded("spring 1800", [1; 32]);
    let played = game.resolve(&before, &sheets, &mut dice).unwrap();
    (before, played)
}

/// A report as a mail brings it, with everything around it that there can be.
fn around(game: &dyn Game, known: &str) -> Json {
    let chart = game.chart(known).unwrap();
    let around = Around {
        campaign: "marengo".to_owned(),
        root: "ab".repeat(32),
        digest: "cd".repeat(32),
        orders_from: "revision 2 of the sheet".to_owned(),
        narrative: vec!["The passes were open early this year.".to_owned()],
        post: Some(json!({
            "next": "summer 1800",
            "title": null,
            "asked": true,
            "left": "Orders for summer 1800 are due by 2026-12-01 18:00 UTC: 9 days left.",
            "hours": 72,
            "replaced": "[marengo] report, spring 1800, France",
        })),
        map_told: map::beside(&chart).lines().map(str::to_owned).collect(),
        map_src: "cid:map".to_owned(),
        ..Around::default()
    };
    around.with(game.view(known).unwrap())
}

/// Everything about a page that a mail program or a phone could stumble over.
fn sound(html: &str) {
    let page = Html::parse_document(html);
    assert!(page.errors.is_empty(), "{:?}", page.errors);
    let all = |what: &str| Selector::parse(what).unwrap();
    for alien in ["script", "iframe", "object", "form", "link", "style[src]"] {
        assert_eq!(page.select(&all(alien)).count(), 0, "{alien}");
    }
    for element in page.select(&all("[src], [href], [background]")) {
        let places = ["src", "href", "background"].map(|name| element.value().attr(name));
        for place in places.into_iter().flatten() {
            assert!(place == "cid:map" || place.starts_with('#'), "nothing from outside: {place}");
        }
    }
    for element in page.select(&all("[width], [style*='width']")) {
        let style = element.value().attr("style").unwrap_or_default();
        let fixed = style.split(';').filter_map(|rule| rule.trim().strip_prefix("width:"));
        for width in fixed {
            assert!(width.trim().ends_with('%'), "a phone would scroll sideways: {style}");
        }
    }
}

fn narrow(text: &str) {
    for line in text.lines() {
        let long = line.chars().count() > 72;
        assert!(!long, "{} columns: {line}", line.chars().count());
    }
}

#[test]
fn marengo_as_its_players_read_it() {
    let (game, templates) = (open("nations/marengo"), templates());
    let played = marengo(&*game);
    for (power, known) in &played.known {
        let view = around(&*game, known);
        let text = templates.print("nations/report.txt", &view).unwrap();
        narrow(&text);
        expect_file![format!("reports/{power}.txt")].assert_eq(&text);
        // The page before its styles are written into each tag: so one can read it.
        let page = templates.print("nations/report.html", &view).unwrap();
        let (head, rest) = page.split_once("<style>").unwrap();
        let (_, body) = rest.split_once("</style>").unwrap();
        expect_file![format!("reports/{power}.html")].assert_eq(&format!("{head}{body}"));
        expect_file![format!("reports/{power}.map.txt")]
            .assert_eq(&map::told(&game.chart(known).unwrap()));
        sound(&templates.print_html("nations/report.html", &view).unwrap());
    }
}

/// The newspaper of the same season, in the fog of contact and with the open map of the rules.
#[test]
fn marengo_as_everybody_reads_it() {
    let templates = templates();
    for (fog, name) in [("contact", "newspaper"), ("rules", "newspaper-open")] {
        let shelf = rules::shelf();
        let (referee, scenario) = rules::find(&shelf, "nations/marengo").unwrap();
        let options = BTreeMap::from([("fog".to_owned(), fog.to_owned())]);
        let game = referee.open(&shelf, &scenario, &options).unwrap();
        let (before, played) = marengo_played(&*game);
        let known = game.known_to_all(None, &before.state, &played.events).unwrap().unwrap();
        let chart = game.chart(&known).unwrap();
        let around = Around {
            campaign: "marengo".to_owned(),
            narrative: vec!["The passes were open early this year.".to_owned()],
            post: Some(json!({"replaced": "[marengo] newspaper, spring 1800"})),
            map_told: map::beside(&chart).lines().map(str::to_owned).collect(),
            map_src: "cid:map".to_owned(),
            ..Around::default()
        };
        let mut view = around.with(json!(game.newspaper(&known).unwrap()));
        view["number"] = json!(1);
        let text = templates.print("parts/newspaper.txt", &view).unwrap();
        narrow(&text);
        expect_file![format!("reports/{name}.txt")].assert_eq(&text);
        let page = templates.print_html("parts/newspaper.html", &view).unwrap();
        sound(&page);
        expect_file![format!("reports/{name}.map.txt")].assert_eq(&map::told(&chart));
    }
}

/// Automatic players fight both scenarios; every report of theirs is sound.
#[test]
fn every_report_is_sound() {
    let templates = templates();
    for scenario in ["marengo-1800", "italy-1796"] {
        let game = open(&format!("nations/{scenario}"));
        let book = Book::read(&rules::shelf(), scenario, &BTreeMap::new()).unwrap();
        let mut at =
            game.opening(&BTreeMap::new(), &mut Ledger::seeded("set-up", [0; 32])).unwrap().after;
        let mut over = false;
        for seed in 0..3 {
            for known in at.known.values() {
                let view = around(&*game, known);
                narrow(&templates.print("nations/report.txt", &view).unwrap());
                sound(&templates.print_html("nations/report.html", &view).unwrap());
            }
            if over {
                break;
            }
            let sheet = |(power, known): (&String, &String)| {
                (power.clone(), player::sheet(&book, known, seed))
            };
            let sheets = at.known.iter().map(sheet).collect();
            let mut dice = Ledger::seeded(&at.season.to_string(), [seed as u8; 32]);
            let played = game.resolve(&at, &sheets, &mut dice).unwrap();
            (at, over) = (played.after, played.over);
        }
    }
}

/// Who has lost everything, and is written to by somebody who knows HTML, still gets a whole report.
#[test]
fn nothing_left_and_a_letter_with_markup() {
    let (game, templates) = (open("nations/marengo"), templates());
    let played = marengo(&*game);
    let mut known: Json = serde_json::from_str(&played.known["britain"]).unwrap();
    known["ours"] = json!({});
    known["squadrons"] = json!([]);
    let words =
        "<script>alert(1)</script> {{ 7 * 7 }} {% include 'x' %} & <img src=http://x.example>";
    let letter = json!({"letter": {"from": "france", "to": "britain", "text": words}});
    known["tales"].as_array_mut().unwrap().push(letter);
    let known = known.to_string();
    let mut view = around(&*game, &known);
    view["campaign"] = "<b>&\"'".into();
    let text = templates.print("nations/report.txt", &view).unwrap();
    assert!(
        text.contains("You have no forces on the map.") && text.contains("{{ 7 * 7 }}"),
        "{text}"
    );
    let page = templates.print_html("nations/report.html", &view).unwrap();
    sound(&page);
    assert!(page.contains("&lt;script&gt;") && page.contains("{{ 7 * 7 }}"), "{page}");
    assert!(page.contains("You have no forces on the map."));
    let svg = map::svg(&game.chart(&known).unwrap(), Size::Mail);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    let form = game.form(&known, "marengo", None).unwrap();
    assert!(!game.check(&known, &form).unwrap().faults.has_faults(), "{form}");
}

/// Orders name places by their towns, and any place by the number on the map.
#[test]
fn the_map_of_a_mail_numbers_the_land() {
    let game = open("marengo-1800");
    let at = marengo(&*game);
    let chart = game.chart(&at.known["france"]).unwrap();
    let svg = map::svg(&chart, Size::Mail);
    let page = roxmltree::Document::parse(&svg).unwrap();
    let written = page.descendants().filter(|node| node.attribute("class") == Some("number"));
    let written: Vec<&str> = written.filter_map(|node| node.text()).collect();
    assert!(written.len() > 150, "{}", written.len());
    for cell in &chart.land.cells {
        let shown = written.iter().filter(|number| cell.number == **number);
        let is_land = !cell.soil.is_water() && !cell.shut;
        assert!(shown.count() <= usize::from(is_land), "{}", cell.number);
    }
    // Round Dijon, where Bonaparte stands.
    for number in ["W3029", "W3129", "W3131"] {
        assert!(written.contains(&number), "{number}");
    }
    let towns = chart.land.places.iter().map(|place| &chart.land.cells[place.at.index()].number);
    let numbered = towns.filter(|number| written.contains(&number.as_str()));
    assert!(numbered.count() > 30, "most towns in the picture have their numbers too");
}

/// A campaign of two, started; no dots are drawn.
struct House(TempDir);

impl House {
    fn started() -> House {
        let house = House(TempDir::new().unwrap());
        let folder = house.path("").display().to_string();
        let secret = "2a".repeat(32);
        let new = ["new", &folder, "--scenario", "nations/italy-1796", "--name", "italy"];
        house.run(&new).args(["--secret", &secret]).assert().success();
        for (name, power) in [("<i>Ada</i>", "france"), ("Ben", "austria")] {
            let address = format!("{power}@post.example");
            let add = ["player", "add", name, "--address", &address, "--power", power];
            house.run(&add).assert().success();
        }
        let settings = fs::read_to_string(house.path("umpire.yaml")).unwrap();
        fs::write(house.path("umpire.yaml"), settings + "\nreport: {png: false}\n").unwrap();
        house.run(&["start", "--defaults"]).assert().success();
        house
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join("italy").join(name)
    }

    fn run(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(UMPIRE);
        command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        let folder = self.path("");
        command.current_dir(if folder.is_dir() { &folder } else { self.0.path() });
        command.env_remove("UMPIRE_CAMPAIGN").args(arguments);
        command
    }

    fn said(&self, arguments: &[&str]) -> String {
        let done = self.run(arguments).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    }

    /// Takes a sheet without orders in for each power.
    fn all_sent(&self) {
        for power in ["france", "austria"] {
            let sheet =
                format!("campaign: italy\nseason: spring 1796\npower: {power}\nactivations: []\n");
            let name = format!("{power}.yaml");
            fs::write(self.path(&name), sheet).unwrap();
            self.said(&["intake", &name]);
        }
    }

    fn refused(&self, arguments: &[&str]) -> String {
        let done = self.run(arguments).assert().code(1);
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    }
}

#[test]
fn the_umpire_says_something_and_looks_before_he_publishes() {
    let house = House::started();
    house.all_sent();
    house.said(&["narrate", "The snow is late."]);
    house.said(&["resolve"]);
    house.said(&["narrate", "--to", "france", "Paris is <b>restless</b>."]);
    house.said(&["narrate", "--to", "austria", "Vienna dances."]);
    let taken = house.said(&["narrate", "--to", "austria", "A slip of the pen."]);
    let number = taken.split(' ').nth(1).unwrap().to_owned();
    house.said(&["narrate", "--drop", &number]);
    assert!(house.refused(&["narrate", "  "]).contains("no text given"));
    assert!(house.refused(&["narrate", &"x".repeat(20_001)]).contains("has more than"));
    assert!(house.refused(&["narrate", "--to", "spain", "Olé."]).contains("no power called"));
    let files = house.said(&["report", "preview", "--as", "france"]);
    let read = |ending: &str| {
        let path = files.lines().find(|path| path.ends_with(ending)).unwrap();
        fs::read_to_string(path).unwrap()
    };
    let (text, page) = (read(".txt"), read(".html"));
    assert!(text.contains("The snow is late.") && text.contains("Paris is <b>restless</b>."));
    assert!(page.contains("Paris is &lt;b&gt;restless&lt;/b&gt;."), "{page}");
    assert!(page.contains("src=\"france.svg\"") && read(".svg").starts_with("<svg"));
    let all = house.said(&["report", "preview", "--as", "umpire"]);
    let all = fs::read_to_string(all.lines().find(|path| path.ends_with(".txt")).unwrap()).unwrap();
    for name in ["Bonaparte", "Beaulieu", "+1 InfC"] {
        assert!(all.contains(name), "{name} is not hidden from the umpire: {all}");
    }
    assert!(!text.contains("YOUR ALLIES") && all.contains("YOUR ALLIES"));
    house.said(&["publish"]);
    let france = fs::read_to_string(house.path("reports/spring-1796/france.txt")).unwrap();
    assert_eq!(france, text, "what was looked at is what goes out");
    let austria = fs::read_to_string(house.path("reports/spring-1796/austria.txt")).unwrap();
    assert!(austria.contains("Vienna dances.") && !austria.contains("restless"));
    assert!(!austria.contains("slip of the pen"));
    let archived = house.said(&["archive", "show", "spring 1796", "--as", "austria"]);
    assert_eq!(archived, austria);
    assert!(!house.said(&["narrate"]).contains("Vienna"), "the words are of the season before");
}

/// A broken template holds a season up with a sentence, and nothing is half told.
#[test]
fn a_broken_template_refuses_to_publish() {
    let house = House::started();
    let own = house.path("templates/nations");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("report.txt"), "{{ title }}\n{{ nonsense }}\n").unwrap();
    let why = house.refused(&["resolve"]);
    assert!(why.contains("nations/report.txt, line 2"), "{why}");
    fs::remove_file(own.join("report.txt")).unwrap();
    house.all_sent();
    house.said(&["resolve"]);
    fs::write(own.join("report.html"), "<p>{% for x in title %}").unwrap();
    let why = house.refused(&["publish"]);
    assert!(why.contains("nations/report.html, line 1"), "{why}");
    let status: Json = serde_json::from_str(&house.said(&["status", "--json"])).unwrap();
    assert_eq!(status["season"], "spring 1796", "it was not published");
    assert!(!house.path("reports/spring-1796").exists());
    fs::write(own.join("report.html"), "<p>{{ title }}</p>").unwrap();
    house.said(&["publish"]);
    let page = fs::read_to_string(house.path("reports/spring-1796/france.html")).unwrap();
    assert!(page.contains("France"), "a campaign's own template wins: {page}");
}

/// The demo's mails: whole, with the picture in them, and none too large for a mail server.
#[test]
fn no_mail_of_the_demo_is_too_large() {
    let place = TempDir::new().unwrap();
    Command::new(UMPIRE)
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .current_dir(&place)
        .arg("demo")
        .assert()
        .success();
    let folder = place.path().join("marengo-1800-demo");
    let (mut reports, mut mails, mut walls) = (0, 0, 0);
    for mail in fs::read_dir(folder.join("outbox")).unwrap() {
        let bytes = fs::read(mail.unwrap().path()).unwrap();
        mails += 1;
        let text = String::from_utf8_lossy(&bytes);
        // The wall map goes with the first mail alone.
        let most = if text.contains("wall-map-") { 2_000_000 } else { 1_000_000 };
        assert!(bytes.len() < most, "{} bytes", bytes.len());
        walls += usize::from(text.contains("wall-map-"));
        if text.contains("Content-ID: <map>") {
            reports += 1;
            assert!(text.contains("multipart/related") && text.contains("image/svg+xml"));
        }
    }
    let what = "three receipts, three welcomes, three reports, three newspapers";
    assert_eq!((mails, reports, walls), (12, 9, 3), "{what}");
    for whose in ["france", "austria", "britain", "newspaper"] {
        for ending in ["txt", "html", "svg", "png", "known.json"] {
            let file = folder.join(format!("reports/spring-1800/{whose}.{ending}"));
            // What everybody knows is no file of its own: nobody checks a sheet against it.
            let is_expected = whose != "newspaper" || ending != "known.json";
            assert_eq!(file.is_file(), is_expected, "{}", file.display());
        }
    }
}

/// The battles of the demo's month are in its mail and in its folder, each below its own paragraph, and
/// the mail stays small.
#[test]
fn battles_are_shown_below_their_paragraphs() {
    let place = TempDir::new().unwrap();
    Command::new(UMPIRE)
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .current_dir(&place)
        .args(["demo", "--rules", "napoleon"])
        .assert()
        .success();
    let folder = place.path().join("italy-1796-demo");
    let mail = fs::read(folder.join("outbox/0003-report-france.eml")).unwrap();
    assert!(mail.len() < 1_000_000, "{} bytes", mail.len());
    let mail = MessageParser::default().parse(&mail).unwrap();
    let html = mail.body_html(0).unwrap();
    let season = folder.join("reports/march-1796");
    let page = fs::read_to_string(season.join("france.html")).unwrap();
    for number in 1..=2 {
        let name = format!("battle-{number}");
        assert!(html.contains(&format!("src=\"cid:{name}\"")), "{name} is shown");
        let shown = |part: &&MessagePart| part.content_id() == Some(name.as_str());
        let part = mail.parts.iter().find(shown).unwrap();
        let file = season.join(format!("france-{name}.png"));
        assert_eq!(part.contents(), fs::read(&file).unwrap(), "{}", file.display());
        assert!(file.with_extension("svg").is_file());
        assert!(page.contains(&format!("src=\"france-{name}.png\"")), "{name} lies beside it");
    }
    assert!(!html.contains("cid:battle-3") && !page.contains("cid:"));
    // Three battles: of Turin, the smallest, there is no picture; that of the second lies between the
    // second paragraph and the third.
    let at = |what: &str| page.find(what).unwrap_or_else(|| panic!("no {what}"));
    let third = page.rfind("<b>Battle of Savona.").unwrap();
    let order = [
        at("<b>Battle of Turin."),
        at("<b>Battle of Savona."),
        at("france-battle-1.png"),
        third,
        at("france-battle-2.png"),
    ];
    assert!(order.is_sorted(), "{order:?}");
    assert!(page.contains("alt=\"Battle of Savona. When it began: you with Napoleon 31;"));
    Command::new(UMPIRE)
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .current_dir(&folder)
        .args(["archive", "export", "site", "--as", "france"])
        .assert()
        .success();
    let drawn = fs::read_to_string(folder.join("site/season/1/field-2.svg")).unwrap();
    assert_eq!(drawn, fs::read_to_string(season.join("france-battle-2.svg")).unwrap());
    let site = fs::read_to_string(folder.join("site/season/1/index.html")).unwrap();
    assert!(site.contains("src=\"field-1.svg\"") && site.contains("src=\"field-2.svg\""));
}
