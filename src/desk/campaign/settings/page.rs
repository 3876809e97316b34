//! The settings as they are first written: every key with its sentence.

use crate::campaign::new::Hosting;

/// Writes the settings of a new campaign. A line that begins with `#: ` is one to take as it is.
pub fn page(name: &str, hosting: &Hosting) -> String {
    let name: String = name.chars().filter(|letter| !letter.is_control()).collect();
    let page = format!("# How the campaign {name} is run here. {PAGE}{}", super::intake::PAGE);
    if hosting.address.is_none() && hosting.umpire.is_none() {
        return page;
    }
    let mut lines = vec![];
    for line in page.lines() {
        let given = |address: &Option<String>, key: &str| {
            let address = address.as_ref()?;
            line.starts_with(key).then(|| {
                let comment = line.split_once('#').and_then(|(_, rest)| rest.split_once("# "));
                let said = comment.map_or(String::new(), |(_, said)| format!("  # {said}"));
                // What JSON quotes, YAML reads.
                format!("{}{}{said}", key.trim_start_matches("#: "), serde_json::json!(address))
            })
        };
        lines.push(match line {
            "#: mail:" => "mail:".to_owned(),
            _ => given(&hosting.address, "#:   address: ")
                .or_else(|| given(&hosting.umpire, "#:   umpire: "))
                .unwrap_or_else(|| line.to_owned()),
        });
    }
    lines.join("\n") + "\n"
}

const PAGE: &str = "\
What is played lies in campaign.db.
# A campaign's own pages of the book go into book/, its own templates into
# templates/; each hides the file of the same name in the program.
#
# What here runs a program or reads a password does so once you have agreed to
# it with `umpire trust`, and after a change once more.
#
# A line that begins with `#: ` does something once that mark is taken off.

# The zone in which deadlines are written and shown: UTC, Europe/Rome, ...
zone: UTC

# What is done without you: `by hand`, nothing; `when all are in`, the season is
# drafted as soon as every sheet is in, or at the deadline; `at once`, it is then
# resolved, published and sent. A fault in a sheet or a question for you holds it.
#: pace: when all are in

# Minutes to wait after the last sheet before that is done: a week at the most.
#: wait: 10

# When the deadline of each next season is, if `umpire publish` is given none:
# `7 days`, `every Sunday 20:00` or `every second Sunday 20:00`. Where a game has
# several kinds of seasons, each may have its own: {orders: 7 days, cabinet: 14 days}.
#: deadline: every second Sunday 20:00

# The campaign's post. Without it, `umpire send` writes the mails as files into
# outbox/ and none is sent.
#: mail:
#:   address: umpire@games.example  # where players write to; our mail is from it
#:   name: The umpire               # the name beside it
#:   umpire: me@home.example        # YOUR OWN address, for notices to you: another
#                                   # than the one above. Without it they wait in
#                                   # `umpire status`, and you hear of nothing by mail
#:   plus: true                     # whether umpire+TOKEN@games.example reaches the
#                                   # same box; if not (false), the token stands in
#                                   # each subject instead
#:   send: smtp                     # smtp, sendmail or folder
#:   folder: outbox                 # for `send: folder`
#:   sendmail: /usr/sbin/sendmail   # for `send: sendmail`
#:   smtp:
#:     server: smtp.games.example
#:     port: 587                    # 587 for starttls, 465 for tls, 25 for none
#:     tls: starttls                # starttls, tls, or none for a server on this machine
#:     user: umpire
#:     password: {env: UMPIRE_SMTP} # or {file: PATH} or {command: pass show smtp}
#:     patience: 60                 # seconds for each word of the server, 1 to 600

# One mail a day at this time with all notices to you; without it, each at once.
#: notices: {digest: '07:30'}

# Hours before the deadline at which those are reminded who have sent nothing:
# ten numbers at the most. `umpire remind` does it, from cron or with --watch. For a
# season without a deadline: `idle`, days after it opened.
#: remind: {hours: [48, 12], idle: [7, 14]}

# Hours after the deadline in which a sheet still counts.
#: grace: 6

# `umpire resolve` refuses when more sheets than this are missing. Without it,
# none are needed.
#: quorum: {missing: 1}

# Hours after a report in which its result may be challenged, by a mail with
# `challenge` in the subject.
#: challenge: {hours: 72}

# How many questions of a player (`report`, `form`, `status`, `history` in the
# subject) are answered in an hour, 100 at the most.
#: asked: {an-hour: 30}

# Whether the map of a report goes along as PNG, which mail programs show, and
# not only as SVG, which they attach. And whether every player gets a newspaper
# with what everybody knows, where the scenario has one.
#: report: {png: true, newspaper: true}

# Where the page lies that `umpire compose --export` made: every mail that asks for
# orders then says that players can compose and check their sheet there.
#: compose-at: https://games.example/compose/
";
