// Opens generated documents with the release program, again and again, and prints what that took.
//   node Scripts/lib/bench-open.mjs PROGRAM WORK_FOLDER [--runs N] [--json]
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

const [program, work, ...options] = process.argv.slice(2);
const runs = options.includes("--runs") ? Number(options[options.indexOf("--runs") + 1]) : 9;
const printsJSON = options.includes("--json");
const sizes = [500, 5_000, 50_000];

/** Markdown of so many blocks in the proportions of ordinary writing; the same text each time. */
function markdown(blocks) {
  const words = "the editor keeps what a person writes and shows only what fits on the screen while they scroll through it".split(" ");
  const sentence = (seed) => Array.from({ length: 12 }, (_, at) => words[(seed * 7 + at * 5) % words.length]).join(" ");
  const parts = [];
  for (let block = 0; block < blocks; block += 1) {
    switch (block % 10) {
      case 0:
        parts.push(`${"#".repeat(1 + ((block / 10) % 3))} Section ${block / 10}`);
        break;
      case 3:
        parts.push(`- ${sentence(block)}`);
        break;
      case 4:
        parts.push(`- **${words[block % words.length]}** ${sentence(block)}`);
        break;
      case 7:
        parts.push("```swift\nlet answer = " + block + "\n```");
        break;
      default:
        parts.push(`${sentence(block)}, *${sentence(block + 1)}*, [${words[block % words.length]}](https://example.org/${block}).`);
    }
  }
  return parts.join("\n\n") + "\n";
}

function open(document, data) {
  const started = process.hrtime.bigint();
  const run = spawnSync(program, ["open", document, "--json", "--timeout", "120", "--data-directory", data], { encoding: "utf8" });
  const wall = Number(process.hrtime.bigint() - started) / 1e6;
  if (run.status !== 0) {
    console.error(`error: ${program} open ${document} ended with status ${run.status}: ${run.stderr.trim()}`);
    process.exit(1);
  }
  const report = JSON.parse(run.stdout);
  const at = Object.fromEntries(report.stages.filter((stage) => stage.at_ms !== null).map((stage) => [stage.name, stage.at_ms]));
  return {
    blocks: report.blocks,
    restored: report.restored,
    wall,
    interactive: at["editor-interactive"],
    // Restoring replaces reading; both end with the model.
    reading: at["model-ready"] - at["bridge-handshake"],
    showing: at["editor-interactive"] - at["model-ready"],
  };
}

const sorted = (values) => [...values].sort((a, b) => a - b);
const median = (values) => {
  const all = sorted(values);
  const middle = all.length >> 1;
  return all.length % 2 === 1 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
};

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
const kinds = ["cold", "restored"];
const samples = new Map();
for (const size of sizes) writeFileSync(join(work, `${size}.md`), markdown(size));

// In turns, so that a busy moment of the machine falls on all kinds alike; one round more, whose figures are dropped.
for (let run = 0; run <= runs; run += 1) {
  for (const size of sizes) {
    const data = join(work, `data-${size}`);
    rmSync(data, { recursive: true, force: true });
    for (const kind of kinds) {
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[Krun ${run} of ${runs}: ${size} blocks, ${kind}`);
      const figures = open(join(work, `${size}.md`), data);
      if (figures.restored !== (kind === "restored")) {
        console.error(`error: the ${kind} run of ${size} blocks was ${figures.restored ? "" : "not "}restored from a checkpoint`);
        process.exit(1);
      }
      if (run > 0) samples.set(`${size} ${kind}`, [...(samples.get(`${size} ${kind}`) ?? []), figures]);
    }
  }
}
if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");

const rows = sizes.flatMap((size) =>
  kinds.map((kind) => {
    const figures = samples.get(`${size} ${kind}`);
    const of = (key) => ({ median: median(figures.map((each) => each[key])), min: sorted(figures.map((each) => each[key]))[0] });
    return { size, kind, blocks: figures[0].blocks, interactive: of("interactive"), reading: of("reading"), showing: of("showing"), wall: of("wall") };
  }),
);
const row = (size, kind) => rows.find((each) => each.size === size && each.kind === kind);
const ratios = {
  "showing 50,000 blocks / showing 500 (cold)": row(50_000, "cold").showing.median / row(500, "cold").showing.median,
  "reading per block, 50,000 / 5,000 (cold)": row(50_000, "cold").reading.median / row(5_000, "cold").reading.median / 10,
  "interactive, restored / cold (500 blocks)": row(500, "restored").interactive.median / row(500, "cold").interactive.median,
  "interactive, restored / cold (50,000 blocks)": row(50_000, "restored").interactive.median / row(50_000, "cold").interactive.median,
};

if (printsJSON) {
  console.log(JSON.stringify({ runs, processors: cpus().length, rows, ratios }));
} else {
  const cell = (figure) => `${figure.median.toFixed(1)} (${figure.min.toFixed(1)})`.padStart(18);
  console.log(`Milliseconds, median (minimum) of ${runs} runs taken in turns, ${cpus().length} processors\n`);
  console.log("blocks  kind      " + ["interactive", "reading", "showing", "whole process"].map((name) => name.padStart(18)).join(""));
  for (const each of rows) {
    console.log(
      String(each.size).padStart(6) + "  " + each.kind.padEnd(10) + [each.interactive, each.reading, each.showing, each.wall].map(cell).join(""),
    );
  }
  console.log("");
  for (const [name, ratio] of Object.entries(ratios)) console.log(`${name.padEnd(46)} ${ratio.toFixed(2)}`);
}
