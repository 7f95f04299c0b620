import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { openStageWithKeys } from "#test/support/stage.ts";
import { type Act, actRules, notAllowed } from "./act-rights.ts";

type Run = (site: object, request: object) => Promise<unknown>;
const modules = import.meta.glob<Record<string, unknown>>("../**/*.server.ts");
const sources = import.meta.glob<string>("../**/*.server.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
const nameOf = (file: string) => file.slice(file.lastIndexOf("/") + 1).replace(".server.ts", "");

/** The acts that read in their own transaction which role the person has now. */
const asking = Object.entries(sources)
  .filter(
    ([file, text]) =>
      Object.hasOwn(actRules, nameOf(file)) && /mayStillDo\([^;]*refused\(notAllowed\)/.test(text),
  )
  .map(([file]) => file);

const { season, db, site } = await openStageWithKeys();
const former = { userId: (await season.person()).userId, role: "admin" };
const id = newId();
const named = {
  id,
  ids: [id],
  eventId: id,
  gateId: id,
  deviceId: id,
  purchaseId: id,
  noteId: id,
  personId: id,
};
const typed = { as: "shown", note: "o notă", role: "manager", email: "ana@exemplu.ro" };

it("there are acts that ask for the role of now", () => expect(asking.length).toBeGreaterThan(35));

it.each(asking.map((file) => [nameOf(file) as Act, file]))(
  "%s is refused to a person whose role was taken away, although the request says administrator (B6-14, B13-02, B13-03, B13-04, B13-14)",
  async (_act, file) => {
    const written = async () =>
      await db`SELECT (SELECT count(*)::int FROM journal) AS journal, (SELECT count(*)::int FROM letters) AS letters`;
    const before = await written();
    const [run] = Object.values((await modules[file]?.()) ?? {}).filter((one) => typeof one === "function");
    const form = { events: [], types: [], artists: [], phases: [], parts: [], pool: { kind: "none" } };
    expect(await (run as Run)(site, { ...named, ...typed, actor: former, form, template: form })).toEqual(
      refused(notAllowed),
    );
    expect(await written()).toEqual(before);
  },
);
