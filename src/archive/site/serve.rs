//! The pages over HTTP, made from the campaign's file when they are asked for.
//!
//! One thread has the file and makes pages; another speaks with browsers. A season that is
//! published meanwhile is there with the next page. On loopback only this machine's browsers are
//! answered, and only if they asked for this machine by name, so that no page of another place can
//! read along. Anywhere else a password is asked for; the pages go out unencrypted, so the umpire is
//! told so and should put a server with TLS before it.

use super::{Page, Site};
use crate::archive::{Archive, ArchiveError, Audience};
use axum::Router;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::Response;
use data_encoding::BASE64;
use serde::Deserialize;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use subtle::ConstantTimeEq;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// How many requests may wait for their pages.
const MOST_WAITING: usize = 64;

/// How the pages are served.
#[derive(Debug, Clone)]
pub struct Serving {
    pub address: SocketAddr,
    /// Asked for from everybody who is not on this machine, and from all if it is given.
    pub password: Option<String>,
}

/// What a browser asks for.
struct Asked {
    path: String,
    question: Option<String>,
    answer: oneshot::Sender<Result<Option<Page>, String>>,
}

#[derive(Deserialize)]
struct Question {
    #[serde(default)]
    q: Option<String>,
}

struct Door {
    pages: SyncSender<Asked>,
    /// What `Authorization` has to say, if anything.
    word: Option<String>,
    is_loopback: bool,
}

/// Refuses to serve to others without a password.
pub fn check(serving: &Serving) -> Result<(), ArchiveError> {
    match &serving.password {
        None if !serving.address.ip().is_loopback() => Err(ArchiveError::refused(format!(
            "{} can be reached by others, and a password keeps them out: give one with \
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
    check(serving)?;
    let (pages, asked) = sync_channel(MOST_WAITING);
    let (told, opened) = sync_channel(1);
    let librarian = std::thread::spawn(move || librarian(open, audience, &asked, &told));
    // Whatever is wrong with the campaign is told before a browser asks.
    if let Ok(Err(error)) = opened.recv() {
        return Err(error);
    }
    let word = serving.password.as_ref().map(|password| {
        format!("Basic {}", BASE64.encode(format!("umpire:{password}").as_bytes()))
    });
    let is_loopback = serving.address.ip().is_loopback();
    let door = Arc::new(Door { pages, word, is_loopback });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let io = |source| ArchiveError::File { path: serving.address.to_string(), source };
    let served = runtime.map_err(io)?.block_on(async {
        let listener = TcpListener::bind(serving.address).await.map_err(io)?;
        ready(listener.local_addr().map_err(io)?);
        let router = Router::new().fallback(answer).with_state(Arc::clone(&door));
        let stopped = async {
            while !stop() {
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
        };
        tokio::select! {
            ended = axum::serve(listener, router).into_future() => ended.map_err(io),
            () = stopped => Ok(()),
        }
    });
    // Without doors nobody asks any more, and the librarian goes home.
    drop(door);
    let _ = librarian.join();
    served
}

/// Makes pages as long as somebody asks.
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
                // Told to whoever asks next; then it is tried again.
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
                ("search.html", question) => site.answer(question.as_deref().unwrap_or_default()),
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

async fn answer(
    State(door): State<Arc<Door>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    question: Result<Query<Question>, QueryRejection>,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "These pages can be read and nothing else.");
    }
    if door.is_loopback && !asks_for_this_machine(&headers) {
        return plain(StatusCode::FORBIDDEN, "Ask for 127.0.0.1 or localhost.");
    }
    if let Some(word) = &door.word
        && !says(&headers, word)
    {
        let mut refused = plain(StatusCode::UNAUTHORIZED, "The user is `umpire`.");
        let basic = HeaderValue::from_static("Basic realm=\"archive\", charset=\"UTF-8\"");
        refused.headers_mut().insert(header::WWW_AUTHENTICATE, basic);
        return refused;
    }
    let path = uri.path().trim_start_matches('/');
    let path = match path {
        "" => "index.html".to_owned(),
        folder if folder.ends_with('/') => format!("{folder}index.html"),
        file => file.to_owned(),
    };
    let (tell, told) = oneshot::channel();
    let question = question.ok().and_then(|Query(question)| question.q);
    if door.pages.try_send(Asked { path, question, answer: tell }).is_err() {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "Too many ask at once; try again.");
    }
    match told.await {
        Ok(Ok(Some(page))) => paged(StatusCode::OK, page.kind, page.body),
        Ok(Ok(None)) => plain(StatusCode::NOT_FOUND, "There is no such page in this archive."),
        Ok(Err(why)) => plain(StatusCode::INTERNAL_SERVER_ERROR, &why),
        Err(_) => plain(StatusCode::SERVICE_UNAVAILABLE, "The archive is closed."),
    }
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
            "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; \
             form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        }
    };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
