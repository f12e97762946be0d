"""On a real cluster of two nodes: the bytes of one machine, also when workers, a node and all of it die."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
import tefuda

pytest.importorskip("ray", reason="tefuda.ray needs Ray")

# Before Ray is imported: nothing is reported anywhere, a busy machine does not starve the workers, and a lost
# cluster is noticed soon.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112 - Ray spells it so
os.environ["RAY_gcs_rpc_server_reconnect_timeout_s"] = "5"  # noqa: SIM112 - Ray spells it so

import ray
import tefuda.ray
from ray.cluster_utils import Cluster

SEARCH = """
name = "search"
title = "Search"
question = "Does it matter where it is played?"
seed = 5

[[part]]
name = "search"
about = "A search against a random player."
kind = "match"
game = "buzzard(cards=8)"
seats = ["uct(sims={sims})", "random"]
games = 256
paired = true
measures = ["win_rate", "mean"]
sweep.sims = [1200, 2400]

[[part]]
name = "poker"
about = "Kuhn poker."
kind = "match"
game = "kuhn"
seats = ["{agent}", "first"]
games = 200
measures = ["mean"]
sweep.agent = ["random", "first"]
"""

BROKEN = """
name = "broken"
title = "Broken"
question = "What if a player breaks down?"
seed = 5
[[part]]
name = "all"
about = "A program that ends at once."
kind = "match"
game = "kuhn"
seats = ['exec(cmd="false")', "random"]
games = 8
clock = true
measures = ["mean"]
"""


def outcome(folder: Path) -> list:
    return [(folder / name).read_bytes() for name in ("results.json", "games.parquet")]


@pytest.fixture(scope="module")
def config(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("search") / "config.toml"
    path.write_text(SEARCH)
    return path


@pytest.fixture(scope="module")
def expected(config, tmp_path_factory) -> list:
    """The bytes of one machine."""
    return outcome(tefuda.run(config, tmp_path_factory.mktemp("expected")).folder)


class Nodes:
    """A cluster of this test alone, of nodes with one core each. It ends what it started and nothing else."""

    def __init__(self, count: int) -> None:
        self.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        self.others = [self.cluster.add_node(num_cpus=1) for _ in range(count - 1)]
        self.address = self.cluster.address

    def __enter__(self) -> "Nodes":
        return self

    def __exit__(self, *_) -> None:
        self.cluster.shutdown()

    def kill_worker(self) -> bool:
        """Kills a worker of the head node in the middle of a task, if one is playing."""
        return kill(frozen(self.cluster.head_node))

    def kill_node(self) -> bool:
        """Kills a node in the middle of a task, if it is playing."""
        worker = frozen(self.others[-1])
        if worker is not None:
            self.cut_power(self.others.pop())
        return worker is not None

    def kill_all(self) -> None:
        for node in [*self.others, self.cluster.head_node]:
            self.cut_power(node)

    def cut_power(self, node) -> None:
        """Ends every process of a node, without a word to anybody."""
        left = children(raylet(node))
        self.cluster.remove_node(node, allow_graceful=False)
        for pid in left:
            kill(pid)


def raylet(node) -> int:
    [process] = node.all_processes["raylet"]
    return process.process.pid


def frozen(node):
    """A worker of a node, stopped in the middle of a task; none if nobody is playing there."""
    for pid in children(raylet(node)):
        if is_playing(pid):
            os.kill(pid, signal.SIGSTOP)
            if is_playing(pid):
                return pid
            os.kill(pid, signal.SIGCONT)
    return None


def kill(pid) -> bool:
    """Kills a process that this test's cluster started, if there is one and it is still there."""
    with suppress(ProcessLookupError):
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
    return pid is not None


def is_playing(pid: int) -> bool:
    """Ray names its workers by what they do."""
    return Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::play")


def children(parent: int) -> list:
    text = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    return [int(word) for word in text.split()]


def test_two_nodes_give_the_bytes_of_one_machine(config, expected, tmp_path):
    """In peace first, then with a player that breaks down; then a worker is killed, then a whole node."""
    with Nodes(2) as nodes:
        told = []
        results = tefuda.ray.run(config, nodes.address, out=tmp_path / "peace", progress=told.append)
        assert outcome(results.folder) == expected
        assert len(told[-1].nodes) == 2 and told[-1].lost == 0, "both nodes have played, nothing was lost"
        assert [told[0].done, told[-1].done] == [0, told[-1].of] == [0, 128 + 128 + 200 + 200]
        assert not ray.is_initialized(), "the connection was for this run alone"

        config.with_name("broken.toml").write_text(BROKEN)
        with pytest.raises(tefuda.Broken, match="the program `false` ended"):
            tefuda.ray.run(config.with_name("broken.toml"), nodes.address, out=tmp_path / "broken")

        told, to_kill = [], [nodes.kill_node, nodes.kill_worker]

        def unkind(now: tefuda.ray.Progress) -> None:
            told.append(now)
            if now.done and to_kill and to_kill[-1]():
                to_kill.pop()

        results = tefuda.ray.run(config, nodes.address, out=tmp_path / "killed", progress=unkind)
        assert not to_kill and told[-1].lost >= 2, "a worker and a node were lost with their chunks"
        assert outcome(results.folder) == expected


DRIVER = """
import sys, tefuda.ray
tefuda.ray.run(sys.argv[1], sys.argv[2], out=sys.argv[3])
"""


def test_a_lost_cluster_is_resumed_on_another(config, expected, tmp_path):
    folder = tmp_path / "run"
    with Nodes(2) as nodes:
        words = [sys.executable, "-c", DRIVER, str(config), nodes.address, str(folder)]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as driver:
            wait_for(lambda: len(chunks(folder)) >= 3)
            nodes.kill_all()
            try:
                status = driver.wait(60)
            finally:
                driver.kill()
    assert status != 0 and not (folder / "results.json").exists()
    kept = {path: path.stat().st_mtime_ns for path in chunks(folder)}
    told = []
    with Nodes(1) as nodes:
        tefuda.ray.run(config, nodes.address, out=folder, progress=told.append)
    assert told[0].done > 0, "what was kept is not played again"
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert outcome(folder) == expected


def chunks(folder: Path) -> list:
    return sorted((folder / "chunks").glob("*.chunks"))


def wait_for(happens) -> None:
    end = time.monotonic() + 60
    while not happens():
        assert time.monotonic() < end, "it did not happen within a minute"
        time.sleep(0.05)


def test_work_is_cut_so_that_every_chunk_is_played_once():
    for missing, cores in [([], 2), ([4], 2), (list(range(7)), 64), (list(range(4096)), 2), (list(range(999)), 4)]:
        tasks = tefuda.ray._tasks(missing, cores)
        assert sorted(chunk for task in tasks for chunk in task.chunks) == missing
        assert all(1 <= len(task.chunks) <= tefuda.ray.MOST_CHUNKS for task in tasks)
