//! Why a sheet cannot be checked, in sentences that fit after "failed:".

use play::BookError;
use report::TemplateError;
use report::map::MapError;

/// Why something cannot be checked or shown.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// What is wrong, and what to do about it where that does not follow by itself.
    #[error("{what}{}", hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default())]
    Refused { what: String, hint: Option<String> },

    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    Template(#[from] TemplateError),
    #[error("the map cannot be drawn: {0}")]
    Map(#[from] MapError),
}

impl CheckError {
    /// Refuses: says what is wrong.
    pub fn refused(what: impl Into<String>) -> CheckError {
        CheckError::Refused { what: what.into(), hint: None }
    }

    /// Adds to a refusal what to do about it.
    pub fn hint(mut self, text: impl Into<String>) -> CheckError {
        if let CheckError::Refused { hint, .. } = &mut self {
            *hint = Some(text.into());
        }
        self
    }
}
