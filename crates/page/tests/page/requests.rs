//! Bad requests: refused with a sentence, without effect.

use serde_json::json;

use crate::games::wanted;
use crate::http::request;
use crate::player::Guest;
use crate::test_server::TestServer;

#[test]
fn pages_and_files_are_served_in_both_languages_with_strict_headers() {
    let server = TestServer::new("pages");
    let (id, _) = server.open(&wanted("kuhn", &[], 1));
    for path in
        ["/".to_string(), format!("/t/{id}"), "/rules/buzzard".to_string(), "/rules/goofspiel".to_string()]
    {
        for (accept, code) in [("ja,en;q=0.5", "ja"), ("en-GB,ja", "en"), ("fr", "en")] {
            let page = server.ask("GET", &path, &[("Accept-Language", accept)], "");
            assert_eq!(page.status, 200, "{path}");
            assert!(page.text().contains(&format!("<html lang=\"{code}\"")), "{path} {accept}");
            let policy = page.header("content-security-policy").unwrap();
            assert!(
                policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"),
                "{policy}"
            );
            assert!(!policy.contains("unsafe"));
            assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
            assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
        }
        let cookie = server.ask("GET", &path, &[("Cookie", "a=b; lang=ja"), ("Accept-Language", "en")], "");
        assert!(cookie.text().contains("<html lang=\"ja\""), "{path}");
        let asked = server.ask("GET", &format!("{path}?lang=en"), &[("Cookie", "lang=ja")], "");
        assert!(asked.text().contains("<html lang=\"en\""), "{path}");
    }
    let lobby = server.get("/", None).text();
    for name in ["script.js", "style.css", "icon.svg"] {
        let at = lobby.find(&format!("/{name}?v=")).unwrap_or_else(|| panic!("{name} is linked"));
        let address: String = lobby[at..].chars().take_while(|c| *c != '"').collect();
        let file = server.get(&address, None);
        assert_eq!(file.status, 200);
        assert!(file.header("cache-control").unwrap().contains("immutable"));
    }
}

#[test]
fn strangers_do_not_get_a_seat() {
    let server = TestServer::new("strangers");
    let (id, links) = server.open(&wanted("kuhn", &["random"], 1));
    let (other, others) = server.open(&wanted("kuhn", &["random"], 1));
    let secret = links[0].split_once('.').unwrap().1;
    let wrong = [
        format!("B.{secret}"),
        format!("C.{secret}"),
        format!("J.{secret}"),
        "A.".to_string(),
        format!("A.{}", &secret[1..]),
        format!("A.{secret}x"),
        others[0].clone(),
    ];
    for bearer in &wrong {
        let entry =
            server.post(&format!("/t/{id}/entries"), Some(bearer), &json!({"turn": 0, "leave": true}));
        assert_eq!(entry.status, 403, "{bearer}: {}", entry.text());
        assert!(entry.refusal().contains("this link does not open that seat"));
        let stream = server.events(&format!("/t/{id}/events"), Some(bearer));
        assert_eq!(stream.err().flatten().map(|answer| answer.status), Some(403), "{bearer}");
    }
    for bearer in ["", "A", "Z.x", ".", "AB.x", "A\u{e9}.x"] {
        let entry =
            server.post(&format!("/t/{id}/entries"), Some(bearer), &json!({"turn": 0, "leave": true}));
        assert_eq!(entry.status, 401, "{bearer}: {}", entry.text());
    }
    let nobody = server.post(&format!("/t/{id}/entries"), None, &json!({"turn": 0, "leave": true}));
    assert_eq!(
        (nobody.status, nobody.refusal().as_str()),
        (403, "spectators only watch; use the link of a seat")
    );
    let double = format!("Bearer {}", links[0]);
    let headers =
        [("Content-Type", "application/json"), ("Authorization", &double), ("Authorization", &double)];
    assert_eq!(server.ask("POST", &format!("/t/{id}/entries"), &headers, "{}").status, 401);
    assert_eq!(server.state(&id, None)["people"], 2, "nobody left");
    assert_eq!(server.state(&other, Some(&others[0]))["you"], "A");
}

#[test]
fn the_record_waits_for_the_end() {
    let server = TestServer::new("record");
    let (id, links) = server.open(&wanted("kuhn", &[], 2));
    for bearer in [None, Some(links[0].as_str())] {
        let record = server.get(&format!("/t/{id}/record"), bearer);
        assert_eq!(record.status, 403);
        assert!(record.refusal().contains("once the series is over"));
    }
}

#[test]
fn what_cannot_be_opened_is_refused_with_a_reason() {
    let server = TestServer::new("openings");
    for (body, why) in [
        (json!({"game": "chess", "seats": ["person"]}), "no game `chess`"),
        (json!({"game": "kuhn", "seats": ["person"]}), "seats"),
        (json!({"game": "kuhn", "seats": ["random", "random"]}), "at least one of the seats is a `person`'s"),
        (json!({"game": "kuhn", "seats": ["person", "rnadom"]}), "did you mean `random`?"),
        (
            json!({"game": "kuhn", "seats": ["person", "exec(cmd=\"touch x\")"]}),
            "exec runs a program of this machine: not for guests",
        ),
        (json!({"game": "buzzard", "seats": ["person", "exact(table=/etc/passwd)"]}), "not for guests"),
        (
            json!({"game": "buzzard", "seats": ["person", "exact(opening=\"exec(cmd=ls)\")"]}),
            "not for guests",
        ),
        (
            json!({"game": "kuhn", "seats": ["person", "learned(weights=/etc/passwd)"]}),
            "learned: `weights` reaches into this machine: not for guests",
        ),
        (
            json!({"game": "kuhn", "seats": ["person", "learned(weights=/no/passwd)"]}),
            "learned: `weights` reaches into this machine: not for guests",
        ),
        (
            json!({"game": "buzzard", "seats": ["person", "lookahead(weights=/etc/passwd)"]}),
            "lookahead: `weights` reaches into this machine: not for guests",
        ),
        (
            json!({"game": "buzzard", "seats": ["person", "exact(opening=\"learned(weights=/etc/passwd)\")"]}),
            "learned: `weights` reaches into this machine: not for guests",
        ),
        (
            json!({"game": "buzzard", "seats": ["person", "lookahead(leaves=20001)"]}),
            "`leaves` may be at most 20000 for guests",
        ),
        (
            json!({"game": "buzzard", "seats": ["person", "uct(ms=60000)"]}),
            "`ms` may be at most 2000 for guests",
        ),
        (
            json!({"game": "kuhn", "seats": ["person", "random"], "series": 0}),
            "a series has 1 to 100 games here",
        ),
        (
            json!({"game": "kuhn", "seats": ["person", "random"], "series": 101}),
            "a series has 1 to 100 games here",
        ),
        (json!({"game": "kuhn", "seats": ["person", "random"], "clock": 1}), "a clock has 5 to 3600 seconds"),
        (json!({"game": "buzzard(cards=99)", "seats": ["person", "random"]}), "cards"),
        (json!({"game": "kuhn", "seats": vec!["person"; 11]}), "a table has at most 10 seats"),
        (json!({"game": "kuhn(", "seats": ["person", "random"]}), "kuhn("),
    ] {
        let answer = server.post("/tables", None, &body);
        assert_eq!(answer.status, 422, "{body}: {}", answer.text());
        assert!(answer.refusal().contains(why), "{body}: {}", answer.refusal());
        assert!(!answer.text().contains("passwd"), "nothing is said of a file: {}", answer.text());
    }
    let body = json!({"game": "kuhn", "seats": ["person", "random"], "seed": 7});
    let answer = server.post("/tables", None, &body);
    assert_eq!(answer.status, 400);
    assert!(answer.refusal().contains("unknown field `seed`"), "{}", answer.refusal());
}

#[test]
fn malformed_requests_are_refused() {
    let server = TestServer::new("malformed");
    let (id, links) = server.open(&wanted("kuhn", &["random"], 1));
    let bearer = format!("Bearer {}", links[0]);
    let json = ("Content-Type", "application/json");
    let auth = ("Authorization", bearer.as_str());
    let entries = format!("/t/{id}/entries");
    let long = format!("{{\"turn\":0,\"choice\":\"{}\"}}", "x".repeat(20_000));
    let longish = format!("{{\"turn\":0,\"choice\":\"{}\"}}", "x".repeat(500));
    for (body, status) in [
        ("", 400),
        ("{", 400),
        ("[]", 400),
        ("{\"turn\":0}", 400),
        ("{\"turn\":-1,\"next\":true}", 400),
        ("{\"turn\":1.5,\"next\":true}", 400),
        ("{\"turn\":0,\"next\":true,\"leave\":true}", 400),
        ("{\"turn\":0,\"next\":false}", 400),
        ("{\"turn\":0,\"choice\":7}", 400),
        ("{\"turn\":0,\"jump\":true}", 400),
        ("{\"turn\":18446744073709551615,\"next\":true}", 409),
        (&long, 413),
        (&longish, 413),
    ] {
        let answer = server.ask("POST", &entries, &[json, auth], body);
        assert_eq!(answer.status, status, "{}: {}", &body[..body.len().min(60)], answer.text());
        assert!(!answer.refusal().is_empty());
    }
    let plain =
        server.ask("POST", &entries, &[("Content-Type", "text/plain"), auth], "{\"turn\":0,\"leave\":true}");
    assert_eq!(plain.status, 400, "{}", plain.text());
    for (path, status) in [
        ("/nothing".to_string(), 404),
        ("/t/nothing".to_string(), 404),
        ("/t/nothing/events".to_string(), 404),
        ("/rules/chess".to_string(), 404),
        (format!("/t/{id}/events?after=x"), 400),
        (format!("/t/{id}/events?shape=round"), 400),
        (format!("/t/{id}/events?lang=en&lang=ja"), 400),
        ("/t/%ff/events".to_string(), 400),
        (format!("/t/{id}/entries"), 405),
    ] {
        let answer = server.get(&path, None);
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        assert!(!answer.refusal().is_empty());
    }
    let page = server.ask("GET", "/t/nothing", &[("Accept", "text/html"), ("Accept-Language", "ja")], "");
    assert!(page.status == 404 && page.text().contains("その卓はない"), "{}", page.text());
    assert_eq!(server.state(&id, None)["people"], 2, "nothing happened");
}

#[test]
fn other_names_and_other_pages_are_refused() {
    let server = TestServer::with("names", |settings| settings.hosts = vec!["games.example".to_string()]);
    let json = ("Content-Type", "application/json");
    let body = wanted("kuhn", &[], 1).to_string();
    let post =
        |headers: &[(&str, &str)]| server.ask("POST", "/tables", &[headers, &[json]].concat(), &body).status;
    assert_eq!(post(&[("Host", "games.example"), ("Origin", "https://games.example")]), 201);
    assert_eq!(post(&[("Host", "games.example"), ("Origin", "https://evil.example")]), 403);
    assert_eq!(post(&[("Host", "localhost"), ("Origin", "null")]), 403);
    assert_eq!(post(&[("Host", "localhost"), ("Sec-Fetch-Site", "cross-site")]), 403);
    assert_eq!(server.ask("GET", "/", &[("Host", "evil.example")], "").status, 421);
    let answer = server.raw(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert!(answer.starts_with(b"HTTP/1.1 4"), "{}", String::from_utf8_lossy(&answer));
}

#[test]
fn the_house_has_limits() {
    let server = TestServer::with("limits", |settings| settings.tables = 2);
    let body = wanted("kuhn", &[], 1);
    assert_eq!([0; 3].map(|_| server.post("/tables", None, &body).status), [201, 201, 503]);
}

#[test]
fn who_is_slow_is_cut_off_and_others_are_not_kept() {
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::time::{Duration, Instant};
    let brief = Duration::from_millis(300);
    let server = TestServer::with("slow", |settings| {
        settings.timeouts = page::Timeouts { head: brief, body: brief, write: brief };
    });
    let (id, links) = server.open(&wanted("buzzard(cards=5)", &["random"], 1));
    let sent = |text: &str| {
        let (begun, mut answer) = (Instant::now(), String::new());
        let mut stream = TcpStream::connect(server.0).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream.read_to_string(&mut answer).unwrap();
        assert!(begun.elapsed() < Duration::from_secs(20), "{text:?}");
        answer
    };
    for unfinished in ["", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\nX: "] {
        let answer = sent(unfinished);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    }
    let whole = request("POST", "/tables", &[("Content-Type", "application/json")], "{\"game\":\"kuhn\"}");
    let answer = sent(&whole[..whole.len() - 3]);
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("took too long to arrive"), "{answer}");
    // A client that watches and never reads.
    let mut deaf = TcpStream::connect(server.0).unwrap();
    deaf.write_all(request("GET", &format!("/t/{id}/events"), &[], "").as_bytes()).unwrap();
    let mut guests: Vec<Guest> =
        links.iter().zip(1..).map(|(link, seed)| Guest::new(&server, &id, Some(link), "", seed)).collect();
    std::thread::scope(|scope| guests.iter_mut().for_each(|guest| drop(scope.spawn(|| guest.play(false)))));
}

/// Whole requests with bytes changed, cut, doubled or put in: an answer with a sentence or a closed connection, and the
/// server goes on.
#[test]
fn fuzzed_requests_break_nothing() {
    let times: u32 = std::env::var("FUZZ").ok().map_or(400, |times| times.parse().unwrap());
    let server = TestServer::new("fuzz");
    let (id, links) = server.open(&wanted("buzzard(cards=5)", &["random"], 1));
    let auth = format!("Bearer {}", links[0]);
    let json = ("Content-Type", "application/json");
    let whole = [
        request("POST", "/tables", &[json], &wanted("kuhn", &["random"], 1).to_string()),
        request(
            "POST",
            &format!("/t/{id}/entries"),
            &[json, ("Authorization", &auth)],
            "{\"turn\":0,\"choice\":\"bids 3\"}",
        ),
        request("GET", &format!("/t/{id}/record?lang=ja"), &[("Authorization", &auth)], ""),
        request("GET", "/rules/buzzard", &[("Accept", "text/html"), ("Cookie", "lang=ja")], ""),
    ];
    let mut rng = table::Rng::new(15);
    for i in 0..times {
        let mut bytes = whole[i as usize % whole.len()].clone().into_bytes();
        for _ in 0..=rng.below(4) {
            mangle(&mut bytes, &mut rng);
        }
        let answer = answered(&server, &bytes);
        let status = answer.get(9..12).map(|code| String::from_utf8_lossy(code).to_string());
        let fine = status.as_deref().is_none_or(|code| !code.starts_with("50") || code == "503");
        assert!(fine, "{:?} gave {:?}", String::from_utf8_lossy(&bytes), String::from_utf8_lossy(&answer));
    }
    assert_eq!(server.get("/", None).status, 200, "the server goes on");
    assert_eq!(server.state(&id, Some(&links[0]))["you"], "A");
}

/// The server's response to these bytes, when nothing more will come.
fn answered(server: &TestServer, bytes: &[u8]) -> Vec<u8> {
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(server.0).unwrap();
    stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).unwrap();
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    answer
}

fn mangle(bytes: &mut Vec<u8>, rng: &mut table::Rng) {
    const ODD: [&[u8]; 10] = [
        b"\r\n",
        b"\0",
        b"\xff\xfe",
        b"{",
        b"\"",
        b"%00",
        b"../",
        b"Host: evil.example\r\n",
        b" ",
        b"999999999999999999999",
    ];
    if bytes.is_empty() {
        return;
    }
    let at = rng.below(bytes.len() as u32) as usize;
    match rng.below(5) {
        0 => bytes[at] = rng.below(256) as u8,
        1 => drop(bytes.remove(at)),
        2 => bytes.truncate(at.max(1)),
        3 => drop(bytes.splice(at..at, ODD[rng.below(10) as usize].iter().copied())),
        _ => {
            let end = (at + 1 + rng.below(40) as usize).min(bytes.len());
            let piece = bytes[at..end].to_vec();
            drop(bytes.splice(at..at, piece));
        }
    }
}
