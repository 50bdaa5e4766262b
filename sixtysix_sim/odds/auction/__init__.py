"""Exact chances of melds, bids and totals in the auction family, by counting deals."""
