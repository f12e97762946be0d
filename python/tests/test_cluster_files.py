"""The files for clusters do what they say, and the command line, shards and Python give the same bytes."""

import os
import re
import subprocess
from pathlib import Path

import pytest
import tefuda

yaml = pytest.importorskip("yaml", reason="the files for Kubernetes are read with PyYAML")
kubernetes = pytest.importorskip("kubernetes_validate", reason="the schemas of Kubernetes are not installed")

REPOSITORY = Path(__file__).resolve().parents[2]
FILES = REPOSITORY / "examples" / "cluster"

CONFIG = """
name = "poker"
title = "Poker"
question = "Does it matter where it is played?"
seed = 5
[[part]]
name = "all"
about = "Kuhn poker."
kind = "match"
game = "kuhn"
seats = ["{agent}", "first"]
games = 400
measures = ["mean", "win_rate"]
sweep.agent = ["random", "first"]
"""


def outcome(folder: Path) -> list:
    return [(folder / name).read_bytes() for name in ("results.json", "games.parquet")]


@pytest.fixture(scope="module")
def program() -> Path:
    """The command line: named by TEFUDA, or built in this checkout."""
    if "TEFUDA" in os.environ:
        return Path(os.environ["TEFUDA"]).resolve(strict=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
    built = [path for path in (target / "debug" / "tefuda", target / "release" / "tefuda") if path.exists()]
    if not built:
        pytest.skip("no program: cargo build, or say where it is with TEFUDA=/path/to/tefuda")
    return built[0]


@pytest.fixture
def config(tmp_path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(CONFIG)
    return path


def call(words: list, **environment: str) -> str:
    plain = {key: value for key, value in os.environ.items() if not key.startswith("SLURM_")}
    done = subprocess.run(words, env={**plain, **environment}, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_line_and_python_give_the_same_bytes(program, config, tmp_path):
    call([program, "run", config, "--out", tmp_path / "rust"])
    python = tefuda.run(config, tmp_path / "python")
    assert outcome(tmp_path / "rust") == outcome(python.folder)
    # A run that one of them began is not gone on from by the other: they are two builds.
    with pytest.raises(tefuda.Broken, match="another build of this program"):
        tefuda.run(config, tmp_path / "rust")


def test_the_slurm_array_gives_the_bytes_of_one_machine(program, config, tmp_path):
    script, out = FILES / "slurm.sh", tmp_path / "array"
    call(["bash", "-n", script])
    header = script.read_text().split("set -euo pipefail")[0]
    assert re.search(r"^#SBATCH --array=0-\d+$", header, re.MULTILINE), "shards are numbered from 0"
    for task in range(3):
        slurm = {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_CPUS_PER_TASK": "2"}
        for _ in range(2):  # requeued once
            said = call([script, config, out, "--games", "50"], TEFUDA=str(program), **slurm)
        assert "chunks are in" in said
    [merged] = re.findall(r'--wrap "(tefuda report .*)"$', header, re.MULTILINE)
    words = merged.replace("tefuda", str(program), 1).replace("/shared/runs/buzzard_uct", str(out))
    call(["bash", "-c", words])
    whole = tefuda.run(config, tmp_path / "whole", games=50)
    assert outcome(out / "shard-0") == outcome(whole.folder)


def test_the_slurm_script_says_what_it_lacks(config, tmp_path):
    for words in ([], [str(config)], [str(config), str(tmp_path)]):
        plain = {key: value for key, value in os.environ.items() if not key.startswith("SLURM_")}
        done = subprocess.run(["bash", FILES / "slurm.sh", *words], env=plain, capture_output=True, text=True)
        assert done.returncode != 0 and re.search("which experiment|where to|with sbatch", done.stderr)


@pytest.mark.parametrize("name", ["kubernetes.yaml", "kubernetes-report.yaml"])
def test_kubernetes_knows_every_field(name):
    """The files against the published schemas, of the version that they name and of the newest there is."""
    job = yaml.safe_load((FILES / name).read_text())
    for version in ("1.29", kubernetes.latest_version()):
        kubernetes.validate(job, version, strict=True)
        misspelt = {**job, "spec": {**job["spec"], "backofLimit": 1}}
        with pytest.raises(kubernetes.ValidationError, match="backofLimit"):
            kubernetes.validate(misspelt, version, strict=True)


def test_the_kubernetes_job_gives_the_bytes_of_one_machine(program, config, tmp_path):
    [job] = yaml.safe_load_all((FILES / "kubernetes.yaml").read_text())
    [report] = yaml.safe_load_all((FILES / "kubernetes-report.yaml").read_text())
    [shard], [merge] = (each["spec"]["template"]["spec"]["containers"] for each in (job, report))
    environment = {each["name"]: each["value"] for each in shard["env"]}
    assert job["spec"]["completionMode"] == "Indexed" and job["apiVersion"] == report["apiVersion"] == "batch/v1"
    assert job["spec"]["completions"] == int(environment["SHARDS"])
    assert {each["name"]: each["value"] for each in merge["env"]}["OUT"] == environment["OUT"]
    assert environment["EXPERIMENT"] in [row["name"] for row in tefuda.list_experiments()]
    for each, pod in ((shard, job), (merge, report)):
        volumes = [volume["name"] for volume in pod["spec"]["template"]["spec"]["volumes"]]
        assert [mount["name"] for mount in each["volumeMounts"]] == volumes
        assert environment["OUT"].startswith(each["volumeMounts"][0]["mountPath"] + "/")

    # What a pod finds: the program on its path, the experiment, a folder on the volume.
    path = tmp_path / "bin"
    path.mkdir()
    (path / "tefuda").symlink_to(program)
    here = {**environment, "PATH": f"{path}:{os.environ['PATH']}", "EXPERIMENT": str(config)}
    here["OUT"] = str(tmp_path / "pods")
    for index in range(job["spec"]["completions"]):
        call(shard["command"], JOB_COMPLETION_INDEX=str(index), **here)
    call(merge["command"], **here)
    whole = tefuda.run(config, tmp_path / "whole")
    assert outcome(tmp_path / "pods" / "shard-0") == outcome(whole.folder)
