//! Weights as a file: safetensors with a header that says what they are for.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::Path;

use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

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
pub struct Header {
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
    pub header: Header,
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
            WeightsError::Io(error) => error.fmt(f),
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
        let unreadable = |error: safetensors::SafeTensorError| WeightsError::Unreadable(error.to_string());
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(unreadable)?;
        let header = Header::from_fields(metadata.metadata().as_ref())?;
        let file = SafeTensors::deserialize(bytes).map_err(unreadable)?;
        let layers = (0..file.len() / 2).map(|at| read_layer(&file, at)).collect::<Result<Vec<_>, _>>()?;
        let fits = layers.windows(2).all(|pair| pair[0].outputs == pair[1].inputs);
        if layers.len() < 2 || file.len() % 2 == 1 || !fits {
            return Err(WeightsError::Unreadable("its layers do not follow from each other".to_string()));
        }
        Ok(Weights { header, layers })
    }

    /// The file, byte for byte the same for equal weights.
    pub fn to_bytes(&self) -> Vec<u8> {
        let bytes =
            |figures: &[f32]| figures.iter().flat_map(|figure| figure.to_le_bytes()).collect::<Vec<u8>>();
        let mut tensors = Vec::new();
        for (at, layer) in self.layers.iter().enumerate() {
            let shape = vec![layer.inputs, layer.outputs];
            tensors.push((format!("layers.{at}.weight"), shape, bytes(&layer.weights)));
            tensors.push((format!("layers.{at}.bias"), vec![layer.outputs], bytes(&layer.bias)));
        }
        let views = tensors.iter().map(|(name, shape, bytes)| {
            let view = TensorView::new(Dtype::F32, shape.clone(), bytes);
            (name.as_str(), view.expect("a layer has as many weights as its shape says"))
        });
        let fields = HashMap::from([(FIELD.to_string(), self.header.to_field())]);
        safetensors::serialize(views, Some(fields)).expect("names and shapes of layers can be written")
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

/// The one field of the file's own header: several would be written in any order.
const FIELD: &str = "tefuda";

impl Header {
    fn to_field(&self) -> String {
        let version = WEIGHTS_VERSION.to_string();
        let fields = [
            ("version", &version),
            ("network", &self.network),
            ("inputs", &self.inputs),
            ("game", &self.game),
            ("data", &self.data),
        ];
        let mut map: BTreeMap<String, serde_json::Value> =
            fields.into_iter().map(|(name, text)| (name.to_string(), text.as_str().into())).collect();
        let figures = self.figures.iter().map(|(name, text)| (name.clone(), text.as_str().into()));
        map.insert("figures".to_string(), serde_json::Value::Object(figures.collect()));
        serde_json::to_string(&map).expect("texts can be written")
    }

    fn from_fields(fields: Option<&HashMap<String, String>>) -> Result<Header, WeightsError> {
        let ours = fields.and_then(|fields| fields.get(FIELD));
        let ours =
            ours.ok_or_else(|| WeightsError::Unreadable("it does not say what it is for".to_string()))?;
        let value: serde_json::Value =
            serde_json::from_str(ours).map_err(|error| WeightsError::Unreadable(error.to_string()))?;
        let text =
            |name: &str| value.get(name).and_then(|text| text.as_str()).unwrap_or_default().to_string();
        if text("version") != WEIGHTS_VERSION.to_string() {
            return Err(WeightsError::Version(text("version")));
        }
        let figures =
            value.get("figures").and_then(|figures| figures.as_object()).cloned().unwrap_or_default();
        let figure = |(name, text): (String, serde_json::Value)| Some((name, text.as_str()?.to_string()));
        Ok(Header {
            network: text("network"),
            inputs: text("inputs"),
            game: text("game"),
            data: text("data"),
            figures: figures.into_iter().filter_map(figure).collect(),
        })
    }
}

fn read_layer(file: &SafeTensors<'_>, at: usize) -> Result<Dense, WeightsError> {
    let (rows, weights) = read_figures(file, &format!("layers.{at}.weight"))?;
    let (columns, bias) = read_figures(file, &format!("layers.{at}.bias"))?;
    match (rows.as_slice(), columns.as_slice()) {
        (&[inputs, outputs], &[biases]) if biases == outputs && inputs > 0 && outputs > 0 => {
            Ok(Dense { inputs, outputs, weights, bias })
        }
        _ => {
            Err(WeightsError::Unreadable(format!("layer {at} is of shape {rows:?} with {columns:?} biases")))
        }
    }
}

/// Weights beyond it, layer upon layer, would leave no numbers.
const LARGEST: f32 = 1e6;

/// The shape of a tensor, and its figures.
fn read_figures(file: &SafeTensors<'_>, name: &str) -> Result<(Vec<usize>, Vec<f32>), WeightsError> {
    let tensor = file.tensor(name).map_err(|error| WeightsError::Unreadable(error.to_string()))?;
    if tensor.dtype() != Dtype::F32 {
        return Err(WeightsError::Unreadable(format!("`{name}` is not of 32-bit figures")));
    }
    let four = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("four bytes a figure"));
    let figures: Vec<f32> = tensor.data().chunks_exact(4).map(four).collect();
    match figures.iter().all(|figure| figure.abs() <= LARGEST) {
        true => Ok((tensor.shape().to_vec(), figures)),
        false => Err(WeightsError::Unreadable(format!(
            "`{name}` has a weight that is no number, or none of a network's size"
        ))),
    }
}
