"""Takes the screenshots of docs/pictures anew from reports/cift66.html: `make pictures`."""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.browser.chromium import browser

ROOT = Path(__file__).parents[2]
PAGE, TO = ROOT / "reports/cift66.html", ROOT / "docs/pictures"
#: name → width and height of the window, whether the reader likes it dark, and where it begins.
PICTURES = {
    "report-light": (1100, 1650, False, ""),
    "report-dark": (1100, 1250, True, "melds"),
    "report-wide": (1600, 1100, False, "paths"),
    "report-narrow": (500, 1500, True, ""),
}


def main() -> None:
    """Take all of them."""
    path = browser()
    if path is None:
        sys.exit("pictures: no chromium here; install it, as with `apt-get install chromium`")
    TO.mkdir(exist_ok=True)
    for name, (width, height, dark, at) in PICTURES.items():
        with tempfile.TemporaryDirectory() as profile:
            page = Path(profile) / "page.html"
            page.write_text(_from(PAGE.read_text("utf-8"), at), "utf-8")
            subprocess.run(
                [path, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                 f"--user-data-dir={profile}", f"--window-size={width},{height}",
                 f"--blink-settings=preferredColorScheme={0 if dark else 1}",
                 f"--screenshot={TO / name}.png", page.as_uri()],
                check=True, capture_output=True,
            )  # fmt: skip


def _from(text: str, part: str) -> str:
    """Return a page that begins with a part, for a window that cannot be scrolled."""
    if not part:
        return text
    style = (
        "header, main > * { display: none } "
        f"section#{part}, section#{part} ~ section {{ display: block }}"
    )
    return text.replace("</head>", f"<style>{style}</style></head>", 1)


if __name__ == "__main__":
    main()
