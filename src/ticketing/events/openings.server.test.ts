import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { letTheHourCome } from "#test/support/sale-opening.ts";
import { openStage } from "#test/support/stage.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { announceOpening } from "./announce-opening.server.ts";
import { findOpening } from "./office-event-queries.server.ts";
import { withdrawOpening } from "./withdraw-opening.server.ts";

const { season, site: services } = await openStage();
const actor = await season.person("admin");
const tomorrow = new Date(Date.now() + 24 * 3_600_000);

const announce = (eventId: string, opensAt = tomorrow, roomMinutes: number | null = 30) =>
  announceOpening(services, { actor, eventId, form: { opensAt, roomMinutes } });

describe("the opening of a sale", () => {
  it("is announced, moved and taken back, each with a line in the history", async () => {
    const night = await season.night();
    expect(await announce(night)).toMatchObject({ ok: true });
    expect(await announce(night, tomorrow, 60)).toMatchObject({ ok: true });
    const known = await findOpening(season.client, night);
    expect(known?.door).toBe("closed");
    const hours = [known?.opensAt, known?.roomOpensAt].map((at) => new Date(at ?? ""));
    expect(hours).toEqual([tomorrow, new Date(tomorrow.getTime() - 3_600_000)]);
    expect(await withdrawOpening(services, { actor, eventId: night })).toMatchObject({ ok: true });
    expect(await findOpening(season.client, night)).toBeNull();
    expect(await withdrawOpening(services, { actor, eventId: night })).toEqual(
      refused({ reason: "missing" }),
    );
    const lines = await services.database.withActor(actor, (sql) =>
      listHistory(sql, "event", night, { limit: 9 }),
    );
    expect(lines.map(({ what }) => what)).toEqual([
      "opening_withdrawn",
      "opening_announced",
      "opening_announced",
    ]);
  });

  it("cannot be changed from its hour on, nor announced for an hour that has passed", async () => {
    const night = await season.night();
    expect(await announce(night, new Date(Date.now() - 1000))).toEqual(refused({ reason: "in_the_past" }));
    await announce(night);
    await letTheHourCome(season.client, night);
    expect(await announce(night)).toEqual(refused({ reason: "has_begun" }));
    expect(await withdrawOpening(services, { actor, eventId: night })).toEqual(
      refused({ reason: "has_begun" }),
    );
  });

  it("is refused on a night that has begun or is cancelled, and for an hour when the night is over", async () => {
    const [running, cancelled, next] = [
      await season.night({ when: "running" }),
      await season.night(),
      await season.night({ inDays: 1, time: "23:59" }),
    ];
    await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${cancelled}`;
    const soon = new Date(Date.now() + 60_000);
    expect(await announce(running, soon)).toEqual(refused({ reason: "night_has_begun" }));
    expect(await announce(cancelled, soon)).toEqual(refused({ reason: "cancelled" }));
    const inThreeDays = new Date(Date.now() + 3 * 24 * 3_600_000);
    expect(await announce(next, inThreeDays)).toEqual(refused({ reason: "after_end" }));
    expect(await announce(next, soon)).toMatchObject({ ok: true });
  });

  it("announced by several people at once has one history: each line begins where the one before ended", async () => {
    const night = await season.night();
    await Promise.all([30, 40, 50, 60].map((minutes) => announce(night, tomorrow, minutes)));
    const rows =
      await season.db`SELECT (before->>'roomMinutes')::int AS was, (after->>'roomMinutes')::int AS becomes FROM journal WHERE subject_id = ${night}`;
    expect(rows).toHaveLength(4);
    // no two of them began from the same
    expect(new Set(rows.map(({ was }) => was)).size).toBe(4);
  });

  it("is announced for a night that exists", async () => {
    expect(await announce(newId())).toEqual(refused({ reason: "missing" }));
  });
});
