"""The five small nets; their shapes are fixed so that OpenCV can run them."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

RANK_WAYS = 14
SUIT_WAYS = 5
KIND_WAYS = 12
Layer = tuple[int, int, int]


def convolution(ins: int, outs: int, kernel: int, *how: int) -> list[nn.Module]:
    """A convolution (then stride, padding and dilation), normalised and rectified."""
    conv = nn.Conv2d(ins, outs, kernel, *how, bias=False)
    return [conv, nn.BatchNorm2d(outs), nn.ReLU(inplace=True)]


def _stack(ins: int, layers: Sequence[Layer]) -> nn.Sequential:
    """Convolutions of (channels, kernel, stride)."""
    parts: list[nn.Module] = []
    for outs, kernel, stride in layers:
        parts += convolution(ins, outs, kernel, stride, (kernel - stride + 1) // 2)
        ins = outs
    return nn.Sequential(*parts)


class Net(nn.Module):
    """Convolutions, one hidden layer, one row of scores."""

    def __init__(
        self, ins: int, layers: Sequence[Layer], flat: int, hidden: int, outs: int
    ) -> None:
        super().__init__()
        self.body = _stack(ins, layers)
        self.drop = nn.Dropout(0.15)
        self.hidden = nn.Linear(flat, hidden)
        self.scores = nn.Linear(hidden, outs)

    def forward(self, picture: Tensor) -> Tensor:
        """Scores for a batch of pictures of 0 to 1."""
        found = torch.flatten(self.body(picture), 1)
        scores: Tensor = self.scores(torch.relu(self.hidden(self.drop(found))))
        return scores


def corner_net() -> Net:
    """Unsegmented corner, 3 x 112 x 56: rank, suit and kind."""
    layers = [(24, 6, 4), (48, 4, 2), (56, 3, 1), (64, 4, 2)]
    return Net(3, layers, 64 * 7 * 3, 72, RANK_WAYS + SUIT_WAYS + KIND_WAYS)


def corner_glance_net() -> Net:
    """Sees what the corner net sees at a third of its cost, and learns from its scores."""
    layers = [(12, 6, 4), (32, 4, 2), (48, 4, 2)]
    return Net(3, layers, 48 * 7 * 3, 64, RANK_WAYS + SUIT_WAYS + KIND_WAYS)


def glyph_net() -> Net:
    """Rank and suit cut out, side by side, 1 x 32 x 48: rank and suit."""
    layers = [(16, 4, 2), (32, 4, 2), (40, 3, 1), (48, 4, 2)]
    return Net(1, layers, 48 * 4 * 6, 64, RANK_WAYS + SUIT_WAYS)


def glyph_glance_net() -> Net:
    """Sees what the glyph net sees at a third of its cost, and learns from its scores."""
    return Net(1, [(24, 6, 4), (48, 4, 2)], 48 * 4 * 6, 64, RANK_WAYS + SUIT_WAYS)


def scene_net() -> Net:
    """The whole window, 3 x 40 x 30: kind."""
    return Net(3, [(12, 4, 2), (24, 4, 2), (32, 4, 2)], 32 * 5 * 3, 32, KIND_WAYS)
