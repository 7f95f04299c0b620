import { expect, it } from "vitest";
import { openStage } from "#test/support/stage.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { createExports } from "./exports.ts";

const { season, site: services } = await openStage();
const admin = await season.person("admin");
const paths = ["/purchases.csv", "/reports.csv", "/reconciliation.csv"];

/** Exports as an administrator downloads them, with parts of the database replaced. */
function openExports(database: Partial<typeof services.database> = {}) {
  const files = createExports({
    ...services,
    database: { ...services.database, ...database },
    findVisitor: async () => ({
      kind: "person",
      ...admin,
      role: "admin",
      fullName: null,
      email: "a@exemplu.ro",
    }),
  } as unknown as SiteServices);
  return files.onError((_error, c) => c.text("", 500));
}

const exportsNow = async () => {
  const rows =
    await season.db`SELECT (SELECT count(*)::int FROM security_events WHERE kind = 'data_exported') AS recorded,
       (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '%export%' AND state <> 'idle') AS running`;
  return rows[0];
};

async function wholeFile(path: string): Promise<void> {
  const answer = await openExports().request(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("set-cookie")).toContain("flash=");
  expect(await answer.text()).not.toBe("");
}

it.each(paths)("HEAD requests for %s do not block others", async (path) => {
  const { recorded } = await exportsNow();
  for (let n = 0; n < 3; n += 1) {
    const answer = await openExports().request(path, { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="[a-z]+-[\d-]+\.csv"$/);
    expect(answer.headers.get("set-cookie")).toBeNull();
  }
  await expect.poll(exportsNow).toEqual({ recorded, running: 0 });
  await wholeFile(path);
});

it.each(["csv", "pdf"])(
  "a settlement as %s is named by its night, or by its days, not by today",
  async (as) => {
    const night = await season.night({ title: "Luna Plină: «Răsărit»", inDays: 40 });
    const rows = await season.db`SELECT date::text AS date FROM events WHERE id = ${night}`;
    const nameOf = async (query: string, method: string) => {
      const answer = await openExports().request(`/settlement.${as}?${query}`, { method });
      await answer.body?.cancel();
      return answer.headers.get("content-disposition");
    };
    for (const method of ["GET", "HEAD"])
      expect(await nameOf(`event=${night}`, method)).toBe(
        `attachment; filename="decont-${rows[0].date}-luna-plina-rasarit.${as}"`,
      );
    expect(await nameOf("from=2027-07-01&to=2027-07-31", "GET")).toBe(
      `attachment; filename="decont-2027-07-01-2027-07-31.${as}"`,
    );
  },
);

it("an export that could not be recorded is not sent, and frees its place", async () => {
  const files = openExports({ withActor: () => Promise.reject(new Error("no event was written")) });
  for (let n = 0; n < 3; n += 1) expect((await files.request("/purchases.csv")).status).toBe(500);
  await wholeFile("/purchases.csv");
});

it("an export that the database breaks off does not look like an empty file, and frees its place", async () => {
  const files = openExports({
    async copyOut(...asked) {
      const copied = await services.database.copyOut(...asked);
      if (copied !== "busy") setImmediate(() => copied.destroy(new Error("the server went away")));
      return copied;
    },
    async withActor(...asked) {
      await new Promise((resume) => setTimeout(resume, 50));
      return services.database.withActor(...asked);
    },
  });
  for (let n = 0; n < 3; n += 1) expect((await files.request("/purchases.csv")).status).toBe(500);
  await wholeFile("/purchases.csv");
});

it("a reader who disconnects in the middle of a file frees its place", async () => {
  const reader = openExports();
  for (let n = 0; n < 40; n += 1) {
    const answer = await reader.request("/purchases.csv");
    expect(answer.status).toBe(200);
    // at each point: before the first chunk, in the middle of it, after it
    for (let turn = 0; turn < n % 4; turn += 1) await new Promise((resume) => setImmediate(resume));
    await answer.body?.cancel();
    await new Promise((resume) => setImmediate(resume));
  }
  await wholeFile("/purchases.csv");
});
