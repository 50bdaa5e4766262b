"""Pages: one HTML file each with sentences, tables and charts, which needs no network.

Imported only by a command that is to write such a page, since Altair and Great Tables are heavy.
"""
