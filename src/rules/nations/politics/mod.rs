//! Politics: the diplomatic phase with its attempts and declarations of war, changes of side, conquests and peace, wars of
//! liberation, revolts, levies, new sultans, the credit of alliances, and wars outside the map (NIA §11.2, §11.3, §13, §14, §15).

pub mod abroad;
pub mod allegiance;
pub mod alliance_length;
pub mod conquest;
pub mod credit;
pub mod declaring;
pub mod diplomacy;
pub mod entering;
pub mod influence;
pub mod instability;
pub mod levies;
pub mod liberation;
pub mod lines;
pub mod partitions;
pub mod peace;
pub mod revolts;
pub mod satellites;
pub mod states;
pub mod sultans;
