"""What a person who knows Çift 66 would guess a hand to be worth: where the first fit begins.

Round numbers, so that a fit depends on rules, games and seed alone and not on an earlier fit.
"""

from statistics import NormalDist

from sixtysix_sim.policies.auction.fit import CHANCES, Fit, Situation, Units, Weights

_SPREAD = 45.0  # points by which totals miss the estimate, as a standard deviation
#: Points beside the hand's own, for what partner has said: half the tricks and some melds.
_MEANS = {"unspoken": 60, "passed": 40, "passed_last": 50, "bid": 70, "bid_last": 70, "spoke": 75}


def first_guess() -> Fit:
    """Return a fit that was fitted to nothing, in the units of Çift 66."""
    normal = NormalDist(0.0, _SPREAD)
    quantiles = tuple(normal.inv_cdf(chance) for chance in CHANCES)
    return Fit(
        made_by={},
        units=Units(trick_points=250.0, hand_size=12, mean_melds=40.5),
        weights=Weights(
            melds=1.0,
            length=15.0,
            top=15.0,
            second=10.0,
            plain_top=15.0,
            plain_second=5.0,
            partner_bid=0.5,
            usual=200.0,
        ),
        situations={
            name: Situation(contracts=0, mean=float(mean), quantiles=quantiles)
            for name, mean in _MEANS.items()
        },
        rules={},
    )
