"""Keys of a page that take touches: a control takes none in its first moment."""

from typing import Final

from playwright.async_api import Locator, expect

from tests.system.processes import PATIENCE_S

# Wherever a slow machine may make somebody wait.
PATIENCE_MS: Final = PATIENCE_S * 1000
# The moment is longer on a slow machine: the page itself says when it is over, or that the key has
# gone and another one must be looked for.
SETTLED: Final = """async (node) => {
  const { isSettled } = await import("/kit/guard.js");
  while (node.isConnected && !isSettled(node)) await new Promise((done) => setTimeout(done, 20));
  return node.isConnected;
}"""


async def settled(node: Locator) -> Locator:
    """The key, as soon as it takes touches."""
    await expect(node).to_be_visible(timeout=PATIENCE_MS)
    while not await node.evaluate(SETTLED, timeout=PATIENCE_MS):
        await expect(node).to_be_visible(timeout=PATIENCE_MS)
    return node
