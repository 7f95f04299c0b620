import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openStage } from "#test/support/stage.ts";
import { countEntriesByQuarter, findNightOfGates, listLatestAnswers } from "./gate-queries.server.ts";

const { season, site } = await openStage();
const actor = { userId: (await season.person("admin")).userId, role: "admin" } as const;

it("counts the people who entered in the last half day by quarters of an hour, without refused ones", async () => {
  const [night, other] = [await season.night(), await season.night()];
  const buy = async (event: typeof night) => {
    const ticketTypeId = await season.ticketType({ events: [event] });
    const { userId } = await season.person();
    return (await paidOrder(season.client, { userId, ticketTypeId, events: [event] })).purchaseIds[0];
  };
  const [one, two] = [await buy(night), await buy(other)];
  const rows =
    await season.db`SELECT date_bin('15 minutes', now() - interval '2 hours', timestamptz '2000-01-01 00:00Z') AS quarter`;
  const quarter = rows[0]?.quarter ?? new Date();
  const admit = (purchaseId: string | undefined, entries: number, seconds: number) =>
    season.client.query(
      "INSERT INTO admissions (id, purchase_id, device_id, nonce, operator_id, verdict, entries, received_at) VALUES ($1, $2, $1, 'n', $1, $3, $4, $5::timestamptz + make_interval(secs => $6))",
      [newId(), purchaseId, entries > 0 ? "admitted" : "used", entries, quarter, seconds],
    );
  await admit(one, 2, 0);
  await admit(one, 1, 899.999);
  await admit(one, 4, 900);
  await admit(one, 0, 10);
  await admit(one, 9, -12 * 3600);
  await admit(two, 7, 5);
  const counted = await site.database.withActor(actor, (sql) => countEntriesByQuarter(sql, [night]));
  expect(counted.map(({ from, entered }) => [from.getTime() - quarter.getTime(), entered]).sort()).toEqual([
    [0, 3],
    [900_000, 4],
  ]);
});

it("a phone reads its own last answers, the newest first", async () => {
  const [mine, theirs] = [newId(), newId()];
  const answer = async (deviceId: string, secondsAgo: number) => {
    const id = newId();
    await season.client.query(
      `INSERT INTO admissions (id, device_id, nonce, operator_id, verdict, entries, received_at)
       VALUES ($1, $2, 'n' || $3, $1, 'invalid', 0, now() - make_interval(secs => $3::int))`,
      [id, deviceId, secondsAgo],
    );
    return id;
  };
  const [old, newest, middle] = [await answer(mine, 30), await answer(mine, 10), await answer(mine, 20)];
  await answer(theirs, 5);
  const ids = async (limit: number) => {
    const found = await site.database.withDuty("admit", (sql) => listLatestAnswers(sql, mine, limit));
    return found.map(({ id }) => id);
  };
  expect(await ids(5)).toEqual([newest, middle, old]);
  expect(await ids(2)).toEqual([newest, middle]);
});

it("a gate may be for the types of its own night, by name", async () => {
  const [night, other] = [await season.night(), await season.night()];
  const named = async (name: string, events: [typeof night]) => {
    const id = await season.ticketType({ events });
    await season.client.query("UPDATE tickets SET type = $2 WHERE id = $1", [id, name]);
    return { id, name };
  };
  const second = await named("Terasă", [night]);
  const first = await named("Ring", [night]);
  await named("Altă noapte", [other]);
  const found = await site.database.withActor(actor, (sql) => findNightOfGates(sql, night));
  expect(found?.types).toEqual([first, second]);
});
