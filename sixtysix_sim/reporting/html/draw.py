"""The process that draws: reads charts, a JSON line each, and at the end writes all of them.

Altair says what a chart looks like, vl-convert draws it as SVG, with no network. Both take a
second to wake; a process of their own does that while the page's figures are being worked out. It
ends with its input.
"""

import json
import re
import sys
from typing import Any

import altair as alt
import vl_convert

from sixtysix_sim.reporting.html.ink import CONFIG
from sixtysix_sim.reporting.html.marks import KINDS

VERSION = "6.4"  # of Vega-Lite, among those vl-convert has; Altair 6.3 writes for it
_ID = re.compile(r'(id="|url\(#|href="#)([\w.-]+)')
_SIZE = re.compile(r'<svg [^>]*?width="(\d+)" height="(\d+)" viewBox="([^"]+)">')
_START = """
charts.forEach((spec, number) => {
  const place = document.getElementById("chart-" + number);
  const drawn = place.firstElementChild;
  vegaEmbed(place, spec, { actions: false, renderer: "svg" }).catch(() => {
    place.replaceChildren(drawn);
  });
});
"""


def spec_of(kind: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return a chart as Vega-Lite has it, the same whatever was drawn before."""
    # Altair checks each part against its schema, which takes longer than drawing it.
    with alt.utils.schemapi.debug_mode(False):
        chart = KINDS[kind](**arguments)
        spec: dict[str, Any] = chart.to_dict(validate=False)
    spec |= {"config": CONFIG, "autosize": {"type": "fit-x", "contains": "padding"}}
    spec["padding"] = {"left": 6, "right": 20, "top": 6, "bottom": 6}  # room for the last number
    _unnamed(spec)
    return spec


def svg_of(spec: dict[str, Any], number: int, words: str) -> str:
    """Return a chart as an ``<svg>``; ``words`` are what it shows, ``number`` its place.

    Raises:
        ValueError: it cannot be drawn: a fault of ours.
    """
    drawn = vl_convert.vegalite_to_svg(spec, vl_version=VERSION)
    names: dict[str, str] = {}

    def own(match: re.Match[str]) -> str:
        return match[1] + names.setdefault(match[2], f"c{number}-{len(names)}")

    size = _SIZE.match(drawn)
    if size is None:
        raise ValueError(f"vl-convert wrote an SVG of another form: {drawn[:80]}")
    for plain, safe in (("&", "&amp;"), ("<", "&lt;"), ('"', "&quot;")):
        words = words.replace(plain, safe)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{words}" '
        f'width="{size[1]}" height="{size[2]}" viewBox="{size[3]}">'
    )
    return head + _ID.sub(own, drawn[size.end() :])


def script_of(specs: list[dict[str, Any]]) -> str:
    """Return what draws the charts again in a browser, to be zoomed: Vega and their data."""
    data = json.dumps(list(map(_zoomable, specs)), ensure_ascii=False, separators=(",", ":"))
    data = data.replace("</", "<\\/").replace("<!--", "<\\!--")
    bundle = vl_convert.javascript_bundle(_START, vl_version=VERSION)
    bundle = bundle.replace("</script", "<\\/script")
    return f"<script>\nconst charts = {data};\n</script>\n<script>\n{bundle}\n</script>\n"


def _zoomable(spec: dict[str, Any]) -> dict[str, Any]:
    """Let wheel and mouse move the axes of numbers; a chart without any stays as it is."""
    layers = spec.get("layer", [spec])
    moved = max(layers, key=lambda layer: len(_numbers(layer)))
    if not _numbers(moved):
        return spec
    select = {"type": "interval", "encodings": _numbers(moved)}
    zoom = {"params": [{"name": "zoom", "select": select, "bind": "scales"}]}
    if "layer" not in spec:
        return spec | zoom
    return spec | {"layer": [layer | zoom if layer is moved else layer for layer in layers]}


def _numbers(layer: dict[str, Any]) -> list[str]:
    """Return which axes of a layer count numbers."""
    encoding = layer.get("encoding", {})
    return [name for name in ("x", "y") if encoding.get(name, {}).get("type") == "quantitative"]


def _unnamed(spec: Any) -> None:
    """Take away the names Altair counts up within a process."""
    if isinstance(spec, dict):
        name = spec.get("name")
        if isinstance(name, str) and name.startswith("view_"):
            del spec["name"]
        for value in spec.values():
            _unnamed(value)
    elif isinstance(spec, list):
        for value in spec:
            _unnamed(value)


def main() -> None:
    """Draw until the input ends; a line with ``script`` asks for the script, too."""
    specs: list[dict[str, Any]] = []
    found: list[str] = []
    script = ""
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        if asked.get("script"):
            script = script_of(specs)
            continue
        spec = spec_of(asked["kind"], asked["arguments"])
        found.append(svg_of(spec, len(specs), asked["words"]))
        specs.append(spec)
    result = json.dumps({"drawn": found, "script": script})
    sys.stdout.buffer.write(result.encode())
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    # The first drawing wakes V8, before there is anything to draw.
    svg_of(spec_of("columns", {"rows": [{"what": 1, "value": 1, "low": 1, "high": 1, "run": "",
                   "shown": ""}], "percent": False, "title": ""}), 0, "")  # fmt: skip
    main()
