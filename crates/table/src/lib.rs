//! The vocabulary of the table: what a game is, who sits at it, who may see what, and how one game is
//! played fairly, written down and examined.
//!
//! Everything else in the workspace speaks these words. A game implements [`Game`]; a player receives
//! a [`View`] and nothing more; the [`Referee`] alone holds the truth.
#![warn(missing_docs)]

mod agent;
mod batch;
mod belief;
pub mod bits;
mod choice;
mod digest;
mod encode;
mod exam_table;
mod features;
mod forecast;
mod game;
mod history;
mod labels;
mod lang;
mod next;
mod notation;
mod options;
mod plain;
mod playthrough;
mod record;
mod referee;
mod rng;
mod seat;
mod sequential;
mod session;
mod spec;

pub use agent::{Agent, Fault, Mixed, Oracle, Player, Thought, Witness, all_on};
pub use batch::{Batch, BatchError, BatchSetup, Reset, Schedule};
pub use belief::{Advised, Belief, Estimator, Grants, HiddenRoles, Tipped, Uniform};
pub use choice::{Choice, Choices, Part, PickError, Standing};
pub use digest::Digest;
pub use encode::{ActionIds, Encode};
pub use exam_table::{Bounds, ExamTable};
pub use features::{Feature, Features, Levels, Packing, Steps};
pub use forecast::{Forecast, RankMatrix};
pub use game::{Enumerable, Event, EventOf, Game, Hidden, Payoffs, PublicState, Turn, View};
pub use history::HistoryIds;
pub use labels::{AllRows, EventRow, TruthRow};
pub use lang::{Lang, Phrases};
pub use next::{next_event, random_event};
pub use notation::{Notation, Picture, Playthrough, Preset, Scene, Shape, USUAL_WIDTH, Unreadable};
pub use options::{Number, NumberOr, OptionInfo, OptionRow, OptionValue, Text, Word, option_infos};
pub use playthrough::{outline, playthrough};
pub use record::{AnyRecord, Header, Record, RecordError, RecordReader, RecordWriter, Replay, SeriesPlace};
pub use referee::{Node, Referee, Refusal};
pub use rng::{Rng, Seeds, Stream, derive_seed};
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet};
pub use sequential::{Sequential, StepError};
pub use session::{
    Advice, AdviceRow, Advising, AnswerRows, Entry, Host, LONGEST_LABEL, LogLine, NoteTaker, Notes, Occupant,
    OpenError, Opening, OwnedView, Pending, PlayError, SeatBuilder, Session, StandingAnswer, StandingInfo,
    Table, Thinking, face_up, face_up_svg, label, view_json,
};
pub use spec::{Param, Params, Spec, SpecError, Values, WordParam, unknown};
