"""The period of a release: a public text, whose days are told apart, and events dated in it."""

from pathlib import Path

import pytest

PLACES = "place\nA\nB\n"
COUNTS = (
    "release counts counts.csv --value n --l2-sensitivity 1 --epsilon 1 --delta 1e-6"
)
OUTPUT = "--output private.csv --registry"
PERIODS = {
    "2026-01": ["2026-01-01", "2026-01-31"],
    "2024-02": ["2024-02-01", "2024-02-29"],
    "2026-W01": ["2025-12-29", "2026-01-04"],
    "2026": ["2026-01-01", "2026-12-31"],
    "2026-01-01/2026-02-14": ["2026-01-01", "2026-02-14"],
    "2025/2026": [None, None],
}


@pytest.mark.parametrize("period", PERIODS)
def test_a_period_is_in_title_page_json_and_record(period, succeed, facts):
    Path("counts.csv").write_text("place,n\nA,1\n")
    assert f"{period}" in succeed(f"{COUNTS} {OUTPUT} --period {period}")
    first, last = PERIODS[period]
    found = facts()["period"]
    assert found.pop("reason") == "stated by who released it, not checked"
    assert found == {"text": period, "first": first, "last": last}
    page = Path("private.html").read_text()
    assert f", {period}: " in page.split("</title>")[0] and "<th>Period<td>" in page
    record = facts("private.registry.json")["deployment"]
    assert f"Period: {period}" in record["basic"]["description"]


@pytest.mark.parametrize(
    "period", ["2026-13", "2026-1", "2025-W53", "2026-02-30", "2026-02-01/2026-01-01"]
)
def test_a_period_that_is_not_is_refused(period, refused):
    Path("counts.csv").write_text("place,n\nA,1\n")
    message = refused(f"{COUNTS} {OUTPUT} --period {period}")
    assert f"--period is '{period}': there is no such time" in message
