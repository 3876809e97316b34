//! The war on land: marches and their costs, forces that meet, battles, sieges, supply, attrition.

pub mod attrition;
pub mod borders;
pub mod combat;
pub mod contact;
pub mod cut;
pub mod guests;
pub mod initiative;
pub mod joining;
pub mod movement;
pub mod nationality;
pub mod orders_of_war;
pub mod reckon;
pub mod reform;
pub mod routes;
pub mod siege;
mod slip;
pub mod stacking;
pub mod supply;
pub mod weakness;
