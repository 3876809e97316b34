use std::fs;
use tempfile::TempDir;
use umpire::desk::campaign::{NewGame, create};
use umpire::desk::{Access, Clock, Desk};
use umpire::kit::proof;
use umpire::store::Store;

#[test]
fn search() {
    for n in 1..80 {
        let home = TempDir::new().unwrap();
        let folder = home.path().join("g");
        let secret = if n == 1 { "umpire demo".to_owned() } else { format!("umpire demo {n}") };
        create(&NewGame {
            folder: folder.clone(),
            scenario: "nations/marengo-1800".into(),
            name: Some("marengo-1800".into()),
            options: vec![],
            secret: Some(proof::hex(&proof::sha256(secret.as_bytes()))),
            clock: Clock::Wall,
        })
        .unwrap();
        let settings = fs::read_to_string(folder.join("umpire.yaml")).unwrap();
        fs::write(folder.join("umpire.yaml"), settings + "\nreport: {png: false}\n").unwrap();
        let mut desk = Desk::open(Some(&folder), Access::Write).unwrap();
        for power in ["france", "austria", "britain"] {
            let _ = desk.add_player(power, &format!("{power}@post.example"), &[power.into()], None);
        }
        let sheets = ["austria", "britain", "france"]
            .map(|p| std::path::PathBuf::from(format!("orders/nations/marengo-1800/{p}.yaml")));
        desk.intake(sheets.to_vec()).unwrap();
        desk.start(true).unwrap();
        let resolved = desk.resolve().unwrap();
        drop(desk);
        let store = Store::open(&folder.join("campaign.db")).unwrap();
        let season = store.current_season().unwrap();
        let ledger = store.ledger(season.id).unwrap().join("\n");
        let events = store.events(season.id).unwrap();
        let keys = ["NIA §8.2.3/Bonaparte/W3533/lead/1", "NIA §8.2.4/Melas/W3533/1"];
        let has: Vec<bool> = keys.iter().map(|k| ledger.contains(k)).collect();
        let battles = events.iter().filter(|e| e.contains("battle")).count();
        let fights: Vec<String> = ledger
            .split("NIA §8.2.4/")
            .skip(1)
            .map(|s| s.split('"').next().unwrap().to_owned())
            .collect();
        let markers = events.iter().filter(|e| e.starts_with("{\"marker-drawn\"")).count();
        println!(
            "S {n} {has:?} events {} battles {battles} markers {markers} questions {} {fights:?}",
            events.len(),
            resolved.questions.len()
        );
    }
}
