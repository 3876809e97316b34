//! A mail as a person reads it: the fields that matter, its texts decoded, its files by name.

use super::markup;
use super::message::{Body, Message};
use std::fmt::Write;

/// Puts a mail into plain text. What cannot be read in it is named.
pub fn readable(message: &Message) -> String {
    let mut text = String::new();
    for name in ["From", "To", "Cc", "Date"] {
        let field = message.field(&name.to_ascii_lowercase());
        field.into_iter().for_each(|value| line(&mut text, format_args!("{name}: {value}")));
    }
    line(&mut text, format_args!("Subject: {}", message.subject));
    for body in message.bodies.iter().filter_map(body) {
        line(&mut text, format_args!("\n{}", body.trim_end()));
    }
    for file in &message.files {
        line(&mut text, format_args!("\nFile {}:\n{}", file.name, file.text.trim_end()));
    }
    for mail in &message.enclosed {
        line(&mut text, format_args!("\nA mail inside it:\n{}", mail.trim_end()));
    }
    let unread = message.unreadable.iter().map(|what| what.sentence());
    for why in unread.chain(message.beyond.as_deref()) {
        line(&mut text, format_args!("\nNot shown: {why}."));
    }
    text
}

/// What a body says: its plain text, or its HTML without the marks.
fn body(body: &Body) -> Option<String> {
    let plain = body.plain.as_ref().map(|plain| plain.text.clone());
    plain.or_else(|| markup::to_text(body.html.as_deref()?))
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("a string takes all that is written");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> String {
        readable(&Message::read(lines.join("\r\n").as_bytes()))
    }

    #[test]
    fn what_a_mail_program_encodes_is_read_again() {
        let text = read(&[
            "Received: from post.example by mx.games.example",
            "From: Ada <ada@post.example>",
            "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=",
            "MIME-Version: 1.0",
            "Content-Type: multipart/mixed; boundary=b",
            "",
            "--b",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64",
            "",
            "R2lsdCBkYXMgaMO8YmVuPw==",
            "--b",
            "Content-Type: text/yaml; name=orders.yaml",
            "Content-Disposition: attachment; filename=orders.yaml",
            "",
            "power: france",
            "--b--",
        ]);
        let same = "From: Ada <ada@post.example>\nSubject: Grüße\n\nGilt das hüben?\n\n\
                    File orders.yaml:\npower: france\n";
        assert_eq!(text, same);
    }

    #[test]
    fn html_alone_and_what_nobody_can_read_are_told() {
        let text = read(&[
            "From: ada@post.example",
            "Subject: hm",
            "Content-Type: text/html; charset=utf-8",
            "",
            "<p>May I <b>march</b>?</p>",
        ]);
        assert!(text.ends_with("\n\nMay I march?\n"), "{text}");
        let text = read(&[
            "From: ada@post.example",
            "Subject: hm",
            "MIME-Version: 1.0",
            "Content-Type: application/ms-tnef; name=winmail.dat",
            "Content-Transfer-Encoding: base64",
            "",
            "eJ8+IjQA",
        ]);
        assert!(text.contains("Not shown: all there is in the mail is a winmail.dat"), "{text}");
    }
}
