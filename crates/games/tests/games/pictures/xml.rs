//! As much of XML as a picture may have: elements with quoted attributes and escaped text.

/// An element of a picture.
#[derive(Clone, Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    /// What it says itself.
    pub(crate) text: String,
    /// The element in which it stands, by its place in the list.
    pub(crate) within: Option<usize>,
}

impl Element {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// A length in the picture's own measure.
    pub(crate) fn length(&self, name: &str) -> f64 {
        self.get(name).and_then(|value| value.parse().ok()).unwrap_or(0.0)
    }
}

/// Every element in the order in which they begin, or what is not well formed.
pub(crate) fn parse(picture: &str) -> Result<Vec<Element>, String> {
    let (mut elements, mut open, mut rest) = (Vec::<Element>::new(), Vec::<usize>::new(), picture.trim_end());
    while let Some(at) = rest.find('<') {
        let text = unescaped(&rest[..at])?;
        match open.last() {
            Some(&inner) => elements[inner].text += &text,
            None if text.is_empty() && (elements.is_empty() || rest.len() == at) => {}
            None => return Err(format!("text outside of the picture: {text}")),
        }
        let end = rest.find('>').ok_or("a tag is not closed")?;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let opened = open.pop().map(|inner| elements[inner].name.clone());
            if opened.as_deref() != Some(name) {
                return Err(format!("</{name}> closes {opened:?}"));
            }
        } else {
            let alone = tag.ends_with('/');
            let element = read_tag(tag.trim_end_matches('/'), open.last().copied())?;
            elements.push(element);
            if !alone {
                open.push(elements.len() - 1);
            }
        }
    }
    match (open.is_empty(), rest.is_empty()) {
        (true, true) => Ok(elements),
        _ => Err(format!("{} elements are left open, and `{rest}` behind them", open.len())),
    }
}

fn read_tag(tag: &str, within: Option<usize>) -> Result<Element, String> {
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    let mut attributes = Vec::new();
    while let Some((name, after)) = rest.split_once("='") {
        let (value, after) =
            after.split_once('\'').ok_or_else(|| format!("no end of an attribute in <{tag}>"))?;
        let name = name.trim();
        if name.is_empty() || name.contains(' ') || attributes.iter().any(|(known, _)| known == name) {
            return Err(format!("an attribute `{name}` in <{tag}>"));
        }
        attributes.push((name.to_string(), unescaped(value)?));
        rest = after;
    }
    match (rest.trim(), name.chars().all(|letter| letter.is_ascii_alphabetic()) && !name.is_empty()) {
        ("", true) => Ok(Element { name: name.to_string(), attributes, text: String::new(), within }),
        _ => Err(format!("<{tag}> is no element")),
    }
}

/// A text without escapes; a lone `&` is none.
fn unescaped(text: &str) -> Result<String, String> {
    let plain = [("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'")];
    let without = plain.iter().fold(text.to_string(), |text, (escaped, plain)| text.replace(escaped, plain));
    match without.replace("&amp;", "").contains('&') {
        true => Err(format!("a lone & in `{text}`")),
        false => Ok(without.replace("&amp;", "&")),
    }
}
