//! Events of titles and of countries: what all courts hear.

use crate::book::countries::CountryStatus;
use kit::declared::Words;
use serde::{Deserialize, Serialize};

/// Who owns which land, and whom the minor countries follow (NIA §11.2.1, §13.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum CourtEvent {
    /// A province came to another owner, a power or a country (NIA §13.1).
    ProvinceTitled { province: String, owner: String, from: String },

    /// A minor country has another status (NIA §11.2.1).
    CountryTurned { country: String, status: CountryStatus, from: CountryStatus },
}
