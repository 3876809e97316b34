//! Ids and closed lists of words, as they stand in the tables.

use kit::verdict::Verdict;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

/// Declares ids: each the number of a row in one table.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub struct $name(pub i64);

        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                self.0.to_sql()
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                i64::column_result(value).map($name)
            }
        }
    )*};
}

/// Declares a closed list of words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$note:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $name { $($(#[$note])* $variant),* }

        impl $name {
            /// Gives the word itself.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl rusqlite::types::ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                Ok(self.word().into())
            }
        }

        impl rusqlite::types::FromSql for $name {
            fn column_result(
                value: rusqlite::types::ValueRef<'_>,
            ) -> rusqlite::types::FromSqlResult<Self> {
                match value.as_str()? {
                    $($word => Ok($name::$variant),)*
                    _ => Err(rusqlite::types::FromSqlError::InvalidType),
                }
            }
        }
    };
}

pub(super) use words;

ids! {
    /// A season; one that was withdrawn and played again has two.
    SeasonId,
    /// A player.
    PlayerId,
    /// A mail as it came in.
    RawId,
    /// One revision of a power's sheet.
    SheetId,
    /// A mail in the outbox.
    MailId,
}

words! {
    /// Where a season stands.
    Status {
        SettingUp = "setting up",
        Collecting = "collecting",
        Drafted = "drafted",
        Published = "published",
        Withdrawn = "withdrawn",
    }
}

/// A verdict as a row has it.
pub(super) struct Judged(pub Verdict);

impl FromSql for Judged {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Verdict::of(value.as_str()?).map(Judged).ok_or(FromSqlError::InvalidType)
    }
}

words! {
    /// How a sheet came.
    Way {
        /// Before it was kept how they come.
        Unknown = "",
        Mail = "mail",
        SavedMail = "saved mail",
        Hand = "hand",
    }
}

words! {
    /// What became of a mail to send.
    MailState {
        Waiting = "waiting",
        Sent = "sent",
        Cancelled = "cancelled",
    }
}
