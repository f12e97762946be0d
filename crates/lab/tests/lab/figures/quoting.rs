//! Quotes in Markdown: `[0.021 ± 0.004 less][name]` is a link to the table, and its numbers are of the cell.

use std::ops::Range;

use catalog::kinds::Unit;
use lab::Figure;
use lab::experiment::Quoted;

/// What stands before the list of where the links lead, which the test writes.
pub(crate) const MARK: &str = "\n<!-- figures: written by a test, see CONTRIBUTING -->\n";

/// A quote in a text.
pub(crate) struct Link {
    pub(crate) text: String,
    pub(crate) name: String,
    pub(crate) span: Range<usize>,
}

/// All `[text][name]` of a text.
pub(crate) fn links(text: &str) -> Vec<Link> {
    let mut found = Vec::new();
    for (middle, _) in text.match_indices("][") {
        let Some(start) = text[..middle].rfind('[') else { continue };
        let Some(end) = text[middle + 2..].find(']').map(|end| middle + 2 + end) else { continue };
        let (quoted, name) = (text[start + 1..middle].to_string(), text[middle + 2..end].to_string());
        found.push(Link { text: quoted, name, span: start..end + 1 });
    }
    found
}

/// The page with the list of where its quotes lead.
pub(crate) fn with_definitions(body: &str, mut places: Vec<(String, String)>) -> String {
    places.sort();
    places.dedup();
    if places.is_empty() {
        return body.to_string();
    }
    let lines: String = places.iter().map(|(name, place)| format!("[{name}]: {place}\n")).collect();
    format!("{}\n{MARK}\n{lines}", body.trim_end())
}

/// A number in a text: where it stands, sign included, and its decimals.
struct Number {
    span: Range<usize>,
    decimals: usize,
}

fn numbers(text: &str) -> Vec<Number> {
    let mut found: Vec<Number> = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let whole = at + digits(at);
        let decimals = if bytes.get(whole) == Some(&b'.') { digits(whole + 1) } else { 0 };
        let end = if decimals > 0 { whole + 1 + decimals } else { whole };
        let start = if text[..at].ends_with('−') { at - '−'.len_utf8() } else { at };
        found.push(Number { span: start..end, decimals });
        at = end;
    }
    found
}

/// The text with the figure's numbers in place of its own, each with as many decimals.
///
/// A number after `±` is half the interval, two with ` to ` or `–` between them are its ends, any other is the value.
/// With `%` or `point` (ポイント) in it a text speaks in per cent, with `less` or `below` (少ない, 低い) of what is
/// missing.
pub(crate) fn refill(text: &str, quoted: Quoted) -> String {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let figure = quoted.figure;
    let percent = quoted.unit == Unit::Percent && has(&["%", "point", "ポイント"]);
    let sign = if has(&["less", "below", "少ない", "低い"]) { -1.0 } else { 1.0 };
    let scale = if percent { 100.0 } else { 1.0 };
    let numbers = numbers(text);
    let between = |i: usize| numbers.get(i + 1).map(|next| &text[numbers[i].span.end..next.span.start]);
    let ranges = |i: usize| between(i).is_some_and(|words| words == " to " || words == "–");
    let ends = if sign > 0.0 { (figure.low, figure.high) } else { (-figure.high, -figure.low) };
    let (mut out, mut end) = (String::new(), 0);
    for (i, number) in numbers.iter().enumerate() {
        let value = match () {
            () if text[..number.span.start].trim_end().ends_with('±') => (figure.high - figure.low) / 2.0,
            () if ranges(i) => ends.0,
            () if i > 0 && ranges(i - 1) => ends.1,
            () => sign * figure.value,
        };
        out += &text[end..number.span.start];
        out += &lab::report::number(scale * value, number.decimals);
        end = number.span.end;
    }
    out + &text[end..]
}

/// Figures of a text that quote nothing: numbers with decimals, in per cent or with an interval, outside code and links.
pub(crate) fn unquoted(text: &str) -> Vec<String> {
    let prose = without_links(&without_code(text));
    let is_figure = |number: &Number| {
        number.decimals > 0
            || prose[number.span.end..].trim_start().starts_with('%')
            || prose[..number.span.start].trim_end().ends_with('±')
    };
    numbers(&prose).into_iter().filter(is_figure).map(|number| prose[number.span].to_string()).collect()
}

/// Figures of a text that were measured: in per cent or with an interval, outside code and links. How sure an interval is
/// (95 %) is no such figure.
pub(crate) fn measured(text: &str) -> Vec<String> {
    let prose = without_links(&without_code(text));
    let is_measured = |number: &Number| {
        let (before, after) = (prose[..number.span.start].trim_end(), prose[number.span.end..].trim_start());
        let level = &prose[number.span.clone()] == "95" && after.starts_with("% interval");
        (after.starts_with('%') && !level) || before.ends_with('±') || after.starts_with('±')
    };
    numbers(&prose).into_iter().filter(is_measured).map(|number| prose[number.span].to_string()).collect()
}

fn without_code(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join("·")
}

/// The text without `[..][..]` and `[..](..)`.
fn without_links(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find('[') {
        let Some(middle) = rest[start..].find(']').map(|at| start + at) else { break };
        let closing = match rest.as_bytes().get(middle + 1) {
            Some(b'[') => ']',
            Some(b'(') => ')',
            _ => {
                out += &rest[..=middle];
                rest = &rest[middle + 1..];
                continue;
            }
        };
        let Some(end) = rest[middle + 2..].find(closing).map(|at| middle + 2 + at) else { break };
        out += &rest[..start];
        rest = &rest[end + 1..];
    }
    out + rest
}

fn figure(value: f64, half: f64, unit: Unit) -> Quoted {
    Quoted { figure: Figure::symmetric(value, half, 0), unit, difference: false }
}

#[test]
fn numbers_are_filled_as_they_were_written() {
    let rate = figure(0.668, 0.0071, Unit::Percent);
    assert_eq!(refill("1 %", rate), "67 %");
    assert_eq!(refill("9.9 ± 9.9 %", rate), "66.8 ± 0.7 %");
    assert_eq!(refill("0.12", rate), "0.67");
    assert_eq!(refill("5 % (1 to 2)", rate), "67 % (66 to 68)");
    let less = figure(-0.0209, 0.004, Unit::Percent);
    assert_eq!(refill("0.999 less (± 0.111)", less), "0.021 less (± 0.004)");
    assert_eq!(refill("9.9 ポイント低い", less), "2.1 ポイント低い");
    assert_eq!(refill("9.9 points", less), "−2.1 points");
    assert_eq!(refill("9.9 points", figure(0.0209, 0.004, Unit::Percent)), "2.1 points");
    assert_eq!(refill("−5.5", figure(2.58, 1.79, Unit::Number)), "2.6");
    assert_eq!(refill("0.999", figure(0.0665, 0.0, Unit::Number)), "0.067");
}

#[test]
fn what_quotes_nothing_is_found() {
    assert_eq!(unquoted("wins 38.7 and 4 % of 20,000, ± 3 (`ms 0.2`)"), ["38.7", "4", "3"]);
    assert!(unquoted("wins [38.7 %][none], [x 1.5](a.md) and 5 cards").is_empty());
    assert_eq!(unquoted("[a] 1.5"), ["1.5"]);
}

#[test]
fn links_are_found_with_their_names() {
    let text = "a [7 %][one] b [x](y) [8][paper:two]";
    let found: Vec<(String, String)> = links(text).into_iter().map(|it| (it.text, it.name)).collect();
    let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
    assert_eq!(found, [pair("7 %", "one"), pair("8", "paper:two")]);
    let page = with_definitions("a [7 %][one]\n", vec![("one".into(), "results.md".into())]);
    assert!(page.ends_with("see CONTRIBUTING -->\n\n[one]: results.md\n"), "{page}");
}
