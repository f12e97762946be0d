//! Learned policies in memory: each file is read once a process, however many seats and threads play by it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

use crate::forward::{PolicyFile, PolicyHead, PolicyNetwork, WeightsError};

/// The number of files remembered; the one asked for longest ago goes first.
const REMEMBERED: usize = 16;

/// No larger file is read.
const LARGEST: u64 = 1 << 29;

/// A file that has just been written may change once more within one tick of its clock.
const SETTLED: Duration = Duration::from_secs(2);

/// A file that was read.
struct Loaded {
    path: PathBuf,
    /// When it was written last, as far as the system says, and how long it was.
    stamp: (Option<SystemTime>, u64),
    /// Whether it was old enough for a later change to show in its stamp.
    settled: bool,
    /// All of it, as a digest.
    digest: String,
    network: Arc<PolicyNetwork>,
}

static LOADED: Mutex<Vec<Loaded>> = Mutex::new(Vec::new());

/// The network in a file. It is read again only if the file has changed.
///
/// # Errors
/// If the file cannot be read, or is no learned policy.
pub fn load(path: &Path) -> Result<Arc<PolicyNetwork>, WeightsError> {
    // Other threads that want a file wait here, so that none is read twice.
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let path = fs::canonicalize(path)?;
    let metadata = fs::metadata(&path)?;
    let stamp = (metadata.modified().ok(), metadata.len());
    let known = loaded.iter().position(|known| known.path == path).map(|place| loaded.remove(place));
    let entry = match known {
        Some(known) if known.settled && known.stamp == stamp => known,
        known => read(path, &metadata, stamp, known)?,
    };
    let network = Arc::clone(&entry.network);
    loaded.truncate(REMEMBERED - 1);
    loaded.insert(0, entry);
    Ok(network)
}

fn read(
    path: PathBuf,
    metadata: &fs::Metadata,
    stamp: (Option<SystemTime>, u64),
    known: Option<Loaded>,
) -> Result<Loaded, WeightsError> {
    if !metadata.is_file() || metadata.len() > LARGEST {
        let why = format!("it should be a file of at most {} MB", LARGEST / 1_000_000);
        return Err(WeightsError::Unreadable(why));
    }
    let settled = stamp.0.is_some_and(|at| at.elapsed().is_ok_and(|age| age > SETTLED));
    let bytes = fs::read(&path)?;
    let digest = crate::forward::digest_of_bytes(&bytes);
    let network = match known {
        Some(known) if known.digest == digest => known.network,
        _ => Arc::new(PolicyNetwork::from_bytes(&bytes)?),
    };
    Ok(Loaded { path, stamp, settled, digest, network })
}

/// A learned policy that comes along with the program.
pub struct Shelved {
    name: &'static str,
    bytes: &'static [u8],
    head: OnceLock<PolicyHead>,
    network: OnceLock<Arc<PolicyNetwork>>,
}

impl Shelved {
    /// The policy of these bytes, which are read when it is first asked for.
    pub const fn new(name: &'static str, bytes: &'static [u8]) -> Shelved {
        Shelved { name, bytes, head: OnceLock::new(), network: OnceLock::new() }
    }

    /// The name of its file, between `policy-` and the ending.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it is for. Its figures are not read.
    ///
    /// # Panics
    /// If the bytes are no learned policy: a test reads all that come along.
    pub fn head(&self) -> &PolicyHead {
        self.head.get_or_init(|| self.sound(PolicyFile::head_of(self.bytes)))
    }

    /// Its network.
    ///
    /// # Panics
    /// If the bytes are no learned policy: a test reads all that come along.
    pub fn network(&self) -> &Arc<PolicyNetwork> {
        self.network.get_or_init(|| Arc::new(self.sound(PolicyNetwork::from_bytes(self.bytes))))
    }

    fn sound<T>(&self, read: Result<T, WeightsError>) -> T {
        read.unwrap_or_else(|error| panic!("the policy {} that comes along: {error}", self.name))
    }
}

/// Puts the policies of these names on the shelf, each a file `weights/policy-NAME.safetensors` with its model card
/// `policy-NAME.md` beside it.
macro_rules! shelf {
    ($($name:literal),* $(,)?) => {
        const NAMES: &[&str] = &[$($name),*];

        static SHELF: [Shelved; NAMES.len()] =
            [$(Shelved::new($name, include_bytes!(concat!("../../weights/policy-", $name, ".safetensors")))),*];
    };
}

// The best for its table first. `weights/README.md` says how one is added.
shelf!["kuhn", "buzzard-2", "buzzard-3", "buzzard-5", "daihinmin", "raiders"];

/// The policies that come along.
pub fn shelved() -> &'static [Shelved] {
    &SHELF
}
