import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { newId, type Uuid } from "#kernel/id.ts";
import { dayOf } from "#kernel/time.ts";
import { openDatabase } from "#platform/database/database.server.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { memoryPhoneStore } from "#test/support/memory-phone-store.ts";
import { listOwnCodes } from "#ticketing/delivery/ticket-queries.server.ts";
import { readGateList } from "#ticketing/gate/gate-list.ts";
import { invitePhone } from "#ticketing/gate/invite-phone.server.ts";
import { saveGate } from "#ticketing/gate/save-gate.server.ts";
import { becomePhone } from "#web/gate/scanner/become-phone.ts";
import { beatGap, openPhone } from "#web/gate/scanner/phone.ts";
import { CallRefused, type PhoneCalls } from "#web/gate/scanner/phone-calls.ts";
import { addHotType, makeCustomers } from "./bench-customers.ts";
import { openBenchSite } from "./bench-site.ts";

const appSecret = "a secret of the bench, as long as it must be";
const gates = 10;
const metricsToken = "the bench reads them";

type Sale = {
  readonly tickets: number;
  readonly night: Uuid;
  readonly typeId: Uuid;
  readonly buyerId: Uuid;
};

/** So many paid orders of one ticket, without their lines and letters: nothing that is measured reads them. */
async function sell(owner: pg.Client, { tickets, night, typeId, buyerId }: Sale): Promise<void> {
  const id = (kind: number) => `('00000000-0000-7000-800${kind}-' || lpad(to_hex(n), 12, '0'))::uuid`;
  await owner.query("BEGIN");
  await owner.query("SET LOCAL session_replication_role = replica");
  await owner.query(
    `INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at, paid_at)
     SELECT ${id(3)}, $2, $3, $4, ARRAY[$3::uuid], 1, 1, 11000, 11000, 'ordinary', 'Intrare', 'paid', 'sold', 'event', now(), now() FROM generate_series(1, $1::int) n`,
    [tickets, buyerId, night, typeId],
  );
  await owner.query(
    `INSERT INTO ticket_purchases (id, order_id, user_id, event_id, ticket_type_id, quantity, units, places, total_price, ticket_code, entries_total, entries_remaining)
     SELECT ${id(4)}, ${id(3)}, $2, $3, $4, 1, 1, 1, 11000, 'FSC-7777-' || lpad(n::text, 6, '0'), 1, 1 FROM generate_series(1, $1::int) n`,
    [tickets, buyerId, night, typeId],
  );
  await owner.query("COMMIT");
}

/** A built site with a night of today, so many sold tickets of one entry each, and ten open gates. */
export async function openBenchDoor(tickets: number, env: Record<string, string> = {}, build?: string) {
  const site = await openBenchSite({ APP_SECRET: appSecret, METRICS_TOKEN: metricsToken, ...env }, build);
  const { owner, origin } = site;
  const database = openDatabase({
    urls: loginAddresses(site.server.ownerUrl(), "app"),
    rolePrefix: "app",
    startTimeout: 15_000,
  });
  const keys = await openSigningKeys({ database, appSecret });
  const night = newId();
  await owner.query(
    "INSERT INTO events (id, name, title, description, date, location) VALUES ($1, 'Bench', 'Bench', 'Bench', $2, 'Plaja')",
    [night, dayOf(new Date())],
  );
  await owner.query("INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'places', $2)", [
    night,
    tickets,
  ]);
  const { typeId } = await addHotType(owner, night, tickets);
  const [chief, buyer] = await makeCustomers(owner, 2);
  if (!chief || !buyer) throw new Error("nobody was made");
  await owner.query("UPDATE profiles SET role = 'door_chief' WHERE id = $1", [chief.id]);
  const actor = { userId: chief.id, role: "door_chief" } as const;

  await sell(owner, { tickets, night, typeId, buyerId: buyer.id });
  const seen = await listOwnCodes({ database, keys }, { userId: buyer.id, role: "user" });
  const codes = seen.flatMap(({ code }) => code?.qr ?? []);
  if (codes.length !== tickets) throw new Error(`${codes.length} codes for ${tickets} tickets`);
  const gateIds: Uuid[] = [];
  for (let n = 1; n <= gates; n++) {
    const form = { name: `Poarta ${n}`, typeIds: [] };
    const made = await saveGate({ database }, { actor, eventId: night, gateId: null, form });
    if (!made.ok) throw new Error(`no gate: ${made.refusal.reason}`);
    gateIds.push(made.value as Uuid);
  }
  await owner.query("ANALYZE");
  let invited = 0;

  return {
    origin,
    owner,
    env: { APP_SECRET: appSecret, ...env },
    /** So many codes that nobody has shown yet. */
    takeCodes: (count: number) => codes.splice(0, count),
    /** The address that makes a phone one of the next gate. */
    async invite(): Promise<string> {
      const gateId = gateIds[invited++ % gates] ?? "";
      const made = await invitePhone({ database, origin }, { actor, gateId });
      if (!made.ok) throw new Error(`no invitation: ${made.refusal.reason}`);
      return made.value.url;
    },
    /** Milliseconds of processor time that the site's process has had, its database not counted. */
    processorTime(): number {
      const fields = readFileSync(`/proc/${site.pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      // utime and stime of proc(5), in ticks of 10 ms
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    /** How long calls took in the site's process until now: for each call and bound in seconds, how many were within it. */
    async callTimes(): Promise<CallTimes> {
      const answer = await fetch(`${origin}/metrics`, {
        headers: { authorization: `Bearer ${metricsToken}` },
      });
      const lines = (await answer.text()).matchAll(
        /^estival_gate_call_seconds_bucket\{le="([^"]+)",call="(\w+)"\} (\d+)$/gm,
      );
      const found = Array.from(lines, ([, bound, call = "", n]) => ({
        call,
        bound: Number(bound === "+Inf" ? Infinity : bound),
        n: Number(n),
      }));
      return Map.groupBy(found, ({ call }) => call);
    },
    async entered(): Promise<number> {
      const { rows } = await owner.query(
        "SELECT coalesce(sum(entries_total - entries_remaining), 0)::int AS n FROM ticket_purchases WHERE event_id = $1",
        [night],
      );
      return rows[0].n;
    },
    async close() {
      await database.close();
      await site.close();
    },
  };
}

export type BenchDoor = Awaited<ReturnType<typeof openBenchDoor>>;

type CallTimes = ReadonlyMap<string, readonly { readonly bound: number; readonly n: number }[]>;

/** The least bound, in milliseconds, within which this share of the calls between the two moments was answered. */
export function boundOf(before: CallTimes, after: CallTimes, share: number, call?: string): number {
  const counts = new Map<number, number>();
  for (const [name, bounds] of after)
    if (call === undefined || name === call)
      for (const { bound, n } of bounds) {
        const earlier = before.get(name)?.find((one) => one.bound === bound)?.n ?? 0;
        counts.set(bound, (counts.get(bound) ?? 0) + n - earlier);
      }
  const all = counts.get(Number.POSITIVE_INFINITY) ?? 0;
  const within = [...counts].toSorted(([a], [b]) => a - b).find(([, n]) => n >= all * share);
  return (within?.[0] ?? Number.NaN) * 1000;
}

export type Timed = { readonly call: string; readonly took: number; readonly bytes: number };

/** The scanner's own phone, without its screens: it talks with the server as they do, and scans. */
export async function openBenchPhone(door: BenchDoor, note: (timed: Timed) => void) {
  const send = async (call: string, body: unknown): Promise<Uint8Array<ArrayBuffer>> => {
    const begun = performance.now();
    const answer = await fetch(`${door.origin}/gate/api/${call}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    note({ call, took: performance.now() - begun, bytes: bytes.length });
    if (answer.ok) return bytes;
    throw new CallRefused(`${call}: ${answer.status} ${new TextDecoder().decode(bytes)}`, 0);
  };
  const json = async (call: string, body: unknown) =>
    JSON.parse(new TextDecoder().decode(await send(call, body)));
  const calls: PhoneCalls = {
    enrol: (call) => json("enrol", call),
    scan: (call) => json("scan", call),
    beat: (call) => json("beat", call),
    guests: (call) => json("guests", call),
    log: (upload) => json("log", upload),
    list: async (call) => readGateList(await send("list", call)),
  };
  const { store } = memoryPhoneStore();
  const secret = (await door.invite()).split("#").at(-1) ?? "";
  const phone = await openPhone(store, calls, await becomePhone(store, calls, { secret, name: "Bench" }));
  await phone.sync({ withList: true });

  return {
    async talk(isOver: () => boolean): Promise<void> {
      for (let round = 0; !isOver(); round++) {
        await phone.sync({ withList: round % 2 === 0 });
        await pause(beatGap);
      }
      await phone.sync({ withList: false });
    },
    /** Resolves with how many were let in by the server's own answer. */
    async scan(codes: readonly string[], gap: number): Promise<number> {
      let admitted = 0;
      for (const code of codes) {
        const next = pause(gap);
        const { answer } = await phone.scan(code, { entries: 1, stamp: null });
        if (answer.verdict === "admitted" && phone.state().isOnline) admitted += 1;
        await next;
      }
      return admitted;
    },
  };
}
