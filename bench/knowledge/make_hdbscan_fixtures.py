"""Writes test/fixtures/hdbscan/*.json: points and the labels scikit-learn's HDBSCAN gives them.

    python3 bench/knowledge/make_hdbscan_fixtures.py test/fixtures/hdbscan

The committed files were made with scikit-learn 1.9.1 (1.3 or newer is needed), defaults but for the
options each file names. Labels are compared up to their numbering.
"""
import json
import pathlib
import sys

import numpy as np
import sklearn
from sklearn.cluster import HDBSCAN
from sklearn.datasets import make_blobs, make_moons


def unit(points):
    return points / np.linalg.norm(points, axis=1, keepdims=True)


def cases():
    rng = np.random.default_rng(7)
    blobs, _ = make_blobs(n_samples=[40, 60, 25], centers=[[0, 0], [6, 6], [0, 8]], cluster_std=[0.5, 1.2, 0.3], random_state=1)
    yield "blobs-of-different-density", blobs, 5, 5
    yield "blobs-with-large-minimum", blobs, 30, 5
    yield "blobs-few-samples", blobs, 3, 1
    moons, _ = make_moons(n_samples=150, noise=0.06, random_state=3)
    yield "moons", moons, 10, 5
    yield "uniform-noise", rng.uniform(0, 1, size=(120, 3)), 8, 8
    centres = unit(rng.normal(size=(6, 24)))
    themes = unit(np.concatenate([c + rng.normal(scale=0.08, size=(15, 24)) for c in centres] + [rng.normal(size=(20, 24))]))
    yield "unit-vectors-with-noise", themes, 5, 3
    yield "copies-of-points", np.repeat(unit(rng.normal(size=(9, 8))), 5, axis=0), 4, 3
    grid = np.stack(np.meshgrid(np.arange(5), np.arange(5)), -1).reshape(-1, 2).astype(float)
    yield "two-far-groups", np.concatenate([grid * 0.1, grid * 0.1 + 10]) + rng.normal(scale=0.005, size=(50, 2)), 5, 5


def main(folder):
    folder = pathlib.Path(folder)
    for name, points, size, samples in cases():
        points = np.round(points, 4)
        labels = HDBSCAN(min_cluster_size=size, min_samples=samples, copy=True).fit_predict(points)
        body = {
            "made": f"bench/knowledge/make_hdbscan_fixtures.py, scikit-learn {sklearn.__version__}",
            "minClusterSize": size,
            "minSamples": samples,
            "points": points.tolist(),
            "labels": labels.tolist(),
        }
        (folder / f"{name}.json").write_text(json.dumps(body, separators=(",", ":")) + "\n")
        print(name, len(points), sorted(set(labels.tolist())))


main(sys.argv[1])
