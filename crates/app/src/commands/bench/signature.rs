//! The signature: digests of fixed games, played at random and by every player, and one digest of them all.

use catalog::bench::{Signed, sign_at_random, sign_players};
use games::exam_tables;
use serde::Serialize;
use table::{Digest, Spec, SpecError};

use crate::progress;
use crate::text::columns;

/// Digests of fixed games, and one of them all.
#[derive(Serialize)]
pub(super) struct Signature {
    pub(super) signature: String,
    games: Vec<Signed>,
}

/// Where each player plays against itself, and how many games: enough of the short ones to see a bluff.
/// A player that refuses one of a game's tables plays at another.
fn signed_tables() -> impl Iterator<Item = (&'static str, usize, u64)> {
    exam_tables().map(|(_, table)| (table.spec, table.seats, table.signed)).filter(|&(.., games)| games > 0)
}

/// Plays random games at these tables, and some of every player.
pub(super) fn signature(tables: &[(Spec, usize)]) -> Result<Signature, SpecError> {
    let bar = progress::bar((tables.len() + signed_tables().count()) as u64, "tables", "signing".to_string());
    let mut games = Vec::new();
    for (spec, seats) in tables {
        games.push(sign_at_random(spec, *seats)?);
        bar.inc(1);
    }
    for (text, seats, played) in signed_tables() {
        games.extend(sign_players(&text.parse()?, seats, played)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let signature = games.iter().map(|signed| signed.digest.as_str()).collect::<String>();
    Ok(Signature { signature: Digest::of(&signature).to_string(), games })
}

impl Signature {
    pub(super) fn text(&self) -> String {
        let row = |signed: &Signed| {
            let Signed { rules, seats, player, digest } = signed;
            vec![rules.clone(), seats.to_string(), player.clone(), digest.clone()]
        };
        let rows: Vec<_> = self.games.iter().map(row).collect();
        format!("{}\n  signature {}\n", columns(&rows, &[0, 2]), self.signature)
    }
}
