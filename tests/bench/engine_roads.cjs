// Draws all roads of baccarat-engine after every hand; shoes come as JSON on stdin, figures go to stdout.
const path = require("node:path");
const fs = require("node:fs");

const engine = path.join(process.argv[2], "node_modules", "baccarat-engine", "src", "roadmaps", "roadmapGenerator.js");
const Generator = require(engine);
const OUTCOME = { P: "player", B: "banker", T: "tie" };
const WIDE = { columns: 300, rows: 6 };
const BIG = { ...WIDE, scroll: false };

const generator = new Generator();
const shoes = JSON.parse(fs.readFileSync(0, "utf8"));

function draw(results) {
  generator.beadPlate(results, WIDE);
  const big = generator.bigRoad(results, BIG);
  return [generator.bigEyeRoad(big), generator.smallRoad(big), generator.cockroachPig(big)];
}

const colours = (road) => road.map((colour) => colour[0].toUpperCase()).join("");
// Processor time, as for the others: a busy machine must not count.
const spentUs = () => process.cpuUsage().user + process.cpuUsage().system;
const roads = [];
let hands = 0;
let drawingUs = 0;
for (const shoe of shoes) {
  const results = [];
  let last = [[], [], []];
  const began = spentUs();
  for (const side of shoe) {
    results.push({ outcome: OUTCOME[side], natural: "none", pair: "none" });
    last = draw(results);
  }
  drawingUs += spentUs() - began;
  hands += shoe.length;
  roads.push(last.map(colours));
}
console.log(JSON.stringify({ hand_us: drawingUs / hands, roads }));
