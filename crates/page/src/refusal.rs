//! What a visitor is told who asked for something that cannot be: a status and a sentence that says what would be right.

use axum::http::StatusCode;
use table::{Lang, PlayError, Seat, SpecError};

/// Why a request was refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// The `Host` header names another server.
    Host,
    /// Another site's page sent the request.
    Origin,
    /// Too many requests from one address.
    Hurry,
    /// Too many tables from one address.
    ManyTables,
    /// The server has as many tables as it may have.
    Full,
    /// There is nothing at this address.
    NoPage,
    /// No table of this name.
    NoTable,
    /// The address is right, the method is not.
    Method,
    /// The body is too long.
    Long,
    /// The body did not come in time.
    Late,
    /// The body or the address cannot be read; the text says why.
    Unreadable(String),
    /// The game, the seats or the players cannot be; the text says why.
    Opening(String),
    /// The bearer cannot be read.
    NoBearer,
    /// The secret does not open this seat.
    Stranger,
    /// Only seats may do this.
    Spectator,
    /// The turn was taken by another entry.
    Taken {
        /// The turn asked for.
        turn: usize,
        /// The next one of this seat.
        next: usize,
    },
    /// The turn lies ahead.
    Ahead {
        /// The turn asked for.
        turn: usize,
        /// The next one of this seat.
        next: usize,
    },
    /// The game is over.
    Over,
    /// It is somebody else's turn.
    NotYourTurn(Seat),
    /// The choice lies in its envelope already.
    Chosen,
    /// An agent plays for this seat.
    Away,
    /// The person sits there already.
    Sitting,
    /// The table refuses; the text says what would be right.
    Table(String),
    /// The game cannot go on.
    Broken,
    /// Everybody can go on: nobody's seat is free for another.
    NothingBroken,
    /// The one who cannot go on is none of the host's own that could begin anew.
    NotAgain,
    /// As many programs play as may, which is so many.
    Programs(usize),
    /// The table cannot be restored. Why may tell what a seat holds: only the owner is told.
    Closed,
    /// The record is not for anybody's eyes yet.
    Unfinished,
    /// The seat changed its mind too often in this game.
    TooManyChanges,
    /// Another person sits here.
    NotAlone,
    /// Whoever was asked for advice broke down.
    NoAdvice,
    /// The disk did not take it.
    Disk,
    /// The server is about to end, or too busy.
    Busy,
}

impl Refusal {
    /// What browsers and programs are told.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Refusal::Host => StatusCode::MISDIRECTED_REQUEST,
            Refusal::Origin | Refusal::Stranger | Refusal::Spectator => StatusCode::FORBIDDEN,
            Refusal::Unfinished | Refusal::NotAlone => StatusCode::FORBIDDEN,
            Refusal::Hurry | Refusal::ManyTables | Refusal::TooManyChanges => StatusCode::TOO_MANY_REQUESTS,
            Refusal::NoPage | Refusal::NoTable => StatusCode::NOT_FOUND,
            Refusal::Method => StatusCode::METHOD_NOT_ALLOWED,
            Refusal::Long => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::Late => StatusCode::REQUEST_TIMEOUT,
            Refusal::Unreadable(_) => StatusCode::BAD_REQUEST,
            Refusal::Opening(_) | Refusal::Table(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Refusal::NoBearer => StatusCode::UNAUTHORIZED,
            Refusal::Taken { .. } | Refusal::Ahead { .. } | Refusal::Over | Refusal::NotYourTurn(_) => {
                StatusCode::CONFLICT
            }
            Refusal::Chosen | Refusal::Away | Refusal::Sitting | Refusal::Broken => StatusCode::CONFLICT,
            Refusal::NothingBroken | Refusal::NotAgain => StatusCode::CONFLICT,
            Refusal::Closed => StatusCode::GONE,
            Refusal::Full | Refusal::Programs(_) | Refusal::Disk | Refusal::Busy | Refusal::NoAdvice => {
                StatusCode::SERVICE_UNAVAILABLE
            }
        }
    }

    /// The sentence.
    pub(crate) fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::English => self.english(),
            Lang::Japanese => self.japanese(),
        }
    }

    fn english(&self) -> String {
        let said = match self {
            Refusal::Host => "this server does not go by that name; it was started without --host for it",
            Refusal::Origin => "another site's page may not act here; open this server's own page",
            Refusal::Hurry => "too many requests from your address; wait a little and try again",
            Refusal::ManyTables => "too many new tables from your address; finish one or try again later",
            Refusal::Full => "the server has as many tables as it may have; try again later",
            Refusal::NoPage => "there is nothing at this address; the tables are opened at /",
            Refusal::NoTable => "there is no such table, or it was forgotten; a new one is opened at /",
            Refusal::Method => "this address is not used that way",
            Refusal::Long => "the request is too long: at most 16 kB",
            Refusal::Late => "the request took too long to arrive",
            Refusal::Unreadable(why) | Refusal::Opening(why) | Refusal::Table(why) => why,
            Refusal::Closed => {
                "this table was played with another build or other rules and is closed; a new one is opened at /"
            }
            Refusal::NoBearer => {
                "the header should read `Authorization: Bearer A.secret`, as in the link of a seat"
            }
            Refusal::Stranger => {
                "this link does not open that seat of this table; use the link that was given for it"
            }
            Refusal::Spectator => "spectators only watch; use the link of a seat",
            Refusal::Taken { turn, next } => {
                return format!("turn {turn} of this seat was taken by another choice; the next is {next}");
            }
            Refusal::Ahead { turn, next } => {
                return format!("turn {turn} of this seat comes later; the next is {next}");
            }
            Refusal::Over => "the game is over",
            Refusal::NotYourTurn(seat) => return format!("it is not {seat}'s turn"),
            Refusal::Chosen => "you have chosen already; take the choice back first",
            Refusal::Away => "an agent plays for this seat; sit down again first",
            Refusal::Sitting => "you sit at the table already",
            Refusal::Broken => {
                "a player broke down: let another take its seat where the table offers it, or open another table"
            }
            Refusal::NothingBroken => "everybody at this table can go on; no seat is free",
            Refusal::NotAgain => "this player cannot begin anew; let another take its seat",
            Refusal::Programs(most) => {
                return format!(
                    "{most} programs play here already, and no more may; finish a table or try again later"
                );
            }
            Refusal::Unfinished => {
                "the record tells everything, also what is still secret: it is there once the series is over"
            }
            Refusal::TooManyChanges => "you have taken back, left and returned as often as one may in a game",
            Refusal::NotAlone => "hints are given only where no other person sits",
            Refusal::NoAdvice => "nobody knows what to do here",
            Refusal::Disk => "the disk did not take it, and nothing has happened; try again",
            Refusal::Busy => "the server is busy; try again in a moment",
        };
        said.to_string()
    }

    fn japanese(&self) -> String {
        let said = match self {
            Refusal::Host => "このサーバーはその名前では使えません。起動時に --host で指定してください",
            Refusal::Origin => "ほかのサイトからは操作できません。このサーバーのページを開いてください",
            Refusal::Hurry => "アクセスが多すぎます。少し待ってからもう一度お試しください",
            Refusal::ManyTables => "新しい卓が多すぎます。今の卓を終えるか、しばらくしてからお試しください",
            Refusal::Full => "卓がいっぱいです。しばらくしてからお試しください",
            Refusal::NoPage => "このアドレスには何もありません。卓は / で開けます",
            Refusal::NoTable => "その卓はないか、もう消えました。新しい卓は / で開けます",
            Refusal::Method => "このアドレスはそのようには使えません",
            Refusal::Long => "送られた内容が長すぎます。16 kB までです",
            Refusal::Late => "送信に時間がかかりすぎました",
            Refusal::Unreadable(why) => return format!("内容を読み取れません：{why}"),
            Refusal::Opening(why) => return format!("この卓は開けません：{why}"),
            Refusal::Table(why) => return format!("それはできません：{why}"),
            Refusal::Closed => {
                "この卓は別の版かルールで遊ばれたため、続けられません。新しい卓は / で開けます"
            }
            Refusal::NoBearer => {
                "ヘッダーは席のリンクのとおり `Authorization: Bearer A.secret` としてください"
            }
            Refusal::Stranger => "このリンクではその席に座れません。その席のためのリンクを使ってください",
            Refusal::Spectator => "観戦者は見るだけです。席のリンクを使ってください",
            Refusal::Taken { turn, next } => {
                return format!("この席の {turn} 番はほかの選択で使われました。次は {next} 番です");
            }
            Refusal::Ahead { turn, next } => {
                return format!("この席の {turn} 番はまだ先です。次は {next} 番です");
            }
            Refusal::Over => "ゲームは終わっています",
            Refusal::NotYourTurn(seat) => return format!("{seat} の番ではありません"),
            Refusal::Chosen => "もう選んであります。先に取り消してください",
            Refusal::Away => "この席はプログラムが代わりに打っています。先に席へ戻ってください",
            Refusal::Sitting => "もう席についています",
            Refusal::Broken => {
                "プレイヤーが故障しました。卓の表示に従って席を任せるか、新しい卓を開いてください"
            }
            Refusal::NothingBroken => "全員が続けられます。空いた席はありません",
            Refusal::NotAgain => "このプレイヤーは起動し直せません。ほかのプレイヤーに席を任せてください",
            Refusal::Programs(most) => {
                return format!(
                    "ここではすでに {most} 個のプログラムが対戦しています。卓を終えるか、しばらくしてからお試しください"
                );
            }
            Refusal::Unfinished => "棋譜には秘密も書かれています。全ゲームが終わると見られます",
            Refusal::TooManyChanges => "選び直しや離席・着席がこのゲームの上限に達しました",
            Refusal::NotAlone => "ヒントは、ほかの人が座っていない卓だけで使えます",
            Refusal::NoAdvice => "ここでのヒントはありません",
            Refusal::Disk => "ディスクに書けなかったため、何も起きていません。もう一度お試しください",
            Refusal::Busy => "混み合っています。少し待ってからもう一度お試しください",
        };
        said.to_string()
    }
}

impl From<SpecError> for Refusal {
    fn from(error: SpecError) -> Refusal {
        Refusal::Opening(error.to_string())
    }
}

impl From<PlayError> for Refusal {
    fn from(error: PlayError) -> Refusal {
        match error {
            PlayError::Refused(why) => Refusal::Table(why),
            PlayError::Fault(_) => Refusal::Broken,
        }
    }
}
