"""The search of Gaussian weights in numpy and scipy, as bench/gauss.mjs's peer: the same folds, points and errors.

Scatters are summed once for each group of held-out classes and added up over the other groups, so that rows are
multiplied once; one Cholesky for each fold and shrinkage. BLAS runs in as many threads as OPENBLAS_NUM_THREADS says.

Usage: gauss_peer.py FOLDER. Reads meta.json, features (float32), labels (int32) and signatures (float64) from
FOLDER; prints {"seconds", "points": [{"shrinkage", "predictive", "errors"}]} as JSON.
"""
import json
import sys
import time

import numpy as np
import scipy.linalg as linalg

folder = sys.argv[1]
meta = json.load(open(f"{folder}/meta.json"))
d, seen, width, noise = meta["columns"], meta["seen"], meta["width"], meta["noise"]
rows = np.fromfile(f"{folder}/features", np.float32).reshape(-1, d)
labels = np.fromfile(f"{folder}/labels", np.int32)
signatures = np.fromfile(f"{folder}/signatures", np.float64).reshape(seen, -1)
groups = [np.array(group) for group in meta["folds"]]

started, processor = time.perf_counter(), time.process_time()
x = np.sqrt(rows)
x /= np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-30)
unit = signatures / np.linalg.norm(signatures, axis=1, keepdims=True)
means = np.stack([x[labels == s].mean(axis=0, dtype=np.float64) for s in range(seen)])
counts = np.bincount(labels, minlength=seen)
scatters, squares = [], []
for group in groups:
    part = np.isin(labels, group)
    centred = x[part] - means[labels[part]].astype(np.float32)
    scatters.append(centred.T @ centred)
    squares.append(float(np.square(centred, dtype=np.float64).sum()))


def kernel(ours):
    """H, o, omega and a function that makes mixtures, of the signatures `ours`."""
    size = len(ours)
    apart = np.square(ours[:, None] - ours[None]).sum(axis=2)
    delta = np.median(apart[np.triu_indices(size, 1)])
    h = np.linalg.inv(np.exp(-width * apart / delta) + noise * np.eye(size))
    o = h.sum(axis=1)

    def mix(others):
        k = np.exp(-width * np.square(others[:, None] - ours[None]).sum(axis=2) / delta)
        b = k @ h
        return b + ((1 - b.sum(axis=1)) / o.sum())[:, None] * o

    leave = h - np.outer(o, o) / o.sum()
    return mix, leave / np.diag(leave)[:, None]


errors = {}
for fold, hidden in enumerate(groups):
    rest = np.setdiff1d(np.arange(seen), hidden)
    total = counts[rest].sum()
    scatter = sum(s for g, s in enumerate(scatters) if g != fold)
    t = sum(s for g, s in enumerate(squares) if g != fold) / (total * d)
    centre = means[rest].mean(axis=0)
    mc = means[rest] - centre
    mix, j = kernel(unit[rest])
    a = mix(unit[hidden])
    test = x[np.isin(labels, hidden)]
    truth = np.searchsorted(hidden, labels[np.isin(labels, hidden)])
    for shrinkage in meta["shrinkage"]:
        shape = scatter.astype(np.float64)
        shape /= total
        shape[np.diag_indices(d)] += shrinkage * t
        v = linalg.cho_solve(linalg.cho_factor(shape, lower=True, overwrite_a=True, check_finite=False), mc.T,
                             check_finite=False)
        g = mc @ v
        g = (g + g.T) / 2
        for predictive in meta["predictive"]:
            weights, gram = v, g
            if predictive:
                r = np.linalg.inv(np.eye(len(rest)) + j.T @ j @ g / len(rest))
                weights, gram = v @ r, g @ r
                gram = (gram + gram.T) / 2
            p = test @ weights.astype(np.float32) - centre @ weights
            scores = p @ a.T - np.einsum("cs,st,ct->c", a, gram, a) / 2
            wrong = int((scores.argmax(axis=1) != truth).sum())
            errors.setdefault((shrinkage, predictive), []).append(wrong)
print(json.dumps({
    "seconds": time.perf_counter() - started, "processor": time.process_time() - processor,
    "points": [dict(shrinkage=s, predictive=p, errors=e) for (s, p), e in errors.items()],
}))
