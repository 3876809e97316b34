//! Politics: changes of side, wars of liberation, levies, the credit of alliances, and wars outside the
//! map (NIA §11.2, §13, §14, §15).

pub mod abroad;
pub mod allegiance;
pub mod credit;
pub mod influence;
pub mod levies;
pub mod liberation;
