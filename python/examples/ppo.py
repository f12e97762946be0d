"""A player learns any game by playing against itself, and is then rated beside players of the house.

    pip install ./python torch
    python python/examples/ppo.py buzzard --minutes 2 --against random,greedy
    python python/examples/ppo.py raiders --seats 5 --minutes 10 --against random,heuristic

PPO with a clipped ratio: one network plays every seat of thousands of tables (`tefuda.batch`), and every decision is
held against what its seat earned in the end. On a graphics card if there is one. The same loop in small steps, with
explanations, is `python/notebooks/ppo.ipynb`.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np
import tefuda
import torch
from torch import nn

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
Decisions = dict[str, torch.Tensor]


class Network(nn.Module):
    """Two hidden layers, a head for the ids and one for what the seat will earn."""

    def __init__(self, figures: int, ids: int, width: int) -> None:
        """Begin as a random player."""
        super().__init__()
        self.body = nn.Sequential(nn.Linear(figures, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, ids), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight), nn.init.zeros_(self.policy.bias)

    def forward(self, obs: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """Give the shares of the legal ids, and the expected points."""
        hidden = self.body(obs)
        logits = self.policy(hidden).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(1)


@torch.no_grad()
def play(tables: tefuda.Batch, network: Network, seed: int) -> Decisions:
    """Play one game at every table: all decisions, each with what its seat earned."""
    obs, info = tables.reset(seed=seed)
    alive, points = np.ones(tables.num_envs, bool), np.zeros((tables.num_envs, tables.num_seats), np.float32)
    decisions, owners = [], []
    while alive.any():
        rows = np.flatnonzero(alive)
        shown = torch.from_numpy(obs[rows]).to(DEVICE), torch.from_numpy(info["action_mask"][rows]).to(DEVICE)
        choice, value = network(*shown)
        chosen = choice.sample()
        decisions.append((*shown, chosen, choice.log_prob(chosen), value))
        owners.append((rows, info["seat"][rows].copy()))
        # Tables whose game is over have begun another, in which anything will do.
        ids = info["action_mask"].argmax(1)
        ids[rows] = chosen.cpu().numpy()
        obs, rewards, ended, _, info = tables.step(ids)
        points[alive & ended] = rewards[alive & ended]
        alive &= ~ended
    kept = [torch.cat(parts) for parts in zip(*decisions)]
    earned = np.concatenate([points[rows, seats] for rows, seats in owners])
    names = ("obs", "mask", "ids", "before", "value")
    return dict(zip(names, kept)) | {"earned": torch.from_numpy(earned).to(DEVICE)}


def learn(network: Network, optimizer: torch.optim.Optimizer, now: Decisions, entropy: float) -> None:
    """Make better what led to more than was expected, in small steps."""
    expected, size = now["value"], max(4096, len(now["ids"]) // 16)
    advantage = now["earned"] - expected
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    for _ in range(2):
        for among in torch.randperm(len(expected), device=DEVICE).split(size):
            choice, value = network(now["obs"][among], now["mask"][among])
            ratio = (choice.log_prob(now["ids"][among]) - now["before"][among]).exp()
            gain = torch.minimum(ratio * advantage[among], ratio.clamp(0.8, 1.2) * advantage[among])
            surprise = (now["earned"][among] - value).pow(2).mean()
            loss = -gain.mean() + 0.5 * surprise - entropy * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def train(tables: tefuda.Batch, network: Network, minutes: float, rate: float) -> int:
    """Play and learn until the time is over; how many games that were."""
    optimizer, end, games = torch.optim.Adam(network.parameters(), lr=rate), time.monotonic() + 60 * minutes, 0
    begun = told = time.monotonic()
    while time.monotonic() < end:
        left = (end - time.monotonic()) / (60 * minutes)
        for group in optimizer.param_groups:
            group["lr"] = rate * max(left, 0.05)
        decisions = play(tables, network, seed=games)
        scale = decisions["earned"].std() + 1e-6
        decisions["earned"] = decisions["earned"] / scale
        learn(network, optimizer, decisions, entropy=0.01 * max(left, 0.1))
        games += tables.num_envs
        if time.monotonic() > told + 20:
            told = time.monotonic()
            print(f"  {games:,} games, {len(decisions['ids']):,} decisions an iteration, {told - begun:.0f} s")
    return games


def player(network: Network) -> type[tefuda.Policy]:
    """The network as a player: it draws from what it has learned."""

    class Learned(tefuda.Policy):
        @torch.no_grad()
        def act(self, obs: np.ndarray, mask: np.ndarray) -> int:
            choice, _ = network(torch.from_numpy(obs)[None], torch.from_numpy(mask)[None])
            return self.random.choices(range(len(mask)), choice.probs[0].tolist())[0]

    return Learned


def rate(game: str, learned: type[tefuda.Policy], against: list[str], seats: int, games: int) -> None:
    """Hold it against each player of the house, and that player against itself: one guest, the others of one kind."""
    for rival in against:
        for guest in dict.fromkeys([learned, rival, "random"]):
            company = [guest, *[rival] * (seats - 1)]
            result = tefuda.match(game, company, games=games, series=1, paired=True, seed=1, threads=1)
            one = result.seats[0]
            print(f"  {one.agent:>14} among {rival}: wins {one.win_rate}, mean payoff {one.mean}, {result.games} games")


def main() -> None:
    """Read the command, train, rate."""
    parser = argparse.ArgumentParser(description="PPO against itself, for any game of tefuda")
    parser.add_argument("game", help="a game with its options, e.g. buzzard(cards=8)")
    parser.add_argument("--seats", type=int, default=None, help="how many sit at a table; the fewest the game has")
    parser.add_argument("--tables", type=int, default=1024, help="how many tables are played at once")
    parser.add_argument("--minutes", type=float, default=2.0, help="how long it learns")
    parser.add_argument("--width", type=int, default=256, help="how wide the two hidden layers are")
    parser.add_argument("--rate", type=float, default=3e-4, help="the first learning rate; it falls to a twentieth")
    parser.add_argument("--against", default="random", help="players of the house it is rated against, e.g. random,uct")
    parser.add_argument("--games", type=int, default=400, help="how many games each rating has")
    parser.add_argument("--save", default=None, help="a file for the weights")
    args = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)
    torch.manual_seed(0)
    tables = tefuda.batch(args.game, args.tables, seats=args.seats, series=1)
    network = Network(tables.num_features, tables.num_actions, args.width).to(DEVICE)
    print(f"{tables} on {torch.cuda.get_device_name() if DEVICE == 'cuda' else 'a processor'}")
    games = train(tables, network, args.minutes, args.rate)
    print(f"{games:,} games against itself in {args.minutes:g} minutes")
    if args.save:
        torch.save(network.state_dict(), args.save)
    torch.set_num_threads(1)
    rate(args.game, player(network.cpu()), args.against.split(","), tables.num_seats, args.games)


if __name__ == "__main__":
    main()
