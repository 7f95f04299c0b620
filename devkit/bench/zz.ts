import { mkdtempSync } from "node:fs";
import { measureSettlements } from "#devkit/bench/settle-goal.ts";

console.log(
  JSON.stringify(await measureSettlements({ rounds: 2, folder: mkdtempSync("/tmp/g2-") }), null, 1),
);
