//! From values to places on the drawing.

use crate::experiment::Axis;

/// A straight or logarithmic scale.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    values: (f64, f64),
    places: (f64, f64),
    log: bool,
}

impl Scale {
    pub(super) fn linear(values: (f64, f64), places: (f64, f64)) -> Scale {
        Scale { values, places, log: false }
    }

    /// Where a value lies; the middle if all values are one.
    pub(super) fn at(self, value: f64) -> f64 {
        let transform = |value: f64| if self.log { value.ln() } else { value };
        let (low, high) = (transform(self.values.0), transform(self.values.1));
        let share = if high > low { (transform(value) - low) / (high - low) } else { 0.5 };
        self.places.0 + share * (self.places.1 - self.places.0)
    }
}

/// The places of an axis: by value if all are numbers, else one step a value.
pub(super) struct Along {
    pub(super) places: Vec<f64>,
    pub(super) log: bool,
}

/// Values that span more than this are told apart only on a logarithmic scale.
const DECADES: f64 = 15.0;

impl Along {
    pub(super) fn new(axis: &Axis, places: (f64, f64)) -> Along {
        let numbers: Option<Vec<f64>> =
            axis.values.iter().map(|value| value.number().filter(|number| number.is_finite())).collect();
        let by_value = numbers.is_some();
        let steps = || (0..axis.values.len()).map(|step| step as f64).collect();
        let values = numbers.unwrap_or_else(steps);
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let log = by_value && low > 0.0 && high / low >= DECADES;
        let scale = Scale { values: (low, high), places, log };
        Along { places: values.into_iter().map(|value| scale.at(value)).collect(), log }
    }
}

/// Round values at about five places from at most `low` to at least `high`, and their distance.
pub(super) fn ticks(low: f64, high: f64) -> (Vec<f64>, f64) {
    let span = if high > low { high - low } else { high.abs().max(1.0) };
    let rough = span / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 2.5, 5.0, 10.0].map(|round| round * power).into_iter().find(|step| *step >= rough * 0.999);
    let step = step.unwrap_or(10.0 * power);
    let (first, last) = ((low / step + 1e-9).floor() as i64, (high / step - 1e-9).ceil() as i64);
    // A single value lies between two ticks, not on the only one.
    let last = last.max(first + 1);
    ((first..=last).map(|tick| tick as f64 * step).collect(), step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Value;

    fn axis(values: &[f64]) -> Axis {
        Axis { name: "x".into(), values: values.iter().copied().map(Value::Float).collect() }
    }

    #[test]
    fn ticks_are_round_and_enclose() {
        assert_eq!(ticks(0.013, 0.97).0, [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(ticks(-3.0, 9.0).0, [-5.0, -2.5, 0.0, 2.5, 5.0, 7.5, 10.0]);
        assert_eq!(ticks(7.0, 7.0).0, [6.0, 8.0]);
        assert_eq!(ticks(0.0, 0.0).0, [0.0, 0.2]);
    }

    #[test]
    fn decades_make_a_scale_logarithmic() {
        let along = Along::new(&axis(&[100.0, 1000.0, 10000.0]), (0.0, 200.0));
        assert!(along.log);
        assert!((along.places[1] - 100.0).abs() < 1e-9);
        let straight = Along::new(&axis(&[0.2, 0.4, 2.0]), (0.0, 180.0));
        assert!(!straight.log);
        assert!((straight.places[1] - 20.0).abs() < 1e-9);
    }
}
