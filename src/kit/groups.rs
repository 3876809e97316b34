//! An enum of groups, each of them an enum, that is written and read as if it were one enum.
//!
//! A game has too many kinds of events for one `match` to name them all. In groups each function
//! names every variant of its own group, so the compiler asks it about a new one. What is stored
//! shows nothing of the groups: `{"moved": {...}}`, whatever group `Moved` is in.

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, VariantAccess,
    Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// Declares an enum of groups; no variant may have a name that one of another group has.
///
/// After `declared;` the enum tells all variants of its groups, which are [`Words`](crate::declared).
/// Enums after `old` were written by earlier versions: they are still read, and converted with `From`.
#[macro_export]
macro_rules! groups {
    (
        declared;
        $(#[$attribute:meta])*
        pub enum $name:ident { $($(#[$doc:meta])* $variant:ident($group:ty)),+ $(,)? }
    ) => {
        $crate::groups! {
            $(#[$attribute])*
            pub enum $name { $($(#[$doc])* $variant($group)),+ }
        }

        impl $name {
            /// Every variant of every group, as its declaration says it.
            pub fn declared() -> Vec<&'static $crate::declared::Variant> {
                let groups = [$(<$group as $crate::declared::Words>::VARIANTS),+];
                groups.into_iter().flatten().collect()
            }
        }
    };
    (
        $(#[$attribute:meta])*
        pub enum $name:ident { $($(#[$doc:meta])* $variant:ident($group:ty)),+ $(,)? }
        $(old { $($old:ty),+ $(,)? })?
    ) => {
        $(#[$attribute])*
        #[derive(serde::Serialize)]
        #[serde(untagged)]
        pub enum $name { $($(#[$doc])* $variant($group)),+ }

        $(impl From<$group> for $name {
            fn from(group: $group) -> Self {
                $name::$variant(group)
            }
        })+

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                struct One;
                impl<'de> serde::de::Visitor<'de> for One {
                    type Value = $name;

                    fn expecting(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
                        write!(out, "one of {} with its fields", stringify!($name))
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(
                        self,
                        mut map: A,
                    ) -> Result<$name, A::Error> {
                        static NAMES: std::sync::LazyLock<$crate::groups::Names> =
                            std::sync::LazyLock::new(|| {
                                $crate::groups::names(&[
                                    $($crate::groups::variants::<$group>(),)+
                                    $($($crate::groups::variants::<$old>(),)+)?
                                ])
                            });
                        let (group, name) = $crate::groups::name(&mut map, &NAMES)?;
                        let mut groups = 0_usize..;
                        $(if groups.next() == Some(group) {
                            let one = $crate::groups::Named { name, map };
                            return <$group as serde::Deserialize>::deserialize(one)
                                .map($name::$variant);
                        })+
                        $($(if groups.next() == Some(group) {
                            let one = $crate::groups::Named { name, map };
                            return <$old as serde::Deserialize>::deserialize(one).map($name::from);
                        })+)?
                        Err(serde::de::Error::unknown_variant(name, &[]))
                    }
                }
                from.deserialize_map(One)
            }
        }
    };
}

/// The names of an enum's variants, as they are written.
pub fn variants<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    match T::deserialize(Ask) {
        Ok(_) => &[],
        Err(Variants(names)) => names,
    }
}

/// The names of all variants, each with the number of its group.
pub type Names = BTreeMap<&'static str, usize>;

/// All names of some groups.
pub fn names(groups: &[&'static [&'static str]]) -> Names {
    let numbered = |(number, names): (usize, &&'static [&'static str])| {
        names.iter().map(move |name| (*name, number)).collect::<Vec<_>>()
    };
    groups.iter().enumerate().flat_map(numbered).collect()
}

/// Reads of which variant a map is: the number of its group, and its name. An error if no group has
/// it.
pub fn name<'de, A: MapAccess<'de>>(
    map: &mut A,
    names: &Names,
) -> Result<(usize, &'static str), A::Error> {
    let name = map.next_key_seed(Name(names))?;
    name.ok_or_else(|| A::Error::custom("a map with the name of a variant is expected"))
}

struct Name<'a>(&'a Names);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = (usize, &'static str);

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = (usize, &'static str);

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("the name of a variant")
    }

    fn visit_str<E: Error>(self, written: &str) -> Result<Self::Value, E> {
        let found = self.0.get_key_value(written).map(|(name, group)| (*group, *name));
        found.ok_or_else(|| E::custom(format_args!("unknown variant `{written}`")))
    }
}

/// A derived `Deserialize` tells it the names of the enum's variants.
struct Ask;

/// What it was told: the way out of a reader is an error.
#[derive(Debug)]
struct Variants(&'static [&'static str]);

impl fmt::Display for Variants {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{:?}", self.0)
    }
}

impl std::error::Error for Variants {}

impl Error for Variants {
    fn custom<T: fmt::Display>(_said: T) -> Self {
        Variants(&[])
    }
}

impl<'de> Deserializer<'de> for Ask {
    type Error = Variants;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Variants> {
        Err(Variants(&[]))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Variants> {
        Err(Variants(variants))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// A map of which the key is read: a variant by its name, and its fields still to be read.
pub struct Named<A> {
    pub name: &'static str,
    pub map: A,
}

impl<'de, A: MapAccess<'de>> Deserializer<'de> for Named<A> {
    type Error = A::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

impl<'de, A: MapAccess<'de>> EnumAccess<'de> for Named<A> {
    type Error = A::Error;
    type Variant = Fields<A>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Fields<A>), A::Error> {
        let name: serde::de::value::StrDeserializer<A::Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, Fields(self.map)))
    }
}

/// The fields of a variant.
pub struct Fields<A>(A);

impl<'de, A: MapAccess<'de>> VariantAccess<'de> for Fields<A> {
    type Error = A::Error;

    fn unit_variant(mut self) -> Result<(), A::Error> {
        self.0.next_value()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(
        mut self,
        seed: S,
    ) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(
        mut self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.next_value_seed(Inside { fields: None, visitor, of: PhantomData })
    }

    fn struct_variant<V: Visitor<'de>>(
        mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.next_value_seed(Inside { fields: Some(fields), visitor, of: PhantomData })
    }
}

/// Reads what is inside of a variant: its fields by name, or a list.
struct Inside<'de, V> {
    fields: Option<&'static [&'static str]>,
    visitor: V,
    of: PhantomData<&'de ()>,
}

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Inside<'de, V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        match self.fields {
            Some(fields) => from.deserialize_struct("", fields, self.visitor),
            None => from.deserialize_seq(self.visitor),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Land {
        Marched { from: u8, to: u8 },
        StoodStill { at: u8 },
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Sea {
        Sailed {
            by: String,
            #[serde(default)]
            spent: u8,
        },
        Sunk(u8),
    }

    groups! {
        /// Both.
        #[derive(Debug, PartialEq)]
        pub enum Both {
            Land(Land),
            Sea(Box<Sea>),
        }
    }

    fn read(text: &str) -> Result<Both, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_written_shows_no_groups_and_is_read_back() {
        let all = [
            (Both::from(Land::Marched { from: 1, to: 2 }), r#"{"marched":{"from":1,"to":2}}"#),
            (Land::StoodStill { at: 3 }.into(), r#"{"stood-still":{"at":3}}"#),
            (Box::new(Sea::Sunk(4)).into(), r#"{"sunk":4}"#),
            (
                Box::new(Sea::Sailed { by: "Nelson".into(), spent: 2 }).into(),
                r#"{"sailed":{"by":"Nelson","spent":2}}"#,
            ),
        ];
        for (one, text) in all {
            assert_eq!(serde_json::to_string(&one).unwrap(), text);
            assert_eq!(read(text).unwrap(), one);
            assert_eq!(serde_json::from_value::<Both>(read_value(text)).unwrap(), one);
        }
        let sailed = read(r#" { "sailed" : { "by": "Nelson" } } "#).unwrap();
        assert_eq!(sailed, Box::new(Sea::Sailed { by: "Nelson".into(), spent: 0 }).into());
    }

    fn read_value(text: &str) -> serde_json::Value {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn what_is_no_variant_is_an_error_that_says_so() {
        let error = |text: &str| read(text).unwrap_err();
        assert!(error(r#"{"flown":{}}"#).starts_with("unknown variant `flown`"));
        assert!(error(r#"{"marched":{"from":1}}"#).starts_with("missing field `to`"));
        assert!(error("{}").starts_with("a map with the name of a variant is expected"));
        assert!(error(r#""marched""#).contains("expected one of Both with its fields"));
        assert!(read(r#"{"stood-still":{"at":3},"sunk":4}"#).is_err(), "two names");
        assert!(read(r#"{"stood-still":{"at":3}"#).is_err(), "cut off");
    }

    #[test]
    fn an_enum_tells_the_names_of_its_variants() {
        assert_eq!(super::variants::<Land>(), ["marched", "stood-still"]);
        assert!(super::variants::<String>().is_empty());
    }
}
