//! The addresses of the server: what is read from a request, who is asked, what is answered.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{DefaultBodyLimit, Extension, FromRequest, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use table::{Lang, Seat, Shape};
use tokio::sync::watch;

use crate::assets::{self, ASSETS, Asset};
use crate::command::{Command, NumberedCommand};
use crate::hint::Hint;
use crate::live::Accepted;
use crate::lobby;
use crate::opening::Wanted;
use crate::refusal::Refusal;
use crate::room::Room;
use crate::rooms::House;
use crate::runs::{self, Runs};
use crate::safety::{Buckets, HEADERS, REPORT_POLICY, check_host, check_origin};
use crate::server::Patience;
use crate::state::{Look, Told, json};
use crate::stream;

/// The longest body.
const LONGEST_BODY: usize = 16 * 1024;

/// The longest choice, in bytes of its notation.
const LONGEST_CHOICE: usize = 400;

/// What all requests share.
pub(crate) struct Front {
    pub(crate) house: Arc<House>,
    /// The names this server goes by, besides numbers and `localhost`.
    pub(crate) hosts: Vec<String>,
    /// Runs of experiments to look at.
    pub(crate) runs: Option<Box<dyn Runs>>,
    /// The games with their players as JSON, in both languages, once somebody has asked for them.
    pub(crate) lobby: OnceLock<[String; 2]>,
    pub(crate) requests: Buckets,
    pub(crate) tables: Buckets,
    pub(crate) patience: Patience,
    /// Whether neighbours on this machine are left alone: it is the owner's own server.
    pub(crate) trusts_loopback: bool,
    /// Raised when the server ends.
    pub(crate) closing: watch::Receiver<bool>,
}

impl Front {
    fn is_limited(&self, peer: IpAddr) -> bool {
        !(self.trusts_loopback && peer.to_canonical().is_loopback())
    }
}

/// Where a request comes from.
#[derive(Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// What language a visitor reads.
#[derive(Clone, Copy)]
struct Reads(Lang);

pub(crate) fn router(front: Arc<Front>) -> Router {
    let mut router = Router::new()
        .route("/", get(lobby_page))
        .route("/rules/{game}", get(rules_page))
        .route("/runs", get(runs_page))
        .route("/runs/{name}", get(report))
        .route("/tables", post(open_table))
        .route("/t/{id}", get(table_page))
        .route("/t/{id}/events", get(events))
        .route("/t/{id}/entries", post(enter))
        .route("/t/{id}/hint", get(hint))
        .route("/t/{id}/record", get(record));
    for asset in &ASSETS {
        router = router.route(&format!("/{}", asset.name), get(async move || file(asset)));
    }
    router
        .fallback(async || Refusal::NoPage)
        .method_not_allowed_fallback(async || Refusal::Method)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(from_fn_with_state(front.clone(), guard))
        .layer(middleware::map_response(with_headers))
        .with_state(front)
}

/// Looks at every request before anybody works for it, and says every refusal in the visitor's language.
async fn guard(State(front): State<Arc<Front>>, mut request: Request, next: Next) -> Response {
    let lang = language(request.uri(), request.headers());
    let is_page = request.method() == Method::GET && accepts_html(request.headers());
    let checked = check(&front, &request);
    request.extensions_mut().insert(Reads(lang));
    let response = match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    said(response, lang, is_page)
}

fn check(front: &Front, request: &Request) -> Result<(), Refusal> {
    let peer = request.extensions().get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0);
    if front.is_limited(peer) && !front.requests.take(peer, Instant::now()) {
        return Err(Refusal::RateLimited);
    }
    check_host(request.headers(), &front.hosts)?;
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads { Ok(()) } else { check_origin(request.headers()) }
}

/// A refusal travels as itself until its language is known.
impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Writes down what a refusal says, as a page or for programs.
fn said(response: Response, lang: Lang, is_page: bool) -> Response {
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    let unsaid = || Refusal::Unreadable("the request cannot be read; see the addresses at /".to_string());
    let refusal = response.extensions().get().cloned().unwrap_or_else(unsaid);
    let sentence = refusal.say(lang);
    let status = refusal.status();
    if is_page {
        let title = lang.either(status.canonical_reason().unwrap_or(""), "エラー");
        return (status, html(assets::error(lang, title, &sentence))).into_response();
    }
    #[derive(Serialize)]
    struct Said {
        error: String,
    }
    (status, answer(&Said { error: sentence })).into_response()
}

async fn with_headers(mut response: Response) -> Response {
    let has_styles = response.extensions().get::<OwnStyles>().is_some();
    let headers = response.headers_mut();
    headers.extend(HEADERS);
    if has_styles {
        headers.insert(header::CONTENT_SECURITY_POLICY, REPORT_POLICY);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn accepts_html(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html"))
}

#[derive(Deserialize)]
struct Asked {
    lang: Option<String>,
    shape: Option<String>,
    after: Option<String>,
}

fn asked(uri: &Uri) -> Result<Asked, Refusal> {
    let why = "after `?` come lang=en|ja, shape=wide|narrow and after=GAME.EVENT, each at most once";
    Query::try_from_uri(uri).map(|Query(asked)| asked).map_err(|_| Refusal::Unreadable(why.to_string()))
}

/// The language asked for, else the one kept in the cookie, else what the browser prefers.
fn language(uri: &Uri, headers: &HeaderMap) -> Lang {
    let asked = asked(uri).ok().and_then(|asked| asked.lang?.parse().ok());
    let text =
        |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
    let cookies = text(header::COOKIE).split(';').filter_map(|cookie| cookie.trim().strip_prefix("lang="));
    let kept = || cookies.filter_map(|code| code.parse().ok()).next();
    let preferred = || {
        let codes = text(header::ACCEPT_LANGUAGE)
            .split(',')
            .map(|code| code.split([';', '-']).next().unwrap_or_default());
        codes.filter_map(|code| code.trim().parse().ok()).next()
    };
    asked.or_else(kept).or_else(preferred).unwrap_or_default()
}

fn html(text: String) -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
}

fn answer(content: &impl Serialize) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], json(content)).into_response()
}

fn file(asset: &'static Asset) -> Response {
    let headers =
        [(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    (headers, asset.bytes).into_response()
}

#[derive(Serialize)]
struct Shown {
    title: String,
    link: String,
}

async fn lobby_page(State(front): State<Arc<Front>>, Extension(Reads(lang)): Extension<Reads>) -> Response {
    let shown = |(id, title)| Shown { title, link: format!("/t/{id}") };
    let shows: Vec<Shown> = front.house.shows().into_iter().map(shown).collect();
    let [english, japanese] = front.lobby.get_or_init(|| lobby::games_json(&front.house.residents));
    html(assets::lobby(lang, lang.either(english, japanese), &json(&shows), front.runs.is_some()))
}

/// Asks whoever knows the runs, away from those who serve.
async fn of_runs<T: Send + 'static>(
    front: Arc<Front>,
    ask: impl FnOnce(&dyn Runs) -> T + Send + 'static,
) -> Result<T, Refusal> {
    let asked = tokio::task::spawn_blocking(move || front.runs.as_deref().map(ask));
    asked.await.map_err(|_| Refusal::Broken)?.ok_or(Refusal::NoPage)
}

async fn runs_page(
    State(front): State<Arc<Front>>,
    Extension(Reads(lang)): Extension<Reads>,
) -> Result<Response, Refusal> {
    let (body, again) = of_runs(front, move |runs| runs::list(&runs.list(), lang)).await?;
    Ok(html(assets::runs(lang, &body, &again)))
}

/// A report is a page of its own: it has its styles inside, and no script.
#[derive(Clone, Copy)]
struct OwnStyles;

async fn report(State(front): State<Arc<Front>>, Path(name): Path<String>) -> Result<Response, Refusal> {
    let report = of_runs(front, move |runs| runs.report(&name)).await?.ok_or(Refusal::NoPage)?;
    let mut response = html(report);
    response.extensions_mut().insert(OwnStyles);
    Ok(response)
}

async fn rules_page(
    Extension(Reads(lang)): Extension<Reads>,
    Path(game): Path<String>,
) -> Result<Response, Refusal> {
    let (title, body) = lobby::rulebook(&game, lang)?;
    Ok(html(assets::rules(lang, title, &body)))
}

async fn table_page(
    State(front): State<Arc<Front>>,
    Extension(Reads(lang)): Extension<Reads>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    front.house.room(&id).await?;
    Ok(html(assets::table(lang)))
}

#[derive(Serialize)]
struct OpenedTable {
    table: String,
    links: Vec<Link>,
}

#[derive(Serialize)]
struct Link {
    seat: Seat,
    link: String,
}

async fn open_table(State(front): State<Arc<Front>>, request: Request) -> Result<Response, Refusal> {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0);
    let wanted: Wanted = read_json(&front, request).await?;
    let limited = peer.filter(|&peer| front.is_limited(peer));
    if limited.is_some_and(|peer| !front.tables.take(peer, Instant::now())) {
        return Err(Refusal::ManyTables);
    }
    let opened = front.house.open(&wanted).await?;
    let link = |(seat, secret)| Link { seat, link: format!("/t/{}#{seat}.{secret}", opened.id) };
    let links = opened.secrets.into_iter().map(link).collect();
    Ok((StatusCode::CREATED, answer(&OpenedTable { table: opened.id.clone(), links })).into_response())
}

/// The seat that a request speaks for; nobody's speaks for a spectator.
fn bearer(room: &Room, headers: &HeaderMap) -> Result<Option<Seat>, Refusal> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let value = match (values.next(), values.next()) {
        (None, _) => return Ok(None),
        (Some(value), None) => value.to_str().map_err(|_| Refusal::NoBearer)?,
        (Some(_), Some(_)) => return Err(Refusal::NoBearer),
    };
    let token =
        value.strip_prefix("Bearer ").and_then(|token| token.split_once('.')).ok_or(Refusal::NoBearer)?;
    room.seat(token.0, token.1).map(Some)
}

async fn events(
    State(front): State<Arc<Front>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let Reads(lang) = *request.extensions().get().expect("the guard has looked");
    let asked = asked(request.uri())?;
    let shape = match asked.shape.as_deref() {
        None | Some("wide") => Shape::Wide,
        Some("narrow") => Shape::Narrow,
        Some(_) => return Err(Refusal::Unreadable("a shape is `wide` or `narrow`".to_string())),
    };
    let wrong = || Refusal::Unreadable("`after` is GAME.EVENT, as the last state had it".to_string());
    let told = asked.after.map(|after| Told::read(&after).ok_or_else(wrong)).transpose()?;
    let room = front.house.room(&id).await?;
    let observer = bearer(&room, request.headers())?;
    let look = Look { observer, lang, shape };
    stream::events(room, look, told, front.closing.clone(), stream::KEEP_ALIVE).await
}

#[derive(Serialize)]
struct Entered {
    version: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    again: bool,
}

async fn enter(
    State(front): State<Arc<Front>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let room = front.house.room(&id).await?;
    let seat = bearer(&room, request.headers())?.ok_or(Refusal::Spectator)?;
    let command: NumberedCommand = read_json(&front, request).await?;
    if matches!(&command.command, Command::Choice(action) if action.len() > LONGEST_CHOICE) {
        return Err(Refusal::Long);
    }
    let (accepted, version) = room.enter(seat, command).await?;
    Ok(answer(&Entered { version, again: accepted == Accepted::Repeated }))
}

async fn record(State(front): State<Arc<Front>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let record = front.house.room(&id).await?.record().await?;
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8".to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"tefuda-{id}.jsonl\"")),
    ];
    Ok((headers, record).into_response())
}

async fn hint(
    State(front): State<Arc<Front>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let Reads(lang) = *request.extensions().get().expect("the guard has looked");
    let room = front.house.room(&id).await?;
    let seat = bearer(&room, request.headers())?.ok_or(Refusal::Spectator)?;
    let (name, advice) = room.advice(seat, lang).await?;
    Ok(answer(&Hint::new(&name, advice, lang)))
}

/// The body of a request as JSON of this shape.
async fn read_json<T: DeserializeOwned>(front: &Front, request: Request) -> Result<T, Refusal> {
    let kind =
        request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("application/json") {
        return Err(Refusal::Unreadable(
            "the body should be JSON, and its Content-Type `application/json`".to_string(),
        ));
    }
    let body = tokio::time::timeout(front.patience.body, Bytes::from_request(request, &()));
    let bytes = body.await.map_err(|_| Refusal::Late)?.map_err(|error| match error {
        BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => Refusal::Long,
        _ => Refusal::Unreadable("the body broke off".to_string()),
    })?;
    serde_json::from_slice(&bytes)
        .map_err(|error| Refusal::Unreadable(format!("the body cannot be read: {error}")))
}
