//! The pages of the evening: what needs the umpire tonight, and the mails that do.

use super::page::{Item, Page};
use crate::cli::evening::{Link, Way, blocks};
use desk::intake::settle::{WaitingMail, WaitingPage};
use desk::season::tonight::Tonight;

/// The evening as a list; what can be looked at has a link.
pub fn tonight(evening: &Tonight) -> Page {
    let mut items = vec![];
    for (at, block) in blocks(evening, Way::Keys).into_iter().enumerate() {
        if at > 0 && block.apart && block.heading.is_empty() {
            items.push(Item::line(""));
        }
        if !block.heading.is_empty() {
            let count =
                if block.counted { format!(": {}", block.lines.len()) } else { String::new() };
            items.push(Item::heading(format!("{}{count}", block.heading)));
        }
        let head = " ".repeat(block.indent);
        items.extend(block.lines.into_iter().map(|(line, link)| {
            let sign = if link.is_some() { "* " } else { head.as_str() };
            Item::new(sign, line).about(link)
        }));
    }
    match (&evening.draft, &evening.hindered) {
        (Some(_), None) => items.push(Item::line("y does that after one yes.")),
        (Some(_), Some(_)) => items.push(Item::line("y publishes it all the same, with a reason.")),
        (None, _) => {}
    }
    Page::list("tonight; Enter looks at what is marked, * goes to the next", items)
}

/// The mails that need the umpire.
pub fn mails(mails: &[WaitingMail], settled_too: bool) -> Page {
    let waiting = mails.iter().filter(|mail| mail.settled.is_none()).count();
    let title = match waiting {
        0 => "no mail needs you".to_owned(),
        1 => "1 mail needs you".to_owned(),
        waiting => format!("{waiting} mails need you"),
    };
    if mails.is_empty() {
        let rest = if settled_too { "None ever did." } else { "o shows those that were settled." };
        return Page::text(title, vec![Item::line(rest)]);
    }
    let item = |mail: &WaitingMail| {
        let who = mail.player.as_ref().unwrap_or(&mail.sender);
        let state = mail.settled.clone().unwrap_or_else(|| mail.could_be.clone());
        let text = format!("{}, {who}: {}\n{state}", mail.received, mail.subject);
        Item::new(format!("{:>4}  ", mail.number), text).about(Some(Link::Mail(mail.number)))
    };
    Page::list(title, mails.iter().map(item).collect())
}

/// One mail with what can be done with it.
pub fn mail(page: &WaitingPage) -> Page {
    let WaitingMail {
        number, received, sender, player, reason, verdict, could_be, settled, ..
    } = &page.mail;
    let from = match player {
        Some(player) => format!("{player} <{sender}>"),
        None => format!("{sender}; whose it is was not proved"),
    };
    let mut items = vec![
        Item::new("from      ", from),
        Item::new("received  ", format!("{received}, {}", page.source)),
        Item::new("why       ", if reason.is_empty() { verdict } else { reason }),
        Item::new("could be  ", could_be),
    ];
    items.extend(settled.iter().map(|settled| Item::new("settled   ", settled)));
    items.push(Item::line(""));
    items.extend(page.text.trim_end().lines().map(Item::line));
    Page::text(format!("mail {number}"), items)
}
