"""`make train`: render, train three small nets on the CPU, write them with their model card."""

import argparse
import time
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from vision.render.deck import Art, random_deck
from vision.training.art import CACHE, draw_all
from vision.training.data import IGNORED, SHARD_FRAMES, make_shard
from vision.training.evaluation import five_frames, held_out, one_frame
from vision.training.model_card import model_card
from vision.training.nets import (
    KIND_WAYS,
    RANK_WAYS,
    SUIT_WAYS,
    Net,
    corner_net,
    glyph_net,
    scene_net,
)

MODELS: Final = Path(__file__).resolve().parents[1] / "models"
SHARDS: Final = 140
_BATCH: Final = 128

Columns = dict[str, npt.NDArray[np.generic]]
Loss = Callable[[Tensor, Tensor], Tensor]


@dataclass(frozen=True, slots=True)
class Recipe:
    """One net's pictures, answers and schedule."""

    name: str
    make: Callable[[], Net]
    epochs: int
    heads: tuple[int, ...]
    weights: tuple[float, ...]
    highest_rate: float = 4e-3


RECIPES: Final = (
    Recipe("scene", scene_net, 12, (KIND_WAYS,), (1.0,)),
    Recipe("glyph", glyph_net, 14, (RANK_WAYS, SUIT_WAYS), (1.0, 0.7)),
    Recipe("corner", corner_net, 12, (RANK_WAYS, SUIT_WAYS, KIND_WAYS), (1.0, 0.7, 0.3)),
)


def load(shards: Sequence[int]) -> Columns:
    """All frames of the shards, column by column."""
    parts = [dict(np.load(make_shard(number))) for number in shards]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def pictures_of(name: str, data: Columns) -> tuple[Tensor, Tensor]:
    """A net's pictures as bytes, channels first, and its answers, one column a head."""
    answers = torch.from_numpy(data["answers"].astype(np.int64))
    if name == "glyph":
        labels = data["glyph_labels"].astype(np.int64)
        rank = np.where(labels[:, 0] == 17, RANK_WAYS - 1, labels[:, 0])
        suit = np.where(labels[:, 1] < 0, IGNORED, labels[:, 1] - 13)
        both = np.concatenate([data["glyphs"][:, 0], data["glyphs"][:, 1]], axis=2)
        used = (rank != IGNORED) | (suit != IGNORED)
        answers = torch.from_numpy(np.stack([rank, suit], axis=1)[used])
        return torch.from_numpy(both[used])[:, None], answers
    bytes_last = torch.from_numpy(data[name])
    pictures = bytes_last.permute(0, 3, 1, 2)
    return pictures, answers[:, 2:] if name == "scene" else answers


def _loss(recipe: Recipe, scores: Tensor, answers: Tensor) -> Tensor:
    total = torch.zeros(())
    parts = torch.split(scores, recipe.heads, dim=1)
    for i, (part, weight) in enumerate(zip(parts, recipe.weights, strict=True)):
        if bool((answers[:, i] != IGNORED).any()):
            total = total + weight * cross_entropy(part, answers[:, i], ignore_index=IGNORED)
    return total


def _shaken(pictures: Tensor, name: str) -> Tensor:
    """Cheap variety for each epoch: light, contrast, a pixel's shift."""
    batch = pictures.float() / 255
    count = len(batch)
    if name != "scene":
        gain = 1 + 0.12 * torch.randn(count, 1, 1, 1)
        batch = (batch - 0.5) * gain + 0.5 + 0.05 * torch.randn(count, 1, 1, 1)
        shift = torch.randint(-2, 3, (2,)).tolist()
        batch = torch.roll(batch, shift if name == "corner" else [0, 0], dims=(2, 3))
    return batch.clamp_(0, 1)


def train(recipe: Recipe, data: Columns, start: Path | None = None) -> Net:
    """Train one net; prints a line an epoch."""
    torch.manual_seed(5)
    pictures, answers = pictures_of(recipe.name, data)
    net = recipe.make().to(memory_format=torch.channels_last)
    if start is not None:
        net.load_state_dict(torch.load(start))
    steps = recipe.epochs * (len(pictures) // _BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, recipe.highest_rate, steps, pct_start=0.2
    )
    for epoch in range(recipe.epochs):
        began, losses = time.time(), []
        for picked in torch.randperm(len(pictures)).split(_BATCH)[: len(pictures) // _BATCH]:
            batch = _shaken(pictures[picked], recipe.name)
            scores = net(batch.contiguous(memory_format=torch.channels_last))
            loss = _loss(recipe, scores, answers[picked])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            losses.append(float(loss.detach()))
        line = f"  {recipe.name} epoch {epoch + 1}/{recipe.epochs}: loss {np.mean(losses):.4f}"
        print(f"{line}, {time.time() - began:.0f} s", flush=True)
    return net.eval()


def checked(recipe: Recipe, net: Net, data: Columns) -> str:
    """Right answers per head on frames the net has not seen."""
    pictures, answers = pictures_of(recipe.name, data)
    with torch.no_grad():
        scores = torch.cat([net(part.float() / 255) for part in pictures.split(256)])
    shares = []
    for i, part in enumerate(torch.split(scores, recipe.heads, dim=1)):
        used = answers[:, i] != IGNORED
        right = (part.argmax(1)[used] == answers[used, i]).float().mean()
        shares.append(f"{float(right):.4f}")
    return " ".join(shares)


def export(recipe: Recipe, net: Net, folder: Path = MODELS) -> Path:
    """Write the net in the form OpenCV reads."""
    shape = {"corner": (1, 3, 112, 56), "glyph": (1, 1, 32, 48), "scene": (1, 3, 40, 30)}[
        recipe.name
    ]
    path = folder / f"card-{recipe.name}.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net.cpu(), (torch.zeros(shape),), str(path), dynamo=False, opset_version=11
        )
    return path


def figures(frames: int) -> list[str]:
    """What the finished reader does with typefaces it was not trained on, level by level."""
    rng = np.random.default_rng(88)
    decks: dict[str, list[Art]] = {"own unseen typefaces": [random_deck(rng) for _ in range(20)]}
    strangers = held_out(200, lambda text: print(f"  {text}", flush=True))
    if strangers:
        decks[f"{len(strangers)} held-out decks"] = strangers
    lines = []
    for name, some in decks.items():
        for level in ("clean", "mid", "hard"):
            lines.append(f"{name}, {level}, one frame: {one_frame(some, level, frames)}")
            lines.append(f"{name}, {level}, five frames: {five_frames(some, level, frames // 5)}")
            print(f"  {lines[-2]}\n  {lines[-1]}", flush=True)
    return lines


def _train_nets(asked: argparse.Namespace) -> None:
    data, unseen = load(range(asked.shards - 2)), load(range(asked.shards - 2, asked.shards))
    for recipe in RECIPES:
        if asked.only in (None, recipe.name):
            chosen = replace(recipe, epochs=asked.epochs or recipe.epochs)
            kept = CACHE.parent / "train" / f"{recipe.name}.pt"
            net = train(chosen, data, kept if asked.continued else None)
            torch.save(net.state_dict(), kept)
            path = export(recipe, net)
            print(f"  {path.name}: {checked(recipe, net, unseen)} right on unseen typefaces")


def main() -> None:
    """Fetch art, render what is missing, train what is asked for, write models and model card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shards", type=int, default=SHARDS, help="of 1,040 frames each")
    parser.add_argument("--only", choices=[recipe.name for recipe in RECIPES])
    parser.add_argument("--epochs", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--continued", action="store_true", help="start from the last weights")
    parser.add_argument("--frames", type=int, default=1500, help="to measure on, per level")
    asked = parser.parse_args()
    torch.set_num_threads(asked.workers)
    print("Fetching and drawing card art", flush=True)
    draw_all()
    print(f"Rendering {asked.shards} shards", flush=True)
    with ProcessPoolExecutor(asked.workers) as pool:
        list(pool.map(make_shard, range(asked.shards)))
    _train_nets(asked)
    print("Measuring", flush=True)
    how = f"`make train`: {asked.shards} shards on the CPU, AdamW, one cycle."
    text = model_card(MODELS, asked.shards * SHARD_FRAMES, how, figures(asked.frames))
    (MODELS / "card.md").write_text(text)


if __name__ == "__main__":
    main()
