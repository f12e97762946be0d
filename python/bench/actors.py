"""Decisions a second by number of actors on a Ray cluster of two nodes on this machine, without learning.

    python python/bench/actors.py experiments/learning/daihinmin.toml 0 1 2 --seconds 5 --rounds 3

0 actors: this process plays itself, without Ray. Beside the clock's time the table has the decisions a second of the
processes that play, by their own time, and the microseconds of this process's own time that a decision costs which an
actor sent. The median of the rounds, and the least and the most.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import time
from pathlib import Path
from statistics import median
from typing import Any

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112 - Ray spells it so

import ray
from ray.cluster_utils import Cluster
from tefuda.learn.cluster import Actors
from tefuda.learn.config import Cluster as ClusterConfig
from tefuda.learn.config import Config, read
from tefuda.learn.cores import one_core
from tefuda.learn.generate import Acting, Generator, seats_at
from tefuda.learn.train import opened


def spent(actors: list[Any]) -> float:
    """Say how many seconds of their own the processes of actors have worked."""
    ticks = 0
    for actor in actors:
        pid = ray.get(actor.handle.__ray_call__.remote(lambda _: os.getpid()))
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def measured(config: Config, actors: int, seconds: float) -> tuple[float, float, float]:
    """Play for so long: decisions a second, those of a second of a core, microseconds for each one received."""
    backend, _, _ = opened(config, seats_at(config), "cpu")
    told = dataclasses.replace(config, ray="auto", cluster=ClusterConfig(actors=actors or None))
    source = Actors(told, backend, 1.0, lambda _: None) if actors else Generator(config, backend, 1.0)
    source.begin()
    for _ in range(3):
        source.block(Acting(source.policy(), [], None))
    playing = source._living if isinstance(source, Actors) else []
    theirs, own, begun, decisions = spent(playing), time.process_time(), time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        decisions += source.block(Acting(source.policy(), [], None)).decisions
    wall, own = time.perf_counter() - begun, time.process_time() - own
    theirs = spent(playing) - theirs
    source.close()
    return decisions / wall, decisions / (theirs if actors else own), 1e6 * own / decisions if actors else 0.0


def main() -> None:
    """Measure each number of actors in turns."""
    parser = argparse.ArgumentParser(description="decisions a second by number of actors")
    parser.add_argument("config")
    parser.add_argument("actors", type=int, nargs="+")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, help="in place of the config's")
    told = parser.parse_args()
    one_core()
    config = read(told.config)
    tables = dataclasses.replace(config.tables, tables=told.tables or config.tables.tables, threads=1, mode="async")
    config = dataclasses.replace(config, tables=tables, backend="numpy")
    cores = -(-max(1, *told.actors) // 2)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": cores, "include_dashboard": False})
    cluster.add_node(num_cpus=cores)
    ray.init(address=cluster.address, log_to_driver=False)
    rounds: dict[int, list[tuple[float, float, float]]] = {actors: [] for actors in told.actors}
    for _ in range(told.rounds):
        for actors in told.actors:
            while ray.available_resources().get("CPU", 0) < 2 * cores:
                time.sleep(0.1)
            rounds[actors].append(measured(config, actors, told.seconds))
    print("actors | a second | a second of a core | us received")
    for actors, rows in rounds.items():
        cells = [f"{median(of):,.2f} ({min(of):,.2f} to {max(of):,.2f})" for of in zip(*rows)]
        print(f"{actors} | " + " | ".join(cells))
    print("load", os.getloadavg())
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main()
