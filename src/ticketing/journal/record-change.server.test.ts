import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openStage } from "#test/support/stage.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { changedFields } from "./changed-fields.ts";
import { listHistory } from "./history-queries.server.ts";
import { recordChange } from "./record-change.server.ts";

const { season, site } = await openStage();
const { database } = site;
const actor = await season.person("admin");

describe("what a person changed", () => {
  it("is recorded with the change: who, what, before and after, newest first", async () => {
    const subjectId = newId();
    await database.withActor(actor, async (sql) => {
      for (const n of [1, 2, 3])
        await recordChange(sql, actor, {
          subjectKind: "event",
          subjectId,
          what: "edited",
          before: { capacity: n },
          after: { capacity: n + 1 },
        });
    });
    const history = await database.withActor(actor, (sql) =>
      listHistory(sql, "event", subjectId, { limit: 2 }),
    );
    expect(history.map(({ after }) => after)).toEqual([{ capacity: 4 }, { capacity: 3 }]);
    expect(history[0]?.who).toMatch(/^Persoana/);
    const earlier = await database.withActor(actor, (sql) =>
      listHistory(sql, "event", subjectId, { limit: 2, before: history[1]?.id ?? null }),
    );
    expect(earlier.map(({ before }) => before)).toEqual([{ capacity: 1 }]);
    // a row of another kind may have the same id
    const other = await database.withActor(actor, (sql) =>
      listHistory(sql, "voucher", subjectId, { limit: 2 }),
    );
    expect(other).toEqual([]);
  });

  it("is rolled back with the change", async () => {
    const subjectId = newId();
    const failed = database.withActor(actor, async (sql) => {
      await recordChange(sql, actor, { subjectKind: "event", subjectId, what: "edited" });
      throw new Error("taken back");
    });
    await expect(failed).rejects.toThrow("taken back");
    expect(
      await database.withActor(actor, (sql) => listHistory(sql, "event", subjectId, { limit: 2 })),
    ).toEqual([]);
  });

  it("holds only the fields that differ; lists are compared by their items", () => {
    expect(changedFields({ a: 1, b: [1, 2], c: null }, { a: 1, b: [2, 1], c: null })).toEqual({
      before: { b: [1, 2] },
      after: { b: [2, 1] },
    });
    expect(changedFields({ a: 1 }, { a: 1 })).toBeNull();
  });
});

it("the role of an actor is read in the transaction, and cannot change before its end (B13-01)", async () => {
  const plain = await season.person("user");
  await database.withActor(actor, async (sql) => {
    expect(await mayStillDo(sql, actor, "edit-event")).toBe(actor.role);
    expect(await mayStillDo(sql, plain, "edit-event")).toBeUndefined();
    await season.db`SET lock_timeout = '200ms'`;
    await expect(
      season.db`UPDATE profiles SET role = 'user' WHERE id = ${actor.userId}`,
    ).rejects.toMatchObject({ code: "55P03" });
    await season.db`RESET lock_timeout`;
  });
});
