//! The page of a scenario besides its keys, which [`Scenario`] declares: how it is introduced, and what
//! each sort of name is.

use super::scenario::Scenario;
use kit::page::Declared;
use play::scenario::Guide;

/// What the pages of a scenario are.
pub const GUIDE: Guide = Guide {
    keys: Scenario::SHAPE.keys(),
    intro: include_str!("guide/intro.md"),
    example: include_str!("guide/example.yaml"),
    sorts: &[
        ("power", "a major power, such as `france`; two to seven play"),
        ("side", "`empire`, `coalition`, or another word for neutrals"),
        ("country", "a minor country, such as `Saxony`"),
        ("status", "`neutral`, `allied to france`, `satellite of france`, `conquered by france`"),
        ("court", "a power or a minor country"),
        ("year", "a year from 1792 to 1815"),
        ("nation", "a power or a minor country whose troops occur, such as `dutch`"),
        ("leader", "a leader as the book writes him; the list says his nation, stars and years"),
        ("fleet", "an admiral, a named fleet, or `fleet 1`, `fleet 2` and so on for the rest"),
        (
            "hex",
            "a hex with its sheet, `W0101` to `W4254` and `E0101` to `E3854`; the list of places \
                 has those of the towns",
        ),
        ("place", "a town"),
        ("province", "a province of the map"),
        ("sea", "a sea area"),
        (
            "unit",
            "`2 x (+1) InfC`, `1 x (0) Bavarian reduced InfC`, `1 x Dinf`: how many, the combat \
                  modifier, the nation if it is another, `reduced` if it has lost a step, the kind",
        ),
        ("step", "replenishment steps of infantry: `2 x Inf`"),
        ("marker", "an initiative marker, such as `neutral naval` or `coalition naval 2`"),
        ("card", "the number of an event card, such as `C-23`"),
        ("column", "a column of the map with its sheet, such as `W29`"),
    ],
};
