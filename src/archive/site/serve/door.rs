//! Connections: how many there may be, how long each may take, and how often a password is guessed.

use super::{Door, answer};
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};

/// How many connections there are at a time; for another one, that is closed which has waited longest
/// without asking for anything.
const MOST_CONNECTIONS: usize = 64;
/// How long the head of a request may take, and how long nothing may be asked.
const HEAD: Duration = Duration::from_secs(10);
/// How long a connection lasts; what is under way then has as long once more.
const LIFE: Duration = Duration::from_secs(60);
/// The longest head of a request.
const LONGEST_HEAD: usize = 32 * 1024;
/// How long one waits at the most after wrong passwords.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// After how long a wrong password is forgotten.
const MEMORY: Duration = Duration::from_secs(15 * 60);
/// How many who were wrong are remembered.
const MOST_WHO: usize = 1000;

/// Takes connections as long as it is waited for.
pub(super) async fn keep(listener: &TcpListener, door: &Arc<Door>) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let idle = Arc::new(Idle::default());
    loop {
        let Ok((stream, who)) = listener.accept().await else {
            // One that was closed at once, or too many open files: the next may be taken.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        if places.available_permits() == 0 {
            idle.close_the_oldest();
        }
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return Ok(()) };
        let (door, idle) = (Arc::clone(door), Arc::clone(&idle));
        tokio::spawn(async move {
            let close = Arc::new(Notify::new());
            let begun = idle.wait(&close);
            tokio::select! {
                () = talk(stream, who, &door, (&idle, &close, begun)) => {}
                () = close.notified() => {}
            }
            idle.gone(&close);
            drop(place);
        });
    }
}

/// The connections on which nothing has been asked yet, or nothing more, the oldest first.
#[derive(Debug, Default)]
struct Idle {
    waiting: Mutex<(u64, BTreeMap<u64, Arc<Notify>>)>,
}

impl Idle {
    fn all(&self) -> std::sync::MutexGuard<'_, (u64, BTreeMap<u64, Arc<Notify>>)> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that one waits to be asked; gives its number.
    fn wait(&self, close: &Arc<Notify>) -> u64 {
        let mut all = self.all();
        all.0 += 1;
        let number = all.0;
        all.1.insert(number, Arc::clone(close));
        number
    }

    /// Notes that one was asked.
    fn asked(&self, number: u64) {
        self.all().1.remove(&number);
    }

    /// Forgets one that has ended.
    fn gone(&self, close: &Arc<Notify>) {
        self.all().1.retain(|_, other| !Arc::ptr_eq(other, close));
    }

    /// Closes the one that has waited longest, if any waits.
    fn close_the_oldest(&self) {
        if let Some((_, close)) = self.all().1.pop_first() {
            close.notify_one();
        }
    }
}

/// Answers on one connection until it ends or its time is over.
async fn talk(
    stream: TcpStream,
    who: SocketAddr,
    door: &Arc<Door>,
    (idle, close, begun): (&Arc<Idle>, &Arc<Notify>, u64),
) {
    let number = AtomicU64::new(begun);
    let service = service_fn(|request: Request<Incoming>| {
        let door = Arc::clone(door);
        idle.asked(number.load(Ordering::SeqCst));
        let number = &number;
        async move {
            let (asked, sent) = request.into_parts();
            let answer = answer(&door, who.ip(), &asked, Body::new(sent)).await;
            number.store(idle.wait(close), Ordering::SeqCst);
            Ok::<_, Infallible>(answer)
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(LONGEST_HEAD);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    // Whatever a browser breaks off is its own affair.
    if tokio::time::timeout(LIFE, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = tokio::time::timeout(LIFE, connection).await;
    }
}

/// Who gave wrong passwords: after each, the next is looked at later, twice as late every time.
#[derive(Debug, Default)]
pub(super) struct Guesses {
    wrong: Mutex<BTreeMap<IpAddr, (u32, Instant)>>,
}

impl Guesses {
    /// How many seconds somebody has to wait, if any.
    pub fn wait(&self, who: IpAddr) -> Option<u64> {
        let wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        let (times, last) = wrong.get(&who)?;
        let left = pause(*times).checked_sub(last.elapsed())?;
        Some(left.as_secs() + 1)
    }

    /// Notes a wrong password.
    pub fn wrong(&self, who: IpAddr) {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        wrong.retain(|_, (_, last)| last.elapsed() < MEMORY);
        if wrong.len() >= MOST_WHO {
            wrong.clear();
        }
        let times = wrong.get(&who).map_or(0, |(times, _)| *times);
        wrong.insert(who, (times + 1, Instant::now()));
    }

    /// Forgets who knew it.
    pub fn right(&self, who: IpAddr) {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner).remove(&who);
    }
}

/// How long one waits after so many wrong passwords.
fn pause(times: u32) -> Duration {
    let seconds = 1_u64 << times.saturating_sub(1).min(16);
    Duration::from_secs(seconds).min(LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wrong_password_makes_the_next_wait_longer() {
        assert_eq!([1, 2, 3, 7, 99].map(|times| pause(times).as_secs()), [1, 2, 4, 60, 60]);
        let (guesses, [one, other]) =
            (Guesses::default(), [1, 2].map(|n| IpAddr::from([10, 0, 0, n])));
        for _ in 0..3 {
            guesses.wrong(one);
        }
        assert!(guesses.wait(one).is_some_and(|seconds| (3..=4).contains(&seconds)));
        assert_eq!(guesses.wait(other), None);
        guesses.right(one);
        assert_eq!(guesses.wait(one), None);
    }
}
