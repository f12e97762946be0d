//! Weights as a file: safetensors with a header that says what they are for.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use super::tensors::{self, Tensor, Tensors, unreadable};

/// Raised whenever files of weights come to mean something else.
pub const WEIGHTS_VERSION: u32 = 1;

/// One dense layer: a row of weights for each input, then a bias for each output.
#[derive(Clone, PartialEq, Debug)]
pub struct Dense {
    /// How many values come in.
    pub inputs: usize,
    /// How many go out.
    pub outputs: usize,
    /// `inputs` rows of `outputs` weights.
    pub weights: Vec<f32>,
    /// What is added to each output.
    pub bias: Vec<f32>,
}

/// What weights are for, and how they came about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WeightsHeader {
    /// The name of the network.
    pub network: String,
    /// The inputs, with their version.
    pub inputs: String,
    /// The game, with the version of its rules.
    pub game: String,
    /// What it was trained on.
    pub data: String,
    /// What was measured when it was trained, by name.
    pub figures: BTreeMap<String, String>,
}

/// Weights and what they are for.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// What they are for.
    pub header: WeightsHeader,
    /// The layers, the first first.
    pub layers: Vec<Dense>,
}

/// Why a file cannot be used.
#[derive(Debug)]
pub enum WeightsError {
    /// The system cannot read it.
    Io(std::io::Error),
    /// It is no safetensors file, or not one of ours.
    Unreadable(String),
    /// It was written in another version of the format.
    Version(String),
    /// It is for something else.
    Other {
        /// Of what.
        what: &'static str,
        /// As it has to be.
        wanted: String,
        /// As it is.
        found: String,
    },
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::Io(error) => {
                // What the system said, without its number.
                let text = error.to_string();
                f.write_str(text.split(" (os error ").next().unwrap_or(&text))
            }
            WeightsError::Unreadable(why) => write!(f, "no weights of a network: {why}"),
            WeightsError::Version(found) => {
                write!(f, "weights of format {found}; this program reads format {WEIGHTS_VERSION}")
            }
            WeightsError::Other { what, wanted, found } => {
                write!(f, "its {what} is `{found}`, where `{wanted}` is needed")
            }
        }
    }
}

impl std::error::Error for WeightsError {}

impl From<std::io::Error> for WeightsError {
    fn from(error: std::io::Error) -> WeightsError {
        WeightsError::Io(error)
    }
}

impl Weights {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no file of weights.
    pub fn read(path: &Path) -> Result<Weights, WeightsError> {
        Weights::from_bytes(&std::fs::read(path)?)
    }

    /// Reads what [`Weights::to_bytes`] wrote.
    ///
    /// # Errors
    /// If it is no file of weights, or of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let (header, digest) = WeightsHeader::from_field(&tensors::description(bytes)?)?;
        let (tensors, found) = tensors::read(bytes)?;
        // Files from before there was one have none.
        digest.map_or(Ok(()), |named| tensors::check_digest(&named, &found))?;
        let layer = |at| dense(&tensors, &format!("layers.{at}"));
        let layers = (0..tensors.len() / 2).map(layer).collect::<Result<Vec<_>, _>>()?;
        let fits = layers.windows(2).all(|pair| pair[0].outputs == pair[1].inputs);
        if layers.len() < 2 || tensors.len() % 2 == 1 || !fits {
            return Err(unreadable("its layers do not follow from each other"));
        }
        Ok(Weights { header, layers })
    }

    /// The file, byte for byte the same for equal weights.
    pub fn to_bytes(&self) -> Vec<u8> {
        let named = |(at, layer): (usize, &Dense)| layer.tensors(&format!("layers.{at}"));
        let tensors: Tensors = self.layers.iter().enumerate().flat_map(named).collect();
        tensors::write(self.header.to_field(&tensors::digest_of(&tensors)), &tensors)
    }

    /// Refuses weights that are for something else.
    ///
    /// # Errors
    /// What is different.
    pub fn check(&self, inputs: &str, game: &str, first: usize, last: usize) -> Result<(), WeightsError> {
        let ends = |layers: &[Dense]| Some((layers.first()?.inputs, layers.last()?.outputs));
        let shape = |(first, last): (usize, usize)| format!("{first} to {last}");
        let found = ends(&self.layers).map_or_else(String::new, shape);
        let wanted = [
            ("inputs", inputs.to_string(), self.header.inputs.clone()),
            ("game", game.to_string(), self.header.game.clone()),
            ("shape", shape((first, last)), found),
        ];
        match wanted.into_iter().find(|(_, wanted, found)| wanted != found) {
            Some((what, wanted, found)) => Err(WeightsError::Other { what, wanted, found }),
            None => Ok(()),
        }
    }
}

impl WeightsHeader {
    fn to_field(&self, digest: &str) -> String {
        let version = WEIGHTS_VERSION.to_string();
        let fields = [
            ("version", version.as_str()),
            ("network", &self.network),
            ("inputs", &self.inputs),
            ("game", &self.game),
            ("data", &self.data),
            ("digest", digest),
        ];
        let mut map: BTreeMap<String, serde_json::Value> =
            fields.into_iter().map(|(name, text)| (name.to_string(), text.into())).collect();
        let figures = self.figures.iter().map(|(name, text)| (name.clone(), text.as_str().into()));
        map.insert("figures".to_string(), serde_json::Value::Object(figures.collect()));
        serde_json::to_string(&map).expect("texts can be written")
    }

    /// The header, and the digest that it names.
    fn from_field(ours: &str) -> Result<(WeightsHeader, Option<String>), WeightsError> {
        let value: serde_json::Value = serde_json::from_str(ours).map_err(unreadable)?;
        let text =
            |name: &str| value.get(name).and_then(|text| text.as_str()).unwrap_or_default().to_string();
        if text("version") != WEIGHTS_VERSION.to_string() {
            return Err(WeightsError::Version(text("version")));
        }
        let figures =
            value.get("figures").and_then(|figures| figures.as_object()).cloned().unwrap_or_default();
        let figure = |(name, text): (String, serde_json::Value)| Some((name, text.as_str()?.to_string()));
        let header = WeightsHeader {
            network: text("network"),
            inputs: text("inputs"),
            game: text("game"),
            data: text("data"),
            figures: figures.into_iter().filter_map(figure).collect(),
        };
        let digest = value.get("digest").map(|digest| digest.as_str().unwrap_or_default().to_string());
        Ok((header, digest))
    }
}

impl Dense {
    /// Its tensors, `name.weight` and `name.bias`.
    pub(crate) fn tensors(&self, name: &str) -> [(String, Tensor); 2] {
        let weight = Tensor { shape: vec![self.inputs, self.outputs], figures: self.weights.clone() };
        let bias = Tensor { shape: vec![self.outputs], figures: self.bias.clone() };
        [(format!("{name}.weight"), weight), (format!("{name}.bias"), bias)]
    }
}

/// The tensor of this name.
pub(super) fn named<'t>(tensors: &'t Tensors, name: &str) -> Result<&'t Tensor, WeightsError> {
    tensors.get(name).ok_or_else(|| unreadable(format!("it has no tensor `{name}`")))
}

/// The dense layer of the tensors `name.weight` and `name.bias`.
pub(super) fn dense(tensors: &Tensors, name: &str) -> Result<Dense, WeightsError> {
    let [weight, bias] = ["weight", "bias"].map(|which| named(tensors, &format!("{name}.{which}")));
    let (weight, bias) = (weight?, bias?);
    match (weight.shape.as_slice(), bias.shape.as_slice()) {
        (&[inputs, outputs], &[biases]) if biases == outputs && inputs > 0 && outputs > 0 => {
            Ok(Dense { inputs, outputs, weights: weight.figures.clone(), bias: bias.figures.clone() })
        }
        (rows, columns) => {
            Err(unreadable(format!("layer `{name}` is of shape {rows:?} with {columns:?} biases")))
        }
    }
}
