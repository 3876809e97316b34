//! What the screen shows and what its keys do, over a campaign that was really played.

use super::draw;
use super::line::Line;
use super::page::Item;
use super::screen::PANES;
use super::work::Session;
use desk::campaign::new::{NewGame, create};
use desk::intake::mailbox::{Mailbox, Origin};
use desk::{Access, Clock, Desk};
use expect_test::expect_file;
use kit::proof;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Color;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

/// Marengo, published once, withdrawn and drafted again; made once and copied for each test.
fn played() -> &'static Path {
    static PLAYED: OnceLock<TempDir> = OnceLock::new();
    let home = PLAYED.get_or_init(|| {
        let home = TempDir::new().unwrap();
        let folder = home.path().join("game");
        let made = create(&NewGame {
            folder: folder.clone(),
            scenario: "marengo-1800".to_owned(),
            rules: None,
            name: Some("marengo".to_owned()),
            options: vec![],
            after: None,
            secret: Some(proof::hex(&proof::sha256(b"umpire demo"))),
            clock: Clock::Wall,
        })
        .unwrap();
        // Dots take longer than all else here, and nothing here looks at them.
        let settings = fs::read_to_string(folder.join("umpire.yaml")).unwrap();
        fs::write(folder.join("umpire.yaml"), settings + "\nreport: {png: false}\n").unwrap();
        let mut desk = Desk::open(Some(&folder), Access::Write).unwrap();
        let sheets = Path::new(env!("CARGO_MANIFEST_DIR")).join("orders/nations/marengo-1800");
        for (power, _) in &made.powers {
            let address = format!("{power}@players.example");
            desk.add_player(power, &address, std::slice::from_ref(power), None).unwrap();
            desk.intake(vec![sheets.join(format!("{power}.yaml"))]).unwrap();
        }
        desk.start(true, None).unwrap();
        desk.resolve().unwrap();
        desk.publish(Some("it is a test"), None).unwrap();
        desk.rollback("to look at it again").unwrap();
        desk.resolve().unwrap();
        home
    });
    home.path()
}

/// A screen over a campaign of its own.
struct Sat {
    session: Session,
    folder: PathBuf,
    size: (u16, u16),
    _home: TempDir,
}

impl Sat {
    fn down() -> Sat {
        let home = TempDir::new().unwrap();
        let folder = home.path().join("game");
        fs::create_dir(&folder).unwrap();
        for name in ["campaign.db", "umpire.yaml"] {
            fs::copy(played().join("game").join(name), folder.join(name)).unwrap();
        }
        let session = Session::open(Some(&folder)).unwrap();
        Sat { session, folder, size: (80, 24), _home: home }
    }

    fn press(&mut self, keys: &[KeyCode]) -> String {
        for key in keys {
            // As in a terminal, each key finds a screen that has been drawn.
            self.screen();
            self.session.press(*key, |_| {});
        }
        self.screen()
    }

    fn keys(&mut self, keys: &str) -> String {
        let keys: Vec<KeyCode> = keys
            .chars()
            .map(|key| match key {
                '\n' => KeyCode::Enter,
                '\u{1b}' => KeyCode::Esc,
                key => KeyCode::Char(key),
            })
            .collect();
        self.press(&keys)
    }

    fn drawn(&mut self, plain: bool) -> TestBackend {
        let (width, height) = self.size;
        self.session.screen.fit(draw::room(&self.session.screen, width, height));
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw::draw(&self.session.screen, plain, frame)).unwrap();
        terminal.backend().clone()
    }

    /// The screen as text.
    fn screen(&mut self) -> String {
        let backend = self.drawn(false);
        let cells = backend.buffer().content.chunks(usize::from(self.size.0.max(1)));
        let line = |cells: &[ratatui::buffer::Cell]| {
            cells.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_owned() + "\n"
        };
        cells.map(line).collect()
    }
}

/// A screen whose digests are masked: that of a season that is played again depends on tokens and on
/// the time of day, by the seal over the one that was taken back.
fn without_digests(screen: &str) -> String {
    let is_digest =
        |word: &str| word.len() == 12 && word.bytes().all(|sign| sign.is_ascii_hexdigit());
    let mask = |word: &str| if is_digest(word) { "x".repeat(12) } else { word.to_owned() };
    let lines =
        screen.split('\n').map(|line| line.split(' ').map(mask).collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_panes_look_as_they_should() {
    let mut sat = Sat::down();
    let evening = sat.keys("1");
    expect_file!["../../../tests/screens/tonight.txt"].assert_eq(&without_digests(&evening));
    expect_file!["../../../tests/screens/mail.txt"].assert_eq(&sat.keys("2"));
    expect_file!["../../../tests/screens/seasons.txt"].assert_eq(&without_digests(&sat.keys("3")));
    expect_file!["../../../tests/screens/gist.txt"].assert_eq(&sat.keys("4"));
    expect_file!["../../../tests/screens/events.txt"].assert_eq(&sat.keys("5"));
    expect_file!["../../../tests/screens/event.txt"].assert_eq(&sat.keys("/battle at w3533\n\n"));
    expect_file!["../../../tests/screens/questions.txt"].assert_eq(&sat.keys("6"));
    expect_file!["../../../tests/screens/question.txt"].assert_eq(&sat.keys("\n"));
    expect_file!["../../../tests/screens/asked.txt"].assert_eq(&sat.keys("a2"));
    expect_file!["../../../tests/screens/rulings.txt"].assert_eq(&sat.keys("\u{1b}7"));
    expect_file!["../../../tests/screens/eyes.txt"].assert_eq(&sat.keys("8"));
    expect_file!["../../../tests/screens/changes.txt"].assert_eq(&sat.keys("9"));
    expect_file!["../../../tests/screens/help.txt"].assert_eq(&sat.keys("?"));
    sat.size = (40, 12);
    expect_file!["../../../tests/screens/events-small.txt"].assert_eq(&sat.keys("5"));
}

#[test]
fn an_event_is_looked_at_and_those_beside_it() {
    let mut sat = Sat::down();
    assert!(sat.keys("5/bonaparte fights nobody\n").contains("not found here"));
    let found = sat.keys("/Massena\n");
    assert!(found.contains("Masséna"), "accents do not matter: {found}");
    sat.press(&[KeyCode::Home]);
    assert!(sat.keys("jj\n").contains("event 3 of "));
    assert!(sat.press(&[KeyCode::Right]).contains("event 4 of "));
    assert!(sat.press(&[KeyCode::Left, KeyCode::Left, KeyCode::Left]).contains("event 1 of "));
    assert!(sat.press(&[KeyCode::Left]).contains("event 1 of "), "there is none before it");
    assert!(sat.press(&[KeyCode::Esc]).contains(" 3 of "), "one is where one was");
    // The digest leads to the same events.
    let event = sat.press(&[KeyCode::Char('4'), KeyCode::End, KeyCode::Up, KeyCode::Enter]);
    assert!(event.contains("event 1"), "{event}");
}

#[test]
fn a_question_is_answered_resolved_compared_and_published() {
    let mut sat = Sat::down();
    assert!(sat.keys("d").contains("No earlier draft"));
    let asked = sat.keys("6a");
    assert!(asked.contains("The ruling, an option or its number:"), "{asked}");
    assert!(asked.contains("withdraw inside"), "the options are in sight: {asked}");
    assert!(sat.keys("2\n").contains("The reason:"));
    let ruled = sat.keys("his letter said so\n");
    assert!(ruled.contains("Ruling 1 is saved; r plays it."), "{ruled}");
    assert!(ruled.contains("stale: r resolves"), "{ruled}");
    let listed = sat.keys("7");
    let words: Vec<&str> = listed.split_whitespace().collect();
    assert!(words.join(" ").contains("withdraw inside (his letter said so)"), "{listed}");
    let refused = sat.keys("p");
    assert!(refused.contains("older than its sheets, rulings or book"), "{refused}");
    let drafted = sat.keys("\u{1b}r");
    assert!(drafted.contains("Drafted spring 1800"), "{drafted}");
    assert!(!drafted.contains("stale"), "{drafted}");
    let changes = sat.keys("d");
    assert!(changes.contains("from the draft before"), "{changes}");
    assert!(changes.contains("You chose for Britain: entered: withdraw inside"), "{changes}");
    let summary = sat.keys("p");
    assert!(summary.contains("1 ruling, 0 forced dice"), "{summary}");
    assert!(summary.contains("Publish it? (yes/no)"), "{summary}");
    assert!(sat.keys("no\n").contains("Nothing was changed."));
    assert!(sat.keys("p\n").contains("Nothing was changed."), "silence is no yes");
    let published = sat.keys("pyes\n");
    assert!(published.contains("Published spring 1800"), "{published}");
    assert!(sat.keys("3").contains("published"));
    assert!(sat.keys("r").contains("The campaign has ended"));
    let desk = Desk::open(Some(&sat.folder), Access::Read).unwrap();
    assert!(desk.overview().unwrap().ended);
}

/// A mail of a player, with an address that may be another.
fn mail(sat: &Sat, player: &str, address: &str, text: &str) {
    let file = rusqlite::Connection::open(sat.folder.join("campaign.db")).unwrap();
    let token: String = file
        .query_row("SELECT token FROM player WHERE name = ?1", [player], |row| row.get(0))
        .unwrap();
    drop(file);
    let bytes = format!(
        "From: {player} <{address}>\nTo: umpire+{token}@games.example\nSubject: orders\n\
         Message-ID: <{}@post.example>\nDate: Sun, 1 Nov 2026 20:00:00 +0000\n\n{text}\n",
        text.len()
    );
    let mut mailbox = Mailbox::open(Some(&sat.folder), None, &Origin::Files(vec![])).unwrap();
    mailbox.hand_in(bytes.as_bytes()).unwrap();
}

#[test]
fn mails_are_settled_one_after_the_other() {
    let mut sat = Sat::down();
    assert!(sat.keys("2").contains("No mail needs you") || sat.screen().contains("no mail"));
    let strange = "ada@elsewhere.example";
    let sheet = "season: spring 1800\npower: france\nactivations:\n  \
                 - leader: Bonaparte\n    steps: [{march: [Geneva]}]";
    mail(&sat, "france", strange, sheet);
    mail(&sat, "austria", "austria@players.example", "May I march through Genoa?");
    mail(&sat, "britain", strange, "I challenge this.");
    assert!(sat.session.listen(), "mails are news");
    let list = sat.keys("2");
    assert!(list.contains("3 mails need you"), "{list}");
    let page = sat.keys("g\n");
    assert!(page.contains("orders for france; not proved"), "{page}");
    assert!(page.contains("a admit"), "{page}");
    // The prompt says that an answer is mailed and does not change the season.
    let asked = sat.keys("\u{1b}j\nw");
    assert!(asked.contains("Your answer, mailed to austria and not played:"), "{asked}");
    let answered = sat.keys("Yes, if you are allied.\n");
    assert!(answered.contains(": replied; 2 mails need you."), "{answered}");
    let admitted = sat.keys("g\na");
    assert!(admitted.contains("The reason:"), "the sheet says whose it is: {admitted}");
    let receipt = sat.keys("told me by telephone\n");
    assert!(receipt.contains("the receipt") && receipt.contains("mail needs you"), "{receipt}");
    assert!(sat.keys("\u{1b}").contains("stale"), "the draft is older than the sheet");
    // Whose mail it is was not proved: an answer needs a player.
    let whom = sat.keys("g\nx");
    assert!(whom.contains("To which player:"), "{whom}");
    assert!(whom.contains("one of austria, france, britain"), "{whom}");
    // A name that nobody has is asked for again at once, before anything else is typed.
    let nobody = sat.keys(", Please write again\n");
    assert!(nobody.contains("is not one of austria, france, britain"), "{nobody}");
    sat.press(&[KeyCode::Backspace; 20]);
    assert!(sat.keys("\n").contains("Why it does not count, mailed to britain:"));
    assert!(sat.keys("Write from your own address.\n").contains("no other mail needs you"));
    let all = sat.keys("o");
    assert!(all.contains("refused: Write from your own address."), "{all}");
    mail(&sat, "austria", "austria@players.example", "When is the deadline again?");
    sat.keys("u");
    let filed = sat.keys("G\nftold them\n");
    assert!(filed.contains("filed; no other mail needs you"), "{filed}");
    mail(&sat, "austria", "austria@players.example", "I shall be on holiday for two weeks.");
    sat.keys("u");
    let page = sat.keys("G\n");
    assert!(page.contains("v is away"), "{page}");
    assert!(sat.keys("vuntil Sunday\n").contains("Write two days"));
    let wrong = sat.keys("\u{1b}v2026-12-10 2026-12-01\n");
    assert!(wrong.contains("n absence ends on or after its first day"), "{wrong}");
    assert!(wrong.contains("austria is away, two days"), "it is asked for again: {wrong}");
    assert!(wrong.contains("2026-12-10 2026-12-01"), "with what was typed: {wrong}");
    let away = sat.keys("\u{1b}G\nvfrom 2026-12-01 to 2026-12-10\n");
    assert!(away.contains("filed; no other mail needs you"), "{away}");
    assert!(away.contains("filed: away from 2026-12-01 to 2026-12-10"), "{away}");
}

#[test]
fn an_answer_is_taken_back_while_it_waits() {
    let mut sat = Sat::down();
    mail(&sat, "austria", "austria@players.example", "May I march through Genoa?");
    sat.keys("u2");
    assert!(sat.keys("\nwNo.\n").contains("replied; no other mail needs you"));
    let back = sat.keys("o\n");
    assert!(back.contains("z take back"), "{back}");
    assert!(sat.keys("zno\n").contains("Nothing was changed."));
    let back = sat.keys("zyes\n");
    assert!(back.contains("needs you again; its answer is not sent."), "{back}");
    // A second word on a mail does not replace the first.
    sat.keys("\nwYes.\n");
    let both = sat.keys("\nv2026-12-01 2026-12-10\n");
    let words: Vec<&str> = both.split_whitespace().collect();
    let said = "replied: Yes.; away from 2026-12-01 to 2026-12-10";
    assert!(words.join(" ").contains(said), "{both}");
    sat.session.screen.paste("lost words");
    assert!(sat.screen().contains("what was pasted is ignored"));
    sat.keys("7f");
    sat.session.screen.paste("start\n");
    assert!(sat.keys("\n").contains("The fact:"));
}

#[test]
fn an_evening_is_done_with_one_yes() {
    let mut sat = Sat::down();
    let evening = sat.keys("1");
    assert!(evening.contains("Sheets in: austria, france, britain"), "{evening}");
    let words = sat.keys("w\nThe snow came early.\n");
    assert!(words.contains("The reports of all powers say it"), "{words}");
    assert!(sat.keys("8/snow\n").contains("The snow came early."), "a fresh draft has them");
    assert!(sat.keys("1t2040-12-01 20:00\n").contains("The deadline is "));
    assert!(sat.keys("mno\n").contains("Nothing was changed."));
    assert!(sat.keys("my\n").contains("No reminder is due"), "all have sent");
    let question = sat.keys("/Entered\n\n");
    assert!(question.contains("Taken meanwhile"), "{question}");
    // A star goes to what needs the umpire, from wherever one is, and round from the last.
    let first = sat.keys("\u{1b}g*\n");
    assert!(first.contains("Taken meanwhile"), "{first}");
    let round = sat.keys("\u{1b}G*\n");
    assert_eq!(round, first);
    assert!(sat.keys("\u{1b}y").contains("Publish and send? (yes/no)"));
    let done = sat.keys("yes\n");
    let said = done.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("Published spring 1800") && said.contains("sent"), "{done}");
    let back = sat.keys("\u{1b}1ba wrong map\n");
    let said = back.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("spring 1800 is withdrawn and open again"), "{back}");
    sat.keys("\u{1b}6a2\nso\n");
    sat.keys("r9");
    let withdrawn = sat.press(&[KeyCode::Right]);
    assert!(withdrawn.contains("differs in spring 1800 from what was withdrawn"), "{withdrawn}");
}

#[test]
fn rulings_are_added_and_dropped() {
    let mut sat = Sat::down();
    sat.keys("7f");
    let wrong = sat.keys("start\nmove: {force: Nobody Here}\na slip\n");
    assert!(!wrong.contains("is saved"), "{wrong}");
    let told = sat.keys("\u{1b}fstart\ntell: {to: [austria], text: Hold on.}\na messenger\n");
    assert!(told.contains("Ruling 1 is saved"), "{told}");
    assert!(sat.keys("xno\n").contains("Nothing was changed."));
    let dropped = sat.keys("xy\n");
    assert!(dropped.contains("Ruling 1 is taken back"), "{dropped}");
    assert!(dropped.contains("No ruling stands."), "{dropped}");
    // A die that an event rests on is forced.
    let which = sat.keys("5/battle at w3533\n\na");
    assert!(which.contains("Which of the answers, 1 to "), "{which}");
    assert!(sat.keys("99\n").contains("is none of them"));
    sat.keys("a6\n");
    assert!(sat.keys("6+6\nrolled at the table\n").contains("is saved; r plays it."));
    let nonsense = sat.keys("7amy key\nnone\nno reason\n");
    assert!(nonsense.contains("The draft has no question `my key`"), "{nonsense}");
}

#[test]
fn a_withdrawn_season_is_looked_at_and_left_as_it_is() {
    let mut sat = Sat::down();
    sat.press(&[KeyCode::Char('3'), KeyCode::Up, KeyCode::Enter]);
    assert!(sat.screen().contains("spring 1800: withdrawn"));
    assert!(sat.keys("5").contains("events of spring 1800"));
    assert!(sat.keys("\n").contains("event 1 of "));
    assert!(sat.keys("6a").contains("This season is closed"));
    let other = sat.keys("8");
    assert!(other.contains("as austria sees it, 1 of 3"), "{other}");
    assert!(sat.press(&[KeyCode::Left]).contains(", 3 of 3"));
    assert!(sat.press(&[KeyCode::Right]).contains("as austria sees it, 1 of 3"));
}

#[test]
fn nothing_is_read_again_for_a_key() {
    let mut sat = Sat::down();
    let events = sat.keys("45");
    let away = sat.folder.with_extension("away");
    fs::rename(&sat.folder, &away).unwrap();
    sat.press(&[KeyCode::PageDown, KeyCode::End, KeyCode::Home, KeyCode::Char('3')]);
    assert_eq!(sat.keys("5"), events);
    let lost = sat.keys("8");
    assert!(lost.contains("No campaign found in"), "{lost}");
    fs::rename(&away, &sat.folder).unwrap();
    assert!(sat.keys("\u{1b}u").contains("as austria sees it"), "it goes on");
}

#[test]
fn another_command_may_write_meanwhile() {
    let mut sat = Sat::down();
    assert!(!sat.session.listen());
    let mut other = Desk::open(Some(&sat.folder), Access::Write).unwrap();
    other
        .rule_on(desk::season::rulings::Word::Option { name: "fog", value: "rules" }, "so")
        .unwrap();
    assert!(sat.session.listen());
    let heard = sat.screen();
    assert!(heard.contains("Another command has changed the campaign"), "{heard}");
    assert!(heard.contains("stale"), "{heard}");
    let lock = rusqlite::Connection::open(sat.folder.join("campaign.db")).unwrap();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    let busy = sat.keys("r");
    assert!(busy.contains("Another umpire command is writing; try again in a moment."), "{busy}");
    assert!(sat.keys("5").contains("events of spring 1800"), "reading goes on");
    lock.execute_batch("ROLLBACK").unwrap();
    assert!(sat.keys("r").contains("Drafted spring 1800"));
}

#[test]
fn every_size_is_drawn() {
    let mut sat = Sat::down();
    for size in [(80, 24), (40, 12), (200, 60), (20, 6), (7, 3), (2, 2), (1, 1)] {
        sat.size = size;
        for pane in 1..=PANES.len() {
            sat.keys(&pane.to_string());
            sat.press(&[KeyCode::PageDown, KeyCode::End, KeyCode::PageUp, KeyCode::Home]);
        }
        for keys in ["5\n", "5G\n", "6\n", "6a12", "\u{1b}", "?", "7f", "\u{1b}", "/x", "\n"] {
            sat.keys(keys);
        }
    }
    sat.size = (40, 12);
    let small = sat.keys("5");
    for word in ["[5 Events]", "? help", "spring 1800"] {
        assert!(small.contains(word), "{word}: {small}");
    }
}

#[test]
fn unknown_keys_do_nothing() {
    let mut sat = Sat::down();
    for pane in 1..=PANES.len() {
        let before = sat.keys(&pane.to_string());
        let unknown = [KeyCode::Insert, KeyCode::F(9), KeyCode::Null, KeyCode::Char('ß')];
        assert_eq!(sat.press(&unknown), before);
        assert_eq!(sat.keys("zZ0"), before);
    }
    assert!(!sat.session.done);
    sat.keys("q");
    assert!(sat.session.done);
}

#[test]
fn without_colour_the_signs_stay() {
    let mut sat = Sat::down();
    sat.keys("6a2\nso\n");
    let backend = sat.drawn(true);
    let plain = |cell: &ratatui::buffer::Cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset);
    assert!(backend.buffer().content.iter().all(plain));
    let backend = sat.drawn(false);
    assert!(!backend.buffer().content.iter().all(plain), "else there is colour");
    let screen = sat.screen();
    assert!(screen.contains("[6 Questions]") && screen.contains("\n> "), "{screen}");
}

#[test]
fn what_a_terminal_obeys_is_not_shown() {
    let item = Item::new("", "a\u{1b}[31m red\u{7} one\tand\u{9b}5n a tab");
    assert_eq!(item.lines(80), ["a[31m red one and5n a tab"]);
    assert_eq!(Item::new(" 1  ", "abc ".repeat(9)).lines(16).len(), 3);
    let broken = ["   longwordlo", "   ngwordlong", "   wordlongwo", "   rd"];
    assert_eq!(Item::new("   ", "longword".repeat(4)).lines(13), broken);
}

#[test]
fn a_line_is_typed() {
    let mut line = Line::default();
    "helo".chars().for_each(|letter| line.key(KeyCode::Char(letter)));
    for key in [KeyCode::Left, KeyCode::Char('l'), KeyCode::Home, KeyCode::Delete] {
        line.key(key);
    }
    assert_eq!(line.text(), "ello");
    for key in [KeyCode::End, KeyCode::Backspace, KeyCode::Right, KeyCode::Tab] {
        line.key(key);
    }
    assert_eq!(line.text(), "ell");
    assert_eq!(line.window(3), ("ll".to_owned(), 2));
    assert_eq!(line.window(0), (String::new(), 0));
    (0..5000).for_each(|_| line.key(KeyCode::Char('x')));
    assert_eq!(line.text().chars().count(), 4000, "there is a bound");
}
