"""Nested tables and dotted keys: the two forms rule values travel in."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

Tree = dict[str, Any]


def flatten(tree: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Return (dotted key, value) of every leaf of nested tables, in order."""
    leaves: list[tuple[str, Any]] = []
    for name, value in tree.items():
        if isinstance(value, Mapping):
            leaves += flatten(value, f"{prefix}{name}.")
        else:
            leaves.append((f"{prefix}{name}", value))
    return leaves


def nest(values: Mapping[str, Any]) -> Tree:
    """Return nested tables from dotted keys: ``{"auction.min_bid": 120}``; the inverse of flatten.

    Raises:
        ValueError: a key is empty, or stands for a value and a table at once.
    """
    tree: Tree = {}
    for key, value in values.items():
        *path, last = key.split(".")
        node = tree
        for part in path:
            node = node.setdefault(part, {})
            if not isinstance(node, dict):
                raise ValueError(f"{key} stands below a key that has a value")
        if not last or not all(path):
            raise ValueError(f"'{key}' is no key")
        if isinstance(node.get(last), dict):
            raise ValueError(f"{key} is a table")
        node[last] = value
    return tree


def has_key(tree: Mapping[str, Any], key: str) -> bool:
    """Whether nested tables hold a dotted key."""
    node: Any = tree
    for part in key.split("."):
        if not isinstance(node, Mapping) or part not in node:
            return False
        node = node[part]
    return True


def content_hash(tree: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a tree's canonical JSON (sorted keys, no spaces, UTF-8).

    Raises:
        ValueError: the tree holds what JSON cannot say (nan, infinity).
    """
    text = json.dumps(
        tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return hashlib.sha256(text.encode()).hexdigest()
