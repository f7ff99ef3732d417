"""The scan of bench/search.mjs in numpy, on the library's own files: margins of one class, the best 50 rows.

Blocks are memory-mapped, so that both sides read the same warm files; rows of equal margin keep their order.
"""
import glob
import json
import sys
import time

import numpy as np

library, background, query = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
shares, position = np.array(query['shares']), query['position']
blocks = [np.load(path, mmap_mode='r') for path in sorted(glob.glob(library + '/blocks/*.proportions.npy'))]
rivals = [np.load(path, mmap_mode='r') for path in sorted(glob.glob(background + '/*.npy'))]
used = np.flatnonzero(shares)
single = shares.astype(np.float32)


def search():
    margins = []
    for proportions, (best, second, which) in zip(blocks, rivals):
        margins.append(single @ proportions - np.where(which == position, second, best))
    margin = np.concatenate(margins)
    candidates = np.argpartition(-margin, 200)[:200]
    # Single precision chooses the candidates, double precision ranks them, as ours does throughout.
    starts = np.cumsum([0] + [block.shape[1] for block in blocks])
    exact = []
    for row in candidates:
        at = np.searchsorted(starts, row, side='right') - 1
        column = blocks[at][:, row - starts[at]].astype(float)
        total = 0.0
        for s in used:
            total += column[s] * shares[s]
        best, second, which = rivals[at][:, row - starts[at]]
        exact.append(total - (second if which == position else best))
    order = np.lexsort((candidates, -np.array(exact)))[:50]
    return candidates[order].tolist()


times, processor = [], []
for _ in range(5):
    start, before = time.perf_counter(), time.process_time()
    rows = search()
    times.append(time.perf_counter() - start)
    processor.append(time.process_time() - before)
print(json.dumps({'seconds': min(times), 'processor': min(processor), 'rows': rows}))
