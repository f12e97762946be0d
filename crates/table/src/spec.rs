//! Names with parameters, as people type them: `uct(sims=1000,c=0.7)`, `buzzard(cards=8)`.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde_json::Value;

/// A name with parameters, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The name.
    pub name: String,
    /// The parameters in the order typed.
    pub params: Vec<(String, String)>,
}

/// A parameter that may stand in a spec, for help and for checking.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its key.
    pub key: &'static str,
    /// What holds when it is not given; empty if it must be given.
    pub default: &'static str,
    /// What it means and which values there are.
    pub about: &'static str,
}

/// What is wrong with a spec, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// The text is not of the form `name(key=value,..)`.
    Malformed {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// There is nothing of this name.
    Unknown {
        /// What kind of thing was looked for, e.g. `agent`.
        what: String,
        /// The name that was typed.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A parameter has a value it cannot have, or two things do not go together.
    Bad {
        /// What is wrong and what would be right.
        why: String,
    },
}

impl SpecError {
    /// Two things that do not go together, or a value that cannot be.
    pub fn bad(why: impl Into<String>) -> SpecError {
        SpecError::Bad { why: why.into() }
    }
}

/// The error for a name that does not exist among these.
pub fn unknown<S: Into<String>>(what: &str, name: &str, known: impl IntoIterator<Item = S>) -> SpecError {
    let known = known.into_iter().map(Into::into).collect();
    SpecError::Unknown { what: what.to_string(), name: name.to_string(), known }
}

impl Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Malformed { text, why } => write!(f, "cannot read `{}`: {why}", text.escape_debug()),
            SpecError::Bad { why } => f.write_str(why),
            SpecError::Unknown { what, name, known } => write_unknown(f, what, name, known),
        }
    }
}

fn write_unknown(f: &mut fmt::Formatter<'_>, what: &str, name: &str, known: &[String]) -> fmt::Result {
    write!(f, "no {what} `{}`", name.escape_debug())?;
    if let Some(near) = nearest(name, known) {
        write!(f, "; did you mean `{near}`?")?;
    }
    match known {
        [] => write!(f, " (there are none)"),
        _ => write!(f, " (there are: {})", known.join(", ")),
    }
}

impl std::error::Error for SpecError {}

/// The known name that is most like this one, if any is like it at all.
fn nearest<'a>(name: &str, known: &'a [String]) -> Option<&'a String> {
    let distance = |other: &String| strsim::damerau_levenshtein(name, other);
    known.iter().min_by_key(|other| distance(other)).filter(|near| distance(near) <= 1 + near.len() / 3)
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        match &split_list(text)?[..] {
            [one] => parse_one(one),
            _ => Err(malformed(text, "one name is wanted here, not a list")),
        }
    }
}

impl Spec {
    /// A list of specs, separated by commas outside parentheses.
    pub fn list(text: &str) -> Result<Vec<Spec>, SpecError> {
        split_list(text)?.iter().map(|one| parse_one(one)).collect()
    }

    /// A spec without parameters.
    pub fn named(name: &str) -> Spec {
        Spec { name: name.to_string(), params: Vec::new() }
    }

    /// The value typed for a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.params.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }
}

impl Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.params.is_empty() {
            return Ok(());
        }
        let params: Vec<String> = self.params.iter().map(|(k, v)| format!("{k}={}", quote(v))).collect();
        write!(f, "({})", params.join(","))
    }
}

/// The value as it is, or as a JSON string where it would be read as something else.
fn quote(value: &str) -> String {
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && !"(),=\"\\".contains(c);
    if !value.is_empty() && value.chars().all(plain) {
        value.to_string()
    } else {
        Value::from(value).to_string()
    }
}

fn malformed(text: &str, why: impl Into<String>) -> SpecError {
    SpecError::Malformed { text: text.to_string(), why: why.into() }
}

/// Splits at the commas that stand outside parentheses and quotes.
fn split_list(text: &str) -> Result<Vec<&str>, SpecError> {
    let (mut parts, mut start, mut depth, mut quoted, mut escaped) = (Vec::new(), 0, 0usize, false, false);
    for (i, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1).ok_or_else(|| malformed(text, "a `)` too many"))?,
            ',' if depth == 0 => {
                parts.push(text[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    if depth > 0 || quoted {
        return Err(malformed(text, if quoted { "a `\"` is missing" } else { "a `)` is missing" }));
    }
    parts.push(text[start..].trim());
    Ok(parts)
}

fn parse_one(text: &str) -> Result<Spec, SpecError> {
    let (name, inside) = match text.split_once('(') {
        None => (text, None),
        Some((name, rest)) => (name, Some(rest.strip_suffix(')').ok_or_else(|| malformed(text, FORM))?)),
    };
    if name.is_empty() || !name.chars().all(is_name) {
        return Err(malformed(text, FORM));
    }
    let params = inside.filter(|inside| !inside.trim().is_empty()).map_or(Ok(Vec::new()), parse_params)?;
    Ok(Spec { name: name.to_string(), params })
}

const FORM: &str = "write `name` or `name(key=value,key=value)`";

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

fn parse_params(inside: &str) -> Result<Vec<(String, String)>, SpecError> {
    let params: Vec<_> = split_list(inside)?.into_iter().map(parse_param).collect::<Result<_, _>>()?;
    match params.iter().enumerate().find(|(i, (key, _))| params[..*i].iter().any(|(other, _)| other == key)) {
        Some((_, (key, _))) => Err(malformed(inside, format!("`{key}` is given twice"))),
        None => Ok(params),
    }
}

fn parse_param(text: &str) -> Result<(String, String), SpecError> {
    let (key, value) = text.split_once('=').ok_or_else(|| malformed(text, FORM))?;
    let (key, value) = (key.trim(), value.trim());
    if key.is_empty() || !key.chars().all(is_name) || value.is_empty() {
        return Err(malformed(text, FORM));
    }
    Ok((key.to_string(), unquote(value)?))
}

fn unquote(value: &str) -> Result<String, SpecError> {
    if !value.starts_with('"') {
        return if value.contains('"') {
            Err(malformed(value, "quote the whole value"))
        } else {
            Ok(value.into())
        };
    }
    serde_json::from_str(value).map_err(|_| malformed(value, "a quoted value reads like a JSON string"))
}

/// The parameters of a spec while they are being read: each is asked for once, and what remains is an error.
pub struct Params<'a> {
    spec: &'a Spec,
    asked: Vec<&'static str>,
}

impl<'a> Params<'a> {
    /// Begins to read.
    pub fn new(spec: &'a Spec) -> Params<'a> {
        Params { spec, asked: Vec::new() }
    }

    /// The text of a parameter, if given.
    pub fn text(&mut self, key: &'static str) -> Option<&'a str> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        self.spec.get(key)
    }

    /// A number in a range, or its default.
    pub fn number<T>(
        &mut self,
        key: &'static str,
        default: T,
        range: RangeInclusive<T>,
    ) -> Result<T, SpecError>
    where
        T: FromStr + PartialOrd + Display,
    {
        let Some(text) = self.text(key) else { return Ok(default) };
        let number = text.parse::<T>().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            self.refuse(key, text, &format!("a number from {} to {}", range.start(), range.end()))
        })
    }

    /// One of a few words, or the first of them.
    pub fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&'static str, T)],
    ) -> Result<T, SpecError> {
        let Some(text) = self.text(key) else { return Ok(words[0].1) };
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        found.ok_or_else(|| self.refuse(key, text, &format!("one of {}", known.join(", "))))
    }

    fn refuse(&self, key: &str, text: &str, wanted: &str) -> SpecError {
        SpecError::bad(format!("{}: `{key}={}` should be {wanted}", self.spec.name, text.escape_debug()))
    }

    /// Ends reading: a parameter nobody asked for is an error that says which there are.
    pub fn finish(&self) -> Result<(), SpecError> {
        let stranger = self.spec.params.iter().find(|(key, _)| !self.asked.contains(&key.as_str()));
        match stranger {
            None => Ok(()),
            Some((key, _)) => {
                Err(unknown(&format!("parameter of {}", self.spec.name), key, self.asked.iter().copied()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lists_keep_their_parentheses() {
        let specs = Spec::list(r#"rm(sims=1000, gamma=0.1),random,exec(cmd="a \"b\", c)")"#).unwrap();
        assert_eq!(specs.len(), 3);
        assert_eq!(specs[0].get("gamma"), Some("0.1"));
        assert_eq!(specs[2].get("cmd"), Some(r#"a "b", c)"#));
        assert_eq!(specs[2].to_string().parse::<Spec>().unwrap(), specs[2]);
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for bad in [
            "",
            "a(",
            "a)",
            "a(b)",
            "a(b=)",
            "a(=1)",
            "a b",
            "a(b=1,b=2)",
            "a(b=\"x)",
            ",",
            "a(b=1)c",
            "a(b=x\"y\")",
        ] {
            assert!(Spec::list(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_wrong_name_is_told_the_nearest() {
        let text = unknown("agent", "utc", ["random", "uct", "rm"]).to_string();
        assert_eq!(text, "no agent `utc`; did you mean `uct`? (there are: random, uct, rm)");
        assert!(!unknown("agent", "zzzzzz", ["random"]).to_string().contains("did you mean"));
    }

    #[test]
    fn parameters_are_checked() {
        let spec: Spec = "g(cards=8,pot=keep,x=1)".parse().unwrap();
        let mut params = Params::new(&spec);
        assert_eq!(params.number("cards", 15, 2..=15), Ok(8));
        let error = params.choice("pot", &[("carry", 1), ("discard", 2)]).unwrap_err().to_string();
        assert_eq!(error, "g: `pot=keep` should be one of carry, discard");
        assert!(params.finish().unwrap_err().to_string().starts_with("no parameter of g `x`"));
        assert!(Params::new(&spec).number("cards", 3, 2..=7).is_err());
    }

    #[test]
    fn numbers_that_are_none_are_refused() {
        let spec: Spec = "g(c=nan)".parse().unwrap();
        assert!(Params::new(&spec).number("c", 1.0, 0.0..=2.0).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

        #[test]
        fn what_is_written_is_read(
            name in "[a-zA-Z0-9_-]{1,8}",
            params in prop::collection::btree_map("[a-zA-Z0-9_-]{1,5}", any::<String>(), 0..4),
        ) {
            let spec = Spec { name, params: params.into_iter().collect() };
            let text = spec.to_string();
            prop_assert_eq!(text.parse(), Ok(spec.clone()), "{}", text);
            let list = format!("{text}, {text}");
            prop_assert_eq!(Spec::list(&list), Ok(vec![spec.clone(), spec]), "{}", list);
        }

        #[test]
        fn any_text_is_read_or_refused(text in r#"[ -~\n\u{0}é手]{0,20}|a\([()=,"\\ ab]{0,20}\)"#) {
            if let Ok(spec) = text.parse::<Spec>() {
                prop_assert_eq!(spec.to_string().parse(), Ok(spec));
            }
            if let Err(error) = Spec::list(&text) {
                prop_assert!(!error.to_string().contains('\n'), "an error is one line: {}", error);
            }
        }
    }
}
