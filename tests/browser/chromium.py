"""A headless chromium: what it says of a page, what it would fetch, where the charts lie."""

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from html import unescape
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
SECONDS = 120
_QUIET = (
    "--headless=new", "--disable-gpu", "--no-sandbox", "--hide-scrollbars", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-default-apps", "--disable-extensions", "--metrics-recording-only",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)  # fmt: skip
_OWN = ("google.com", "googleapis.com", "gvt1.com")  # chromium's own errands
#: Measures what a page shows, once charts that a script draws are there.
_PROBE = """<script>
addEventListener("load", () => setTimeout(() => {
  const box = (one) => { const r = one.getBoundingClientRect(); return [r.width, r.height]; };
  const left = (one) => one.getBoundingClientRect().left;
  const whole = (svg, panel) => {  // no label is cut off or stands outside its panel
    const edge = left(getComputedStyle(svg).overflow === "visible" ? panel : svg);
    return [...svg.querySelectorAll("text")].every((one) => !one.textContent || left(one) >= edge);
  };
  const charts = [...document.querySelectorAll(".panel")].map((one) => {
    const svg = one.querySelector("svg");
    return { box: svg ? box(svg) : [0, 0],
             drawn: svg ? svg.querySelectorAll("path, line").length : 0,
             fits: svg ? svg.getBoundingClientRect().right <= innerWidth + 1 && whole(svg, one)
                       : false };
  });
  const wide = document.documentElement.scrollWidth;
  const dark = getComputedStyle(document.body).backgroundColor;
  const found = { charts, wide, window: innerWidth, dark };
  document.documentElement.setAttribute("data-probe", JSON.stringify(found));
}, WAIT));
</script>"""
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


@dataclass(frozen=True)
class Seen:
    """What a browser met.

    Attributes:
        console: messages of the console; refused requests are among them.
        requests: addresses it asked for that are no file.
        charts: width, height, number of shapes and whether it fits with its labels, of each chart.
        wide, window: width of the page and of the window.
        background: colour of the page.
    """

    console: list[str]
    requests: list[str]
    charts: list[tuple[float, float, int, bool]]
    wide: int
    window: int
    background: str


def browser() -> str | None:
    """Return the path of a chromium, None if there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def look(page: Path, work: Path, width: int = 1280, dark: bool = False, wait: int = 200) -> Seen:
    """Open a page twice: as it is, for what it says and fetches, and with a probe in it.

    Args:
        page: the file.
        work: a folder for what the browser writes.
        width: of the window.
        dark: the reader likes it dark.
        wait: milliseconds until what a script draws is there.
    """
    options = [f"--window-size={width},1200", f"--user-data-dir={work / 'profile'}"]
    if dark:
        options.append("--blink-settings=preferredColorScheme=0")
    log = work / "net.json"
    said = _run([*options, "--enable-logging=stderr", f"--log-net-log={log}", "--dump-dom"], page)[
        1
    ]
    console = re.findall(r"CONSOLE[^\]]*\] (.*)", said)
    probed = work / "probed.html"
    probed.write_text(_probed(page.read_text("utf-8"), wait), "utf-8")
    dom = _run([*options, f"--virtual-time-budget={wait + 5000}", "--dump-dom"], probed)[0]
    match = re.search(r'data-probe="([^"]*)"', dom)
    assert match, dom[:500]
    found = json.loads(unescape(match[1]))
    charts = [(*one["box"], one["drawn"], one["fits"]) for one in found["charts"]]
    return Seen(console, _requests(log), charts, found["wide"], found["window"], found["dark"])


def _probed(text: str, wait: int) -> str:
    """Return a page with the probe; its policy lets this one script run."""
    policy = _POLICY.search(text)
    assert policy
    allowed = policy[1] if "script-src" in policy[1] else policy[1] + "; script-src 'unsafe-inline'"
    text = text.replace(policy[1], allowed, 1)
    return text.replace("</head>", _PROBE.replace("WAIT", str(wait)) + "</head>", 1)


def _run(options: list[str], page: Path) -> tuple[str, str]:
    path = browser()
    assert path is not None
    done = subprocess.run(
        [path, *_QUIET, *options, page.resolve().as_uri()],
        capture_output=True, text=True, encoding="utf-8", timeout=SECONDS, check=True,
    )  # fmt: skip
    return done.stdout, done.stderr


def _requests(log: Path) -> list[str]:
    """Return what a net log says was asked for, but for what the browser asks on its own.

    A log cut short by the end is still read.
    """
    text = log.read_text("utf-8", errors="replace")
    found = re.findall(r'"url":"((?:https?|wss?|ftp)://([^/"]+)[^"]*)"', text)
    return sorted({url for url, host in found if not host.endswith(_OWN)})
