//! The levels on the processor, as the whole table has them.

use super::audit::audit;
use super::*;
use crate::progress::nobody;
use crate::{
    BidSet, Limits, LoadError, OpeningValues, Pot, Prizes, Setting, SolvedTable, SpaceLevels, State, Step,
    solve,
};
use std::fs;
use std::path::{Path, PathBuf};

fn cores() -> Cores {
    Cores { room: 1 << 30 }
}

fn job(setting: &Setting) -> LevelsJob {
    LevelsJob {
        setting: setting.clone(),
        task: LevelTask::Equilibrium,
        checkpoints: None,
        largest: 1 << 30,
        audit: 0,
    }
}

fn settings() -> Vec<Setting> {
    let hands = [BidSet::new(&[1, 3, 4, 5, 8]).unwrap(), BidSet::new(&[2, 3, 4, 6, 7]).unwrap()];
    let lopsided = Setting::new(hands, Prizes::new(&[-2, -1, 1, 2, 4]).unwrap(), 1, Pot::Carry).unwrap();
    let whole = [(6, Pot::Carry), (6, Pot::Discard), (7, Pot::Carry)];
    let whole = whole.map(|(cards, pot)| Setting::buzzard(cards, pot).unwrap());
    whole.into_iter().chain([Setting::goofspiel(6, Pot::Discard).unwrap(), lopsided]).collect()
}

fn table(setting: &Setting) -> SolvedTable {
    solve(setting, &Limits::default(), &nobody).unwrap()
}

/// A folder that goes away with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tefuda-stream-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn only_file(&self) -> PathBuf {
        let files: Vec<PathBuf> = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(files.len(), 1, "{files:?}");
        files[0].clone()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_value_is_within_the_bound() {
    for setting in settings() {
        let (table, levels, mut cores) = (table(&setting), SpaceLevels::new(&setting), cores());
        let mut below = cores.zeros(levels.states(0)).unwrap();
        let mut bound = 0.0;
        for rounds in 1..=levels.rounds() {
            let (here, raised) = cores.raise(&levels.step(rounds, LevelTask::Equilibrium), &below).unwrap();
            bound += raised.gap + raised.rounding;
            for (word, value) in here.iter().zip(table.level(rounds)) {
                let off = (f64::from(f32::from_bits(*word)) - value).abs();
                assert!(off <= bound + 1e-12, "{setting}: {off} beyond {bound}");
            }
            below = here;
        }
        assert!(bound < 1e-5, "{setting}: {bound}");
    }
}

#[test]
fn counts_agree_with_the_table() {
    for setting in settings() {
        let (table, levels) = (table(&setting), SpaceLevels::new(&setting));
        let steps: Vec<Step> =
            (1..=levels.rounds()).map(|rounds| levels.step(rounds, LevelTask::Equilibrium)).collect();
        assert_eq!(steps.iter().map(Step::states).sum::<u64>(), table.states() as u64, "{setting}");
        assert_eq!(steps.iter().map(Step::games).sum::<u64>(), table.games() as u64, "{setting}");
    }
}

fn same_policy(opening: &OpeningValues, table: &SolvedTable, state: &State) {
    for &turned in state.prizes().list() {
        let (found, wanted) = (opening.policy(state, turned).unwrap(), table.policy(state, turned).unwrap());
        assert!((found.value - wanted.value).abs() <= opening.bound() + 1e-9);
        let mix: Vec<f64> = state.hands()[0].cards().map(|card| wanted.a.of(card)).collect();
        assert!(opening.loss(state, turned, &mix).unwrap() <= 2.0 * opening.bound() + 1e-9);
        let best = opening.bids(state, turned).unwrap().into_iter().fold(f64::NEG_INFINITY, f64::max);
        assert!((best - found.value).abs() < 1e-9);
    }
}

/// The states after one round.
fn seconds(setting: &Setting) -> Vec<State> {
    let start = &setting.start;
    let pairs = start.hands()[0].cards().flat_map(|a| start.hands()[1].cards().map(move |b| (a, b)));
    let after = |(a, b): (u8, u8)| {
        start.prizes().list().iter().map(move |&prize| {
            let hands = [start.hands()[0].without(a), start.hands()[1].without(b)];
            let carry = if a == b && setting.pot == Pot::Carry { start.carry() + prize } else { 0 };
            State::new(hands, start.prizes().without(prize), carry).unwrap()
        })
    };
    pairs.flat_map(after).collect()
}

#[test]
fn an_opening_is_the_solvers() {
    for setting in settings().into_iter().chain([Setting::buzzard(8, Pot::Carry).unwrap()]) {
        let table = table(&setting);
        let opening =
            OpeningValues::new(&setting, solve_levels(&job(&setting), &mut cores(), &mut |_| ()).unwrap());
        assert!((opening.root() - table.root()).abs() <= opening.bound());
        same_policy(&opening, &table, &setting.start);
        for state in seconds(&setting).iter().step_by(17) {
            same_policy(&opening, &table, state);
        }
    }
}

#[test]
fn an_opening_knows_two_rounds_and_no_more() {
    let setting = Setting::buzzard(5, Pot::Carry).unwrap();
    let opening =
        OpeningValues::new(&setting, solve_levels(&job(&setting), &mut cores(), &mut |_| ()).unwrap());
    let third =
        State::new([BidSet::new(&[1, 2, 3]).unwrap(); 2], Prizes::new(&[1, 2, 3]).unwrap(), 0).unwrap();
    assert_eq!((opening.value(&third).is_some(), opening.policy(&third, 2)), (true, None));
    let tie = opening.tie(&setting.start, -2).unwrap();
    assert!(tie > 0.0 && tie < 1.0, "{tie}");
}

/// Two rounds played out by hand, on the whole table.
#[test]
fn ties_of_both_rounds() {
    let setting = Setting::buzzard(5, Pot::Carry).unwrap();
    let opening =
        OpeningValues::new(&setting, solve_levels(&job(&setting), &mut cores(), &mut |_| ()).unwrap());
    let table = table(&setting);
    let tie = |state: &State, turned: i32| {
        let policy = table.policy(state, turned).unwrap();
        policy.a.iter().map(|(card, share)| share * policy.b.of(card)).sum::<f64>()
    };
    let prizes = setting.start.prizes().list();
    let [first, second] = opening.ties();
    let wanted: f64 = prizes.iter().map(|&prize| tie(&setting.start, prize) / 5.0).sum();
    assert!((first - wanted).abs() < 1e-4, "{first} for {wanted}");
    let mut wanted = 0.0;
    for &prize in prizes {
        let policy = table.policy(&setting.start, prize).unwrap();
        for (a, b) in (1..=5).flat_map(|a| (1..=5).map(move |b| (a, b))) {
            let hands = [a, b].map(|card| BidSet::full(5).unwrap().without(card));
            let carry = if a == b { prize } else { 0 };
            let state = State::new(hands, setting.start.prizes().without(prize), carry).unwrap();
            let ties: f64 = state.prizes().list().iter().map(|&turned| tie(&state, turned)).sum();
            wanted += policy.a.of(a) * policy.b.of(b) * ties / 20.0;
        }
    }
    assert!((second - wanted).abs() < 1e-4, "{second} for {wanted}");
}

fn saved(folder: &Folder, setting: &Setting) -> PathBuf {
    let opening =
        OpeningValues::new(setting, solve_levels(&job(setting), &mut cores(), &mut |_| ()).unwrap());
    let path = folder.0.join("game.opening");
    opening.save(&path).unwrap();
    path
}

#[test]
fn a_saved_opening_is_the_same() {
    let folder = Folder::new("same");
    let setting = Setting::buzzard(6, Pot::Carry).unwrap();
    let path = saved(&folder, &setting);
    let loaded = OpeningValues::load(&path, &setting).unwrap();
    assert_eq!(OpeningValues::read(&fs::read(&path).unwrap(), &setting).unwrap().root(), loaded.root());
    same_policy(&loaded, &table(&setting), &setting.start);
    let other = Setting::buzzard(6, Pot::Discard).unwrap();
    assert!(matches!(OpeningValues::load(&path, &other), Err(LoadError::Setting(Some(_)))));
}

#[test]
fn damaged_openings_are_refused() {
    let folder = Folder::new("damaged");
    let setting = Setting::buzzard(5, Pot::Carry).unwrap();
    let whole = fs::read(saved(&folder, &setting)).unwrap();
    let error = |damage: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        damage(&mut bytes);
        OpeningValues::read(&bytes, &setting).unwrap_err()
    };
    assert!(matches!(error(&|bytes| bytes.truncate(bytes.len() - 4)), LoadError::Length { .. }));
    assert!(matches!(error(&|bytes| bytes.push(0)), LoadError::Length { .. }));
    assert!(matches!(error(&Vec::clear), LoadError::Foreign));
    assert!(matches!(error(&|bytes| bytes[0] ^= 1), LoadError::Foreign));
    assert!(matches!(error(&|bytes| bytes[8] += 1), LoadError::Version(2)));
    assert!(matches!(error(&|bytes| bytes[12] = 0), LoadError::Setting(None)));
    assert!(matches!(error(&|bytes| bytes[88] ^= 1), LoadError::Length { .. }));
    assert!(matches!(error(&|bytes| bytes[112] += 1), LoadError::Checksum));
    for at in [96, 104, 128, whole.len() - 1] {
        assert!(matches!(error(&|bytes| bytes[at] ^= 1), LoadError::Checksum), "{at}");
    }
}

/// Cores that fall asleep when asked for a level too many.
struct Tired(Cores, usize);

impl Device for Tired {
    type Cells = Vec<u32>;

    fn name(&self) -> String {
        self.0.name()
    }

    fn room(&self) -> Result<u64, DeviceError> {
        self.0.room()
    }

    fn zeros(&mut self, len: usize) -> Result<Vec<u32>, DeviceError> {
        self.0.zeros(len)
    }

    fn raise(&mut self, step: &Step, below: &Vec<u32>) -> Result<(Vec<u32>, Raised), DeviceError> {
        match step.rounds > self.1 {
            true => Err(DeviceError::Failed("asleep".to_string())),
            false => self.0.raise(step, below),
        }
    }

    fn gather(&mut self, cells: &Vec<u32>, at: &[u64]) -> Result<Vec<u32>, DeviceError> {
        self.0.gather(cells, at)
    }

    fn read(&mut self, cells: &Vec<u32>, from: usize, out: &mut [u32]) -> Result<(), DeviceError> {
        self.0.read(cells, from, out)
    }

    fn write(&mut self, cells: &mut Vec<u32>, from: usize, words: &[u32]) -> Result<(), DeviceError> {
        self.0.write(cells, from, words)
    }
}

fn kept_in(folder: &Folder, setting: &Setting, largest: u64) -> LevelsJob {
    LevelsJob { checkpoints: Some(folder.0.clone()), largest, ..job(setting) }
}

/// The levels that are worked out in one go.
fn levels(job: &LevelsJob, device: &mut impl Device) -> (Vec<usize>, Result<TopLevels, StreamError>) {
    let mut levels = Vec::new();
    let top = solve_levels(job, device, &mut |report| levels.push(report.rounds));
    (levels, top)
}

#[test]
fn a_job_goes_on_where_it_was_left() {
    let folder = Folder::new("resume");
    let setting = Setting::buzzard(7, Pot::Carry).unwrap();
    let job = kept_in(&folder, &setting, 1 << 30);
    let whole = solve_levels(&self::job(&setting), &mut cores(), &mut |_| ()).unwrap();
    let (done, stopped) = levels(&job, &mut Tired(cores(), 4));
    assert_eq!(done, [1, 2, 3, 4]);
    assert_eq!(stopped.unwrap_err().to_string(), "the device failed: asleep");
    folder.only_file();
    let (done, top) = levels(&job, &mut cores());
    assert_eq!((done, top.unwrap()), (vec![5, 6, 7], whole.clone()));
    // What is kept now is the level below those that are wanted.
    let (done, top) = levels(&job, &mut cores());
    assert_eq!((done, top.unwrap()), (vec![5, 6, 7], whole));
}

#[test]
fn levels_too_large_are_not_kept() {
    let folder = Folder::new("large");
    let setting = Setting::buzzard(7, Pot::Carry).unwrap();
    let second = SpaceLevels::new(&setting).states(2) as u64 * 4;
    let job = kept_in(&folder, &setting, second);
    assert!(levels(&job, &mut Tired(cores(), 4)).1.is_err());
    assert_eq!(levels(&job, &mut cores()).0[0], 3);
}

fn spoil(path: &Path, at: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes[at] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let folder = Folder::new("spoilt");
    let setting = Setting::buzzard(6, Pot::Carry).unwrap();
    let job = kept_in(&folder, &setting, 1 << 30);
    assert!(levels(&job, &mut Tired(cores(), 3)).1.is_err());
    let path = folder.only_file();
    spoil(&path, 200);
    let error = levels(&job, &mut cores()).1.unwrap_err().to_string();
    assert!(error.contains("the checksum does not agree"), "{error}");
    spoil(&path, 200);
    assert!(levels(&job, &mut cores()).1.is_ok());
    fs::rename(&path, path.with_file_name("buzzard-6-4.level")).unwrap();
    let priced = LevelsJob { task: LevelTask::Price(BidRule::Uniform), ..job };
    assert!(levels(&priced, &mut cores()).1.is_err(), "a level of another task");
}

#[test]
fn too_little_memory_is_said_before_work_begins() {
    let setting = Setting::buzzard(7, Pot::Carry).unwrap();
    let (done, top) = levels(&job(&setting), &mut Cores { room: 1000 });
    let error = top.unwrap_err().to_string();
    assert!(done.is_empty() && error.starts_with("two levels take"), "{error}");
}

#[test]
fn a_sample_agrees_and_a_planted_value_is_seen() {
    let setting = Setting::buzzard(7, Pot::Carry).unwrap();
    let job = LevelsJob { audit: 500, ..job(&setting) };
    let mut audits = Vec::new();
    solve_levels(&job, &mut cores(), &mut |report| audits.push((report.audit.unwrap(), report.raised)))
        .unwrap();
    for (audit, raised) in audits {
        assert!(audit.worst <= raised.rounding + raised.gap + 1e-9 && audit.planted > 9e-4, "{audit:?}");
    }
}

#[test]
fn a_wrong_level_is_not_believed() {
    let setting = Setting::buzzard(6, Pot::Carry).unwrap();
    let (levels, mut cores) = (SpaceLevels::new(&setting), cores());
    let ends = cores.zeros(levels.states(0)).unwrap();
    let step = levels.step(1, LevelTask::Equilibrium);
    let (mut here, _) = cores.raise(&step, &ends).unwrap();
    assert!(audit(&mut cores, &step, &ends, &mut here, 1 << 20).unwrap().worst < 1e-6);
    let last = here.len() - 1;
    here[last] = (f32::from_bits(here[last]) + 1e-4).to_bits();
    assert!(audit(&mut cores, &step, &ends, &mut here, 1 << 20).unwrap().worst > 9e-5);
}

fn price(setting: &Setting, rule: BidRule) -> (f64, f64) {
    let job = LevelsJob { task: LevelTask::Price(rule), ..job(setting) };
    let top = solve_levels(&job, &mut cores(), &mut |_| ()).unwrap();
    let [a, b] = top.priced(setting);
    assert!((a + b).abs() <= 2.0 * top.bound, "alike for both seats: {a} {b}");
    (-a, top.bound)
}

/// One who bids the prize's rank is outbid by one card wherever it matters: of 1..=4 only the lowest is lost.
#[test]
fn a_rule_known_beforehand_is_outbid() {
    let (price, bound) = price(&Setting::goofspiel(4, Pot::Discard).unwrap(), BidRule::Rank);
    assert!((price - (2.0 + 3.0 + 1.0 - 4.0)).abs() <= bound, "{price}");
}

#[test]
fn rules_bid_as_they_say() {
    let left = [-5, -2, -1, 1, 2, 9];
    assert_eq!(left.map(|prize| BidRule::Rank.bid(&left, prize, prize)), [4, 2, 0, 1, 3, 5]);
    assert_eq!(left.map(|prize| BidRule::Prize.bid(&left, prize, prize)), [5, 4, 3, 0, 1, 2]);
    assert_eq!(left.map(|prize| BidRule::Greedy.bid(&left, prize, prize)), [0, 0, 0, 3, 4, 5]);
    assert_eq!(left.map(|prize| BidRule::Greedy.bid(&left, prize, 1)), [0, 1, 2, 3, 4, 5]);
    assert_eq!("rank".parse(), Ok(BidRule::Rank));
    assert!("ranks".parse::<BidRule>().unwrap_err().contains("rank, prize, greedy, uniform"));
}
