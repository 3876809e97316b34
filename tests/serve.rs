#![cfg(feature = "serve")]
//! The archive over HTTP: what is answered, to whom, and what is not.

use assert_cmd::Command as Assert;
use predicates::str::contains;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

fn umpire(folder: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Assert::new(env!("CARGO_BIN_EXE_umpire"));
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.current_dir(folder).env_remove("UMPIRE_CAMPAIGN").args(arguments).assert()
}

/// A campaign with one published season.
fn played() -> TempDir {
    let home = TempDir::new().unwrap();
    umpire(home.path(), &["new", "game", "--scenario", "nations/italy-1796"]).success();
    let game = home.path().join("game");
    let settings = fs::read_to_string(game.join("umpire.yaml")).unwrap();
    fs::write(game.join("umpire.yaml"), settings + "\nreport: {png: false}\n").unwrap();
    umpire(&game, &["start", "--defaults"]).success();
    umpire(&game, &["resolve"]).success();
    umpire(&game, &["publish", "--force", "a test"]).success();
    home
}

/// A server that ends with its test.
struct Server {
    child: Child,
    address: String,
    told: Vec<String>,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(folder: &Path, arguments: &[&str], lines: usize) -> Server {
        let serve = [&["archive", "serve", "--port", "0"], arguments].concat();
        Server::of(folder, &serve, lines)
    }

    fn of(folder: &Path, arguments: &[&str], lines: usize) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_umpire"))
            .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .current_dir(folder)
            .env_remove("UMPIRE_CAMPAIGN")
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut told = vec![];
        for _ in 0..lines {
            let mut line = String::new();
            out.read_line(&mut line).unwrap();
            told.push(line.trim_end().to_owned());
        }
        let (_, address) = told[0].split_once("http://").unwrap();
        let address = address.split('/').next().unwrap().to_owned();
        Server { child, address, told }
    }

    /// Sends a request as it is written; gives the status and all that came.
    fn ask(&self, method: &str, path: &str, headers: &str) -> (u16, String) {
        self.ask_with(method, path, headers, "")
    }

    fn ask_with(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        let port = self.address.rsplit_once(':').unwrap().1;
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        // A server that refuses need not take all of it.
        let _ = stream.write_all(body.as_bytes());
        let mut all = vec![];
        let _ = stream.read_to_end(&mut all);
        let all = String::from_utf8_lossy(&all).into_owned();
        let status = all.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or_else(|| panic!("no answer: {all}")), all)
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.ask("GET", path, &format!("Host: {}", self.address))
    }
}

#[test]
fn pages_are_served_to_this_machine_alone() {
    let home = played();
    let game = home.path().join("game");
    let server = Server::start(&game, &["--as", "france"], 1);
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
    let (status, page) = server.get("/");
    assert!(status == 200 && page.contains("As France knew it"), "{page}");
    assert!(page.contains("content-security-policy: default-src 'none'; img-src 'self'"), "{page}");
    let site = home.path().join("site");
    umpire(&game, &["archive", "export", site.to_str().unwrap(), "--as", "france"]).success();
    for path in
        ["season/1/index.html", "season/1/map.svg", "names.html", "style.css", "film/0.html"]
    {
        let (status, page) = server.get(&format!("/{path}"));
        assert_eq!(status, 200, "{path}");
        let body = page.split_once("\r\n\r\n").unwrap().1;
        assert_eq!(body, fs::read_to_string(site.join(path)).unwrap(), "{path}");
    }
    let (status, found) = server.get("/search.html?q=pool+%22");
    assert!(status == 200 && found.contains("<mark>pool</mark>"), "{found}");
    let (_, none) = server.get("/search.html?q=%3Cscript%3E%3F");
    assert!(none.contains("&lt;script&gt;?") && !none.contains("<script>"), "{none}");
    let (_, fault) = server.get("/search.html?q=%3F%21");
    assert!(fault.contains("nothing to search for"), "{fault}");
    for path in ["/season/1/events.html", "/../campaign.db", "/season/9/index.html", "/%2e%2e/x"] {
        assert_eq!(server.get(path).0, 404, "{path}");
    }
    assert_eq!(server.ask("POST", "/", &format!("Host: {}", server.address)).0, 404);
    assert_eq!(server.ask("GET", "/", "Host: news.example").0, 403);
    // What is published meanwhile is there with the next page.
    umpire(&game, &["resolve"]).success();
    umpire(&game, &["publish", "--force", "a test"]).success();
    assert_eq!(server.get("/season/2/map.svg").0, 200);
}

#[test]
fn others_need_a_password() {
    let home = played();
    let game = home.path().join("game");
    let open = ["archive", "serve", "--umpire", "--bind", "0.0.0.0", "--port", "0"];
    umpire(&game, &open).failure().stderr(contains("set a password with --password-file"));
    fs::write(game.join("word"), "short\n").unwrap();
    let short = [&open[..], &["--password-file", "word"]].concat();
    umpire(&game, &short).failure().stderr(contains("less than 8 letters"));
    fs::write(game.join("word"), "olive branch\n").unwrap();
    let arguments = ["--umpire", "--bind", "0.0.0.0", "--password-file", "word"];
    let server = Server::start(&game, &arguments, 2);
    assert!(server.told[1].contains("unencrypted"), "{:?}", server.told);
    let (status, page) = server.get("/");
    assert!(status == 401 && page.contains("www-authenticate: Basic"), "{page}");
    let says = |word: &str| {
        let word = data_encoding::BASE64.encode(word.as_bytes());
        server.ask("GET", "/", &format!("Host: games.example\r\nAuthorization: Basic {word}")).0
    };
    let ask = || server.ask("GET", "/", "Host: games.example").0;
    let wait = |seconds: u64| std::thread::sleep(Duration::from_millis(seconds * 1000 + 100));
    assert_eq!(says("umpire:olive brancH"), 401);
    // Each wrong one puts the next off for twice as long, and the right one too.
    assert_eq!((says("umpire:olive branch"), ask()), (429, 401));
    wait(1);
    assert_eq!(says("olive branch"), 401);
    wait(1);
    assert_eq!(says("umpire:olive branch"), 429);
    wait(1);
    assert_eq!(says("umpire:olive branch"), 200);
    assert_eq!((says("umpire:olive"), says("umpire:olive")), (401, 429), "counted anew");
}

#[test]
fn pages_of_other_places_get_nothing() {
    let home = played();
    let game = home.path().join("game");
    let server = Server::start(&game, &["--as", "france"], 1);
    let ask = |path: &str, site: &str, mode: &str, dest: &str| {
        let fetch =
            format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}\r\nSec-Fetch-Dest: {dest}");
        server.ask("GET", path, &format!("Host: {}\r\n{fetch}", server.address))
    };
    for (path, dest) in [("/search.js", "script"), ("/icon.svg", "image"), ("/", "empty")] {
        for site in ["cross-site", "same-site", "a new word"] {
            assert_eq!(ask(path, site, "no-cors", dest).0, 403, "{path} {site}");
        }
        assert_eq!(ask(path, "same-origin", "no-cors", dest).0, 200, "{path}");
    }
    assert_eq!(ask("/", "cross-site", "navigate", "iframe").0, 403, "nor a frame");
    assert_eq!(ask("/", "cross-site", "navigate", "document").0, 200, "a link is followed");
    assert_eq!(ask("/", "none", "navigate", "document").0, 200, "it is typed");
    // What could be loaded as a script, and be read by whoever loads it, is not there.
    assert_eq!(server.get("/season/1/words.js").0, 404);
    for (path, status) in [("/", 200), ("/none.html", 404), ("/season/1/map.svg", 200)] {
        let (said, page) = server.get(path);
        assert_eq!(said, status);
        assert!(page.contains("cross-origin-resource-policy: same-origin"), "{page}");
    }
    let (_, refused) = ask("/", "cross-site", "cors", "empty");
    assert!(refused.contains("cross-origin-resource-policy: same-origin"), "{refused}");
}

/// Everybody on this machine can ask it, so the umpire's pages lie where nobody else finds them.
#[test]
fn the_umpires_pages_are_found_by_their_whole_address() {
    let home = played();
    let game = home.path().join("game");
    let [first, server] = [(); 2].map(|()| Server::start(&game, &["--umpire"], 1));
    let key = |server: &Server| {
        let key = server.told[0].trim_end_matches('/').rsplit('/').next().unwrap().to_owned();
        assert!(key.len() == 32 && key.bytes().all(|b| b.is_ascii_hexdigit()), "{key}");
        key
    };
    let (other, key) = (key(&first), key(&server));
    assert_ne!(other, key);
    for path in ["/", "/index.html", "/season/1/events.html", "/style.css", &format!("/{other}/")] {
        let (status, page) = server.get(path);
        assert!(status == 403 && page.contains("whole address"), "{path}: {page}");
        assert!(!page.contains(&key));
    }
    let (status, page) = server.get(&format!("/{key}"));
    assert!(status == 308 && page.contains(&format!("location: /{key}/\r\n")), "{page}");
    for path in ["", "season/1/events.html", "style.css", "search.html?q=marches"] {
        let (status, page) = server.get(&format!("/{key}/{path}"));
        assert_eq!(status, 200, "{path}");
        // A page does not hand the key on: it has no link to another place and sends no referrer.
        assert!(!page.contains(&key) && page.contains("referrer-policy: no-referrer"), "{path}");
    }
}

/// Two hundred who ask half a question hold up nobody who asks a whole one.
#[test]
fn half_open_connections_hold_nobody_up() {
    let home = played();
    let game = home.path().join("game");
    let server = Server::start(&game, &["--as", "france"], 1);
    assert_eq!(server.get("/").0, 200);
    let mut held = vec![];
    for number in 0..200 {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        let half: &[u8] =
            if number % 2 == 0 { b"" } else { b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" };
        // The oldest of them are closed already.
        let _ = stream.write_all(half);
        held.push(stream);
    }
    for _ in 0..5 {
        let began = std::time::Instant::now();
        assert_eq!(server.get("/").0, 200);
        assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    }
    drop(held);
}

#[test]
fn slow_and_many_connections_are_bounded() {
    let home = played();
    let game = home.path().join("game");
    let server = Server::start(&game, &["--as", "france"], 1);
    let began = std::time::Instant::now();
    let slow: Vec<TcpStream> = (0..70)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ").unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(40))).unwrap();
            stream
        })
        .collect();
    if cfg!(target_os = "linux") {
        std::thread::sleep(Duration::from_secs(2));
        let files = format!("/proc/{}/fd", server.child.id());
        let sockets = fs::read_dir(files).unwrap().filter(|file| {
            let to = fs::read_link(file.as_ref().unwrap().path()).unwrap_or_default();
            to.to_string_lossy().starts_with("socket:")
        });
        let sockets = sockets.count();
        assert!((60..70).contains(&sockets), "{sockets} connections are held");
    }
    assert_eq!(server.get("/").0, 200);
    for mut stream in slow {
        let mut said = vec![];
        // It is closed, with a word or without.
        let _ = stream.read_to_end(&mut said);
        assert!(!said.starts_with(b"HTTP/1.1 200"));
    }
    assert!(began.elapsed() < Duration::from_secs(35), "{:?}", began.elapsed());
    // A head that is too long, and a body that nobody reads, harm nothing.
    let long = format!("Host: {}\r\nX-Long: {}", server.address, "x".repeat(50_000));
    assert_eq!(server.ask("GET", "/", &long).0, 431);
    let body = format!("Host: {}\r\nContent-Length: 999999999", server.address);
    assert_eq!(server.ask("GET", "/", &body).0, 200);
}

/// Sends a sheet to a page; gives the status and all that came.
fn send(server: &Server, path: &str, headers: &str, sheet: &str) -> (u16, String) {
    let headers = format!("Host: localhost\r\n{headers}Content-Length: {}", sheet.len());
    server.ask_with("POST", path, &headers, sheet)
}

#[test]
fn a_sheet_is_composed_from_what_a_power_knows_alone() {
    let home = played();
    let known = "game/reports/opening/france.known.json";
    // Nothing else of the campaign is there.
    let place = TempDir::new().unwrap();
    fs::copy(home.path().join(known), place.path().join("france.known.json")).unwrap();
    let write = ["write", "france.yaml", "--known", "france.known.json", "--to", "u@post.example"];
    let server = Server::of(place.path(), &write, 1);
    let folder = server.told[0].split('/').nth(3).unwrap().to_owned();
    assert_eq!(folder.len(), 32, "{:?}", server.told);
    let here = |path: &str| format!("/{folder}/{path}");
    let (status, page) = server.ask("GET", &here(""), "Host: localhost");
    assert!(status == 200 && page.contains("What the receipt will say"), "{page}");
    let (status, data) = server.ask("GET", &here("write-data.js"), "Host: localhost");
    assert!(status == 200 && data.contains("\"name\":\"Bonaparte\""), "{data}");
    assert!(data.contains("u@post.example") && data.contains("france.yaml"));

    let sheet = "season: spring 1796\npower: france\nactivations:\n- leader: Bonaparte\n  \
                 steps: [{march: [Genoa]}]\n";
    let (status, told) = send(&server, &here("check"), "", sheet);
    assert!(status == 200 && told.contains("\"verdict\":\"accepted"), "{told}");
    assert!(told.contains("\"ways\":[{\"who\":\"Bonaparte\""), "{told}");
    let (status, told) = send(&server, &here("check"), "", "activations: [{leader: Bonapate}]");
    assert!(
        status == 200 && told.contains("nobody's sheet") || told.contains("rejected"),
        "{told}"
    );
    let (status, told) = send(&server, &here("save"), "", sheet);
    assert!(status == 200 && told.contains("Saved to france.yaml."), "{told}");
    assert_eq!(fs::read_to_string(place.path().join("france.yaml")).unwrap(), sheet);

    // Who does not have the address, another place, a page elsewhere, and too much are refused.
    assert_eq!(send(&server, "/check", "", sheet).0, 403);
    assert_eq!(send(&server, &here("check"), "Sec-Fetch-Site: cross-site\r\n", sheet).0, 403);
    let followed = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n\
                    Sec-Fetch-Dest: document\r\n";
    assert_eq!(send(&server, &here("save"), followed, "never").0, 403);
    let elsewhere = server.ask("GET", &here(""), "Host: games.example");
    assert_eq!(elsewhere.0, 403);
    assert_eq!(send(&server, &here("other"), "", sheet).0, 404);
    assert_eq!(send(&server, &here("check"), "", &"x".repeat(600_000)).0, 413);
    assert_eq!(fs::read_to_string(place.path().join("france.yaml")).unwrap(), sheet);
    drop(server);
    let broken = ["write", "--known", "france.yaml"];
    umpire(place.path(), &broken).failure().stderr(contains("not a file of what a power knows"));
}

#[test]
fn the_archive_of_a_power_has_the_page_and_the_umpires_has_not() {
    let home = played();
    let game = home.path().join("game");
    let server = Server::start(&game, &["--as", "france"], 1);
    let sheet = "season: summer 1796\npower: france\n";
    let (status, told) = send(&server, "/check", "", sheet);
    assert!(status == 200 && told.contains("\"verdict\":\"accepted\""), "{told}");
    assert_eq!(send(&server, "/save", "", sheet).0, 404, "nothing is saved on the umpire's disk");
    let (_, front) = server.ask("GET", "/index.html", "Host: localhost");
    assert!(front.contains("Write orders"), "{front}");
    drop(server);
    let server = Server::start(&game, &["--umpire"], 1);
    let folder = server.told[0].split('/').nth(3).unwrap().to_owned();
    let (_, front) = server.ask("GET", &format!("/{folder}/index.html"), "Host: localhost");
    assert!(!front.contains("Write orders"), "{front}");
    assert_eq!(send(&server, &format!("/{folder}/check"), "", sheet).0, 405);
}
