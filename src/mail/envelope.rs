//! The outside of a mail: who it says it is from, which tokens it bears, when it came, and whether
//! a person wrote it at all.
//!
//! What a header says is a claim. What is believed of it is the desk's affair.

use super::message::Message;
use super::results;
use mail_parser::DateTime;

/// How long a token is: thirteen small letters and digits.
const TOKEN: usize = 13;

/// What the outside of a mail says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Envelope {
    /// What has the form of a token, in the address it was sent to or in its subject.
    pub tokens: Vec<String>,
    /// Its only sender; none if it names several or nobody.
    pub sender: Option<String>,
    /// Why nobody is behind it, if so it is.
    pub robot: Option<&'static str>,
    pub bounce: Option<Bounce>,
}

/// A mail of ours that could not be delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounce {
    /// The addresses that failed, by the report's own fields; else all that its words name. In
    /// small letters.
    pub recipients: Vec<String>,
    /// The Message-IDs that it gives back.
    pub message_ids: Vec<String>,
    /// Whether it will never be delivered.
    pub is_final: bool,
    pub status: String,
}

/// Reads the outside of a mail.
pub fn read(message: &Message) -> Envelope {
    let bounce = bounce(message);
    Envelope {
        tokens: tokens(message),
        sender: sender(message),
        robot: if bounce.is_some() { Some("a delivery report") } else { robot(message) },
        bounce,
    }
}

fn sender(message: &Message) -> Option<String> {
    match &message.from[..] {
        [one] if message.count("from") == 1 && one.contains('@') => Some(one.clone()),
        _ => None,
    }
}

/// An address as it is compared: without capitals and without `+suffix`.
pub fn same_box(address: &str) -> String {
    let address = address.trim().to_lowercase();
    match address.rsplit_once('@') {
        Some((name, host)) => format!("{}@{host}", name.split('+').next().unwrap_or(name)),
        None => address,
    }
}

/// To whom else a mail went, besides its writer and us: all of them read the token in it.
///
/// A mail that does not name our address came by an alias of ours, or by a mailing list. So one
/// address that stands alone is taken for the alias, unless the mail says that a list sent it.
pub fn other_recipients(message: &Message, ours: &str, own: &str) -> Vec<String> {
    let (ours, own) = (same_box(ours), same_box(own));
    let is_ours = |address: &String| same_box(address) == ours;
    let is_list = ["list-id", "list-post"].iter().any(|name| message.field(name).is_some());
    if !is_list && message.to.len() < 2 && !message.to.iter().any(is_ours) {
        return vec![];
    }
    let mut others = message.to.clone();
    others.retain(|address| !is_ours(address) && same_box(address) != own);
    others.sort();
    others.dedup();
    others
}

/// Whether a word has the form of a token.
pub fn is_token(word: &str) -> bool {
    word.len() == TOKEN
        && word.bytes().all(|sign| sign.is_ascii_lowercase() || (b'2'..=b'7').contains(&sign))
}

fn tokens(message: &Message) -> Vec<String> {
    const ADDRESSED: [&str; 8] = [
        "to",
        "cc",
        "delivered-to",
        "x-original-to",
        "envelope-to",
        "x-envelope-to",
        "resent-to",
        "x-delivered-to",
    ];
    let mut tokens: Vec<String> = vec![];
    for (name, value) in &message.fields {
        if !ADDRESSED.contains(&name.as_str()) {
            continue;
        }
        for (_, after) in value.split('+').zip(value.split('+').skip(1)) {
            let word = after.split('@').next().filter(|word| word.len() < after.len());
            tokens.extend(word.map(str::to_lowercase));
        }
    }
    for after in message.subject.split('[').skip(1) {
        let word = after.split(']').next().filter(|word| word.len() < after.len());
        tokens.extend(word.map(str::to_lowercase));
    }
    tokens.retain(|word| is_token(word));
    tokens.sort();
    tokens.dedup();
    tokens
}

/// Why nobody is behind a mail.
fn robot(message: &Message) -> Option<&'static str> {
    let field = |name| message.field(name).unwrap_or_default().to_lowercase();
    let submitted = field("auto-submitted");
    if !submitted.is_empty() && !submitted.starts_with("no") {
        return Some("it says that a program sent it");
    }
    if ["bulk", "junk", "auto_reply"].contains(&field("precedence").as_str()) {
        return Some("its precedence is that of bulk mail");
    }
    const MARKS: [&str; 5] =
        ["x-autoreply", "x-autorespond", "x-autoresponder", "x-vacation", "x-auto-reply"];
    if MARKS.iter().any(|mark| message.field(mark).is_some()) {
        return Some("it says that it is an automatic answer");
    }
    if message.report.is_some() {
        return Some("it reports what became of a mail");
    }
    let from = message.from.first().map(String::as_str).unwrap_or_default();
    let name = from.split('@').next().unwrap_or_default();
    if ["mailer-daemon", "postmaster", "noreply", "no-reply", "donotreply"].contains(&name) {
        return Some("it is from no person");
    }
    if message.field("return-path").is_some_and(|path| path.trim() == "<>") {
        return Some("its return path is empty");
    }
    const ABSENT: [&str; 8] = [
        "out of office",
        "automatic reply",
        "auto-reply",
        "autoreply",
        "abwesenheit",
        "automatische antwort",
        "réponse automatique",
        "risposta automatica",
    ];
    let subject = message.subject.to_lowercase();
    ABSENT.iter().any(|words| subject.starts_with(words)).then_some("its writer is away")
}

fn bounce(message: &Message) -> Option<Bounce> {
    let kind = message.field("content-type").unwrap_or_default().to_lowercase();
    let from = message.from.first().map(String::as_str).unwrap_or_default();
    let is_daemon = from.starts_with("mailer-daemon@") || from.starts_with("postmaster@");
    let is_report = message.report.is_some() && !kind.contains("disposition-notification");
    if !is_report && !is_daemon {
        return None;
    }
    let mut text = message.report.clone().unwrap_or_default();
    let bodies = message.bodies.iter().filter_map(|body| body.plain.as_ref());
    text.extend(bodies.map(|plain| plain.text.as_str()));
    let message_ids = message_ids(&text);
    let text = text.to_lowercase();
    let status = text.lines().find_map(|line| line.strip_prefix("status:"));
    let status = status.map(|status| status.trim().to_owned()).unwrap_or_default();
    let action = text.lines().find_map(|line| line.strip_prefix("action:"));
    let is_final = match action.map(str::trim) {
        Some(action) => action == "failed",
        None => {
            let mut words = text.split(|sign: char| !sign.is_ascii_alphanumeric());
            status.starts_with('5')
                || words.any(|word| ["550", "551", "553", "554"].contains(&word))
        }
    };
    Some(Bounce { recipients: recipients(&text), message_ids, is_final, status })
}

/// The most addresses and ids that are looked at.
const MOST_NAMED: usize = 1000;

/// Whose mail failed, by a report in small letters.
fn recipients(text: &str) -> Vec<String> {
    let field = |line: &str| {
        let names = ["final-recipient:", "original-recipient:"];
        let value = names.iter().find_map(|name| line.trim().strip_prefix(name))?;
        let (_, address) = value.split_once(';')?;
        Some(address.trim().trim_matches(['<', '>']).to_owned())
    };
    let told: Vec<String> = text.lines().filter_map(field).take(MOST_NAMED).collect();
    if !told.is_empty() {
        return told;
    }
    let is_letter = |sign: char| sign.is_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-@".contains(sign);
    let words = text.split(|sign: char| !is_letter(sign)).filter(|word| word.contains('@'));
    // What ends a sentence or quotes a word is no part of it.
    words
        .map(|word| word.trim_matches(['.', '\'', '`', '!', '?']).to_owned())
        .take(MOST_NAMED)
        .collect()
}

/// The ids of the mails that a report gives back.
fn message_ids(text: &str) -> Vec<String> {
    let id = |line: &str| {
        let (name, value) = line.trim().split_once(':')?;
        let id = value.trim().strip_prefix('<')?.strip_suffix('>')?;
        name.eq_ignore_ascii_case("message-id").then(|| id.to_owned())
    };
    text.lines().filter_map(id).take(MOST_NAMED).collect()
}

/// When our own server took a mail, by the field it put on top: seconds since 1970.
pub fn received(message: &Message) -> Option<i64> {
    let value = message.field("received")?;
    let (_, date) = value.rsplit_once(';')?;
    let date = DateTime::parse_rfc822(date.trim())?;
    date.is_valid().then(|| date.to_timestamp())
}

/// The domains for which a server says that a signature of theirs is on a mail.
///
/// Only the topmost field is read, and only if the server named itself: all below could have come
/// with the mail.
pub fn signed_domains(message: &Message, host: &str) -> Vec<String> {
    let read = message.field("authentication-results").and_then(results::read);
    let Some(said) = read.filter(|said| said.server.eq_ignore_ascii_case(host)) else {
        return vec![];
    };
    let passed = said.found.iter().filter(|one| one.method == "dkim" && one.result == "pass");
    passed.filter_map(signer).collect()
}

/// The one domain for which a signature was found; none if a result names two.
fn signer(found: &results::Found) -> Option<String> {
    let mut named: Vec<String> = vec![];
    for (name, value) in &found.properties {
        let domain = match name.as_str() {
            "header.d" => value.to_lowercase(),
            // It may lie below the domain that signed, which is named beside it then.
            "header.i" if !found.properties.iter().any(|(name, _)| name == "header.d") => {
                value.rsplit_once('@')?.1.to_lowercase()
            }
            _ => continue,
        };
        named.push(domain);
    }
    named.dedup();
    named.pop().filter(|_| named.is_empty())
}

/// Whether a domain may sign for an address: it is its host or above it.
pub fn signs_for(domain: &str, address: &str) -> bool {
    let host = address.rsplit_once('@').map(|(_, host)| host.to_lowercase()).unwrap_or_default();
    let below =
        host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    domain.contains('.') && below
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(header: &str) -> Message {
        Message::read(format!("{header}\r\n\r\nbody\r\n").as_bytes())
    }

    #[test]
    fn tokens_stand_in_the_address_or_the_subject() {
        let tokens = |header: &str| read(&mail(header)).tokens;
        assert_eq!(tokens("To: Umpire <umpire+abcdefghijklm@games.example>"), ["abcdefghijklm"]);
        assert_eq!(tokens("Subject: Re: [ABCDEFGHIJKL2] orders"), ["abcdefghijkl2"]);
        assert_eq!(
            tokens("Delivered-To: u+abcdefghijklm@x\r\nTo: u+abcdefghijklm@x"),
            ["abcdefghijklm"]
        );
        assert_eq!(tokens("To: a+list@x\r\nSubject: [games] c++ and [x"), Vec::<String>::new());
    }

    #[test]
    fn whoever_else_got_the_mail_has_read_the_token() {
        let others = |header: &str| {
            other_recipients(&mail(header), "umpire@games.example", "ada@post.example")
        };
        let nobody: [&str; 0] = [];
        assert_eq!(others("To: umpire+abcdefghijklm@games.example"), nobody);
        assert_eq!(
            others("To: umpire+x@games.example\r\nCc: Ada <ada+games@Post.example>"),
            nobody
        );
        let copied =
            "To: umpire+x@games.example\r\nCc: \"B, C\" <Ben@post.example>, cleo@post.example";
        assert_eq!(others(copied), ["ben@post.example", "cleo@post.example"]);
        // An alias of ours, and a list.
        assert_eq!(others("To: orders@old.example\r\nDelivered-To: umpire@games.example"), nobody);
        assert_eq!(
            others("To: orders@old.example\r\nList-Id: <orders.old.example>"),
            ["orders@old.example"]
        );
        let group = "To: players: ben@post.example, cleo@post.example;, umpire+x@games.example";
        assert_eq!(others(group), ["ben@post.example", "cleo@post.example"]);
    }

    #[test]
    fn one_sender_or_none() {
        let sender = |header: &str| read(&mail(header)).sender;
        assert_eq!(sender("From: Ada <Ada@Post.example>").as_deref(), Some("ada@post.example"));
        assert_eq!(sender("From: ada@post.example\r\nFrom: eve@post.example"), None);
        assert_eq!(sender("From: ada@post.example, eve@post.example"), None);
        assert_eq!(sender("Fr om: ada@post.example\r\nFrom: eve@post.example"), None);
        assert_eq!(sender("Subject: x"), None);
        assert_eq!(same_box("Ada+games@Post.example"), "ada@post.example");
    }

    #[test]
    fn a_server_is_believed_by_its_own_name_only() {
        let domains = |header: &str| signed_domains(&mail(header), "mx.games.example");
        let good = "Authentication-Results: mx.games.example (ours) 1; spf=pass smtp.mailfrom=x; \
                    dkim=pass (2048 bit; x) header.d=post.example header.s=a";
        assert_eq!(domains(good), ["post.example"]);
        assert!(domains(&good.replace("mx.games", "mx.eve")).is_empty());
        assert!(domains(&format!("Authentication-Results: eve; none\r\n{good}")).is_empty());
        assert!(domains(&good.replace("dkim=pass", "dkim=fail")).is_empty());
        assert!(signs_for("post.example", "ada@mail.post.example"));
        assert!(
            !signs_for("post.example", "ada@outpost.example")
                && !signs_for("example", "a@b.example")
        );
    }

    #[test]
    fn what_a_sender_chose_is_no_word_of_the_server() {
        let domains = |rest: &str| {
            let header = format!("Authentication-Results: mx.games.example; {rest}");
            signed_domains(&mail(&header), "mx.games.example")
        };
        let nobody: [&str; 0] = [];
        // An address of the envelope is quoted and may hold anything.
        let quoted =
            "spf=pass smtp.mailfrom=\"x; dkim=pass header.d=post.example; y\"@evil.example";
        assert_eq!(domains(quoted), nobody);
        assert_eq!(
            domains(&format!("{quoted}; dkim=pass header.d=evil.example")),
            ["evil.example"]
        );
        let broken = "spf=pass (x\\) smtp.mailfrom=y; dkim=pass header.d=post.example)";
        assert_eq!(domains(broken), nobody);
        assert_eq!(domains("spf=pass (x\\(y) z.a=b; dkim=pass header.d=a.example"), ["a.example"]);
        let reason = "dkim=fail reason=\"; dkim=pass header.d=post.example\" header.d=evil.example";
        assert_eq!(domains(reason), nobody);
        let twice = "dkim=pass header.d=evil.example header.d=post.example";
        assert_eq!(domains(twice), nobody);
        assert_eq!(domains("dkim=pass header.i=ada@post.example"), ["post.example"]);
        let below = "dkim=pass header.i=@mail.post.example header.d=post.example header.b=x/y==";
        assert_eq!(domains(below), ["post.example"]);
        assert_eq!(domains("xdkim=pass header.d=post.example"), nobody);
    }

    #[test]
    fn a_report_names_exact_addresses() {
        let of = |body: &str| {
            let head = "From: mailer-daemon@mx.example\r\n\r\n";
            let bounce = read(&Message::read(format!("{head}{body}").as_bytes())).bounce.unwrap();
            (bounce.recipients, bounce.message_ids)
        };
        let (recipients, _) = of("<Ada@post.example>: 550; nor xada@post.example.evil.\r\n");
        assert_eq!(recipients, ["ada@post.example", "xada@post.example.evil"]);
        let fields = "Final-Recipient: rfc822; <eve@evil.example>\r\nTo: ada@post.example\r\n\
                      Message-ID: <A1.x@games.example>\r\n";
        let (recipients, ids) = of(fields);
        assert_eq!(recipients, ["eve@evil.example"]);
        assert_eq!(ids, ["A1.x@games.example"]);
    }

    #[test]
    fn the_topmost_field_says_when_it_came() {
        let header = "Received: from a by b; Sat, 21 Nov 2026 18:00:00 +0100\r\n\
                      Received: from c by a; Sat, 21 Nov 2026 10:00:00 +0100";
        assert_eq!(received(&mail(header)), Some(1_795_280_400));
        assert_eq!(received(&mail("Received: nonsense; never")), None);
    }
}
