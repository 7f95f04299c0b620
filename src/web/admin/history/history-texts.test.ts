import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { events, tickets } from "#ticketing/events/event-tables.server.ts";
import { stopKinds } from "#ticketing/events/stop.ts";
import { codeKinds } from "#ticketing/events/type-family.ts";
import { voucherKinds } from "#ticketing/events/voucher.ts";
import { doorModes } from "#ticketing/gate/door-words.ts";
import { voucherForm } from "#ticketing/orders/vouchers/voucher-form.ts";
import { imagePositions } from "#ticketing/pictures/picture.ts";
import { type Act, actRules, missingProof } from "#ticketing/rights/act-rights.ts";
import { securityEventTexts } from "../security/security-event-texts.ts";
import { actOf, fieldName, valueText } from "./history-texts.ts";
import { historyRows, historySteps } from "./history-view.ts";

/** Every file that writes down a change of a night, an artist, a type or a code. */
const sources = readdirSync("src/ticketing", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".server.ts"))
  .map((file) => readFileSync(`src/ticketing/${file}`, "utf8"))
  .filter((text) => /subjectKind: (?:"(?:event|artist|ticket_type|voucher)"|kind|eventId \?)/.test(text));

it("every act that is written down has words, and so has every field of it", () => {
  const acts = sources.flatMap((text) =>
    [...text.matchAll(/\bwhat: "(?!stopped|lifted)(\w+)"/g)].map(([, what]) => what ?? ""),
  );
  expect(acts.length).toBeGreaterThan(15);
  // a stop's act has the stop's kind before it
  const stops = stopKinds.flatMap((kind) => [`${kind}_stopped`, `${kind}_lifted`]);
  expect(stops.filter((what) => actOf(what).text === what)).toEqual([]);
  expect(acts.filter((what) => actOf(what).text === what)).toEqual([]);
  const fields = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:before|after): \{([^{}]*)\}/g)].flatMap(([, inside = ""]) =>
      inside.split(",").flatMap((part) => /^\s*(\w+)/.exec(part)?.[1] ?? []),
    ),
  );
  expect(fields).toContain("subject");
  const changed = [...Object.keys(events), ...Object.keys(tickets)].filter(
    (name) => !unwritten.includes(name),
  );
  const ofForms = [...changed, ...voucherForm.names.map(voucherForm.rowKey), "artists", "youtubeLink", "bio"];
  expect([...fields, ...ofForms].filter((name) => fieldName(name) === name)).toEqual([]);
});

/** Columns that no form changes. */
const unwritten = [
  "id",
  "version",
  "createdAt",
  "updatedAt",
  "archivedAt",
  "cancelledAt",
  "enableRLS",
  "light",
  "eventId",
  "startsAt",
  "shownFrom",
  "doorsAt",
  "endsAt",
  "slug",
  "priceId",
  "priceAgreedAt",
  "priceWantedAt",
  "poolId",
  "family",
  "isSpecial",
  "isVisible",
  "isUsed",
  "isQuickPurchase",
  "isAvailable",
  "publishedAt",
];

it("a value of a stored list of words is said in the words of its screen", () => {
  const stored = {
    codePer: codeKinds,
    mode: doorModes,
    stop: stopKinds,
    kind: voucherKinds,
    imagePosition: imagePositions,
    usedTickets: ["refunded", "kept"],
  };
  const raw = Object.entries(stored).flatMap(([field, words]) =>
    words.filter((word) => valueText(field, word) === word),
  );
  // it is Romanian too
  expect(raw).toEqual(["strict"]);
});

it("the security page has words for every act that asks for the password, and for every file", () => {
  const asks = (Object.keys(actRules) as Act[]).filter(
    (act) => missingProof(act, { isComplete: true, isFresh: false }) !== undefined,
  );
  expect(asks.length).toBeGreaterThan(15);
  const words = (detail: string) => securityEventTexts.detail("step_up_failed", detail);
  expect(asks.filter((act) => words(act) === act)).toEqual([]);
  const files = ["src/host/exports.ts", "src/web/gate/after/after-file-route.ts"].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bprefix(?:: | = )"([\w-]+)"/g)].map(([, name = ""]) => name),
  );
  expect(files.length).toBeGreaterThan(6);
  expect(files.filter((name) => words(name) === name)).toEqual([]);
});

it("the latest changes are said without the names of columns, and agree with every field", () => {
  const said = (what: string, before: object | null, after: object) =>
    historySteps([
      {
        id: "1",
        at: new Date(0),
        who: null,
        actorKind: "system",
        what,
        before: before as never,
        after: after as never,
      },
    ])[0]?.what;
  expect(said("edited", { description: "a" }, { description: "b" })).toBe("Descriere: alt text");
  expect(said("edited", { minimumAge: null }, { minimumAge: 18, doors: "21:00" })).toBe(
    "Vârsta minimă: gol → 18 +1",
  );
  expect(valueText("usedTickets", "refunded")).toBe("banii se întorc");
});

it.each([
  ["manager", "Admin User", "Admin User (organizator de nopți)"],
  ["box_office", null, "cont șters (casă)"],
  ["box_office", " ", "cont șters (casă)"],
  ["system", null, "Sistemul"],
  ["user", "Ana Pop", "Ana Pop"],
])("a %s called %s is %s in a history: a changed name passes for nobody else", (actorKind, who, shown) => {
  const entry = { id: "1", at: new Date(0), who, actorKind, what: "edited", before: null, after: null };
  expect(historySteps([entry])[0]?.note).toBe(shown);
  expect(historyRows([entry])[0]?.who).toBe(shown);
});
