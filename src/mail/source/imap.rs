//! A mailbox on a server, read by IMAP over TLS.
//!
//! Mails are read by their number (UID) above the last one that was kept, whether somebody has seen
//! them or not, and moved only after they are kept. The numbers hold as long as the server's
//! UIDVALIDITY does; if that changes, the folder is read from its start, and what is kept
//! already is known again.

use super::{Batch, Handle, RawMail, Source, SourceError, is_full};
use crate::certificate;
use io_imap::client::{ImapClient, ImapClientStd, ImapStream};
use io_imap::rfc3501::copy::ImapMessageCopyOptions;
use io_imap::rfc3501::fetch::ImapMessageFetchOptions;
use io_imap::rfc3501::login::ImapLoginOptions;
use io_imap::rfc3501::search::ImapMessageSearchOptions;
use io_imap::rfc3501::select::ImapMailboxSelectOptions;
use io_imap::rfc3501::store::ImapMessageStoreOptions;
use io_imap::rfc6851::r#move::ImapMessageMoveOptions;
use io_imap::types::core::Vec1;
use io_imap::types::fetch::{MacroOrMessageDataItemNames, MessageDataItem, MessageDataItemName};
use io_imap::types::flag::{Flag, StoreType};
use io_imap::types::mailbox::Mailbox;
use io_imap::types::response::Capability;
use io_imap::types::search::SearchKey;
use io_imap::types::sequence::SequenceSet;
use kit::bounds;
use std::any::Any;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What is needed to reach a mailbox.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    pub server: String,
    pub port: u16,
    pub user: String,
    pub password: String,
    pub folder: String,
    /// Where a mail goes once it is kept.
    pub done: Option<String>,
    /// A certificate to trust besides those of the system.
    pub certificate: Option<PathBuf>,
    pub patience: Duration,
}

impl std::fmt::Debug for Account {
    /// Without the password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}@{}:{}/{}", self.user, self.server, self.port, self.folder)
    }
}

/// A mailbox on a server.
#[derive(Debug)]
pub struct Imap {
    account: Account,
    session: Option<Session>,
    validity: u32,
    /// The highest number that was handed out.
    last: u32,
    /// Numbers that are still to be handed out.
    numbers: VecDeque<NonZeroU32>,
    /// Numbers that are kept and perhaps not moved yet.
    unmoved: Vec<u32>,
}

/// A connection on which somebody is logged in.
struct Session(ImapClientStd);

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Session")
    }
}

impl Imap {
    pub fn new(account: Account) -> Imap {
        Imap {
            account,
            session: None,
            validity: 0,
            last: 0,
            numbers: VecDeque::new(),
            unmoved: vec![],
        }
    }

    /// What it is called, by its account.
    fn called(&self) -> String {
        format!("imap {:?}", self.account)
    }

    fn wrong(&self, why: impl std::fmt::Display) -> SourceError {
        let why = why.to_string();
        let why = if self.account.password.is_empty() {
            why
        } else {
            why.replace(&self.account.password, "...")
        };
        let why = certificate::explained(&why, "intake.imap");
        SourceError::Server { server: self.account.server.clone(), why }
    }

    fn list(&mut self) -> Result<(), SourceError> {
        let above = format!("{}:*", self.last.saturating_add(1));
        let set = above.as_str().try_into().map_err(|_| self.wrong("a number is too high"))?;
        let criteria = Vec1::from(SearchKey::Uid(set));
        let found = self.client()?.search(criteria, ImapMessageSearchOptions { uid: true });
        let mut found = found.map_err(|error| self.wrong(error))?;
        // `N:*` names the last mail even if its number is lower.
        found.retain(|number| number.get() > self.last);
        found.sort();
        self.numbers = found.into();
        Ok(())
    }

    fn client(&mut self) -> Result<&mut ImapClientStd, SourceError> {
        let server = self.account.server.clone();
        match &mut self.session {
            Some(session) => Ok(&mut session.0),
            None => Err(SourceError::Server { server, why: "nobody is logged in".into() }),
        }
    }

    fn mailbox(&self, name: &str) -> Result<Mailbox<'static>, SourceError> {
        let name = name.to_owned();
        name.try_into().map_err(|_| self.wrong("the name of a folder has signs it cannot have"))
    }

    fn connect(&self) -> Result<ImapClientStd, SourceError> {
        let stream = Tls::connect(&self.account).map_err(|error| self.wrong(error))?;
        let mut client = ImapClientStd::new(stream);
        client.greeting().map_err(|error| self.wrong(error))?;
        let (user, password) = (&self.account.user, &self.account.password);
        client
            .login(user, password, ImapLoginOptions::default())
            .map_err(|error| self.wrong(error))?;
        Ok(client)
    }

    fn read(&mut self, number: NonZeroU32) -> Result<Option<RawMail>, SourceError> {
        let source = self.called();
        let received = self.arrived(number)?;
        let mut sink = Sink::default();
        let done = self.client()?.fetch_body_stream(number, true, &mut sink);
        done.map_err(|error| self.wrong(error))?;
        if sink.length == 0 {
            // Somebody has taken it away meanwhile.
            return Ok(None);
        }
        let length = (sink.length > bounds::MAIL_BYTES).then_some(sink.length);
        if length.is_some() {
            sink.bytes.truncate(bounds::KEPT_OF_A_LONG_MAIL);
        }
        let handle = Handle::Number(number.get());
        Ok(Some(RawMail { bytes: sink.bytes, source, received, length, handle }))
    }

    /// When the server took a mail, by its own word.
    fn arrived(&mut self, number: NonZeroU32) -> Result<Option<i64>, SourceError> {
        let items = MacroOrMessageDataItemNames::MessageDataItemNames(vec![
            MessageDataItemName::InternalDate,
        ]);
        let options = ImapMessageFetchOptions { uid: true, ..Default::default() };
        let found = self.client()?.fetch(SequenceSet::from(number), items, options);
        let found = found.map_err(|error| self.wrong(error))?;
        let mut dates =
            found.values().flat_map(|items| items.as_ref()).filter_map(|item| match item {
                MessageDataItem::InternalDate(date) => Some(date.as_ref().timestamp()),
                _ => None,
            });
        Ok(dates.next_back())
    }

    fn move_away(&mut self, numbers: &[u32], marked: &mut dyn FnMut()) -> Result<(), SourceError> {
        let Some(done) = self.account.done.clone() else { return Ok(()) };
        let folder = self.mailbox(&done)?;
        if numbers.is_empty() {
            return Ok(());
        }
        // It is there already, most of the time; what else is wrong is told by the move.
        let _ = self.client()?.create(folder.clone());
        let can = self.client()?.capability().map_err(|error| self.wrong(error))?;
        let can_move = can.contains(&Capability::Move);
        let can_expunge = can.contains(&Capability::UidPlus);
        for some in numbers.chunks(50) {
            let set = some.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            let set: SequenceSet =
                set.as_str().try_into().map_err(|_| self.wrong("a number is too high"))?;
            if can_move {
                let options = ImapMessageMoveOptions { uid: true };
                let moved = self.client()?.r#move(set, folder.clone(), options);
                moved.map_err(|error| self.wrong(error))?;
            } else {
                self.copy_away(set, folder.clone(), can_expunge)?;
            }
            marked();
        }
        Ok(())
    }

    /// Moves mails on a server that cannot: they are copied and marked as deleted. They alone are
    /// taken out; a server that can only take out all that is marked keeps them, hidden by their
    /// mark, since others may have marked mails too.
    fn copy_away(
        &mut self,
        set: SequenceSet,
        folder: Mailbox<'static>,
        can_expunge: bool,
    ) -> Result<(), SourceError> {
        let copied = self.client()?.copy(set.clone(), folder, ImapMessageCopyOptions { uid: true });
        copied.map_err(|error| self.wrong(error))?;
        let options = ImapMessageStoreOptions { uid: true };
        let flags = vec![Flag::Deleted, Flag::Seen];
        let stored = self.client()?.store(set.clone(), StoreType::Add, flags, options);
        stored.map_err(|error| self.wrong(error))?;
        if can_expunge {
            let gone = self.client()?.uid_expunge(set);
            gone.map_err(|error| self.wrong(error))?;
        }
        Ok(())
    }
}

impl Source for Imap {
    fn name(&self) -> Option<String> {
        Some(self.called())
    }

    fn earliest(&self, marks: Vec<String>) -> Option<String> {
        earliest(marks)
    }

    fn open(&mut self, mark: Option<&str>) -> Result<(), SourceError> {
        let mut client = self.connect()?;
        let folder = self.mailbox(&self.account.folder)?;
        let selected = client.select(folder, ImapMailboxSelectOptions::default());
        let selected = selected.map_err(|error| self.wrong(error))?;
        let validity = selected.uid_validity.map_or(0, NonZeroU32::get);
        let mark = mark.and_then(Mark::read).filter(|mark| mark.validity == validity);
        let mark = mark.unwrap_or(Mark { validity, last: 0, unmoved: vec![] });
        (self.validity, self.last) = (validity, mark.last);
        self.session = Some(Session(client));
        // What was kept by a run that was stopped before it could move it.
        if !mark.unmoved.is_empty() {
            self.move_away(&mark.unmoved, &mut || {})?;
        }
        self.unmoved = vec![];
        self.list()
    }

    fn fetch(&mut self) -> Result<Batch, SourceError> {
        let mut batch = vec![];
        while !is_full(&batch) {
            let Some(number) = self.numbers.pop_front() else { break };
            if let Some(mail) = self.read(number)? {
                batch.push(Ok(mail));
            }
            self.last = number.get();
        }
        Ok(batch)
    }

    fn mark(&self, taken: &[Handle]) -> Option<String> {
        let unmoved = match self.account.done {
            Some(_) => numbers(taken),
            None => vec![],
        };
        Some(Mark { validity: self.validity, last: self.last, unmoved }.written())
    }

    fn release(&mut self, taken: &[Handle], marked: &mut dyn FnMut()) -> Result<(), SourceError> {
        self.move_away(&numbers(taken), marked)
    }
}

/// The mark that was read the least far; what all of them have not moved is not moved yet. None if
/// they are of different validity: then nobody can say which was before which.
fn earliest(marks: Vec<String>) -> Option<String> {
    let marks: Vec<Mark> = marks.iter().map(|mark| Mark::read(mark)).collect::<Option<_>>()?;
    let first = marks.first()?;
    let validity = first.validity;
    let last = marks.iter().map(|mark| mark.last).min()?;
    let mut unmoved: Vec<u32> =
        marks.iter().flat_map(|mark| &mark.unmoved).copied().filter(|uid| *uid <= last).collect();
    unmoved.sort_unstable();
    unmoved.dedup();
    let same = marks.iter().all(|mark| mark.validity == validity);
    same.then(|| Mark { validity, last, unmoved }.written())
}

fn numbers(taken: &[Handle]) -> Vec<u32> {
    let number = |handle: &Handle| match handle {
        Handle::Number(number) => Some(*number),
        Handle::None | Handle::File(_) => None,
    };
    taken.iter().filter_map(number).collect()
}

/// How far a folder was read: the validity of its numbers, the last of them, and those that were
/// kept and perhaps not moved.
#[derive(Debug, PartialEq, Eq)]
struct Mark {
    validity: u32,
    last: u32,
    unmoved: Vec<u32>,
}

impl Mark {
    fn read(written: &str) -> Option<Mark> {
        let mut words = written.split(' ');
        let (validity, last) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let unmoved = words.next().unwrap_or_default();
        let unmoved = unmoved.split(',').filter_map(|number| number.parse().ok()).collect();
        Some(Mark { validity, last, unmoved })
    }

    fn written(&self) -> String {
        let unmoved: Vec<String> = self.unmoved.iter().map(u32::to_string).collect();
        format!("{} {} {}", self.validity, self.last, unmoved.join(","))
    }
}

/// Takes a mail within bounds, however long the server goes on.
#[derive(Default)]
struct Sink {
    bytes: Vec<u8>,
    length: usize,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.length = self.length.saturating_add(bytes.len());
        let room = bounds::MAIL_BYTES.saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A connection under TLS.
struct Tls(rustls::StreamOwned<rustls::ClientConnection, TcpStream>);

impl Tls {
    fn connect(account: &Account) -> Result<Tls, String> {
        let name = rustls::pki_types::ServerName::try_from(account.server.clone())
            .map_err(|_| "its name is not a valid server name".to_owned())?;
        let mut roots = rustls::RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if let Some(path) = &account.certificate {
            use rustls::pki_types::{CertificateDer, pem::PemObject};
            let read = CertificateDer::from_pem_file(path);
            let certificate = read.map_err(|error| format!("{}: {error}", path.display()))?;
            let added = roots.add(certificate);
            added.map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let connection = rustls::ClientConnection::new(Arc::new(config), name);
        let connection = connection.map_err(|error| error.to_string())?;
        let stream = reach(account).map_err(|error| error.to_string())?;
        Ok(Tls(rustls::StreamOwned::new(connection, stream)))
    }
}

fn reach(account: &Account) -> io::Result<TcpStream> {
    let mut last = io::Error::other("its name has no address");
    for address in (account.server.as_str(), account.port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, account.patience) {
            Ok(stream) => {
                stream.set_read_timeout(Some(account.patience))?;
                stream.set_write_timeout(Some(account.patience))?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

impl Read for Tls {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

impl Write for Tls {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl ImapStream for Tls {
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn set_read_timeout(&self, patience: Option<Duration>) -> io::Result<()> {
        self.0.get_ref().set_read_timeout(patience)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_read_as_it_was_written() {
        for unmoved in [vec![], vec![7, 9]] {
            let mark = Mark { validity: 3, last: 12, unmoved };
            assert_eq!(Mark::read(&mark.written()), Some(mark));
        }
        assert_eq!(Mark::read("nonsense"), None);
    }

    fn account() -> Account {
        Account {
            server: "imap.games.example".into(),
            port: 993,
            user: "umpire".into(),
            password: "open sesame".into(),
            folder: "INBOX".into(),
            done: None,
            certificate: None,
            patience: Duration::from_secs(1),
        }
    }

    #[test]
    fn no_password_is_ever_printed() {
        let imap = Imap::new(account());
        assert!(!format!("{imap:?}").contains("sesame"));
        assert!(!imap.wrong("LOGIN umpire open sesame failed").to_string().contains("sesame"));
        assert_eq!(imap.called(), "imap umpire@imap.games.example:993/INBOX");
    }

    #[test]
    fn a_long_mail_takes_no_more_memory_than_a_mail_may() {
        let mut sink = Sink::default();
        for _ in 0..5 {
            sink.write_all(&vec![b'x'; 1 << 20]).unwrap();
        }
        assert_eq!((sink.bytes.len(), sink.length), (bounds::MAIL_BYTES, 5 << 20));
    }

    /// A server that says what it can and takes every order.
    struct Server {
        can: &'static str,
        asked: Vec<u8>,
        orders: Arc<std::sync::Mutex<Vec<String>>>,
        says: VecDeque<u8>,
    }

    impl Read for Server {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.says.read(bytes)
        }
    }

    impl Write for Server {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.asked.extend(bytes);
            while let Some(end) = self.asked.iter().position(|sign| *sign == b'\n') {
                let line = String::from_utf8(self.asked.drain(..=end).collect()).unwrap();
                let (tag, order) = line.trim_end().split_once(' ').unwrap();
                if order.eq_ignore_ascii_case("capability") {
                    self.says.extend(format!("* CAPABILITY IMAP4rev1{}\r\n", self.can).bytes());
                } else {
                    self.orders.lock().unwrap().push(order.to_owned());
                }
                self.says.extend(format!("{tag} OK done\r\n").bytes());
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl ImapStream for Server {
        fn as_any_mut(&mut self) -> &mut dyn Any {
            self
        }

        fn set_read_timeout(&self, _: Option<Duration>) -> io::Result<()> {
            Ok(())
        }
    }

    /// What a server is told when two mails are kept.
    fn told(can: &'static str) -> Vec<String> {
        let orders = Arc::default();
        let server =
            Server { can, asked: vec![], orders: Arc::clone(&orders), says: VecDeque::new() };
        let mut imap = Imap::new(Account { done: Some("Done".into()), ..account() });
        imap.session = Some(Session(ImapClientStd::new(server)));
        let mut steps = 0;
        imap.release(&[Handle::Number(4), Handle::Number(9)], &mut || steps += 1).unwrap();
        assert_eq!(steps, 1);
        orders.lock().unwrap().clone()
    }

    #[test]
    fn a_server_that_cannot_move_copies_and_deletes_no_mail_of_others() {
        assert_eq!(told(" MOVE UIDPLUS"), ["CREATE Done", "UID MOVE 4,9 Done"]);
        let copied = ["CREATE Done", "UID COPY 4,9 Done"];
        let marked = "UID STORE 4,9 +FLAGS (\\Deleted \\Seen)";
        assert_eq!(told(" UIDPLUS"), [copied[0], copied[1], marked, "UID EXPUNGE 4,9"]);
        assert_eq!(told(""), [copied[0], copied[1], marked], "what others marked stays");
    }

    #[test]
    fn the_earliest_mark_leaves_nothing_out() {
        let of = |marks: &[&str]| earliest(marks.iter().map(|mark| (*mark).to_owned()).collect());
        assert_eq!(of(&["3 12 7,9", "3 10 10"]).as_deref(), Some("3 10 7,9,10"));
        assert_eq!(of(&["3 12 ", "4 10 "]), None, "its numbers are others now");
        assert_eq!(of(&[]), None);
    }
}
