/** Every address that gives a file, found by asking all of them, and what it gives to a link on another site. */
import { expect, it, vi } from "vitest";
import { createExports } from "#host/exports.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { listRoutes } from "#test/support/route-list.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";

const { season, site, origin } = await openSourceSite();
const { db, client } = season;
const boss = await season.person("admin");
const chief = await season.person("door_chief");
const night = await season.night({ when: "running" });
const ticketTypeId = await season.ticketType({ events: [night] });
const { orderId, purchaseIds } = await paidOrder(client, {
  userId: boss.userId,
  ticketTypeId,
  events: [night],
});
await site.database.withDuty("deliver", (sql) => ticketsOfOrder(sql, site.keys, orderId));

/** Nobody's data: who reads it needs no session. */
const isPublic = (path: string) => path === "/events/:id/night.ics";
/** A person's own: nobody else's data leaves. */
const isOwn = (path: string) => path.startsWith("/tickets/") || path.startsWith("/profile/");

const files = [
  ...(
    ["purchases", "reports", "reconciliation", "codes", "code-list", "guests", "settlement"] as const
  ).flatMap((name) => [`/admin/${name}.csv`, `/admin/${name}.xlsx`]),
  "/admin/settlement.pdf",
  "/gate/nights/:id/after/csv",
  "/gate/nights/:id/after/xlsx",
  "/events/:id/night.ics",
  "/tickets/:id/ticket.pdf",
  "/tickets/:id/order.pdf",
  "/tickets/:id/ticket.ics",
  "/profile/data/json",
  "/profile/data/csv",
  "/profile/data/xlsx",
].sort();

const nights = `event=${night}&set=${night}&from=2027-07-01&to=2027-07-31`;
const fetched = async (path: string, from: string, as = boss, method = "GET") => {
  const real = path.replace(":id", path.startsWith("/tickets/") ? String(purchaseIds[0]) : night);
  const answer = await fetch(`${origin}${real}?${nights}`, {
    method,
    redirect: "manual",
    headers: { cookie: `session=${as.token}`, "sec-fetch-site": from },
  });
  await answer.body?.cancel();
  const isFile = answer.headers.get("content-disposition")?.startsWith("attachment") === true;
  return { status: answer.status, isFile };
};
const noted = async () =>
  (await db`SELECT count(*)::int AS n FROM security_events WHERE kind = 'data_exported'`)[0]?.n;

it("the table has every address that gives a file", async () => {
  const asked = [
    ...createExports(site).routes.map(({ path }) => `/admin${path}`),
    ...listRoutes().flatMap(({ path }) =>
      path.includes(":form") ? ["json", "csv", "xlsx"].map((form) => path.replace(":form", form)) : [path],
    ),
  ];
  const found: string[] = [];
  // one after the other: the database writes few exports at once
  for (const path of new Set(asked)) if ((await fetched(path, "same-origin")).isFile) found.push(path);
  expect(found.sort()).toEqual(files);
});

it.each(files.filter((path) => !isPublic(path)))(
  "%s is given to our pages, noted where it has others' data, and to no link on another site",
  async (path) => {
    const before = await noted();
    for (const from of ["cross-site", "same-site"])
      expect(await fetched(path, from)).toEqual({ status: 403, isFile: false });
    expect(await noted()).toBe(before);
    for (const from of ["same-origin", "none"])
      expect(await fetched(path, from)).toEqual({ status: 200, isFile: true });
    expect(await noted()).toBe(before + (isOwn(path) ? 0 : 2));
  },
);

it.each(files.filter((path) => !isPublic(path)))(
  "%s: a link on another site is refused before anything is read or made (one kind: the work of a refused download)",
  async (path) => {
    const { database, spreadsheets } = site;
    const reads = (["readAs", "readMoment", "readWithCode", "withDuty", "copyOut"] as const).map((way) =>
      vi.spyOn(database, way),
    );
    const made = vi.spyOn(spreadsheets, "write");
    const work = () => [...reads, made].reduce((sum, { mock }) => sum + mock.calls.length, 0);
    expect(await fetched(path, "cross-site")).toEqual({ status: 403, isFile: false });
    const before = work();
    expect(await fetched(path, "same-origin")).toEqual({ status: 200, isFile: true });
    expect([before, work() > before]).toEqual([0, true]);
    vi.restoreAllMocks();
  },
);

it("a door chief's file is noted under the chief's name, and a HEAD request is not", async () => {
  const path = "/gate/nights/:id/after/csv";
  const by = async () =>
    (await db`SELECT detail FROM security_events WHERE actor_id = ${chief.userId}`).map(
      ({ detail }) => detail,
    );
  expect(await fetched(path, "same-origin", chief, "HEAD")).toMatchObject({ status: 200 });
  expect(await by()).toEqual([]);
  expect(await fetched(path, "same-origin", chief)).toEqual({ status: 200, isFile: true });
  expect(await by()).toEqual(["dupa-noapte"]);
});

it("a file of nobody's data is given to everybody", async () => {
  for (const path of files.filter(isPublic))
    expect(await fetched(path, "cross-site")).toEqual({ status: 200, isFile: true });
});
