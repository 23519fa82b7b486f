"""Analyses the exported page views of an experiment with numpy and scipy, and shares no code with the gateway.

Usage: analysis.py EXPORT.csv EXPERIMENT METRIC CONTROL ARM PLANNED_UNITS
Writes name=value lines.
"""

import csv
import sys

import numpy as np
from scipy import stats

export, experiment, metric, control, treated, planned = sys.argv[1:]
MASK = (1 << 64) - 1


def seed_of(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return np.uint64(value)


def mix(z):
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


with open(export, newline="", encoding="utf-8") as lines:
    # Views before the start are the pre-period of their units.
    rows = [row for row in csv.DictReader(lines) if row["period"] == "during"]


class Arm:
    def __init__(self, name):
        self.rows = [row for row in rows if row["arm"] == name]
        measured = [row for row in self.rows if row[metric] != ""]
        self.names, self.of_view = np.unique([row["unit"] for row in measured], return_inverse=True)
        self.values = np.array([float(row[metric]) for row in measured])
        self.weights = 1 / np.bincount(self.of_view)[self.of_view]
        order = np.argsort(self.values, kind="stable")
        self.sorted = self.values[order]
        self.sorted_of = self.of_view[order]
        self.sorted_weights = self.weights[order]

    def quantile(self, p, times=None):
        weights = self.sorted_weights if times is None else self.sorted_weights * times[self.sorted_of]
        below = np.cumsum(weights)
        return self.sorted[np.searchsorted(below, p * below[-1] - 1e-9 * len(self.names))]

    def means(self, cap):
        """Means of the units."""
        sums = np.bincount(self.of_view, np.minimum(self.values, cap))
        return sums / np.bincount(self.of_view)

    def shares(self, outcome):
        """Shares of the views of each unit that reported."""
        units = {}
        for row in self.rows:
            if row["outcome"] != "unreported":
                units.setdefault(row["unit"], []).append(row["outcome"] == outcome)
        return np.array([np.mean(each) for each in units.values()])


a, b = Arm(control), Arm(treated)
pooled = np.concatenate([a.values, b.values])
weights = np.concatenate([a.weights, b.weights])
order = np.argsort(pooled)
cumulated = np.cumsum(weights[order])
cap = pooled[order][np.searchsorted(cumulated, 0.995 * cumulated[-1] - 1e-6)]
z95 = stats.norm.ppf(0.975)


def show(name, value):
    print(f"{name}={float(value)!r}")


means = [arm.means(cap) for arm in (a, b)]
for name, arm, of_units in zip("ab", (a, b), means):
    show(f"{name}.mean", of_units.mean())
    for p in (50, 80, 95):
        show(f"{name}.p{p}", arm.quantile(p / 100))
    show(f"{name}.failed", arm.shares("failed").mean())
    show(f"{name}.truncated", arm.shares("truncated").mean())

# Welch's error is that of the delta method.
welch = stats.ttest_ind(means[1], means[0], equal_var=False)
difference = means[1].mean() - means[0].mean()
error = difference / welch.statistic
show("mean.checkLow", difference - z95 * error)
show("mean.checkHigh", difference + z95 * error)
ratio = means[1].mean() / means[0].mean()
relative = np.hypot(*(stats.sem(each) / each.mean() for each in means))
show("mean.checkChangeLow", ratio * np.exp(-z95 * relative) - 1)
show("mean.checkChangeHigh", ratio * np.exp(z95 * relative) - 1)

units = [len({row["unit"] for row in arm.rows}) for arm in (a, b)]
chi = stats.chisquare(units)
show("assigned.statistic", chi.statistic)
show("assigned.chance", chi.pvalue)
reporting = [len(arm.shares("failed")) for arm in (a, b)]
table = [reporting, [all_of - some for all_of, some in zip(units, reporting)]]
chi = stats.chi2_contingency(table, correction=False) if sum(table[1]) > 0 else None
show("reporting.statistic", chi.statistic if chi else 0)
show("reporting.chance", chi.pvalue if chi else 1)

# The draws of the gateway, from the published function of unit and draw.
seed = seed_of(experiment)
golden = np.uint64(0x9E3779B97F4A7C15)
bounds = np.floor(stats.poisson.cdf(np.arange(8), 1) * 2.0**53).astype(np.uint64)
draws = 2000
drawn = {50: np.empty((2, draws)), 80: np.empty((2, draws)), 0: np.empty((2, draws))}
independent = np.empty((2, draws))
random = np.random.default_rng(1)
for side, arm in enumerate((a, b)):
    keys = mix(np.array([int(name, 16) for name in arm.names], dtype=np.uint64) ^ seed)
    for draw in range(draws):
        with np.errstate(over="ignore"):
            uniform = mix(keys + golden * np.uint64(draw + 1)) >> np.uint64(11)
        times = np.searchsorted(bounds, uniform, side="right")
        drawn[0][side, draw] = np.average(means[side], weights=times)
        for p in (50, 80):
            drawn[p][side, draw] = arm.quantile(p / 100, times)
        independent[side, draw] = arm.quantile(0.5, random.poisson(1, len(keys)))
for p, name in ((0, "mean"), (50, "median"), (80, "p80")):
    point = difference if p == 0 else b.quantile(p / 100) - a.quantile(p / 100)
    error = np.std(drawn[p][1] - drawn[p][0], ddof=1)
    show(f"{name}.difference", point)
    show(f"{name}.low", point - z95 * error)
    show(f"{name}.high", point + z95 * error)
    ratios = np.std(np.log(drawn[p][1] / drawn[p][0]), ddof=1)
    base = means[0].mean() if p == 0 else a.quantile(p / 100)
    show(f"{name}.changeLow", (1 + point / base) * np.exp(-z95 * ratios) - 1)
    show(f"{name}.changeHigh", (1 + point / base) * np.exp(z95 * ratios) - 1)
    show(f"{name}.chance", 2 * stats.norm.sf(abs(point) / error))
show("independent.error", np.std(independent[1] - independent[0], ddof=1))


def woodruff(arm):
    at = arm.quantile(0.5)
    below = np.bincount(arm.of_view, arm.weights * (arm.values <= at))
    reach = z95 * stats.sem(below)
    return (arm.quantile(0.5 + reach) - arm.quantile(0.5 - reach)) / (2 * z95)


# arXiv 2103.06476, theorem 2.2, with the level of looks before the end.
alpha = 0.005
t = len(a.names) + len(b.names)
log = -2 * np.log(alpha)
rho2 = (log + np.log(log + 1)) / (2 * float(planned))
error = np.hypot(woodruff(a), woodruff(b)) * np.sqrt(t)
reach = error * np.sqrt(2 * (t * rho2 + 1) / (t**2 * rho2) * np.log(np.sqrt(t * rho2 + 1) / alpha))
median = b.quantile(0.5) - a.quantile(0.5)
show("sequence.low", median - reach)
show("sequence.high", median + reach)
