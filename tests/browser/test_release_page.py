"""The page of a release in a browser: its sentences, by touch and keyboard, and its colours."""

import re

import numpy as np
import pytest

from gaussmech.releases.outputs.page import View, page_data, page_html
from tests.browser.conftest import WIDTHS, overflow, violations
from tests.releases.test_page import (
    districts,
    drawn,
    page_and_data,
    study,
    unpacked,
)

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    """The path of a page, and the data that it was made from."""
    text, data = page_and_data(study(distribution="laplace", level=90))
    path = tmp_path_factory.mktemp("release") / "private.html"
    path.write_text(text, encoding="utf-8")
    return path, data


@pytest.fixture(params=WIDTHS)
def open_release(open_page, tmp_path, request):
    """Return the page of a release, which fits and can be used by all, and its data."""

    def open_release(of):
        text, data = page_and_data(of)
        path = tmp_path / "private.html"
        path.write_text(text, encoding="utf-8")
        page = open_page(path, request.param)
        assert overflow(page) == 0 and violations(page) == []
        return page, data

    return open_release


def colours(page):
    """How many pixels of the first map have each colour, the commonest first."""
    script = """() => {
      const map = document.querySelector("canvas"), pen = map.getContext("2d");
      const all = pen.getImageData(0, 0, map.width, map.height).data, found = {};
      for (let k = 0; k < all.length; k += 4)
        if (all[k + 3] > 250) {
          const name = all.slice(k, k + 3).join();
          found[name] = (found[name] || 0) + 1;
        }
      return found;
    }"""
    return page.evaluate(script)


def next_colours(page, before):
    """Return the colours of the map once they differ from those before, or after half a minute."""
    for _ in range(300):
        found = colours(page)
        if found != before:
            break
        page.wait_for_timeout(100)
    return found


def test_the_switch_and_the_scheme_change_the_colours(release, open_page):
    page = open_page(release[0], 1280)
    denoised = colours(page)
    page.get_by_label("raw").check()
    raw = next_colours(page, denoised)
    page.emulate_media(color_scheme="dark")
    dark = next_colours(page, raw)
    assert raw != denoised
    assert dark != raw


def test_a_place_is_told_in_one_sentence_by_pointer_keys_and_name(release, open_page):
    path, data = release
    page = open_page(path, 1280)
    sentence = page.locator("#place")
    view = data["views"][1]
    value, low, high = (
        np.array(unpacked(view["columns"][0][name])) * view["unit"]
        for name in ("value", "low", "high")
    )
    top = int(np.argmax(value))
    # By the keyboard: a map that gets the focus begins at its highest place.
    page.locator("canvas").first.focus()
    assert sentence.inner_text().startswith(
        f"<{top}>: day between {low[top]:g} and {high[top]:g} (raw"
    )
    page.keyboard.press("ArrowRight")
    assert sentence.inner_text().startswith(f"<{top + 1}>: ")
    page.keyboard.press("ArrowUp")
    assert sentence.inner_text().startswith(f"<{top + 1 + 12}>: ")
    # By the pointer, in the second map.
    box = page.locator("canvas").nth(1).bounding_box()
    x, y = (unpacked(data[axis])[77] * box["width"] / 1000 for axis in ("x", "y"))
    page.mouse.move(box["x"] + x, box["y"] + y)
    assert (
        sentence.inner_text().startswith("<77>: ")
        and "; night between " in sentence.inner_text()
    )
    page.get_by_label("Corner", exact=True).fill("<3>")
    assert sentence.inner_text().startswith("<3>: ")
    hidden = np.flatnonzero(low <= 0)
    page.get_by_label("Corner", exact=True).fill(f"<{hidden[-1]}>")
    assert "cannot be told from 0" in sentence.inner_text()


def rows(page):
    """The cells of the table, row by row, without its head."""
    script = "rows => rows.map(row => [...row.cells].map(cell => cell.innerText))"
    return page.locator("#table tbody tr").evaluate_all(script)


def test_the_table_is_sorted_and_searched_and_an_unknown_place_clears_the_line(
    release, open_page
):
    path, data = release
    page = open_page(path, 1280)
    value = np.array(unpacked(data["views"][1]["columns"][0]["value"]))
    assert len(rows(page)) == 50 and rows(page)[2][0] == "<2>"
    page.get_by_role("button", name="day per corner, denoised").click()
    shown = rows(page)
    assert shown[0][0] == f"<{np.argmax(value)}>" and len(shown[0]) == 5
    numbers = [float(row[1].replace(",", "")) for row in shown]
    assert numbers == sorted(numbers, reverse=True) and " to " in shown[0][2]
    page.get_by_role("button", name="Show more of 144").click()
    assert len(rows(page)) == 144
    sentence = page.locator("#place")
    page.locator("#table tbody tr").nth(5).click()
    assert sentence.inner_text().startswith(f"{shown[5][0]}: day between ")
    find = page.get_by_label("Corner", exact=True)
    find.fill("<1")
    assert sentence.inner_text() == ""
    assert len(rows(page)) == 50 and {row[0][:2] for row in rows(page)} == {"<1"}
    assert page.locator("#more").inner_text() == "Show more of 55"
    options = page.locator("#known option").evaluate_all("all => all.map(o => o.value)")
    assert len(options) == 20 and set(options) <= {row[0] for row in rows(page)}
    find.fill("<12>")
    assert sentence.inner_text().startswith("<12>: ")
    find.fill("<i>zzz")
    assert sentence.inner_text() == "There is no corner <i>zzz." and rows(page) == []


def test_areas_by_a_switch(open_release):
    page, data = open_release(study(areas=True, distribution="laplace", level=90))
    # The scale bar is as long as it says.
    bar = page.locator("figure small").first
    assert bar.inner_text().strip() == "200 m"
    length, width = (
        part.bounding_box()["width"]
        for part in (bar.locator("span"), page.locator("canvas").first)
    )
    assert length / width == pytest.approx(200 / data["metres"], rel=0.02)
    before = colours(page)
    page.get_by_label("quarter").check()
    assert overflow(page) == 0 and violations(page) == []
    assert colours(page) != before
    assert [row[0] for row in rows(page)] == data["views"][2]["rows"]
    page.get_by_label("Corner", exact=True).fill("<a>")
    sentence = page.locator("#place").inner_text()
    assert sentence.startswith("<a>: day between ") and "(published total " in sentence
    assert "published total " in sentence


def test_a_page_without_a_map(open_release):
    page, _ = open_release(study(graph=False, mapped=False))
    assert page.locator("canvas").count() == 0 and len(rows(page)) == 50
    assert not page.locator("#clear").is_visible()
    assert "There is no map, because" in page.locator("main").inner_text()
    page.get_by_label("Corner", exact=True).fill("<7>")
    assert page.locator("#place").inner_text().startswith("<7>: day between ")


def test_a_district_is_chosen_where_it_is_drawn(open_release):
    names = [f"Quarter {k}" for k in range(36)]
    # A name that is not unique stands with the id.
    names[1] = "Quarter 2"
    page, data = open_release(districts(6, names))
    assert [row[0] for row in rows(page)][:4] == [
        *("Quarter 0", "Quarter 2 (<1>)", "Quarter 2 (<2>)", "Quarter 3")
    ]
    canvas = page.locator("canvas").first
    scale = canvas.bounding_box()["width"] / 1000
    for k in (0, 20, 35):
        # Near a corner, where another middle may be about as near.
        west, south, east, north = drawn(data)[k].bounds
        spot = {"x": west + 0.15 * (east - west), "y": south + 0.5 * (north - south)}
        canvas.click(position={name: at * scale for name, at in spot.items()})
        assert page.locator("#place").inner_text().startswith(f"Quarter {k}: ")
    page.get_by_label("District").fill("<7>")
    assert page.locator("#place").inner_text().startswith("Quarter 7: ")
    assert page.locator("#table tbody tr").count() == 1


def series(periods=12):
    """A page of districts over several periods, and its values (periods, places)."""
    of = districts(6, [f"Quarter {k}" for k in range(36)])
    values = np.add.outer(10.0 * np.arange(periods), np.arange(36.0))
    values[:, 0] = 2.0
    low, high = values - 4, values + 4
    sums = values.sum(axis=1)
    totals = np.column_stack([sums, sums - 30, sums + 30])
    view = View(
        "denoised", values[None], low[None], high[None], 4.0, totals=totals[None]
    )
    months = [f"2026-{month:02}" for month in range(1, periods + 1)]
    data = page_data(of.places, None, "district", ["helped"], months, [view])
    sentences = {"title": "Helped, 2026", "noise": "Noise."}
    sentences |= dict.fromkeys(("published", "words"), "")
    facts = {"denoised": None, "not_promised": []}
    return page_html(facts, data, {}, [], **sentences), values


@pytest.fixture
def open_year(open_page, tmp_path):
    """Return the page of a series in a window, and its values."""

    def open_year(width=1280, **options):
        text, values = series()
        path = tmp_path / "year.html"
        path.write_text(text, encoding="utf-8")
        # Without its data, the page is small; it loads nothing.
        assert len(re.sub('id="data">.*?</script>', "", text)) < 60_000
        assert "src=" not in text and "http" not in text
        return open_page(path, width, **options), values

    return open_year


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_a_series_has_a_map_of_each_period(open_year, width, scheme):
    page, values = open_year(width, scheme=scheme)
    page.get_by_label("District").fill("Quarter 7")
    assert overflow(page) == 0 and violations(page) == []
    sentence = page.locator("#place")
    value = values[-1, 7]
    start = f"Quarter 7, 2026-12: helped between {value - 4:g} and {value + 4:g}"
    assert sentence.inner_text().startswith(start)
    before = colours(page)
    page.get_by_label("period", exact=True).focus()
    page.keyboard.press("ArrowLeft")
    assert sentence.inner_text().startswith("Quarter 7, 2026-11: ")
    assert next_colours(page, before) != before
    assert float(rows(page)[0][1]) == values[10, 7]
    # Arrow keys work anywhere but in the maps and the search.
    page.get_by_label("only what is clear").evaluate("box => box.blur()")
    page.keyboard.press("ArrowLeft")
    assert sentence.inner_text().startswith("Quarter 7, 2026-10: ")


def test_a_series_has_the_course_of_all_places_and_of_one(open_year):
    page, values = open_year()
    page.get_by_label("District").fill("Quarter 7")
    all_together, course = page.locator("#charts svg").all()
    label = all_together.get_attribute("aria-label")
    total = values[0].sum()
    assert f"2026-01 {total:,.0f} ({total - 30:,.0f} to {total + 30:,.0f})" in label
    label = course.get_attribute("aria-label")
    words = "helped, Quarter 7, with 95 % intervals: 2026-01 7 (3 to 11)"
    assert label.startswith(words)
    # A bar leads to its month.
    all_together.click(position={"x": 60, "y": 75})
    assert page.locator("#place").inner_text().startswith("Quarter 7, 2026-01: ")
    page.locator("summary").click()
    cells = page.locator("#times tbody tr").first.locator("td").all_inner_texts()
    assert cells[1] == "7 (3 to 11)" and page.locator("#times tbody tr").count() == 12
    assert violations(page) == []


def test_what_is_uncertain_is_hatched_and_can_be_left_out(open_year):
    page, _ = open_year()
    before = colours(page)
    page.get_by_label("only what is clear").check()
    after = next_colours(page, before)
    assert after != before
    # The one district whose interval is wide loses its colour, and nothing else changes much.
    lost = sum(
        count - after.get(name, 0)
        for name, count in before.items()
        if count > after.get(name, 0)
    )
    share = lost / sum(before.values())
    assert 0.5 / 36 < share < 2 / 36
