"""Choosing where to measure: a vectorized NumPy version, and BoTorch."""

import numpy as np
from measure import Job, best_of, entry, items_of, select, value_of


def points_and_kernel():
    points = np.random.default_rng(0).normal(size=(600, 20)) * 0.3
    distance = np.sqrt(3.0) * np.linalg.norm(points[:, None] - points[None], axis=2)
    return points, (1 + distance) * np.exp(-distance)


def rank_one_updates(candidates, covariances, noise, k):
    """Greedy by rank-one updates of the joint posterior, vectorized over the candidates."""
    posterior = candidates.copy()
    with_targets = covariances.copy()
    left = np.ones(len(candidates), dtype=bool)
    chosen = []
    for _ in range(k):
        variance = np.diag(posterior) + noise
        gains = np.einsum("ij,ij->j", with_targets, with_targets) / variance
        best = int(np.argmax(np.where(left, gains, -np.inf)))
        chosen.append(best)
        left[best] = False
        with_targets -= np.outer(with_targets[:, best], posterior[best] / variance[best])
        posterior -= np.outer(posterior[:, best], posterior[best] / variance[best])
    return chosen


def integrated_variance(points, k):
    """BoTorch's batch of k by qNegIntegratedPosteriorVariance; kernel and noise are given.

    Its model wants an observation; this one is so far away that it says nothing.
    """
    import torch
    from botorch.acquisition.active_learning import qNegIntegratedPosteriorVariance
    from botorch.models import SingleTaskGP
    from botorch.optim import optimize_acqf_discrete
    from gpytorch.kernels import MaternKernel
    from gpytorch.means import ZeroMean

    torch.set_num_threads(1)
    places = torch.as_tensor(points, dtype=torch.double)
    kernel = MaternKernel(nu=1.5)
    kernel.lengthscale = 1.0
    far = torch.full((1, places.shape[1]), 1e4, dtype=torch.double)
    nothing = torch.zeros(1, 1, dtype=torch.double)
    model = SingleTaskGP(
        far,
        nothing,
        train_Yvar=torch.ones_like(nothing),
        covar_module=kernel,
        mean_module=ZeroMean(),
        outcome_transform=None,
    ).double()
    model.eval()

    def choose():
        measure = qNegIntegratedPosteriorVariance(model, mc_points=places[300:])
        batch, _ = optimize_acqf_discrete(measure, q=k, choices=places[:300], max_batch_size=300)
        return [int((places[:300] - row).abs().sum(dim=1).argmin()) for row in batch]

    return best_of(1, choose)


def jobs(folder):
    points, kernel = points_and_kernel()
    np.save(folder / "kernel.npy", kernel)
    options = ["--objective", "variance-reduction", "--kernel-matrix", folder / "kernel.npy"]
    options += ["--noise", 1, "--targets", "300-599", "--candidates", "0-299"]
    rivals = {
        100: ("NumPy rank-one updates", "at most 0.08", lambda: best_of(
            5, lambda: rank_one_updates(kernel[:300, :300], kernel[300:, :300], 1.0, 100))),
        10: ("BoTorch qNegIntegratedPosteriorVariance", "below 1",
             lambda: integrated_variance(points, 10)),
    }  # fmt: skip
    for k, (library, bar, work) in rivals.items():
        seconds, ours = select(options, k, repetitions=10)

        def judge(chosen, ours=ours):
            if sorted(chosen) == sorted(items_of(ours)):
                return 1.0
            return value_of(options, chosen) / ours["value"]

        name = f"variance reduction, 300 candidates, 300 targets, k = {k}"
        yield Job(name, bar, seconds, [entry(library, work, judge)])
