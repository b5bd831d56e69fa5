"""An answer in the terminal, as a page, as data and in a notebook."""

import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO

import pytest
from rich.console import Console

import pioche
from pioche.lab.answer import HIGH, LOW, Answer, Column, Plot, Table
from pioche.lab.arena import arena
from pioche.lab.blocks import Rails
from pioche.lab.figures import count, number, share
from pioche.lab.learned import Learned
from pioche.lab.plots import MissingExtra, svg
from pioche.lab.questions.words import say
from pioche.lab.report import page
from pioche.lab.show import drawn, print_answer, shown_rows, spark
from pioche.lab.training import plan_lesson, train

SEATS = Table(
    "seats",
    say("seats.table"),
    (
        Column("seat", say("column.seat")),
        Column("won", say("column.won"), ".1%"),
        Column("low", say("column.interval"), ".1%", LOW),
        Column("high", say("column.interval"), ".1%", HIGH),
    ),
    ((say("seat.dealer"), 0.5, 0.45, 0.55), (say("seat.left", count=1), 0.25, 0.2, 0.3), ("<b>&", 0.0, 0.0, 0.1)),
)
LENGTHS = Table(
    "lengths",
    say("length.lengths"),
    (Column("length", say("column.length"), ",d"), Column("matches", say("column.matches"), ",d")),
    ((1, 10), (2, 1200), (3, 5)),
    is_long=True,
)
PLOTS = (
    Plot("bars", "won", say("seats.plot"), "seats", "seat", "won", "low", "high", even=0.25),
    Plot("histogram", "long", say("length.plot-lengths"), "lengths", "length", "matches"),
    Plot("lines", "curve", say("length.plot-lengths"), "lengths", "length", "matches"),
)
ANSWER = Answer(
    question="seats",
    game="no-merci",
    title=say("question.seats"),
    findings=(say("length.long", mean=number(1234.5), low=count(1), high=count(2000)),),
    tables=(SEATS, LENGTHS),
    plots=PLOTS,
    methods=(say("seats.method"),),
    matches=100,
    seed=7,
    command="pioche lab seats no-merci --seed 7",
)


class Strict(HTMLParser):
    """Fails at a tag that is closed in the wrong order, and collects attributes."""

    VOID = ("meta", "br", "link")

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes = [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs


def test_the_terminal_shows_findings_tables_and_plots():
    told = ANSWER.text("en")
    assert "A match has 1,234.5 moves on average; nine out of ten have 1 to 2,000." in told
    assert re.search(r"│ dealer +│ 50\.0% │ 45\.0% – 55\.0% │", told)
    assert re.search(r"^dealer +50\.0%  █{15}┊█{16}$", told, re.MULTILINE)
    assert re.search(r"^left of the dealer +25\.0%  █{15}┊$", told, re.MULTILINE)
    assert "1,200" not in told  # the data of a plot are not printed
    assert "seed 7. Made by: pioche lab seats no-merci --seed 7" in told


@pytest.mark.parametrize("width", [70, 80, 120])
def test_sentences_break_between_words_and_bars_fit_a_terminal(width):
    out = Console(file=StringIO(), width=width, force_terminal=True, no_color=True, highlight=False)
    named = replace(SEATS, rows=(("fewest_only=on: matches won by the dealer", 0.5, 0.4, 0.6),))
    long = replace(ANSWER, methods=(say("compare.method"),), plots=PLOTS[:1], tables=(named,))
    print_answer(long, "en", out)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", out.file.getvalue()).splitlines()
    assert max(map(len, lines)) <= width
    method = " ".join(" ".join(lines).split())
    assert say("compare.method").text() in method  # no word is broken
    assert any("█" * 4 in line for line in lines)


@pytest.mark.parametrize("width", range(50, 82, 2))
def test_lines_do_not_break_where_french_sets_a_narrow_space(width):
    """Neither between a number and its per cent sign, nor inside quotation marks."""
    out = Console(file=StringIO(), width=width, force_terminal=True, no_color=True, highlight=False)
    sentences = (say("compare.ending", ending=say("cards.method-choice")), say("method.interval"))
    print_answer(replace(ANSWER, methods=sentences), "fr", out)
    lines = [line.strip(" │┃") for line in re.sub(r"\x1b\[[0-9;]*m", "", out.file.getvalue()).splitlines()]
    assert not [line for line in lines if line.endswith("«") or line.startswith(("%", "»", ":", ";"))]
    assert any("45,0\u202f% – 55,0\u202f%" in line for line in lines)
    assert not re.search("[\ue000-\uf8ff]", out.file.getvalue())


def test_a_table_is_printed_row_by_row_where_its_words_would_be_broken():
    printed = {}
    named = replace(SEATS, rows=(("seulement «\u202flaissez-moi-cette-pile-là\u202f»", 0.5, 0.4, 0.6),))
    for width in (60, 61):
        out = Console(file=StringIO(), width=width, force_terminal=True, no_color=True, highlight=False)
        print_answer(replace(ANSWER, tables=(named,), plots=()), "fr", out)
        printed[width] = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", out.file.getvalue()).splitlines()]
    first = printed[60].index("seulement «\u202flaissez-moi-cette-pile-là\u202f»")
    assert printed[60][first + 1 : first + 4] == [
        "  Gagnées\xa0: 50,0\u202f%",
        "  Intervalle à 95\u202f%\xa0: 40,0\u202f% – 60,0\u202f%",
        "",
    ]
    assert any(re.match(r"│ «\u202flaissez-moi-cette-pile-là\u202f» │ ", line) for line in printed[61])


def test_a_word_that_is_longer_than_the_terminal_is_not_cut_off():
    out = Console(file=StringIO(), width=20, force_terminal=True, no_color=True, highlight=False)
    named = replace(SEATS, rows=(("laissez-moi-cette-pile-là", 0.5, 0.4, 0.6),))
    print_answer(replace(ANSWER, tables=(named,), plots=()), "fr", out)
    assert "laissez-moi-cette-pile-là" in re.sub(r"\x1b\[[0-9;]*m|\s", "", out.file.getvalue())


@pytest.mark.parametrize("width", [30, 50, 80])
def test_histograms_and_lines_fit_a_terminal(width):
    """A training has hundreds of generations, and some matches hundreds of moves."""
    rows = tuple((place, 10 * place) for place in range(160))
    for plot in PLOTS[1:]:
        lines = drawn(plot, replace(LENGTHS, rows=rows), "en", width)
        assert width / 2 <= max(map(len, lines)) <= width
    assert drawn(PLOTS[2], replace(LENGTHS, rows=rows), "en", width)[0].endswith("█ 1,590")


def test_a_long_name_takes_several_lines_and_leaves_room_for_its_bar():
    table = replace(SEATS, rows=(("one word after the other " * 4, 0.5, 0.4, 0.6), ("short", 0.25, 0.2, 0.3)))
    lines = drawn(PLOTS[0], table, "en", 80)
    assert max(map(len, lines)) <= 80
    assert [line.count("█") > 0 for line in lines] == [False, True, True]


def test_an_even_share_is_marked_in_the_bars():
    dealer, left, nobody = drawn(PLOTS[0], SEATS, "en", 80)
    assert dealer.endswith(f"50.0%  {'█' * 15}┊{'█' * 16}")
    assert left.endswith(f"25.0%  {'█' * 15}┊")
    assert nobody.endswith(f"0.0%  {' ' * 15}┊")
    assert "┊" not in "".join(drawn(replace(PLOTS[0], even=0.0), SEATS, "en", 80))


def test_the_mark_of_an_even_share_is_not_beyond_the_longest_bar():
    lines = drawn(replace(PLOTS[0], even=1.0), SEATS, "en", 80)
    assert {line.index("┊") for line in lines} == {max(map(len, lines)) - 1}
    assert max(map(len, lines)) <= 80


def test_bars_are_drawn_in_the_narrowest_terminal():
    assert any("█" in line for line in drawn(PLOTS[0], SEATS, "en", 10))


def test_bars_below_zero_go_to_the_left():
    """A loss must not look like a gain."""
    rows = (("gain", 4.95, 0.0, 0.0), ("nothing", 0.0, 0.0, 0.0), ("loss", -15.0, 0.0, 0.0), ("half", -0.33, 0.0, 0.0))
    table = replace(
        SEATS, rows=rows, columns=(SEATS.columns[0], replace(SEATS.columns[1], form="+.2f"), *SEATS.columns[2:])
    )
    gain, nothing, loss, half = (
        line.removeprefix(row[0].ljust(7)) for line, row in zip(drawn(PLOTS[0], table, "en", 80), rows, strict=True)
    )
    assert gain == f"   +4.95  {' ' * 24}│{'█' * 8}"
    assert nothing == f"   +0.00  {' ' * 24}│"
    assert loss == f"  -15.00  {'█' * 24}│"
    assert half == f"   -0.33  {' ' * 23}▐│"
    long = replace(table, rows=tuple(("a name of many words " * 4, *row[1:]) for row in rows))
    assert max(map(len, drawn(PLOTS[0], long, "en", 80))) <= 80
    hardly = replace(SEATS, rows=(("more", 0.9, 0.8, 1.0), ("less", -0.001, -0.1, 0.1)))  # too little to be drawn
    assert drawn(PLOTS[0], hardly, "en", 80)[1].endswith(f"-0.1%  {' ' * 8}┊")


def test_intervals_with_signs_have_no_dash():
    """Those of one table are all written alike."""
    signed = replace(SEATS, rows=(("one", 0.1, -0.1, 0.2), ("two", 0.3, 0.2, 0.4)))
    assert [row[-1] for row in shown_rows(signed, "en")] == ["-10.0% to 20.0%", "20.0% to 40.0%"]
    assert next(shown_rows(signed, "fr"))[-1] == "-10,0\u202f% à 20,0\u202f%"
    assert next(shown_rows(SEATS, "en"))[-1] == "45.0% – 55.0%"


def test_numbers_in_sentences_follow_the_language():
    assert "compte 1\u202f234,5 coups en moyenne" in ANSWER.text("fr")
    assert share(0.125).text("fr") == "12,5\u202f%"


def test_lines_of_block_characters():
    assert spark([0, 7, 3.5]) == "▁█▅"
    assert drawn(PLOTS[1], LENGTHS, "en") == ["▁█▁", "1 3"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_is_whole_and_needs_nothing_else(language):
    written = page(ANSWER, language)
    parsed = Strict(written)
    assert ("lang", language) in parsed.attributes
    assert ("name", "viewport") in parsed.attributes
    assert parsed.tags.count("svg") == 3
    assert not {"script", "link", "img", "iframe", "object"} & set(parsed.tags)
    outside = [
        value
        for name, value in parsed.attributes
        if name in ("src", "href", "xlink:href", "action") and not value.startswith("#")
    ]
    assert outside == []
    assert not re.search(r"url\((?!#)|@import", written)
    assert "prefers-color-scheme:dark" in written
    assert "&lt;b&gt;&amp;" in written
    assert "<code><span>pioche</span> <span>lab</span> <span>seats</span> " in written


def test_plots_in_a_notebook_have_the_colour_of_its_text():
    """A light notebook on a system that prefers dark must not get light letters."""
    assert set(re.findall(r"--ink:([^;}]+)", ANSWER._repr_html_())) == {"currentColor"}
    assert "--ink:#e6e6e6" in svg(PLOTS[0], SEATS, "en")  # a file of its own follows the system


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.kind)
def test_a_plot_is_the_same_text_each_time_and_follows_the_theme(plot):
    drawing = svg(plot, ANSWER.table(plot.table), "en")
    assert drawing == svg(plot, ANSWER.table(plot.table), "en")
    assert "var(--bar)" in drawing
    assert "#020202" not in drawing
    assert f"<title>{plot.title.text('en')}</title>" in drawing


def test_every_line_of_a_plot_looks_different():
    """A training has a line for each number of players."""
    columns = (Column("group", SEATS.title), *LENGTHS.columns)
    rows = tuple((f"{group} players", place, group + place) for group in range(2, 8) for place in (1, 2))
    table = Table("many", SEATS.title, columns, rows)
    drawing = svg(Plot("lines", "many", SEATS.title, "many", "length", "matches", group="group"), table, "en")
    styles = re.findall(r'<g id="line2d_\d+">\s*<path [^>]*style="fill: none; ([^"]*)"/>', drawing)
    drawn_lines = [style for style in styles if "stroke-width: 1.5" in style]
    assert len(drawn_lines) == 12  # each in the plot and in the legend
    assert len(set(drawn_lines)) == 6


@pytest.mark.parametrize(
    ("values", "form", "said"),
    [
        ((0.1, 0.4), ".2%", {"0%", "10%", "40%"}),
        ((-0.004, 0.01), "+.2%", {"0.0%", "0.5%", "1.0%"}),
        ((-30.0, 20.0), "+,.2f", {"-20", "0", "20"}),
        ((0.0, 9000.0), ",d", {"0", "8,000"}),
    ],
)
def test_numbers_along_an_axis_have_no_more_decimals_than_they_need(values, form, said):
    rows = tuple((f"row {number}", value) for number, value in enumerate(values))
    table = Table("axis", SEATS.title, (SEATS.columns[0], Column("won", SEATS.title, form)), rows)
    drawing = svg(Plot("bars", "axis", SEATS.title, "axis", "seat", "won"), table, "en")
    shown = set(re.findall(r">([-+−\d.,]+%?)</text>", drawing))
    assert said <= shown
    assert len({len(each.partition(".")[2]) for each in shown}) == 1


def test_names_of_many_lines_do_not_overlap():
    heights = []
    for name in ("short", "a long name " * 8):
        table = replace(SEATS, rows=((name, 0.5, 0.4, 0.6), (name, 0.25, 0.2, 0.3)))
        heights.append(float(re.findall(r'viewBox="0 0 [\d.]+ ([\d.]+)"', svg(PLOTS[0], table, "en"))[0]))
    assert heights[1] > heights[0]


def test_a_plot_in_a_page_fits_a_phone():
    """Its letters are not smaller than nine pixels where the page has 358."""
    width = float(re.findall(r'viewBox="0 0 ([\d.]+) ', svg(PLOTS[0], SEATS, "en", is_inline=True))[0])
    assert 10 * 358 / width > 9


def test_a_long_name_leaves_room_for_its_bar():
    name = "a name " * 12
    table = Table("long", SEATS.title, SEATS.columns[:2], ((name, 0.5), ("short", 0.25)))
    drawing = svg(Plot("bars", "long", SEATS.title, "long", "seat", "won"), table, "en")
    assert max(map(len, re.findall(r">([^<>]*a name[^<>]*)<", drawing))) <= 34


def test_notebooks_show_answers_simulations_and_arenas(monkeypatch):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    Strict(ANSWER._repr_html_())
    results = pioche.simulate("no-merci", games=50, seed=1)._repr_html_()
    Strict(results)
    assert "No Merci, 3 joueurs, 50 parties, graine 1" in results
    standing = arena("no-merci", "random,random@1", deals=2, seed=1)._repr_html_()
    Strict(standing)
    assert '<td class="name">random@1</td>' in standing


def test_a_notebook_without_matplotlib_shows_the_tables(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    shown = ANSWER._repr_html_()
    assert "svg" not in Strict(shown).tags
    assert shown.count("<table>") == len(ANSWER.tables)
    with pytest.raises(MissingExtra, match="This needs matplotlib"):
        page(ANSWER, "en")


@pytest.mark.xdist_group("montees-et-descentes")
def test_learned_weights_show_themselves_in_a_notebook():
    lesson = plan_lesson("montees-et-descentes", 2, generations=2, deals=4, origin="nothing")
    learned = Learned(lesson, tuple(train(lesson, Rails("threads", 1))))
    shown = learned._repr_html_()
    assert "svg" in Strict(shown).tags
    assert lesson.command in re.sub(r"<[^>]*>", "", shown)
    assert "[tuned.2." in shown
