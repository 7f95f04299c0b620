import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const program = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] };

/** The problems that axe finds on the present page, a line per place. */
export async function wrongForAxe(page: Page): Promise<string[]> {
  await page.evaluate(program);
  const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
    violations: Violation[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} ${node.target.join(" ")} ${node.failureSummary.replaceAll("\n", " ")}`),
  );
}
