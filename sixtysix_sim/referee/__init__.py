"""The referee: every rule judged a second time, in plain Python, from the rule text.

It shares card codes, words and rule values with the kernels, and no decision. `auction` and
`talon` judge their families move by move, `casefile` judges case files. What both families word
alike stands once, in `following` and `deck`. Nothing here draws a random number.
"""
