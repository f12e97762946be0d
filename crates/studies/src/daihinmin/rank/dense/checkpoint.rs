//! Checkpoints: numbers and matrices as bytes.

use super::matrix::Matrix;
use super::network::DenseNetwork;
use super::optimizer::Steps;

/// First bytes of every file; the last is the version.
const MAGIC: &[u8; 8] = b"tefuda\0\x02";

impl DenseNetwork {
    pub(crate) fn save(&self) -> Vec<u8> {
        write(&[], self.layers.iter())
    }

    /// # Errors
    /// If it is not what a network of this shape saved.
    pub(crate) fn load(&mut self, bytes: &[u8]) -> Result<(), &'static str> {
        read(bytes, &mut [], self.layers.iter_mut())
    }
}

impl Steps {
    pub(crate) fn save(&self) -> Vec<u8> {
        match &self.0 {
            None => write(&[], std::iter::empty()),
            Some(moments) => write(&moments.missing, moments.layers.iter().flatten()),
        }
    }

    /// # Errors
    /// If it is not what this optimizer saved for a network of this shape.
    pub(crate) fn load(&mut self, bytes: &[u8]) -> Result<(), &'static str> {
        match &mut self.0 {
            None => read(bytes, &mut [], std::iter::empty()),
            Some(moments) => read(bytes, &mut moments.missing, moments.layers.iter_mut().flatten()),
        }
    }
}

/// The numbers, then the shape and the values of each matrix, all in little endian.
fn write<'m>(numbers: &[f64], matrices: impl Iterator<Item = &'m Matrix>) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    for matrix in matrices {
        bytes.extend((matrix.rows() as u32).to_le_bytes());
        bytes.extend((matrix.columns() as u32).to_le_bytes());
        matrix.values().iter().for_each(|value| bytes.extend(value.to_le_bytes()));
    }
    bytes
}

/// Reads what [`write`] wrote into as many numbers and into matrices of the same shapes.
///
/// # Errors
/// If it is anything else: what is wrong with it. Some values may have been read by then.
fn read<'m>(
    bytes: &[u8],
    numbers: &mut [f64],
    matrices: impl Iterator<Item = &'m mut Matrix>,
) -> Result<(), &'static str> {
    let mut bytes =
        bytes.strip_prefix(MAGIC).ok_or("a file is of another version of this program; train anew")?;
    for number in numbers {
        *number = f64::from_le_bytes(take(&mut bytes)?);
    }
    for matrix in matrices {
        let shape = [take(&mut bytes)?, take(&mut bytes)?].map(u32::from_le_bytes);
        if shape != [matrix.rows() as u32, matrix.columns() as u32] {
            return Err("a file is of a network of another shape; train anew");
        }
        for value in matrix.values_mut() {
            *value = f32::from_le_bytes(take(&mut bytes)?);
        }
    }
    match bytes {
        [] => Ok(()),
        _ => Err("a file is longer than it should be; train anew"),
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], &'static str> {
    let (first, rest) = bytes.split_first_chunk().ok_or("a file ends too early; train anew")?;
    *bytes = rest;
    Ok(*first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix() -> Matrix {
        Matrix::from_rows(&[[0.5, -1.0], [2.0, 0.0], [1e-30, 7.0]])
    }

    fn reread(bytes: &[u8], rows: usize) -> Result<(f64, Matrix), &'static str> {
        let (mut number, mut matrix) = ([0.0], Matrix::zeros(rows, 2));
        read(bytes, &mut number, std::iter::once(&mut matrix))?;
        Ok((number[0], matrix))
    }

    #[test]
    fn bytes_give_back_what_was_written() {
        let bytes = write(&[0.25], std::iter::once(&matrix()));
        assert_eq!(reread(&bytes, 3), Ok((0.25, matrix())));
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = write(&[0.25], std::iter::once(&matrix()));
        let refused = |bytes: &[u8], rows: usize| reread(bytes, rows).expect_err("something else");
        for length in 0..bytes.len() {
            let why = refused(&bytes[..length], 3);
            assert!(
                why.contains(if length < MAGIC.len() { "another version" } else { "too early" }),
                "{length}: {why}"
            );
        }
        assert!(refused(&[bytes.as_slice(), &[0]].concat(), 3).contains("longer"));
        assert!(refused(&bytes, 4).contains("another shape"));
    }
}
