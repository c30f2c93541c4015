"""A Dask cluster that is asked questions, and the arrays that are cut for it."""

from __future__ import annotations

import asyncio
import concurrent.futures
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import distributed
import numpy as np

from holdfast import _core

# Rows that are summed one after the other, here and on one machine.
BLOCK = 1024
# How long to wait for a worker, in seconds.
PATIENCE = 60.0
# What is told of progress goes to this topic of the cluster.
TOPIC = "holdfast"


class Cluster:
    """A client, asked in a way that cannot hang when workers or the scheduler are gone."""

    def __init__(self, client: distributed.Client | None, timeout: float) -> None:
        if client is None:
            try:
                client = distributed.get_client()
            except ValueError:
                raise ValueError(
                    "there is no Dask client; make one (dask.distributed.Client()) or pass client="
                ) from None
        self.client = client
        self.timeout = float(timeout)
        self._places: dict[str, str] = {}
        self._require_alike()

    def gather(self, futures: list[Any]) -> list[Any]:
        """The results, or the first error."""

        async def answers() -> list[Any]:
            return await self.client.gather(futures, asynchronous=True)

        lonely_since = None
        while True:
            try:
                return self.client.sync(answers, callback_timeout=min(1.0, self.timeout))
            except (TimeoutError, distributed.TimeoutError):
                self._require_connection()
            except asyncio.CancelledError:
                self._require_connection()
                raise
            if self._workers():
                lonely_since = None
                continue
            lonely_since = lonely_since or time.monotonic()
            if time.monotonic() - lonely_since > self.timeout:
                self.client.cancel(futures)
                raise RuntimeError(
                    f"no worker is left on {self._address()}, for {self.timeout:g} seconds now; "
                    "start one, or pass a longer timeout="
                )

    def compute(self, tasks: Sequence[Any]) -> list[Any]:
        """Futures of delayed tasks, which stay on the workers."""
        self._require_connection()
        return self.client.compute(list(tasks))

    def map(self, function: Callable[..., Any], parts: list[Any], **more: Any) -> list[Any]:
        """function(part, **more) for each part, on the worker that has it.

        The workers are asked directly, because a task passes through the queues of the scheduler.
        What is not answered that way, because a worker was lost or a part raises, becomes tasks.
        """
        self._require_connection()
        keys = [part.key for part in parts]
        found = self._ask_in_place(function, parts, more)
        missing = [i for i, key in enumerate(keys) if key not in found]
        if missing:
            self._places.clear()
            name = f"holdfast{function.__name__}"
            tasks = self.client.map(
                function, [parts[i] for i in missing], pure=False, key=name, **more
            )
            for i, answer in zip(missing, self.gather(tasks), strict=True):
                found[keys[i]] = answer
        return [found[key] for key in keys]

    def tell(self, **progress: int) -> None:
        """For those who follow the topic "holdfast" of the cluster; does not wait for them."""
        self._require_connection()
        self._begin(self.client.scheduler.log_event(topic=TOPIC, msg=progress))

    def _begin(self, work: Coroutine[Any, Any, Any]) -> concurrent.futures.Future[Any]:
        loop: Any = self.client.loop
        return asyncio.run_coroutine_threadsafe(work, loop.asyncio_loop)

    def _ask_in_place(
        self, function: Callable[..., Any], parts: list[Any], more: dict[str, Any]
    ) -> dict[str, Any]:
        asked: dict[str, list[str]] = {}

        async def ask() -> dict[str, dict[str, Any]]:
            await self._find(parts)
            for part in parts:
                place = self._places.get(part.key)  # another question may have found it lost
                if place is not None:
                    asked.setdefault(place, []).append(part.key)
            if not asked:
                return {}
            return await self.client.run(
                _answer_in_place, function, asked, more, workers=list(asked), on_error="ignore"
            )

        asking = self._begin(ask())
        while True:
            try:
                answers = asking.result(timeout=1.0)
                break
            except concurrent.futures.TimeoutError:
                if self.client.status == "running" and asked.keys() <= self._workers().keys():
                    continue
                asking.cancel()
                return {}
            except (OSError, concurrent.futures.CancelledError):
                return {}
        return {key: answer for of_worker in answers.values() for key, answer in of_worker.items()}

    async def _find(self, parts: list[Any]) -> None:
        """Where each part is. Parts move only when a worker is lost."""
        if all(part.key in self._places for part in parts):
            return
        for key, workers in (await self.client.who_has(parts)).items():
            if workers:
                self._places[key] = workers[0]

    def threads(self) -> int:
        """How many tasks the workers do at once."""
        return max(1, sum(worker["nthreads"] for worker in self._workers().values()))

    def _workers(self) -> dict[str, Any]:
        return self.client.scheduler_info(n_workers=-1)["workers"]

    def _address(self) -> str:
        return getattr(self.client.scheduler, "address", "the cluster")

    def _require_connection(self) -> None:
        if self.client.status != "running":
            raise RuntimeError(
                f"the scheduler at {self._address()} has gone away; connect to a cluster again"
            )

    def _require_alike(self) -> None:
        """Last bits depend on the version and on the instructions that the processor has."""
        self._require_connection()
        deadline = time.monotonic() + self.timeout
        while not self._workers():
            if time.monotonic() > deadline:
                raise RuntimeError(
                    f"no worker has come to {self._address()} within {self.timeout:g} seconds; "
                    "start one, or pass a longer timeout="
                )
            time.sleep(0.05)
        kinds: dict[str, str] = {"this machine": _environment()}
        # A worker that is lost at this moment has nothing to say.
        kinds |= self.client.run(_environment, on_error="ignore")
        if len(set(kinds.values())) > 1:
            told = "; ".join(f"{where}: {kind}" for where, kind in sorted(kinds.items()))
            raise RuntimeError(
                f"the workers are not alike, so last bits would differ ({told}); start all with "
                "one version on machines of one kind; where only the x86-64 level differs, start "
                "them and this process with GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F (for "
                "x86-64-v3) or -AVX512F,-AVX2 (for x86-64-v2)"
            )


async def _answer_in_place(
    function: Callable[..., Any],
    asked: dict[str, list[str]],
    more: dict[str, Any],
    dask_worker: distributed.Worker,
) -> dict[str, Any]:
    """What the parts on this worker answer; those that are not here or raise are left out."""
    here = [key for key in asked[dask_worker.address] if key in dask_worker.data]
    loop = asyncio.get_running_loop()
    threads = dask_worker.executors["default"]

    def answer(key: str) -> Any:
        return function(dask_worker.data[key], **more)

    answers = await asyncio.gather(
        *(loop.run_in_executor(threads, answer, key) for key in here), return_exceptions=True
    )
    return {
        key: found
        for key, found in zip(here, answers, strict=True)
        if not isinstance(found, BaseException)
    }


def _environment() -> str:
    return f"holdfast {_core.version()} on {_core.numeric_environment()}"


def by_rows(data: Any, step: int) -> Any:
    """A Dask array of which every piece holds `step` rows, the last one fewer."""
    return data.rechunk({0: step, 1: -1} if data.ndim == 2 else {0: step})


def as_array(data: Any) -> Any:
    """A Dask array of known shape, from one or from a frame or series."""
    if hasattr(data, "to_dask_array"):
        data = data.to_dask_array(lengths=True)
    if not hasattr(data, "rechunk"):
        raise TypeError(
            f"a Dask array or frame is expected, got {type(data).__name__}; dask.array.from_array "
            "makes one, and data in memory need no cluster"
        )
    if any(np.isnan(length) for length in data.shape):
        data = data.compute_chunk_sizes()
    return data


def pieces(data: Any) -> list[Any]:
    return list(data.to_delayed().ravel())
