//! Reads one part of a config with suspicion: what cannot be played or measured is refused before anything
//! runs, with the line, what is wrong and what would be right.

use std::collections::BTreeMap;
use std::ops::Range;

use catalog::kinds::CellSetting;
use games::{GameInfo, find_game};
use table::{Digest, MAX_SEATS, Spec, SpecError, derive_seed, unknown};

use super::arms::{Compare, Gap};
use super::config::{CompareSheet, Config, Entries, GapSheet, PartSheet, PublishedSheet, Words};
use super::kinds::{Job, ListedKind, kinds};
use super::plan::{MOST_GAMES, Options, PlannedCell, PlannedPart, Published};
use super::results::{At, Axis, PlotConfig, Value};
use super::sweep::{Template, combinations, describe};
use crate::error::LabError;
use crate::matches::MOST_IN_SERIES;
use toml::Spanned;

/// The axis that says how many sit at the table.
const PLAYERS: &str = "players";
/// What `games.parquet` calls its own columns.
pub(super) const COLUMNS: [&str; 4] = ["part", "cell", "unit", "seed"];

/// Works out one part: what the reports need of it, and the cells to play.
pub(super) fn check_part(
    config: &Config,
    options: &Options,
    seed: u64,
    index: usize,
    sheet: &PartSheet,
) -> Result<(PlannedPart, Vec<PlannedCell>), LabError> {
    let check = Check::new(config, seed, sheet)?;
    check.words()?;
    // The whole sweep is checked even if less of it is played.
    let all = combinations(&check.axes);
    let settings = all.iter().map(|at| check.setting(at)).collect::<Result<Vec<_>, _>>()?;
    let published = sheet.published.iter().map(|figure| check.published(figure)).collect::<Result<_, _>>()?;
    sheet.plot.iter().try_for_each(|plot| check.plot(plot))?;
    let compares = sheet.compare.iter().map(|compare| check.compare(compare)).collect::<Result<_, _>>()?;
    let gaps = sheet.gap.iter().map(|gap| check.gap(gap)).collect::<Result<_, _>>()?;
    let axes = check.narrowed(options)?;
    let games = check.games(options)?;
    let within = |at: &At| at.iter().zip(&axes).all(|((_, value), axis)| axis.values.contains(value));
    let kept = all.into_iter().zip(settings).filter(|(at, _)| within(at));
    let cells = kept.map(|(at, (setting, game))| check.cell(index, at, games, setting, game));
    let cells = cells.collect::<Result<Vec<_>, _>>()?;
    check.comparable(&cells)?;
    Ok((PlannedPart { compares, gaps, ..check.part(axes, published) }, cells))
}

/// One part while it is being checked.
pub(super) struct Check<'a> {
    config: &'a Config,
    seed: u64,
    sheet: &'a PartSheet,
    kind: &'static ListedKind,
    measures: Vec<String>,
    axes: Vec<Axis>,
    game: Template<'a>,
    seats: Vec<(Template<'a>, Range<usize>)>,
}

impl<'a> Check<'a> {
    pub(super) fn new(config: &'a Config, seed: u64, sheet: &'a PartSheet) -> Result<Check<'a>, LabError> {
        let kind = find_kind(config, &sheet.kind)?;
        let axes = sheet.sweep.0.iter().map(|(name, values)| axis(config, name, values));
        let axes = axes.collect::<Result<Vec<_>, _>>()?;
        let game = Template::read(config, &sheet.game, &axes)?;
        let seat = |text: &'a Spanned<String>| Ok((Template::read(config, text, &axes)?, text.span()));
        let seats = sheet.seats.get_ref().iter().map(seat).collect::<Result<Vec<_>, LabError>>()?;
        let measures = sheet.measures.get_ref().iter().map(|measure| measure.get_ref().clone()).collect();
        Ok(Check { config, seed, sheet, kind, measures, axes, game, seats })
    }

    /// Axes nobody uses, measures nobody knows.
    fn words(&self) -> Result<(), LabError> {
        let templates = || self.seats.iter().map(|(seat, _)| seat).chain([&self.game]);
        for (name, _) in &self.sheet.sweep.0 {
            if name.get_ref() != PLAYERS
                && !self.kind.axes.iter().any(|axis| axis.key == name.get_ref())
                && !templates().any(|text| text.names().any(|used| used == name.get_ref()))
            {
                let why = format!(
                    "`{0}` is swept, but `{{{0}}}` stands neither in `game` nor in `seats`",
                    name.get_ref()
                );
                return self.refuse(name.span(), why);
            }
        }
        let measures = self.sheet.measures.get_ref();
        if measures.is_empty() {
            return self.refuse(self.sheet.measures.span(), self.unknown_measure("").to_string());
        }
        for (i, measure) in measures.iter().enumerate() {
            self.measure(measure.get_ref(), measure.span())?;
            if measures[..i].iter().any(|other| other.get_ref() == measure.get_ref()) {
                return self.refuse(measure.span(), format!("`{}` is measured twice", measure.get_ref()));
            }
        }
        Ok(())
    }

    fn measure(&self, name: &str, at: Range<usize>) -> Result<(), LabError> {
        match self.kind.measure(name) {
            Some(_) => Ok(()),
            None => self.refuse(at, self.unknown_measure(name)),
        }
    }

    fn unknown_measure(&self, name: &str) -> SpecError {
        let known = self.kind.measures.iter().map(|of| &*of.it.name);
        unknown(&format!("measure of the kind `{}`", self.kind.name), name, known)
    }

    fn refuse<T>(&self, at: Range<usize>, why: impl std::fmt::Display) -> Result<T, LabError> {
        Err(self.config.error(at, why))
    }

    /// Where the value was swept that an error names, if it names one.
    fn swept_in(&self, error: &str, at: &At) -> Option<Range<usize>> {
        let named =
            |(_, value): &&(String, Value)| matches!(value, Value::Text(text) if error.contains(text));
        let (axis, _) = at.iter().find(named)?;
        self.sheet.sweep.get(axis).map(Spanned::span)
    }

    /// What one cell plays.
    fn setting(&self, at: &At) -> Result<(CellSetting, &'static GameInfo), LabError> {
        let here = |error: SpecError| {
            if at.is_empty() { error.to_string() } else { format!("{error} (in the cell {})", describe(at)) }
        };
        let in_game = |error: SpecError| {
            let swept = self.swept_in(&error.to_string(), at).filter(|_| self.game.names().next().is_some());
            self.config.error(swept.unwrap_or_else(|| self.sheet.game.span()), here(error))
        };
        let entrants = self.entrants(at, &here)?;
        let spec: Spec = self.game.fill(at).parse().map_err(in_game)?;
        let game = find_game(&spec).map_err(in_game)?;
        let canonical = game.canonical(&spec, entrants.len()).map_err(in_game)?;
        let game_spec = canonical.parse().expect("a game reads its own writing");
        for (entrant, (template, span)) in entrants.iter().zip(&self.seats) {
            let wrong = |error: SpecError| {
                let swept =
                    self.swept_in(&error.to_string(), at).filter(|_| template.names().next().is_some());
                self.config.error(swept.unwrap_or_else(|| span.clone()), here(error))
            };
            catalog::check_agent(entrant, game.name).map_err(wrong)?;
            if !self.sheet.clock && !catalog::is_repeatable(entrant) {
                return Err(wrong(SpecError::bad(format!(
                    "what `{entrant}` does depends on the clock or on a program outside, so this part could not \
                     be repeated: give it simulations, or say `clock = true`"
                ))));
            }
        }
        // Arms that are compared differ in everything but their randomness.
        let own: At = at.iter().filter(|(axis, _)| !self.sheet.shares_deals(axis)).cloned().collect();
        let seed = cell_seed(self.seed, self.config.name(), self.sheet.name.get_ref(), &own);
        let (paired, kind, series) = (self.sheet.paired, self.own_axes(at), self.series(game)?);
        Ok((CellSetting { game: game_spec, entrants, paired, series, kind, seed }, game))
    }

    /// The kind with the values of the axes that it reads itself.
    fn own_axes(&self, at: &At) -> Spec {
        let own = |name: &str| self.kind.axes.iter().any(|axis| axis.key == name);
        let read = at.iter().filter(|(name, _)| own(name));
        let params = read.map(|(name, value)| (name.clone(), value.to_string())).collect();
        Spec { name: self.kind.name.to_string(), params }
    }

    /// The number of games a series has: as the part says, or as is usual for the game.
    fn series(&self, game: &GameInfo) -> Result<u32, LabError> {
        match &self.sheet.series {
            None => Ok(game.series),
            Some(series) if (1..=MOST_IN_SERIES).contains(series.get_ref()) => Ok(*series.get_ref()),
            Some(series) => {
                let why = format!("`series` should be a number of games from 1 to {MOST_IN_SERIES}");
                self.refuse(series.span(), why)
            }
        }
    }

    /// Who sits there: the seats as typed, the last repeated until the table is full.
    fn entrants(&self, at: &At, here: &dyn Fn(SpecError) -> String) -> Result<Vec<Spec>, LabError> {
        let read = |(text, span): &(Template<'_>, Range<usize>)| {
            text.fill(at).parse().map_err(|error| self.config.error(span.clone(), here(error)))
        };
        let mut entrants = self.seats.iter().map(read).collect::<Result<Vec<Spec>, _>>()?;
        let Some(last) = entrants.last().cloned() else {
            return self.refuse(
                self.sheet.seats.span(),
                "`seats` names nobody: the first entrant is the one measured",
            );
        };
        if let Some((_, players)) = at.iter().find(|(axis, _)| axis == PLAYERS) {
            entrants.resize(self.players(players, entrants.len())?, last);
        }
        Ok(entrants)
    }

    fn players(&self, value: &Value, named: usize) -> Result<usize, LabError> {
        match value {
            Value::Integer(players) if (named as i64..=MAX_SEATS as i64).contains(players) => {
                Ok(*players as usize)
            }
            _ => {
                let range = format!("from {named} (as many as `seats` names) to {MAX_SEATS}");
                let why = format!("`players` should be a whole number {range}, not {value}");
                self.refuse(self.sheet.seats.span(), why)
            }
        }
    }

    /// A figure of the paper, which must be one of a cell that exists.
    fn published(&self, figure: &Spanned<PublishedSheet>) -> Result<Published, LabError> {
        let (span, sheet) = (figure.span(), figure.get_ref());
        self.own_measure(&sheet.measure, span.clone())?;
        let rate = self.kind.measure(&sheet.measure).is_some_and(|measure| measure.formula.is_rate());
        if !sheet.value.is_finite() || (rate && !(0.0..=1.0).contains(&sheet.value)) {
            return self.refuse(span, format!("`value = {}` cannot be a {}", sheet.value, sheet.measure));
        }
        if sheet.n == Some(0) {
            return self.refuse(span, "`n` is the number of games behind the figure: at least 1");
        }
        let at = self.pick(&sheet.at, span)?;
        Ok(Published {
            at,
            measure: sheet.measure.clone(),
            value: sheet.value,
            n: sheet.n,
            beside: sheet.beside,
        })
    }

    /// The one cell these coordinates name; an axis with a single value need not be named.
    pub(super) fn pick(&self, given: &Entries<Value>, span: Range<usize>) -> Result<At, LabError> {
        for (name, value) in &given.0 {
            self.known_value(name.get_ref(), value, span.clone())?;
        }
        let coordinate = |axis: &Axis| match (given.get(&axis.name), &axis.values[..]) {
            (Some(value), values) => Ok(values.iter().find(|known| *known == value).unwrap_or(value).clone()),
            (None, [only]) => Ok(only.clone()),
            (None, _) => {
                self.refuse(span.clone(), format!("`at` does not say which value of `{}`", axis.name))
            }
        };
        self.axes.iter().map(|axis| Ok((axis.name.clone(), coordinate(axis)?))).collect()
    }

    fn known_axis(&self, name: &str, span: Range<usize>) -> Result<&Axis, LabError> {
        let known = self.axes.iter().map(|axis| axis.name.as_str());
        self.axes
            .iter()
            .find(|axis| axis.name == name)
            .ok_or_else(|| self.config.error(span, unknown("swept axis", name, known)))
    }

    fn known_value(&self, name: &str, value: &Value, span: Range<usize>) -> Result<(), LabError> {
        let axis = self.known_axis(name, span.clone())?;
        if axis.values.contains(value) {
            return Ok(());
        }
        let known = axis.values.iter().map(ToString::to_string);
        self.refuse(span, unknown(&format!("value of `{name}`"), &value.to_string(), known))
    }

    fn plot(&self, plot: &Spanned<PlotConfig>) -> Result<(), LabError> {
        let (span, plot) = (plot.span(), plot.get_ref());
        for axis in [&plot.x].into_iter().chain(&plot.series) {
            self.known_axis(axis, span.clone())?;
        }
        if plot.series.as_ref() == Some(&plot.x) {
            return self.refuse(span, format!("`series` and `x` are both `{}`: leave `series` out", plot.x));
        }
        for (axis, value) in &plot.fixed {
            self.known_value(axis, value, span.clone())?;
            if *axis == plot.x || plot.series.as_ref() == Some(axis) {
                let why = format!("`{axis}` is an axis of the plot, so it cannot be fixed at {value}");
                return self.refuse(span, why);
            }
        }
        self.own_measure(&plot.measure, span)
    }

    /// Refuses what this part does not measure.
    pub(super) fn own_measure(&self, measure: &str, span: Range<usize>) -> Result<(), LabError> {
        if self.measures.iter().any(|own| own == measure) {
            return Ok(());
        }
        self.refuse(span, unknown("measure of this part", measure, &self.measures))
    }

    fn compare(&self, sheet: &Spanned<CompareSheet>) -> Result<Compare, LabError> {
        let (span, CompareSheet { measure, axis, base, values }) = (sheet.span(), sheet.get_ref());
        let values = self.arms(axis, &[base], values.as_ref(), span.clone())?;
        let measures = self.own_measures(measure, span)?;
        Ok(Compare { measures, axis: axis.clone(), base: base.clone(), values })
    }

    fn gap(&self, sheet: &Spanned<GapSheet>) -> Result<Gap, LabError> {
        let (span, GapSheet { measure, axis, low, high, values }) = (sheet.span(), sheet.get_ref());
        if low == high {
            return self.refuse(span, format!("there is no gap between {low} and itself"));
        }
        let values = self.arms(axis, &[low, high], values.as_ref(), span.clone())?;
        let measures = self.own_measures(measure, span)?;
        Ok(Gap { measures, axis: axis.clone(), low: low.clone(), high: high.clone(), values })
    }

    fn own_measures(&self, measures: &Words, span: Range<usize>) -> Result<Vec<String>, LabError> {
        if measures.all().is_empty() {
            return self.refuse(span, "`measure` names none");
        }
        measures.all().iter().try_for_each(|measure| self.own_measure(measure, span.clone()))?;
        Ok(measures.all().to_vec())
    }

    /// The values of an axis that are held against these ends: those given, or all others.
    fn arms(
        &self,
        axis: &str,
        ends: &[&Value],
        given: Option<&Vec<Value>>,
        span: Range<usize>,
    ) -> Result<Vec<Value>, LabError> {
        let all = &self.known_axis(axis, span.clone())?.values;
        if axis == PLAYERS {
            return self.refuse(span, "tables of different sizes have no deals in common to compare");
        }
        for value in ends.iter().copied().chain(given.into_iter().flatten()) {
            self.known_value(axis, value, span.clone())?;
        }
        if let Some(twice) = given.into_iter().flatten().find(|value| ends.contains(value)) {
            return self.refuse(span, format!("`values` names {twice}, which the others are compared with"));
        }
        let arms: Vec<Value> =
            given.unwrap_or(all).iter().filter(|value| !ends.contains(value)).cloned().collect();
        if arms.is_empty() {
            return self.refuse(span, format!("`{axis}` has no other value to compare"));
        }
        Ok(arms)
    }

    /// Only ratios of sums over units can be compared unit by unit.
    fn comparable(&self, cells: &[PlannedCell]) -> Result<(), LabError> {
        let Some(PlannedCell { job, .. }) = cells.first() else { return Ok(()) };
        let no_ratio = |name: &&String| job.measures.iter().any(|m| m.name == **name && !job.compares(m));
        let compared = self.sheet.compare.iter().map(|sheet| (sheet.span(), &sheet.get_ref().measure));
        let gaps = self.sheet.gap.iter().map(|sheet| (sheet.span(), &sheet.get_ref().measure));
        for (span, measures) in compared.chain(gaps) {
            if let Some(other) = measures.all().iter().find(no_ratio) {
                return self
                    .refuse(span, format!("`{other}` is no mean over games, so it cannot be compared"));
            }
        }
        let compared = self.sheet.compare.iter().map(|sheet| (sheet.span(), &sheet.get_ref().axis));
        let gaps = self.sheet.gap.iter().map(|sheet| (sheet.span(), &sheet.get_ref().axis));
        compared.chain(gaps).try_for_each(|(span, axis)| self.same_units(span, axis, cells))
    }

    /// Cells that are compared have the same units, one by one.
    fn same_units(&self, span: Range<usize>, axis: &str, cells: &[PlannedCell]) -> Result<(), LabError> {
        let mut seen: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for cell in cells {
            let elsewhere: At = cell.at.iter().filter(|(name, _)| name != axis).cloned().collect();
            // As many units, in as many replicates.
            let units = (cell.units, cell.job.whole(1));
            if *seen.entry(describe(&elsewhere)).or_insert(units) != units {
                return self.refuse(
                    span,
                    format!(
                        "cells that differ in `{axis}` have not the same units, so it cannot be compared"
                    ),
                );
            }
        }
        Ok(())
    }

    /// The axes with the values that are played.
    fn narrowed(&self, options: &Options) -> Result<Vec<Axis>, LabError> {
        let mut axes = self.axes.clone();
        for (name, values) in &self.sheet.quick.sweep.0 {
            let fewer = axis(self.config, name, values)?;
            for value in &fewer.values {
                self.known_value(&fewer.name, value, values.span())?;
            }
            if options.quick {
                let axis =
                    axes.iter_mut().find(|axis| axis.name == fewer.name).expect("its values are known");
                axis.values.retain(|value| fewer.values.contains(value));
            }
        }
        Ok(axes)
    }

    /// The number of games a cell plays at least.
    fn games(&self, options: &Options) -> Result<u64, LabError> {
        let quick = self.sheet.quick.games.as_ref();
        for games in quick.into_iter().chain([&self.sheet.games]) {
            if !(1..=MOST_GAMES).contains(games.get_ref()) {
                return self
                    .refuse(games.span(), format!("`games` should be at least 1 and at most {MOST_GAMES}"));
            }
        }
        let asked = quick.filter(|_| options.quick).unwrap_or(&self.sheet.games);
        match options.games {
            Some(games) if !(1..=MOST_GAMES).contains(&games) => {
                Err(SpecError::bad(format!("a cell has at least 1 game and at most {MOST_GAMES}")).into())
            }
            games => Ok(games.unwrap_or(*asked.get_ref())),
        }
    }

    fn cell(
        &self,
        part: usize,
        at: At,
        games: u64,
        setting: CellSetting,
        game: &GameInfo,
    ) -> Result<PlannedCell, LabError> {
        let built = Job::new(self.kind, &self.measures, &setting);
        let job = built.map_err(|error| {
            let place =
                if at.is_empty() { String::new() } else { format!(" (in the cell {})", describe(&at)) };
            let span = match self.kind.of(game.name) {
                None => self.sheet.kind.span(),
                Some(_) => self.swept_in(&error.to_string(), &at).unwrap_or_else(|| self.sheet.seats.span()),
            };
            self.config.error(span, format!("{error}{place}"))
        })?;
        for (name, _) in &self.sheet.sweep.0 {
            if job.names().any(|column| column == name.get_ref()) {
                return self.refuse(
                    name.span(),
                    format!("`{}` is the name of a quantity: rename the axis", name.get_ref()),
                );
            }
        }
        let (units, rules_version) = (job.whole(games.div_ceil(job.games)), game.rules_version);
        Ok(PlannedCell { part, at, units, setting, rules_version, job, kind: self.kind.name })
    }

    fn part(&self, axes: Vec<Axis>, published: Vec<Published>) -> PlannedPart {
        PlannedPart {
            name: self.sheet.name.get_ref().clone(),
            about: self.sheet.about.clone(),
            reading: self.sheet.reading.clone(),
            axes,
            measures: self.measures.clone(),
            plots: self.sheet.plot.iter().map(|plot| plot.get_ref().clone()).collect(),
            published,
            compares: Vec::new(),
            gaps: Vec::new(),
        }
    }
}

fn find_kind(config: &Config, name: &Spanned<String>) -> Result<&'static ListedKind, LabError> {
    let known = kinds().iter().map(|kind| kind.name);
    let kind = kinds().iter().find(|kind| kind.name == name.get_ref());
    kind.ok_or_else(|| config.error(name.span(), unknown("kind of part", name.get_ref(), known)))
}

fn axis(config: &Config, name: &Spanned<String>, values: &Spanned<Vec<Value>>) -> Result<Axis, LabError> {
    let (text, given) = (name.get_ref(), values.get_ref());
    let good = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if text.is_empty() || !text.chars().all(good) || COLUMNS.contains(&text.as_str()) {
        let why = format!(
            "an axis cannot be called `{}`: letters, digits and `_`, but none of {}",
            text.escape_debug(),
            COLUMNS.join(", ")
        );
        return Err(config.error(name.span(), why));
    }
    if given.is_empty() {
        return Err(
            config.error(values.span(), format!("the sweep of `{text}` is empty: give at least one value"))
        );
    }
    let odd = given.iter().enumerate().find(|(i, value)| {
        given[..*i].contains(value) || value.number().is_some_and(|number| !number.is_finite())
    });
    match odd {
        Some((_, value)) => Err(config
            .error(values.span(), format!("`{text}` cannot be {value} here: values are finite and differ"))),
        None => Ok(Axis { name: text.clone(), values: given.clone() }),
    }
}

/// What all randomness of a cell derives from: names and values alone, so other cells may come and go.
fn cell_seed(seed: u64, experiment: &str, part: &str, at: &At) -> u64 {
    let mut digest = Digest::of(&format!("{experiment}\n{part}\n"));
    at.iter().for_each(|(axis, value)| digest.write(format!("{axis}={value}\n").as_bytes()));
    derive_seed(&[seed, digest.value()])
}
