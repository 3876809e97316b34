//! What a campaign that is over leaves to the next in a row.

use crate::proof::proven::Verdict;
use crate::{Access, Desk, DeskError};
use rules::linked::Carried;
use std::path::Path;

/// Reads what a campaign leaves to a new one of the same rule system; its record is verified first.
pub(crate) fn carried(folder: &Path, rules: &str) -> Result<Carried, DeskError> {
    let desk = Desk::open(Some(folder), Access::Read)?;
    let campaign = desk.store.campaign()?;
    let name = &campaign.name;
    let refused = |why: &str| DeskError::refused(format!("no campaign can follow {name}: {why}"));
    if campaign.rules != rules {
        return Err(refused(&format!("it is played by {}, not by {rules}", campaign.rules)));
    }
    let Some(last) = desk.store.newest_published()? else {
        return Err(refused("nothing of it has been published"));
    };
    let (Some(played), Some(digest)) = (desk.store.draft(last.id)?, last.digest.clone()) else {
        return Err(refused(&format!("the record of {} is missing", last.name)));
    };
    if !played.over {
        return Err(refused(&format!("it is not over; {} was played last", last.name)));
    }
    if desk.verify(None, &mut |_, _| {})?.verdict() == Verdict::Fault {
        return Err(refused("its verification failed; `umpire verify` there says where"));
    }
    let left = desk.game(&last)?.legacy(&played.state)?;
    let log = left.map_err(|why| refused(&why))?;
    Ok(Carried { after: name.clone(), digest, log })
}
