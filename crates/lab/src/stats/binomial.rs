//! How often something of a given chance happens in many tries, without trying many times.

use table::Rng;

/// Below this many expected hits it is quicker to jump from hit to hit.
const FEW: f64 = 10.0;

/// A draw from the binomial distribution.
pub(super) fn binomial(trials: u64, chance: f64, rng: &mut Rng) -> u64 {
    if chance == 0.0 {
        return 0;
    }
    if chance > 0.5 {
        return trials - binomial(trials, 1.0 - chance, rng);
    }
    if trials as f64 * chance < FEW {
        by_gaps(trials, chance, rng)
    } else {
        by_rejection(trials, chance, rng)
    }
}

/// The number of misses before a hit is geometric: adds gaps until the tries are used up.
fn by_gaps(trials: u64, chance: f64, rng: &mut Rng) -> u64 {
    let miss = (-chance).ln_1p();
    let (mut hits, mut tried) = (0, 0.0);
    loop {
        tried += 1.0 + ((1.0 - rng.f64()).ln() / miss).floor();
        if tried > trials as f64 {
            return hits;
        }
        hits += 1;
    }
}

/// Hoermann's (1993) transformed rejection with squeeze (BTRS): a fixed price for any number of trials.
fn by_rejection(trials: u64, chance: f64, rng: &mut Rng) -> u64 {
    let (n, odds) = (trials as f64, chance / (1.0 - chance));
    let spread = (n * chance * (1.0 - chance)).sqrt();
    let b = 1.15 + 2.53 * spread;
    let a = -0.0873 + 0.0248 * b + 0.01 * chance;
    let alpha = (2.83 + 5.1 / b) * spread;
    let mode = ((n + 1.0) * chance).floor();
    loop {
        let (u, v) = (rng.f64() - 0.5, rng.f64());
        let us = 0.5 - u.abs();
        let k = ((2.0 * a / us + b) * u + n * chance + 0.5).floor();
        if us >= 0.07 && v <= 0.92 - 4.2 / b {
            return k as u64;
        }
        if (0.0..=n).contains(&k) && (v * alpha / (a / (us * us) + b)).ln() <= log_ratio(n, odds, mode, k) {
            return k as u64;
        }
    }
}

/// The log probability of `k` hits over that of the likeliest number.
fn log_ratio(n: f64, odds: f64, mode: f64, k: f64) -> f64 {
    (mode + 0.5) * ((mode + 1.0) / (odds * (n - mode + 1.0))).ln()
        + (n + 1.0) * ((n - mode + 1.0) / (n - k + 1.0)).ln()
        + (k + 0.5) * (odds * (n - k + 1.0) / (k + 1.0)).ln()
        + tail(mode)
        + tail(n - mode)
        - tail(k)
        - tail(n - k)
}

/// What Stirling's formula leaves out of ln k!.
fn tail(k: f64) -> f64 {
    let square = (k + 1.0) * (k + 1.0);
    (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / 1260.0 / square) / square) / (k + 1.0)
}
