//! Figures that sentences quote. A quote names one cell; it is checked when the config is read and looked up in the
//! results of any run, so a sentence never carries a number of its own.

use catalog::kinds::Unit;
use table::unknown;
use toml::Spanned;

use super::check::Check;
use super::config::{Config, Entries, PartSheet};
use super::plan::{Plan, PlannedPart};
use super::results::{At, Fit, PartResults, ResultCell, Results, Value};
use super::summary::fit;
use super::sweep::Template;
use crate::error::LabError;
use crate::stats::{Figure, independent_difference};

/// What stands before the name of a quote to mean the paper's figure of that cell.
const PAPER: &str = "paper:";
/// What stands before the name of a figure of the fit.
const FIT: &str = "fit:";

/// A quote as its author typed it.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct QuoteSheet {
    part: Spanned<String>,
    measure: String,
    #[serde(default)]
    at: Entries<Value>,
    /// Where the figure stands that is taken away.
    less: Option<Entries<Value>>,
    /// Whether the share of a gap is meant.
    #[serde(default)]
    share: bool,
}

/// A figure of the results that sentences may quote by its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Quote {
    /// What sentences call it.
    pub name: String,
    /// The part in whose tables it stands.
    pub part: String,
    measure: String,
    at: At,
    of: Of,
}

/// What is quoted of a cell.
#[derive(Clone, Debug, PartialEq)]
enum Of {
    Itself,
    /// What is left when the figure at this place is taken away.
    Less(At),
    /// How much it recovers of the gap along this axis.
    Share(String),
}

/// A figure as a sentence quotes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quoted {
    /// The figure; its ends are the value itself where there is no sampling error.
    pub figure: Figure,
    /// How it is written.
    pub unit: Unit,
    /// Whether it is a difference, so that per cents are points.
    pub difference: bool,
}

impl Quoted {
    fn exact(value: f64, unit: Unit) -> Quoted {
        Quoted { figure: Figure::symmetric(value, 0.0, 0), unit, difference: false }
    }

    fn of(cell: &ResultCell) -> Quoted {
        Quoted { figure: cell.figure, unit: cell.unit, difference: false }
    }

    /// The difference of two figures from deals of their own.
    fn difference(arm: &ResultCell, base: &ResultCell) -> Quoted {
        let figure = independent_difference(arm.figure, base.figure);
        Quoted { figure, unit: arm.unit, difference: true }
    }
}

impl Quote {
    /// The figure in these results, if its cell was played.
    fn find(&self, results: &Results) -> Option<Quoted> {
        let part = results.parts.iter().find(|part| part.name == self.part)?;
        let ours = |at: &At| cell(part, &self.measure, at);
        match &self.of {
            Of::Itself => ours(&self.at).map(Quoted::of),
            Of::Less(base) => {
                self.compared(part, base).or_else(|| Some(Quoted::difference(ours(&self.at)?, ours(base)?)))
            }
            Of::Share(axis) => self.recovered(part, axis),
        }
    }

    /// The paper's figure of its cell.
    fn paper(&self, results: &Results) -> Option<Quoted> {
        let part = results.parts.iter().find(|part| part.name == self.part)?;
        let cell = cell(part, &self.measure, &self.at)?;
        cell.published.or(cell.beside).map(|value| Quoted::exact(value, cell.unit))
    }

    /// The difference deal by deal, if both arms were compared.
    fn compared(&self, part: &PartResults, base: &At) -> Option<Quoted> {
        let found = part.compared.iter().find(|it| {
            it.measure == self.measure
                && same(&self.at, &it.at, &it.axis, &it.arm)
                && same(base, &it.at, &it.axis, &it.base)
        })?;
        Some(Quoted { figure: found.figure, unit: found.unit, difference: true })
    }

    fn recovered(&self, part: &PartResults, axis: &str) -> Option<Quoted> {
        let found = part.recovered.iter().find(|it| {
            it.measure == self.measure && it.axis == axis && same(&self.at, &it.at, axis, &it.arm)
        })?;
        Some(Quoted { figure: found.figure, unit: Unit::Percent, difference: false })
    }
}

fn cell<'a>(part: &'a PartResults, measure: &str, at: &At) -> Option<&'a ResultCell> {
    part.cells.iter().find(|cell| cell.measure == measure && cell.at == *at)
}

/// Whether a place is this one with a value on one axis more.
fn same(place: &At, others: &At, axis: &str, value: &Value) -> bool {
    place.iter().all(|(name, own)| {
        if name == axis { own == value } else { others.iter().any(|(other, at)| other == name && at == own) }
    })
}

/// Checks the quotes of a config.
pub(super) fn check_quotes(config: &Config) -> Result<Vec<Quote>, LabError> {
    config.sheet.quote.0.iter().map(|(name, sheet)| check_quote(config, name, sheet)).collect()
}

fn check_quote(
    config: &Config,
    name: &Spanned<String>,
    sheet: &Spanned<QuoteSheet>,
) -> Result<Quote, LabError> {
    let (span, sheet) = (sheet.span(), sheet.get_ref());
    check_name(config, name)?;
    let part = find_part(config, &sheet.part)?;
    let check = Check::new(config, config.sheet.seed, part)?;
    check.own_measure(&sheet.measure, span.clone())?;
    let at = check.pick(&sheet.at, span.clone())?;
    let refuse = |why: &str| Err(config.error(span.clone(), why));
    let of = match (&sheet.less, sheet.share) {
        (Some(_), true) => return refuse("a quote is a difference (`less`) or a `share` of a gap, not both"),
        (None, false) => Of::Itself,
        (None, true) => Of::Share(gap_axis(part, &sheet.measure, &at).ok_or_else(|| {
            config.error(span.clone(), "`share` needs a [[part.gap]] of this measure with this arm in it")
        })?),
        (Some(less), false) => {
            let base = check.pick(&over(&at, less), span.clone())?;
            if !compares(part, &sheet.measure, &at, &base) {
                return refuse(
                    "these two are played on the same deals, so their difference has to be taken deal by deal: add a \
                     [[part.compare]] of the measure with this base and this arm",
                );
            }
            Of::Less(base)
        }
    };
    Ok(Quote {
        name: name.get_ref().clone(),
        part: part.name.get_ref().clone(),
        measure: sheet.measure.clone(),
        at,
        of,
    })
}

fn check_name(config: &Config, name: &Spanned<String>) -> Result<(), LabError> {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    if !name.get_ref().is_empty() && name.get_ref().chars().all(good) {
        return Ok(());
    }
    let why = format!(
        "the quote `{}` should be called by small letters, digits, `_` and `-`",
        name.get_ref().escape_debug()
    );
    Err(config.error(name.span(), why))
}

fn find_part<'a>(config: &'a Config, name: &Spanned<String>) -> Result<&'a PartSheet, LabError> {
    let mut parts = config.sheet.part.iter();
    let known = config.sheet.part.iter().map(|part| part.name.get_ref().as_str());
    let found = parts.find(|part| part.name.get_ref() == name.get_ref());
    found.ok_or_else(|| config.error(name.span(), unknown("part", name.get_ref(), known)))
}

/// A place with some coordinates replaced.
fn over(at: &At, with: &Entries<Value>) -> Entries<Value> {
    let mut entries = with.clone();
    let kept = at.iter().filter(|(axis, _)| with.get(axis).is_none());
    entries.0.extend(kept.map(|(axis, value)| (Spanned::new(0..0, axis.clone()), value.clone())));
    entries
}

/// The axis of the gap that this arm lies in.
fn gap_axis(part: &PartSheet, measure: &str, at: &At) -> Option<String> {
    let within = |axis: &str, low: &Value, high: &Value, values: Option<&Vec<Value>>| {
        let (_, arm) = at.iter().find(|(name, _)| name == axis)?;
        let asked = arm != low && arm != high && values.is_none_or(|values| values.contains(arm));
        asked.then(|| axis.to_string())
    };
    let gaps = part.gap.iter().map(Spanned::get_ref);
    let mut own = gaps.filter(|gap| gap.measure.all().iter().any(|other| other == measure));
    own.find_map(|gap| within(&gap.axis, &gap.low, &gap.high, gap.values.as_ref()))
}

/// Whether the difference of these places can be told: they are compared, or were played on deals of their own.
fn compares(part: &PartSheet, measure: &str, at: &At, base: &At) -> bool {
    let differ: Vec<(&str, &Value, &Value)> = at
        .iter()
        .zip(base)
        .filter(|((_, arm), (_, base))| arm != base)
        .map(|((axis, arm), (_, base))| (axis.as_str(), arm, base))
        .collect();
    let asked = |axis: &str, arm: &Value, base: &Value| {
        part.compare.iter().map(Spanned::get_ref).any(|it| {
            it.axis == axis
                && it.base == *base
                && it.measure.all().iter().any(|other| other == measure)
                && it.values.as_ref().is_none_or(|values| values.contains(arm))
        })
    };
    match differ[..] {
        [(axis, arm, base)] if asked(axis, arm, base) => true,
        _ => differ.iter().any(|(axis, ..)| !part.shares_deals(axis)),
    }
}

/// What a name in a sentence means.
enum Meaning<'a> {
    Ours(&'a Quote),
    Paper(&'a Quote),
    /// Of one part or of all that play the stated reading, and of one measure or of all.
    Fit(Option<&'a str>, Option<&'a str>, OfFit),
}

/// One of the figures of a fit.
type OfFit = fn(&Fit) -> f64;

/// The figures of a fit by name.
const FITS: [(&str, OfFit); 5] = [
    ("rmse", |fit| fit.rmse),
    ("largest", |fit| fit.largest),
    ("bias", |fit| fit.bias),
    ("agree", |fit| fit.agree as f64),
    ("of", |fit| fit.of as f64),
];

impl Plan {
    /// The figure that a name stands for in these results: a quote, `paper:` and a quote, or `fit:` and a figure of
    /// the fit. Nothing if its cell was not played.
    ///
    /// # Errors
    /// A name that stands for nothing, with those that exist.
    pub fn quoted(&self, name: &str, results: &Results) -> Result<Option<Quoted>, LabError> {
        let meaning = meaning(&self.quotes, &self.parts, name);
        let meaning = meaning.ok_or_else(|| unknown("quote", name, names(&self.quotes)))?;
        Ok(match meaning {
            Meaning::Ours(quote) => quote.find(results),
            Meaning::Paper(quote) => quote.paper(results),
            Meaning::Fit(part, measure, of) => {
                let fit = match part {
                    Some(part) => fit_of(results, part, measure),
                    None => measure.map_or(results.fit, |measure| {
                        fit(results.cells().filter(|cell| cell.measure == measure))
                    }),
                };
                fit.map(|fit| Quoted::exact(of(&fit), Unit::Number))
            }
        })
    }

    /// The answer with these words in place of the figures it quotes, and how many those are.
    pub(crate) fn fill_answer(&self, word: impl Fn(&str) -> String) -> Option<(String, usize)> {
        let template = Template::of(self.answer.as_ref()?).expect("checked when the plan was made");
        Some((template.fill_with(word), template.names().count()))
    }

    /// The part that a quote is of; nothing for the fit of all parts.
    pub fn quoted_part(&self, name: &str) -> Option<&str> {
        match meaning(&self.quotes, &self.parts, name)? {
            Meaning::Ours(quote) | Meaning::Paper(quote) => Some(&quote.part),
            Meaning::Fit(part, ..) => part,
        }
    }
}

/// How near a part is to the paper, in all of its measures or in one.
fn fit_of(results: &Results, part: &str, measure: Option<&str>) -> Option<Fit> {
    let fits = results.parts.iter().find(|own| own.name == part)?.fits.as_ref()?;
    let own = |measure: &str| fits.each.iter().find(|(name, _)| name == measure).map(|(_, fit)| *fit);
    measure.map_or(Some(fits.all), own)
}

fn meaning<'a>(quotes: &'a [Quote], parts: &'a [PlannedPart], name: &str) -> Option<Meaning<'a>> {
    let find = |name: &str| quotes.iter().find(|quote| quote.name == name);
    if let Some(name) = name.strip_prefix(FIT) {
        return meaning_of_fit(parts, name);
    }
    match name.strip_prefix(PAPER) {
        Some(name) => find(name).map(Meaning::Paper),
        None => find(name).map(Meaning::Ours),
    }
}

/// `rmse`, `recall.rmse`, `literal.rmse` or `literal.recall.rmse`: of all, of a measure, of a part, of both.
fn meaning_of_fit<'a>(parts: &'a [PlannedPart], name: &str) -> Option<Meaning<'a>> {
    let (whose, name) = name.rsplit_once('.').map_or((None, name), |(whose, name)| (Some(whose), name));
    let of = FITS.iter().find(|(known, _)| *known == name).map(|(_, of)| *of)?;
    let Some(whose) = whose else { return Some(Meaning::Fit(None, None, of)) };
    let measure = |part: &'a PlannedPart, name: &str| part.measures.iter().find(|own| *own == name);
    if let Some(own) = parts.iter().find_map(|part| measure(part, whose)) {
        return Some(Meaning::Fit(None, Some(own), of));
    }
    let (part, of_part) = whose.split_once('.').map_or((whose, None), |(part, of)| (part, Some(of)));
    let part = parts.iter().find(|own| own.name == part && !own.published.is_empty())?;
    let measure = of_part.map(|name| measure(part, name).ok_or(())).transpose().ok()?;
    Some(Meaning::Fit(Some(&part.name), measure.map(String::as_str), of))
}

fn names(quotes: &[Quote]) -> impl Iterator<Item = String> {
    let fits = FITS.iter().map(|(name, _)| format!("{FIT}{name}"));
    quotes.iter().map(|quote| quote.name.clone()).chain(fits).collect::<Vec<_>>().into_iter()
}

/// Refuses an answer that quotes what does not exist.
pub(super) fn check_answer(config: &Config, quotes: &[Quote], parts: &[PlannedPart]) -> Result<(), LabError> {
    let Some(answer) = &config.sheet.answer else { return Ok(()) };
    let template = Template::find(config, answer)?;
    match template.names().find(|name| meaning(quotes, parts, name).is_none()) {
        None => Ok(()),
        Some(name) => {
            let why = unknown("quote", name, names(quotes));
            let copied = "; of a config that was copied in part, delete `answer`, too";
            let copied = if quotes.is_empty() { copied } else { "" };
            Err(config.error(answer.span(), format!("{why}{copied}")))
        }
    }
}
