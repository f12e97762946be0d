//! Softmax and cross entropy, with functions of our own: those of the system differ between processors in the last bit.

use players::forward::{Kernel, run_widest};

/// 2^`exponent`, for normal numbers.
#[inline(always)]
fn power_of_two(exponent: i32) -> f32 {
    f32::from_bits(((exponent + 127) as u32) << 23)
}

/// e to the power of `x`, for `x` at most 0; below -87 that is 0.
#[inline(always)]
fn exp(x: f32) -> f32 {
    /// Added to a small number and taken off again it rounds to whole numbers.
    const ROUND: f32 = 12_582_912.0;
    /// The logarithm of 2: the first digits exactly, and the rest.
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    let bounded = if x > -87.0 { x } else { -87.0 };
    let shifted = bounded * std::f32::consts::LOG2_E + ROUND;
    let whole = shifted - ROUND;
    let rest = bounded - whole * LN_2[0] - whole * LN_2[1];
    let series = [1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let power = series.into_iter().fold(0.0, |sum, next| sum * rest + next);
    let exponent = shifted.to_bits().wrapping_sub(ROUND.to_bits()) as i32;
    if x > -87.0 { power * power_of_two(exponent) } else { 0.0 }
}

/// The natural logarithm of a positive normal number.
fn ln(x: f64) -> f64 {
    let (bits, one) = (x.to_bits(), 1.0_f64.to_bits());
    // x = 2^exponent * fraction, with a fraction around 1.
    let exponent = (bits.wrapping_sub(one - (1 << 51)) as i64) >> 52;
    let fraction = f64::from_bits(bits.wrapping_sub((exponent as u64) << 52));
    // ln(fraction) = 2 (s + s^3 / 3 + s^5 / 5 + ..)
    let s = (fraction - 1.0) / (fraction + 1.0);
    let series = (0..12).rev().fold(0.0, |sum, at| sum * s * s + 1.0 / f64::from(2 * at + 1));
    exponent as f64 * std::f64::consts::LN_2 + 2.0 * s * series
}

/// Turns the outputs of a row into the gradient of its cross entropy, `share` times; returns the cross entropy.
pub(crate) fn cross_entropy(outputs: &mut [f32], answer: usize, share: f32) -> f64 {
    let most = outputs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let below = f64::from(most) - f64::from(outputs[answer]);
    run_widest(Exponents { outputs: &mut *outputs, most });
    let sum: f32 = outputs.iter().sum();
    let scale = share / sum;
    outputs.iter_mut().for_each(|output| *output *= scale);
    outputs[answer] -= share;
    ln(f64::from(sum)) + below
}

/// Every output becomes its exponential, the largest 1.
struct Exponents<'a> {
    outputs: &'a mut [f32],
    most: f32,
}

impl Kernel for Exponents<'_> {
    #[inline(always)]
    fn run(self) {
        self.outputs.iter_mut().for_each(|output| *output = exp(*output - self.most));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_agree_with_those_of_the_system() {
        for at in 0..87_000 {
            let x = -(at as f32) / 1000.0;
            let wanted = f64::from(x).exp();
            assert!(
                (f64::from(exp(x)) / wanted - 1.0).abs() < 3e-7,
                "exp({x}) is {} and not {wanted}",
                exp(x)
            );
            let x = 1e-3 + 0.01 * f64::from(at);
            assert!(
                (ln(x) - x.ln()).abs() < 1e-14 * (1.0 + x.ln().abs()),
                "ln({x}) is {} and not {}",
                ln(x),
                x.ln()
            );
        }
        assert_eq!((exp(0.0), exp(-88.0), exp(-1e4), ln(1.0)), (1.0, 0.0, 0.0, 0.0));
    }

    #[test]
    fn three_outputs_by_hand() {
        let mut outputs = [0.0, 2.0_f32.ln(), -1e4];
        let loss = cross_entropy(&mut outputs, 0, 0.5);
        assert!((loss - 3.0_f64.ln()).abs() < 1e-7, "{loss}");
        let wanted = [-1.0 / 3.0, 1.0 / 3.0, 0.0];
        assert!(
            outputs.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-7),
            "{outputs:?}"
        );
    }
}
