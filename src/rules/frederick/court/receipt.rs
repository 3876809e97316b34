//! The receipt of a sheet for the court: each line as it was understood, in the order of the phases.

use super::grades::Grader;
use super::keys::COURT;
use super::mobilization::promotion;
use super::mobilization::raise::wishes_of;
use super::taxation::taxes;
use crate::book::Book;
use crate::orders::causes::Cause;
use crate::sight::Known;
use play::ReceiptLine;
use sheet::condition::Condition;
use sheet::keys::{Content, Filled, Given};
use std::cmp::Reverse;

/// The lines of a sheet, each with its key and its number in the list; `halves` is the money at hand.
pub fn lines(
    book: &Book,
    known: &Known,
    halves: u32,
    text: &str,
    court: &Filled,
) -> Vec<ReceiptLine> {
    let taxes = taxes(book, known, &known.power).values().map(|(thaler, _)| thaler).sum();
    let pen = Pen { book, seat: &known.power, text, taxes };
    let mut grader = Grader::new(book, known, court);
    let mut lines: Vec<ReceiptLine> = vec![];
    for field in COURT {
        let Some(given) = court.get(field.key) else { continue };
        match &given.what {
            Content::List(items) if items.iter().any(|item| item.map().is_some()) => {
                let many = items.len() > 1;
                let items = (1..).zip(items).filter_map(|(at, item)| Some((at, item, item.map()?)));
                lines.extend(items.map(|(number, item, map)| {
                    let told = pen.told(field.key, item, map);
                    let words = format!("{} {number}: {told}{}", field.key, pen.case(map));
                    let mut line = grader.line(field.key, number, map, words);
                    if field.key == "deals" {
                        line.words.push_str(&format!("; their line: {}", pen.counterpart(map)));
                    }
                    line
                }));
                if field.key == SUBSIDIES && many {
                    lines.push(ReceiptLine::from(EACH_IS_PAID.to_owned()));
                }
            }
            Content::List(items) if OF_NAMES.contains(&field.key) => {
                let names = (1..).zip(items.iter().filter_map(Given::name));
                lines.extend(names.map(|(number, name)| {
                    let words = pen.one_name(field.key, number, name);
                    grader.name(field.key, number, name, words)
                }));
            }
            Content::Map(map) if map.flag("mercantilism") => {
                let told = pen.told(field.key, given, map);
                let words = format!("{}: {told}{}", field.key, pen.case(map));
                lines.push(grader.line(field.key, 1, map, words));
            }
            Content::Map(_) => lines.push(format!("{}: plays no marker", field.key).into()),
            _ => lines.push(grader.plain(field.key, pen.plain(field.key, given), court)),
        }
    }
    if !court.is_written("initiative") {
        lines.insert(0, "initiative: you bid nothing".to_owned().into());
    }
    let word = Cause::Money.word();
    let scarce = lines.iter().any(|line| line.causes.contains(&word));
    let order = if scarce { "; paid in this order while it lasts" } else { "" };
    lines.extend(pen.sum(court, halves).map(|sum| ReceiptLine::sum(format!("{sum}{order}"))));
    lines
}

/// The list of subsidies; none of its lines takes the place of another.
const SUBSIDIES: &str = "subsidies";
const EACH_IS_PAID: &str = "subsidies: each line that holds is paid, one beside the other";

/// The keys whose lists are of names, each of them an order.
const OF_NAMES: [&str; 2] = ["clear", "give back"];

/// What writes the lines of one sheet.
struct Pen<'a> {
    book: &'a Book,
    seat: &'a str,
    text: &'a str,
    /// The thaler that the taxes bring as things stand.
    taxes: u32,
}

/// The kinds of units that a line may count.
const KINDS: [&str; 7] =
    ["infantry", "cavalry", "light troops", "siege train", "garrison", "full garrison", "fleet"];

impl Pen<'_> {
    /// A line in a sentence, without its condition.
    fn told(&self, key: &str, item: &Given, map: &Filled) -> String {
        let get = |key: &str| map.get(key).map(|given| self.words(given));
        let or = |key: &str| get(key).unwrap_or_default();
        let at = || get("at").map(|at| format!(" at {at}")).unwrap_or_default();
        match key {
            "initiative" => match get("take") {
                Some(marker) => format!("takes it with {marker}"),
                None => format!("bids {}", get("bid").unwrap_or("0".to_owned())),
            },
            "tax" => "plays Mercantilism".to_owned(),
            "market" => self.market(map),
            "enlightenment" => match (get("for"), get("from")) {
                (Some(marker), _) => format!("exchanges it for {marker} before the market"),
                (None, from) => {
                    format!("takes a marker of {} by lot", from.unwrap_or_default())
                }
            },
            "swap" => format!("gives {} for one of {} by lot", or("give"), or("with")),
            "deals" => self.deal(map),
            "challenge" => format!("asks whether {} kept {}", or("of"), or("deal")),
            "diplomacy" => match get("alliance") {
                Some(nation) => format!("plays Alliance {nation}"),
                None => format!("declares war on {}", or("declare war on")),
            },
            "promote" => {
                let units = self.counted(map);
                format!("makes veterans of {units}{}, {}", at(), self.promotion(map))
            }
            "demobilize" => format!("dismisses {}{}", or("units"), at()),
            "mobilize" => {
                let of = get("of").map(|of| format!(" of {of}")).unwrap_or_default();
                format!("raises {}{of}{}{}", self.counted(map), at(), self.cost(item))
            }
            "fieldworks" => format!("builds them{}", at()),
            "levy" => self.levy(map),
            "play" => {
                let for_unit = get("unit").or_else(|| get("leader"));
                let whom = for_unit.map(|unit| format!(" for {unit}")).unwrap_or_default();
                let whom = get("units").map(|units| format!(" for {units}")).unwrap_or(whom);
                let of = get("powers").or_else(|| get("of"));
                let of = of.map(|of| format!(" of {of}")).unwrap_or_default();
                format!("{}{whom}{of}{}", or("marker"), at())
            }
            SUBSIDIES => format!("gives {} thaler to {}", or("thaler"), or("to")),
            _ => self.words(item),
        }
    }

    fn market(&self, map: &Filled) -> String {
        let get = |key: &str| map.get(key).map(|given| self.words(given));
        let mut parts = vec![];
        parts.extend(map.flag("spy").then(|| "plays a Spy first".to_owned()));
        parts.extend(get("up to").map(|most| format!("bids up to {most} for a lot")));
        parts.extend(get("spied").map(|kinds| format!("by kind up to {kinds}")));
        parts.extend(get("other").map(|most| format!("up to {most} for other kinds")));
        parts.extend(get("open").map(|bid| format!("opens with {bid}")));
        parts.extend(get("spend").map(|all| format!("{all} in all")));
        parts.extend(get("most").map(|lots| format!("{lots} lots at the most")));
        parts.extend(get("keep").map(|keep| format!("{keep} thaler stay in the treasury")));
        parts.join(", ")
    }

    fn deal(&self, map: &Filled) -> String {
        let get = |key: &str| map.get(key).map(|given| self.words(given));
        let mut parts = vec![];
        for (key, verb) in [("give", "gives"), ("get", "gets")] {
            let goods = map.get(key).and_then(Given::map).map(|goods| self.goods(goods));
            let some = goods.filter(|goods| !goods.is_empty());
            parts.extend(some.map(|goods| format!("{verb} {goods}")));
        }
        for (key, verb) in [("promise", "promises"), ("promised", "is promised")] {
            let vows: Vec<String> =
                map.list(key).iter().filter_map(Given::map).map(|vow| self.vow(vow)).collect();
            parts.extend((!vows.is_empty()).then(|| format!("{verb} {}", vows.join(", "))));
        }
        let name = get("name").unwrap_or_default();
        let with = self.book.seat_title(map.name("with").unwrap_or_default());
        format!("{name} with {with}: {}", parts.join("; "))
    }

    /// A promise, with the last year in which it binds behind it.
    fn vow(&self, map: &Filled) -> String {
        let get = |key: &str| map.get(key).map(|given| self.words(given));
        let mut parts = vec![];
        parts.extend(map.flag("no attack").then(|| "no attack".to_owned()));
        parts.extend(get("leave").map(|place| format!("to leave {place}")));
        parts.extend(get("words"));
        let until = get("until").map(|year| format!(" (until {year})")).unwrap_or_default();
        format!("{}{until}", parts.join(" and "))
    }

    /// The line that the other sheet must have.
    fn counterpart(&self, map: &Filled) -> String {
        const SWAPPED: [(&str, &str); 4] =
            [("get", "give"), ("give", "get"), ("promised", "promise"), ("promise", "promised")];
        let name = map.get("name").map(flow).unwrap_or_default();
        let mut parts = vec![format!("name: {name}"), format!("with: {}", self.seat)];
        for (ours, theirs) in SWAPPED {
            parts.extend(map.get(ours).map(|given| format!("{theirs}: {}", flow(given))));
        }
        format!("{{{}}}", parts.join(", "))
    }

    fn goods(&self, map: &Filled) -> String {
        let get = |key: &str| map.get(key).map(|given| self.words(given));
        let mut parts = vec![];
        parts.extend(get("thaler").map(|thaler| format!("{thaler} thaler")));
        parts.extend(get("markers"));
        parts.extend(get("prisoners").map(|who| format!("{who} out of captivity")));
        parts.join(", ")
    }

    fn levy(&self, map: &Filled) -> String {
        let of = map.name("power").map(|power| format!("of {power}: ")).unwrap_or_default();
        let wishes = map.list("spend").iter().filter_map(Given::map).map(|wish| {
            let at = wish.name("at").map(|at| format!(" at {at}")).unwrap_or_default();
            format!("{}{at}", self.counted(wish))
        });
        let mut parts: Vec<String> = wishes.collect();
        let works = map.get("fieldworks").map(|places| self.words(places));
        parts.extend(works.map(|places| format!("fieldworks at {places}")));
        format!("{of}{}", parts.join(", "))
    }

    /// The units that a line counts: `2 infantry, 1 cavalry`.
    fn counted(&self, map: &Filled) -> String {
        let one = |kind: &&str| Some(format!("{} {kind}", map.number(kind)?));
        KINDS.iter().filter_map(one).collect::<Vec<_>>().join(", ")
    }

    /// What a wish costs in all.
    fn cost(&self, item: &Given) -> String {
        let wishes = item.map().map(|map| wishes_of(self.book, self.seat, map));
        let wishes = wishes.filter(|wishes| !wishes.is_empty());
        let cost =
            wishes.map(|wishes| wishes.iter().map(|wish| wish.price(self.book)).sum::<u32>());
        cost.map(|cost| format!(", {cost} thaler")).unwrap_or_default()
    }

    /// What a line of promotions costs.
    fn promotion(&self, map: &Filled) -> String {
        let thaler = promotion::cost(self.book, map);
        match promotion::may_be_given(self.book, self.seat, map) {
            true => format!("{thaler} thaler, less what your card promotes"),
            false => format!("{thaler} thaler"),
        }
    }

    /// What all that is promoted, raised and built costs, beside the money at hand.
    fn sum(&self, court: &Filled, halves: u32) -> Option<String> {
        let maps = |key| court.list(key).iter().filter_map(Given::map);
        let raised = maps("mobilize").map(|map| {
            let wishes = wishes_of(self.book, self.seat, map);
            (wishes.iter().map(|wish| wish.price(self.book)).sum(), map.condition("if"))
        });
        let built = u32::try_from(court.list("fieldworks").len()).unwrap_or(u32::MAX);
        let built = built.saturating_mul(self.book.tables.expenditure.fieldworks.thaler);
        let promoted =
            maps("promote").map(|map| (promotion::cost(self.book, map), map.condition("if")));
        let cost = most_of(promoted.chain(raised).collect()).saturating_add(built);
        let half = if halves.is_multiple_of(2) { "" } else { " and a half" };
        let has =
            format!("your treasury has {}{half} now, {} more by taxes", halves / 2, self.taxes);
        let what = "units, promotions and fieldworks";
        (cost > 0).then(|| format!("in all: at most {cost} thaler for {what}; {has}"))
    }

    /// The condition of a line, as it was written.
    fn case(&self, map: &Filled) -> String {
        map.get("if").map(|given| format!(", if {}", self.words(given))).unwrap_or_default()
    }

    /// A key whose value is not a list of lines.
    fn plain(&self, key: &str, given: &Given) -> String {
        let words = self.words(given);
        match key {
            "peace" => format!("peace: {words}; the game ends if every seat says yes"),
            "keep" => format!("keep: {words} thaler that the mobilization leaves"),
            _ => format!("{key}: {words}"),
        }
    }

    /// A name of a list that is an order of its own.
    fn one_name(&self, key: &str, number: u16, name: &str) -> String {
        match key {
            "clear" => format!("clear {number}: pays to restore {name}"),
            _ => format!("{key} {number}: {name} to the pool, before the market"),
        }
    }

    fn words(&self, given: &Given) -> String {
        words(self.text, given)
    }
}

/// A value as it is written in a sheet, on one line.
fn flow(given: &Given) -> String {
    match &given.what {
        Content::Name(name) => name.clone(),
        Content::Number(number) => number.to_string(),
        Content::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Content::Text(said) => {
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            let plain = said.chars().all(|one| one.is_alphanumeric() || one == ' ');
            if plain { said } else { format!("'{}'", said.replace('\'', "''")) }
        }
        Content::List(items) => {
            format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", "))
        }
        Content::Map(map) => {
            let pairs = map.keys().map(|(key, value)| format!("{key}: {}", flow(value)));
            format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
        }
        // No deal has any of these.
        Content::Condition(_) | Content::Named(_) | Content::Steps(_) => String::new(),
    }
}

/// A value in words; `text` is the sheet that it stands in.
pub fn words(text: &str, given: &Given) -> String {
    let listed = |all: Vec<String>| all.join(", ");
    match &given.what {
        Content::Name(name) => name.clone(),
        Content::Number(number) => number.to_string(),
        Content::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Content::Text(said) => {
            format!("\"{}\"", said.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        Content::Condition(_) => text.get(given.at.clone()).unwrap_or_default().to_owned(),
        Content::List(items) => listed(items.iter().map(|item| words(text, item)).collect()),
        Content::Map(map) => {
            let pair = |(key, value): (&str, &Given)| match &value.what {
                Content::Map(_) => format!("{key} ({})", words(text, value)),
                Content::Flag(true) => key.to_owned(),
                _ => format!("{key} {}", words(text, value)),
            };
            // What depends on a condition is said before it.
            let (ifs, rest): (Vec<_>, Vec<_>) = map.keys().partition(|(key, _)| *key == "if");
            listed(rest.into_iter().chain(ifs).map(pair).collect())
        }
        Content::Named(pairs) => {
            let pair =
                |(name, value): &(String, Given)| format!("{} for {name}", words(text, value));
            listed(pairs.iter().map(pair).collect())
        }
        Content::Steps(_) => String::new(),
    }
}

/// The most that lines with these costs and conditions can cost: those that are never done cost nothing, and
/// of two that exclude each other the dearer counts.
fn most_of(lines: Vec<(u32, Option<&Condition>)>) -> u32 {
    let mut lines: Vec<_> =
        lines.into_iter().filter(|(_, is)| *is != Some(&Condition::Never)).collect();
    lines.sort_by_key(|(cost, _)| Reverse(*cost));
    let mut counted: Vec<(u32, Option<&Condition>)> = vec![];
    for (cost, is) in lines {
        let excluded = counted
            .iter()
            .any(|(_, other)| is.zip(*other).is_some_and(|(is, other)| is.excludes(other)));
        if !excluded {
            counted.push((cost, is));
        }
    }
    counted.iter().map(|(cost, _)| *cost).fold(0, u32::saturating_add)
}
