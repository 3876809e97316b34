//! A mail server in the test's own process, which can be told to misbehave in every way.

use std::collections::BTreeMap;
use std::io::{BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::Child;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How the server behaves.
#[derive(Debug, Clone, Default)]
pub struct Manners {
    /// Drops the line after so many bytes of a conversation, both ways counted.
    pub cut_at: Option<usize>,
    /// What it answers to a verb instead of its usual words; `.` is the end of a mail.
    pub answers: BTreeMap<&'static str, &'static str>,
    /// The same, for mails to one recipient.
    pub refused: Option<(&'static str, &'static str)>,
    /// Takes a mail and drops the line without a word.
    pub takes_and_dies: bool,
    /// Kills the other side at its so many-th reply, counted over all conversations.
    pub kill_at: Option<Kill>,
}

/// When the other side is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kill {
    pub reply: u32,
    /// Before the reply is written, or after.
    pub before: bool,
}

/// A mail as the server took it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    pub recipient: String,
    pub message_id: String,
    pub bytes: Vec<u8>,
}

/// What a server and its conversations share.
#[derive(Debug, Default)]
struct Shared {
    manners: Mutex<Manners>,
    taken: Mutex<Vec<Taken>>,
    /// How many bytes the last whole conversation had, and where its mail began and ended.
    lengths: Mutex<(usize, usize, usize)>,
    replies: AtomicU32,
    /// The process to kill.
    victim: Mutex<Option<Child>>,
}

/// A running server.
#[derive(Debug, Clone)]
pub struct Peer {
    pub port: u16,
    shared: Arc<Shared>,
}

impl Peer {
    pub fn start() -> Peer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared::default());
        let ours = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&ours);
                std::thread::spawn(move || {
                    let manners = shared.manners.lock().unwrap().clone();
                    let heard = BufReader::new(stream.try_clone().unwrap());
                    let cut_at = manners.cut_at;
                    let mut talk = Talk { stream, heard, passed: 0, cut_at };
                    // A line that is dropped ends a conversation as well as QUIT does.
                    let _ = serve(&mut talk, &manners, &shared);
                    let _ = talk.stream.shutdown(Shutdown::Both);
                });
            }
        });
        Peer { port, shared }
    }

    pub fn behave(&self, manners: Manners) {
        *self.shared.manners.lock().unwrap() = manners;
        self.shared.replies.store(0, Ordering::SeqCst);
    }

    /// Takes the process that is killed, and waits until it has ended one way or the other.
    pub fn strike_at(&self, process: Child) {
        *self.shared.victim.lock().unwrap() = Some(process);
        let ended = || {
            let mut victim = self.shared.victim.lock().unwrap();
            let child = victim.as_mut().expect("nobody else takes it away");
            child.try_wait().unwrap().is_some()
        };
        while !ended() {
            std::thread::sleep(Duration::from_millis(2));
        }
        *self.shared.victim.lock().unwrap() = None;
    }

    pub fn taken(&self) -> Vec<Taken> {
        self.shared.taken.lock().unwrap().clone()
    }

    pub fn forget(&self) {
        self.shared.taken.lock().unwrap().clear();
    }

    /// The bytes of the last whole conversation, and where in it the mail began and ended.
    pub fn lengths(&self) -> (usize, usize, usize) {
        *self.shared.lengths.lock().unwrap()
    }

    /// Fails if one Message-ID came with two bodies.
    pub fn one_body_each(&self) {
        let mut bodies: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for Taken { message_id, bytes, .. } in self.taken() {
            let first = bodies.entry(message_id.clone()).or_insert_with(|| bytes.clone());
            assert!(*first == bytes, "{message_id} came with two bodies");
        }
    }
}

/// A conversation that may break off at any byte.
struct Talk {
    stream: TcpStream,
    heard: BufReader<TcpStream>,
    passed: usize,
    cut_at: Option<usize>,
}

impl Talk {
    fn pass(&mut self) -> std::io::Result<()> {
        if self.cut_at == Some(self.passed) {
            return Err(std::io::ErrorKind::ConnectionAborted.into());
        }
        self.passed += 1;
        Ok(())
    }

    fn line(&mut self) -> std::io::Result<Vec<u8>> {
        let mut line = vec![];
        while !line.ends_with(b"\n") {
            self.pass()?;
            let mut byte = [0];
            self.heard.read_exact(&mut byte)?;
            line.push(byte[0]);
        }
        Ok(line)
    }

    fn say(&mut self, text: &str) -> std::io::Result<()> {
        let mut whole = vec![];
        for byte in format!("{text}\r\n").bytes() {
            if let Err(error) = self.pass() {
                self.stream.write_all(&whole)?;
                return Err(error);
            }
            whole.push(byte);
        }
        self.stream.write_all(&whole)
    }
}

fn serve(talk: &mut Talk, manners: &Manners, shared: &Shared) -> std::io::Result<()> {
    talk.stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    talk.stream.set_nodelay(true)?;
    let (mut recipient, mut mail) = (String::new(), (0, 0));
    reply(talk, manners, shared, "greeting", &recipient, "220 peer ready")?;
    loop {
        let line = String::from_utf8_lossy(&talk.line()?).trim_end().to_owned();
        let verb = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        if verb == "RCPT" {
            let inside = line.split(['<', '>']).nth(1);
            recipient = inside.unwrap_or_default().to_owned();
        }
        let usual = match verb.as_str() {
            "EHLO" => "250-peer\r\n250 8BITMIME",
            "DATA" => "354 go on",
            "QUIT" => "221 farewell",
            _ => "250 well",
        };
        let said = reply(talk, manners, shared, &verb, &recipient, usual)?;
        if verb == "QUIT" {
            *shared.lengths.lock().unwrap() = (talk.passed, mail.0, mail.1);
            return Ok(());
        }
        if verb != "DATA" || !said.starts_with('3') {
            continue;
        }
        mail.0 = talk.passed;
        let mut bytes = vec![];
        loop {
            let line = talk.line()?;
            if line == b".\r\n" {
                break;
            }
            // A point at a line's beginning was doubled on the way.
            bytes.extend_from_slice(if line.starts_with(b"..") { &line[1..] } else { &line });
        }
        mail.1 = talk.passed;
        let said = answer(manners, ".", &recipient, "250 taken");
        if said.starts_with('2') {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let id = text.lines().find_map(|line| line.strip_prefix("Message-ID: "));
            shared.taken.lock().unwrap().push(Taken {
                recipient: recipient.clone(),
                message_id: id.unwrap_or_default().to_owned(),
                bytes,
            });
        }
        if manners.takes_and_dies {
            return Ok(());
        }
        reply(talk, manners, shared, ".", &recipient, "250 taken")?;
    }
}

fn answer<'a>(manners: &Manners, verb: &str, recipient: &str, usual: &'a str) -> &'a str
where
    'static: 'a,
{
    match manners.refused {
        Some((refused, words)) if verb == "RCPT" && recipient == refused => words,
        _ => manners.answers.get(verb).copied().unwrap_or(usual),
    }
}

fn reply(
    talk: &mut Talk,
    manners: &Manners,
    shared: &Shared,
    verb: &str,
    recipient: &str,
    usual: &str,
) -> std::io::Result<String> {
    let number = shared.replies.fetch_add(1, Ordering::SeqCst) + 1;
    let words = answer(manners, verb, recipient, usual);
    let kill = manners.kill_at.filter(|kill| kill.reply == number);
    if kill.is_some_and(|kill| kill.before) {
        strike(shared);
    }
    talk.say(words)?;
    if kill.is_some_and(|kill| !kill.before) {
        strike(shared);
    }
    Ok(words.to_owned())
}

/// Kills the other side, as soon as it is known who that is. One that has ended is not there to be
/// killed, whoever has its number now.
fn strike(shared: &Shared) {
    for _ in 0..2000 {
        if let Some(victim) = shared.victim.lock().unwrap().as_mut() {
            let _ = victim.kill();
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
