//! Countries and powers beside the battlefield: who changes sides, who fights for their own land,
//! what an alliance is worth, and wars outside the map (NIA §11.2, §13, §14, §15).

pub mod abroad;
pub mod allegiance;
pub mod credit;
pub mod levies;
pub mod liberation;
