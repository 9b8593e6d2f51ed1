"""The kiosk page fits its screen and its words in every size, theme and language."""

import pytest
from playwright.async_api import Browser, Page, ViewportSize

from drivers.scoreboard.poster import WagerLimits
from tests.browser.kiosk_page import (
    IN_CHROMIUM,
    TALL_WALL,
    WALL,
    Kiosk,
    Table,
    kiosk_of,
    screens_with,
)
from tests.browser.kiosk_scenes import (
    BACCARAT_GAMES,
    betting,
    board,
    dealt,
    game_board,
    hands,
    held,
)
from tests.cut_fonts import letters_of

pytestmark = IN_CHROMIUM

SIZES: dict[str, ViewportSize] = {
    "lying": WALL,
    "standing": TALL_WALL,
    "small": {"width": 1280, "height": 720},
    "large": {"width": 3840, "height": 2160},
}
SIZES_IN_TURN = [
    "lying",
    "standing",
    *(pytest.param(size, marks=pytest.mark.long) for size in ("small", "large")),
]

# Visible panels that reach beyond the screen, or whose content reaches beyond them.
SPILLED = """() => [...document.querySelectorAll(".head, .panel")]
  .filter(node => node.offsetParent)
  .filter(node => {
    const box = node.getBoundingClientRect();
    return box.right > innerWidth + 1 || box.bottom > innerHeight + 1
      || node.scrollWidth > node.clientWidth + 2 || node.scrollHeight > node.clientHeight + 2;
  })
  .map(node => node.className)"""

# Every text of the page as the box of its letters: narrower than the line, as wide as the words.
TEXTS = """const texts = () => {
  const walker = document.createTreeWalker(document.querySelector(".board"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode, owner = node.parentElement;
    if (!node.data.trim() || owner instanceof SVGElement || !owner.offsetParent) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const trim = box.height * 0.25;
      found.push({ node, owner, text: node.data.trim(), left: box.left, right: box.right,
        top: box.top + trim, bottom: box.bottom - trim });
    }
  }
  return found;
};"""
# Texts that reach out of the panel, or the part of the head, they stand in.
CLIPPED = f"""() => {{ {TEXTS}
  return texts().filter(({{ owner, left, right, top, bottom }}) => {{
    const box = owner.closest(".panel, .head").getBoundingClientRect();
    return left < box.left - 1 || right > box.right + 1 || top < box.top - 1
      || bottom > box.bottom + 1 || owner.scrollWidth > owner.clientWidth + 1 && owner.clientWidth;
  }}).map(({{ text }}) => text);
}}"""
OVERLAPPING = f"""() => {{ {TEXTS}
  const all = texts(), pairs = [];
  all.forEach((one, index) => all.slice(index + 1).forEach((two) => {{
    const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
    const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
    if (across > 1 && down > 1) pairs.push(`${{one.text}} / ${{two.text}}`);
  }}));
  return pairs;
}}"""
# Characters a shipped Chinese face has no glyph for: a square em is drawn by no other face here.
NOT_DRAWN = """async ([face_name, characters]) => {
  const face = (weight) => `${weight} 100px "${face_name}"`;
  await Promise.all([500, 800].map((weight) => document.fonts.load(face(weight), "庄")));
  const pen = document.createElement("canvas").getContext("2d");
  return [...characters].filter((character) => [500, 800].some((weight) => {
    pen.font = `${face(weight)}, monospace`;
    return Math.abs(pen.measureText(character).width - 100) > 0.5;
  }));
}"""

SIDE_WAGERS = tuple(
    WagerLimits(name=name, title="", main=False, lowest=low, highest=high)
    for name, low, high in (("tie", 5, 500), ("dragon-7", 1, 100), ("panda-8", 5, 200))
)


async def assert_tidy(page: Page, what: str) -> None:
    await page.evaluate("document.fonts.ready.then(() => null)")
    assert await page.evaluate(SPILLED) == [], what
    assert await page.evaluate(CLIPPED) == [], what
    assert await page.evaluate(OVERLAPPING) == [], what


@pytest.mark.parametrize("size", ["lying", "standing"])
@pytest.mark.parametrize("language", ["en", "zh", "vi"])
async def test_no_word_of_any_game_is_cut(browser: Browser, size: str, language: str) -> None:
    screens = screens_with(wagers=SIDE_WAGERS)
    table = Table(board(number=1))
    asking = f"?lang={language}"
    async with kiosk_of(table, browser, SIZES[size], asking=asking, screens=screens) as kiosk:
        for number, game in enumerate(BACCARAT_GAMES, start=10):
            table.news.put_nowait(game_board(game).model_copy(update={"number": number}))
            await kiosk.drawn(number)
            await assert_tidy(kiosk.page, game)


SCENES = {
    "no hand": board(),
    "a long shoe": board(dealt(85)),
    "a dragon": board(hands("T T " + "B " * 18 + "P " * 12 + "B")),
    "two hundred hands": board(dealt(200)),
    "fourteen seats": board(dealt(40), seats=14, bank=1, button=14),
    "bets open": betting(dealt(40)),
    "bank offered": board(dealt(40), phase="bank", bank=None, offered=5, button=None),
    "held": held(dealt(40)),
}


@pytest.mark.parametrize("size", SIZES_IN_TURN)
@pytest.mark.parametrize("asking", ["?lang=en", "?lang=zh-Hant&theme=bright", "?lang=vi"])
async def test_every_scene_fits_the_screen(browser: Browser, size: str, asking: str) -> None:
    table = Table(board(hands("B"), number=1))
    async with kiosk_of(table, browser, SIZES[size], asking=asking) as kiosk:
        for number, (scene, shown) in enumerate(SCENES.items(), start=1000):
            table.news.put_nowait(shown.model_copy(update={"number": number}))
            await kiosk.drawn(number)
            await assert_tidy(kiosk.page, scene)
        assert kiosk.complaints == []


async def colour_of(kiosk: Kiosk, selector: str, what: str) -> str:
    script = "(node, what) => getComputedStyle(node)[what]"
    return str(await kiosk.page.locator(selector).first.evaluate(script, what))


async def test_a_screen_may_wear_another_theme_than_its_table(browser: Browser) -> None:
    grounds = {}
    for theme in ("dark", "bright"):
        async with kiosk_of(Table(board(dealt(9))), browser, asking=f"?theme={theme}") as kiosk:
            await kiosk.page.wait_for_load_state("networkidle")
            grounds[theme] = await colour_of(kiosk, "body", "backgroundColor")
            beads = [await colour_of(kiosk, f".side-{side} .shape", "fill") for side in "PB"]
            assert len({*beads, await colour_of(kiosk, ".panel", "backgroundColor")}) == 3
    assert grounds["dark"] != grounds["bright"]


async def test_speaks_chinese_when_the_table_does(browser: Browser) -> None:
    screens = screens_with(language="zh-Hans")
    async with kiosk_of(Table(board(hands("B P T"))), browser, screens=screens) as kiosk:
        titles = await kiosk.page.locator(".road h2").all_text_contents()
        assert titles == ["珠盘路", "大路", "大眼仔", "小路", "曱甴路"]
        letters = kiosk.page.locator(".bead-plate .plate .letter")
        assert await letters.all_text_contents() == ["庄", "闲", "和"]
        names = await kiosk.page.locator(".tile.bonus .name").all_text_contents()
        assert names == ["龙七", "熊猫八"]
        assert await kiosk.page.locator("html").get_attribute("lang") == "zh-Hans"


async def test_the_address_outvotes_the_tables_language(browser: Browser) -> None:
    screens = screens_with(language="zh-Hans")
    async with kiosk_of(Table(board()), browser, asking="?lang=en", screens=screens) as kiosk:
        await kiosk.sees("state", "Next round soon")


@pytest.mark.parametrize(
    ("asking", "lang", "state", "road", "letter"),
    [
        ("?lang=zh-TW", "zh-Hant", "即將開局", "珠盤路", "莊"),
        ("?lang=vi-VN", "vi", "Sắp vào ván mới", "Bảng hạt", "B"),
        ("?lang=xx", "en", "Next round soon", "Bead plate", "B"),
    ],
)
async def test_a_screen_speaks_as_its_address_asks(
    browser: Browser, asking: str, lang: str, state: str, road: str, letter: str
) -> None:
    async with kiosk_of(Table(board(hands("B"))), browser, asking=asking) as kiosk:
        await kiosk.sees("state", state)
        assert await kiosk.page.locator("html").get_attribute("lang") == lang
        assert await kiosk.page.locator(".road h2").first.text_content() == road
        assert await kiosk.page.locator(".bead-plate .plate .letter").text_content() == letter


@pytest.mark.parametrize(("language", "face"), [("zh-Hans", "SC"), ("zh-Hant", "TC")])
async def test_a_chinese_face_draws_every_character_we_use(
    browser: Browser, language: str, face: str
) -> None:
    used = {letter for letter in letters_of(language) if "\u3400" <= letter <= "\u9fff"}
    async with kiosk_of(Table(board()), browser, asking=f"?lang={language}") as kiosk:
        asked = [f"Noto Sans {face} Table", "".join(sorted(used))]
        assert await kiosk.page.evaluate(NOT_DRAWN, asked) == []
