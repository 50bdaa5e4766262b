"""Compiled play: phase functions, the hot loop made of them, and one deal step by step."""
