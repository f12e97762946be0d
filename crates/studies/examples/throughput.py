"""The same measurement as throughput.rs with PyTorch: python3 crates/studies/examples/throughput.py

Stochastic gradient descent on 173-250-3, one thread, batches of 32, 128 and 256 gathered from shuffled rows.
"""
import time

import torch

WIDTHS = (173, 250, 3)
ROWS = 32_768
PASSES = 5

torch.set_num_threads(1)
torch.manual_seed(1)
rows = (torch.rand(ROWS, WIDTHS[0]) < 0.25).float()
answers = torch.randint(0, 3, (ROWS,))
order = torch.randint(0, ROWS, (ROWS,))


def seconds(model, optimizer, loss, batch):
    begun = time.thread_time()
    for among in order.split(batch):
        optimizer.zero_grad()
        error = loss(model(rows[among]), answers[among])
        error.backward()
        optimizer.step()
        error.item()
    return time.thread_time() - begun


print("PyTorch", torch.__version__)
for batch in (32, 128, 256):
    layers = torch.nn.Linear(WIDTHS[0], WIDTHS[1]), torch.nn.ReLU(), torch.nn.Linear(WIDTHS[1], WIDTHS[2])
    model = torch.nn.Sequential(*layers)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    best = min(seconds(model, optimizer, torch.nn.CrossEntropyLoss(), batch) for _ in range(PASSES))
    print(f"batch {batch:4}: {ROWS / best / 1000:6.0f} thousand rows a second")
