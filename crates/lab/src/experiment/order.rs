//! Chunks played elsewhere: an order that goes over any wire, and the worker who carries it out.

use std::path::PathBuf;

use catalog::kinds::Workroom;
use serde::{Deserialize, Serialize};
use table::SpecError;

use super::build::Build;
use super::config::Config;
use super::plan::{Options, Plan};
use super::runner::Run;
use super::store::chunks_file;
use crate::error::LabError;

/// The version of the order.
const FORMAT: u32 = 1;

/// All that a worker must know: the config itself, for its machine need not have the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    tefuda_order: u32,
    path: PathBuf,
    config: String,
    options: Options,
    /// The fingerprint of the plan.
    plan: String,
    build: String,
}

impl Run<'_> {
    /// What a [`Worker`] on any machine must be told to play chunks of this run: a line of JSON.
    pub fn order(&self) -> String {
        let order = Order {
            tefuda_order: FORMAT,
            // It only names the config in errors, and must be text.
            path: self.folder.join("config.toml").to_string_lossy().into_owned().into(),
            config: self.plan.config.clone(),
            options: self.plan.options.clone(),
            plan: self.plan.fingerprint().to_string(),
            build: self.build.to_string(),
        };
        serde_json::to_string(&order).expect("plain data")
    }
}

/// One who plays chunks of somebody else's run and sends them back.
pub struct Worker {
    plan: Plan,
}

impl Worker {
    /// A worker with an order, which must come from the same build of the program.
    ///
    /// # Errors
    /// What is no order, one from another build, or one that means something else here.
    pub fn new(order: &str, build: &Build) -> Result<Worker, LabError> {
        let order: Order = serde_json::from_str(order)
            .map_err(|error| SpecError::bad(format!("not the order of a run: {error}")))?;
        if order.tefuda_order != FORMAT {
            let why = format!("an order of format {}, this program reads {FORMAT}", order.tefuda_order);
            return Err(SpecError::bad(why).into());
        }
        check("build of this program", &order.build, &build.to_string())?;
        let plan = Plan::new(&Config::parse(&order.path, order.config)?, &order.options)?;
        check("plan", &order.plan, &plan.fingerprint().to_string())?;
        Ok(Worker { plan })
    }

    /// Plays these chunks one after the other, as the bytes of a file that [`Run::keep`] takes.
    ///
    /// # Errors
    /// Chunks that the plan does not have, or none at all; players that break down.
    pub fn play(&self, chunks: &[usize]) -> Result<Vec<u8>, LabError> {
        let of = self.plan.chunks.len();
        if let Some(none) = chunks.iter().find(|&&chunk| chunk >= of) {
            let why = format!("there is no chunk {none}: this plan has {of}, numbered from 0");
            return Err(SpecError::bad(why).into());
        }
        if chunks.is_empty() {
            return Err(SpecError::bad("name at least one chunk").into());
        }
        let play = |&chunk: &usize| Ok((chunk, self.plan.play_chunk(chunk, &Workroom::NONE)?));
        let batches = chunks.iter().map(play).collect::<Result<Vec<_>, LabError>>()?;
        Ok(chunks_file(&self.plan.fingerprint().to_string(), &batches).1)
    }
}

fn check(what: &str, theirs: &str, ours: &str) -> Result<(), LabError> {
    if theirs == ours {
        return Ok(());
    }
    let why = format!(
        "the order is from another {what} ({theirs}, here {ours}), whose games need not be the same: install the same \
         build on all machines"
    );
    Err(SpecError::bad(why).into())
}
