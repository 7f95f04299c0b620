import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { personRoles } from "#platform/database/database-roles.ts";
import { createMailGuard } from "#platform/mail/mail-guard.server.ts";
import { openStageWithKeys } from "#test/support/stage.ts";
import { type Act, actRules, notAllowed } from "./act-rights.ts";
import { may } from "./role-rights.ts";

const sources = import.meta.glob<string>("../**/*.server.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
const modules = import.meta.glob<Record<string, unknown>>("../**/*.server.ts");

/** The acts whose text has this, each with its file. */
const actsWith = (pattern: RegExp): [Act, string][] =>
  Object.entries(sources)
    .filter(([, text]) => pattern.test(text))
    .map(([file]): [string, string] => [file.replace(/.*\/|\.server\.ts/g, ""), file])
    .filter((one): one is [Act, string] => Object.hasOwn(actRules, one[0]));
/** They read in their own transaction which role the person has now. */
const asking = actsWith(/mayStillDo\([^;]*refused\(notAllowed\)/);
/** They refuse by the role of the request before anything else. */
const refusing = actsWith(/\{\n(?: {2}const .*\n)? {2}if \(.*!mayDo\(.*return refused\(notAllowed\);/);

const { season, db, site } = await openStageWithKeys();
const mailGuard = createMailGuard({ hosts: ["127.0.0.1"] });
const former = { userId: (await season.person()).userId, role: "admin" };
const id = newId();
const ids = {
  id,
  ids: [id],
  eventId: id,
  gateId: id,
  deviceId: id,
  purchaseId: id,
  noteId: id,
  personId: id,
  orderId: id,
  guestId: id,
  listId: id,
  letterId: id,
  shareId: id,
  ticketTypeId: id,
  nights: [id],
};
const typed = {
  as: "shown",
  note: "o notă",
  role: "manager",
  email: "ana@exemplu.ro",
  name: "Ana",
  because: "presă",
  quantity: 1,
  guests: [],
  texts: [],
  choice: {},
  words: { html: "<p>Salut</p>" },
};
const form = {
  settings: { smtpHost: "127.0.0.1", smtpPort: 587 },
  html: "<p>Salut</p>",
  events: [],
  types: [],
  artists: [],
  phases: [],
  parts: [],
  pool: { kind: "none" },
};

async function run(file: string, who: object): Promise<unknown> {
  const acts = Object.values((await modules[file]?.()) ?? {}).filter((one) => typeof one === "function");
  return acts[0]?.({ ...site, mailGuard }, { ...ids, ...typed, form, template: form, ...who });
}

/** They write nothing that the person's role decides, or ask it in a way of their own. */
const otherwise: Partial<Record<Act, string>> = {
  "buy-before-opening": "the queue of holds reads the role itself",
  "read-door-sales": "reads",
  "export-codes": "reads",
  "export-guests": "reads",
  "preview-night-message": "reads",
  "send-test-letter": "writes only that a test was sent",
  "send-template-sample": "writes nothing",
  "preview-template": "reads",
  "show-letter": "reads",
  reconcile: "does what the job does each day",
  "read-settlement": "reads",
  "export-settlement": "reads",
  "export-purchases": "reads",
  "export-ledger": "reads",
  "export-code-uses": "reads",
  "show-team": "reads",
  "appoint-person": "locks both people and reads their roles",
};

it("no act that writes trusts the role with which its request began", () => {
  const texts = Object.values(sources);
  const limited = (Object.keys(actRules) as Act[]).filter((act) => !may("user", actRules[act].right));
  const trusting = limited.filter((act) => {
    const asksAgain = new RegExp(`mayStillDo\\([^;]*"${act}"`);
    return !texts.some((text) => asksAgain.test(text));
  });
  expect(trusting).toEqual(Object.keys(otherwise));
});

it("most acts are of one of the two kinds", () => {
  expect(asking.length).toBeGreaterThan(65);
  expect(refusing.length).toBeGreaterThan(12);
});

it.each(asking)(
  "%s is refused to a person whose role was taken away, although the request says administrator (B6-14, B13-02, B13-03, B13-04, B13-14)",
  async (_act, file) => {
    const written = async () =>
      await db`SELECT (SELECT count(*)::int FROM journal) AS journal, (SELECT count(*)::int FROM letters) AS letters`;
    const before = await written();
    expect(await run(file, { actor: former, operator: former })).toEqual(refused(notAllowed));
    expect(await written()).toEqual(before);
  },
);

it.each([...new Map([...asking, ...refusing])])(
  "%s is refused to every role without its right (B13-07, B13-09, B13-11)",
  async (act, file) => {
    const without = personRoles.filter((role) => !may(role, actRules[act].right));
    expect(without).toContain("user");
    for (const role of without) {
      const who = await season.person(role);
      const answer = await run(file, { actor: who, operator: who, by: who });
      expect([role, answer]).toEqual([role, refused(notAllowed)]);
    }
  },
);
