//! Says whether this program carries the checkers for browsers: `UMPIRE_WEB` names the folder in which
//! `src/web/build.sh` put them.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(web)");
    println!("cargo::rerun-if-env-changed=UMPIRE_WEB");
    if let Some(folder) = std::env::var("UMPIRE_WEB").ok().filter(|folder| !folder.is_empty()) {
        println!("cargo::rerun-if-changed={folder}");
        println!("cargo::rustc-cfg=web");
    }
}
