"""The three small nets of the dice reader, as torch builds them."""

from torch import nn

from vision.training.card_nets import convolution


def _block(into: int, out: int, stride: int = 1, wide: int = 1) -> list[nn.Module]:
    return convolution(into, out, 3, stride, wide, wide)


def finder() -> nn.Module:
    """Where dice are: per cell of 8 x 8 pixels four sub-cells of heat, dx, dy and size."""
    return nn.Sequential(
        *_block(3, 16, 2),
        *_block(16, 24, 2),
        *_block(24, 24),
        *_block(24, 56, 2),
        *_block(56, 56),
        *_block(56, 56, 1, 2),
        *_block(56, 56),
        *_block(56, 56, 1, 2),
        nn.Conv2d(56, 16, 1),
    )


def namer() -> nn.Module:
    """What a patch of 40 x 40 pixels shows: 1 to 6, cocked, hidden, nothing; and its tilt."""
    return nn.Sequential(
        *_block(3, 16, 2),
        *_block(16, 32),
        *_block(32, 32, 2),
        *_block(32, 64),
        *_block(64, 64, 2),
        *convolution(64, 96, 5),
        nn.Conv2d(96, 11, 1),
        nn.Flatten(),
    )


def pip_finder() -> nn.Module:
    """Where the pips of the top face are in a patch of 48 x 48 pixels, per cell of 2 x 2."""
    return nn.Sequential(
        *_block(3, 12, 2),
        *_block(12, 24, 2),
        *_block(24, 32),
        *_block(32, 32, 1, 2),
        *_block(32, 32, 1, 2),
        *_block(32, 32),
        nn.Conv2d(32, 4, 1),
    )
