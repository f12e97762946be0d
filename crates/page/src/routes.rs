//! The server's addresses: reading requests, calling the tables, writing responses.

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
use crate::rooms::Rooms;
use crate::runs::{self, Runs};
use crate::safety::{Buckets, HEADERS, REPORT_POLICY, check_host, check_origin};
use crate::server::Timeouts;
use crate::state::{Look, Position, json};
use crate::stream;

/// Upper limit on the bytes of a body.
const LONGEST_BODY: usize = 16 * 1024;

/// Upper limit on the bytes of a choice.
const LONGEST_CHOICE: usize = 400;

/// The state that all requests share.
pub(crate) struct AppState {
    pub(crate) rooms: Arc<Rooms>,
    /// The names this server goes by, besides numbers and `localhost`.
    pub(crate) hosts: Vec<String>,
    /// Runs of experiments to look at.
    pub(crate) runs: Option<Box<dyn Runs>>,
    /// The games with their players as JSON in both languages, made at the first request.
    pub(crate) lobby: OnceLock<[String; 2]>,
    pub(crate) requests: Buckets,
    pub(crate) tables: Buckets,
    pub(crate) timeouts: Timeouts,
    /// Whether requests of this machine are not limited: only this machine reaches the server.
    pub(crate) trusts_loopback: bool,
    /// Raised when the server ends.
    pub(crate) closing: watch::Receiver<bool>,
}

impl AppState {
    fn is_limited(&self, peer: IpAddr) -> bool {
        !(self.trusts_loopback && peer.to_canonical().is_loopback())
    }
}

/// The address that a request comes from.
#[derive(Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The language that a visitor reads.
#[derive(Clone, Copy)]
struct ReaderLang(Lang);

pub(crate) fn router(state: Arc<AppState>) -> Router {
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
        .layer(from_fn_with_state(state.clone(), guard))
        .layer(middleware::map_response(with_headers))
        .with_state(state)
}

/// Checks every request before any work is done, and writes every refusal in the visitor's language.
async fn guard(State(state): State<Arc<AppState>>, mut request: Request, next: Next) -> Response {
    let lang = language(request.uri(), request.headers());
    let is_page = request.method() == Method::GET && accepts_html(request.headers());
    let checked = check(&state, &request);
    request.extensions_mut().insert(ReaderLang(lang));
    let response = match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    render_refusal(response, lang, is_page)
}

fn check(state: &AppState, request: &Request) -> Result<(), Refusal> {
    let peer = request.extensions().get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0);
    if state.is_limited(peer) && !state.requests.take(peer, Instant::now()) {
        return Err(Refusal::RateLimited);
    }
    check_host(request.headers(), &state.hosts)?;
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads { Ok(()) } else { check_origin(request.headers()) }
}

/// A refusal travels as a value until its language is known.
impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Writes a refusal as a page or as JSON.
fn render_refusal(response: Response, lang: Lang, is_page: bool) -> Response {
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
    struct ErrorBody {
        error: String,
    }
    (status, answer(&ErrorBody { error: sentence })).into_response()
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
struct EventsQuery {
    lang: Option<String>,
    shape: Option<String>,
    after: Option<String>,
}

fn events_query(uri: &Uri) -> Result<EventsQuery, Refusal> {
    let why = "after `?` come lang=en|ja, shape=wide|narrow and after=GAME.EVENT, each at most once";
    Query::try_from_uri(uri).map(|Query(asked)| asked).map_err(|_| Refusal::Unreadable(why.to_string()))
}

/// The language of the address, else of the cookie, else the one that the browser prefers.
fn language(uri: &Uri, headers: &HeaderMap) -> Lang {
    let asked = events_query(uri).ok().and_then(|asked| asked.lang?.parse().ok());
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
struct ShownMatch {
    title: String,
    link: String,
}

async fn lobby_page(
    State(state): State<Arc<AppState>>,
    Extension(ReaderLang(lang)): Extension<ReaderLang>,
) -> Response {
    let shown = |(id, title)| ShownMatch { title, link: format!("/t/{id}") };
    let shows: Vec<ShownMatch> = state.rooms.shows().into_iter().map(shown).collect();
    let [english, japanese] = state.lobby.get_or_init(|| lobby::games_json(&state.rooms.host_agents));
    html(assets::lobby(lang, lang.either(english, japanese), &json(&shows), state.runs.is_some()))
}

/// Reads runs on a thread that may block.
async fn of_runs<T: Send + 'static>(
    state: Arc<AppState>,
    ask: impl FnOnce(&dyn Runs) -> T + Send + 'static,
) -> Result<T, Refusal> {
    let asked = tokio::task::spawn_blocking(move || state.runs.as_deref().map(ask));
    asked.await.map_err(|_| Refusal::Broken)?.ok_or(Refusal::NoPage)
}

async fn runs_page(
    State(state): State<Arc<AppState>>,
    Extension(ReaderLang(lang)): Extension<ReaderLang>,
) -> Result<Response, Refusal> {
    let (body, again) = of_runs(state, move |runs| runs::list(&runs.list(), lang)).await?;
    Ok(html(assets::runs(lang, &body, &again)))
}

/// A report is a page of its own: it has its styles inside, and no script.
#[derive(Clone, Copy)]
struct OwnStyles;

async fn report(State(state): State<Arc<AppState>>, Path(name): Path<String>) -> Result<Response, Refusal> {
    let report = of_runs(state, move |runs| runs.report(&name)).await?.ok_or(Refusal::NoPage)?;
    let mut response = html(report);
    response.extensions_mut().insert(OwnStyles);
    Ok(response)
}

async fn rules_page(
    Extension(ReaderLang(lang)): Extension<ReaderLang>,
    Path(game): Path<String>,
) -> Result<Response, Refusal> {
    let (title, body) = lobby::rulebook(&game, lang)?;
    Ok(html(assets::rules(lang, title, &body)))
}

async fn table_page(
    State(state): State<Arc<AppState>>,
    Extension(ReaderLang(lang)): Extension<ReaderLang>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    state.rooms.room(&id).await?;
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

async fn open_table(State(state): State<Arc<AppState>>, request: Request) -> Result<Response, Refusal> {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0);
    let wanted: Wanted = read_json(&state, request).await?;
    let limited = peer.filter(|&peer| state.is_limited(peer));
    if limited.is_some_and(|peer| !state.tables.take(peer, Instant::now())) {
        return Err(Refusal::ManyTables);
    }
    let opened = state.rooms.open(&wanted).await?;
    let link = |(seat, secret)| Link { seat, link: format!("/t/{}#{seat}.{secret}", opened.id) };
    let links = opened.secrets.into_iter().map(link).collect();
    Ok((StatusCode::CREATED, answer(&OpenedTable { table: opened.id.clone(), links })).into_response())
}

/// The seat that a request speaks for; none without a bearer: a spectator.
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
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let ReaderLang(lang) = *request.extensions().get().expect("the guard has looked");
    let asked = events_query(request.uri())?;
    let shape = match asked.shape.as_deref() {
        None | Some("wide") => Shape::Wide,
        Some("narrow") => Shape::Narrow,
        Some(_) => return Err(Refusal::Unreadable("a shape is `wide` or `narrow`".to_string())),
    };
    let wrong = || Refusal::Unreadable("`after` is GAME.EVENT, as the last state had it".to_string());
    let told = asked.after.map(|after| Position::read(&after).ok_or_else(wrong)).transpose()?;
    let room = state.rooms.room(&id).await?;
    let observer = bearer(&room, request.headers())?;
    let look = Look { observer, lang, shape };
    stream::events(room, look, told, state.closing.clone(), stream::KEEP_ALIVE).await
}

#[derive(Serialize)]
struct Entered {
    version: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    again: bool,
}

async fn enter(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let room = state.rooms.room(&id).await?;
    let seat = bearer(&room, request.headers())?.ok_or(Refusal::Spectator)?;
    let command: NumberedCommand = read_json(&state, request).await?;
    if matches!(&command.command, Command::Choice(action) if action.len() > LONGEST_CHOICE) {
        return Err(Refusal::Long);
    }
    let (accepted, version) = room.enter(seat, command).await?;
    Ok(answer(&Entered { version, again: accepted == Accepted::Repeated }))
}

async fn record(State(state): State<Arc<AppState>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let record = state.rooms.room(&id).await?.record().await?;
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8".to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"tefuda-{id}.jsonl\"")),
    ];
    Ok((headers, record).into_response())
}

async fn hint(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let ReaderLang(lang) = *request.extensions().get().expect("the guard has looked");
    let room = state.rooms.room(&id).await?;
    let seat = bearer(&room, request.headers())?.ok_or(Refusal::Spectator)?;
    let (name, advice) = room.advice(seat, lang).await?;
    Ok(answer(&Hint::new(&name, advice, lang)))
}

/// The body of a request as JSON of this shape.
async fn read_json<T: DeserializeOwned>(state: &AppState, request: Request) -> Result<T, Refusal> {
    let kind =
        request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("application/json") {
        return Err(Refusal::Unreadable(
            "the body should be JSON, and its Content-Type `application/json`".to_string(),
        ));
    }
    let body = tokio::time::timeout(state.timeouts.body, Bytes::from_request(request, &()));
    let bytes = body.await.map_err(|_| Refusal::Late)?.map_err(|error| match error {
        BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => Refusal::Long,
        _ => Refusal::Unreadable("the body broke off".to_string()),
    })?;
    serde_json::from_slice(&bytes)
        .map_err(|error| Refusal::Unreadable(format!("the body cannot be read: {error}")))
}
