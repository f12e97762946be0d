//! A strict reader of our own pages: every tag closed in order, every attribute quoted, every `&` an entity.

const VOID: [&str; 2] = ["meta", "wbr"];
const ENTITIES: [&str; 5] = ["amp;", "lt;", "gt;", "quot;", "#39;"];

/// Fails with the place where the page is not well formed.
pub(super) fn check(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page.strip_prefix("<!doctype html>").expect("a page of HTML 5");
    while let Some(start) = rest.find('<') {
        if open.last() != Some(&"style") {
            check_text(&rest[..start]);
        }
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "before {}", around(&rest[end..])),
            None => open.extend(check_tag(tag)),
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

fn around(text: &str) -> String {
    text.chars().take(80).collect()
}

fn check_text(text: &str) {
    assert!(!text.contains('>'), "a bare > in {}", around(text));
    for (at, _) in text.match_indices('&') {
        let entity = &text[at + 1..];
        assert!(ENTITIES.iter().any(|known| entity.starts_with(known)), "a bare & in {}", around(entity));
    }
}

/// The name of a tag that will have to be closed.
fn check_tag(tag: &str) -> Option<&str> {
    let (body, closed) = tag.strip_suffix('/').map_or((tag, false), |body| (body, true));
    let (name, attributes) = body.split_once(' ').unwrap_or((body, ""));
    assert!(name.chars().all(|letter| letter.is_ascii_alphanumeric()), "a tag called {name}");
    let quotes: Vec<&str> = attributes.split('"').collect();
    assert!(quotes.len() % 2 == 1, "an open quote in {tag}");
    for (i, piece) in quotes.iter().enumerate() {
        let outside = i % 2 == 0;
        assert!(!outside || piece.is_empty() || piece.ends_with('='), "unquoted {piece} in {tag}");
        check_text(piece);
    }
    (!closed && !VOID.contains(&name)).then_some(name)
}

#[test]
fn broken_pages_are_refused() {
    for broken in ["<p><b></p></b>", "<p>", "<p class=x></p>", "<p>a & b</p>", "<p title=\"a></p>"] {
        let page = format!("<!doctype html>{broken}");
        assert!(std::panic::catch_unwind(|| check(&page)).is_err(), "{broken}");
    }
    check("<!doctype html><p class=\"a\">a &amp; b<wbr></p>");
}
