"""`make train`: render, train the small nets on the CPU, write them with their model card."""

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
from torch.nn.functional import cross_entropy, kl_div, log_softmax, softmax

from vision.emulation.cards.deck import Art, random_deck
from vision.training.art import CACHE, draw_all
from vision.training.card_data import IGNORED, SHARD_FRAMES, make_shard
from vision.training.card_nets import (
    KIND_WAYS,
    RANK_WAYS,
    SUIT_WAYS,
    Net,
    corner_glance_net,
    corner_net,
    glyph_glance_net,
    glyph_net,
    scene_net,
)
from vision.training.evaluation import five_frames, held_out, one_frame
from vision.training.model_card import renew

MODELS: Final = Path(__file__).resolve().parents[1] / "models"
SHARDS: Final = 200
_BATCH: Final = 128
_SHAPES: Final = {"scene": (1, 3, 40, 30), "glyph": (1, 1, 32, 48), "corner": (1, 3, 112, 56)}
# How much of a pupil's loss is its tutor's word, and how much that word is softened.
_TUTORED: Final = 0.6
_SOFTNESS: Final = 2.0

Columns = dict[str, npt.NDArray[np.generic]]


@dataclass(frozen=True, slots=True)
class Recipe:
    """One net's pictures, answers and schedule; a pupil sees what its tutor sees."""

    name: str
    make: Callable[[], Net]
    epochs: int
    heads: tuple[int, ...]
    weights: tuple[float, ...]
    highest_rate: float = 4e-3
    tutor: "Recipe | None" = None

    @property
    def sees(self) -> str:
        """Which pictures it learns from."""
        return self.name if self.tutor is None else self.tutor.name


SCENE: Final = Recipe("scene", scene_net, 12, (KIND_WAYS,), (1.0,))
GLYPH: Final = Recipe("glyph", glyph_net, 14, (RANK_WAYS, SUIT_WAYS), (1.0, 0.7))
CORNER: Final = Recipe("corner", corner_net, 24, (RANK_WAYS, SUIT_WAYS, KIND_WAYS), (1.0, 0.7, 0.3))
# A tutor comes before its pupil.
RECIPES: Final = (
    SCENE,
    GLYPH,
    CORNER,
    replace(GLYPH, name="glyph-glance", make=glyph_glance_net, epochs=24, tutor=GLYPH),
    replace(CORNER, name="corner-glance", make=corner_glance_net, epochs=24, tutor=CORNER),
)


def load(shards: Sequence[int]) -> Columns:
    """All frames of the shards, column by column."""
    parts = [dict(np.load(make_shard(number))) for number in shards]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def pictures_of(sees: str, data: Columns) -> tuple[Tensor, Tensor]:
    """A net's pictures as bytes, channels first, and its answers, one column a head."""
    answers = torch.from_numpy(data["answers"].astype(np.int64))
    if sees == "glyph":
        labels = data["glyph_labels"].astype(np.int64)
        rank = np.where(labels[:, 0] == 17, RANK_WAYS - 1, labels[:, 0])
        suit = np.where(labels[:, 1] < 0, IGNORED, labels[:, 1] - 13)
        both = np.concatenate([data["glyphs"][:, 0], data["glyphs"][:, 1]], axis=2)
        used = (rank != IGNORED) | (suit != IGNORED)
        answers = torch.from_numpy(np.stack([rank, suit], axis=1)[used])
        return torch.from_numpy(both[used])[:, None], answers
    pictures = torch.from_numpy(data[sees]).permute(0, 3, 1, 2)
    return pictures, answers[:, 2:] if sees == "scene" else answers


def _loss(recipe: Recipe, scores: Tensor, answers: Tensor, hints: Tensor | None) -> Tensor:
    """How far the scores are from the answers and, for a pupil, from its tutor's scores."""
    total = torch.zeros(())
    parts = torch.split(scores, recipe.heads, dim=1)
    told = torch.split(scores if hints is None else hints, recipe.heads, dim=1)
    for i, (part, hint, weight) in enumerate(zip(parts, told, recipe.weights, strict=True)):
        used = answers[:, i] != IGNORED
        if bool(used.any()):
            off = cross_entropy(part[used], answers[used, i])
            if hints is not None:
                off = (1 - _TUTORED) * off + _TUTORED * _unlike(part[used], hint[used])
            total = total + weight * off
    return total


def _unlike(scores: Tensor, hints: Tensor) -> Tensor:
    own, told = log_softmax(scores / _SOFTNESS, 1), softmax(hints / _SOFTNESS, 1)
    return kl_div(own, told, reduction="batchmean") * _SOFTNESS**2


def _scores(net: Net, pictures: Tensor) -> Tensor:
    with torch.no_grad():
        return torch.cat([net(part.float() / 255) for part in pictures.split(256)])


def _shaken(pictures: Tensor, sees: str) -> Tensor:
    """Cheap variety for each epoch: light, contrast, a pixel's shift."""
    batch = pictures.float() / 255
    count = len(batch)
    if sees != "scene":
        gain = 1 + 0.12 * torch.randn(count, 1, 1, 1)
        batch = (batch - 0.5) * gain + 0.5 + 0.05 * torch.randn(count, 1, 1, 1)
        shift = torch.randint(-2, 3, (2,)).tolist()
        batch = torch.roll(batch, shift if sees == "corner" else [0, 0], dims=(2, 3))
    return batch.clamp_(0, 1)


def train(
    recipe: Recipe, data: Columns, start: Path | None = None, tutor: Net | None = None
) -> Net:
    """Train one net; prints a line an epoch."""
    torch.manual_seed(5)
    pictures, answers = pictures_of(recipe.sees, data)
    hints = None if tutor is None else _scores(tutor, pictures)
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
            batch = _shaken(pictures[picked], recipe.sees)
            scores = net(batch.contiguous(memory_format=torch.channels_last))
            loss = _loss(recipe, scores, answers[picked], None if hints is None else hints[picked])
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
    pictures, answers = pictures_of(recipe.sees, data)
    shares = []
    for i, part in enumerate(torch.split(_scores(net, pictures), recipe.heads, dim=1)):
        used = answers[:, i] != IGNORED
        right = (part.argmax(1)[used] == answers[used, i]).float().mean()
        shares.append(f"{float(right):.4f}")
    return " ".join(shares)


def export(recipe: Recipe, net: Net, folder: Path = MODELS) -> Path:
    """Write the net in the form OpenCV reads."""
    shape = _SHAPES[recipe.sees]
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
            start = _weights(recipe.name) if asked.continued else None
            net = train(chosen, data, start, _trained(recipe.tutor) if recipe.tutor else None)
            torch.save(net.state_dict(), _weights(recipe.name))
            path = export(recipe, net)
            print(f"  {path.name}: {checked(recipe, net, unseen)} right on unseen typefaces")


def _weights(name: str) -> Path:
    return CACHE.parent / "train" / f"{name}.pt"


def _trained(recipe: Recipe) -> Net:
    """A net as it was last trained."""
    kept = _weights(recipe.name)
    if not kept.exists():
        raise SystemExit(f"{kept} is missing; run with --only {recipe.name} first")
    net = recipe.make()
    net.load_state_dict(torch.load(kept))
    return net.eval()


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
    frames = f"{asked.shards * SHARD_FRAMES:,} frames in {asked.shards} shards"
    how = f"`make train`: {frames}, on the CPU, AdamW, one cycle."
    measured = "\n".join(f"- {line}" for line in figures(asked.frames))
    renew(MODELS / "card.md", "card", Training=how, Figures=measured)


if __name__ == "__main__":
    main()
