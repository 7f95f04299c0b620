import { expect, it } from "vitest";
import { asRole, filledDatabase } from "./filled-database.ts";

const { owner, login, ana, unlocked } = await filledDatabase();

const { rows } = await owner.query<{ id: string }>(
  "SELECT $1::uuid AS id UNION ALL SELECT id FROM price_phases WHERE ticket_type_id = $1",
  [unlocked],
);
const counters = rows.map(({ id }) => id);

/** What a visitor's role reads of the type that needs a code, where the transaction names this code. */
async function seen(role: "anon" | "customer", code: string | null) {
  await login.query(`BEGIN; ${asRole(role)}; SET LOCAL app.user_id = '${role === "customer" ? ana : ""}'`);
  if (code !== null) await login.query("SELECT set_config('app.code', $1, true)", [code]);
  const { rows } = await login.query(
    `SELECT (SELECT count(*)::int FROM tickets WHERE id = $1) AS types, (SELECT count(*)::int FROM price_phases WHERE ticket_type_id = $1) AS phases,
       (SELECT count(*)::int FROM event_tickets WHERE ticket_id = $1) AS links,
       (SELECT count(*)::int FROM stock_counters WHERE id = ANY($2)) AS counters, (SELECT coalesce(string_agg(code, ' '), '') FROM vouchers) AS codes`,
    [unlocked, counters],
  );
  await login.query("ROLLBACK");
  return rows[0];
}

it.each(["anon", "customer"] as const)(
  "a hidden type, its price, nights and stock are not there for the role %s without its code",
  async (role) => {
    const nothing = { types: 0, phases: 0, links: 0, counters: 0 };
    expect(await seen(role, null)).toEqual({ ...nothing, codes: "" });
    expect(await seen(role, "")).toEqual({ ...nothing, codes: "" });
    expect(await seen(role, "CORA")).toEqual({ ...nothing, codes: "" });
    expect(await seen(role, "%")).toEqual({ ...nothing, codes: "" });
    // a code that lowers prices opens nothing
    expect(await seen(role, "VARA10")).toEqual({ ...nothing, codes: "VARA10" });
    expect(await seen(role, "CORAL")).toEqual({ types: 1, phases: 1, links: 1, counters: 2, codes: "CORAL" });
  },
);

it.each([
  ["is switched off", "is_on = false"],
  ["is over", "ends_at = now() - interval '1 second'"],
  ["has not begun", "starts_at = now() + interval '1 hour'"],
  ["names other types", "ticket_type_ids = ARRAY[id]"],
])("a code that %s opens nothing", async (_how, change) => {
  const before = (await owner.query("SELECT * FROM vouchers WHERE code = 'CORAL'")).rows[0];
  await owner.query(`UPDATE vouchers SET ${change} WHERE code = 'CORAL'`);
  for (const role of ["anon", "customer"] as const)
    expect(await seen(role, "CORAL")).toMatchObject({ types: 0 });
  await owner.query(
    "UPDATE vouchers SET is_on = true, starts_at = $1, ends_at = $2, ticket_type_ids = $3 WHERE code = 'CORAL'",
    [before.starts_at, before.ends_at, before.ticket_type_ids],
  );
});
