//! The words of a subject: what a mail without a sheet is about.
//!
//! Not here: the answers (`asked.rs`, `letters.rs`).

/// A subject without `Re:` and without what stands in brackets before it.
pub fn bare(subject: &str) -> &str {
    let mut words = subject.trim();
    loop {
        let bracketed = words.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let rest = match bracketed {
            Some((_, rest)) => rest,
            None => match words.split_once(':') {
                Some((begin, rest)) if is_answer(begin) => rest,
                _ => return words.trim_end_matches(['.', '!', '?', ' ']),
            },
        };
        words = rest.trim_start();
    }
}

fn is_answer(begin: &str) -> bool {
    ["re", "aw", "sv", "antw", "ré", "rép"].contains(&begin.trim().to_lowercase().as_str())
}

/// Whether a subject challenges a result.
pub fn is_challenge(subject: &str) -> bool {
    let lower = bare(subject).to_lowercase();
    lower.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == "challenge")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_bared() {
        for (subject, words) in [
            ("Re: [Italy] report", "report"),
            ("[abc] Re: RE:form?", "form"),
            ("a: b", "a: b"),
            ("Re:[x", "[x"),
            ("", ""),
            ("Réé: x", "Réé: x"),
        ] {
            assert_eq!(bare(subject), words);
        }
        assert!(is_challenge("Re: I challenge the battle of Novi"));
        assert!(!is_challenge("Challenger"));
    }
}
