//! The folder with the page that composes sheets without a server, and the same as one file.
//!
//! It is the same for every campaign and power: the player opens their own `.known.json` on it. The
//! checkers are modules of WebAssembly (crate `web`), packed with gzip.

use crate::composer::{WRITE_CSS, WRITE_HTML, WRITE_JS};
use data_encoding::BASE64;
use kit::proof::{hex, sha256};
use serde_json::{Map, Value as Json};

const COMPOSE_JS: &str = include_str!("../../templates/site/compose.js");
const WORKER_JS: &str = include_str!("../../templates/site/worker.js");

/// The checker of a game.
#[derive(Debug, Clone, Copy)]
pub struct Module<'a> {
    /// The name of its rule system.
    pub rules: &'a str,
    /// The module, packed with gzip.
    pub packed: &'a [u8],
}

impl Module<'_> {
    /// Its file; not `.gz`, since some servers say of that how it is packed and browsers then unpack it.
    fn file(&self) -> String {
        format!("{}.module", self.rules)
    }
}

/// The files of the folder, each with its name.
pub fn folder(modules: &[Module<'_>]) -> Vec<(String, Vec<u8>)> {
    let sources = "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; \
                   worker-src 'self'";
    let scripts = "<script src=\"write.js\"></script>\n<script src=\"compose.js\"></script>";
    let style = "<link rel=\"stylesheet\" href=\"write.css\">";
    let page = page(sources, style, &format!("{}\n{scripts}", games(modules)));
    let mut files = vec![
        ("index.html".to_owned(), page.into_bytes()),
        ("write.js".to_owned(), WRITE_JS.as_bytes().to_vec()),
        ("compose.js".to_owned(), COMPOSE_JS.as_bytes().to_vec()),
        ("write.css".to_owned(), WRITE_CSS.as_bytes().to_vec()),
    ];
    // A player loads the checker of one game, so that no other is kept beforehand.
    let names = std::iter::once("./").chain(files.iter().map(|(name, _)| &**name));
    let names = Json::from(names.collect::<Vec<_>>());
    files.extend(modules.iter().map(|module| (module.file(), module.packed.to_vec())));
    let all: Vec<u8> = files.iter().flat_map(|(_, bytes)| sha256(bytes)).collect();
    let digest = hex(&sha256(&all));
    let worker = format!("var DIGEST = \"{digest}\";\nvar FILES = {names};\n{WORKER_JS}");
    files.push(("worker.js".to_owned(), worker.into_bytes()));
    files
}

/// The page with the checker of one game as one file, which opens without a server.
pub fn single(module: Module<'_>) -> (String, Vec<u8>) {
    let script = format!("{WRITE_JS}{COMPOSE_JS}");
    let of = |text: &str| format!("'sha256-{}'", BASE64.encode(&sha256(text.as_bytes())));
    let sources =
        format!("script-src {} 'wasm-unsafe-eval'; style-src {}", of(&script), of(WRITE_CSS));
    let scripts = format!(
        "{}\n<script type=\"application/octet-stream\" id=\"module-{}\">{}</script>\n<script>{script}</script>",
        games(&[module]),
        module.file(),
        BASE64.encode(module.packed),
    );
    let page = page(&sources, &format!("<style>{WRITE_CSS}</style>"), &scripts);
    (format!("compose-{}.html", module.rules), page.into_bytes())
}

/// Which game is checked by which file.
fn games(modules: &[Module<'_>]) -> String {
    let one = |module: &Module<'_>| (module.rules.to_owned(), Json::from(module.file()));
    let games: Map<String, Json> = modules.iter().map(one).collect();
    format!("<script type=\"application/json\" id=\"games\">{}</script>", Json::Object(games))
}

/// The page that a server gives too, with other scripts: only these may run, and nothing may be asked of
/// any other place.
fn page(sources: &str, style: &str, scripts: &str) -> String {
    let policy = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data: blob:; \
         base-uri 'none'; form-action 'none'; {sources}\">"
    );
    let changes = [
        ("<meta charset=\"utf-8\">", format!("<meta charset=\"utf-8\">\n{policy}")),
        ("<link rel=\"stylesheet\" href=\"write.css\">", style.to_owned()),
        ("src=\"write-map.svg\"", "src=\"data:,\"".to_owned()),
        (
            "<script src=\"write-data.js\"></script>\n<script src=\"write.js\"></script>",
            scripts.to_owned(),
        ),
    ];
    changes.iter().fold(WRITE_HTML.to_owned(), |page, (from, to)| {
        debug_assert!(page.contains(from), "{from}");
        page.replacen(from, to, 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(files: &[(String, Vec<u8>)], name: &str) -> String {
        let (_, bytes) = files.iter().find(|(own, _)| own == name).unwrap();
        String::from_utf8(bytes.clone()).unwrap()
    }

    #[test]
    fn the_folder_is_whole_and_asks_no_other_place() {
        let module = |packed| Module { rules: "garden", packed };
        let files = folder(&[module(b"one")]);
        let page = text(&files, "index.html");
        assert!(page.contains("default-src 'none'") && !page.contains("unsafe-inline"), "{page}");
        assert!(page.contains("{\"garden\":\"garden.module\"}"), "{page}");
        assert!(!page.contains("write-data.js") && !page.contains("write-map.svg"), "{page}");
        let worker = text(&files, "worker.js");
        for (name, _) in files.iter().filter(|(name, _)| name != "worker.js") {
            let is_kept = worker.contains(&format!("\"{name}\""));
            assert_eq!(is_kept, name != "garden.module", "{name}: {worker}");
        }
        // Another module is another folder to a browser that has kept the one before.
        let first = |text: &str| text.lines().next().unwrap().to_owned();
        let other = text(&folder(&[module(b"two")]), "worker.js");
        assert_ne!(first(&worker), first(&other));
    }

    #[test]
    fn one_file_runs_its_own_script_alone() {
        let (name, bytes) = single(Module { rules: "garden", packed: b"one" });
        let page = String::from_utf8(bytes).unwrap();
        assert_eq!(name, "compose-garden.html");
        let (_, rest) = page.rsplit_once("<script>").unwrap();
        let script = rest.split_once("</script>").unwrap().0;
        let digest = BASE64.encode(&sha256(script.as_bytes()));
        assert!(page.contains(&format!("script-src 'sha256-{digest}'")), "{page}");
        assert!(!page.contains("src=\"write") && !page.contains("href=\"write"), "{page}");
    }
}
