"""The referee: every rule judged a second time, in plain Python, from the rule text.

It shares card codes, words and rule values with the kernels, and no decision. `auction` judges the
auction family move by move, `casefile` judges case files. Nothing here draws a random number.
"""
