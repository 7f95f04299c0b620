import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { loadPurchases } from "#devkit/lab/bench/load-purchases.ts";
import { openStage } from "#test/support/stage.ts";
import { exportPurchases } from "./export-purchases.server.ts";
import { listPurchases } from "./purchase-list-queries.server.ts";
import { everyPurchase, purchaseSorts } from "./purchase-search.ts";

const { season, site } = await openStage();
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;

const purchases = 2500;
await loadPurchases(season.client, purchases);
// Many at the same instant, so that the boundary between the two parts of the file lies among equals.
await season.db`UPDATE ticket_purchases SET purchase_date = date_trunc('month', purchase_date)`;

async function codesOfFile(eventId: string | null): Promise<string[]> {
  const search = { ...everyPurchase, eventId };
  const out = await exportPurchases(site, { actor: admin, as: "csv", search, columns: "purchases" });
  if (!out.ok) throw new Error(out.refusal.reason);
  const [head, ...lines] = (await text(out.value)).trimEnd().split("\n");
  expect(head).toMatch(/^Utilizator,/);
  return lines.map((line) => /"(FSC-[\d-]+)"/.exec(line)?.[1] ?? line);
}

it("has every purchase once, in the order of a plain query (B7-15)", async () => {
  const busiest =
    await season.db`SELECT event_id FROM ticket_purchases GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`;
  for (const eventId of [null, busiest[0].event_id]) {
    const { rows } = await season.client.query<{ code: string }>(
      "SELECT ticket_code AS code FROM ticket_purchases WHERE $1::uuid IS NULL OR event_id = $1 ORDER BY purchase_date DESC, id DESC",
      [eventId],
    );
    expect(await codesOfFile(eventId)).toEqual(rows.map(({ code }) => code));
  }
  expect(await codesOfFile(null)).toHaveLength(purchases);
});

it.each(
  purchaseSorts.flatMap((sort) => (["asc", "desc"] as const).map((direction) => ({ sort, direction }))),
)("follows the order of the list: by $sort, $direction", async (sorted) => {
  const file = await exportPurchases(site, {
    actor: admin,
    as: "csv",
    search: everyPurchase,
    columns: "purchases",
    sorted,
  });
  if (!file.ok) throw new Error(file.refusal.reason);
  const [, ...lines] = (await text(file.value)).trimEnd().split("\n");
  const page = await site.database.readAs(admin, (sql) =>
    listPurchases(sql, { search: everyPurchase, ...sorted, from: null, size: purchases }),
  );
  expect(lines.map((line) => /"(FSC-[\d-]+)"/.exec(line)?.[1])).toEqual(page.rows.map(({ code }) => code));
});
