"""scikit-learn's HDBSCAN on the vectors clusters.mjs left: ARI against the plants.

    python3 bench/knowledge/cluster_reference.py <folder> [sizes, default 60 600 6000]

Needs scikit-learn 1.3 or newer. Minimum sizes as Dossier scales them; the vectors as they are, and less
their mean at unit length, as Dossier takes them.
"""
import json
import pathlib
import sys
import time

import numpy as np
from sklearn.cluster import HDBSCAN
from sklearn.metrics import adjusted_rand_score

folder = pathlib.Path(sys.argv[1])
for size in map(int, sys.argv[2:] or [60, 600, 6000]):
    data = json.loads((folder / f"vectors-{size}.json").read_text())
    vectors = np.array(data["vectors"], dtype=np.float32)
    least = max(3, round(len(vectors) ** 0.5 / 5 + 2.5))
    rest = vectors - vectors.mean(axis=0)
    rest /= np.linalg.norm(rest, axis=1, keepdims=True)
    for name, points in (("as they are", vectors), ("less the mean", rest)):
        for samples in sorted({4, max(4, round(len(vectors) ** 0.5 / 5)), least}):
            started = time.time()
            labels = HDBSCAN(min_cluster_size=least, min_samples=samples, copy=True).fit_predict(points)
            print(f"{size} {name}, min_cluster_size {least}, min_samples {samples}: ARI {adjusted_rand_score(data['plants'], labels):.3f}, "
                  f"{labels.max() + 1} clusters, {np.mean(labels < 0):.1%} noise, {time.time() - started:.2f} s")
