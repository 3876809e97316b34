//! A power's report, or the newspaper, as pages: what is known, laid out once and printed as text and
//! as HTML.
//!
//! Everything on a page comes from what the power knows, but for what the umpire says to it and
//! what every player is told: the campaign's name, the proof, the deadline.
//!
//! Not here: mails (`notices.rs`) and files (`publish.rs`).

use crate::post::outgoing::Attachment;
use crate::post::picture::battle_place;
use crate::{DeskError, referee, slug};
use mail::html;
use report::{Around, Templates, map};
use rules::Game;
use serde_json::{Value as Json, json};
use store::{CampaignRow, ReportRow};

/// Where the picture of the map is found in a mail, and in the pages that are kept.
pub(crate) const PICTURE: &str = "map";

/// Where a page of a mail has it.
pub(crate) fn picture() -> String {
    format!("cid:{PICTURE}")
}

/// A report or a newspaper, ready to be printed.
pub(crate) struct ReportPage {
    /// The name of its templates without their ending.
    template: String,
    view: Json,
}

/// What stands around a report of the opening position.
pub(crate) fn opening() -> Around {
    Around { orders_from: "the set-up".to_owned(), ..Around::default() }
}

/// Lays out a power's report: its view, with what stands around it.
pub(crate) fn lay(
    around: Around,
    campaign: &CampaignRow,
    game: &dyn Game,
    known: &str,
) -> Result<ReportPage, DeskError> {
    let view = with_map(around, campaign, game, known)?.with(game.view(known)?);
    Ok(ReportPage { template: format!("{}/report", campaign.rules), view })
}

/// Lays out an issue of the newspaper from what everybody knows.
pub(crate) fn lay_newspaper(
    around: Around,
    campaign: &CampaignRow,
    game: &dyn Game,
    (number, known): (u32, &str),
) -> Result<ReportPage, DeskError> {
    let mut issue = json!(game.newspaper(known)?);
    issue["number"] = json!(number);
    let view = with_map(around, campaign, game, known)?.with(issue);
    Ok(ReportPage { template: "parts/newspaper".to_owned(), view })
}

/// What stands around a page, with the campaign's name and the map, if the game has one.
fn with_map(
    around: Around,
    campaign: &CampaignRow,
    game: &dyn Game,
    known: &str,
) -> Result<Around, DeskError> {
    let mut around = Around { campaign: campaign.name.clone(), ..around };
    if referee(&campaign.rules)?.draws() {
        around.map_told = map::beside(&game.chart(known)?).lines().map(str::to_owned).collect();
        around.map_src = picture();
    }
    Ok(around)
}

impl ReportPage {
    /// The page as plain text at 72 columns.
    pub fn text(&self, templates: &Templates) -> Result<String, DeskError> {
        Ok(templates.print(&format!("{}.txt", self.template), &self.view)?)
    }

    /// The same as a page of its own, with its picture where a mail has it; none if its rule
    /// system has no such template, and a mail makes its HTML from the text.
    pub fn template_html(&self, templates: &Templates) -> Result<Option<String>, DeskError> {
        let template = format!("{}.html", self.template);
        if !templates.has(&template) {
            return Ok(None);
        }
        Ok(Some(templates.print_html(&template, &self.view)?))
    }

    /// The same, made from the text if no template is called.
    pub fn html(&self, templates: &Templates) -> Result<String, DeskError> {
        let html = self.template_html(templates)?;
        html.map_or_else(|| Ok(html::from_text("A report", &self.text(templates)?)), Ok)
    }

    /// The first report of a power as a file that goes with a mail; its picture is in the mail.
    pub fn attachment(
        mut self,
        templates: &Templates,
        power: &str,
    ) -> Result<Attachment, DeskError> {
        self.view["map_src"] = json!("");
        let bytes = self.html(templates)?.into_bytes();
        let name = format!("first-report-{}.html", slug(power));
        Ok(Attachment { name, kind: "text/html", bytes, inline: None })
    }

    /// The rows under which it is kept.
    pub fn rows(&self, templates: &Templates, power: &str) -> Result<Vec<ReportRow>, DeskError> {
        let row = |format: &str, body: String| ReportRow {
            power: power.to_owned(),
            format: format.to_owned(),
            name: format!("report.{format}"),
            body: body.into_bytes(),
        };
        Ok(vec![row("txt", self.text(templates)?), row("html", self.html(templates)?)])
    }
}

/// The page as it lies in a folder, with its pictures beside it: that of the map, and those of battles,
/// which are called after it.
pub(crate) fn beside(html: &str, picture: &str) -> String {
    let mut page = html.replace(&format!("src=\"cid:{PICTURE}\""), &format!("src=\"{picture}\""));
    let Some((stem, ending)) = picture.rsplit_once('.') else { return page };
    for place in battles_in(html) {
        let there = format!("src=\"{stem}-{place}.{ending}\"");
        page = page.replace(&format!("src=\"cid:{place}\""), &there);
    }
    page
}

/// Where a page of a mail has its pictures of battles.
pub(crate) fn battles_in(html: &str) -> impl Iterator<Item = String> {
    let shows = |place: &String| html.contains(&format!("src=\"cid:{place}\""));
    (1..).map(battle_place).take_while(shows)
}
