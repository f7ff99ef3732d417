"""LIBLINEAR (scikit-learn's LinearSVC, dual, hinge loss) on the materialised constraints of Eq. 9, as the
peer of bench/train.mjs.

The constraint of row i and wrong class k, [Delta - <w, g>]_+ with g = sum_s (z_ys - z_ks) phi_s(x_i), is
Delta [1 - <w, g / Delta>]_+: the sample g / Delta with label +1 and weight lambda3 Delta. LinearSVC
wants two labels, so every other sample is turned round: -g / Delta with label -1 is the same constraint.

Usage: train_peer.py FOLDER LAMBDA3 OPTIMUM TARGET SECONDS. Reads x, v, z, delta, labels (.npy) from FOLDER.
Fits from nothing with more and more iterations, until the objective is within TARGET of OPTIMUM,
relative, or SECONDS have passed. Every fit writes its weights to FOLDER/w-ITERATIONS (float64) and prints
a line of JSON: the seconds of the whole call of LinearSVC.fit, and how many of them it spends copying the
samples into LIBLINEAR's own form, measured with samples of weight 0, which LIBLINEAR copies and drops.
"""
import json
import sys
import time
import warnings

import numpy as np
from sklearn.svm import LinearSVC


def materialise(folder, lambda3):
    x, v, z, delta, labels = (np.load(f"{folder}/{name}.npy") for name in ("x", "v", "z", "delta", "labels"))
    seen = len(z)
    samples = np.empty((len(x) * (seen - 1), x.shape[1]))
    weights = np.empty(len(samples))
    v = v.astype(np.float64)
    for i, y in enumerate(labels):
        wrong = np.arange(seen) != y
        margins = delta[y, wrong]
        block = slice(i * (seen - 1), (i + 1) * (seen - 1))
        samples[block] = (z[y] - z[wrong]) @ np.maximum(x[i].astype(np.float64) - v, 0) / margins[:, None]
        weights[block] = lambda3 * margins
    sides = np.where(np.arange(len(samples)) % 2 == 0, 1, -1)
    samples *= sides[:, None]
    return samples, sides, weights


def fit(samples, sides, weights, iterations):
    """The fastest of three fits, and its weights; the seed is fixed, so that all three are the same."""
    times = []
    for _ in range(3):
        svm = LinearSVC(loss="hinge", dual=True, C=1.0, fit_intercept=False, tol=1e-12, max_iter=iterations, random_state=0)
        start = time.perf_counter()
        svm.fit(samples, sides, sample_weight=weights)
        times.append(time.perf_counter() - start)
    return min(times), svm.coef_.ravel()


def main():
    folder = sys.argv[1]
    lambda3, optimum, target, seconds = map(float, sys.argv[2:6])
    warnings.filterwarnings("ignore")
    samples, sides, weights = materialise(folder, lambda3)
    few = np.zeros_like(weights)
    few[:2] = 1
    copying, _ = fit(samples, sides, few, 1)
    start = time.perf_counter()
    iterations = 1
    while True:
        elapsed, w = fit(samples, sides, weights, iterations)
        objective = w @ w / 2 + weights @ np.maximum(0, 1 - sides * (samples @ w))
        w.tofile(f"{folder}/w-{iterations}")
        print(json.dumps(dict(iterations=iterations, seconds=elapsed, copying=min(copying, elapsed), objective=objective)), flush=True)
        if objective <= optimum * (1 + target) or time.perf_counter() - start > seconds:
            break
        iterations = max(iterations + 1, int(iterations * 1.25))


main()
