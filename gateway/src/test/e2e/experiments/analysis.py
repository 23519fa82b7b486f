"""Analyses the exported page views of an experiment with numpy and scipy, and shares no code with the gateway.

Usage: analysis.py EXPORT.csv EXPERIMENT METRIC CONTROL ARM PLANNED_UNITS
Writes name=value lines.
"""

import collections
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
    everything = list(csv.DictReader(lines))
# Views before the start are the pre-period of their units.
rows = [row for row in everything if row["period"] == "during"]

# A unit belongs to the network of its first view. The units of one network share the weight 1.
cluster_of = {}
for row in everything:
    cluster_of.setdefault(row["unit"], row["cluster"])
# The gateway keeps the 100 units of a network whose hashes are least.
used = sorted({row["unit"] for row in everything if row["period"] == "during" or row[metric] != ""})
hashes = mix(np.array([int(unit, 16) for unit in used], dtype=np.uint64) ^ seed_of(experiment))
members = collections.defaultdict(list)
for unit, number in zip(used, hashes.tolist()):
    members[cluster_of[unit]].append((number, unit))
kept = {unit for each in members.values() for _, unit in sorted(each)[:100]}
rows = [row for row in rows if row["unit"] in kept]
present = {row["unit"] for row in rows}
sizes = collections.Counter(cluster_of[unit] for unit in present)
weight_of = {unit: 1 / sizes[cluster_of[unit]] for unit in present}
clusters = {name: place for place, name in enumerate(sorted(sizes))}
shared = any(size > 1 for size in sizes.values())


class Arm:
    def __init__(self, name):
        self.rows = [row for row in rows if row["arm"] == name]
        measured = [row for row in self.rows if row[metric] != ""]
        self.names, self.of_view = np.unique([row["unit"] for row in measured], return_inverse=True)
        self.values = np.array([float(row[metric]) for row in measured])
        self.unit_weights = np.array([weight_of[name] for name in self.names])
        self.clusters = np.array([clusters[cluster_of[name]] for name in self.names])
        self.weights = (self.unit_weights / np.bincount(self.of_view))[self.of_view]
        order = np.argsort(self.values, kind="stable")
        self.sorted = self.values[order]
        self.sorted_of = self.of_view[order]
        self.sorted_weights = self.weights[order]

    def quantile(self, p, times=None):
        weights = self.sorted_weights if times is None else self.sorted_weights * times[self.sorted_of]
        below = np.cumsum(weights)
        return self.sorted[np.searchsorted(below, p * below[-1] - 1e-9 * self.unit_weights.sum())]

    def means(self, cap):
        """Means of the units."""
        sums = np.bincount(self.of_view, np.minimum(self.values, cap))
        return sums / np.bincount(self.of_view)

    def parts(self, values):
        """Linearization: the part of each network in the error of the weighted mean of its units."""
        total = self.unit_weights.sum()
        centred = self.unit_weights * (values - np.average(values, weights=self.unit_weights)) / total
        count = len(np.unique(self.clusters))
        return np.bincount(self.clusters, centred, len(clusters)), np.sqrt(count / (count - 1))

    def shares(self, outcome):
        """Shares of the views of each unit that reported, and its weight."""
        units = {}
        for row in self.rows:
            if row["outcome"] != "unreported":
                units.setdefault(row["unit"], []).append(row["outcome"] == outcome)
        return (
            np.array([np.mean(each) for each in units.values()]),
            np.array([weight_of[unit] for unit in units]),
        )


def error_apart(one, other):
    """Standard error of a difference. The networks that both arms have are not independent."""
    (a_parts, a_factor), (b_parts, b_factor) = one, other
    alone = np.sum((a_parts * a_factor) ** 2) + np.sum((b_parts * b_factor) ** 2)
    return np.sqrt(alone - 2 * np.sum(a_parts * b_parts) * a_factor * b_factor)


def show(name, value):
    print(f"{name}={'NaN' if np.isnan(value) else repr(float(value))}")


def show_shares(name, arm):
    for outcome in ("failed", "truncated"):
        shares, share_weights = arm.shares(outcome)
        show(f"{name}.{outcome}", np.average(shares, weights=share_weights) if len(shares) else np.nan)


def show_ratios(arms):
    """Tests of the numbers of units. Chi-square needs 5 expected ones in each cell."""
    units = [round(sum(weight_of[unit] for unit in {row["unit"] for row in arm.rows})) for arm in arms]
    chi = stats.chisquare(units)
    show("assigned.statistic", chi.statistic)
    show("assigned.chance", chi.pvalue)
    reporting = [round(arm.shares("failed")[1].sum()) for arm in arms]
    missing = [all_of - some for all_of, some in zip(units, reporting)]
    expected = min(units) * min(sum(reporting), sum(missing)) / sum(units)
    chi = stats.chi2_contingency([reporting, missing], correction=False) if expected >= 5 else None
    show("reporting.statistic", chi.statistic if chi else 0)
    show("reporting.chance", chi.pvalue if chi else 1)


a, b = Arm(control), Arm(treated)
show_shares("a", a)
show_shares("b", b)
show_ratios((a, b))
if len(a.values) == 0 or len(b.values) == 0:
    # There is nothing to compare.
    sys.exit()
pooled = np.concatenate([a.values, b.values])
weights = np.concatenate([a.weights, b.weights])
order = np.argsort(pooled)
cumulated = np.cumsum(weights[order])
cap = pooled[order][np.searchsorted(cumulated, 0.995 * cumulated[-1] - 1e-6)]
z95 = stats.norm.ppf(0.975)


means = [arm.means(cap) for arm in (a, b)]
centres = [np.average(each, weights=arm.unit_weights) for each, arm in zip(means, (a, b))]
for name, arm, centre in zip("ab", (a, b), centres):
    show(f"{name}.mean", centre)
    for p in (50, 80, 95):
        show(f"{name}.p{p}", arm.quantile(p / 100))

difference = centres[1] - centres[0]
parts = [arm.parts(each) for arm, each in zip((a, b), means)]
error = error_apart(*parts)
if not shared:
    # Welch's error is that of the delta method.
    error = difference / stats.ttest_ind(means[1], means[0], equal_var=False).statistic
show("mean.checkLow", difference - z95 * error)
show("mean.checkHigh", difference + z95 * error)
ratio = centres[1] / centres[0]
relative = error_apart(*((each / centre, factor) for (each, factor), centre in zip(parts, centres)))
show("mean.checkChangeLow", ratio * np.exp(-z95 * relative) - 1)
show("mean.checkChangeHigh", ratio * np.exp(z95 * relative) - 1)


def rounded(p):
    """The least error of a difference of quantiles of rounded values: the median test by units (Mood 1954)."""
    at = [arm.quantile(p) for arm in (a, b)]
    if at[0] == at[1]:
        return 0
    shares, parts_of = [], []
    for arm in (a, b):
        counts = (arm.values < min(at)) + 0.5 * (arm.values == min(at))
        below = np.bincount(arm.of_view, arm.weights * counts) / arm.unit_weights
        shares.append(np.average(below, weights=arm.unit_weights))
        parts_of.append(arm.parts(below))
    error = error_apart(*parts_of)
    step = max(arm.weights[arm.values == each].sum() / arm.unit_weights.sum() for arm, each in zip((a, b), at))
    if step <= 0.5 * error:
        return 0
    return abs(at[1] - at[0]) / max(abs(shares[1] - shares[0]) / error, 0.01)


# The draws of the gateway, from the published function of network and draw.
seed = seed_of(experiment)
golden = np.uint64(0x9E3779B97F4A7C15)
bounds = np.floor(stats.poisson.cdf(np.arange(8), 1) * 2.0**53).astype(np.uint64)
draws = 2000
drawn = {50: np.empty((2, draws)), 80: np.empty((2, draws)), 0: np.empty((2, draws))}
independent = np.empty((2, draws))
random = np.random.default_rng(1)
others = random.poisson(1, (draws, len(clusters)))
for side, arm in enumerate((a, b)):
    names = [cluster_of[name] for name in arm.names]
    keys = mix(np.array([int(name, 16) for name in names], dtype=np.uint64) ^ seed)
    for draw in range(draws):
        with np.errstate(over="ignore"):
            uniform = mix(keys + golden * np.uint64(draw + 1)) >> np.uint64(11)
        times = np.searchsorted(bounds, uniform, side="right")
        drawn[0][side, draw] = np.average(means[side], weights=times * arm.unit_weights)
        for p in (50, 80):
            drawn[p][side, draw] = arm.quantile(p / 100, times)
        independent[side, draw] = arm.quantile(0.5, others[draw][arm.clusters])
for p, name in ((0, "mean"), (50, "median"), (80, "p80")):
    point = difference if p == 0 else b.quantile(p / 100) - a.quantile(p / 100)
    least = rounded(p / 100) if p else 0
    error = max(np.std(drawn[p][1] - drawn[p][0], ddof=1), least)
    show(f"{name}.difference", point)
    show(f"{name}.low", point - z95 * error)
    show(f"{name}.high", point + z95 * error)
    base = centres[0] if p == 0 else a.quantile(p / 100)
    ratios = np.std(np.log(drawn[p][1] / drawn[p][0]), ddof=1)
    if least:
        ratios = max(ratios, least / abs(point) * abs(np.log1p(point / base)))
    show(f"{name}.changeLow", (1 + point / base) * np.exp(-z95 * ratios) - 1)
    show(f"{name}.changeHigh", (1 + point / base) * np.exp(z95 * ratios) - 1)
    show(f"{name}.chance", 2 * stats.norm.sf(abs(point) / error))
show("independent.error", np.std(independent[1] - independent[0], ddof=1))


def woodruff(arm):
    at = arm.quantile(0.5)
    below = np.bincount(arm.of_view, arm.weights * (arm.values <= at)) / arm.unit_weights
    of_share, factor = arm.parts(below)
    error = np.sqrt(np.sum(of_share**2)) * factor
    reach = z95 * error
    slope = (arm.quantile(0.5 + reach) - arm.quantile(0.5 - reach)) / (2 * reach)
    return of_share * slope, factor


# arXiv 2103.06476, theorem 2.2, with the level of looks before the end.
alpha = 0.005
t = a.unit_weights.sum() + b.unit_weights.sum()
log = -2 * np.log(alpha)
rho2 = (log + np.log(log + 1)) / (2 * float(planned))
error = max(error_apart(woodruff(a), woodruff(b)), rounded(0.5)) * np.sqrt(t)
reach = error * np.sqrt(2 * (t * rho2 + 1) / (t**2 * rho2) * np.log(np.sqrt(t * rho2 + 1) / alpha))
median = b.quantile(0.5) - a.quantile(0.5)
show("sequence.low", median - reach)
show("sequence.high", median + reach)
