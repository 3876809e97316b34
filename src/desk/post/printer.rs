//! A campaign's own templates, printed by a process of their own.
//!
//! A template is a program: it loops, and its text grows. One that a campaign brings along is read
//! and printed by this program once more, as a worker that has no file and no environment, a bound
//! on its memory, and a few seconds for each page; what goes beyond is stopped and told in a
//! sentence. A campaign without own templates has no worker.
//!
//! The worker is told one thing a line, as JSON: first the templates, then each page; to each it
//! answers with a line.

use crate::DeskError;
use kit::shelf::Shelf;
use report::{IsolatedPrinter, LONGEST_PAGE, TemplateError, Templates};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// The hidden command that is the worker.
pub const WORKER: &str = "print-pages";
/// How long one page may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a worker runs at most if nothing stops it.
const LAST: Duration = Duration::from_secs(8);
/// The most memory that a worker may fill, in bytes, and the most addresses: those of the program
/// itself are many, and cost nothing.
const MEMORY: u64 = 150 << 20;
const ADDRESSES: u64 = 1 << 30;
/// The longest line of a worker: a page of which each letter is written as six.
const LONGEST_LINE: u64 = 6 * LONGEST_PAGE as u64 + 1024;

/// A page that the worker is to print.
#[derive(Debug, Serialize, Deserialize)]
struct Page<'a> {
    template: Cow<'a, str>,
    styled: bool,
    view: Cow<'a, Json>,
}

/// What the worker answers.
type Printed = Result<String, TemplateError>;

/// Loads the templates of a campaign: its own, if it has any, are printed by a worker.
pub fn load_templates(own: &Shelf) -> Result<Templates, TemplateError> {
    if own.names("").is_empty() {
        return Templates::new(own);
    }
    let printer = Printer { own: own.clone(), worker: RefCell::new(Some(Worker::start(own)?)) };
    Ok(Templates::isolated(own.clone(), Box::new(printer)))
}

/// Gives pages to a worker, and starts another after one was stopped.
struct Printer {
    own: Shelf,
    worker: RefCell<Option<Worker>>,
}

impl IsolatedPrinter for Printer {
    fn print(&self, template: &str, styled: bool, view: &Json) -> Printed {
        let mut place = self.worker.borrow_mut();
        let mut worker = match place.take() {
            Some(worker) => worker,
            None => Worker::start(&self.own)?,
        };
        let view = Cow::Borrowed(view);
        let printed = worker.ask(template, &Page { template: template.into(), styled, view });
        // One that was stopped is gone.
        if !matches!(printed, Err(TemplateError::Stopped { .. })) {
            *place = Some(worker);
        }
        printed
    }
}

/// A running worker; it ends when this is dropped.
struct Worker {
    child: Child,
    told: ChildStdin,
    answers: Receiver<Vec<u8>>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Worker {
    /// Starts a worker and has it read the templates.
    fn start(own: &Shelf) -> Result<Worker, TemplateError> {
        let failed = |error: io::Error| stopped("of the campaign", &format!("{error}; try again"));
        let mut command = Command::new(program().map_err(failed)?);
        // A signal to end is for the program that waits for the page, not for its worker.
        command.arg(WORKER).env_clear().current_dir("/").process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(failed)?;
        let (told, heard) = (child.stdin.take(), child.stdout.take());
        let (tell, answers) = sync_channel(1);
        let (Some(told), Some(heard)) = (told, heard) else {
            return Err(failed(io::ErrorKind::BrokenPipe.into()));
        };
        std::thread::spawn(move || {
            let mut heard = BufReader::new(heard);
            while let Ok(Some(line)) = line(&mut heard, LONGEST_LINE) {
                if tell.send(line).is_err() {
                    break;
                }
            }
        });
        let mut worker = Worker { child, told, answers };
        let texts: BTreeMap<String, &str> = own
            .names("")
            .into_iter()
            .map(|name| (name.clone(), own.text(&name).unwrap_or_default()))
            .collect();
        worker.ask("of the campaign", &texts)?;
        Ok(worker)
    }

    /// Tells the worker one thing, and waits a while for its answer.
    fn ask(&mut self, template: &str, what: &impl Serialize) -> Printed {
        let mut line = serde_json::to_vec(what)
            .map_err(|error| TemplateError::Unreadable(error.to_string()))?;
        line.push(b'\n');
        let broken = || stopped(template, "it stopped, probably out of memory; make it simpler");
        self.told.write_all(&line).and_then(|()| self.told.flush()).map_err(|_| broken())?;
        let answer = self.answers.recv_timeout(PATIENCE).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                let seconds = PATIENCE.as_secs();
                stopped(template, &format!("it took over {seconds} seconds; make it simpler"))
            }
            RecvTimeoutError::Disconnected => broken(),
        })?;
        serde_json::from_slice(&answer).unwrap_or_else(|_| Err(broken()))
    }
}

fn stopped(file: &str, why: &str) -> TemplateError {
    TemplateError::Stopped { file: file.to_owned(), why: why.to_owned() }
}

/// This program, also after its file was replaced by a newer one.
fn program() -> io::Result<PathBuf> {
    let own = Path::new("/proc/self/exe");
    if own.exists() { Ok(own.to_owned()) } else { std::env::current_exe() }
}

/// Reads a line without its end; nothing at the end of all, or if it is longer than it may be.
fn line(from: &mut impl BufRead, longest: u64) -> io::Result<Option<Vec<u8>>> {
    let mut line = vec![];
    from.take(longest).read_until(b'\n', &mut line)?;
    let is_whole = line.pop() == Some(b'\n');
    Ok(is_whole.then_some(line))
}

/// The worker: reads templates, then prints pages until no more are requested.
pub fn work() -> Result<(), DeskError> {
    let failed = DeskError::file(Path::new("the pipe of a worker"));
    worked().map_err(failed)
}

fn worked() -> io::Result<()> {
    for (resource, most) in [(Resource::Data, MEMORY), (Resource::As, ADDRESSES)] {
        let most = getrlimit(resource).maximum.map_or(most, |limit| limit.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    watch();
    let (mut told, mut out) = (io::stdin().lock(), io::stdout().lock());
    let mut templates = None;
    while let Some(line) = line(&mut told, u64::MAX)? {
        BUSY.store(now().max(1), Ordering::SeqCst);
        let answer: Printed = match &templates {
            None => read(&line).map(|ready| {
                templates = Some(ready);
                String::new()
            }),
            Some(templates) => print(templates, &line),
        };
        let mut answer = serde_json::to_vec(&answer)?;
        answer.push(b'\n');
        out.write_all(&answer)?;
        out.flush()?;
        BUSY.store(0, Ordering::SeqCst);
    }
    Ok(())
}

fn read(line: &[u8]) -> Result<Templates, TemplateError> {
    let texts: BTreeMap<String, String> = serde_json::from_slice(line)
        .map_err(|error| TemplateError::Unreadable(error.to_string()))?;
    let mut own = Shelf::default();
    for (name, text) in texts {
        own.lay(&name, text);
    }
    Templates::new(&own)
}

fn print(templates: &Templates, line: &[u8]) -> Printed {
    let page: Page<'_> = serde_json::from_slice(line)
        .map_err(|error| TemplateError::Unreadable(error.to_string()))?;
    match page.styled {
        true => templates.print_html(&page.template, &page.view),
        false => templates.print(&page.template, &*page.view),
    }
}

/// Since when a worker is busy, in milliseconds of its own clock; 0 while it waits.
static BUSY: AtomicU64 = AtomicU64::new(0);

fn now() -> u64 {
    static BEGAN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    u64::try_from(BEGAN.get_or_init(Instant::now).elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// Ends the worker when a page takes too long, even if its caller was killed.
fn watch() {
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(Duration::from_millis(500));
            let since = BUSY.load(Ordering::SeqCst);
            if since > 0 && u128::from(now().saturating_sub(since)) > LAST.as_millis() {
                std::process::exit(1);
            }
        }
    });
}
