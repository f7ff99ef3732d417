"""Golden scores of closed-form methods, from their sources' formulas in float64: numpy and scipy alone.

Run: python3 make.py   (writes closed-forms.json beside itself)
"""
import json
from pathlib import Path

import numpy as np
from scipy.linalg import solve_sylvester


def problem(seed, rows, columns, seen, length):
    draw = np.random.default_rng(seed)
    signatures = draw.random((seen + 3, length))
    signatures /= np.linalg.norm(signatures, axis=1, keepdims=True)
    labels = np.concatenate([np.arange(seen), draw.integers(0, seen, rows - seen)])
    features = np.abs(signatures[labels] @ draw.normal(size=(length, columns)) + 0.3 * draw.normal(size=(rows, columns)))
    features = (features / np.linalg.norm(features, axis=1, keepdims=True)).astype(np.float32)
    test = np.abs(draw.normal(size=(4, columns)))
    test = (test / np.linalg.norm(test, axis=1, keepdims=True)).astype(np.float32)
    return features, labels, signatures[:seen], signatures[seen:], test


def scores_of(features, labels, seen, unseen, test):
    X = features.astype(np.float64).T  # columns x rows, as the sources write it
    S = seen.T  # length x seen
    Y = np.eye(len(seen))[labels]  # rows x seen, 0/1
    x = test.astype(np.float64)
    scale = (X**2).sum() / X.shape[1]
    columns, length = X.shape[0], S.shape[0]
    per_class = X.shape[1] / len(seen)

    def eszsl(ridge, gamma):
        V = np.linalg.inv(X @ X.T + ridge * scale * np.eye(columns)) @ X @ Y @ S.T @ np.linalg.inv(S @ S.T + gamma * np.eye(length))
        return x @ V @ unseen.T

    def regression(ridge, compare):
        C = S @ Y.T  # length x rows: the signature of each row
        M = X @ C.T @ np.linalg.inv(C @ C.T + ridge * per_class * np.eye(length))
        prototypes = unseen @ M.T
        if compare == 'nearest':
            return (x**2).sum(1)[:, None] - ((x[:, None] - prototypes) ** 2).sum(2)
        return x @ prototypes.T / np.linalg.norm(prototypes, axis=1)

    def sae(lam, direction):
        C = S @ Y.T
        W = solve_sylvester(C @ C.T, lam * X @ X.T, (1 + lam) * C @ X.T)
        if direction == 'encode':
            return (x @ W.T) @ unseen.T
        prototypes = unseen @ W
        return x @ prototypes.T / np.linalg.norm(prototypes, axis=1)

    return [
        *({'method': 'eszsl', 'point': {'ridge': r, 'gamma': g}, 'scores': eszsl(r, g)} for r in (0.3, 10) for g in (0.01, 1)),
        *({'method': 'ridge', 'point': {'ridge': r, 'compare': c}, 'scores': regression(r, c)} for r in (0.01, 1) for c in ('nearest', 'angle')),
        *({'method': 'sae', 'point': {'lambda': l, 'direction': d}, 'scores': sae(l, d)} for l in (0.1, 10) for d in ('encode', 'decode')),
    ]


def flat(array):
    return [float(value) for value in np.asarray(array).ravel()]


cases = []
for name, sizes in {'short signatures': (40, 7, 6, 4), 'long signatures': (40, 7, 6, 9), 'one row per class': (6, 5, 6, 4), 'fewer rows than columns': (12, 15, 4, 3)}.items():
    features, labels, seen, unseen, test = problem(len(cases), *sizes)
    cases.append({
        'name': name, 'rows': sizes[0], 'columns': sizes[1], 'seen': sizes[2], 'length': sizes[3],
        'features': flat(features), 'labels': labels.tolist(), 'signatures': flat(seen), 'unseen': flat(unseen), 'test': flat(test),
        'expected': [{**each, 'scores': flat(each['scores'])} for each in scores_of(features, labels, seen, unseen, test)],
    })
Path(__file__).with_name('closed-forms.json').write_text(json.dumps(cases) + '\n')
