"""Figure 2 with a slider, as a reader moves it: by hand, by keyboard, by touch, in the dark."""

import base64
import json
import re

import numpy as np
import pytest

from tests.browser.conftest import WIDTHS, overflow

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

COLOURS = """(map) => {
    const canvas = document.querySelector(`figure[data-map='${map}'] canvas`);
    const { width, height } = canvas;
    const seen = canvas.getContext("2d").getImageData(0, 0, width, height).data;
    let sum = 0, drawn = 0;
    for (let k = 0; k < seen.length; k += 4) {
        drawn += seen[k + 3] > 0;
        sum += seen[k] * 3 + seen[k + 1] * 5 + seen[k + 2] * 7;
    }
    return [drawn, sum];
}"""


@pytest.fixture(params=WIDTHS)
def page(open_page, results, request):
    if not (results / "fig2.html").is_file():
        pytest.skip("there is no page of Figure 2: make report first")
    return open_page(results / "fig2.html", request.param)


def stops(results):
    text = (results / "fig2.html").read_text(encoding="utf-8")
    return json.loads(re.search(r'(?s)application/json">(.*?)</script>', text)[1])


def test_the_first_frame_carries_the_message(page, results):
    data = stops(results)
    first = data["stops"][data["start"]]
    assert (results / "fig2.html").stat().st_size <= 600_000
    assert page.locator("#sentence").inner_text() == first["sentence"]
    assert page.locator("#note").inner_text() == first["note"]
    assert "A constant map" in first["note"]
    for part in ("#sentence", "#epsilon", "figure[data-map='aGM-auto'] figcaption"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] < 900, part
    for map_ in ("truth", *data["shown"]):
        pixels, _ = page.evaluate(COLOURS, map_)
        assert pixels > 1000, map_
    assert overflow(page) == 0


def test_the_keyboard_moves_the_slider_and_everything_follows(page, results):
    data = stops(results)
    page.locator("#epsilon").focus()
    before = page.evaluate(COLOURS, "aGM"), page.evaluate(COLOURS, "truth")
    points = []
    page.keyboard.press("Home")
    for stop in data["stops"]:
        page.wait_for_function(
            "(words) => document.getElementById('sentence').textContent === words",
            arg=stop["sentence"],
        )
        assert page.locator("#value").inner_text() == f"{stop['epsilon']:g}"
        valued = page.locator("#epsilon").get_attribute("aria-valuetext")
        assert valued == f"epsilon {stop['epsilon']:g}"
        for name in data["shown"]:
            error_text = page.locator(f"figure[data-map='{name}'] b").inner_text()
            assert error_text == f"RMSE {stop['methods'][name]['error']:.1f}"
        point = page.locator("[data-point='aGM-auto']")
        points.append([float(point.get_attribute(x)) for x in ("cx", "cy")])
        page.keyboard.press("ArrowRight")
    # The point moves to the right and downward, to smaller errors.
    across, down = np.diff(np.array(points), axis=0).T
    assert (across > 0).all() and (down > 0).all()
    assert page.evaluate(COLOURS, "aGM") != before[0]
    assert page.evaluate(COLOURS, "truth") == before[1]


def test_a_tap_shows_the_numbers_of_that_junction(open_page, results):
    page = open_page(results / "fig2.html", 390)
    data = stops(results)
    truth = np.frombuffer(base64.b64decode(data["truth"]), "<f4")
    noise = np.frombuffer(base64.b64decode(data["noise"]), "<f4")
    places = np.frombuffer(base64.b64decode(data["places"]), "<u2").reshape(-1, 2)
    # Of the corners of the city, so that no other junction is nearer.
    chosen = int(np.argmax(places[:, 1].astype(float)))
    canvas = page.locator("figure[data-map='truth'] canvas")
    canvas.scroll_into_view_if_needed()
    size = canvas.evaluate("c => c.clientWidth")
    factor = (size - 12) / max(places[:, 0].max(), 1)
    x, y = 6 + places[chosen] * factor
    canvas.dispatch_event(
        "click",
        page.evaluate(
            """([x, y]) => { const box = document.querySelector("figure[data-map='truth'] canvas")
            .getBoundingClientRect(); return { clientX: box.left + x, clientY: box.top + y }; }""",
            [float(x), float(y)],
        ),
    )
    stop = data["stops"][data["start"]]
    cell = page.locator("#corner [data-value='truth']")
    assert cell.inner_text() == f"{truth[chosen]:.1f}"
    raw = truth[chosen] + stop["sigma"] * noise[chosen]
    text = page.locator("#corner [data-value='aGM']").inner_text().replace("−", "-")
    assert text == f"{raw:.1f} (error {abs(raw - truth[chosen]):.1f})"
    number = int(np.sum(truth > truth[chosen])) + 1
    rank = page.locator("#rank").inner_text()
    assert int(re.search(r"Number (\d+) of", rank)[1]) >= number
    page.locator("#previous").click()
    assert page.locator("#rank").inner_text() != rank


def test_the_dark_has_colours_of_its_own(open_page, results):
    light, dark = (
        open_page(results / "fig2.html", 1280, scheme=scheme).evaluate(
            COLOURS, "truth"
        )[1]
        for scheme in ("light", "dark")
    )
    assert light != dark
