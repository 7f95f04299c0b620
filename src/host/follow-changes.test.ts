import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openDatabase } from "#platform/database/database.server.ts";
import { openLog } from "#platform/log/log.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { until } from "#test/support/embedded-owner.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { createPageCache, type RenderedPage } from "#web/request/page-cache.server.ts";
import { followChanges } from "./follow-changes.ts";

const own = await testDatabase();
const database = openDatabase({ urls: own.urls, rolePrefix: "app" });
const pages = createPageCache({ now: () => Date.now(), maxBytes: 1_000_000 });
const followed = await followChanges({ database, pages, log: openLog("silent") });
afterAll(async () => {
  await followed.stop();
  await database.close();
});
const owner = new pg.Client({ connectionString: own.ownerUrl });
await owner.connect();
afterAll(() => owner.end());

const rendered = (subjects: readonly string[]): RenderedPage => ({
  ...{
    status: 200,
    headers: [],
    plain: Buffer.from("o pagină"),
    subjects,
    stock: new Map(),
    mayBeKept: true,
  },
  until: Date.now() + 60_000,
});
const keep = (key: string, ...subjects: string[]) => pages.page(key, async () => rendered(subjects));
const change = (subjectKind: "event" | "ticket_type", subjectId: string) =>
  recordChange(owner, { userId: newId(), role: "admin" }, { subjectKind, subjectId, what: "edited" });

describe("pages kept by a process, when another process changes something", () => {
  it("end if the night stands on them, and others stay (I4, F37)", async () => {
    const [night, other] = [newId(), newId()];
    await keep("one", `event:${night}`);
    await keep("two", `event:${other}`);
    await change("event", night);
    expect(await until(() => pages.kept("one") === undefined)).toBe(true);
    expect(pages.kept("two")).toBeDefined();
  });

  it("end all when what changed may stand on any", async () => {
    await keep("one", `event:${newId()}`);
    await change("ticket_type", newId());
    expect(await until(() => pages.kept("one") === undefined)).toBe(true);
  });

  it("end not before the change is committed, and not at all if it never is", async () => {
    const [night, other] = [newId(), newId()];
    await keep("one", `event:${night}`);
    await owner.query("BEGIN");
    await change("event", night);
    await owner.query("ROLLBACK");
    // a later change of another kind is heard after the one that never was
    await keep("two", `event:${other}`);
    await change("event", other);
    expect(await until(() => pages.kept("two") === undefined)).toBe(true);
    expect(pages.kept("one")).toBeDefined();
  });

  it("end all when the connection was lost meanwhile, and changes are heard of again", async () => {
    await keep("one", `event:${newId()}`);
    await owner.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
    );
    expect(await until(() => pages.kept("one") === undefined)).toBe(true);
    const night = newId();
    await keep("two", `event:${night}`);
    await change("event", night);
    expect(await until(() => pages.kept("two") === undefined)).toBe(true);
  });
});
