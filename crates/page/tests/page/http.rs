//! A small HTTP client that can also send malformed requests.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Timeout, longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server, wherever it runs.
#[derive(Clone, Copy)]
pub(crate) struct Site(pub(crate) SocketAddr);

impl Site {
    /// Sends bytes as they are, and reads until the other side closes.
    pub(crate) fn raw(self, bytes: &[u8]) -> Vec<u8> {
        self.try_raw(bytes).unwrap_or_default()
    }

    /// The same where nobody may listen.
    pub(crate) fn try_raw(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut stream = connect(self.0)?;
        // A server that refuses early may close before everything is written.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Ok(answer)
    }

    /// One request, one answer.
    pub(crate) fn ask(self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let answer = self.raw(request(method, path, headers, body).as_bytes());
        Answer::read(&answer).unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(&answer)))
    }

    pub(crate) fn get(self, path: &str, bearer: Option<&str>) -> Answer {
        let value = bearer.map(|bearer| format!("Bearer {bearer}"));
        let headers: Vec<_> = value.iter().map(|value| ("Authorization", value.as_str())).collect();
        self.ask("GET", path, &headers, "")
    }

    pub(crate) fn post(self, path: &str, bearer: Option<&str>, body: &Value) -> Answer {
        self.try_post(path, bearer, body).expect("an answer")
    }

    /// The same where the server may be gone in the middle.
    pub(crate) fn try_post(self, path: &str, bearer: Option<&str>, body: &Value) -> Option<Answer> {
        let value = bearer.map(|bearer| format!("Bearer {bearer}"));
        let mut headers = vec![("Content-Type", "application/json")];
        headers.extend(value.iter().map(|value| ("Authorization", value.as_str())));
        let answer = self.try_raw(request("POST", path, &headers, &body.to_string()).as_bytes()).ok()?;
        Answer::read(&answer).filter(Answer::is_whole)
    }

    /// Opens a table; its name, and the bearer of each person's seat.
    pub(crate) fn open(self, wanted: &Value) -> (String, Vec<String>) {
        let answer = self.post("/tables", None, wanted);
        assert_eq!(answer.status, 201, "{wanted}: {}", answer.text());
        let opened = answer.json();
        let bearer = |link: &Value| link["link"].as_str().unwrap().split_once('#').unwrap().1.to_string();
        let links = opened["links"].as_array().unwrap().iter().map(bearer).collect();
        (opened["table"].as_str().unwrap().to_string(), links)
    }

    /// The stream of a table's states; a refusal is an answer.
    ///
    /// # Errors
    /// Nothing at all where nobody listens.
    pub(crate) fn events(self, path: &str, bearer: Option<&str>) -> Result<Stream, Option<Answer>> {
        Stream::open(self.0, path, bearer)
    }

    /// The newest state.
    pub(crate) fn state(self, id: &str, bearer: Option<&str>) -> Value {
        self.try_state(id, bearer).expect("a state")
    }

    /// The same where the server may be gone in the middle.
    pub(crate) fn try_state(self, id: &str, bearer: Option<&str>) -> Option<Value> {
        self.events(&format!("/t/{id}/events"), bearer).ok()?.next()
    }
}

pub(crate) fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut text = format!("{method} {path} HTTP/1.1\r\n");
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        text += "Host: localhost\r\n";
    }
    headers.iter().for_each(|(name, value)| text += &format!("{name}: {value}\r\n"));
    text + &format!("Connection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Reads an answer; nothing if its head did not come.
    pub(crate) fn read(bytes: &[u8]) -> Option<Answer> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok())?;
        Some(Answer { status, body: bytes[end + 4..].to_vec(), head })
    }

    /// Whether all of it came.
    pub(crate) fn is_whole(&self) -> bool {
        self.header("content-length").is_none_or(|length| length.parse() == Ok(self.body.len()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The sentence of a refusal.
    pub(crate) fn refusal(&self) -> String {
        assert!((400..=503).contains(&self.status), "{}: {}", self.status, self.text());
        self.json()["error"].as_str().unwrap().to_string()
    }
}

/// A stream of states.
pub(crate) struct Stream {
    reader: BufReader<TcpStream>,
    /// The head of the answer, as it came.
    pub(crate) head: String,
    rest: String,
}

impl Stream {
    fn open(address: SocketAddr, path: &str, bearer: Option<&str>) -> Result<Stream, Option<Answer>> {
        let mut stream = connect(address).map_err(|_| None)?;
        let value = bearer.map(|bearer| format!("Bearer {bearer}"));
        let headers: Vec<_> = value.iter().map(|value| ("Authorization", value.as_str())).collect();
        stream.write_all(request("GET", path, &headers, "").as_bytes()).map_err(|_| None)?;
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).unwrap_or(0) == 0 {
                return Err(None);
            }
        }
        if head.starts_with("HTTP/1.1 200") {
            return Ok(Stream { reader, head, rest: String::new() });
        }
        let mut bytes = head.into_bytes();
        reader.read_to_end(&mut bytes).map_err(|_| None)?;
        Err(Answer::read(&bytes))
    }

    /// The next state; nothing once the stream has ended.
    pub(crate) fn next(&mut self) -> Option<Value> {
        self.next_text().map(|text| serde_json::from_str(&text).unwrap())
    }

    /// The same as it was sent.
    pub(crate) fn next_text(&mut self) -> Option<String> {
        loop {
            if let Some((message, rest)) = self.rest.split_once("\n\n") {
                let (message, rest) = (message.to_string(), rest.to_string());
                self.rest = rest;
                match message.strip_prefix("data: ") {
                    Some(text) => return Some(text.to_string()),
                    None => continue,
                }
            }
            let chunk = self.chunk()?;
            self.rest += &chunk;
        }
    }

    fn chunk(&mut self) -> Option<String> {
        let mut size = String::new();
        self.reader.read_line(&mut size).ok()?;
        let size = usize::from_str_radix(size.trim(), 16).ok().filter(|&size| size > 0)?;
        let mut bytes = vec![0; size + 2];
        self.reader.read_exact(&mut bytes).ok()?;
        bytes.truncate(size);
        String::from_utf8(bytes).ok()
    }
}
