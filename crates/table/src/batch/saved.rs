//! Batches that are written down and go on later: of each table its series so far, as the choices that were made in it.

use super::Batch;
use crate::digest::Digest;
use crate::encode::Encode;
use crate::game::Game;

/// Takes numbers off the front of bytes.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*taken)
    }
}

impl<G: Game, E: Encode<G>> Batch<G, E> {
    /// Writes the tables down as they stand; the bytes tell what is hidden. Seed and setup are not in it.
    pub fn save(&self, out: &mut Vec<u8>) {
        for row in &self.tables {
            out.extend(row.begun.to_le_bytes());
            out.extend(row.number.to_le_bytes());
            out.extend((row.choices.len() as u32).to_le_bytes());
            row.choices.iter().for_each(|choice| out.extend(choice.to_le_bytes()));
        }
        out.extend(self.fingerprint().to_le_bytes());
    }

    /// Goes on where a batch with this setup was saved whose seed this was: from the front of `bytes`, which are taken. Nothing
    /// if the bytes are cut off or do not replay here; then the tables begin anew.
    pub fn load(&mut self, seed: u64, bytes: &mut &[u8]) -> Option<()> {
        let loaded = self.try_load(seed, bytes);
        if loaded.is_none() {
            self.restart(seed);
        }
        loaded
    }

    fn try_load(&mut self, seed: u64, bytes: &mut &[u8]) -> Option<()> {
        let mut left = Bytes(bytes);
        self.setup.seed = seed;
        self.rewards.fill(0.0);
        self.finals.fill(0.0);
        self.next.clear();
        for table in 0..self.tables.len() {
            let (begun, number) = (u64::from_le_bytes(left.take()?), u32::from_le_bytes(left.take()?));
            let count = u32::from_le_bytes(left.take()?);
            let choices =
                (0..count).map(|_| left.take().map(u16::from_le_bytes)).collect::<Option<Vec<_>>>()?;
            self.replay(table, begun.checked_sub(1)?, number, &choices)?;
            self.list(table);
        }
        std::mem::swap(&mut self.now, &mut self.next);
        let saved = u64::from_le_bytes(left.take()?);
        *bytes = left.0;
        (saved == self.fingerprint()).then_some(())
    }

    /// Plays a series again, up to the game of this number, by the choices that were made in it. Players of the house are
    /// told of it and not asked.
    fn replay(&mut self, table: usize, before: u64, number: u32, choices: &[u16]) -> Option<()> {
        (number < self.setup.series).then_some(())?;
        (self.tables[table].begun, self.tables[table].number) = (before, self.setup.series - 1);
        let mut left = choices.iter();
        for game in 0..=number {
            self.deal(table);
            self.replay_game(table, &mut left)?;
            if game < number && !self.tables[table].over {
                return None;
            }
        }
        left.next().is_none().then_some(())
    }

    fn replay_game(&mut self, table: usize, left: &mut std::slice::Iter<'_, u16>) -> Option<()> {
        while let Some(seat) = self.advance(table) {
            let own = self.company.at(table, seat) >= 0;
            if own {
                self.tables[table].seat = seat;
            }
            let Some(&choice) = left.next() else { return own.then_some(()) };
            let choice = usize::from(choice);
            (choice < self.tables[table].referee.legal(seat).len()).then_some(())?;
            self.seal(table, seat, choice);
        }
        self.tables[table].over = true;
        let referee = &self.tables[table].referee;
        self.company.end(table, referee.truth(), &referee.payoffs()?);
        Some(())
    }

    /// What the tables ask now, in short.
    fn fingerprint(&self) -> u64 {
        let mut digest = Digest::new();
        self.now.ids.iter().chain(&self.now.offsets).for_each(|number| digest.write(&number.to_le_bytes()));
        self.tables.iter().for_each(|row| digest.write(&[row.seat.index() as u8, u8::from(row.over)]));
        digest.value()
    }
}
