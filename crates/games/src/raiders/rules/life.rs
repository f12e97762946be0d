//! Damage, healing, showing oneself, going out, and the end of the game.

use table::{PublicState, Seat, SeatSet};

use crate::raiders::{Card, Character, Daniel, Equipment, EquipmentSet, Faction, Phase, Quirk, Raiders};

/// Pieces of equipment that Byron needs.
const BYRON: usize = 5;
/// Citizens that must be out for the shadows to win.
const CITIZENS: u8 = 3;
/// Seats that must be out before Craig's kill counts.
const CRAIG: usize = 2;

impl Raiders {
    /// Adds damage, unless the barrier stops it. Who goes out is decided when the whole effect is done.
    #[inline]
    pub(super) fn hurt(&mut self, seat: Seat, damage: u8) {
        if !self.public.barriers.contains(seat) {
            self.public.damage[seat] += damage;
            self.public.after.change[seat.index()] += damage as i8;
        }
    }

    #[inline]
    pub(super) fn heal(&mut self, seat: Seat, points: u8) {
        let healed = points.min(self.public.damage[seat]);
        self.public.damage[seat] -= healed;
        self.public.after.change[seat.index()] -= healed as i8;
    }

    /// Everybody sees who a seat is.
    pub(super) fn show(&mut self, seat: Seat) {
        let character = self.character(seat);
        self.public.shown[seat] = Some(character);
        self.public.could_be[seat] = crate::raiders::CharacterSet::only(character);
        self.public.after.shown = self.public.after.shown.with(seat, character);
    }

    /// An equipment changes hands.
    pub(super) fn hand_over(&mut self, from: Seat, to: Seat, equipment: Equipment) {
        self.public.equipment[from] = self.public.equipment[from].without(equipment);
        self.gain(to, equipment);
    }

    /// A hidden seat with five pieces is not Byron, or the game would be over.
    pub(super) fn gain(&mut self, seat: Seat, equipment: Equipment) {
        self.public.equipment[seat] = self.public.equipment[seat].with(equipment);
        if self.public.equipment[seat].len() >= BYRON {
            self.claim(seat, Character::Byron);
        }
    }

    /// A seat has done what this character wins by: it is that character and wins, or everybody knows it is not.
    fn claim(&mut self, seat: Seat, character: Character) {
        match self.character(seat) == character {
            true => self.public.winners = self.public.winners.with(seat),
            false => self.public.could_be[seat] = self.public.could_be[seat].without(character),
        }
    }

    /// Those of the harmed who have reached their limit go out together; the others have shown that they bear it.
    pub(super) fn bury(&mut self, harmed: SeatSet, killer: Option<Seat>) {
        let before = self.public.out_count();
        let mut out = SeatSet::NONE;
        for seat in harmed {
            let damage = self.public.damage[seat];
            match damage >= self.public.rules.hp_of(self.character(seat)) {
                true if self.public.living.contains(seat) => out = out.with(seat),
                true => {}
                false => {
                    self.public.could_be[seat] =
                        self.public.could_be[seat].and(self.public.rules.bears(damage));
                }
            }
        }
        if out.is_empty() {
            return;
        }
        out.for_each(|seat| self.put_out(seat, killer.is_none()));
        if before == 0 {
            self.first_out(out);
        }
        if let Some(killer) = killer.filter(|_| before >= CRAIG) {
            self.claim(killer, Character::Craig);
        }
    }

    fn put_out(&mut self, seat: Seat, discard: bool) {
        self.show(seat);
        let public = &mut self.public;
        public.living = public.living.without(seat);
        public.after.out = public.after.out.with(seat);
        public.angels = public.angels.without(seat);
        public.out[self.privates[seat].character.expect("dealt").faction().index()] += 1;
        if discard {
            self.discard_all(seat);
        }
    }

    /// Daniel wins if he is among the first; otherwise he screams.
    fn first_out(&mut self, out: SeatSet) {
        self.public.first_out = out;
        for seat in SeatSet::all(self.public.seats()) {
            let daniel = self.character(seat) == Character::Daniel;
            match (out.contains(seat), daniel) {
                (true, true) => self.public.winners = self.public.winners.with(seat),
                (false, true) if self.public.rules.abilities && self.public.shown[seat].is_none() => {
                    self.show(seat);
                }
                (false, false) if self.public.rules.abilities => {
                    self.public.could_be[seat] = self.public.could_be[seat].without(Character::Daniel);
                }
                _ => {}
            }
        }
    }

    /// All equipment of a seat is used up.
    pub(super) fn discard_all(&mut self, seat: Seat) {
        for equipment in self.public.equipment[seat].iter() {
            self.use_up(equipment.card());
        }
        self.public.equipment[seat] = EquipmentSet::NONE;
    }

    /// A deck that is replaced by a whole one may have more of a card in play than there are; then one is forgotten.
    #[inline]
    pub(super) fn use_up(&mut self, card: Card) {
        match card {
            Card::White(card) => {
                let used = self.public.white_used;
                self.public.white_used = used.try_with(card).unwrap_or(used);
            }
            Card::Black(card) => {
                let used = self.public.black_used;
                self.public.black_used = used.try_with(card).unwrap_or(used);
            }
            Card::Inference(_) => unreachable!("inference cards are remembered in the log"),
        }
    }

    /// Whether anybody's condition holds; if so the game is over, and all whose condition holds win.
    #[inline]
    pub(super) fn ended(&mut self) -> bool {
        let over = !self.public.winners.is_empty() || self.shadows_win() || self.raiders_win();
        if over {
            let winners = SeatSet::all(self.public.seats()).filter(|&seat| self.wins(seat)).collect();
            self.finish(winners);
        }
        over
    }

    fn all_out(&self, faction: Faction) -> bool {
        self.public.out[faction.index()] == self.public.rules.members(faction)
    }

    fn shadows_win(&self) -> bool {
        self.all_out(Faction::Raider) || self.public.out[Faction::Citizen.index()] >= CITIZENS
    }

    fn raiders_win(&self) -> bool {
        self.all_out(Faction::Shadow)
    }

    fn wins(&self, seat: Seat) -> bool {
        let (character, living) = (self.character(seat), self.public.living.contains(seat));
        let raiders_alone = self.public.rules.has(Quirk::RaidersFirst) && self.raiders_win();
        match character.faction() {
            Faction::Shadow => self.shadows_win() && !raiders_alone,
            Faction::Raider => self.raiders_win(),
            Faction::Citizen if self.public.winners.contains(seat) => true,
            Faction::Citizen => match (character, self.public.rules.daniel) {
                (Character::Alice, _) => living,
                (Character::Daniel, Daniel::Card) => living && self.raiders_win(),
                (Character::Daniel, Daniel::Paper) => living && self.shadows_win(),
                _ => false,
            },
        }
    }

    /// The game is over: everybody shows who it was.
    pub(super) fn finish(&mut self, winners: SeatSet) {
        for seat in SeatSet::all(self.public.seats()) {
            if self.public.shown[seat].is_none() {
                self.show(seat);
            }
        }
        self.public.winners = winners;
        self.public.phase = Phase::Over;
        self.public.after.over = true;
        self.public.after.winners = winners;
    }
}
