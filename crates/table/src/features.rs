//! What the figures of a row are: their names and bounds, and how rows are packed into bits and bytes without loss.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// One figure of a row.
#[derive(Clone, PartialEq, Debug)]
pub struct Feature {
    /// What it is called; no two figures of a row have the same name.
    pub name: String,
    /// What it can be.
    pub levels: Levels,
}

/// What a figure can be, and so how many bits it needs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Levels {
    /// 0 or 1: a bit.
    Flag,
    /// One of a few steps: a byte.
    Steps(Steps),
    /// Any number from the first to the second: four bytes.
    Any(f32, f32),
}

/// Figures at equal distances: a whole number, multiplied and then divided. One of the two is 1, so that the figure is the
/// same to the bit wherever it is computed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Steps {
    /// The lowest whole number, which is packed as 0.
    pub low: i16,
    /// The highest, at most 255 above it.
    pub high: i16,
    /// What it is multiplied by.
    pub times: f32,
    /// What it is then divided by.
    pub over: f32,
}

impl Steps {
    /// The figure of a byte.
    #[inline]
    pub fn figure(&self, code: u8) -> f32 {
        self.of(self.low + i16::from(code))
    }

    /// The byte of a figure.
    #[inline]
    pub fn code(&self, figure: f32) -> u8 {
        ((figure * self.over / self.times).round() - f32::from(self.low)) as u8
    }

    #[inline]
    fn of(&self, number: i16) -> f32 {
        f32::from(number) * self.times / self.over
    }
}

impl Feature {
    /// The least that it can be.
    pub fn low(&self) -> f32 {
        match self.levels {
            Levels::Flag => 0.0,
            Levels::Steps(steps) => steps.of(steps.low),
            Levels::Any(low, _) => low,
        }
    }

    /// The most that it can be.
    pub fn high(&self) -> f32 {
        match self.levels {
            Levels::Flag => 1.0,
            Levels::Steps(steps) => steps.of(steps.high),
            Levels::Any(_, high) => high,
        }
    }
}

/// The figures of a row, told one after the other.
#[derive(Clone, Debug, Default)]
pub struct Features(Vec<Feature>);

impl Features {
    /// None yet.
    pub fn new() -> Features {
        Features::default()
    }

    fn push(&mut self, name: impl Into<String>, levels: Levels) {
        self.0.push(Feature { name: name.into(), levels });
    }

    /// 0 or 1.
    pub fn flag(&mut self, name: impl Into<String>) {
        self.push(name, Levels::Flag);
    }

    /// 0 or 1 for each part of something, named `something.part`.
    pub fn flags<T: Display>(&mut self, of: &str, parts: impl IntoIterator<Item = T>) {
        parts.into_iter().for_each(|part| self.flag(format!("{of}.{part}")));
    }

    /// A whole number divided by `over`.
    pub fn share(&mut self, name: impl Into<String>, numbers: RangeInclusive<i16>, over: f32) {
        self.steps(name, numbers, 1.0, over);
    }

    /// A whole number multiplied by `times`.
    pub fn units(&mut self, name: impl Into<String>, numbers: RangeInclusive<i16>, times: f32) {
        self.steps(name, numbers, times, 1.0);
    }

    /// A whole number as it is.
    pub fn count(&mut self, name: impl Into<String>, numbers: RangeInclusive<i16>) {
        self.steps(name, numbers, 1.0, 1.0);
    }

    /// A number of too many steps for a byte is any between its bounds.
    fn steps(&mut self, name: impl Into<String>, numbers: RangeInclusive<i16>, times: f32, over: f32) {
        let steps = Steps { low: *numbers.start(), high: *numbers.end(), times, over };
        let levels = match i32::from(steps.high) - i32::from(steps.low) {
            1 if (steps.low, times, over) == (0, 1.0, 1.0) => Levels::Flag,
            0..=255 => Levels::Steps(steps),
            _ => Levels::Any(steps.of(steps.low), steps.of(steps.high)),
        };
        self.push(name, levels);
    }

    /// All that were told, in order.
    pub fn into_vec(self) -> Vec<Feature> {
        self.0
    }
}

/// How rows become bytes and are themselves again, bit for bit.
///
/// | bytes | what |
/// |---|---|
/// | flags / 8, rounded up | the flags in their order, the first in the lowest bit of the first byte |
/// | steps | one byte a figure, in their order |
/// | 4 × others | the other figures as they are, the lowest byte first |
#[derive(Clone, PartialEq, Debug)]
pub struct Packing {
    width: usize,
    flags: Vec<u32>,
    steps: Vec<(u32, Steps)>,
    others: Vec<u32>,
}

impl Packing {
    /// For rows of these figures.
    pub fn of(features: &[Feature]) -> Packing {
        let (mut flags, mut steps, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for (place, feature) in (0..).zip(features) {
            match feature.levels {
                Levels::Flag => flags.push(place),
                Levels::Steps(of) => steps.push((place, of)),
                Levels::Any(..) => others.push(place),
            }
        }
        Packing { width: features.len(), flags, steps, others }
    }

    /// The number of figures a row has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of bytes a packed row has.
    pub fn bytes(&self) -> usize {
        self.flags.len().div_ceil(8) + self.steps.len() + 4 * self.others.len()
    }

    /// The places of the figures that are bits.
    pub fn flags(&self) -> &[u32] {
        &self.flags
    }

    /// The places of the figures that are bytes, and what the bytes mean.
    pub fn steps(&self) -> &[(u32, Steps)] {
        &self.steps
    }

    /// The places of the figures that are not packed.
    pub fn others(&self) -> &[u32] {
        &self.others
    }

    /// Packs a row.
    ///
    /// # Panics
    /// If the row is not [`Packing::width`] long, or `out` not [`Packing::bytes`].
    pub fn pack(&self, row: &[f32], out: &mut [u8]) {
        assert_eq!((row.len(), out.len()), (self.width, self.bytes()), "a row and its bytes");
        let (bits, rest) = out.split_at_mut(self.flags.len().div_ceil(8));
        let (bytes, rest) = rest.split_at_mut(self.steps.len());
        for (byte, places) in bits.iter_mut().zip(self.flags.chunks(8)) {
            *byte = pack_bits(row, places);
        }
        for (byte, (place, steps)) in bytes.iter_mut().zip(&self.steps) {
            *byte = steps.code(row[*place as usize]);
        }
        for (four, place) in rest.chunks_exact_mut(4).zip(&self.others) {
            four.copy_from_slice(&row[*place as usize].to_le_bytes());
        }
    }

    /// Writes the row that was packed.
    ///
    /// # Panics
    /// If `packed` is not [`Packing::bytes`] long, or `row` not [`Packing::width`].
    pub fn unpack(&self, packed: &[u8], row: &mut [f32]) {
        assert_eq!((row.len(), packed.len()), (self.width, self.bytes()), "a row and its bytes");
        let (bits, rest) = packed.split_at(self.flags.len().div_ceil(8));
        let (bytes, rest) = rest.split_at(self.steps.len());
        for (number, place) in self.flags.iter().enumerate() {
            row[*place as usize] = f32::from(bits[number / 8] >> (number % 8) & 1);
        }
        for (byte, (place, steps)) in bytes.iter().zip(&self.steps) {
            row[*place as usize] = steps.figure(*byte);
        }
        for (four, place) in rest.chunks_exact(4).zip(&self.others) {
            row[*place as usize] = f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        }
    }
}

/// The bits of up to eight flags. Where they stand side by side, the compiler reads them at once.
#[inline]
fn pack_bits(row: &[f32], places: &[u32]) -> u8 {
    let first = places[0] as usize;
    let bit = |(number, figure): (usize, f32)| u8::from(figure != 0.0) << number;
    let join = |byte: u8, bit: u8| byte | bit;
    match row.get(first..first + 8) {
        Some(eight) if places.len() == 8 && places[7] as usize == first + 7 => {
            eight.iter().copied().enumerate().map(bit).fold(0, join)
        }
        _ => places.iter().map(|&place| row[place as usize]).enumerate().map(bit).fold(0, join),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features() -> Vec<Feature> {
        let mut features = Features::new();
        features.flags("hand", ["ace", "king"]);
        features.share("left", 0..=13, 13.0);
        features.flags("more", 0..20);
        features.units("points", -30..=55, 1.0 / 7.0);
        features.share("turns", 0..=300, 300.0);
        features.flag("last");
        features.into_vec()
    }

    #[test]
    fn figures_have_names_and_bounds() {
        let features = features();
        let told =
            |place: usize| (features[place].name.as_str(), features[place].low(), features[place].high());
        assert_eq!(told(0), ("hand.ace", 0.0, 1.0));
        assert_eq!(told(2), ("left", 0.0, 1.0));
        assert_eq!(told(23), ("points", -30.0 * (1.0 / 7.0), 55.0 * (1.0 / 7.0)));
        assert_eq!((told(24), features[24].levels), (("turns", 0.0, 1.0), Levels::Any(0.0, 1.0)));
    }

    #[test]
    fn a_row_is_the_same_when_it_was_packed() {
        let features = features();
        let packing = Packing::of(&features);
        assert_eq!((packing.width(), packing.bytes()), (26, 3 + 2 + 4));
        for seed in 0..300_u16 {
            let figure = |(place, feature): (usize, &Feature)| match feature.levels {
                Levels::Flag => f32::from(u8::from((usize::from(seed) * 31 + place * 7) % 3 == 0)),
                Levels::Steps(steps) => steps.of(steps.low + (seed as i16 % (steps.high - steps.low + 1))),
                Levels::Any(..) => f32::from(seed) / 300.0,
            };
            let row: Vec<f32> = features.iter().enumerate().map(figure).collect();
            let (mut packed, mut again) = (vec![0xa5; packing.bytes()], vec![f32::NAN; packing.width()]);
            packing.pack(&row, &mut packed);
            packing.unpack(&packed, &mut again);
            assert_eq!(row, again, "{packed:?}");
        }
    }
}
