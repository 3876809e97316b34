//! Money: what provinces yield (§14, §16), and what becomes of it. Played where the scenario's page has `money:`.

pub mod bill;
pub mod budget;
pub mod income;
pub mod purchase;
pub mod spending;
