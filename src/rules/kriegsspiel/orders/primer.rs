//! How a turn goes, on one page for a player who is new to the game.
//!
//! Every figure is read from the book's tables. The lines are as long as they come.

use crate::battle::host;
use crate::book::Book;
use crate::book::economy::Prices;
use crate::book::estimates::Worth;
use crate::book::ships::{Navies, ShipKind};
use crate::march::movement::{FORMATION_POINTS, cost_alone};
use crate::money::purchase::{self, HOME};
use crate::orders::limits;
use crate::position::Position;
use crate::record::estimate::Informant;
use crate::record::state::{Formation, General, Kind};
use crate::sea::battle as sea;
use crate::sight::intel_levels::{CITIES_SEE, SCOUTS_SEE, TROOPS_SEE};
use crate::sight::known::Known;
use crate::view::briefing;
use crate::view::money::allowance;
use sheet::guide::{Chapter, Page};
use std::collections::{BTreeMap, BTreeSet};

/// The chapters of the page.
pub fn chapters(book: &Book, known: &Known) -> Vec<Chapter> {
    let mut page = Page::default();
    page.chapter("HOW A TURN GOES", sequence());
    page.chapter("ACTION POINTS AND MOVEMENT POINTS", points(book, known));
    page.chapter(limits::HEADING, command(book, known));
    page.chapter("ENEMIES AND FORTRESSES", enemies(book, known));
    let estimates = estimates(book);
    if !estimates.is_empty() {
        page.chapter("ESTIMATES", estimates);
    }
    let neutrals = neutrals(book, known);
    if !neutrals.is_empty() {
        page.chapter("NEUTRALS", neutrals);
    }
    if let Some(navies) = &book.navies {
        page.chapter("FLEETS", fleets(navies));
    }
    page.chapter("SUPPLY", supply(book));
    let money = money(book, known);
    if !money.is_empty() {
        page.chapter("MONEY", money);
    }
    if known.politics.played {
        page.chapter("POLITICS", politics(known));
    }
    page.chapter("VICTORY CITIES", score(book, known));
    page.chapter("THE SIGNS OF A REPORT", signs(book));
    page.into_chapters()
}

/// What powers are to each other, where not all are friends or enemies (§6).
fn neutrals(book: &Book, known: &Known) -> Vec<String> {
    let mut lines = briefing::neutrals(book, known);
    if !lines.is_empty() {
        lines.push(
            "A way is sought round the land of a neutral, and a march to a place in it ends at its border. \
             Neutral troops stop nobody. In a hex of several powers each fights those with whom it is at \
             war; an ally fights beside it if it is at war with them too, and stands aside if not. The \
             beaten may fall back over a border; from there a march only leads out, and nobody feeds them."
                .to_owned(),
        );
    }
    lines
}

/// Ships, where they are played (§13, §19.6).
fn fleets(navies: &Navies) -> Vec<String> {
    let kind = |one: &ShipKind| {
        format!("{}: combat value {}, {} sea areas", one.name, one.combat, one.pace)
    };
    let kinds: Vec<String> = navies.kinds.iter().map(kind).collect();
    vec![
        format!(
            "Ships sail from sea area to sea area in the same time in which troops march, as far as the slowest of them, \
             and lie in harbours of your own, of allies, and of neutrals that let you pass. {}. A fleet by itself \
             costs {} action points; an admiral moves all fleets under them in their area or harbour for the points \
             that their rank costs.",
            kinds.join("; "),
            navies.points
        ),
        "An entry of `fleet:` names an admiral or a fleet; its step is `sail:`. `at sea: intercept` fights enemies in the \
         same area, `at sea: evade`, which counts without orders, avoids them. If both intercept, they fight; if both \
         evade, they pass. If only one intercepts, each side rolls a die: the higher die of the interceptor catches the \
         other. Caught frigates flee from men of war. Who fights or flees sails no further. In a harbour nobody is met."
            .to_owned(),
        format!(
            "A battle at sea is one roll, after all moves and before the battles on land. The ratio of combat values \
             gives the column; whoever has more advantages ({}) shifts it by one. Losses are whole ships. Half of the \
             ships that the beaten lost are captured, as far as the victor has an escort for each: they sail home by \
             themselves, and serve from the turn after. The beaten go to the nearest harbour, or to an area without \
             enemies.",
            sea::NAMES.join(", ")
        ),
        "Transports that lie in a harbour take troops there aboard by `carry:`, two battalions or batteries or one regiment \
         each, and put them ashore in a harbour by the step `land:`, also where the enemy is; they fight there as their \
         own entry says. Those still aboard at the end of a turn stay aboard at sea, and go ashore in a harbour. With lost \
         transports a share of the troops aboard is lost."
            .to_owned(),
        "A fleet or squadron in the trade box of an enemy at the end of a turn takes a die of its trade and gold for your next \
         turn. In the trade box of your own nation they protect it: they always fight whoever comes."
            .to_owned(),
        "You see the area of each of your ships, from frigates also the areas beside it, and from harbours that you hold \
         the areas before them. Who lies in a harbour is seen by frigates off it alone."
            .to_owned(),
    ]
}

/// Councils and deals (§6, §16.8).
fn politics(known: &Known) -> Vec<String> {
    let money = match known.money.played {
        true => {
            "Money of a deal is paid out of the bank when the season ends, once what is left of the turn's points is in \
             it; a deal whose money is not there is not made, and its other terms are not either. "
        }
        false => "",
    };
    let submission = match known.money.played {
        true => {
            "A great power whose last capital is captured submits to the captor at the end of the turn, and the two keep \
             peace for a year: troops of the victor may cross its land and are fed by its cities. In the season after \
             that both write `terms:`. The victor takes two provinces, of which each chooses one; or one that the other \
             chooses, with a second year of peace; or money each turn. Then the other cities go back. The beaten power \
             plays on. Who holds none of its victory cities and no capital is out of the war."
        }
        false => {
            "A great power whose last capital is captured submits to the captor at the end of the turn. The two keep \
             peace for a year, its cities go back, and it plays on."
        }
    };
    vec![
        "Before each winter there is a council, a season of its own: `politics:` breaks alliances and then declares \
         wars, which are fought from that winter on. Nobody is at war without a declaration, and nobody else is \
         drawn into it."
            .to_owned(),
        format!(
            "In every season, councils too, `deals:` offers another power money, provinces, a passage, an alliance or peace. A \
             deal is made if both sheets have the same under one name, with `give:` and `get:` the other way round. \
             {money}What is agreed on holds from the next turn on; a passage until the turn that `until:` names. \
             Alliances, peace, passages and wars are published; money is told to the two alone."
        ),
        submission.to_owned(),
    ]
}

fn sequence() -> Vec<String> {
    vec![
        "All sheets are played together, and all forces march at once, a movement point at a time; \
         within a point the power that spends more action points goes first. \
         First the order of battle is changed, then everybody marches, then supply is checked, then \
         battles are fought where enemies share a hex, then the beaten retreat and cities change \
         hands."
            .to_owned(),
        "Each force acts once a turn, by one entry of your sheet: an army is a general with all \
         troops under them in their hex; a formation without a general has an entry of its own. The steps \
         are done in their order. One whose condition does not hold, or that cannot be done, is left \
         out, and the next follows; after a march that finds no way, stops before its goal or meets \
         an enemy nothing follows. A condition is asked once, when its step comes, of what is seen then, \
         also from the hexes on the way; nothing waits for it. Battles come after all marches: two forces \
         that end in one hex fight \
         together, and nobody has to wait for the other."
            .to_owned(),
        "What a force does when it meets an enemy is its stance. attack: it fights, and assaults \
         walls. defend: it fights only if it is attacked. besiege: it shuts in who is behind walls; in \
         the open, as defend. raid: as attack, then it plunders the city and leaves it. Without a stance \
         a force that meets an enemy fights as with `attack`; one that has not moved stays where it is, \
         and a garrison defends its walls. `retreat` says \
         where it goes if it is beaten or breaks off: one hex, an attacker only back as it came, nobody to \
         where the enemy came from; who finds no hex lays down its arms. Where several generals of a side share a hex, the \
         stance of the highest who has one counts: by rank, then by ratings, of equals whom `commander:` \
         names first; so do their `break off` and `retreat`; the receipt says \
         whose does not count."
            .to_owned(),
        "`break off` is asked in the night after each day of a battle that the day has not settled, and not in \
         a siege: who is shut in stays there. `day` is 1 in the first night. `our losses` and `their losses` count hits, about a battalion or regiment each; the \
         sums in the report are per cent."
            .to_owned(),
    ]
}

fn points(book: &Book, known: &Known) -> Vec<String> {
    let most = book.action_points(&known.power);
    let has = match known.money.played {
        true => "Action points are paid for with resource points, as many as your orders need."
            .to_owned(),
        false => format!(
            "Action points are an allowance: you have {most} each turn, and what is left is lost."
        ),
    };
    let prices_of_all: u32 = known.own_generals().map(|general| general.points).sum();
    let prices: BTreeSet<u32> = known.own_generals().map(|general| general.points).collect();
    let span = match (prices.first(), prices.last()) {
        (Some(low), Some(high)) if low < high => format!("{low} to {high}"),
        (Some(one), _) => one.to_string(),
        (None, _) => "some".to_owned(),
    };
    // Who stands with their general marches with them.
    let is_led = |one: &&Formation| {
        known.own_generals().any(|general| known.led(general).any(|led| led.name == one.name))
    };
    let alone: u32 = known.own().filter(|one| !is_led(one)).map(|one| cost_alone(book, one)).sum();
    let all = prices_of_all + alone;
    let mut paces: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for kind in known.own().flat_map(|one| one.units.keys()) {
        let names = paces.entry(book.troops.kind(kind).pace).or_default();
        if !names.contains(&kind.as_str()) {
            names.push(kind);
        }
    }
    let paces: Vec<String> =
        paces.iter().map(|(pace, kinds)| format!("{pace} {}", kinds.join(", "))).collect();
    let grounds = book.figures.terrain.iter();
    let grounds: Vec<String> =
        grounds.map(|ground| format!("{} {}", ground.name, ground.cost)).collect();
    let each = book.lands.nation(&known.power).map_or(0, |nation| nation.force_march);
    vec![
        format!(
            "{has} \
             They pay for the order to march or to attack, not for the way: an army costs the points \
             of its general, yours {span}, a corps or brigade alone {FORMATION_POINTS}, marauders \
             nothing. An entry is paid for once, however many steps it has, and even if a condition \
             keeps it where it is. All of yours together would cost {all}; they pay for the entries in \
             the order of your sheet, and one for which they do not suffice is not played; the receipt \
             says so. Standing still, `deploy` and what stands under `organise` are free, and that comes \
             before the entries."
        ),
        format!(
            "Movement points pay for the way. Yours: {}; a general alone {}. The slowest troops of \
             a force count.",
            paces.join("; "),
            book.figures.general_pace
        ),
        format!(
            "Points to enter a hex: {}; {} times as much over a river. Towns and cities cost what \
             their ground costs. `force: 1` goes a hex farther and loses {each} per cent for it. The \
             receipt adds up your march.",
            grounds.join(", "),
            book.figures.river
        ),
    ]
}

/// How many may stand together, and what our own generals lead.
fn command(book: &Book, known: &Known) -> Vec<String> {
    // The chapter on supply has what the ground feeds.
    let mut lines: Vec<String> = limits::lines(&book.figures).into_iter().take(2).collect();
    lines.extend(corps(book, known));
    let leads = |general: &General| {
        let led = known.led(general).filter(|one| one.kind != Kind::Marauders).count();
        format!("{} {led} of {}", general.name, general.command)
    };
    let own: Vec<String> = known.own_generals().map(leads).collect();
    if !own.is_empty() {
        lines.push(format!(
            "Your generals, and how many corps and brigades each leads of how many at most: {}.",
            own.join(", ")
        ));
    }
    lines
}

/// What corps the nation forms (§10.2).
fn corps(book: &Book, known: &Known) -> Option<String> {
    let nation = book.lands.nation(&known.power)?;
    if nation.feudal {
        return Some("Your troops are a levy: their order of battle never changes.".to_owned());
    }
    let (number, most) = (nation.corps.number, nation.corps.most_units);
    Some(match number {
        0 => "Your nation forms no corps, only brigades.".to_owned(),
        _ if known.reformed.contains(&known.power) => format!(
            "A corps of yours holds up to {most} battalions, regiments and batteries, and you can \
             have {number} corps."
        ),
        _ => format!(
            "Your nation forms corps only after its army reform, a random event: up to {number}, of \
             up to {most} battalions, regiments and batteries. Until then it has brigades."
        ),
    })
}

fn enemies(book: &Book, known: &Known) -> Vec<String> {
    let cities = book.lands.cities().iter().filter(|(at, _)| book.in_play(**at));
    let walled: Vec<String> = cities
        .filter(|(_, city)| city.walls > 0)
        .map(|(at, city)| {
            let holder = known.holder(book, *at).unwrap_or(&city.nation);
            format!("{} {}, {}", city.name, city.walls, book.title(holder))
        })
        .collect();
    let mut lines = vec![
        known.relations.told(&known.power, |power| book.title(power)),
        "`march` goes round enemies you see on the way; where they stand at its goal, it meets them as \
         `attack` does. `attack: PLACE` says so, and `attack: GENERAL` goes to where they were last seen \
         and were not seen to leave; the stance says what is done there. A force that meets an enemy, \
         or that one runs into, goes no further this turn: no further step is done."
            .to_owned(),
        format!(
            "You enter a fortress by `attack` too: with the stance attack you assault it, with \
             besiege you shut in who is there, who then loses {} per cent a turn.",
            book.figures.besieged
        ),
        "A city is taken by infantry alone: it must end the turn there with no enemy. Cavalry and \
         guns take none."
            .to_owned(),
        format!(
            "You see enemies up to {TROOPS_SEE} hex from your troops, {SCOUTS_SEE} if light cavalry or \
             Cossacks \
             are with them, and {CITIES_SEE} from a city you hold. `enemy at PLACE` is true for \
             troops inside its walls too; of a place that you do not see it is not known.",
        ),
        "An enemy fortress stops whoever comes into one of the six hexes beside it: the march ends \
         there for this turn, unless it goes on into the fortress. Next turn the force may leave, \
         but not go to another hex beside the same fortress. A fortress in whose hex troops at war with \
         its holder stand stops nobody, from the moment they come. `march` goes round these hexes where it can, and \
         the \
         receipt says where a march is stopped."
            .to_owned(),
        "Odds, as in `if: odds >= 2:1`, are the combat value of all who fight on your side in the hex to all \
             who fight on theirs, when the marches are over. They are known only in \
             contact, that is, in one hex with the enemy. What is not known does not hold, so a step \
             with such a condition is left out, and a stance needs its `else:`."
            .to_owned(),
    ];
    if !walled.is_empty() {
        lines.push(format!(
            "Fortresses, with their siege value, which is added to the dice of an assault for those \
             inside (`odds` do not count walls), and who holds them: {}.",
            walled.join("; ")
        ));
    }
    lines
}

/// How provinces yield and what for, where money is played (§14.2, §15.1, §16).
fn money(book: &Book, known: &Known) -> Vec<String> {
    let (Some(has), Some(economy)) = (allowance(book, known), &book.economy) else { return vec![] };
    vec![
        has,
        "Each turn your provinces yield resource points, and each point of trade a die of them; the report says what \
         you have for the turn to come. A province yields all as long as you hold one of its cities. Whoever holds \
         all cities of a province of others collects half of its points, rounded down."
            .to_owned(),
        "Before the marches the purse is spent, line by line of `budget:`: points are set aside for the supply of your \
         corps and brigades that are in the field or march, and for the action points of your orders. Who stands in a \
         victory city that you own and hold is not in the field. If the budget does not mention supply or action \
         points, they come before its first purchase, supply first. If it has no purchase, they come last. Formations \
         that are not paid for are out of supply."
            .to_owned(),
        prices(book, known, economy.prices),
        format!(
            "Points do not last: what is left of them becomes ${} each. The bank is kept, and falls to whoever takes \
             your last capital.",
            economy.rates.money
        ),
    ]
}

/// What can be bought, and for how much (§10.4, §15.2, §18, §19.7).
fn prices(book: &Book, known: &Known, prices: Prices) -> String {
    let power = known.power.as_str();
    let troops = purchase::sold(book, power)
        .filter_map(|kind| Some(format!("{} ${} and {}", kind.name, kind.cost?, kind.manpower)));
    let troops: Vec<String> = troops.collect();
    let Prices { depot, general, generals } = prices;
    let now = (&known.generals, &known.navy, known.season);
    let general = match purchase::may_engage(book, power, now, 0) {
        Ok(()) => {
            format!(
                " A general costs ${general}, with ratings by a die; {generals} are the most, those \
                 who come later among them."
            )
        }
        Err(_) => String::new(),
    };
    let homes = purchase::homes(book, known, power);
    let homes: Vec<String> = homes.into_iter().map(|at| book.atlas.name(at)).collect();
    let homes = match homes.as_slice() {
        [] => format!("You have no home city now ({HOME}), so no troops can appear."),
        homes => {
            format!("New troops appear before the marches in a home city: {}.", homes.join(", "))
        }
    };
    let ships = book.navies.as_ref().map(|navies| {
        let kinds = navies.kinds.iter().map(|kind| format!("{} ${}", kind.name, kind.cost));
        let kinds: Vec<String> = kinds.collect();
        format!(" Ships appear in a home port, a shipyard of yours: {}.", kinds.join("; "))
    });
    let ships = ships.unwrap_or_default();
    format!(
        "A line `buy:` of the budget buys troops for money and manpower: {}. A depot costs ${depot}.{general} {homes}{ships} \
         Points are turned into money for it; manpower that is left is lost. What cannot be paid is left out, and the \
         lines behind it stand. A line of action points reckons with those brigades alone that were bought before \
         it: put one behind a purchase if what it brings is to march at once.",
        troops.join("; ")
    )
}

/// What is told of others where nobody is told an exact figure (§3).
fn estimates(book: &Book) -> Vec<String> {
    let Some(estimates) = &book.estimates else { return vec![] };
    let tells = |worth: &Worth| {
        let combat = if worth.combat { ", with the combat value" } else { "" };
        let span = estimates.span(worth.who, EXAMPLE);
        format!("{} ({}): {span}{combat}", worth.who.word(), worth.sees)
    };
    let of_markers = estimates.informants.iter().filter(|worth| worth.who != Informant::Battle);
    let all: Vec<String> = of_markers.map(tells).collect();
    let tolls = estimates.tolls().map(|(toll, most)| format!("{} {most}", toll.word()));
    vec![
        "Of others you are told no exact figure. A marker has a round figure of battalions, regiments \
         and batteries, and the bounds between which the true one lies. They go by who makes it out, \
         and the best of yours counts."
            .to_owned(),
        format!("So {EXAMPLE} units are told as: {}.", all.join("; ")),
        format!(
            "Of a battle you read your own side exactly. Of the other you read who commanded, its strength by \
             bounds, its losses in a word (up to so many per cent: {}), and how the dice fell for the \
             attacker: well, evenly or ill. If an ally fights beside you, your side is told so too, and \
             your own losses by the hit.",
            tolls.join(", ")
        ),
        "A condition such as `odds >= 2:1` or `enemy units < 12` asks the round figures of the estimate that is \
         made in contact; one of `break off`, what the report tells of the day, with losses in the middle of \
         their word. The receipt says by the bounds that you know whether it is sure to hold, likely to, or may."
            .to_owned(),
    ]
}

/// The figure that the page for a new player shows as each informant tells it.
const EXAMPLE: u32 = 37;

fn supply(book: &Book) -> Vec<String> {
    let fed: Vec<String> = book
        .figures
        .terrain
        .iter()
        .map(|ground| format!("{} {} ({} %)", ground.name, ground.forage, ground.attrition))
        .collect();
    vec![
        format!(
            "A force is in supply within {} hexes of a victory city of your side's nations that it holds, \
             or of a depot of your side; in winter it must stand in that hex. `deploy: depot` puts \
             down a depot that you have at hand, where the force then stands; it never moves again, and \
             is lost \
             when an enemy ends a march there and none of your side is.",
            book.figures.supply_reach
        ),
        format!(
            "Out of supply a force lives off its hex, which feeds so many corps and brigades ({} more in \
             a city); if more of your side live off it, all of them lose what stands in brackets: {}; \
             {} times as much in winter. In battle it costs {} in modifiers. Who is in supply is spared \
             that, but more corps in a hex than it feeds, without counting brigades, cost all of your side there \
             the same share, in supply or not.",
            book.figures.city,
            fed.join(", "),
            book.figures.winter,
            host::UNFED
        ),
    ]
}

/// What the signs of a report mean.
pub fn signs(book: &Book) -> Vec<String> {
    let values = "Combat value is the sum of the troops'; rank A to D, battle and command are the general's ratings.";
    let battle = "A day of battle reads `19/26R`: the attacker loses 19 per cent, the defender 26, and the side with \
                  an R must retreat. The per cent are of its battalions, regiments and batteries, rounded: each of \
                  them is one hit, and a hit destroys one, if nothing else is said.";
    match &book.estimates {
        Some(_) => vec![values.to_owned()],
        None => vec![format!("{battle} {values}")],
    }
}

fn score(book: &Book, known: &Known) -> Vec<String> {
    let mut held: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (at, city) in book.lands.cities().iter().filter(|(at, _)| book.in_play(**at)) {
        if city.victory {
            let holder = known.holder(book, *at).unwrap_or(&city.nation);
            let owner = known.owner(book, *at).unwrap_or(&city.nation);
            let name = match known.friends(holder, owner) {
                true => city.name.clone(),
                false => format!(
                    "{} (of {}: feeds nobody without a depot)",
                    city.name,
                    book.title(owner)
                ),
            };
            held.entry(book.title(holder)).or_default().push(name);
        }
    }
    let victory: Vec<String> =
        held.iter().map(|(who, cities)| format!("{who}: {}", cities.join(", "))).collect();
    vec![
        format!(
            "You score a point for each victory city that you hold beyond the number you began with, \
             and one for each great power that submits to you. A city of an ally that you take from the \
             enemy goes back to that ally, and counts for them. The last turn is {}. {}",
            book.scenario.last,
            briefing::ends_early(book, known)
        ),
        "A city of your own nation stays yours without a garrison until an enemy takes it. One of another nation is \
         yours only while infantry of your side ends each turn in it: once none does, it goes back to that nation."
            .to_owned(),
        format!(
            "Victory cities on the map, by who holds them; each feeds the side of its holder, if it is not said \
             otherwise: {}.",
            victory.join("; ")
        ),
        "The report says how the score stands.".to_owned(),
    ]
}
