"""The report of a run as a reader sees it: opened from disk, in a browser."""

import csv

import pytest

from tests.browser.conftest import WIDTHS, overflow

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.fixture(params=WIDTHS)
def page(open_page, results, request):
    page = open_page(results / "report.html", request.param)
    page.wait_for_function(
        "[...document.images].every(i => i.naturalWidth > 1 || !i.alt)"
    )
    return page


def claims(results):
    with open(results / "data/claims.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_report_is_whole_and_every_figure_is_seen(page, results):
    width = page.viewport_size["width"]
    assert (results / "report.html").stat().st_size <= 2.5e6
    names = sorted(path.stem for path in (results / "figures").glob("*.png"))
    assert (
        sorted(page.locator("article.card").evaluate_all("all => all.map(f => f.id)"))
        == names
    )
    for name in names:
        image = page.locator(f"article#{name} img")
        image.scroll_into_view_if_needed()
        box = image.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, name
        assert box["width"] > 0.25 * width and box["height"] > 60, name
        natural, ratio = image.evaluate(
            "i => [i.naturalWidth, i.naturalWidth / i.naturalHeight]"
        )
        assert natural > 1000 and box["width"] / box["height"] == pytest.approx(
            ratio, rel=0.02
        )
        title, takeaway, *_ = (
            (results / f"figures/{name}.txt").read_text("utf-8").split("\n")
        )
        assert image.get_attribute("alt") == f"{title}. {takeaway}"
        assert page.locator(f"article#{name} a[href='figures/{name}.pdf']").count() == 1
    assert overflow(page) == 0
    page.evaluate("scrollTo(0, 0)")
    folder = results / "browser"
    folder.mkdir(exist_ok=True)
    page.screenshot(path=folder / f"report-{width}.png")


def test_the_first_screen_has_what_is_found(open_page, results):
    page = open_page(results / "report.html", 1280)
    leading = [row["claim_id"] for row in claims(results) if int(row["summary_rank"])]
    assert page.locator(".findings li").count() == len(leading) >= 3
    for part in (".hero img", ".findings li:nth-child(3)", ".first .badge"):
        box = page.locator(part).first.bounding_box()
        assert 0 <= box["y"] < 900, part


def test_claims_are_searched_and_filtered(page, results):
    rows = [row for row in claims(results) if row["kind"] == "claim"]
    matches = page.locator("#matches > li")
    count = page.locator("#verdicts output")
    assert (
        matches.count() == 0
        and count.inner_text() == f"{len(rows)} claims; choose some above"
    )
    page.locator("#verdicts input").fill("james-stein  ")
    # All words of a claim are searched, and its id.
    assert 0 < matches.count() < len(rows)
    assert count.inner_text() == f"{matches.count()} of {len(rows)} claims"
    page.locator("#verdicts input").fill("no such words")
    assert matches.count() == 0
    page.locator("#verdicts input").fill("")
    listed = "all => all.map((item) => item.querySelector('.id').textContent)"
    for verdict in {row["verdict"] for row in rows}:
        badge = page.locator(f"#verdicts button[data-verdict='{verdict}']")
        badge.click()
        assert badge.get_attribute("aria-pressed") == "true"
        expected = {row["claim_id"] for row in rows if row["verdict"] == verdict}
        assert set(matches.evaluate_all(listed)) == expected
        badge.click()
    page.locator("#verdicts select").select_option("Geng et al.")
    expected = {row["claim_id"] for row in rows if row["claim_id"].startswith("Geng")}
    assert set(matches.evaluate_all(listed)) == expected
    page.locator("#verdicts [data-all]").click()
    assert matches.count() == len(rows)
    # What is listed leads to its place, and no two elements share an id.
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(set(ids)) == len(ids)


def test_the_first_thing_in_the_report_is_the_slider(page, open_page, results):
    assert page.locator("nav a").first.get_attribute("href") == "fig2.html"
    worth = page.locator(".worth")
    assert worth.inner_text().count("factor") >= 2
    assert worth.bounding_box()["y"] < 2000
    assert page.locator("#worth tbody tr").count() >= 4
    open_page.allowed.add((results / "fig2.html").resolve().as_uri())
    page.locator("nav a").first.click()
    page.wait_for_selector("#sentence")


def test_an_address_lands_on_its_figure_and_its_claim(open_page, results):
    for width in WIDTHS:
        for name in ("fig4", "BW-4b"):
            page = open_page(results / "report.html", width, fragment=f"#{name}")
            page.wait_for_timeout(300)
            assert 0 <= page.locator(f"[id='{name}']").bounding_box()["y"] < 120


def test_a_figure_is_enlarged_with_the_keyboard(page):
    titles = page.locator("article.card h3").all_inner_texts()
    page.locator("article.card .picture").first.focus()
    page.keyboard.press("Enter")
    zoom = page.locator("#zoom")
    assert zoom.is_visible() and zoom.locator("h2").inner_text() == titles[0]
    page.keyboard.press("ArrowRight")
    assert zoom.locator("h2").inner_text() == titles[1]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert zoom.locator("h2").inner_text() == titles[-1]
    assert zoom.locator("img").evaluate("i => i.naturalWidth") > 1000
    page.keyboard.press("Escape")
    assert not zoom.is_visible()


def test_on_paper_nothing_is_folded(open_page, results):
    page = open_page(results / "report.html", 1280)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert (
        not page.locator("nav").is_visible()
        and not page.locator(".filter").is_visible()
    )
    folded = page.locator("details.others, li.claim details")
    assert folded.evaluate_all("all => all.every((one) => one.open)")
