//! Refusals: what a client is told when a request is refused, a status and a sentence that says what would be right.

use axum::http::StatusCode;
use table::{Lang, PlayError, Seat, SpecError};

/// Declares [`Refusal`] from one table: a row has the variant, its status, and its sentence in English and Japanese.
macro_rules! refusals {
    ($(
        #[doc = $doc:literal]
        $name:ident $(($item:ident: $item_type:ty))? $({ $($field:ident: $field_type:ty),+ })? => $status:ident,
        $english:literal, $japanese:literal;
    )+) => {
        /// Why a request was refused. Nothing has changed.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub(crate) enum Refusal {
            $(#[doc = $doc] $name $(($item_type))? $({ $($field: $field_type),+ })?,)+
        }

        impl Refusal {
            /// The status of the response.
            #[allow(unused_variables, reason = "sentences use the fields, statuses do not")]
            pub(crate) fn status(&self) -> StatusCode {
                match self {
                    $(Refusal::$name $(($item))? $({ $($field),+ })? => StatusCode::$status,)+
                }
            }

            /// The sentence.
            pub(crate) fn say(&self, lang: Lang) -> String {
                match self {
                    $(Refusal::$name $(($item))? $({ $($field),+ })? => {
                        lang.either(format!($english), format!($japanese))
                    })+
                }
            }
        }
    };
}

refusals! {
    /// The `Host` header names another server.
    Host => MISDIRECTED_REQUEST,
        "this server does not go by that name; it was started without --host for it",
        "このサーバーはその名前では使えません。起動時に --host で指定してください";
    /// Another site's page sent the request.
    Origin => FORBIDDEN,
        "another site's page may not act here; open this server's own page",
        "ほかのサイトからは操作できません。このサーバーのページを開いてください";
    /// Too many requests from one address.
    RateLimited => TOO_MANY_REQUESTS,
        "too many requests from your address; wait a little and try again",
        "アクセスが多すぎます。少し待ってからもう一度お試しください";
    /// Too many tables from one address.
    ManyTables => TOO_MANY_REQUESTS,
        "too many new tables from your address; finish one or try again later",
        "新しい卓が多すぎます。今の卓を終えるか、しばらくしてからお試しください";
    /// The server has as many tables as it may have.
    Full => SERVICE_UNAVAILABLE,
        "the server has as many tables as it may have; try again later",
        "卓がいっぱいです。しばらくしてからお試しください";
    /// There is nothing at this address.
    NoPage => NOT_FOUND,
        "there is nothing at this address; the tables are opened at /",
        "このアドレスには何もありません。卓は / で開けます";
    /// No table of this name.
    NoTable => NOT_FOUND,
        "there is no such table, or it was forgotten; a new one is opened at /",
        "その卓はないか、もう消えました。新しい卓は / で開けます";
    /// The address is right, the method is not.
    Method => METHOD_NOT_ALLOWED,
        "this address is not used that way",
        "このアドレスはそのようには使えません";
    /// The body is too long.
    Long => PAYLOAD_TOO_LARGE,
        "the request is too long: at most 16 kB",
        "送られた内容が長すぎます。16 kB までです";
    /// The body did not come in time.
    Late => REQUEST_TIMEOUT,
        "the request took too long to arrive",
        "送信に時間がかかりすぎました";
    /// The body or the address cannot be read; the text says why.
    Unreadable(why: String) => BAD_REQUEST,
        "{why}",
        "内容を読み取れません：{why}";
    /// The game, the seats or the players cannot be; the text says why.
    Opening(why: String) => UNPROCESSABLE_ENTITY,
        "{why}",
        "この卓は開けません：{why}";
    /// The `Authorization` header cannot be read.
    NoBearer => UNAUTHORIZED,
        "the header should read `Authorization: Bearer A.secret`, as in the link of a seat",
        "ヘッダーは席のリンクのとおり `Authorization: Bearer A.secret` としてください";
    /// The token does not open this seat.
    BadToken => FORBIDDEN,
        "this link does not open that seat of this table; use the link that was given for it",
        "このリンクではその席に座れません。その席のためのリンクを使ってください";
    /// Only seats may do this.
    Spectator => FORBIDDEN,
        "spectators only watch; use the link of a seat",
        "観戦者は見るだけです。席のリンクを使ってください";
    /// The turn was taken by another command.
    Taken { turn: usize, next: usize } => CONFLICT,
        "turn {turn} of this seat was taken by another choice; the next is {next}",
        "この席の {turn} 番はほかの選択で使われました。次は {next} 番です";
    /// The turn lies ahead.
    Ahead { turn: usize, next: usize } => CONFLICT,
        "turn {turn} of this seat comes later; the next is {next}",
        "この席の {turn} 番はまだ先です。次は {next} 番です";
    /// The game is over.
    Over => CONFLICT,
        "the game is over",
        "ゲームは終わっています";
    /// It is somebody else's turn.
    NotYourTurn(seat: Seat) => CONFLICT,
        "it is not {seat}'s turn",
        "{seat} の番ではありません";
    /// The seat has chosen already.
    Chosen => CONFLICT,
        "you have chosen already; take the choice back first",
        "もう選んであります。先に取り消してください";
    /// An agent has chosen for this seat.
    AgentChose => CONFLICT,
        "an agent chose for this seat before you sat down again, and its choice stands this turn",
        "席に戻る前にプログラムが選びました。この手番ではその選択のままです";
    /// An agent plays on this seat.
    Away => CONFLICT,
        "an agent plays for this seat; sit down again first",
        "この席はプログラムが代わりに打っています。先に席へ戻ってください";
    /// The person sits there already.
    Sitting => CONFLICT,
        "you sit at the table already",
        "もう席についています";
    /// The table refuses; the text says what would be right.
    Table(why: String) => UNPROCESSABLE_ENTITY,
        "{why}",
        "それはできません：{why}";
    /// The game cannot go on.
    Broken => CONFLICT,
        "a player broke down: let another take its seat where the table offers it, or open another table",
        "プレイヤーが故障しました。卓の表示に従って席を任せるか、新しい卓を開いてください";
    /// Every player can go on: there is nobody to replace.
    NothingBroken => CONFLICT,
        "everybody at this table can go on; no seat is free",
        "全員が続けられます。空いた席はありません";
    /// The player that cannot go on cannot be started again.
    NotAgain => CONFLICT,
        "this player cannot begin anew; let another take its seat",
        "このプレイヤーは起動し直せません。ほかのプレイヤーに席を任せてください";
    /// As many programs play as may.
    Programs(most: usize) => SERVICE_UNAVAILABLE,
        "{most} programs play here already, and no more may; finish a table or try again later",
        "ここではすでに {most} 個のプログラムが対戦しています。卓を終えるか、しばらくしてからお試しください";
    /// The table cannot be restored. The reason may tell what a seat holds: only the owner is told.
    Closed => GONE,
        "this table was played with another build or other rules and is closed; a new one is opened at /",
        "この卓は別の版かルールで遊ばれたため、続けられません。新しい卓は / で開けます";
    /// The series is not over, so the record is secret.
    Unfinished => FORBIDDEN,
        "the record tells everything, also what is still secret: it is there once the series is over",
        "対戦記録には秘密も書かれています。全ゲームが終わると見られます";
    /// The seat took back, left and returned too often in this game.
    TooManyChanges => TOO_MANY_REQUESTS,
        "you have taken back, left and returned as often as one may in a game",
        "選び直しや離席・着席がこのゲームの上限に達しました";
    /// Another person sits here.
    NotAlone => FORBIDDEN,
        "hints are given only where no other person sits",
        "ヒントは、ほかの人が座っていない卓だけで使えます";
    /// The adviser broke down.
    NoAdvice => SERVICE_UNAVAILABLE,
        "nobody knows what to do here",
        "ここでのヒントはありません";
    /// The disk refused the write.
    Disk => SERVICE_UNAVAILABLE,
        "the disk did not take it, and nothing has happened; try again",
        "ディスクに書けなかったため、何も起きていません。もう一度お試しください";
    /// The server is about to end, or too busy.
    Busy => SERVICE_UNAVAILABLE,
        "the server is busy; try again in a moment",
        "混み合っています。少し待ってからもう一度お試しください";
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
