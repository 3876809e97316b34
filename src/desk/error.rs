//! Why the desk refuses or cannot go on, in sentences that fit after "failed:".

use checker::CheckError;
use mail::compose::ComposeError;
use mail::source::SourceError;
use report::TemplateError;
use report::map::MapError;
use rules::BookError;
use rules::scenario::PageFault;
use std::path::{Path, PathBuf};
use store::StoreError;

/// Why something was not done. Whatever it was, nothing was half done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeskError {
    #[error(
        "no campaign found in {} or above it; go to its folder, name it with --campaign DIR, \
         or make one with `umpire new`",
        from.display()
    )]
    NoCampaign { from: PathBuf },

    #[error(
        "the campaign in {0} belongs to another user, so it is used only if you name it: \
         --campaign {0}",
        folder.display()
    )]
    Foreign { folder: PathBuf },

    #[error("{} already exists and is not empty; choose another folder", folder.display())]
    NotEmpty { folder: PathBuf },

    #[error("the campaign has no power called `{written}`; there are {known}")]
    NoPower { written: String, known: String },

    #[error(
        "there are decisions that nobody has made{questions}\n\n\
             send a sheet that says so, or run `umpire start --defaults`"
    )]
    OpenQuestions { questions: String },

    #[error("{} cannot be written or read: {source}", path.display())]
    File {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },

    #[error("another umpire command is taking in sheets; try again when it is done")]
    IntakeBusy,

    #[error("the campaign has ended; `umpire archive list` shows its seasons")]
    Ended,

    #[error("the scenario in {} has {}{}", folder.display(), counted(faults), listed(folder, faults))]
    Scenario { folder: PathBuf, faults: Vec<PageFault> },

    /// What is wrong, and what to do about it where that does not follow by itself.
    #[error("{what}{}", hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default())]
    Refused { what: String, hint: Option<String> },

    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    Template(#[from] TemplateError),
    #[error("the map cannot be drawn: {0}")]
    Map(#[from] MapError),
    #[error(transparent)]
    Compose(#[from] ComposeError),
    #[error(transparent)]
    Source(#[from] SourceError),
}

impl From<CheckError> for DeskError {
    fn from(error: CheckError) -> DeskError {
        match error {
            CheckError::Refused { what, hint } => DeskError::Refused { what, hint },
            CheckError::Book(error) => error.into(),
            CheckError::Template(error) => error.into(),
            CheckError::Map(error) => error.into(),
        }
    }
}

impl DeskError {
    /// Names the file that an operation on it failed for.
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> DeskError {
        let path = path.to_owned();
        |source| DeskError::File { path, source }
    }

    /// Whether trying again will not help: there is no campaign, or it has ended.
    pub fn is_lasting(&self) -> bool {
        matches!(self, DeskError::NoCampaign { .. } | DeskError::Ended)
    }

    /// Whether it comes from the environment (disk, network, another command) and not from the mail,
    /// so that every other mail would fail too.
    pub(crate) fn is_environment_error(&self) -> bool {
        match self {
            DeskError::Store(error) => !matches!(
                error,
                StoreError::MessageIdTaken { .. }
                    | StoreError::NotFound { .. }
                    | StoreError::Status { .. }
            ),
            DeskError::File { .. } | DeskError::IntakeBusy | DeskError::Source(_) => true,
            DeskError::NoCampaign { .. }
            | DeskError::Foreign { .. }
            | DeskError::NotEmpty { .. }
            | DeskError::NoPower { .. }
            | DeskError::OpenQuestions { .. }
            | DeskError::Ended
            | DeskError::Scenario { .. }
            | DeskError::Refused { .. }
            | DeskError::Book(_)
            | DeskError::Template(_)
            | DeskError::Map(_)
            | DeskError::Compose(_) => false,
        }
    }

    /// Refuses: says what is wrong.
    pub fn refused(what: impl Into<String>) -> DeskError {
        DeskError::Refused { what: what.into(), hint: None }
    }

    /// Adds to a refusal what to do about it.
    pub fn hint(mut self, text: impl Into<String>) -> DeskError {
        if let DeskError::Refused { hint, .. } = &mut self {
            *hint = Some(text.into());
        }
        self
    }
}

fn counted(faults: &[PageFault]) -> String {
    if faults.len() == 1 { "a fault".to_owned() } else { format!("{} faults", faults.len()) }
}

/// Each fault below its page, line and column.
fn listed(folder: &Path, faults: &[PageFault]) -> String {
    let one = |fault: &PageFault| {
        let page = folder.join(&fault.page);
        format!("\n\n{}:{}:{}\n{}", page.display(), fault.line, fault.column, fault.text)
    };
    faults.iter().map(one).collect::<String>()
        + "\n\nnothing was made; mend the pages and try again"
}
