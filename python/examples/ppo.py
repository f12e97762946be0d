"""The loop of ``tefuda.learn`` in its shortest form: a player learns any game by playing against itself.

    pip install ./python torch
    python python/examples/ppo.py buzzard --minutes 3 --against random,greedy
    python python/examples/ppo.py raiders --seats 5 --minutes 10 --against random,heuristic

PPO with a clipped ratio: one network plays every seat of many tables (`tefuda.batch`), and every decision is held
against what its seat earned in the end. On a graphics card if there is one, else on one core. What this leaves out
(checkpoints, a league, a report, a file that plays everywhere) is `python -m tefuda.learn`; the same loop in small
steps, with explanations, is `python/notebooks/ppo.ipynb`.
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
Columns = dict[str, torch.Tensor]


class Network(nn.Module):
    """Two hidden layers, a head for the ids and one for what the seat will earn."""

    def __init__(self, figures: int, ids: int, width: int) -> None:
        """Begin as a random player."""
        super().__init__()
        self.body = nn.Sequential(nn.Linear(figures, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, ids), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight), nn.init.zeros_(self.policy.bias)

    def forward(self, obs: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Give the logarithms of the shares of all ids, and the expected points."""
        hidden = self.body(obs)
        return self.policy(hidden).masked_fill(~mask, -1e9).log_softmax(1), self.value(hidden)[:, 0]


class Generator:
    """All tables, and the decisions whose games are not over."""

    def __init__(self, tables: tefuda.Batch, network: Network, seed: int) -> None:
        """Deal the first games."""
        self.tables, self.network, self.games = tables, network, 0
        self.obs, self.info = tables.reset(seed=seed)
        self.steps: list[Columns] = []

    @torch.no_grad()
    def play(self, steps: int) -> Columns:
        """Play every table on by so many steps: all decisions whose games are over, with what their seats earned."""
        every = torch.arange(self.tables.num_envs)
        for _ in range(steps):
            shown = {"obs": torch.from_numpy(self.obs), "mask": torch.from_numpy(self.info["action_mask"])}
            logp, value = self.network(*(tensor.to(DEVICE) for tensor in shown.values()))
            ids = torch.multinomial(logp.exp(), 1)
            step = {**shown, "ids": ids[:, 0].cpu(), "before": logp.gather(1, ids)[:, 0].cpu(), "value": value.cpu()}
            seat = torch.from_numpy(self.info["seat"].astype(np.int64))
            self.obs, rewards, ended, _, self.info = self.tables.step(step["ids"].numpy())
            told = {"seat": seat, "rewards": torch.from_numpy(rewards), "ended": torch.from_numpy(ended)}
            self.steps.append({**step, **told, "open": torch.ones(len(every), dtype=torch.bool)})
            self.games += int(ended.sum())
        earned, over, taken = torch.zeros_like(self.steps[0]["rewards"]), torch.zeros(len(every), dtype=torch.bool), []
        for step in reversed(self.steps):
            earned[step["ended"]] = step["rewards"][step["ended"]]
            over |= step["ended"]
            now = over & step["open"]
            step["open"] = step["open"] & ~now
            columns = {name: step[name][now] for name in ("obs", "mask", "ids", "before", "value")}
            taken.append({**columns, "earned": earned[every, step["seat"]][now]})
        self.steps = [step for step in self.steps if step["open"].any()]
        return {name: torch.cat([columns[name] for columns in taken]).to(DEVICE) for name in taken[0]}


def learn(network: Network, optimizer: torch.optim.Optimizer, now: Columns, entropy: float) -> None:
    """Make better what led to more than was expected, in small steps."""
    advantage = now["earned"] - now["value"]
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    for _ in range(2):
        for among in torch.randperm(len(advantage), device=DEVICE).split(max(1024, len(advantage) // 16)):
            logp, value = network(now["obs"][among], now["mask"][among])
            ratio = (logp.gather(1, now["ids"][among, None])[:, 0] - now["before"][among]).exp()
            gain = torch.minimum(ratio * advantage[among], ratio.clamp(0.8, 1.2) * advantage[among])
            surprise = (now["earned"][among] - value).pow(2).mean()
            spread = -(logp.exp() * logp).sum(1).mean()
            optimizer.zero_grad()
            (0.5 * surprise - gain.mean() - entropy * spread).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def train(generator: Generator, minutes: float, rate: float) -> None:
    """Play and learn until the time is over."""
    network, told, scale = generator.network, 0.0, 0.0
    optimizer = torch.optim.Adam(network.parameters(), lr=rate)
    begun = time.monotonic()
    while (share := (time.monotonic() - begun) / (60 * minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = rate * max(1 - share, 0.05)
        decisions = generator.play(32)
        if not len(decisions["ids"]):
            continue
        # Points differ from game to game; the network learns in units of how far they lay apart in the beginning.
        scale = scale or float(decisions["earned"].std()) or 1.0
        decisions["earned"] = decisions["earned"] / scale
        learn(network, optimizer, decisions, entropy=0.01 * max(1 - share, 0.1))
        if (seconds := time.monotonic() - begun) > told + 20:
            told = seconds
            print(f"  {generator.games:,} games, {len(decisions['ids']):,} decisions an update, {seconds:.0f} s")


def player(network: Network) -> type[tefuda.Policy]:
    """Make a player of the network: it draws from what it has learned."""

    class Learned(tefuda.Policy):
        @torch.no_grad()
        def act_many(self, obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
            shares = network(torch.from_numpy(obs), torch.from_numpy(mask))[0].exp()
            luck = torch.Generator().manual_seed(self.random.getrandbits(63))
            return torch.multinomial(shares, 1, generator=luck)[:, 0].numpy()

    return Learned


def rate(game: str, learned: type[tefuda.Policy], against: list[str], seats: int, games: int) -> None:
    """Hold it against each player of the house, and that player against itself: one guest, the others of one kind."""
    for rival in against:
        for guest in dict.fromkeys([learned, rival, "random"]):
            company = [guest, *[rival] * (seats - 1)]
            one = tefuda.match(game, company, games=games, series=1, paired=True, seed=1, threads=1).seats[0]
            print(f"  {one.agent:>14} among {rival}: wins {one.win_rate}, mean payoff {one.mean}, {one.games} games")


def main() -> None:
    """Read the command, train, rate."""
    parser = argparse.ArgumentParser(description="PPO against itself, for any game of tefuda")
    parser.add_argument("game", help="a game with its options, e.g. buzzard(cards=8)")
    parser.add_argument("--seats", type=int, default=None, help="how many sit at a table; the fewest the game has")
    parser.add_argument("--tables", type=int, default=512, help="how many tables are played at once")
    parser.add_argument("--minutes", type=float, default=2.0, help="how long it learns")
    parser.add_argument("--width", type=int, default=128, help="how wide the two hidden layers are")
    parser.add_argument("--rate", type=float, default=1e-3, help="the first learning rate; it falls to a twentieth")
    parser.add_argument("--against", default="random", help="players of the house it is rated against, e.g. random,uct")
    parser.add_argument("--games", type=int, default=400, help="how many games each rating has")
    parser.add_argument("--seed", type=int, default=0, help="of the first weights and of all that is drawn")
    parser.add_argument("--save", default=None, help="a file for the weights")
    args = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)
    torch.manual_seed(args.seed)
    # Small matrices: several cores wait for each other longer than they work.
    torch.set_num_threads(1)
    tables = tefuda.batch(args.game, args.tables, seats=args.seats, series=1, autoreset="same_step", copy=True)
    network = Network(tables.num_features, tables.num_actions, args.width).to(DEVICE)
    print(f"{tables} on {torch.cuda.get_device_name() if DEVICE == 'cuda' else 'a processor'}")
    generator = Generator(tables, network, args.seed)
    train(generator, args.minutes, args.rate)
    print(f"{generator.games:,} games against itself in {args.minutes:g} minutes")
    if args.save:
        torch.save(network.state_dict(), args.save)
    rate(args.game, player(network.cpu()), args.against.split(","), tables.num_seats, args.games)


if __name__ == "__main__":
    main()
