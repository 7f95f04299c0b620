import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import type { DedicatedConnection } from "#platform/database/database.server.ts";
import { arrived } from "#test/support/open-page.ts";
import { openStage } from "#test/support/stage.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import type { ArrivedRequest } from "./hold-batch.server.ts";
import { openHoldQueue } from "./hold-queue.server.ts";

const { season, site } = await openStage();

const asks = (
  sessionHash: string,
  ticketTypeId: Uuid,
  { quantity = 1, ...more }: Partial<ArrivedRequest> & { quantity?: number } = {},
): ArrivedRequest => arrived(sessionHash, [{ ticketTypeId, quantity }], { ...more });

async function counters(...ids: Uuid[]) {
  const rows = await season.db`SELECT id, held, sold FROM stock_counters WHERE id = ANY(${ids})`;
  return Object.fromEntries(rows.map((row) => [row.id, [row.held, row.sold]]));
}

it("the connection for holds is a single one again after a loss, also when the next request comes at once", async () => {
  const type = await season.ticketType({ events: [await season.night()] });
  const opened: DedicatedConnection[] = [];
  const queue = openHoldQueue({
    ...site,
    database: {
      ...site.database,
      async dedicated() {
        const client = await site.database.dedicated();
        opened.push(client);
        return client;
      },
    },
  });
  const pids = () => opened.map((client) => (client as unknown as { processID: number }).processID);
  const ask = async () => queue.takeHold(asks((await season.person()).sessionHash, type)).catch(() => null);
  await ask();
  for (let loss = 0; loss < 5; loss += 1) {
    const impatient = Array.from({ length: 5 }, () => ask());
    await season.db`SELECT pg_terminate_backend(${pids().at(-1)})`;
    await Promise.all(impatient);
    await expect.poll(ask).not.toBeNull();
  }
  expect(await season.db`SELECT FROM pg_stat_activity WHERE pid = ANY(${pids()})`).toHaveLength(1);
  await queue.close();
});

describe("taking a hold", () => {
  it("takes units of the type and places of the event, all or none", async () => {
    const night = await season.night({ capacity: 10 });
    const couple = await season.ticketType({ events: [night], capacity: 100, entries: 2 });
    const ana = await season.person();
    expect(await site.holds.takeHold(asks(ana.sessionHash, couple, { quantity: 3 }))).toMatchObject({
      kind: "new",
    });
    expect(await counters(couple, night)).toEqual({ [couple]: [3, 0], [night]: [6, 0] });
    const dan = await season.person();
    expect(await site.holds.takeHold(asks(dan.sessionHash, couple, { quantity: 3 }))).toMatchObject({
      kind: "refused",
      refusal: { reason: "not_enough", available: 2 },
    });
    expect(await counters(couple, night)).toEqual({ [couple]: [3, 0], [night]: [6, 0] });
  });

  it("finds the order that another process made with this key in between", async () => {
    const [one, another] = [
      await season.ticketType({ events: [await season.night()] }),
      await season.ticketType({ events: [await season.night()] }),
    ];
    const ana = await season.person();
    expect(await site.holds.takeHold(asks(ana.sessionHash, one))).toMatchObject({ kind: "new" });
    const requestKey = newId();
    // As if that process had written it and not yet committed.
    await season.db`BEGIN`;
    await season.db`UPDATE orders SET request_key = ${requestKey} WHERE user_id = ${ana.userId}`;
    const asked = site.holds.takeHold(asks(ana.sessionHash, another, { requestKey }));
    asked.catch(() => {});
    await untilWaiting(season.client);
    await season.db`COMMIT`;
    expect(await asked).toMatchObject({ kind: "refused", refusal: { reason: "key_reused" } });
    expect(await counters(another)).toEqual({ [another]: [0, 0] });
  });

  it("sells several types in one order as soon as no process of an older build has a heartbeat", async () => {
    const night = await season.night();
    const types = [
      await season.ticketType({ events: [night] }),
      await season.ticketType({ events: [night] }),
    ];
    const [first = "" as Uuid] = types;
    const lines = types.map((ticketTypeId) => ({ ticketTypeId, quantity: 1 }));
    const answer = async () => {
      const { sessionHash } = await season.person();
      const taken = await site.holds.takeHold(asks(sessionHash, first, { lines, eventId: night }));
      return taken.kind === "refused" ? taken.refusal.reason : taken.kind;
    };
    const beat = (pulse: object, secondsAgo: number) =>
      season.db`INSERT INTO process_pulses (process_id, at, pulse) VALUES (gen_random_uuid(), now() - make_interval(secs => ${secondsAgo}), ${JSON.stringify(pulse)})`;
    await beat({ knowsLines: true, knowsPhases: true }, 1);
    await beat({ knowsLines: true }, 2);
    await beat({}, 36);
    expect(await answer()).toBe("new");
    await beat({}, 30);
    expect(await answer()).toBe("older_build_runs");
    await season.db`DELETE FROM process_pulses`;
    // one that knows lines and no phases
    await season.phases(first, [{ price: 8000 }]);
    await beat({ knowsLines: true, knowsPhases: true }, 1);
    expect(await answer()).toBe("new");
    await beat({ knowsLines: true }, 1);
    expect(await answer()).toBe("older_build_runs");
    await season.db`DELETE FROM process_pulses`;
  });

  it("needs a valid session, checked in the batch itself", async () => {
    const night = await season.night();
    const type = await season.ticketType({ events: [night] });
    const ana = await season.person();
    await season.db`UPDATE identity.session SET expires_at = now() - interval '1 second' WHERE token = ${ana.sessionHash}`;
    expect(await site.holds.takeHold(asks(ana.sessionHash, type))).toEqual({ kind: "not_signed_in" });
    expect(await site.holds.takeHold(asks("nobody", type))).toEqual({ kind: "not_signed_in" });
  });

  it("takes nothing for a session that has not shown the second factor of its account", async () => {
    const night = await season.night();
    const type = await season.ticketType({ events: [night] });
    const ana = await season.person();
    const hold = () => site.holds.takeHold(asks(ana.sessionHash, type));
    await season.db`INSERT INTO identity.factor (id, user_id, status, sealed_secret) VALUES (gen_random_uuid(), ${ana.userId}, 'verified', 's')`;
    expect(await hold()).toEqual({ kind: "not_signed_in" });
    await season.db`UPDATE identity.session SET aal = 'aal2' WHERE token = ${ana.sessionHash}`;
    expect(await hold()).toMatchObject({ kind: "new" });
  });

  it("admits a pass to every coming night, and sells it only while all of them have room", async () => {
    const nights = [
      await season.night({ capacity: 5 }),
      await season.night({ capacity: 1 }),
      await season.night({ inDays: -3 }),
    ];
    const pass = await season.ticketType({ events: nights, family: "season_pass" });
    const ana = await season.person();
    const held = await site.holds.takeHold(asks(ana.sessionHash, pass, { origin: "season-pass" }));
    expect(held).toMatchObject({ kind: "new", order: { eventIds: nights.slice(0, 2).sort() } });
    const dan = await season.person();
    expect(await site.holds.takeHold(asks(dan.sessionHash, pass))).toMatchObject({
      refusal: { reason: "not_enough", available: 0 },
    });
  });
});
