"""Players that learn: one command trains a network for any game, and writes a file that plays.

    python -m tefuda.learn experiments/learning/leduc.toml --out runs/leduc

:func:`train` is the same from Python, :func:`player` sits a trained file down at a match. PyTorch is taken where it is
installed; small games learn in numpy as well.
"""

from tefuda.learn.config import Config, from_dict, read
from tefuda.learn.player import player
from tefuda.learn.policy_file import PolicyFile, read_policy, write_policy
from tefuda.learn.train import train

__all__ = ["Config", "PolicyFile", "from_dict", "player", "read", "read_policy", "train", "write_policy"]
