/** What an older build left, and what it sends while it still runs beside this one. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { csvRows } from "#test/support/csv-rows.ts";
import { processServices } from "#test/support/services.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { verifyTicketQr } from "#ticketing/delivery/ticket-signature.server.ts";
import { admitEntry } from "#ticketing/gate/admit-entry.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { exportLedger } from "#ticketing/reports/export-ledger.server.ts";
import { exportPurchases } from "#ticketing/reports/export-purchases.server.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { everyPurchase, type PurchaseSearch } from "#ticketing/reports/purchase-search.ts";
import { appSecret, fileOf, migratedSeason, recordedTransactions } from "./old-season.ts";

const season = await migratedSeason();
const owner = new pg.Client({ connectionString: season.ownerUrl });
await owner.connect();
const services = await processServices(season, { apiBase: "http://127.0.0.1:9" });
const keys = await openSigningKeys({ database: services.database, appSecret });
afterAll(() => owner.end());

const one = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row> => {
  const { rows } = await owner.query<Row>(sql, values);
  if (!rows[0]) throw new Error("no row");
  return rows[0];
};
const { id: adminId } = await one<{ id: string }>("SELECT id FROM profiles WHERE role = 'admin' LIMIT 1");
const admin = { userId: adminId, role: "admin" } as const;

async function textOf(opened: Awaited<ReturnType<typeof exportLedger>>): Promise<string> {
  if (!opened.ok) throw new Error(opened.refusal.reason);
  let text = "";
  for await (const part of opened.value) text += part;
  return text;
}

const codes = fileOf("codes.txt")
  .trim()
  .split("\n")
  .map((line) => {
    const [purchaseId = "", label = "", group = "", ...qr] = line.split(" ");
    return { purchaseId, label, group, qr: qr.join(" ") };
  });

describe("the season of an older build, migrated", () => {
  it("keeps every invariant, so that reports, counters, tickets and ledger agree (I1 to I32, L1 to L3)", async () => {
    expect(await findViolations(owner, dataInvariants)).toEqual([]);
  });

  it("has for each order one line that says what its header said, and what it takes", async () => {
    const { n, lines, total } = await one<{ n: number; lines: number; total: boolean }>(
      `SELECT count(*)::int AS n, count(l.order_id)::int AS lines, bool_and(l.total = o.total AND l.no = 1 AND l.code_per = 'order') AS total
       FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id`,
    );
    expect({ n, lines, total }).toEqual({ n: 593, lines: 593, total: true });
  });

  it("gives the files that it gave before, but for tickets that went back, decimals with a dot, and numbers of orders", async () => {
    const exported = async (columns: "purchases" | "report", search: PurchaseSearch) =>
      csvRows(await textOf(await exportPurchases(services, { actor: admin, as: "csv", columns, search })));
    const asThen = (file: string) => csvRows(file.replace(/"(\d+),(\d\d)"/g, '"$1.$2"'));
    const { rows: ended } = await owner.query<{ code: string }>(
      "SELECT ticket_code AS code FROM ticket_purchases WHERE status = 'refunded'",
    );
    expect(ended).toHaveLength(18);
    // that build called them available, with all their entries, at the price that was paid
    const isEnded = new Set(ended.map(({ code }) => code));
    const then = asThen(fileOf("purchases.csv").slice(1)).map((row) =>
      isEnded.has(row[7] ?? "") ? [...row.slice(0, 5), "0.00", row[6], row[7], "0", "Rambursat"] : row,
    );
    const purchases = await exported("purchases", everyPurchase);
    // and those of nights that are over since
    const isOver = new Set(purchases.filter((row) => row[9] === "A trecut").map((row) => row[7]));
    expect(purchases.map((row) => row.slice(0, 10))).toEqual(
      then.map((row) =>
        isOver.has(row[7]) && row[9] === "Disponibil" ? [...row.slice(0, 8), "0", "A trecut"] : row,
      ),
    );
    expect(await exported("report", { ...everyPurchase, only: "counted" })).toEqual(
      asThen(fileOf("reports.csv")),
    );
    const { rows: orders } = await owner.query<{ id: string; number: string }>(
      "SELECT id, number FROM orders",
    );
    const numbers = new Map(orders.map(({ id, number }) => [id, number]));
    const [head, ...moves] = asThen(fileOf("reconciliation.csv"));
    const ledger = await textOf(await exportLedger(services, { actor: admin, as: "csv" }));
    expect(csvRows(ledger)).toEqual([
      head,
      ...moves.map(([at, kind, name, title, order = "", paid, back]) => [
        at,
        kind,
        name,
        title,
        numbers.get(order),
        paid,
        back && `-${back}`,
      ]),
    ]);
  });

  it("has every ticket with the code that it had, and verifies it", async () => {
    const { rows } = await owner.query<{ id: string }>("SELECT id FROM orders ORDER BY id");
    const present = new Map<string, { label: string; group: string; qr: string }>();
    for (const { id } of rows)
      for (const { purchaseId, label, code } of await ticketsOfOrder(owner, keys, id))
        present.set(purchaseId, { label, ...code });
    expect(codes).toHaveLength(648);
    for (const { purchaseId, ...code } of codes) {
      expect(present.get(purchaseId)).toEqual(code);
      expect(await verifyTicketQr(keys, code.qr)).toMatchObject({ kind: "signed", payload: { purchaseId } });
    }
    expect(present.size).toBe(codes.length);
  });

  it("admits on an old code exactly as many as it had entries left", async () => {
    const { id, event_id, entries_remaining } = await one<{
      id: string;
      event_id: string;
      entries_remaining: number;
    }>(
      `SELECT p.id, p.event_id, p.entries_remaining FROM ticket_purchases p JOIN events e ON e.id = p.event_id
       WHERE p.status = 'paid' AND p.entries_remaining >= 2 AND e.cancelled_at IS NULL ORDER BY p.id LIMIT 1`,
    );
    await owner.query(
      "UPDATE events SET date = (now() AT TIME ZONE 'Europe/Bucharest')::date, time = NULL WHERE id = $1",
      [event_id],
    );
    const code = codes.find(({ purchaseId }) => purchaseId === id)?.qr ?? "";
    const request = { operator: admin, deviceId: randomUUID(), eventId: event_id, code, entries: 1 };
    const verdicts = [];
    for (let n = 0; n <= entries_remaining; n++) {
      const answer = await admitEntry({ ...services, keys }, { ...request, nonce: `n${n}` } as never);
      verdicts.push(answer.ok && answer.value.verdict);
    }
    expect(verdicts).toEqual([...Array<string>(entries_remaining).fill("admitted"), "used"]);
  });
});

describe("an older build that still sells", () => {
  it("sends statements that all run on the present schema, and leaves every promise kept", async () => {
    const fresh = await migratedSeason();
    const client = new pg.Client({ connectionString: fresh.ownerUrl });
    await client.connect();
    try {
      const transactions = recordedTransactions();
      expect(transactions.length).toBeGreaterThan(500);
      for (const statements of transactions) {
        // each came on a connection of its own, with the role that it took there
        await client.query("RESET ROLE; RESET ALL");
        for (const { text, values } of statements)
          await client.query(text, values).catch((error: Error) => {
            throw new Error(`${error.message}\n${text}`);
          });
      }
      await client.query("RESET ROLE; RESET ALL");
      expect(await findViolations(client, dataInvariants)).toEqual([]);
    } finally {
      await client.end();
    }
  });
});
