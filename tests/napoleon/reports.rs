//! Reports and forms as a player gets them, at each kind of stop, with always the same dice.
//! `UPDATE_EXPECT=1` rewrites them; read the diff.

use super::root;
use super::seam::ByMail;
use expect_test::expect_file;
use serde_json::json;

/// The sheets of a campaign turn: two moves, a battle by hand, the rest by doctrine.
const SHEETS: [&str; 5] = [
    "moves:\n- {who: [Augereau, Kilmaine, La Harpe, Maynier], to: Turin}\n- {who: [Napoleon, Serurier, \
     Macquard, Garnier, Stengel], to: Savona}\nbattles: [Turin, Savona]\n",
    "insights: [Sweep]\nplace: {approach: [Serurier line, Macquard column, Garnier column], reserve: \
     [Stengel column]}\n",
    "try: []\nplans: [{engage: Garnier}]\nacts: [{fire: {who: Serurier, if: range <= 1}}, {march: \
     Macquard}, {stand: Stengel}]\n",
    "plans: [{volley: Serurier}]\nacts: [{play: Serurier}, {march: any in column}]\nask: [after the \
     battles]\ndoctrine: [{acts: [{fire: any in line}, {march: any in column}]}]\n",
    "resupply: [{buy: garrison}, {keep: 2}]\n",
];

/// The pages of the turn with these dice: each with the kind of its stop; nothing, if the turn goes
/// another way than the sheets are for.
fn pages(templates: &report::Templates, seed: u8) -> Option<Vec<(String, String)>> {
    let mut by_mail = ByMail::begun("italy-1796", &[], seed);
    let mut pages = vec![];
    for sheet in [""].into_iter().chain(SHEETS) {
        if !sheet.is_empty() {
            // Of one of the plans nothing comes, as the report says.
            let is_sound = by_mail.faults(sheet).0.iter().all(|code| *code == "idle-plan");
            if by_mail.over || !is_sound {
                return None;
            }
            by_mail.play(sheet);
        }
        let around = report::Around {
            campaign: "italy".to_owned(),
            post: Some(json!({
                "next": by_mail.at.season.name, "title": by_mail.at.season.asks.title,
                "asked": true, "left": "No deadline is set.", "hours": null, "replaced": null,
            })),
            ..report::Around::default()
        };
        let view = by_mail.game.view(by_mail.known()).unwrap();
        let page = templates.print("napoleon/report.txt", &around.with(view)).unwrap();
        let form = by_mail.game.form(by_mail.known(), "italy", None).unwrap();
        let name = by_mail.at.season.asks.kind.replace(' ', "-");
        pages.push((name, format!("{page}\n{}\n{form}", "=".repeat(72))));
    }
    let kinds: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    let stops = ["moves", "deploy", "battle-turn", "battle-turn", "after-the-battles", "moves"];
    (!by_mail.over && kinds == stops).then_some(pages)
}

#[test]
fn a_campaign_turn_as_it_is_mailed() {
    let templates = report::Templates::new(&Default::default()).unwrap();
    let pages = (0..=u8::MAX).find_map(|seed| pages(&templates, seed)).unwrap();
    for (number, (name, page)) in pages.iter().enumerate() {
        expect_file![root::root().join(format!("tests/napoleon/reports/{number}-{name}.txt"))]
            .assert_eq(page);
    }
}
