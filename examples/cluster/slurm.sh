#!/usr/bin/env bash
#SBATCH --job-name=tefuda
#SBATCH --array=0-15
#SBATCH --cpus-per-task=8
#SBATCH --mem=8G
#SBATCH --time=08:00:00
#SBATCH --requeue
#
# An experiment as a Slurm array, each task a shard of it:
#
#   job=$(sbatch --parsable examples/cluster/slurm.sh buzzard_uct /shared/runs/buzzard_uct)
#   sbatch --dependency=afterok:$job --wrap "tefuda report /shared/runs/buzzard_uct/shard-*"
#
# The folder lies on a disk that all nodes share, and `tefuda` (or TEFUDA) is the same file on all of them. A task that was
# killed or requeued goes on from its finished chunks. Whatever follows the folder goes to `tefuda run`, e.g. --quick.
set -euo pipefail

experiment=${1:?which experiment: a name, a folder or a config.toml}
out=${2:?where to: a folder that all nodes share}
shift 2

task=${SLURM_ARRAY_TASK_ID:?submit this with sbatch, as an array from 0 to N-1}
tasks=${SLURM_ARRAY_TASK_COUNT:?submit this with sbatch, as an array from 0 to N-1}

exec "${TEFUDA:-tefuda}" run "$experiment" --out "$out/shard-$task" --shard "$task/$tasks" \
  --resume --threads "${SLURM_CPUS_PER_TASK:-1}" "$@"
