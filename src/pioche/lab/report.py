"""Writes an answer as one HTML page that needs nothing else: no script, no file, no address."""

from __future__ import annotations

from html import escape

from .answer import Answer, Plot, Table
from .plots import check_installed, is_installed, svg
from .questions.words import say
from .show import made, shown_columns, shown_rows

PLOTTING = "matplotlib"
STYLE = """
:root{color-scheme:light dark;--ink:#24292f;--page:#fff;--line:#d0d7de;--quiet:#57606a}
@media(prefers-color-scheme:dark){:root{--ink:#e6e6e6;--page:#16181d;--line:#3a3f47;--quiet:#a0a8b2}}
body{margin:0 auto;max-width:46rem;padding:1rem;background:var(--page);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.1rem;margin-top:2rem}
figure{margin:1.5rem 0}figcaption{font-weight:600}
.wide{overflow-x:auto;background:linear-gradient(90deg,var(--page) 2rem,transparent) 0/3rem 100% no-repeat local,
linear-gradient(270deg,var(--page) 2rem,transparent) 100%/3rem 100% no-repeat local,
linear-gradient(90deg,#8888,transparent) 0/.7rem 100% no-repeat,
linear-gradient(270deg,#8888,transparent) 100%/.7rem 100% no-repeat}table{border-collapse:collapse}
th,td{border-bottom:1px solid var(--line);padding:.25rem .75rem .25rem 0;text-align:right;white-space:nowrap;
font-variant-numeric:tabular-nums}
th{white-space:normal;vertical-align:bottom}th.name,td.name{text-align:left}td.name{white-space:normal;min-width:5rem}td.name:first-child{min-width:8rem}
details{margin:1rem 0}
svg{width:100%;height:auto}
footer,.methods{color:var(--quiet);font-size:.9rem}code span{display:inline-block;overflow-wrap:anywhere}
"""


def page(answer: Answer, language: str) -> str:
    """Return the whole page, or raise `MissingExtra` where plots cannot be drawn."""
    check_installed(PLOTTING)
    title = escape(answer.title.text(language))
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"{fragment(answer, language)}\n</main>\n</body>\n</html>\n"
    )


def fragment(answer: Answer, language: str) -> str:
    """Return the content of the page, as notebooks show it: without plots where they cannot be drawn."""
    findings = "".join(f"<p>{escape(finding.text(language))}</p>" for finding in answer.findings)
    plots = "".join(figure_of(plot, answer.table(plot.table), language) for plot in answer.plots)
    tables = "".join(titled_table(each, language) for each in answer.tables)
    methods = "".join(f"<p>{escape(sentence.text(language))}</p>" for sentence in answer.methods)
    heading = escape(say("methods").text(language))
    return (
        f"<h1>{escape(answer.title.text(language))}</h1>\n{findings}\n{plots}\n{tables}\n"
        f'<section class="methods"><h2>{heading}</h2>{methods}</section>\n'
        f"<footer><p>{_made(answer, language)}</p></footer>"
    )


def figure_of(plot: Plot, table: Table, language: str) -> str:
    """Return a plot with its title; nothing if it cannot be drawn. Its table shows the same."""
    if not is_installed(PLOTTING):
        return ""
    drawn = svg(plot, table, language, is_inline=True)
    return f"<figure><figcaption>{escape(plot.title.text(language))}</figcaption>{drawn}</figure>"


def _made(answer: Answer, language: str) -> str:
    said = escape(made(answer).text(language))
    words = "".join(f"<span>{escape(word)}</span> " for word in answer.command.split(" ")).strip()
    return said.replace(escape(answer.command), f"<code>{words}</code>") if answer.command else said


def titled_table(table: Table, language: str) -> str:
    title = escape(table.title.text(language))
    if table.is_long:
        return f"<details><summary>{title}</summary>{html_table(table, language)}</details>"
    return f"<h2>{title}</h2>{html_table(table, language)}"


def html_table(table: Table, language: str) -> str:
    columns = shown_columns(table)
    kinds = [' class="name"' if column.is_text else "" for column in columns]
    head = "".join(
        f"<th{kind}>{escape(column.title.text(language))}</th>" for kind, column in zip(kinds, columns, strict=True)
    )
    rows = "".join(
        "<tr>" + "".join(f"<td{kind}>{escape(cell)}</td>" for kind, cell in zip(kinds, row, strict=True)) + "</tr>"
        for row in shown_rows(table, language)
    )
    return f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
