//! Tensors of a safetensors file: read in single or half precision, written, and their digest.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use sha2::{Digest, Sha256};

use super::weights::WeightsError;

/// The figures of a network under one name.
#[derive(Clone, PartialEq, Debug)]
pub struct Tensor {
    /// The number of figures there are along each axis.
    pub shape: Vec<usize>,
    /// The figures, the last axis the fastest.
    pub figures: Vec<f32>,
}

/// Tensors by name.
pub type Tensors = BTreeMap<String, Tensor>;

/// The one field of the file's own header: several would be written in any order.
const FIELD: &str = "tefuda";

/// Figures beyond it, layer upon layer, would leave no numbers.
const LARGEST: f32 = 1e6;

pub(super) fn unreadable(why: impl ToString) -> WeightsError {
    WeightsError::Unreadable(why.to_string())
}

/// What the file says of itself: the text of our field.
pub(super) fn description(bytes: &[u8]) -> Result<String, WeightsError> {
    let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(unreadable)?;
    let ours = metadata.metadata().as_ref().and_then(|fields| fields.get(FIELD)).cloned();
    ours.ok_or_else(|| unreadable("it does not say what it is for"))
}

/// All tensors of a file, and the digest of what they are made of.
pub(super) fn read(bytes: &[u8]) -> Result<(Tensors, String), WeightsError> {
    let file = SafeTensors::deserialize(bytes).map_err(unreadable)?;
    let views: BTreeMap<String, TensorView<'_>> = file.tensors().into_iter().collect();
    let digest = digest(views.iter().map(|(name, view)| (name.as_str(), view.data())));
    let tensor = |(name, view): (String, TensorView<'_>)| {
        let figures = figures(&name, &view)?;
        Ok((name, Tensor { shape: view.shape().to_vec(), figures }))
    };
    let tensors = views.into_iter().map(tensor).collect::<Result<Tensors, WeightsError>>()?;
    Ok((tensors, digest))
}

/// The digest of tensors in single precision.
pub(super) fn digest_of(tensors: &Tensors) -> String {
    let bytes: Vec<(&str, Vec<u8>)> =
        tensors.iter().map(|(name, tensor)| (name.as_str(), bytes(&tensor.figures))).collect();
    digest(bytes.iter().map(|(name, bytes)| (*name, bytes.as_slice())))
}

/// A file of these tensors in single precision, byte for byte the same for the same tensors.
pub(super) fn write(description: String, tensors: &Tensors) -> Vec<u8> {
    let bytes: Vec<Vec<u8>> = tensors.values().map(|tensor| bytes(&tensor.figures)).collect();
    let views = tensors.iter().zip(&bytes).map(|((name, tensor), bytes)| {
        let view = TensorView::new(Dtype::F32, tensor.shape.clone(), bytes);
        (name.as_str(), view.expect("a tensor has as many figures as its shape says"))
    });
    let fields = HashMap::from([(FIELD.to_string(), description)]);
    safetensors::serialize(views, Some(fields)).expect("names and shapes of tensors can be written")
}

fn bytes(figures: &[f32]) -> Vec<u8> {
    figures.iter().flat_map(|figure| figure.to_le_bytes()).collect()
}

/// The SHA-256 of tensors, which come in the order of their names: each name, a line feed, and the bytes.
fn digest<'a>(tensors: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut hash = Sha256::new();
    for (name, bytes) in tensors {
        hash.update(name.as_bytes());
        hash.update(b"\n");
        hash.update(bytes);
    }
    in_hex(&hash.finalize())
}

/// The SHA-256 of bytes, in hexadecimal digits.
pub fn digest_of_bytes(bytes: &[u8]) -> String {
    in_hex(&Sha256::digest(bytes))
}

fn in_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a text takes what is written");
        text
    })
}

/// Compares the digest that a file names with that of its tensors.
pub(super) fn check_digest(named: &str, found: &str) -> Result<(), WeightsError> {
    match named == found {
        true => Ok(()),
        false => Err(unreadable(format!(
            "its digest is {found}, but it says {named}: the file was damaged, fetch or write it again"
        ))),
    }
}

/// The figures of a tensor.
fn figures(name: &str, view: &TensorView<'_>) -> Result<Vec<f32>, WeightsError> {
    let bytes = view.data();
    let figures: Vec<f32> = match view.dtype() {
        Dtype::F32 => {
            let four = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("four bytes a figure"));
            bytes.chunks_exact(4).map(four).collect()
        }
        Dtype::F16 => {
            let two = |bytes: &[u8]| half(u16::from_le_bytes(bytes.try_into().expect("two bytes a figure")));
            bytes.chunks_exact(2).map(two).collect()
        }
        other => {
            return Err(unreadable(format!("`{name}` is of {other:?}, where F32 or F16 figures are read")));
        }
    };
    match figures.iter().all(|figure| figure.abs() <= LARGEST) {
        true => Ok(figures),
        false => {
            Err(unreadable(format!("`{name}` has a weight that is no number, or none of a network's size")))
        }
    }
}

/// A number of half precision: one bit of sign, five of exponent, ten of fraction.
fn half(bits: u16) -> f32 {
    let (sign, exponent, fraction) =
        (u32::from(bits >> 15) << 31, u32::from(bits >> 10 & 31), u32::from(bits & 1023));
    match exponent {
        // Too small for an exponent: a number of smallest steps.
        0 => f32::from_bits(sign | (fraction as f32 / (1 << 24) as f32).to_bits()),
        31 => f32::from_bits(sign | 0x7f80_0000 | fraction << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision_is_read_by_its_definition() {
        for bits in 0..=u16::MAX {
            let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023) / 1024.0);
            let size = match exponent {
                0 => fraction * 2.0_f64.powi(-14),
                31 if fraction == 0.0 => f64::INFINITY,
                31 => f64::NAN,
                _ => (1.0 + fraction) * 2.0_f64.powi(exponent - 15),
            };
            let (found, wanted) = (f64::from(half(bits)), if bits >> 15 == 1 { -size } else { size });
            assert!(found == wanted || (found.is_nan() && wanted.is_nan()), "{bits:#06x}: {found}, {wanted}");
            assert!(found.is_nan() || found.is_sign_negative() == (bits >> 15 == 1), "{bits:#06x}");
        }
    }

    /// The digest of one tensor `a` of a single 0, as `sha256sum` prints it.
    #[test]
    fn the_digest_is_sha_256_over_names_and_bytes() {
        let tensors = Tensors::from([("a".to_string(), Tensor { shape: vec![1], figures: vec![0.0] })]);
        assert_eq!(digest_of(&tensors), digest_of_bytes(b"a\n\0\0\0\0"));
        assert_eq!(digest_of_bytes(b"abc")[..16], *"ba7816bf8f01cfea");
    }
}
