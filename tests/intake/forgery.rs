//! Forgeries. Of each: no order changed, nobody learned anything, and the true player was told.

use super::house::{ADA, BEN, House, from, mail, sheet};

/// A campaign in which Ada's sheet sends Bonaparte to Genoa.
fn ordered() -> House {
    let house = House::started();
    assert_eq!(house.hand_in(mail("first", &sheet("Genoa"))), "accepted");
    assert_eq!(house.told(), ["receipt -> ada"]);
    house
}

/// A forged mail; whom it is told to stands behind it.
fn check(house: &House, forged: &str, verdict: &str, told: &[&str]) {
    let before = house.told().len();
    let revisions = house.revisions("austria").len();
    assert_eq!(house.hand_in(forged), verdict, "{forged}");
    assert_eq!(house.played().as_deref(), Some("Genoa"), "{forged}");
    assert_eq!(house.revisions("france").len(), 1, "{forged}");
    assert_eq!(house.revisions("austria").len(), revisions, "{forged}");
    assert_eq!(house.told()[before..], *told, "{forged}");
    for row in house.outbox() {
        let registered = ["ada@post.example", "ben@post.example", "umpire@games.example"];
        assert!(registered.contains(&row.recipient.as_str()), "{}", row.recipient);
        let body = house.desk().mail(row.id).unwrap();
        let body = String::from_utf8_lossy(&body).into_owned();
        for (token, owner) in [(ADA, "ada@"), (BEN, "ben@")] {
            let may = row.recipient.starts_with(owner);
            assert!(may || !body.contains(token), "a token goes to {}:\n{body}", row.recipient);
        }
    }
    let journal = house.store().journal().unwrap();
    assert!(journal.iter().all(|line| !line.what.contains(ADA) && !line.what.contains(BEN)));
}

fn without_token(sender: &str, id: &str, body: &str) -> String {
    from(sender, ADA, id, body).replace(&format!("+{ADA}"), "")
}

#[test]
fn another_players_address() {
    let house = ordered();
    let forged = without_token("Ada <ada@post.example>", "f1", &sheet("Nice"));
    check(&house, &forged, "rejected", &["notice -> ada"]);
    // Ten more within the hour are not told.
    for number in 0..10 {
        let again = without_token("ada@post.example", &format!("g{number}"), &sheet("Nice"));
        check(&house, &again, "rejected", &[]);
    }
}

#[test]
fn another_players_token() {
    let house = ordered();
    let stolen = from("Ben <ben@post.example>", ADA, "f1", &sheet("Nice"));
    check(&house, &stolen, "needs the umpire", &["notice -> ada", "notice -> umpire"]);
    let stranger = from("eve@evil.example", ADA, "f2", &sheet("Nice"));
    check(&house, &stranger, "needs the umpire", &["notice -> umpire"]);
    let both =
        from("Ben <ben@post.example>", BEN, "f3", &format!("{}token: {ADA}\n", sheet("Nice")));
    check(&house, &both, "needs the umpire", &["notice -> ben", "notice -> umpire"]);
}

#[test]
fn another_players_power() {
    let house = ordered();
    let own = from("Ben <ben@post.example>", BEN, "f1", &sheet("Nice"));
    check(&house, &own, "rejected", &["notice -> ada", "refusal -> ben"]);
}

#[test]
fn a_guessed_token() {
    let house = ordered();
    for number in 0..20 {
        let guess = format!("aaaaaaaaaaa{}{}", number % 6 + 2, number / 6 + 2);
        let forged = from("eve@evil.example", &guess, &format!("f{number}"), &sheet("Nice"));
        // A flood of them is not even read.
        let verdict = if number < 10 { "needs the umpire" } else { "ignored" };
        check(&house, &forged, verdict, &[]);
    }
    let as_ada = from("ada@post.example", "aaaaaaaaaaaaa", "g", &sheet("Nice"));
    check(&house, &as_ada, "rejected", &["notice -> ada"]);
    // A token that is right but for its last letter is as wrong as any other.
    let near = from("ada@post.example", "adatokenaaaab", "h", &sheet("Nice"));
    check(&house, &near, "rejected", &[]);
}

#[test]
fn a_replayed_mail() {
    let house = House::started();
    let old = mail("old", &sheet("Nice"));
    assert!(house.hand_in(&old).starts_with("accepted"));
    assert_eq!(house.hand_in(mail("new", &sheet("Genoa"))), "accepted");
    let before = house.told().len();
    let replayed =
        format!("Received: from eve by mx.games.example; Sat, 21 Nov 2026 13:00:00 +0000\n{old}");
    assert_eq!(house.hand_in(&replayed), "duplicate");
    let changed = replayed.replace("Nice", "Turin");
    assert_eq!(house.hand_in(changed), "needs the umpire");
    assert_eq!(house.played().as_deref(), Some("Genoa"));
    assert_eq!(house.revisions("france").len(), 2);
    assert_eq!(house.told()[before..], ["passed on -> ada", "notice -> umpire", "notice -> ada"]);
}

#[test]
fn a_reply_that_quotes_anothers_token() {
    let house = ordered();
    let body = format!(
        "Thank you!\n\nOn Sat, 21 Nov 2026, Ada wrote:\n> token: {ADA}\n> {}\n",
        sheet("Nice").replace('\n', "\n> ")
    );
    let reply = from("Ben <ben@post.example>", BEN, "f1", &body);
    check(&house, &reply, "needs the umpire", &["passed on -> ben", "notice -> umpire"]);
    let stranger = without_token("eve@evil.example", "f2", &body);
    check(&house, &stranger, "needs the umpire", &[]);
}

/// Who wants to join is read by the umpire, and gets no answer; a flood is not.
#[test]
fn strangers_reach_the_umpire_within_bounds() {
    let house = ordered();
    let mut number = 0;
    let mut write = |words: &str| {
        number += 1;
        house.hand_in(format!(
            "From: Fay <fay@post.example>\nTo: umpire@games.example\nSubject: Can I join?\n\
             Message-ID: <s{number}@post.example>\n\n{words}\n"
        ))
    };
    let before = house.told().len();
    assert_eq!(write(&"I would like to play Spain. ".repeat(20_000)), "ignored", "too long");
    for _ in 0..10 {
        assert_eq!(write("I would like to play Spain."), "needs the umpire");
    }
    assert_eq!(write("I would like to play Spain."), "ignored", "too many within the hour");
    assert_eq!(house.told().len(), before, "nobody is answered");
    let mails = house.desk().waiting_mails(false).unwrap();
    assert_eq!(mails.len(), 10);
    assert_eq!(
        (mails[0].sender.as_str(), mails[0].subject.as_str()),
        ("fay@post.example", "Can I join?")
    );
    assert_eq!(mails[0].reason, "its sender is unknown");
    // A robot is none of them.
    let robot = "From: shop@post.example\nTo: umpire@games.example\nSubject: sale\n\
                 Precedence: bulk\nMessage-ID: <r@post.example>\n\nBuy.\n";
    assert_eq!(house.hand_in(robot), "ignored");
    assert_eq!(house.desk().waiting_mails(false).unwrap().len(), 10);
}

#[test]
fn a_subject_with_a_line_break() {
    let house = ordered();
    let subject = "=?utf-8?Q?x=0D=0ABcc:_eve@evil.example=0D=0A=0D=0Ahello?=";
    let forged =
        mail("f1", "What is this?\n").replace("Subject: orders", &format!("Subject: {subject}"));
    check(&house, &forged, "needs the umpire", &["passed on -> ada", "notice -> umpire"]);
    for row in house.outbox() {
        let body = house.desk().mail(row.id).unwrap();
        let body = String::from_utf8_lossy(&body).replace("\r\n", "\n");
        let head = body.split("\n\n").next().unwrap();
        assert!(!head.lines().any(|line| line.to_lowercase().starts_with("bcc")), "{head}");
    }
}

#[test]
fn a_name_that_imitates_the_umpire() {
    let house = ordered();
    let sender = "\"The umpire <umpire@games.example>\" <eve@evil.example>";
    let forged = without_token(sender, "f1", &sheet("Nice"));
    check(&house, &forged, "needs the umpire", &[]);
    let with_token = from(sender, ADA, "f2", &sheet("Nice"));
    check(&house, &with_token, "needs the umpire", &["notice -> ada", "notice -> umpire"]);
    let two = from("ada@post.example\nFrom: eve@evil.example", ADA, "f3", &sheet("Nice"));
    check(&house, &two, "needs the umpire", &["notice -> umpire"]);
}

#[test]
fn a_token_that_was_replaced_counts_no_more() {
    let house = ordered();
    let mut store = house.store();
    let ada = store.players().unwrap()[0].id;
    store.renew_token(ada, "newtokenaaaaa", &[]).unwrap();
    drop(store);
    check(&house, &mail("f1", &sheet("Nice")), "rejected", &["notice -> ada"]);
}

#[test]
fn a_signature_of_the_mail_server_is_asked_for() {
    let house = House::started();
    house.set("intake: {policy: token+dkim, trusted-host: mx.games.example}");
    let results = |host: &str, domain: &str, verdict: &str| {
        format!("Authentication-Results: {host}; dkim={verdict} header.d={domain}\n")
    };
    let with = |id: &str, results: &str| results.to_owned() + &mail(id, &sheet("Genoa"));
    assert_eq!(house.hand_in(with("a", "")), "needs the umpire");
    let forged = results("mx.evil.example", "post.example", "pass");
    assert_eq!(house.hand_in(with("b", &forged)), "needs the umpire");
    let below = results("mx.games.example", "evil.example", "pass")
        + &results("mx.games.example", "post.example", "pass");
    assert_eq!(house.hand_in(with("c", &below)), "needs the umpire");
    let failed = results("mx.games.example", "post.example", "fail");
    assert_eq!(house.hand_in(with("d", &failed)), "needs the umpire");
    assert_eq!(house.played(), None);
    let good = results("mx.games.example", "post.example", "pass");
    assert_eq!(house.hand_in(with("e", &good)), "accepted");
}

#[test]
fn with_the_token_alone_the_sender_does_not_matter() {
    let house = House::started();
    house.set("intake: {policy: token}");
    assert_eq!(house.hand_in(from("eve@evil.example", ADA, "a", &sheet("Genoa"))), "accepted");
    assert_eq!(house.told(), ["receipt -> ada"], "and still only the registered address is told");
}

#[test]
fn answers_have_an_end() {
    let house = House::started();
    house.set("intake: {answers-an-hour: 3}");
    for number in 0..6 {
        let body = sheet("Genoa") + &"\n".repeat(number + 1) + &format!("# {number}\n");
        assert_eq!(house.hand_in(mail(&format!("m{number}"), &body)), "accepted");
    }
    assert_eq!(house.told().len(), 3);
    assert_eq!(house.revisions("france").len(), 6, "all are kept, whether answered or not");
}

/// What a sender chose stands in the field of a server that is believed, and proves nothing.
#[test]
fn an_address_in_the_servers_field_is_no_signature() {
    let house = House::started();
    house.set("intake: {policy: token+dkim, trusted-host: mx.games.example}");
    let field = "Authentication-Results: mx.games.example; spf=pass \
                 smtp.mailfrom=\"x; dkim=pass header.d=post.example; y\"@evil.example\n";
    let forged = field.to_owned() + &mail("a", &sheet("Genoa"));
    assert_eq!(house.hand_in(forged), "needs the umpire");
    assert_eq!(house.played(), None);
}

/// A report of a mail that came back counts if it gives back a mail of ours, or came to the return
/// address that only that mail had. An address alone is known to anybody.
#[test]
fn a_report_counts_for_a_mail_of_ours() {
    let house = ordered();
    let failing = || -> Vec<String> {
        let players = house.store().players().unwrap().into_iter();
        players.filter(|player| player.failing.is_some()).map(|player| player.name).collect()
    };
    let mut number = 0;
    let mut bounce = |to: &str, body: &str| {
        number += 1;
        let mail = format!(
            "From: MAILER-DAEMON@mx.example\nTo: {to}@games.example\nSubject: failed\n\
             Message-ID: <b{number}@mx.example>\n\n{body}\n550 no such user\n"
        );
        assert_eq!(house.hand_in(mail), "ignored");
    };
    for body in [
        "xada@post.example",
        "ada@post.example.evil.example",
        "ada@post.examples",
        "Final-Recipient: rfc822; eve@evil.example\nwho wrote of ada@post.example",
        "Message-ID: <x@games.example>",
        "I could not deliver it to <ben@post.example>.",
        "Final-Recipient: rfc822; ben@post.example",
    ] {
        bounce("umpire", body);
        assert_eq!(failing(), [""; 0], "{body}");
    }
    // She has her mail sent on to another address, which is no more.
    let id = house.outbox()[0].message_id.clone();
    bounce(
        "umpire",
        &format!("Final-Recipient: rfc822; ada@elsewhere.example\nMessage-ID: <{id}>"),
    );
    assert_eq!(failing(), ["Ada"]);
    // Nor does the token of one prove a word about another.
    bounce(&format!("umpire+{ADA}"), "I could not deliver it to <ben@post.example>.");
    assert_eq!(failing(), ["Ada"]);
    bounce(&format!("umpire+{BEN}"), "I could not deliver it to <ben@post.example>.");
    assert_eq!(failing(), ["Ada", "Ben"]);
}

#[test]
fn a_token_that_others_have_read() {
    let house = House::started();
    let copied = mail("first", &sheet("Genoa")).replace(
        "Subject:",
        "Cc: Ben <ben@post.example>, ada+copy@post.example, umpire@games.example\nSubject:",
    );
    // The orders count all the same, and both who can do something about it are told.
    assert_eq!(house.hand_in(&copied), "accepted");
    assert_eq!(house.told(), ["receipt -> ada", "notice -> ada", "notice -> umpire"]);
    let text = |to: &str| {
        let row = house
            .outbox()
            .into_iter()
            .find(|row| row.recipient.starts_with(to) && row.subject.contains("have read"));
        String::from_utf8(house.desk().mail(row.unwrap().id).unwrap()).unwrap()
    };
    let told = text("ada@").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("went to others besides the umpire: ben@post.example"), "{told}");
    assert!(told.contains("The umpire can give you another"), "{told}");
    assert!(text("umpire@").contains("umpire player token 'Ada' --new"), "{}", text("umpire@"));
    // Once an hour is enough.
    let again = copied.replace("<first@", "<second@").replace("[Genoa]", "[Nice]");
    assert!(house.hand_in(&again).starts_with("accepted"));
    assert_eq!(house.told().len(), 4);
}
