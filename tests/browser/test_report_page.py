"""The report of a run as a reader sees it: opened from disk, in a browser."""

import csv
import json

import pytest

from tests.browser.windows import WIDTHS, overflow

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.fixture(params=WIDTHS)
def report(open_page, results, request):
    page, complaints = open_page(results / "report.html", request.param)
    page.wait_for_selector(".front")
    page.wait_for_function(
        "[...document.querySelectorAll('.front figure img')].every(i => i.naturalWidth > 1)"
    )
    return page, complaints, request.param


def claims(results):
    with open(results / "data/claims.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_report_is_whole_and_every_figure_is_seen(report, results):
    page, complaints, width = report
    names = sorted(path.stem for path in (results / "figures").glob("*.png"))
    assert sorted(page.locator(".front figure").evaluate_all("all => all.map(f => f.id)")) == names
    for name in names:
        image = page.locator(f"figure#{name} img")
        image.scroll_into_view_if_needed()
        box = image.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, name
        assert box["width"] > 0.6 * width and box["height"] > 60, name
        # The picture itself is what stands there, undistorted.
        natural, ratio = image.evaluate("i => [i.naturalWidth, i.naturalWidth / i.naturalHeight]")
        assert natural > 600 and box["width"] / box["height"] == pytest.approx(ratio, rel=0.02)
        assert image.evaluate(
            """i => {
                const box = i.getBoundingClientRect();
                const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
                const parts = [0.1, 0.5, 0.9];
                return bottom - top > 60 && parts.every((x) => parts.every((y) => i ===
                    document.elementFromPoint(box.left + x * box.width, top + y * (bottom - top))));
            }"""
        ), f"{name} is covered or cut off"
        caption = (results / f"figures/{name}.txt").read_text(encoding="utf-8")
        assert page.locator(f"figure#{name} figcaption").inner_text().split() == caption.split()
    assert overflow(page) == 0
    page.evaluate("scrollTo(0, 0)")
    folder = results / "browser"
    folder.mkdir(exist_ok=True)
    page.screenshot(path=folder / f"report-{width}.png", full_page=True)
    assert complaints == []


def test_verdicts_are_searched_and_filtered(report, results):
    page, complaints, _ = report
    rows, table = claims(results), page.locator("#verdicts tbody tr")
    assert table.count() == len(rows) >= 42
    page.locator("#verdicts input").fill("james-stein  ")
    found = [row for row in rows if "james-stein" in " ".join(row.values()).lower()]
    assert 0 < len(found) < len(rows)
    visible = page.locator("#verdicts tbody tr:visible")
    assert visible.count() == len(found)
    assert page.locator("#verdicts output").inner_text() == f"{len(found)} of {len(rows)} claims"
    page.locator("#verdicts input").fill("no such words")
    assert visible.count() == 0
    page.locator("#verdicts input").fill("")
    for verdict in {row["verdict"] for row in rows}:
        page.locator("#verdicts select").select_option(verdict)
        wanted = [row["claim_id"] for row in rows if row["verdict"] == verdict]
        assert visible.locator("td:first-child").all_inner_texts() == wanted
    assert complaints == []


def test_report_says_what_it_is_made_from(report, results):
    page, _, _ = report
    provenance = json.loads((results / "data/provenance.json").read_text(encoding="utf-8"))
    stand_in = page.locator(".stand-in")
    assert stand_in.count() == (provenance["source"] == "stand-in")
    text = page.locator(".front").inner_text()
    for words in (provenance["label"], "Seed 2018", "numpy", "compute_mean_estimation"):
        assert words in text
    page.locator("#configuration summary").click()
    assert "mean_estimation:" in page.locator("#configuration pre").inner_text()


def test_a_figure_is_found_by_name_in_the_menu(report):
    page, complaints, width = report
    page.get_by_text("Results", exact=True).first.click()
    page.get_by_text("Figures", exact=True).first.click()
    row = page.locator("nav tr", has_text="fig4")
    row.locator("a").first.click()
    image = page.locator("#app > div > div.grow img")
    image.wait_for()
    assert image.count() == 1 and image.bounding_box()["width"] <= width
    row.locator("a").last.click()
    caption = page.locator("nav .literal-block")
    assert caption.inner_text().startswith("Figure 4.")
    assert complaints == []


def test_the_explorer_is_linked(report, results):
    page, complaints, _ = report
    page.locator(".front a.button").click()
    page.wait_for_selector("#winner")
    assert page.url == (results / "explorer.html").resolve().as_uri()
    assert page.locator("#winner").inner_text()
    assert (results / "explorer.html").stat().st_size < 6e6
