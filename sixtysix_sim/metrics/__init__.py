"""Every figure of a report: what it means and which two measures of a game it is the ratio of."""

from sixtysix_sim.metrics.catalogue import SECTIONS, meld_labels, metrics_of
from sixtysix_sim.metrics.metric import Metric, Unit, estimate, find_metric
from sixtysix_sim.metrics.slots import Layout, Slot, layout_of, level_names, measure_names

__all__ = [
    "SECTIONS",
    "Layout",
    "Metric",
    "Slot",
    "Unit",
    "estimate",
    "find_metric",
    "layout_of",
    "level_names",
    "measure_names",
    "meld_labels",
    "metrics_of",
]
