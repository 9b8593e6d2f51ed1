// Lays blocks into columns and pages, as large as they can be; all sizes are in units of the type.

const MOST_COLUMNS = 4;

const span = (heights, gap) => heights.reduce((sum, height) => sum + height, 0) + gap * (heights.length - 1);

// Runs in order, none higher than the limit unless a single block is.
function filled(heights, limit, gap) {
  const runs = [];
  for (let start = 0; start < heights.length; ) {
    let end = start + 1;
    while (end < heights.length && span(heights.slice(start, end + 1), gap) <= limit) end += 1;
    runs.push([start, end]);
    start = end;
  }
  return runs;
}

function possibleHeights(heights, gap) {
  const found = heights.flatMap((_, start) =>
    heights.slice(start).map((__, more) => span(heights.slice(start, start + more + 1), gap)));
  return found.sort((a, b) => a - b);
}

// Cut blocks in order into at most so many runs, the highest as low as it can be.
export function balance(heights, most, gap = 0) {
  const highest = Math.max(...heights);
  for (const height of possibleHeights(heights, gap)) {
    const runs = height >= highest ? filled(heights, height, gap) : [];
    if (runs.length && runs.length <= most) return { runs, height };
  }
  return { runs: [], height: 0 };
}

function inColumns(blocks, columns, room, gap) {
  const { runs, height } = balance(blocks.map((block) => block.height), columns, gap);
  const width = Math.max(...blocks.map((block) => block.width));
  const across = runs.length * width + (runs.length - 1) * gap;
  return { runs, size: Math.min(room.width / across, room.height / height, room.most) };
}

// The number of columns that gives the largest type; the fewest of equals.
export function pack(blocks, room, gap) {
  const counts = Array.from({ length: Math.min(MOST_COLUMNS, blocks.length) }, (_, index) => index + 1);
  const tried = counts.map((columns) => inColumns(blocks, columns, room, gap));
  return tried.reduce((best, next) => (next.size > best.size * 1.001 ? next : best));
}

// As few pages as keep the type at the least size, all pages in one size.
export function paginate(blocks, room, gap) {
  for (let pages = 1; ; pages += 1) {
    const { runs } = balance(blocks.map((block) => block.height), pages, gap);
    const packed = runs.map(([start, end]) => ({ start, ...pack(blocks.slice(start, end), room, gap) }));
    const size = Math.min(...packed.map((page) => page.size));
    if (size >= room.least || pages >= blocks.length) {
      return { size, pages: packed.map(({ start, runs: columns }) => columns.map(([a, b]) => [start + a, start + b])) };
    }
  }
}
