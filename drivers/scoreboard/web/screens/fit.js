// Type as large as its box allows.

const STEPS = 9;

const overflows = (box) => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;

function spills(box) {
  if (overflows(box)) return true;
  return [...box.querySelectorAll("[data-fit]")].some(overflows);
}

export const doesFit = (box) => !spills(box);

// Search the largest type size between two bounds, in rem, at which nothing reaches beyond the box.
export function fit(box, least, most) {
  let [low, high] = [least, most];
  for (let step = 0; step < STEPS; step += 1) {
    const size = step === 0 ? most : (low + high) / 2;
    box.style.setProperty("--type", `${size}rem`);
    if (!spills(box)) low = size;
    else high = size;
    if (low === most) break;
  }
  box.style.setProperty("--type", `${low}rem`);
  return low;
}

// Call at once, when fonts have come, and whenever the screen changes its size.
export function whenSized(arrange) {
  const again = () => {
    arrange();
    document.body.dataset.sized = `${innerWidth}x${innerHeight}`;
  };
  again();
  document.fonts.addEventListener("loadingdone", again);
  addEventListener("resize", again);
}
