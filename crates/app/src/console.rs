//! A conversation with a person at a terminal.

use std::io::{self, BufRead, IsTerminal, Write};

use table::Lang;

use crate::failure::Failure;
use crate::output;
use crate::screen::Screen;

/// Somebody who reads and types.
pub(crate) struct Console<'a> {
    input: Box<dyn BufRead + 'a>,
    out: Box<dyn Write + 'a>,
    screen: Screen,
    /// Whether the screen may change its size.
    is_live: bool,
    lang: Lang,
}

/// Whether a person sits at both ends.
pub(crate) fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

impl<'a> Console<'a> {
    /// The person at this terminal.
    pub(crate) fn here(lang: Lang) -> Console<'static> {
        let (input, out) = (Box::new(io::stdin().lock()), Box::new(io::stdout()));
        Console { input, out, screen: Screen::here(), is_live: true, lang }
    }

    /// Somebody whose answers are written down already.
    #[cfg(test)]
    pub(crate) fn scripted(input: &'a str, out: &'a mut Vec<u8>) -> Console<'a> {
        Console {
            input: Box::new(input.as_bytes()),
            out: Box::new(out),
            screen: Screen::FILE,
            is_live: false,
            lang: Lang::English,
        }
    }

    /// A text that was broken by hand, ready for this screen.
    pub(crate) fn prose(&self, text: String) -> String {
        self.screen.prose(text)
    }

    /// Whether somebody sits there now.
    pub(crate) fn is_live(&self) -> bool {
        self.is_live
    }

    /// How many columns a line may have.
    pub(crate) fn columns(&self) -> usize {
        self.screen.columns
    }

    /// How many lines the screen has, where somebody looks at them.
    pub(crate) fn rows(&self) -> Option<usize> {
        self.screen.rows
    }

    /// Says something, with a line end.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        let text = self.screen.shown(text);
        writeln!(self.out, "{text}").and_then(|()| self.out.flush()).map_err(output::cannot_write)
    }

    /// Says something that is typed again: its line is left whole.
    pub(crate) fn say_whole(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.out, "{line}").and_then(|()| self.out.flush()).map_err(output::cannot_write)
    }

    /// Says something long, a screen at a time.
    pub(crate) fn page(&mut self, text: &str) -> Result<(), Failure> {
        let shown = self.screen.shown(text);
        let lines: Vec<&str> = shown.lines().collect();
        // A line stays for the question, one of the last page for the eye to find its place.
        let rows = self.screen.rows.map_or(lines.len(), |rows| rows.saturating_sub(2).max(4)).max(1);
        for (i, page) in lines.chunks(rows).enumerate() {
            let left = lines.len().saturating_sub((i + 1) * rows);
            self.say(&page.join("\n"))?;
            let more = self.dim(&self.lang.either(
                format!("{left} more lines: Enter goes on, q stops> "),
                format!("あと{left}行：Enter で続き、q で終わり> "),
            ));
            if left > 0 && self.ask(&more)?.is_none_or(|typed| typed == "q") {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Asks for a line; `None` if the person has left.
    pub(crate) fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let prompt = self.screen.shown(prompt);
        write!(self.out, "{prompt}").and_then(|()| self.out.flush()).map_err(output::cannot_write)?;
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line);
        if self.is_live {
            // Somebody may have resized the window meanwhile.
            self.screen = Screen::here();
        }
        match read {
            Ok(0) => self.say("").map(|()| None),
            Ok(_) => Ok(Some(without_keys(&String::from_utf8_lossy(&line)).trim().to_string())),
            Err(error) => Err(Failure::Failed(format!("the terminal could not be read: {error}"))),
        }
    }

    /// Asks until the answer is yes or no; the end of the input counts as no.
    pub(crate) fn agrees(&mut self, question: &str) -> Result<bool, Failure> {
        Ok(self.choose(question, "yn")? == 'y')
    }

    /// Asks until the answer is one of these letters, among them `n`; the end of the input counts as `n`.
    pub(crate) fn choose(&mut self, question: &str, letters: &str) -> Result<char, Failure> {
        loop {
            let typed = match self.ask(question)?.as_deref() {
                None | Some("n" | "no" | "q") => return Ok('n'),
                Some("y" | "yes") => Some('y'),
                Some(typed) => typed.chars().next().filter(|_| typed.chars().count() == 1),
            };
            if let Some(letter) = typed.filter(|letter| letters.contains(*letter)) {
                return Ok(letter);
            }
            let known: Vec<String> = letters.chars().map(String::from).collect();
            let (last, others) = known.split_last().expect("some letters");
            let others = others.join(", ");
            self.say(&self.lang.either(format!("  {others} or {last}"), format!("  {others} か {last}")))?;
        }
    }

    /// Text that stands out.
    pub(crate) fn bold(&self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Text that stands back.
    pub(crate) fn dim(&self, text: &str) -> String {
        self.paint("2", text)
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.screen.colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}

/// A line without the sequences that arrow keys and their like send: a terminal that does not edit lines passes them on.
fn without_keys(line: &str) -> String {
    let (mut out, mut letters) = (String::new(), line.chars());
    while let Some(letter) = letters.next() {
        if letter != '\x1b' {
            out.push(letter);
        } else if matches!(letters.next(), Some('[' | 'O')) {
            // Parameters, then one letter or `~`.
            letters.by_ref().find(|&letter| matches!(letter, '@'..='~'));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrow_keys_do_not_spoil_an_answer() {
        let typed = |line| without_keys(line);
        assert_eq!(typed("2\x1b[D\x1b[1;5C\x1b[3~\x1bOH\n"), "2\n");
        assert_eq!(typed("bids 2 \x1b"), "bids 2 ");
        assert_eq!(typed("♠8 [x]"), "♠8 [x]");
    }
}
