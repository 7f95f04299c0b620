import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openStage } from "#test/support/stage.ts";
import { findNightOfGates, listLatestAnswers } from "./gate-queries.server.ts";

const { season, site } = await openStage();
const actor = { userId: (await season.person("admin")).userId, role: "admin" } as const;

it("a browser reads the last answers to codes typed on it, the newest first, and none of a phone with its id", async () => {
  const [mine, theirs] = [newId(), newId()];
  const answer = async (deviceId: string, secondsAgo: number, phoneSeq: number | null = null) => {
    const id = newId();
    await season.client.query(
      `INSERT INTO admissions (id, device_id, nonce, operator_id, verdict, entries, received_at, phone_seq)
       VALUES ($1, $2, 'n' || $3, $1, 'invalid', 0, now() - make_interval(secs => $3::int), $4)`,
      [id, deviceId, secondsAgo, phoneSeq],
    );
    return id;
  };
  const [old, newest, middle] = [await answer(mine, 30), await answer(mine, 10), await answer(mine, 20)];
  await answer(theirs, 5);
  await answer(mine, 1, 1);
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
