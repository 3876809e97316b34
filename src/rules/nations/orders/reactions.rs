//! Reactions: standing answers to what others do (NIA §5.2 to §10).
//!
//! Each answers one decision of the rules; `choices.rs` asks them while a season is played, for ships
//! `sea/choice.rs`.

use super::describe;
use crate::book::Book;
use crate::book::spelling::{place, spoken};
use crate::orders::rehearsal::{strength, tactics};
use crate::orders::words::{
    HARBOUR, LEADER, PLACE, RISK, SEA, SECOND_TACTIC, SQUADRON, SUBORDINATE, TACTICS, TOWARD, UNIT,
    WHO,
};
use crate::position::{Common, Position};
use crate::record::state::Force;
use crate::season::withdrawals;
use crate::sight::known::Known;
use play::UnderstoodEntry;
use sheet::keys::{Content, Field, Filled, Given, Value};
use sheet::{Diagnostic, Diagnostics};

/// `{if: CONDITION}`: whether and when.
const WHEN: Value =
    Value::Map(&[Field { key: "if", value: Value::Condition, doc: "When it is done." }]);
const UNITS: Value = Value::List(&Value::Name(&UNIT));
const TIE: &[Field] = &[Field { key: "stay", value: WHEN, doc: "Stays at sea." }];

/// Every key of a reaction, each with its rule.
pub const REACTIONS: &[Field] = &[
    Field {
        key: "who",
        value: Value::Needed(&Value::Name(&WHO)),
        doc: "Whom it holds for: a leader, a force, or `any`.",
    },
    Field {
        key: "intercept",
        value: Value::Map(&[
            Field { key: "if", value: Value::Condition, doc: "When it is done." },
            Field {
                key: "in",
                value: Value::List(&Value::Name(&PLACE)),
                doc: "Only in these hexes.",
            },
            Field { key: "send", value: UNITS, doc: "What an army sends." },
        ]),
        doc: "Marches against an enemy who enters the zone of interception. (NIA §5.2.6)",
    },
    Field {
        key: "avoid battle",
        value: Value::Map(&[
            Field { key: "if", value: Value::Condition, doc: "When it is done." },
            Field {
                key: "to",
                value: Value::List(&Value::Name(&PLACE)),
                doc: "The hexes it would go to, best first.",
            },
            Field {
                key: "toward",
                value: Value::Name(&TOWARD),
                doc: "`supply`, or a place to fall back on.",
            },
        ]),
        doc: "Slips away from an enemy who enters the hex. (NIA §5.2.7)",
    },
    Field {
        key: "entered",
        value: Value::Map(&[
            Field { key: "if", value: Value::Condition, doc: "When it is done." },
            Field { key: "stay inside", value: WHEN, doc: "Stays inside the fortress." },
            Field { key: "withdraw inside", value: WHEN, doc: "Goes into the fortress." },
            Field { key: "stand", value: WHEN, doc: "Stands and fights." },
        ]),
        doc: "What is done when an enemy enters the hex of a force. (NIA §5.2.7)",
    },
    Field {
        key: "met",
        value: Value::Map(&[
            Field { key: "stop", value: WHEN, doc: "Stops before him if it can." },
            Field { key: "fight", value: WHEN, doc: "Fights him." },
            Field { key: "go round", value: WHEN, doc: "Goes another way." },
        ]),
        doc: "What a march does that meets an enemy nobody foresaw. (NIA §5.2.4)",
    },
    Field {
        key: "sound of the guns",
        value: Value::Map(&[
            Field { key: "if", value: Value::Condition, doc: "When it is done." },
            Field {
                key: "for",
                value: Value::Name(&WHO),
                doc: "The one for whom this holds; for all others the default holds.",
            },
        ]),
        doc: "Whether a leader marches to a battle next door. (NIA §8.1.1)",
    },
    Field {
        key: "guns order",
        value: Value::List(&Value::Name(&LEADER)),
        doc: "In which order leaders try to march to the guns. (NIA §8.1.1)",
    },
    Field {
        key: "second round",
        value: Value::Map(&[Field { key: "if", value: Value::Condition, doc: "When it is done." }]),
        doc: "Whether a battle that is even is fought on. (NIA §8.3.1)",
    },
    Field { key: "losses", value: UNITS, doc: "Which units are lost first. (NIA §8.2.4)" },
    Field {
        key: "cavalry loss",
        value: Value::Map(&[
            Field { key: "pay", value: WHEN, doc: "Pays it with cavalry." },
            Field { key: "if", value: Value::Condition, doc: "When it is done." },
        ]),
        doc: "Whether a C is paid with a cavalry step. (NIA §8.2.4)",
    },
    Field {
        key: "lead",
        value: Value::Name(&UNIT),
        doc: "The unit that leads in battle. (NIA §8.2.3)",
    },
    Field {
        key: "subordinate",
        value: Value::Name(&SUBORDINATE),
        doc: "The subordinate who helps in battle. (NIA §8.2.3)",
    },
    TACTICS,
    SECOND_TACTIC,
    Field {
        key: "assault lead",
        value: Value::Name(&UNIT),
        doc: "The unit that leads against an assault. (NIA §9.2)",
    },
    Field { key: "pursuit", value: UNITS, doc: "What is lost first to a pursuit. (NIA §8.3.3.1)" },
    Field {
        key: "retreat",
        value: Value::Short(&[
            Field { key: "toward", value: Value::Name(&TOWARD), doc: "A place, or `supply`." },
            Field { key: "into", value: Value::Name(&PLACE), doc: "A fortress to go into." },
            Field { key: "hexes", value: Value::Number(1, 2), doc: "One hex or two." },
            Field { key: "absorb", value: WHEN, doc: "Whether it may end its way with friends." },
            Field {
                key: "leave",
                value: UNITS,
                doc: "Units that stay behind in the first of two hexes.",
            },
            Field {
                key: "never into",
                value: Value::List(&Value::Word(&[
                    "contact area",
                    "enemy zone",
                    "river",
                    "fortress",
                ])),
                doc: "What it shuns.",
            },
            Field { key: "overrun", value: WHEN, doc: "Whether it overruns the weak." },
            Field { key: "by sea", value: WHEN, doc: "Whether it goes by ship." },
        ]),
        doc: "Where a beaten force goes. (NIA §8.3.2)",
    },
    Field {
        key: "risk",
        value: Value::List(&Value::Name(&RISK)),
        doc: "Which leaders are exposed first, among equals. (NIA §8.2.5)",
    },
    Field {
        key: "morale",
        value: Value::Word(&["higher", "lower"]),
        doc: "Which morale is taken when both are equally strong. (NIA §8.1.2)",
    },
    Field {
        key: "attrition",
        value: Value::Map(&[
            Field {
                key: "national bonus",
                value: WHEN,
                doc: "Whether the nation's bonus is used.",
            },
            Field { key: "spend supply", value: WHEN, doc: "When a supply unit is spent." },
            Field { key: "losses", value: UNITS, doc: "Which units are lost first." },
        ]),
        doc: "How attrition is borne. (NIA §7.4)",
    },
    Field {
        key: "dismiss after defeat",
        value: Value::Map(&[
            Field { key: "if", value: Value::Condition, doc: "When it is done." },
            Field { key: "for", value: Value::Name(&LEADER), doc: "Who follows him." },
        ]),
        doc: "Whether a beaten leader is dismissed. (NIA §4.2.4)",
    },
    Field {
        key: "command",
        value: Value::List(&Value::Name(&RISK)),
        doc: "Who commands among equals, first to last. (NIA §4.2.1)",
    },
    Field {
        key: "besieged",
        value: Value::Map(&[
            Field { key: "sortie", value: WHEN, doc: "When it breaks out." },
            Field {
                key: "losses",
                value: UNITS,
                doc: "What is lost first: steps or fortress points.",
            },
            Field { key: "fed", value: UNITS, doc: "Who gets the food." },
            Field { key: "assault lead", value: Value::Name(&UNIT), doc: "The unit that leads." },
        ]),
        doc: "What the garrison of a fortress does. (NIA §9.3)",
    },
    Field {
        key: "successor",
        value: Value::Map(&[Field { key: "if", value: Value::Condition, doc: "When it is done." }]),
        doc: "Whether a successor is drawn for a wounded leader. (NIA §8.2.5)",
    },
    Field {
        key: "sea",
        value: Value::Map(&[
            Field {
                key: "intercept",
                value: WHEN,
                doc: "Attacks those who enter the area, if the dice let it.",
            },
            Field {
                key: "let pass",
                value: WHEN,
                doc: "Lets those out whom it blockades, whom it could stop without dice. (NIA §5.3.2)",
            },
            Field { key: "avoid", value: WHEN, doc: "Avoids battle." },
            Field { key: "manoeuvre factor", value: WHEN, doc: "Uses the manoeuvre factor." },
            Field { key: "contest blockade", value: WHEN, doc: "Comes out against a blockade." },
            Field { key: "leave blockade", value: WHEN, doc: "Leaves a blockade to intercept." },
            Field { key: "tie", value: Value::Map(TIE), doc: "What it does on a tie." },
            Field {
                key: "retreat",
                value: Value::Name(&HARBOUR),
                doc: "Where it retreats: `nearest home harbour`, or a harbour.",
            },
            Field {
                key: "flight",
                value: Value::Name(&HARBOUR),
                doc: "Where it goes when its harbour falls.",
            },
            Field { key: "pursue", value: WHEN, doc: "Whether it follows the beaten." },
            Field {
                key: "to",
                value: Value::List(&Value::Name(&SEA)),
                doc: "Where it goes to avoid battle, best first: a harbour of the area or an area beside.",
            },
            Field {
                key: "send",
                value: Value::List(&Value::Name(&SQUADRON)),
                doc: "Which fleets leave a blockade where not all have room.",
            },
            Field {
                key: "losses",
                value: Value::List(&Value::Name(&SQUADRON)),
                doc: "Which fleets are lost first, among those without troops. (NIA §10.1)",
            },
            Field {
                key: "hunt", value: Value::Text, doc: "Which corsair it hunts. (NIA §12.2.3)"
            },
            Field {
                key: "board",
                value: WHEN,
                doc: "Whether troops go on an ally's ships. (NIA §5.3.3)",
            },
        ]),
        doc: "What squadrons do. (NIA §5.3.1)",
    },
    Field {
        key: "straits",
        value: Value::Map(&[Field { key: "if", value: Value::Condition, doc: "When it is done." }]),
        doc: "Whether the holder lets others through the Bosphorus. (NIA §5.3.4)",
    },
    Field {
        key: "screen",
        value: Value::Map(&[Field {
            key: "siege",
            value: WHEN,
            doc: "When it makes its attempt.",
        }]),
        doc: "What a screen before a fortress does. (NIA §5.2.10)",
    },
];

/// What no description can say: a reaction names whom it holds for, and something to do.
pub fn check(reaction: &Filled, faults: &mut Diagnostics) {
    if let Some(remark) = tactics::twice(reaction) {
        faults.push(remark);
    }
    if reaction.get("who").is_none() && !faults.fault_within(&reaction.at) {
        let at = reaction.at.start..reaction.at.start + 1;
        let text = "a reaction says for whom it holds: `who:`";
        faults.push(
            Diagnostic::fault("who-reacts", at, text).help("write `who: any` for all forces"),
        );
    }
}

/// The places to which a reaction would slip away, each with where it stands in the sheet.
pub fn refuges(reaction: &Filled) -> Vec<&Given> {
    let to = reaction.get("avoid battle").and_then(Given::map).and_then(|map| map.get("to"));
    match to.map(|to| &to.what) {
        Some(Content::List(places)) => places.iter().collect(),
        _ => vec![],
    }
}

/// Says why a reaction cannot be carried out as things stand: its leader is not on the map, or it is about
/// walls and the leader is not at a fortress of our side.
fn out_of_place(
    book: &Book,
    common: &Common<'_>,
    force: Option<&Force>,
    reaction: &Filled,
) -> Option<String> {
    let who = reaction.name("who").filter(|who| book.people.leader(who).is_some())?;
    let Some(force) = force else {
        return Some(format!("{} is not on the map now", spoken(book, who)));
    };
    if let Some(over) = force.commander().filter(|over| *over != who) {
        let leaves = withdrawals::is_called_away(book, common.season, (&force.power, over));
        let (who, over) = (spoken(book, who), spoken(book, over));
        return Some(match leaves {
            true => format!(
                "{who} is under {over} now, who is called away when the season begins: this counts if {who} \
                 commands then"
            ),
            false => format!("{who} is under {over} now, and a reaction speaks for who commands"),
        });
    }
    let entered = reaction.get("entered").and_then(Given::map)?;
    let inside = ["withdraw inside", "stay inside"].iter().any(|key| entered.get(key).is_some());
    (inside && !common.has_walls(book, &force.power, force.at)).then(|| {
        let (who, at) = (spoken(book, who), place(book, force.at));
        format!("{who} is at {at} now, and our side has no fortress there")
    })
}

/// Tells a reaction for the receipt.
pub fn tell(book: &Book, known: &Known, text: &str, reaction: &Filled) -> UnderstoodEntry {
    let line = |(key, given): (&str, &Given)| match describe(book, text, given) {
        words if words.is_empty() => key.to_owned(),
        words => format!("{key}: {words}"),
    };
    let mut lines: Vec<String> =
        reaction.keys().filter(|(key, _)| *key != "who").map(line).collect();
    lines.extend(strength::of_reaction(known, reaction));
    let led = |force: &&Force| {
        reaction.name("who").is_some_and(|who| force.leaders.iter().any(|one| one == who))
    };
    let aboard = known.aboard.values().map(|passage| &passage.force);
    let force = known.own().chain(aboard).find(led);
    lines.extend(tactics::told((book, known), reaction, force));
    lines.extend(out_of_place(book, &known.common(), force, reaction));
    let who = spoken(book, reaction.name("who").unwrap_or("nobody"));
    UnderstoodEntry::plain(format!("Reactions of {who}"), lines)
}
