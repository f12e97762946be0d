//! Names with parameters, as people type them: `uct(sims=1000,c=0.7)`, `buzzard(cards=8)`.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde_json::Value;

use crate::options::whole;

/// A name with parameters, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The name.
    pub name: String,
    /// The parameters in the order typed.
    pub params: Vec<(String, String)>,
}

/// A parameter that may stand in a spec: the one place that names it, explains it and says how it is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// Its key.
    pub key: &'static str,
    /// What is read when it is not given; empty if nothing is.
    pub default: &'static str,
    /// What it means and, where it is a word, which words there are.
    pub about: &'static str,
    /// What can be given.
    pub values: Values,
}

/// What a parameter can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values {
    /// A number from the first to the second.
    Number(f64, f64),
    /// A number of milliseconds from the first to the second. Only the clock decides how much is done in them.
    Millis(f64, f64),
    /// One of a few words.
    Words,
    /// A text that its reader understands.
    Text,
    /// Another player or estimator, with its parameters.
    Spec,
    /// The path of a file.
    File,
    /// A command that is run.
    Command,
}

impl Param {
    /// A parameter of any kind.
    pub const fn new(key: &'static str, default: &'static str, about: &'static str, values: Values) -> Param {
        Param { key, default, about, values }
    }

    /// A parameter that is a number in a range.
    pub const fn number(
        key: &'static str,
        default: &'static str,
        about: &'static str,
        from: f64,
        to: f64,
    ) -> Param {
        Param::new(key, default, about, Values::Number(from, to))
    }

    /// The same parameter with another default.
    pub const fn with_default(self, default: &'static str) -> Param {
        Param { default, ..self }
    }

    /// What it means, with the range of a number.
    pub fn meaning(&self) -> String {
        match self.values {
            Values::Number(from, to) | Values::Millis(from, to) => {
                format!("{} ({from} to {to})", self.about)
            }
            _ => self.about.to_string(),
        }
    }
}

/// A parameter that is one of a few words, and what each stands for.
#[derive(Clone, Copy, Debug)]
pub struct WordParam<T: 'static> {
    /// The parameter.
    pub param: Param,
    /// The words and what they stand for.
    pub words: &'static [(&'static str, T)],
}

impl<T> WordParam<T> {
    /// A parameter that is one of these words.
    pub const fn new(
        key: &'static str,
        default: &'static str,
        about: &'static str,
        words: &'static [(&'static str, T)],
    ) -> WordParam<T> {
        WordParam { param: Param::new(key, default, about, Values::Words), words }
    }

    /// The key and the word that stands for a value, as they are typed.
    ///
    /// # Panics
    /// If no word stands for it.
    pub fn typed(&self, value: &T) -> (&'static str, String)
    where
        T: PartialEq,
    {
        let word = self.words.iter().find(|(_, meant)| meant == value).expect("every value has a word").0;
        (self.param.key, word.to_string())
    }
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
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && !"(),=\"'\\".contains(c);
    if !value.is_empty() && value.chars().all(plain) {
        value.to_string()
    } else {
        Value::from(value).to_string()
    }
}

fn malformed(text: &str, why: impl Into<String>) -> SpecError {
    SpecError::Malformed { text: text.to_string(), why: why.into() }
}

/// Splits at the commas that stand outside parentheses and quotes. A single quote is one only where a value begins.
fn split_list(text: &str) -> Result<Vec<&str>, SpecError> {
    let (mut parts, mut start, mut depth, mut escaped) = (Vec::new(), 0, 0usize, false);
    let (mut quote, mut last) = (None, ' ');
    for (i, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote == Some('"') => escaped = true,
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '"' => quote = Some(c),
            '\'' if last == '=' => quote = Some(c),
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1).ok_or_else(|| malformed(text, "a `)` too many"))?,
            ',' if depth == 0 => {
                parts.push(text[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
        last = if c.is_whitespace() { last } else { c };
    }
    match quote {
        Some(quote) => return Err(malformed(text, format!("a `{quote}` is missing"))),
        None if depth > 0 => return Err(malformed(text, "a `)` is missing")),
        None => {}
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

/// In single quotes everything stands for itself.
fn unquote(value: &str) -> Result<String, SpecError> {
    if let Some(inside) = value.strip_prefix('\'') {
        let inside = inside.strip_suffix('\'').filter(|inside| !inside.contains('\''));
        return inside.map(String::from).ok_or_else(|| malformed(value, "quote the whole value"));
    }
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

    /// What was typed for a parameter, if anything was.
    pub fn given(&mut self, param: &Param) -> Option<&'a str> {
        if !self.asked.contains(&param.key) {
            self.asked.push(param.key);
        }
        self.spec.get(param.key)
    }

    /// The text of a parameter: as typed, or its default; `None` if it has none.
    fn value(&mut self, param: &Param) -> Option<&'a str> {
        self.given(param).or(Some(param.default).filter(|default| !default.is_empty()))
    }

    /// The text of a parameter: as typed, or its default.
    pub fn text(&mut self, param: &Param) -> &'a str {
        self.given(param).unwrap_or(param.default)
    }

    /// A number.
    ///
    /// # Errors
    /// Text that is no number in the range of the parameter, and a missing number that has no default.
    pub fn number<T: FromStr>(&mut self, param: &Param) -> Result<T, SpecError> {
        self.maybe_number(param)?.ok_or_else(|| self.missing(param))
    }

    /// A number, unless none is given and the parameter has no default.
    ///
    /// # Errors
    /// Text that is no number in the range of the parameter.
    pub fn maybe_number<T: FromStr>(&mut self, param: &Param) -> Result<Option<T>, SpecError> {
        let Some(text) = self.value(param) else { return Ok(None) };
        let (from, to) = match param.values {
            Values::Number(from, to) | Values::Millis(from, to) => (from, to),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        };
        let within = text.parse().is_ok_and(|number: f64| (from..=to).contains(&number));
        let number = text.parse().ok().filter(|_| within).map(Some);
        // A default that is no number is a word of its own.
        let word = Some(param.default).filter(|word| !word.is_empty() && word.parse::<f64>().is_err());
        let or = word.map_or(String::new(), |word| format!("`{word}` or "));
        let whole = whole::<T>();
        number
            .ok_or_else(|| self.refuse(param.key, text, &format!("{or}a {whole}number from {from} to {to}")))
    }

    /// One of a few words.
    ///
    /// # Errors
    /// Text that is none of them, and a missing word that has no default.
    pub fn choice<T: Copy>(&mut self, choice: &WordParam<T>) -> Result<T, SpecError> {
        self.maybe_choice(choice)?.ok_or_else(|| self.missing(&choice.param))
    }

    /// One of a few words, unless none is given and the parameter has no default.
    ///
    /// # Errors
    /// Text that is none of them.
    pub fn maybe_choice<T: Copy>(&mut self, choice: &WordParam<T>) -> Result<Option<T>, SpecError> {
        let Some(text) = self.value(&choice.param) else { return Ok(None) };
        let found = choice.words.iter().find(|(word, _)| *word == text).map(|(_, value)| Some(*value));
        let known: Vec<&str> = choice.words.iter().map(|(word, _)| *word).collect();
        found.ok_or_else(|| self.refuse(choice.param.key, text, &format!("one of {}", known.join(", "))))
    }

    fn missing(&self, param: &Param) -> SpecError {
        SpecError::bad(format!("{} needs `{}`: {}", self.spec.name, param.key, param.meaning()))
    }

    /// The keys that were asked for.
    pub fn asked(&self) -> &[&'static str] {
        &self.asked
    }

    /// The error for a parameter with a text that should be something else.
    pub fn refuse(&self, key: &str, text: &str, wanted: &str) -> SpecError {
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
    fn single_quotes_do_too() {
        let spec: Spec = "exec(cmd='python3 a.py, \"b\"', name = 'it is',seconds=2)".parse().unwrap();
        assert_eq!((spec.get("cmd"), spec.get("name")), (Some("python3 a.py, \"b\""), Some("it is")));
        assert_eq!(spec.to_string(), r#"exec(cmd="python3 a.py, \"b\"",name="it is",seconds=2)"#);
        let spec: Spec = "a(b=it's)".parse().unwrap();
        assert_eq!((spec.get("b"), spec.to_string().as_str()), (Some("it's"), r#"a(b="it's")"#));
        for bad in ["a(b='x)", "a(b='x'y)", "a(b='x'y')"] {
            assert!(bad.parse::<Spec>().is_err(), "{bad}");
        }
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

    const CARDS: Param = Param::number("cards", "15", "how many", 2.0, 15.0);
    const POT: WordParam<u8> =
        WordParam::new("pot", "carry", "what happens", &[("carry", 1), ("discard", 2)]);

    #[test]
    fn parameters_are_checked() {
        let spec: Spec = "g(cards=8,pot=keep,x=1)".parse().unwrap();
        let mut params = Params::new(&spec);
        assert_eq!(params.number(&CARDS), Ok(8));
        let error = params.choice(&POT).unwrap_err().to_string();
        assert_eq!(error, "g: `pot=keep` should be one of carry, discard");
        assert!(params.finish().unwrap_err().to_string().starts_with("no parameter of g `x`"));
        let few = Param { values: Values::Number(2.0, 7.0), ..CARDS };
        let error = Params::new(&spec).number::<u8>(&few).unwrap_err().to_string();
        assert_eq!(error, "g: `cards=8` should be a whole number from 2 to 7");
        let error = Params::new(&spec).number::<u8>(&few.with_default("all")).unwrap_err().to_string();
        assert_eq!(error, "g: `cards=8` should be `all` or a whole number from 2 to 7");
    }

    #[test]
    fn what_is_not_given_is_read_from_the_default() {
        let spec = Spec::named("g");
        let mut params = Params::new(&spec);
        assert_eq!((params.number(&CARDS), params.choice(&POT), params.text(&CARDS)), (Ok(15), Ok(1), "15"));
        assert_eq!(params.maybe_number::<u8>(&CARDS.with_default("")), Ok(None));
        let error = params.number::<u8>(&CARDS.with_default("")).unwrap_err().to_string();
        assert_eq!(error, "g needs `cards`: how many (2 to 15)");
        assert!(params.number::<u8>(&CARDS.with_default("16")).is_err(), "a default is read like any text");
    }

    #[test]
    fn numbers_that_are_none_are_refused() {
        let spec: Spec = "g(c=nan,cards=2.5)".parse().unwrap();
        let c = Param::number("c", "1", "a weight", 0.0, 2.0);
        assert!(Params::new(&spec).number::<f64>(&c).is_err());
        assert!(Params::new(&spec).number::<u8>(&CARDS).is_err());
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
