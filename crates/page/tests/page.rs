//! The server through its own door: requests on loopback, as browsers and strangers send them.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may fail it")]

#[path = "page/games.rs"]
mod games;
#[path = "page/host_agents.rs"]
mod host_agents;
#[path = "page/http.rs"]
mod http;
#[path = "page/player.rs"]
mod player;
#[path = "page/requests.rs"]
mod requests;
#[path = "page/secrecy.rs"]
mod secrecy;
#[path = "page/tables.rs"]
mod tables;
#[path = "page/test_server.rs"]
mod test_server;
