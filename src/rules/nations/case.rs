//! Cases of Nations in Arms: a situation on the real map, orders, a ledger, and what must happen.
