import { eq } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openTestDatabase, testDatabase } from "#test/support/database.ts";
import { events } from "#ticketing/events/event-tables.server.ts";
import { builder } from "./builder.server.ts";
import { codeOf } from "./database.server.ts";

const own = await testDatabase();
const database = openTestDatabase(own.urls);
afterAll(() => database.close());

const stranger = { role: "user", userId: newId() } as const;

describe("the builder", () => {
  it("reads with the role of the transaction, in the shapes of the columns", async () => {
    const read = await database.readAs(stranger, (sql) =>
      builder(sql)
        .select({ name: events.name, at: events.createdAt })
        .from(events)
        .where(eq(events.id, newId())),
    );
    expect(read).toEqual([]);
  });

  it("writes nothing that the role of the transaction may not, and the error keeps its code", async () => {
    const refused = await database
      .withActor(stranger, (sql) => builder(sql).delete(events).where(eq(events.id, newId())))
      .catch(codeOf);
    expect(refused).toBe("42501");
  });

  it("fails with the error of the database, which repeats no value of the statement", async () => {
    const name = "a value that no log may hold";
    const failure: Error = await database
      .withActor(stranger, (sql) => builder(sql).delete(events).where(eq(events.name, name)))
      .then(
        () => new Error("not refused"),
        (error) => error,
      );
    expect(failure).toMatchObject({ code: "42501" });
    expect(`${failure.stack}`).not.toContain(name);
  });

  it("works inside a transaction only, never on the pools", () => {
    expect(() => builder(database.anonymous)).toThrow("inside a transaction");
    expect(() => builder(database.identity)).toThrow("inside a transaction");
  });
});
