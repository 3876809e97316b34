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
//! - §4.1.2, §5.3: three fleets of a side are the most that stay in one place. Ships may sail on
//!   through an area that is full.
//! - §4.2.7: French and British admirals with a name command before others; who commands among equal
//!   manoeuvres changes nothing, so nobody is asked and the better in combat does.
//! - §5.1.1: each fleet sails once a marker. An entry takes the whole squadron of its place along,
//!   unless it names its `fleets`.
//! - §5.3: leaving a blockade box for its sea costs nothing, since no point is said to buy it; nor
//!   does going on board. A way is sailed as far as its next waypoint or not at all.
//! - §5.3.2, §5.3.4: a harbour on two seas is no free step between them. Who has come before it from
//!   one of them intercepts there and puts out there; into the other he sails from there, for the
//!   point of an area and through the Bosphorus if that lies between. So does who has fought his way
//!   into an enemy's harbour.
//! - §5.3.1: who has won a
//!   battle sails on; the enemies that have not tried yet may still try.
//! - §5.3.1: the enemy's fleets are counted with their decoys by whoever compares them.
//! - §5.3.1: an enemy squadron is not called by its admiral in an order, since nobody can see who
//!   leads it: it is the one at sea, or the one before a harbour.
//! - §5.3.2: ships that come out are stopped without dice before they reach the sea, unless the sheet
//!   of the blockaders lets them pass; what it says of interceptions is about those that need dice.
//!   Who wins there still lies before the harbour. Beaten in front of a harbour by those who came
//!   out, a squadron lies in the sea from which it came, and sails on if it can.
//! - §5.3.3: a fleet carries two steps, one piece of support (a supply unit, an engineer or the marker
//!   of an army) and any number of leaders; a unit is not divided between fleets. Decoys carry
//!   nothing. An ally's troops go on board only if he wants them to.
//! - §5.3.3: troops land in harbours, in towns on the coast, and on islands of one hex. Where no enemy
//!   stands and no enemy walls are, they land like friends and get no marker. Where friends stand
//!   before the walls already it is no attack either, though the guns fire.
//! - §5.3.3: those in the hex may withdraw inside their walls or avoid battle as on land; nobody
//!   intercepts a landing on land. A landing that loses its battle is thrown back like one that fails
//!   before the walls: who is left comes again in spring, without support units and marker. Who is
//!   too weak for the walls (§9.1) makes no attempt.
//! - §5.3.4: who holds Constantinople is asked when ships come to the passage, if he may let them pass
//!   and may bar them: a neutral Turk all, another holder his enemies. An allied Turk has no choice.
//! - §10.1: decoys roll no die and are taken off before the first.
//! - §10.3, §10.4: the sea from which they came is open to the beaten though an enemy lies there who
//!   did not stop them before; from under the guns of a harbour it is the sea before it.
//! - §10.3: beaten in a harbour or before it, they do not come back to it on that voyage.
//! - §10.3: a harbour that the enemy blockades may be entered, by the beaten too; they choose it last.
//! - §10.3: where none of the ways is open the beaten go to a sea beside that is free of enemies, and
//!   else they are lost. Who sails retreats first to a harbour of the area, else back to the sea from
//!   which he came; a point short does not sink him. Victors of the other side who follow have all
//!   their points.
//! - §10.4: with ships in the harbour each point of the fortress adds two to the sum of its side,
//!   not to each die. There is one round; on equal sums the attacker has not won. In an enemy harbour
//!   nobody stays: who has not taken the town lies in the sea before it when his voyage ends.
//! - §10.7: going into the corsairs' box costs nothing and ends the voyage. The hunt is in spring, but
//!   not in the first season of a scenario, whose budget is over (§21.C).

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
