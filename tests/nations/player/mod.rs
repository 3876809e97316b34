//! A player that plays by itself: legal order sheets at random, from a seed.
//!
//! It reads nothing but the known of its power and the book, so that whatever it writes a person
//! could have written. It moves, attacks, besieges and regroups everything it has, and answers the
//! decisions of others with reactions whose conditions are drawn as well. The same known and the
//! same seed give the same sheet.

mod cabinet;
#[path = "../../common/luck.rs"]
pub mod luck;
mod rare;
mod sea;

use kit::ground::Space;
use luck::Luck;
use nations::book::Book;
use nations::book::units::Unit;
use nations::record::state::Force;
use nations::season::transport::Lift;
use nations::sight::known::Known;
use std::fmt::Write;

/// In a seed: that orders are written, too, which are rarely of use.
pub const RARE: u64 = 1 << 63;

/// Writes the sheet of a power for the season that it knows to come.
pub fn sheet(book: &Book, known: &str, seed: u64) -> String {
    let rare = seed & RARE > 0;
    let known: Known = serde_json::from_str(known).expect("what is known is JSON");
    let luck = Luck(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(known.season.year));
    let mut player = Player { book, known: &known, luck, rare, text: String::new() };
    player.write();
    player.text
}

/// Conditions as they stand in a sheet; `{place}`, `{own}` and `{enemy}` are filled in.
const CONDITIONS: &[&str] = &[
    "always",
    "never",
    "odds >= 1:2",
    "odds >= 1:1",
    "odds < 2:1",
    "odds < 1:2 or their strength is unknown",
    "own steps >= 3",
    "enemy steps <= 4 or terrain is mountain",
    "our losses <= their losses",
    "mp >= 2",
    "not demoralized and in supply",
    "enemy adjacent",
    "enemy is army",
    "enemy is not alone",
    "marker is land 2 or marker is land 3",
    "own steps <= fortress level",
    "expected loss >= 2",
    "morale >= 4",
    "not besieging",
    "not (won or taken)",
    "{place} is ours",
    "{place} is theirs or season is winter",
    "enemy within 2 of {place}",
    "own army at {place} or activated",
    "enemy leader is {enemy}",
    "not {own} at {place}",
];

/// What courts write to each other; `{place}` and `{leader}` are filled in.
const LETTERS: &[&str] = &[
    "Sire, let us talk of {place} before the roads are bad.",
    "Lend me your fleet and you shall have {place}.",
    "My court will not hear of peace while the enemy camps near {place}.",
    "{leader} has orders to march; meet him at {place}.",
    "I was deceived once and shall not be again.",
    "Bread is dear here, and the militia grumbles.",
    "Keep your cavalry off {place} and I shall keep my word.",
    "{leader} sends his compliments and forty guns.",
];

const PICKS: &[&str] = &[
    "reduced",
    "militia",
    "infantry",
    "cavalry",
    "CavC",
    "0 InfC",
    "best infantry",
    "worst corps",
    "detachment",
    "guard",
];

struct Player<'p> {
    book: &'p Book,
    known: &'p Known,
    luck: Luck,
    /// Whether it writes what is rarely of use, too.
    rare: bool,
    text: String,
}

impl Player<'_> {
    fn write(&mut self) {
        let (season, power) = (self.known.season, self.known.power.clone());
        if self.known.cabinet {
            return self.cabinet();
        }
        let waits =
            |card: &String| self.book.cards.get(card).is_some_and(|card| !card.effect.is_at_once());
        let mut cards: Vec<String> = self.hand().into_iter().filter(waits).collect();
        cards.retain(|_| self.luck.percent(40));
        self.text = format!("season: {season}\npower: {power}\n");
        if !cards.is_empty() {
            let _ = writeln!(self.text, "cards: [{}]", cards.join(", "));
        }
        self.favours();
        self.text += "activations:\n";
        let mut entries = vec![];
        let own: Vec<&Force> = self.known.own().collect();
        for force in own {
            for nth in 0..1 + self.luck.below(3) {
                entries.extend(self.entry(force, nth));
            }
            entries.extend(self.subordinates(force));
            entries.extend(self.over_the_sea(force));
        }
        entries.extend(self.ships());
        for at in (1..entries.len()).rev() {
            entries.swap(at, self.luck.below(at + 1));
        }
        if entries.is_empty() {
            self.text = self.text.replace("activations:\n", "activations: []\n");
        }
        self.text += &entries.concat();
        self.reactions();
        let others: Vec<&String> =
            self.known.relations.parties().filter(|to| **to != power).collect();
        if let (Some(to), true) = (self.luck.pick(&others), self.luck.percent(60)) {
            let word = quoted(&self.letter());
            let _ = writeln!(self.text, "letters: [{{to: {to}, text: {word}}}]");
        }
    }

    /// A sentence or two to another court.
    fn letter(&mut self) -> String {
        let words = [0, 1].map(|_| *self.luck.pick(LETTERS).expect("there are letters"));
        let place = self.book.atlas.name(self.somewhere());
        let own: Vec<String> =
            self.known.own().filter_map(Force::commander).map(str::to_owned).collect();
        let leader = self.luck.pick(&own).map_or("my best general", String::as_str);
        words.join(" ").replace("{place}", &place).replace("{leader}", leader)
    }

    /// One entry of a force: for which markers, and the steps.
    fn entry(&mut self, force: &Force, nth: usize) -> Option<String> {
        if force.units.is_empty() && force.leaders.is_empty() || force.reserve.is_some() {
            return None;
        }
        let head = match force.commander() {
            Some(leader) => format!("leader: {}", quoted(leader)),
            None => format!("force: {}", quoted(&self.name(force)?)),
        };
        let mut text = format!("  - {head}\n");
        if self.luck.percent(20) {
            let marker = 1 + self.luck.below(4);
            let on = ["land 1, land 2", "last", &format!("land {marker}")][self.luck.below(3)]
                .to_owned();
            let _ = writeln!(text, "    on: [{on}]");
        }
        if self.luck.percent(10) {
            let _ = writeln!(text, "    if: {}", self.condition());
        }
        let left = self.hand();
        if let (true, Some(card)) = (nth == 2, self.luck.pick(&left)) {
            let _ = writeln!(text, "    card: {card}");
        }
        text += "    steps:\n";
        for step in self.steps(force) {
            let _ = writeln!(text, "      - {step}");
        }
        Some(text)
    }

    /// What a special rule of the scenario gives: an army marker.
    fn favours(&mut self) {
        let power = self.known.power.clone();
        let own: Vec<&Force> = self.known.own().collect();
        let rules = self.book.scenario.special.clone();
        let led: Vec<String> =
            own.iter().filter_map(|force| Some(force.commander()?.to_owned())).collect();
        if rules.iter().any(|rule| rule.new_army.as_ref().is_some_and(|one| one.power == power))
            && !led.is_empty()
        {
            let leader = &led[self.luck.below(led.len())];
            let _ = writeln!(self.text, "new army: {{leader: \"{leader}\"}}");
        }
    }

    /// The cards that are left in the hand.
    fn hand(&self) -> Vec<String> {
        self.known.hand(self.book)
    }

    /// What a force is called that nobody leads.
    fn name(&self, force: &Force) -> Option<String> {
        let place = self.book.atlas.number(force.at);
        let name = force.name(&self.book.atlas, &self.book.units);
        let kind = name.split(" at ").next()?;
        let known = ["detachment", "corps", "train", "depot", "engineers"];
        known.contains(&kind).then(|| format!("{kind} at {place}"))
    }

    /// A subordinate who is sent off on his own.
    fn subordinates(&mut self, force: &Force) -> Option<String> {
        let subordinates: Vec<String> = force.leaders.iter().skip(1).cloned().collect();
        let leader = self.luck.pick(&subordinates).cloned().filter(|_| self.luck.percent(40))?;
        let unit = self.unit(force)?;
        let engineer = if force.engineers > 0 { ", engineer: 1" } else { "" };
        let (who, from) = (quoted(&leader), quoted(force.commander()?));
        let mut text = format!(
            "  - leader: {who}\n    steps:\n      - detach: {{leader: {who}, from: {from}, units: [{unit}]{engineer}}}\n"
        );
        for step in self.moves(force) {
            let _ = writeln!(text, "      - {step}");
        }
        Some(text)
    }

    /// Over the sea to another harbour of his side, where the scenario allows it.
    fn over_the_sea(&mut self, force: &Force) -> Option<String> {
        let side = self.known.bloc(&self.known.power);
        Lift::of(self.book, side)?;
        let atlas = &self.book.atlas;
        let ours = |at: Space| {
            let holder = self.known.holder(self.book, at);
            holder.is_some_and(|power| self.known.bloc(power) == side)
        };
        let open = |at: &Space| self.playable(*at) && ours(*at) && !self.known.enemy_at(*at);
        let harbours: Vec<Space> =
            atlas.towns().filter(|(_, town)| town.harbour).map(|(at, _)| at).filter(open).collect();
        let stands = harbours.contains(&force.at) && force.steps() <= 6;
        let to = self.luck.pick(&harbours).copied().filter(|to| *to != force.at && stands)?;
        let head = match force.commander() {
            Some(leader) => format!("leader: {}", quoted(leader)),
            None => format!("force: {}", quoted(&self.name(force)?)),
        };
        Some(format!("  - {head}\n    steps:\n      - transport: {}\n", atlas.number(to)))
    }

    fn unit(&mut self, force: &Force) -> Option<String> {
        let units: Vec<&Unit> = force.units.iter().collect();
        self.luck.pick(&units).map(|unit| quoted(&self.book.units.write(unit)))
    }

    /// What a force does: it puts itself in order, moves, and does something where it comes to.
    fn steps(&mut self, force: &Force) -> Vec<String> {
        let mut steps = vec![];
        if force.demoralized {
            steps.push("rally: {attempts: up to 2, else: go on}".to_owned());
        }
        if force.siege.is_some() && self.luck.percent(70) {
            steps.push(self.siege());
        }
        if self.luck.percent(40) {
            steps.extend(self.rearrange(force));
        }
        steps.extend(self.moves(force));
        if self.luck.percent(40) {
            steps.extend(self.rearrange(force));
        }
        if self.luck.percent(50) {
            steps.extend(self.moves(force));
        }
        steps
    }

    fn siege(&mut self) -> String {
        let (attempts, keep) = (1 + self.luck.below(3), self.luck.below(3));
        let condition = self.maybe(20, "if");
        format!("siege: {{attempts: up to {attempts}, keep mp: {keep}, else: go on{condition}}}")
    }

    /// `, key: CONDITION`, now and then.
    fn maybe(&mut self, chance: usize, key: &str) -> String {
        let yes = self.luck.percent(chance);
        if yes { format!(", {key}: {}", self.condition()) } else { String::new() }
    }

    fn condition(&mut self) -> String {
        let text = *self.luck.pick(CONDITIONS).expect("there are conditions");
        let place = self.book.atlas.number(self.somewhere());
        let leaders = |list: Vec<&str>| list.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let own = leaders(self.known.own().filter_map(Force::commander).collect());
        let enemy = leaders(self.known.theirs.iter().filter_map(|s| s.leader.as_deref()).collect());
        let plain = |names: Vec<String>| -> Vec<String> {
            names.into_iter().filter(|name| name.chars().all(char::is_alphabetic)).collect()
        };
        let (own, enemy) = (plain(own), plain(enemy));
        let (Some(own), Some(enemy)) = (self.luck.pick(&own), self.luck.pick(&enemy)) else {
            return "always".to_owned();
        };
        let text = match self.rare && self.luck.percent(35) {
            true => self.luck.pick(rare::CONDITIONS).expect("there are conditions"),
            false => text,
        };
        text.replace("{place}", &place).replace("{own}", own).replace("{enemy}", enemy)
    }

    /// A place worth naming: where somebody stands.
    fn somewhere(&mut self) -> Space {
        let ours = self.known.ours.values().map(|force| force.at);
        let all: Vec<Space> = ours.chain(self.known.theirs.iter().map(|stack| stack.at)).collect();
        let all: Vec<Space> = all.into_iter().filter(|at| self.playable(*at)).collect();
        self.luck.pick(&all).copied().unwrap_or_default()
    }

    fn playable(&self, at: Space) -> bool {
        let atlas = &self.book.atlas;
        !atlas.is_box(at) && atlas.hex(at).terrain.is_land() && self.book.scenario.in_play(at)
    }

    /// Toward the enemy as a rule, to a neighbouring hex else.
    fn moves(&mut self, force: &Force) -> Vec<String> {
        let atlas = &self.book.atlas;
        let number = |at| atlas.number(at);
        let distance = |at: &Space| atlas.distance(force.at, *at);
        let mut enemies: Vec<(Space, Option<String>)> =
            self.known.theirs.iter().map(|stack| (stack.at, stack.leader.clone())).collect();
        enemies.retain(|(at, _)| self.playable(*at));
        enemies.sort_by_key(|(at, _)| (distance(at), *at));
        enemies.truncate(3);
        let mut walls: Vec<Space> = atlas
            .towns()
            .map(|(at, _)| at)
            .filter(|at| self.known.fortress(self.book, *at) > 0 && self.playable(*at))
            .filter(|at| {
                self.known.holder(self.book, *at).is_some_and(|one| self.known.is_foe(one))
            })
            .collect();
        walls.sort_by_key(|at| (distance(at), *at));
        walls.truncate(2);
        let way = self.luck.below(100);
        if way < 50
            && let Some((at, leader)) = self.luck.pick(&enemies).cloned()
        {
            let whom = leader.filter(|_| self.luck.percent(50));
            let target = whom.map_or_else(|| number(at), |leader| quoted(&leader));
            let mut steps = vec![self.attack(force, &target)];
            if self.luck.percent(15) {
                steps.push("pursue: {whom: ".to_owned() + &self.quarry() + ", else: go on}");
            }
            return steps;
        }
        if way < 80
            && let Some(at) = self.luck.pick(&walls).copied()
        {
            let mut steps = vec![self.attack(force, &number(at)), self.siege()];
            if let (true, Some(unit)) = (self.luck.percent(15), self.unit(force)) {
                steps.push(format!("drop: {{screen: [{unit}], else: go on}}"));
                steps.push(format!("screen: {{siege: {}, else: go on}}", self.condition()));
            }
            let with = ["train", "depot", "step of infantry", "step of detachment"];
            let with = with[self.luck.below(4)];
            steps.push(format!("reactivate: {{with: {with}, if: taken, else: go on}}"));
            return steps;
        }
        let mut near: Vec<Space> = atlas.around(force.at);
        near.extend(near.clone().into_iter().flat_map(|at| atlas.around(at)));
        near.retain(|at| self.playable(*at) && !self.known.enemy_at(*at));
        let Some(to) = self.luck.pick(&near).copied().map(number) else { return vec![] };
        let how = if self.luck.percent(15) { ", extended: yes" } else { "" };
        let alone = if self.luck.percent(5) { ", alone: yes" } else { "" };
        vec![format!("march: {{to: [{to}], else: go on{how}{alone}}}")]
    }

    fn quarry(&mut self) -> String {
        let names: Vec<&String> =
            self.known.theirs.iter().filter_map(|stack| stack.leader.as_ref()).collect();
        self.luck.pick(&names).map_or("Melas".to_owned(), |name| quoted(name))
    }

    fn attack(&mut self, force: &Force, target: &str) -> String {
        let mut more = self.maybe(15, "if");
        if let (true, Some(unit)) = (self.luck.percent(20), self.unit(force)) {
            let _ = write!(more, ", lead: {unit}");
        }
        if let Some(name) = force.leaders.get(1).filter(|_| self.luck.percent(30)) {
            let _ = write!(more, ", subordinate: {}", quoted(name));
        }
        if self.luck.percent(20) {
            more += [", after: hold", ", after: go on", ", overrun: no"][self.luck.below(3)];
        }
        format!("attack: {{at: {target}, else: go on{more}}}")
    }

    /// Joins, parts and leaves things behind.
    fn rearrange(&mut self, force: &Force) -> Option<String> {
        if self.rare
            && self.luck.percent(35)
            && let Some(step) = self.rare_step(force)
        {
            return Some(step);
        }
        let near: Vec<&Force> = self
            .known
            .own()
            .filter(|other| other.id != force.id && other.reserve.is_none())
            .filter(|other| self.book.atlas.distance(other.at, force.at) <= 1)
            .collect();
        let other = self.luck.pick(&near).copied();
        let name = other.and_then(|other| match other.commander() {
            Some(leader) => Some(leader.to_owned()),
            None => self.name(other),
        });
        let unit = self.unit(force);
        let word = match (self.luck.below(10), name, unit) {
            (0, Some(name), _) => format!("absorb: {{force: {}", quoted(&name)),
            (1, Some(name), _) => format!("integrate: {{force: {}, leader: pool", quoted(&name)),
            (2, Some(name), _) => format!("merge: {{into: {}", quoted(&name)),
            (3, Some(name), _) if force.army.is_some() => {
                format!("army: {{beside: {}", quoted(&name))
            }
            (4, Some(name), _) if force.army.is_some() => {
                format!("group: {{with: {}", quoted(&name))
            }
            (5, _, Some(unit)) => format!("drop: {{units: [{unit}]"),
            (6, _, Some(unit)) => format!("detachment: {{of: {unit}"),
            (7, _, _) => "drop: {units: [depot]".to_owned(),
            (8, _, _) => "take: {what: depot".to_owned(),
            (9, _, _) if force.trains > 0 => "drop: {units: [train]".to_owned(),
            _ => return None,
        };
        Some(word + ", else: go on}")
    }

    fn reactions(&mut self) {
        let own: Vec<String> =
            self.known.own().filter_map(Force::commander).map(str::to_owned).collect();
        let some: Vec<String> = own.into_iter().filter(|_| self.luck.percent(40)).collect();
        self.text += "reactions:\n";
        for who in some.iter().map(String::as_str).chain(["any"]) {
            let mut text = format!("  - who: {}\n", quoted(who));
            for nth in 0..21 {
                if self.luck.percent(35) {
                    let _ = writeln!(text, "    {}", self.reaction(nth));
                }
            }
            if self.rare {
                text += &self.rare_reactions();
            }
            self.text += &text;
        }
    }

    fn reaction(&mut self, nth: usize) -> String {
        let when = format!("{{if: {}}}", self.condition());
        let picks = |luck: &mut Luck| {
            let two = [0, 1].map(|_| *luck.pick(PICKS).expect("there are picks"));
            format!("[{}]", two.join(", "))
        };
        let place = self.book.atlas.number(self.somewhere());
        match nth {
            0 => format!("intercept: {when}"),
            1 => format!("avoid battle: {{if: {}, toward: supply}}", self.condition()),
            2 => {
                let what = ["stay inside", "withdraw inside", "stand"][self.luck.below(3)];
                format!("entered: {{{what}: {when}}}")
            }
            3 => {
                let what = ["stop", "fight", "go round"][self.luck.below(3)];
                format!("met: {{{what}: {when}}}")
            }
            4 => format!("sound of the guns: {when}"),
            5 => format!("second round: {when}"),
            6 => format!("losses: {}", picks(&mut self.luck)),
            7 => format!("cavalry loss: {{pay: {when}}}"),
            8 => format!("lead: {}", self.luck.pick(PICKS).expect("there are picks")),
            9 => "subordinate: none".to_owned(),
            10 => format!("pursuit: {}", picks(&mut self.luck)),
            11 => {
                let toward = [place.as_str(), "supply"][self.luck.below(2)];
                let hexes = 1 + self.luck.below(2);
                let never = ["contact area", "enemy zone", "river"][self.luck.below(3)];
                format!("retreat: {{toward: {toward}, hexes: {hexes}, never into: [{never}]}}")
            }
            12 => format!("risk: [{}]", ["youngest", "eldest"][self.luck.below(2)]),
            13 => format!("morale: {}", ["higher", "lower"][self.luck.below(2)]),
            14 => format!(
                "attrition: {{national bonus: {when}, spend supply: {when}, losses: {}}}",
                picks(&mut self.luck)
            ),
            15 => format!("dismiss after defeat: {when}"),
            16 => {
                let losses = ["fortress points, steps", "steps"][self.luck.below(2)];
                format!("besieged: {{losses: [{losses}]}}")
            }
            17 => format!("successor: {when}"),
            18 => format!("screen: {{siege: {when}}}"),
            19 => self.sea_reaction(),
            _ => "assault lead: best infantry".to_owned(),
        }
    }
}

/// A name as YAML reads it in any place.
fn quoted(name: &str) -> String {
    serde_json::to_string(name).expect("a string is JSON")
}
