"""What came of a training, for people: a card of the model, and a page with curves that loads nothing."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tefuda.learn.config import Config
from tefuda.learn.policy_file import write_whole

__all__ = ["write_card", "write_report"]

Row = dict[str, Any]
Point = tuple[float, float, float, float]
"""Where it lies to the right, its value, and the ends of its interval."""
ONE_TRAINING = (
    "The figures are of this training alone. Their intervals are over deals: "
    "they say nothing of how far another training would lie from it."
)


def write_card(
    path: Path, config: Config, seats: int, about: dict[str, str], digest: str, rows: list[Row], size: int
) -> None:
    """Write the card of a model as Markdown."""
    last = next((row for row in reversed(rows) if "evaluation" in row), None)
    trained = f"{about['text']}, in {float(about['minutes']):.1f} minutes on {about['machine']}."
    parts = [
        f"# A player of {config.game}, {seats} seats",
        f"{trained} {_begun(about)}{ONE_TRAINING}",
        "## Figures",
        _figures_text(last),
        "## Curve",
        _curve_text(rows),
        "## File",
        f"`policy.safetensors`, {size:,} bytes, digest `{digest}`.",
        "## Config",
        "```json\n" + json.dumps(config.as_dict(), indent=1, ensure_ascii=False) + "\n```",
    ]
    write_whole(path, ("\n\n".join(parts) + "\n").encode())


def _begun(about: dict[str, str]) -> str:
    """Say where the first weights come from, if they were not drawn."""
    return f"It began with the weights `{about['begun_with']}`. " if "begun_with" in about else ""


def _figures_text(row: Row | None) -> str:
    if row is None:
        return "No match was asked for."
    lines = [f"After {row['minutes']:.1f} minutes and {row['decisions']:,} decisions."]
    if row["evaluation"]["matches"]:
        lines += ["", "| among | who | games | wins | points |", "| --- | --- | --- | --- | --- |"]
        lines += ["| " + " | ".join(cells) + " |" for cells in _match_cells(row)]
    if "nash_conv" in row["evaluation"]:
        lines += ["", f"NashConv/2 (half of what best responses gain together): {_exploit(row)}."]
    return "\n".join(lines)


def _exploit(row: Row) -> str:
    return f"{row['evaluation']['nash_conv'] / 2:.4f}"


def _match_cells(row: Row) -> list[list[str]]:
    """Give the rows of the table of matches."""
    cells = []
    for played in row["evaluation"]["matches"]:
        for who, seat in {"**learned**": played["learned"], **played["beside"]}.items():
            wins, mean = _shown(seat["win_rate"], 100, 1, " %"), _shown(seat["mean"], 1, 3, "")
            cells.append([played["against"], who, f"{seat['games']:,}", wins, mean])
    return cells


def _shown(figure: dict[str, float | None], times: float, places: int, unit: str) -> str:
    value, low, high = (figure[key] for key in ("value", "low", "high"))
    assert value is not None
    text = f"{times * value:.{places}f}{unit}"
    if low is None or high is None:
        return text
    return f"{text} ({times * low:.{places}f} to {times * high:.{places}f})"


def _curve_text(rows: list[Row]) -> str:
    """Show some ten rows of the curve."""
    rows = [row for row in rows if "evaluation" not in row]
    if not rows:
        return "Nothing was learned yet."
    some = rows[:: max(1, len(rows) // 10)]
    lines = [
        "| minutes | decisions | made a second | learned a second | entropy | value error |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for row in [*some, rows[-1]] if some[-1] is not rows[-1] else some:
        made = f"{row['generated_per_s']:,.0f} | {row['learned_per_s']:,.0f}"
        tail = f"{row.get('entropy', math.nan):.3f} | {row.get('value', math.nan):.4f}"
        lines.append(f"| {row['minutes']:.2f} | {row['decisions']:,} | {made} | {tail} |")
    return "\n".join(lines)


def write_report(path: Path, config: Config, seats: int, about: dict[str, str], rows: list[Row]) -> None:
    """Write the page."""
    last = next((row for row in reversed(rows) if "evaluation" in row), None)
    title = f"A player of {config.game} learns"
    body = [
        f'<header><p class="eyebrow">Tefuda · {html.escape(config.learn.algorithm)}</p><h1>{html.escape(title)}</h1>',
        f'<p class="question">{seats} seats, {html.escape(about["machine"])}</p>',
        f'<p class="answer">{html.escape(_begun(about) + _answer(last, about))}</p>',
        f'<p class="fit">{html.escape(ONE_TRAINING)}</p></header>',
        _section("How well it plays", _match_table(last) + _panels(_strength(rows))),
        _section("How it learned", _panels(_learning(rows))),
        _section("Where the time went", _panels(_speed(rows))),
        "<details><summary>Config</summary><pre>"
        + html.escape(json.dumps(config.as_dict(), indent=1, ensure_ascii=False))
        + "</pre></details>",
    ]
    style = (Path(__file__).parent / "page.css").read_text()
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n<title>{html.escape(title)}</title>\n'
        f"<style>\n{style}</style>\n</head>\n"
    )
    write_whole(path, (head + "<body>\n<main>\n" + "\n".join(body) + "\n</main>\n</body>\n</html>\n").encode())


def _answer(last: Row | None, about: dict[str, str]) -> str:
    text = f"{int(about['decisions']):,} decisions in {float(about['minutes']):.1f} minutes."
    if last is None:
        return text
    for played in last["evaluation"]["matches"]:
        text += f" Among {played['against']} it earns {_shown(played['learned']['mean'], 1, 3, '')}."
    if "nash_conv" in last["evaluation"]:
        text += f" NashConv/2 is {_exploit(last)}."
    return text


def _section(title: str, body: str) -> str:
    return f"<section><h2>{html.escape(title)}</h2>{body}</section>" if body else ""


def _match_table(row: Row | None) -> str:
    if row is None or not row["evaluation"]["matches"]:
        return ""
    lines = []
    for among, who, games, wins, points in _match_cells(row):
        name = f"<b>{who.strip('*')}</b>" if who.startswith("*") else html.escape(who)
        lines.append(
            f"<tr><th>{html.escape(among)}</th><td>{name}</td><td>{games}</td><td>{wins}</td><td>{points}</td></tr>"
        )
    head = "<tr><th>among</th><th>who</th><th>games</th><th>wins</th><th>points</th></tr>"
    return f'<div class="scroll"><table><thead>{head}</thead><tbody>{"".join(lines)}</tbody></table></div>'


def _points(rows: list[Row], name: str) -> list[Point]:
    return [
        (row["minutes"], row[name], row[name], row[name]) for row in rows if name in row and math.isfinite(row[name])
    ]


def _strength(rows: list[Row]) -> list[tuple[str, dict[str, list[Point]]]]:
    """Give the panels of matches and best responses."""
    judged = [row for row in rows if "evaluation" in row]
    wins: dict[str, list[Point]] = {}
    means: dict[str, list[Point]] = {}
    for row in judged:
        for played in row["evaluation"]["matches"]:
            for into, key in ((wins, "win_rate"), (means, "mean")):
                figure = played["learned"][key]
                value = figure["value"]
                low, high = (value if figure[end] is None else figure[end] for end in ("low", "high"))
                into.setdefault(f"among {played['against']}", []).append((row["minutes"], value, low, high))
    half = [
        (row["minutes"], *[row["evaluation"]["nash_conv"] / 2] * 3)
        for row in judged
        if "nash_conv" in row["evaluation"]
    ]
    panels = [("Wins", wins), ("Points", means), ("NashConv/2", {"best responses": half} if half else {})]
    return [(name, lines) for name, lines in panels if lines]


def _learning(rows: list[Row]) -> list[tuple[str, dict[str, list[Point]]]]:
    panels = [
        ("Loss", {"loss": "loss"}),
        ("Entropy of the policy", {"entropy": "entropy"}),
        ("Squared error of the value", {"value head": "value", "critic": "critic"}),
        ("Divergence", {"from before the update": "change", "from the magnet": "magnet"}),
        ("Length of the gradient", {"gradient": "gradient"}),
        ("Learning rate", {"rate": "rate"}),
    ]
    return [
        (title, {name: points for name, key in lines.items() if (points := _points(rows, key))})
        for title, lines in panels
    ]


def _speed(rows: list[Row]) -> list[tuple[str, dict[str, list[Point]]]]:
    return [
        (
            "Decisions a second",
            {"made": _points(rows, "generated_per_s"), "learned": _points(rows, "learned_per_s")},
        ),
        (
            "Share of the time",
            {
                "waiting for cores": _points(rows, "share_cores"),
                "asking the network": _points(rows, "share_card"),
                "learning": _points(rows, "share_learning"),
            },
        ),
        (
            "On the cluster",
            {"actors": _points(rows, "actors"), "updates behind the newest weights": _points(rows, "lag")},
        ),
    ]


def _panels(panels: Sequence[tuple[str, dict[str, list[Point]]]]) -> str:
    drawn = [_panel(title, lines) for title, lines in panels if lines and any(lines.values())]
    return f'<div class="plot panels">{"".join(drawn)}</div>' if drawn else ""


_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM = 420.0, 220.0, 62.0, 8.0, 30.0


def _panel(title: str, lines: dict[str, list[Point]]) -> str:
    """Draw one panel: lines over minutes, with bands where there are intervals."""
    lines = {name: points for name, points in lines.items() if points}
    every = [point for points in lines.values() for point in points]
    right = max(point[0] for point in every) or 1.0
    low, high = min(point[2] for point in every), max(point[3] for point in every)
    ticks = _ticks(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])

    def x(at: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - 8) * at / right

    def y(at: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - (at - low) / ((high - low) or 1.0))

    drawn = []
    for tick in ticks:
        drawn.append(f'<line class="rule" x1="{_LEFT}" x2="{_WIDTH - 8:.0f}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
        drawn.append(f'<text class="end" x="{_LEFT - 6:.0f}" y="{y(tick) + 4:.1f}">{_number(tick)}</text>')
    for tick in _ticks(0.0, right):
        if tick <= right:
            drawn.append(f'<text class="middle" x="{x(tick):.1f}" y="{_HEIGHT - 10:.0f}">{_number(tick)}</text>')
    for number, points in enumerate(lines.values()):
        kind = f"s{number % 7}"
        if any(point[2] < point[3] for point in points):
            ends = [*((x(p[0]), y(p[3])) for p in points), *((x(p[0]), y(p[2])) for p in reversed(points))]
            band = " ".join(f"{a:.1f},{b:.1f}" for a, b in ends)
            drawn.append(f'<polygon class="band {kind}" points="{band}"/>')
        way = " ".join(f"{x(p[0]):.1f},{y(p[1]):.1f}" for p in points)
        drawn.append(f'<polyline class="line {kind}" points="{way}"/>')
        if len(points) < 25:
            drawn += [
                f'<circle class="{kind}" fill="currentColor" cx="{x(p[0]):.1f}" cy="{y(p[1]):.1f}" r="2.5"/>'
                for p in points
            ]
    legend = "".join(
        f'<li class="s{number % 7}"><svg class="swatch" viewBox="0 0 20 14">'
        '<line class="line" x1="0" x2="20" y1="7" y2="7"/></svg>'
        f'<span style="color: var(--ink)">{html.escape(name)}</span></li>'
        for number, name in enumerate(lines)
    )
    picture = (
        f'<svg viewBox="0 0 {_WIDTH:.0f} {_HEIGHT:.0f}" role="img" aria-label="{html.escape(title)} over minutes">'
    )
    return (
        f'<figure class="panel" style="margin: 0"><figcaption>{html.escape(title)}, over minutes</figcaption>'
        f'{picture}{"".join(drawn)}</svg><ul class="legend">{legend}</ul></figure>'
    )


def _ticks(low: float, high: float) -> list[float]:
    """Give some four round numbers that span what is shown."""
    if high <= low:
        high = low + (abs(low) or 1.0)
    size = 10 ** math.floor(math.log10((high - low) / 4))
    step = next(size * times for times in (1, 2, 5, 10) if (high - low) / (size * times) <= 5)
    first = math.floor(low / step)
    return [step * (first + number) for number in range(math.ceil(high / step - first) + 1)]


def _number(value: float) -> str:
    if abs(value) >= 1e6:
        return f"{value / 1e6:.4g}M"
    if abs(value) >= 1e4:
        return f"{value / 1e3:.4g}k"
    return f"{value:.4g}" if abs(value) > 1e-12 else "0"
