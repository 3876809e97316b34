//! What may stand on a page of YAML: its keys, each with its shape and what it means.
//!
//! The type that reads the page declares them: `#[derive(Declared)]` takes a key's name, whether it
//! must stand there, and its shape from the field, and its sentence from the doc comment.
//!
//! Not here: checking a page by it and explaining it (`play::scenario`).

use crate::calendar::Season;

pub use declare::Declared;

/// A type that reads a page, or something on it.
///
/// Derived, a struct is a map of keys, an enum of words one of them, an enum of maps one of those.
pub trait Declared {
    /// What may stand there.
    const SHAPE: Shape;
}

/// A key of a page.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    pub name: &'static str,
    pub shape: Shape,
    /// Whether it must stand there.
    pub needed: bool,
    /// What it means.
    pub says: &'static str,
}

/// What stands under a key.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    Text,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A whole number from the first to the last.
    Number(i64, i64),
    /// `true` or `false`.
    Flag,
    /// A quarter and a year.
    Season,
    /// A name of this sort, which the book has.
    Name(&'static str),
    /// So many of a shape.
    List(&'static Shape, usize, usize),
    /// A map of these keys.
    Keys(&'static [Key]),
    /// Names of this sort, each with a shape.
    Map(&'static str, &'static Shape),
    /// One of several maps of keys, told apart by the first key of each.
    Forms(&'static [&'static [Key]]),
}

/// The most items of a list that has no other bound.
pub const MANY: usize = 1000;

impl Shape {
    /// The keys of a map.
    pub const fn keys(self) -> &'static [Key] {
        match self {
            Shape::Keys(keys) => keys,
            _ => panic!("this is no map of keys"),
        }
    }
}

impl Declared for String {
    const SHAPE: Shape = Shape::Text;
}

impl Declared for bool {
    const SHAPE: Shape = Shape::Flag;
}

impl Declared for Season {
    const SHAPE: Shape = Shape::Season;
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Deserialize, Declared)]
    #[serde(rename_all = "lowercase")]
    enum Arm {
        Horse,
        #[serde(rename = "light horse")]
        Light,
    }

    #[derive(Deserialize, Declared)]
    #[serde(untagged)]
    #[expect(dead_code)]
    enum At {
        Hex {
            /// this hex
            #[declared("hex")]
            hex: String,
        },
        Anywhere {
            /// anywhere
            #[declared(true)]
            anywhere: bool,
            #[declared("hex")]
            default: Option<String>,
        },
    }

    #[derive(Deserialize, Declared)]
    #[expect(dead_code)]
    struct Line {
        /// what it is called;
        /// once
        name: String,
        #[serde(rename = "at once", default)]
        now: bool,
        #[serde(skip)]
        counted: u8,
        #[declared(skip)]
        rules: Option<String>,
        arm: Option<Arm>,
        at: At,
        #[declared(-3..=LAST)]
        by: i8,
        #[declared("leader")]
        leaders: Vec<String>,
        #[declared(keys = "power", keys = "year", items = 1..=3, 0..=9)]
        pounds: BTreeMap<String, BTreeMap<u16, Vec<u8>>>,
        #[declared("column")]
        columns: [String; 2],
    }

    const LAST: i64 = 4;

    /// What may stand on a page, in the words of this test.
    fn told(shape: &Shape) -> String {
        let keys = |keys: &[Key]| -> String {
            let star = |key: &Key| if key.needed { "*" } else { "" };
            let all = keys.iter();
            let all = all.map(|key| format!("{}{}: {}", key.name, star(key), told(&key.shape)));
            format!("{{{}}}", all.collect::<Vec<_>>().join(", "))
        };
        match shape {
            Shape::Keys(all) => keys(all),
            Shape::Forms(forms) => {
                forms.iter().map(|form| keys(form)).collect::<Vec<_>>().join(" or ")
            }
            Shape::List(of, from, to) => format!("{from} to {to} of {}", told(of)),
            Shape::Map(sort, of) => format!("{sort} to {}", told(of)),
            plain => format!("{plain:?}"),
        }
    }

    #[test]
    fn a_type_says_what_may_stand_on_its_page() {
        assert_eq!(
            told(&Line::SHAPE),
            "{name*: Text, at once: Flag, arm: OneOf([\"horse\", \"light horse\"]), \
             at*: {hex*: Name(\"hex\")} or {anywhere*: OneOf([\"true\"]), default: Name(\"hex\")}, \
             by*: Number(-3, 4), leaders*: 0 to 1000 of Name(\"leader\"), \
             pounds*: power to year to 1 to 3 of Number(0, 9), \
             columns*: 2 to 2 of Name(\"column\")}"
        );
        assert_eq!(Line::SHAPE.keys()[0].says, "what it is called; once");
    }
}
