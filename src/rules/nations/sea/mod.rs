//! The war at sea (NIA §4.1.2, §4.2.7, §5.1.1, §5.3, §10): what squadrons do on a naval marker.
//!
//! [`voyage`] goes through the steps of an entry; [`meet`] is who stops whom, [`battle`] the volleys,
//! [`retreat`] where the beaten go, [`harbour`] blockades and guns, [`troops`] those on board,
//! [`corsairs`] the box and the hunt, [`passage`] the Bosphorus. The figures are `reckon/sea.rs`; the
//! worked example (§10.8) is a case.
//!
//! Not here: trade and what corsairs take from it, the building of fleets (§12); supply over the sea
//! and straits on land, which are in `supply.rs` and `movement.rs`.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §4.1.2, §4.2.7, §5.1.1, §5.3, §5.3.1, §5.3.2, §5.3.3, §5.3.4, §9.1,
//! §10.1, §10.3, §10.4, §10.7, §21.C.

pub mod battle;
pub mod choice;
pub mod corsairs;
pub mod harbour;
pub mod meet;
pub mod passage;
pub mod retreat;
pub mod route;
pub mod squad;
pub mod troops;
pub mod voyage;
pub mod wake;
