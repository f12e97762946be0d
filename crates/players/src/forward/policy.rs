//! The network of a learned policy: a trunk of any steps over a row of figures, a score for each action, and a value.
//!
//! Its file is safetensors with a description, which `docs/policies.md` has to the byte.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::kernel;
use super::layers::{self, Block, Layer, Readout, Room, pad};
use super::tensors::{self, Tensors, unreadable};
use super::weights::{self, Dense, WeightsError};

/// Raised whenever files of policies come to mean something else.
pub const POLICY_VERSION: u32 = 1;

/// What files of policies say that they are.
const KIND: &str = "policy";

/// What a learned policy is for, and how its network is built.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PolicyHead {
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// The shortest spec of the rules under which it was trained.
    pub rules: String,
    /// The number of seats with which it was trained.
    pub seats: usize,
    /// The rows of figures that it reads.
    pub rows: WidthOf,
    /// The ids of the actions that it scores.
    pub ids: CountOf,
    /// The steps from a row to what scores and value are made of.
    pub layers: Vec<PolicyLayer>,
    /// How actions are scored.
    pub policy: PolicyBy,
    /// What the seat that is asked is expected to earn, if it tells.
    pub value: Option<PolicyValue>,
    /// How it came about, for people.
    pub about: BTreeMap<String, String>,
}

/// Rows of figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WidthOf {
    /// The version of the encoder.
    pub version: u32,
    /// The number of figures a row has.
    pub width: usize,
}

/// Ids of actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CountOf {
    /// Their version.
    pub version: u32,
    /// How many there are.
    pub count: u32,
}

/// A step of the network, with the names of its tensors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PolicyLayer {
    /// Dense, with a weight for each input and output, and a bias.
    Dense(String),
    /// What is negative becomes 0.
    Relu(bool),
    /// Layer norm.
    Norm(String),
    /// What these steps make of the vector, added to it.
    Residual(Vec<PolicyLayer>),
}

/// How actions are scored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "lowercase")]
pub enum PolicyBy {
    /// A dense layer has an output for each id.
    Ids {
        /// Its name.
        dense: String,
    },
    /// The figures that describe an action become a key, which is held against a query.
    Features {
        /// The dense layer that makes the query.
        query: String,
        /// The steps from the figures of an action to its key, which is one longer than the query.
        layers: Vec<PolicyLayer>,
        /// How many figures describe an action.
        width: usize,
    },
}

/// What the seat that is asked is expected to earn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PolicyValue {
    /// The dense layer with one output.
    pub dense: String,
    /// What the output is multiplied by, to be points of the game.
    pub scale: f32,
}

/// The description as it stands in the file.
#[derive(Serialize, Deserialize)]
struct Described {
    kind: String,
    version: u32,
    digest: String,
    #[serde(flatten)]
    head: PolicyHead,
}

/// A learned policy as a file.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicyFile {
    /// What it is for.
    pub head: PolicyHead,
    /// Its figures.
    pub tensors: Tensors,
}

impl PolicyFile {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is no policy, of another version, damaged, or has figures that are no numbers.
    pub fn from_bytes(bytes: &[u8]) -> Result<PolicyFile, WeightsError> {
        let described = Described::from_bytes(bytes)?;
        let (tensors, found) = tensors::read(bytes)?;
        tensors::check_digest(&described.digest, &found)?;
        Ok(PolicyFile { head: described.head, tensors })
    }

    /// The digest that a file says its figures have.
    ///
    /// # Errors
    /// If it is no policy, or of another version.
    pub fn named_digest(bytes: &[u8]) -> Result<String, WeightsError> {
        Described::from_bytes(bytes).map(|described| described.digest)
    }

    /// What a file is for, without its figures.
    ///
    /// # Errors
    /// If it is no policy, or of another version.
    pub fn head_of(bytes: &[u8]) -> Result<PolicyHead, WeightsError> {
        Described::from_bytes(bytes).map(|described| described.head)
    }

    /// The file in single precision, byte for byte the same for equal policies.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (kind, digest) = (KIND.to_string(), tensors::digest_of(&self.tensors));
        let described = Described { kind, version: POLICY_VERSION, digest, head: self.head.clone() };
        // By way of a value, so that the keys are sorted.
        let value = serde_json::to_value(described).expect("plain data has a JSON form");
        tensors::write(value.to_string(), &self.tensors)
    }
}

impl Described {
    fn from_bytes(bytes: &[u8]) -> Result<Described, WeightsError> {
        let value: serde_json::Value =
            serde_json::from_str(&tensors::description(bytes)?).map_err(unreadable)?;
        if value.get("kind").and_then(|kind| kind.as_str()) != Some(KIND) {
            return Err(unreadable("it is no learned policy: `kind` of its description should be `policy`"));
        }
        match value.get("version").and_then(serde_json::Value::as_u64) {
            Some(version) if version == u64::from(POLICY_VERSION) => {}
            other => {
                let found = other.map_or("none".to_string(), |version| version.to_string());
                return Err(WeightsError::Other {
                    what: "format",
                    wanted: POLICY_VERSION.to_string(),
                    found,
                });
            }
        }
        serde_json::from_value(value).map_err(|error| unreadable(format!("its description: {error}")))
    }
}

/// How the actions of one table are scored by features: their keys, worked out once.
#[derive(Clone, Debug)]
pub struct ActionKeys(Option<Arc<Keys>>);

#[derive(Debug)]
struct Keys {
    /// The figures of all actions, by which the keys are found again.
    features: Vec<f32>,
    /// How long a key is, up to the next whole register.
    width: usize,
    keys: Vec<f32>,
    bias: Vec<f32>,
}

/// The number of kinds of tables whose keys are remembered.
const KINDS: usize = 8;

/// What scores are made of.
#[derive(Debug)]
enum Scores {
    Ids(Readout),
    Features { query: Readout, layers: Vec<Block>, width: usize, known: Mutex<Vec<Arc<Keys>>> },
}

/// The network of a learned policy.
#[derive(Debug)]
pub struct PolicyNetwork {
    head: PolicyHead,
    trunk: Vec<Block>,
    scores: Scores,
    value: Option<(Readout, f32)>,
}

/// Room for the values of a pass, kept between passes.
#[derive(Clone, Debug, Default)]
pub struct PolicyWork {
    /// What the trunk made of the row.
    values: Vec<f32>,
    query: Vec<f32>,
    room: Room,
}

impl PolicyNetwork {
    /// The network of a file.
    ///
    /// # Errors
    /// Tensors that are missing, too many, or do not follow from each other.
    pub fn new(file: &PolicyFile) -> Result<PolicyNetwork, WeightsError> {
        let PolicyHead { rows, ids, layers, policy, value, .. } = &file.head;
        let mut builder = Builder { tensors: &file.tensors, used: BTreeSet::new() };
        let (trunk, width) = builder.blocks(layers, rows.width)?;
        let scores = match policy {
            PolicyBy::Ids { dense } => {
                Scores::Ids(Readout::new(&builder.dense(dense, width, Some(ids.count as usize))?))
            }
            PolicyBy::Features { query, layers, width: features } => {
                let query = builder.dense(query, width, None)?;
                let (layers, key) = builder.blocks(layers, *features)?;
                if key != query.outputs + 1 {
                    let (wanted, found) = (query.outputs + 1, key);
                    return Err(unreadable(format!(
                        "a key has {found} figures, where {wanted} are needed: one more than a query"
                    )));
                }
                Scores::Features {
                    query: Readout::new(&query),
                    layers,
                    width: *features,
                    known: Mutex::default(),
                }
            }
        };
        let value = value.as_ref().map(|PolicyValue { dense, scale }| {
            scale
                .is_finite()
                .then_some(())
                .ok_or_else(|| unreadable("the scale of its value is no number"))?;
            Ok::<_, WeightsError>((Readout::new(&builder.dense(dense, width, Some(1))?), *scale))
        });
        let value = value.transpose()?;
        builder.finish()?;
        Ok(PolicyNetwork { head: file.head.clone(), trunk, scores, value })
    }

    /// The network of a file's bytes.
    ///
    /// # Errors
    /// As [`PolicyFile::from_bytes`] and [`PolicyNetwork::new`].
    pub fn from_bytes(bytes: &[u8]) -> Result<PolicyNetwork, WeightsError> {
        PolicyNetwork::new(&PolicyFile::from_bytes(bytes)?)
    }

    /// What it is for.
    pub fn head(&self) -> &PolicyHead {
        &self.head
    }

    /// Whether it tells what a seat is expected to earn.
    pub fn has_value(&self) -> bool {
        self.value.is_some()
    }

    /// How many figures describe an action, if actions are scored by them.
    pub fn features(&self) -> Option<usize> {
        match &self.scores {
            Scores::Ids(_) => None,
            Scores::Features { width, .. } => Some(*width),
        }
    }

    /// Works out the keys of all actions, from the figures that describe each, one action after the other. Without
    /// features there is nothing to work out. Equal figures are worked out once.
    ///
    /// # Panics
    /// If there are not [`PolicyNetwork::features`] figures for each id.
    pub fn keys(&self, features: Vec<f32>) -> ActionKeys {
        let Scores::Features { layers, width, known, .. } = &self.scores else { return ActionKeys(None) };
        assert_eq!(features.len(), width * self.head.ids.count as usize, "a row of figures for each id");
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(keys) = known.iter().find(|keys| keys.features == features) {
            return ActionKeys(Some(Arc::clone(keys)));
        }
        let keys = Arc::new(Keys::new(layers, *width, features));
        if known.len() == KINDS {
            known.remove(0);
        }
        known.push(Arc::clone(&keys));
        ActionKeys(Some(keys))
    }

    /// Runs the trunk over a row: scores and value can be asked for then.
    ///
    /// # Panics
    /// If the row is not as long as the network has inputs.
    pub fn think(&self, row: &[f32], work: &mut PolicyWork) {
        assert_eq!(row.len(), self.head.rows.width, "a row has a figure for every input");
        let PolicyWork { values, query, room } = work;
        let blocks = match self.trunk.split_first() {
            Some((Block::Dense(first), rest)) => {
                first.sum_row(row, values, &mut room.active);
                rest
            }
            _ => {
                *values = pad(row);
                &self.trunk
            }
        };
        layers::run(blocks, values, room);
        if let Scores::Features { query: readout, .. } = &self.scores {
            query.clear();
            query.extend(readout.all(values));
            query.resize(query.len().next_multiple_of(kernel::LANES), 0.0);
        }
    }

    /// The score of the action with this id, after [`PolicyNetwork::think`].
    ///
    /// # Panics
    /// If there is no such id, or the keys are another network's.
    #[inline]
    pub fn score(&self, keys: &ActionKeys, id: u32, work: &PolicyWork) -> f32 {
        match (&self.scores, keys) {
            (Scores::Ids(readout), _) => readout.output(&work.values, id as usize),
            (Scores::Features { .. }, ActionKeys(Some(keys))) => keys.score(&work.query, id as usize),
            _ => unreachable!("a network by features has keys"),
        }
    }

    /// What the seat is expected to earn, after [`PolicyNetwork::think`]; nothing where the network does not tell.
    pub fn value(&self, work: &PolicyWork) -> Option<f32> {
        self.value.as_ref().map(|(readout, scale)| scale * readout.output(&work.values, 0))
    }
}

impl Keys {
    fn new(layers: &[Block], features_of_one: usize, features: Vec<f32>) -> Keys {
        let (mut keys, mut bias, mut length) = (Vec::new(), Vec::new(), 0);
        let (mut values, mut room) = (Vec::new(), Room::default());
        let key_length = key_length(layers, features_of_one);
        for row in features.chunks_exact(features_of_one) {
            values.clear();
            values.extend(pad(row));
            layers::run(layers, &mut values, &mut room);
            let shrink = 1.0 / ((key_length - 1) as f32).sqrt();
            let key: Vec<f32> = values[..key_length - 1].iter().map(|figure| figure * shrink).collect();
            let key = pad(&key);
            length = key.len();
            keys.extend(key);
            bias.push(values[key_length - 1]);
        }
        Keys { features, width: length, keys, bias }
    }

    #[inline]
    fn score(&self, query: &[f32], id: usize) -> f32 {
        self.bias[id] + kernel::product(query, &self.keys[id * self.width..][..self.width])
    }
}

/// How many figures come out of the steps.
fn key_length(layers: &[Block], width: usize) -> usize {
    layers.iter().fold(width, |width, block| match block {
        Block::Dense(layer) => layer.outputs(),
        _ => width,
    })
}

/// A network under construction: what was used of its tensors.
struct Builder<'t> {
    tensors: &'t Tensors,
    used: BTreeSet<String>,
}

impl Builder<'_> {
    /// The steps over a vector of this width, and the width that comes out.
    fn blocks(
        &mut self,
        layers: &[PolicyLayer],
        mut width: usize,
    ) -> Result<(Vec<Block>, usize), WeightsError> {
        let mut blocks = Vec::new();
        for layer in layers {
            blocks.push(match layer {
                PolicyLayer::Dense(name) => {
                    let dense = self.dense(name, width, None)?;
                    width = dense.outputs;
                    Block::Dense(Layer::new(&dense))
                }
                PolicyLayer::Relu(true) => Block::Relu,
                PolicyLayer::Relu(false) => return Err(unreadable("a step is `relu`: false; leave it out")),
                PolicyLayer::Norm(name) => {
                    let [scale, shift] =
                        ["weight", "bias"].map(|which| self.vector(&format!("{name}.{which}"), width));
                    Block::Norm { scale: scale?, shift: shift? }
                }
                PolicyLayer::Residual(inside) => {
                    let (inside, out) = self.blocks(inside, width)?;
                    if out != width {
                        return Err(unreadable(format!("a residual step makes {out} figures of {width}")));
                    }
                    Block::Residual(inside)
                }
            });
        }
        Ok((blocks, width))
    }

    /// The dense layer of this name, checked for its number of inputs and, if given, of outputs.
    fn dense(&mut self, name: &str, inputs: usize, outputs: Option<usize>) -> Result<Dense, WeightsError> {
        let dense = weights::dense(self.tensors, name)?;
        let wanted = (inputs, outputs.unwrap_or(dense.outputs));
        if (dense.inputs, dense.outputs) != wanted {
            return Err(unreadable(format!(
                "layer `{name}` is of shape {:?}, where {wanted:?} follows",
                (dense.inputs, dense.outputs)
            )));
        }
        self.used.extend(["weight", "bias"].map(|which| format!("{name}.{which}")));
        Ok(dense)
    }

    fn vector(&mut self, name: &str, width: usize) -> Result<Vec<f32>, WeightsError> {
        let tensor = weights::named(self.tensors, name)?;
        if tensor.shape != [width] {
            return Err(unreadable(format!(
                "`{name}` is of shape {:?}, where [{width}] follows",
                tensor.shape
            )));
        }
        self.used.insert(name.to_string());
        Ok(tensor.figures.clone())
    }

    /// Refuses tensors that no step names.
    fn finish(self) -> Result<(), WeightsError> {
        match self.tensors.keys().find(|name| !self.used.contains(*name)) {
            None => Ok(()),
            Some(name) => Err(unreadable(format!("no step uses its tensor `{name}`"))),
        }
    }
}

#[cfg(test)]
mod tests;
