import { type GoalResult, median } from "./goal.ts";
import { lookAsPhone } from "./lighthouse-run.ts";

const wanted = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const categories = Object.keys(wanted) as (keyof typeof wanted)[];

/** What Lighthouse says of home, the list and a night on a phone: the median of the rounds in each category. */
export async function measureCategories(
  pages: readonly { readonly name: string; readonly url: string }[],
  rounds: number,
): Promise<GoalResult[]> {
  const results: GoalResult[] = [];
  for (const { name, url } of pages) {
    const measured: Record<string, number>[] = [];
    const missed = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const seen = await lookAsPhone(url, categories);
      measured.push(
        Object.fromEntries(categories.map((one) => [one, (seen.categories[one]?.score ?? 0) * 100])),
      );
      for (const one of categories.slice(1))
        for (const { id, weight } of seen.categories[one]?.auditRefs ?? [])
          if (weight > 0 && seen.audits[id]?.score === 0) missed.add(id);
    }
    const points = categories.map((one) => Math.round(median(measured.map((round) => round[one] ?? 0))));
    results.push({
      goal: "LH",
      what: `Lighthouse of ${name} on a phone${missed.size > 0 ? ` (missed: ${[...missed].join(", ")})` : ""}`,
      figure: points.join(" / "),
      ratio: "-",
      wanted: Object.values(wanted).join(" / "),
      met: categories.every((one, i) => (points[i] ?? 0) >= wanted[one]),
      rounds: measured,
    });
  }
  return results;
}
