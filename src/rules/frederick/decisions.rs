//! The choices that the rules leave to people, and the key of the sheet that answers each.
//!
//! The decisions are those of the rules; the defaults and the keys are ours.

use kit::decision::{Decision, by_rule};

kit::asked! {
    Pay = "pay" in Entry "pay" {
        rule: "12.2",
        decision: "whether an operation is paid in thaler or checked for attrition",
        decider: "who operates",
        options: "thaler, attrition",
        default: "thaler while the treasury has them",
    }
    Met = "met" in Reaction "met" {
        rule: "13.2",
        decision: "what a march does that finds others where it did not mean to fight",
        decider: "who operates",
        options: "stop, fight",
        default: "stop before them",
    }
    Losses = "losses" in Reaction "losses" {
        rule: "12.3",
        decision: "which unit is lost",
        decider: "owner",
        options: "the units of the force",
        default: "recruits, light troops, garrisons, cavalry, siege trains, fleets, veterans, \
            guards, leaders, sovereigns; the weaker first",
    }
    Commander = "commander" in Reaction "commander" {
        rule: "23.3",
        decision: "who commands in a battle",
        decider: "owner",
        options: "the leaders there",
        default: "the highest value that is not political",
    }
    Markers = "battle markers" in Reaction "battle" {
        rule: "18.3",
        decision: "which battle markers are laid",
        decider: "each side",
        options: "different ones of the hand, as many as the commander's value",
        default: "the fewest that reach the best column of the table",
    }
    HonoursDefence = "honours" in Reaction "honours" {
        rule: "17.2",
        decision: "how many points are committed against honours of war",
        decider: "who is offered them",
        options: "0 to what a leader there can play",
        default: "all before a city, else none",
    }
    Drive = "drive" in Reaction "drive" {
        rule: "18.8",
        decision: "the first square of a retreat",
        decider: "the winner",
        options: "squares that the beaten could enter",
        default: "where most are lost, then far from their fortresses",
    }
    Missed = "missed" in Reaction "missed" {
        rule: "25.17",
        decision: "where a fleet goes that missed others on the high seas",
        decider: "who operates",
        options: "squares next door without others",
        default: "back where it came from",
    }
    Promote = "promote" in Reaction "promote" {
        rule: "24.1",
        decision: "who is promoted after a victory",
        decider: "the winner",
        options: "recruits and veterans of the battle",
        default: "guards, then infantry, cavalry and light troops",
    }
    LeaderAt = "new leader at" in Reaction "new leader at" {
        rule: "23.2",
        decision: "where a leader who was drawn comes",
        decider: "owner",
        options: "own units",
        default: "the largest stack without a leader",
    }
    Truce = "truce" in Reaction "truce" {
        rule: "9.13",
        decision: "whether a seat is made to pass",
        decider: "who holds a Truce",
        options: "yes, no",
        default: "no",
    }
    Cancel = "cancel" in Reaction "cancel" {
        rule: "9.13",
        decision: "whether a marker is cancelled",
        decider: "who holds Enlightenment, or a Spy against a Spy",
        options: "yes, no",
        default: "no",
    }
    Reroll = "reroll" in Reaction "reroll" {
        rule: "9.13",
        decision: "whether dice are rolled again",
        decider: "who holds Fortunes of War",
        options: "yes, no",
        default: "no",
    }
    Dispute = "dispute" in Reaction "dispute" {
        rule: "9.13",
        decision: "whether the command of others is disputed",
        decider: "who fights and holds Command Dispute",
        options: "yes, no",
        default: "no",
    }
    Slip = "slip" in Reaction "slip" {
        rule: "9.13",
        decision: "whether units slip away before a battle",
        decider: "who fights and holds Light Troops",
        options: "yes, no",
        default: "no",
    }
    Ambush = "ambush" in Reaction "ambush" {
        rule: "20.7",
        decision: "whether a force that comes next door is ambushed",
        decider: "who holds a Countermarch",
        options: "yes, no",
        default: "no",
    }
    Delay = "delay" in Reaction "delay" {
        rule: "20.10",
        decision: "whether a force that was entered goes away before the battle",
        decider: "who holds a Countermarch",
        options: "yes, no",
        default: "no",
    }
    CountermarchPay = "countermarch pay" in Reaction "ambush: {pay}" {
        rule: "20.5",
        decision: "whether a countermarch is paid in thaler or checked for attrition",
        decider: "who plays it",
        options: "thaler, attrition",
        default: "thaler while the treasury has them",
    }
    GiveBack = "give back" in Reaction "give back" {
        rule: "9.7",
        decision: "which marker is given back when a hand would have too many",
        decider: "owner",
        options: "the hand",
        default: "what is held twice, then Mercantilism, Vote in the Imperial Diet, Uprising",
    }
    Breach = "breach" in SetUp "challenge" {
        rule: "10.3",
        decision: "whether a promise in words was broken that is challenged",
        decider: "the umpire",
        options: "kept, broken",
        default: "kept",
    }
    EvictTo = "evict to" in Reaction "evict to" {
        rule: "28.6",
        decision: "where units go that leave a neutral land or a mixed stack",
        decider: "owner",
        options: "squares equally near; for units that go home, those of their land",
        default: "the first on the map, or where most room is left",
    }
    Provision = "provision" in Reaction "provision" {
        rule: "22.4",
        decision: "whether a square is fed for thaler",
        decider: "owner",
        options: "thaler, hunger",
        default: "thaler while there are any; the squares with the most to lose first",
    }
    HungerLosses = "hunger losses" in Reaction "hunger losses" {
        rule: "22.6",
        decision: "who is lost to hunger",
        decider: "owner",
        options: "the units of the square",
        default: "as other losses; fleets that carry others last",
    }
    Vote = "vote" in Reaction "vote" {
        rule: "29.2",
        decision: "whether a vote in the Diet is played, and for which city",
        decider: "who holds it",
        options: "electorates of others, no",
        default: "if it makes a majority",
    }
    Ban = "ban" in Reaction "events: {ban}" {
        rule: "6.3",
        decision: "whom the imperial ban strikes",
        decider: "the majority of the Empire",
        options: "the other seats",
        default: "the one that holds the most tax",
    }
    Turks = "turks" in Reaction "events: {turks}" {
        rule: "6.3",
        decision: "what Austria gives in the Turkish scare",
        decider: "the seat of Austria",
        options: "thaler, unit",
        default: "thaler",
    }
    Subsidy = "subsidy" in Reaction "events: {subsidy}" {
        rule: "6.3",
        decision: "who gets the British subsidies",
        decider: "the seat of Britain",
        options: "the other seats, nobody",
        default: "nobody",
    }
    ImperialLevy = "imperial levy" in Reaction "events: {levy}" {
        rule: "6.3",
        decision: "where infantry of the imperial levy comes",
        decider: "the majority of the Empire",
        options: "electorates that it holds",
        default: "the richest",
    }
    Overrun = "overrun" in Entry "overrun" {
        rule: "33.1",
        decision: "whether others with a tenth of its strength are overrun, with the option",
        decider: "who operates",
        options: "yes, no",
        default: "yes",
    }
    ReleasedTo = "released to" in Reaction "released to" {
        rule: "35.3",
        decision: "to which fortress a prisoner comes home, with the option",
        decider: "owner",
        options: "own fortresses",
        default: "the one with the most units",
    }
    SavedTo = "saved to" in Reaction "saved to" {
        rule: "23.5",
        decision: "to which units a leader goes who saves himself",
        decider: "owner",
        options: "own units elsewhere",
        default: "the largest stack",
    }
}

const ORDERED: &[Decision] = kit::ordered! {
    SetUp "initiative" {
        rule: "7.1",
        decision: "how much is bid for the initiative",
        decider: "each seat",
        options: "0 to all its thaler",
        default: "0",
    }
    SetUp "initiative, take" {
        rule: "7.3",
        decision: "whether an Enlightenment takes the initiative",
        decider: "who holds it",
        options: "yes, no",
        default: "no",
    }
    SetUp "tax" {
        rule: "8.3",
        decision: "whether Mercantilism is played",
        decider: "who holds it",
        options: "yes, no",
        default: "no",
    }
    SetUp "clear" {
        rule: "21.7",
        decision: "which pillaged squares are restored",
        decider: "who stands there",
        options: "pillaged squares",
        default: "none",
    }
    SetUp "market" {
        rule: "9.3",
        decision: "how much is bid for each lot, and whether a Spy sees the lots first",
        decider: "each seat in turn",
        options: "pass, or any whole thaler of its own",
        default: "pass",
    }
    SetUp "give back" {
        rule: "9.7",
        decision: "which markers go back of one's own will",
        decider: "owner",
        options: "the hand",
        default: "none",
    }
    SetUp "enlightenment" {
        rule: "9.13",
        decision: "whether an Enlightenment is exchanged, or takes a marker of a hand",
        decider: "who holds it",
        options: "an action marker of the pool, another hand",
        default: "no",
    }
    SetUp "swap" {
        rule: "38",
        decision: "whether France exchanges a marker, and with whom",
        decider: "the seat of France",
        options: "a marker of its hand, another seat",
        default: "no",
    }
    SetUp "deals" {
        rule: "10.2",
        decision: "what is agreed",
        decider: "two seats",
        options: "thaler, markers, promises",
        default: "nothing",
    }
    SetUp "peace" {
        rule: "10.2",
        decision: "whether the game ends by treaty",
        decider: "all seats",
        options: "yes, no",
        default: "no",
    }
    SetUp "diplomacy" {
        rule: "28",
        decision: "on whom war is declared, and which Alliances are played",
        decider: "each seat in turn",
        options: "neutral minor powers, Alliances of the hand, pass",
        default: "pass",
    }
    SetUp "mobilize" {
        rule: "11.2",
        decision: "what is raised and where",
        decider: "each seat",
        options: "what money, squares and counters allow",
        default: "nothing",
    }
    SetUp "keep" {
        rule: "11.2",
        decision: "how many thaler the mobilization leaves",
        decider: "each seat",
        options: "any number",
        default: "0",
    }
    SetUp "levy" {
        rule: "11.4",
        decision: "whether a general levy is called, and what it raises",
        decider: "the seat of the power",
        options: "once in a game for each major",
        default: "no",
    }
    SetUp "demobilize" {
        rule: "11.8",
        decision: "who is dismissed",
        decider: "owner",
        options: "troops in cities, towns, fieldworks and areas off the map",
        default: "nobody",
    }
    SetUp "promote" {
        rule: "24.1",
        decision: "which recruits become veterans",
        decider: "owner",
        options: "recruits in fortresses that were not raised this year",
        default: "what the card gives, the first recruit",
    }
    SetUp "fieldworks" {
        rule: "26.2",
        decision: "where fieldworks are built",
        decider: "owner",
        options: "land squares of its units without a fortress",
        default: "nowhere",
    }
    SetUp "play" {
        rule: "9.13",
        decision: "which markers of the mobilization are played, and for what",
        decider: "who holds them",
        options: "what each allows",
        default: "none",
    }
    SetUp "subsidies" {
        rule: "39",
        decision: "what Britain gives to others",
        decider: "the seat of Britain",
        options: "thaler of its own",
        default: "nothing",
    }
    SetUp "operations" {
        rule: "12.1",
        decision: "which force operates, or a pass",
        decider: "the seat whose turn it is",
        options: "any force of its own",
        default: "pass",
    }
    Entry "force, units" {
        rule: "12.2",
        decision: "which units of a square are the force",
        decider: "who operates",
        options: "one or more of the square",
        default: "all that can move",
    }
    Entry "from" {
        rule: "8.5",
        decision: "whose treasury pays in a seat with two majors",
        decider: "who operates",
        options: "the majors of the seat",
        default: "the force's own, else the first",
    }
    Entry "march, attack" {
        rule: "16.2",
        decision: "where a force goes",
        decider: "who operates",
        options: "any way that the rules allow",
        default: "it stays",
    }
    Entry "sail" {
        rule: "25.9",
        decision: "where a fleet sails",
        decider: "who operates",
        options: "any way over the water that the rules allow",
        default: "it stays",
    }
    Entry "embark" {
        rule: "25.5",
        decision: "who goes aboard a fleet",
        decider: "who operates",
        options: "units of the square that can move, two a fleet",
        default: "nobody; who is aboard stays aboard",
    }
    Entry "land" {
        rule: "25.10",
        decision: "who goes ashore",
        decider: "who operates",
        options: "units aboard, on a coast or in a port",
        default: "nobody",
    }
    Entry "second force" {
        rule: "9.13",
        decision: "whether a second force moves in the same operation",
        decider: "who operates and holds Thurn & Taxis",
        options: "any other force of its own, no",
        default: "no",
    }
    Entry "honours" {
        rule: "17.2",
        decision: "whether honours of war are offered, and with how many points",
        decider: "who operates",
        options: "1 to what a leader there can play",
        default: "no",
    }
    Reaction "retreat" {
        rule: "18.8",
        decision: "the further squares of a retreat",
        decider: "owner",
        options: "squares that the rules allow",
        default: "the fewest lost, then nearest to a fortress of its own",
    }
    Entry "besiege" {
        rule: "34.1",
        decision: "whether a fortress is besieged instead of stormed, with the option",
        decider: "who operates",
        options: "yes, no",
        default: "no; a siege that goes on is no attack unless the entry has one",
    }
    Entry "pillage" {
        rule: "21.2",
        decision: "whether the square is pillaged, and fieldworks razed",
        decider: "who operates",
        options: "yes, no",
        default: "no",
    }
    Entry "spy" {
        rule: "9.13",
        decision: "whether a Spy looks at a square or a hand",
        decider: "who operates",
        options: "a square, a hand, no",
        default: "no",
    }
    Entry "forced march" {
        rule: "20.2",
        decision: "whether a force marches again at once",
        decider: "who operates",
        options: "any force with a leader",
        default: "no",
    }
    Entry "drop" {
        rule: "16.5",
        decision: "who is dropped on the way",
        decider: "who operates",
        options: "units of the force",
        default: "nobody",
    }
};

/// Lists every decision by its paragraph.
pub fn decisions() -> Vec<Decision> {
    by_rule(Topic::ASKED, ORDERED)
}
