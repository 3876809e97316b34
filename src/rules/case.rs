//! Cases: a situation, orders, a ledger and what must happen, written for people and played.
