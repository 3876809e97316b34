//! The pages over HTTP, made from the campaign's file when they are asked for.
//!
//! One thread has the file and makes pages; another speaks with browsers. A season that is
//! published meanwhile is there with the next page. On loopback only this machine's browsers are
//! answered, and only if they asked for this machine by name, so that no page of another place can
//! read along. Anywhere else a password is asked for; the pages go out unencrypted, so the umpire
//! is told so and should put a server with TLS before it. Pages for the umpire without a password
//! lie under a path that nobody can guess, since others on this machine have browsers too.
//!
//! What a page of another place makes a browser ask for is refused, unless a person went there by a
//! link; and the words of the search, which a folder keeps as scripts, are not served at all.
//! Slow clients, many connections and guessed passwords are bounded in `door.rs`.

mod door;

use super::{Page, Site, Supplement};
use crate::{Archive, ArchiveError, Audience};
use axum::body::Body;
use axum::extract::Query;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::Response;
use data_encoding::{BASE64, HEXLOWER};
use door::Guesses;
use serde::Deserialize;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use subtle::ConstantTimeEq;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// How many requests may wait for their pages.
const MOST_WAITING: usize = 64;
/// The most bytes that a browser may send.
const MOST_SENT: usize = 512 * 1024;
/// The page on which a sheet is composed.
const START: &str = "write.html";

/// How the pages are served.
#[derive(Debug, Clone)]
pub struct Serving {
    pub address: SocketAddr,
    /// Asked for from everybody who is not on this machine, and from all if it is given.
    pub password: Option<String>,
    /// The folder under which all pages lie, so that only those find them who were told.
    pub key: Option<String>,
}

/// Makes a key that nobody can guess.
pub fn new_key() -> Result<String, ArchiveError> {
    let mut key = [0; 16];
    getrandom::fill(&mut key).map_err(|error| {
        ArchiveError::refused(format!("the system provides no random bytes ({error}); try again"))
    })?;
    Ok(HEXLOWER.encode(&key))
}

/// What a browser asks for.
struct Asked {
    path: String,
    question: Option<String>,
    /// What it sends, if it sends something.
    body: Option<Vec<u8>>,
    answer: oneshot::Sender<Result<Option<Page>, String>>,
}

#[derive(Deserialize)]
struct Question {
    #[serde(default)]
    q: Option<String>,
}

struct Door {
    pages: SyncSender<Asked>,
    /// The most bytes that a browser may send; nothing, if these pages take nothing.
    takes: Option<usize>,
    /// What `Authorization` has to say, if anything.
    word: Option<String>,
    key: Option<String>,
    is_loopback: bool,
    guesses: Guesses,
}

/// Refuses to serve to others without a password.
pub fn check(serving: &Serving) -> Result<(), ArchiveError> {
    match &serving.password {
        None if !serving.address.ip().is_loopback() => Err(ArchiveError::refused(format!(
            "{} can be reached by others; set a password with \
             --password-file",
            serving.address.ip()
        ))),
        Some(password) if password.chars().count() < 8 => {
            Err(ArchiveError::refused("the password has less than 8 letters; choose a longer one"))
        }
        _ => Ok(()),
    }
}

/// Serves an audience's pages until the process is told to stop; says first where they are.
pub fn serve(
    open: impl FnOnce() -> Result<Archive, ArchiveError> + Send + 'static,
    audience: Audience,
    serving: &Serving,
    ready: impl FnOnce(SocketAddr),
    stop: impl Fn() -> bool,
) -> Result<(), ArchiveError> {
    // Only a power has a page on which a sheet is composed.
    let takes = audience.power().is_some().then_some(MOST_SENT);
    let work = move |asked: &Receiver<Asked>, told: &SyncSender<Result<(), ArchiveError>>| {
        librarian(open, audience, asked, told);
    };
    keep_open(work, takes, serving, ready, stop)
}

/// Serves the pages of a [`Supplement`] alone.
pub fn serve_supplement(
    open: impl FnOnce() -> Result<Box<dyn Supplement>, ArchiveError> + Send + 'static,
    serving: &Serving,
    ready: impl FnOnce(SocketAddr),
    stop: impl Fn() -> bool,
) -> Result<(), ArchiveError> {
    let work = move |asked: &Receiver<Asked>, told: &SyncSender<Result<(), ArchiveError>>| {
        let pages = match open() {
            Ok(pages) => pages,
            Err(error) => return drop(told.send(Err(error))),
        };
        let _ = told.send(Ok(()));
        while let Ok(one) = asked.recv() {
            let path = if one.path == "index.html" { START } else { one.path.as_str() };
            let page = match &one.body {
                Some(body) => pages.answer(path, body),
                None => pages.page(path),
            };
            let _ = one.answer.send(page.map_err(|error| error.to_string()));
        }
    };
    keep_open(work, Some(MOST_SENT), serving, ready, stop)
}

/// Answers browsers with what another thread makes.
fn keep_open(
    work: impl FnOnce(&Receiver<Asked>, &SyncSender<Result<(), ArchiveError>>) + Send + 'static,
    takes: Option<usize>,
    serving: &Serving,
    ready: impl FnOnce(SocketAddr),
    stop: impl Fn() -> bool,
) -> Result<(), ArchiveError> {
    check(serving)?;
    let (pages, asked) = sync_channel(MOST_WAITING);
    let (told, opened) = sync_channel(1);
    let librarian = std::thread::spawn(move || work(&asked, &told));
    // Whatever is wrong with the campaign is told before a browser asks.
    if let Ok(Err(error)) = opened.recv() {
        return Err(error);
    }
    let word = serving.password.as_ref().map(|password| {
        format!("Basic {}", BASE64.encode(format!("umpire:{password}").as_bytes()))
    });
    let is_loopback = serving.address.ip().is_loopback();
    let (key, guesses) = (serving.key.clone(), Guesses::default());
    let door = Arc::new(Door { pages, takes, word, key, is_loopback, guesses });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let io = |source| ArchiveError::File { path: serving.address.to_string(), source };
    let served = runtime.map_err(io)?.block_on(async {
        let listener = TcpListener::bind(serving.address).await.map_err(io)?;
        ready(listener.local_addr().map_err(io)?);
        let stopped = async {
            while !stop() {
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
        };
        tokio::select! {
            ended = door::keep(&listener, &door) => ended.map_err(io),
            () = stopped => Ok(()),
        }
    });
    // Without doors nobody asks any more, and the librarian goes home.
    drop(door);
    let _ = librarian.join();
    served
}

/// Worker thread: renders requested pages until the channel closes.
fn librarian(
    open: impl FnOnce() -> Result<Archive, ArchiveError>,
    audience: Audience,
    asked: &Receiver<Asked>,
    told: &SyncSender<Result<(), ArchiveError>>,
) {
    let archive = match open() {
        Ok(archive) => archive,
        Err(error) => return drop(told.send(Err(error))),
    };
    let mut waiting: Option<Asked> = None;
    let mut said = false;
    loop {
        let mark = archive.mark();
        let site = match Site::new(&archive, audience.clone()) {
            Ok(site) => site,
            Err(error) if !said => return drop(told.send(Err(error))),
            Err(error) => {
                // Reported to the next request; then it is tried again.
                let Some(one) = waiting.take().or_else(|| asked.recv().ok()) else { return };
                let _ = one.answer.send(Err(error.to_string()));
                continue;
            }
        };
        if !said {
            said = true;
            let _ = told.send(Ok(()));
        }
        loop {
            let Some(one) = waiting.take().or_else(|| asked.recv().ok()) else { return };
            // A season was published or withdrawn since: all pages anew.
            if archive.mark() != mark {
                waiting = Some(one);
                break;
            }
            let page = match (one.path.as_str(), &one.question) {
                (path, _) if one.body.is_some() => {
                    site.take(path, one.body.as_deref().unwrap_or_default())
                }
                ("search.html", question) => site.answer(question.as_deref().unwrap_or_default()),
                // A page of any place could load them as scripts, and read them.
                (path, _) if path.ends_with("/words.js") => Ok(None),
                (path, _) => site.page(path),
            };
            // A browser that has gone away wants nothing.
            let _ = one.answer.send(page.map_err(|error| error.to_string()));
        }
    }
}

impl Site<'_> {
    /// The page of the search as a server answers it.
    fn answer(&self, question: &str) -> Result<Option<Page>, ArchiveError> {
        let text = self.search(Some(question))?;
        Ok(Some(Page { kind: super::HTML, body: text.into_bytes() }))
    }
}

/// Answers one request of somebody.
async fn answer(door: &Door, who: IpAddr, asked: &Parts, sent: Body) -> Response {
    let path = match admitted(door, who, asked) {
        Ok(path) => path,
        Err(refused) => return *refused,
    };
    let body = match (&asked.method, door.takes) {
        (&Method::POST, Some(most)) => match axum::body::to_bytes(sent, most).await {
            Ok(bytes) => Some(bytes.to_vec()),
            Err(_) => return plain(StatusCode::PAYLOAD_TOO_LARGE, "That is too long for a sheet."),
        },
        _ => None,
    };
    page(door, (path, body), &asked.uri).await
}

/// Gives the path of the page that may be seen, or refuses.
fn admitted(door: &Door, who: IpAddr, asked: &Parts) -> Result<String, Box<Response>> {
    let refuse = |status, text: &str| Err(Box::new(plain(status, text)));
    let headers = &asked.headers;
    let sends = asked.method == Method::POST && door.takes.is_some();
    if asked.method != Method::GET && asked.method != Method::HEAD && !sends {
        let text = "These pages are read-only.";
        return refuse(StatusCode::METHOD_NOT_ALLOWED, text);
    }
    if door.is_loopback && !asks_for_this_machine(headers) {
        return refuse(StatusCode::FORBIDDEN, "Ask for 127.0.0.1 or localhost.");
    }
    // What is sent comes from one of our own pages, and no link leads there.
    if is_for_another_page(headers) || (sends && is_followed_or_other(headers)) {
        return refuse(StatusCode::FORBIDDEN, "Requests from other sites are refused.");
    }
    if let Some(word) = &door.word {
        knows(door, who, headers, word)?;
    }
    let path = asked.uri.path().trim_start_matches('/');
    let Some(key) = &door.key else { return Ok(path.to_owned()) };
    let (first, rest) = path.split_once('/').map_or((path, None), |(f, rest)| (f, Some(rest)));
    if !bool::from(first.as_bytes().ct_eq(key.as_bytes())) {
        return refuse(StatusCode::FORBIDDEN, "Open the whole address that was printed.");
    }
    if let Some(rest) = rest {
        return Ok(rest.to_owned());
    }
    let mut moved = plain(StatusCode::PERMANENT_REDIRECT, "The pages are in this folder.");
    let place = HeaderValue::from_str(&format!("/{key}/")).expect("a key has digits and letters");
    moved.headers_mut().insert(header::LOCATION, place);
    Err(Box::new(moved))
}

/// Whether the right password came along; if not, the answer that asks for it or puts it off.
fn knows(door: &Door, who: IpAddr, headers: &HeaderMap, word: &str) -> Result<(), Box<Response>> {
    if headers.contains_key(header::AUTHORIZATION) {
        if let Some(seconds) = door.guesses.wait(who) {
            let text = format!("Too many wrong passwords; try again in {seconds} seconds.");
            let mut later = plain(StatusCode::TOO_MANY_REQUESTS, &text);
            later.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            return Err(Box::new(later));
        }
        if says(headers, word) {
            door.guesses.right(who);
            return Ok(());
        }
        door.guesses.wrong(who);
    }
    let mut refused = plain(StatusCode::UNAUTHORIZED, "The user is `umpire`.");
    let basic = HeaderValue::from_static("Basic realm=\"archive\", charset=\"UTF-8\"");
    refused.headers_mut().insert(header::WWW_AUTHENTICATE, basic);
    Err(Box::new(refused))
}

/// The folder of the page that checks sheets by itself, with modules of WebAssembly, and its policy.
const MODULES: &str = "compose/";
const WITH_MODULES: &str = "default-src 'none'; img-src data: blob:; style-src 'self'; script-src 'self' \
    'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none'; \
    frame-ancestors 'none'";

/// Has a page made.
async fn page(door: &Door, (path, body): (String, Option<Vec<u8>>), uri: &Uri) -> Response {
    let path = match path.as_str() {
        "" => "index.html".to_owned(),
        folder if folder.ends_with('/') => format!("{folder}index.html"),
        _ => path,
    };
    let runs_modules = path.starts_with(MODULES);
    let (tell, told) = oneshot::channel();
    let question = Query::<Question>::try_from_uri(uri).ok().and_then(|Query(one)| one.q);
    if door.pages.try_send(Asked { path, question, body, answer: tell }).is_err() {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "Too many requests at once; try again.");
    }
    match told.await {
        Ok(Ok(Some(page))) => {
            let mut response = paged(StatusCode::OK, page.kind, page.body);
            if runs_modules {
                let policy = HeaderValue::from_static(WITH_MODULES);
                response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
            }
            response
        }
        Ok(Ok(None)) => plain(StatusCode::NOT_FOUND, "There is no such page in this archive."),
        Ok(Err(why)) => plain(StatusCode::INTERNAL_SERVER_ERROR, &why),
        Err(_) => plain(StatusCode::SERVICE_UNAVAILABLE, "The archive is closed."),
    }
}

/// Whether a browser says that a page of another place asks, and no person who follows a link.
fn is_for_another_page(headers: &HeaderMap) -> bool {
    let said = |name: &str| headers.get(name).map_or("", |said| said.to_str().unwrap_or("?"));
    let is_ours = matches!(said("sec-fetch-site"), "" | "same-origin" | "none");
    let is_followed = said("sec-fetch-mode") == "navigate" && said("sec-fetch-dest") == "document";
    !is_ours && !is_followed
}

/// Whether a browser says that what it sends does not come from a page of the same place.
fn is_followed_or_other(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-site").is_some_and(|said| said != "same-origin")
}

/// Whether a browser asked for this machine by one of its names for itself.
fn asks_for_this_machine(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "127.0.0.1" | "localhost" | "[::1]")
}

/// Whether the right password came along, in a time that tells nothing of it.
fn says(headers: &HeaderMap, word: &str) -> bool {
    let said = headers.get(header::AUTHORIZATION).map_or(&b""[..], HeaderValue::as_bytes);
    said.ct_eq(word.as_bytes()).into()
}

fn plain(status: StatusCode, text: &str) -> Response {
    paged(status, "text/plain; charset=utf-8", format!("{text}\n").into_bytes())
}

fn paged(status: StatusCode, kind: &'static str, body: Vec<u8>) -> Response {
    // A drawing has its styles within itself.
    let policy = match kind {
        "image/svg+xml" => "default-src 'none'; style-src 'unsafe-inline'",
        _ => {
            "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; \
             connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        }
    };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    let own = HeaderName::from_static("cross-origin-resource-policy");
    headers.insert(own, HeaderValue::from_static("same-origin"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
