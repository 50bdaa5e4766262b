"""Takes the screenshots of docs/pictures anew from reports/cift66.html: `make pictures`."""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.browser.chromium import browser

ROOT = Path(__file__).parents[2]
PAGE, TO = ROOT / "reports/cift66.html", ROOT / "docs/pictures"
#: name → width and height of the window, and whether the reader likes it dark.
PICTURES = {
    "report-light": (1100, 1250, False),
    "report-dark": (1100, 1250, True),
    "report-wide": (1600, 1000, False),
    "report-narrow": (500, 1500, True),
}


def main() -> None:
    """Take all of them."""
    path = browser()
    if path is None:
        sys.exit("pictures: no chromium here; install it, as with `apt-get install chromium`")
    TO.mkdir(exist_ok=True)
    for name, (width, height, dark) in PICTURES.items():
        with tempfile.TemporaryDirectory() as profile:
            subprocess.run(
                [path, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                 f"--user-data-dir={profile}", f"--window-size={width},{height}",
                 f"--blink-settings=preferredColorScheme={0 if dark else 1}",
                 f"--screenshot={TO / name}.png", PAGE.as_uri()],
                check=True, capture_output=True,
            )  # fmt: skip


if __name__ == "__main__":
    main()
