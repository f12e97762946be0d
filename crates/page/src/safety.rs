//! Checks of requests: the names of this server, the pages that may act, and rate limits by address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Instant;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::refusal::Refusal;
use crate::store::held;

/// The headers of every response: nothing but our own files is loaded, no page frames ours, no site learns where a visitor came from.
pub(crate) const HEADERS: [(HeaderName, HeaderValue); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ),
];

/// The policy of a report: it may show itself, with its own styles and pictures.
pub(crate) const REPORT_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The value of a header, if there is exactly one.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

/// Refuses a request for another host name: a page elsewhere may have pointed its name at this machine (DNS rebinding).
pub(crate) fn check_host(headers: &HeaderMap, names: &[String]) -> Result<(), Refusal> {
    let host = only(headers, &header::HOST).map(name_of).ok_or(Refusal::Host)?;
    let is_number = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
    let ours = is_number || host.eq_ignore_ascii_case("localhost");
    let named = names.iter().any(|name| name.eq_ignore_ascii_case(host));
    if ours || named { Ok(()) } else { Err(Refusal::Host) }
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !name.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Refuses an action that another site's page sends in a visitor's name. Programs send no origin.
pub(crate) fn check_origin(headers: &HeaderMap) -> Result<(), Refusal> {
    let site = headers.get("sec-fetch-site").map(|value| value.to_str().unwrap_or_default());
    if site.is_some_and(|site| site != "same-origin") {
        return Err(Refusal::Origin);
    }
    if !headers.contains_key(header::ORIGIN) {
        return Ok(());
    }
    let origin = only(headers, &header::ORIGIN).ok_or(Refusal::Origin)?;
    let host = only(headers, &header::HOST).ok_or(Refusal::Origin)?;
    let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    if from.is_some_and(|from| from.eq_ignore_ascii_case(host)) { Ok(()) } else { Err(Refusal::Origin) }
}

/// A rate limit by address: a token bucket.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// The number of requests at once.
    pub burst: f64,
    /// The number of requests per second in the long run.
    pub per_second: f64,
}

/// A token bucket per address.
pub(crate) struct Buckets {
    rate: Rate,
    left: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

/// With this many addresses, full buckets are dropped.
const MANY: usize = 4_096;

impl Buckets {
    pub(crate) fn new(rate: Rate) -> Buckets {
        Buckets { rate, left: Mutex::default() }
    }

    /// Takes a token of an address. Returns whether there was one.
    pub(crate) fn take(&self, address: IpAddr, now: Instant) -> bool {
        let Rate { burst, per_second } = self.rate;
        let refilled = |(left, then): (f64, Instant)| {
            (left + now.saturating_duration_since(then).as_secs_f64() * per_second).min(burst)
        };
        let mut all = held(&self.left);
        if all.len() >= MANY {
            all.retain(|_, &mut bucket| refilled(bucket) < burst);
        }
        let bucket = all.entry(network(address)).or_insert((burst, now));
        let left = refilled(*bucket);
        let granted = left >= 1.0;
        *bucket = (if granted { left - 1.0 } else { left }, now);
        granted
    }
}

/// The network of an address: with IPv6 one household has 2^64 addresses.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::from((u128::from(v6) >> 64 << 64).to_be_bytes()),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn only_our_own_names_are_served() {
        let names = ["games.example".to_string()];
        for host in
            ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080", "192.168.1.7", "GAMES.example:80"]
        {
            assert!(check_host(&headers(&[("host", host)]), &names).is_ok(), "{host}");
        }
        for host in
            ["evil.example", "localhost.evil.example", "games.example.evil:80", "", ":80", "localhost:x"]
        {
            assert!(check_host(&headers(&[("host", host)]), &names).is_err(), "{host}");
        }
        assert!(check_host(&headers(&[("host", "localhost"), ("host", "evil.example")]), &names).is_err());
        assert!(check_host(&headers(&[]), &names).is_err());
    }

    #[test]
    fn another_sites_page_may_not_act() {
        let host = ("host", "localhost:8080");
        for fine in [
            &[host][..],
            &[host, ("origin", "http://localhost:8080")],
            &[host, ("origin", "https://localhost:8080")],
        ] {
            assert!(check_origin(&headers(fine)).is_ok(), "{fine:?}");
        }
        for bad in [
            &[host, ("origin", "http://evil.example")][..],
            &[host, ("origin", "null")],
            &[host, ("origin", "http://localhost:8081")],
            &[host, ("origin", "http://localhost:8080"), ("origin", "http://evil.example")],
            &[host, ("sec-fetch-site", "cross-site")],
            &[host, ("sec-fetch-site", "same-site")],
        ] {
            assert!(check_origin(&headers(bad)).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn who_hurries_waits_and_others_do_not() {
        let buckets = Buckets::new(Rate { burst: 2.0, per_second: 1.0 });
        let (a, b) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let start = Instant::now();
        assert_eq!([a, a, a, b].map(|address| buckets.take(address, start)), [true, true, false, true]);
        let later = start + Duration::from_millis(1_100);
        assert_eq!([buckets.take(a, later), buckets.take(a, later)], [true, false]);
    }

    #[test]
    fn a_household_is_one_address() {
        let (a, b): (IpAddr, IpAddr) = ("2001:db8::1".parse().unwrap(), "2001:db8::2".parse().unwrap());
        assert_eq!(network(a), network(b));
        assert_ne!(network(a), network("2001:db8:0:1::1".parse().unwrap()));
        assert_eq!(network("::ffff:10.0.0.1".parse().unwrap()), IpAddr::from([10, 0, 0, 1]));
    }
}
