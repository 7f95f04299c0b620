/** Every text with a meaning in some grammar, through every field that a person can write, to every reader. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMailbox } from "#devkit/mailbox/mailbox.ts";
import { escapeHtml } from "#kernel/escape-html.ts";
import { newId } from "#kernel/id.ts";
import { openMail } from "#platform/mail/mail-adapter.server.ts";
import { headerLine } from "#platform/mail/mail-message.ts";
import { parsedPage } from "#test/support/parsed-page.ts";
import { ofScale, replay, scale, seedOr } from "#test/support/scale.ts";
import { someAtOnce } from "#test/support/turns.ts";

import { hostileForms as forms, type HostileForm } from "./hostile-forms.ts";
import { expectHarmless, friendlyTexts, type HostileReader, onOneLine, readers } from "./hostile-readers.ts";
import { sendText } from "./hostile-sender.ts";
import { type Kept, kept, openHostileSite } from "./hostile-site.ts";
import { cleanings, hostileTexts } from "./hostile-texts.ts";

const isLong = scale === "long";
const seed = seedOr(20_261_123);
/** Requests under way at the same time. */
const atOnce = 6;
/** One text of so many is tried for each field and each reader, in the same steps. */
const rounds = ofScale({ sample: 8, all: 8, long: 1 });
/** One of so many texts, and of the fields that store none, is played at all. */
const share = ofScale({ sample: 12, all: 1, long: 1 });
// all texts in every field of a form take their time
const limits = { timeout: isLong ? 1_800_000 : 600_000 };
const again = replay(seed, "test/attacks/hostile-texts.test.ts");

type Pair = { readonly form: HostileForm; readonly field: string; readonly text: string };
const pairs: Pair[] = forms.flatMap((form) =>
  Object.keys(form.fields).flatMap((field) =>
    Object.keys(hostileTexts).map((text) => ({ form, field, text })),
  ),
);
const sorts = Object.keys(hostileTexts);
const playedSorts = drawn(sorts, 0, share);
const isKept = ({ form, field }: Pair) => form.kept[field] !== undefined;
const isShown = ({ shows }: HostileReader, name: string) => (shows as readonly string[]).includes(name);
const nameOf = ({ form, field, text }: Pair) =>
  `${text} in ${field} of ${form.method ?? form.by} ${form.path}`;

/** The forms that have a stored text in common with this one, directly or by way of others. */
function family(form: HostileForm, found = new Set<HostileForm>()): Set<HostileForm> {
  if (found.has(form)) return found;
  found.add(form);
  const texts = Object.values(form.kept);
  for (const other of forms)
    if (Object.values(other.kept).some((text) => texts.includes(text))) family(other, found);
  return found;
}
const firstOfFamily = new Map(forms.map((form) => [form, forms.find((one) => family(form).has(one))]));

/** Repeatable random numbers: the same pairs for the same seed. */
function dice(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Some of these, chosen with the seed so that each of them comes up within `rounds` rounds. */
function drawn<Thing>(things: readonly Thing[], round: number, rounds: number): Thing[] {
  const roll = dice(seed);
  return things.filter(() => Math.floor(roll() * rounds) === round % rounds);
}

const hostile = await openHostileSite();
let printed = 0;
beforeAll(async () => {
  await hostile.analyze();
  await hostile.confirm();
});
/** What a busy machine says of a request or a print that it then does again. */
const busy = /no connection to the database|the database is unreachable|connection timeout|it took too long/;

/** Adds to a failure which pair it was, and how to repeat it. */
async function during(what: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
    const output = hostile.site.output().slice(printed);
    printed += output.length;
    const lines = output.split("\n").filter((line) => !busy.test(line));
    expect(lines.join("\n")).not.toMatch(/a request failed|a page failed|could not be|an export/);
  } catch (error) {
    printed = hostile.site.output().length;
    if (error instanceof Error) error.message = `${what}\n${error.message}\n${again}`;
    throw error;
  }
}

/**
 * A clear answer: done, redirected within the site, or refused with a sentence; never an error, and nothing in it runs.
 */
async function expectClear(pair: Pair): Promise<"accepted" | "refused"> {
  const { form, field, text } = pair;
  const answer = await sendText(hostile, form, field, hostileTexts[text] ?? "");
  if (answer === "cannot be sent") return "refused";
  const { status, type, location, headers } = answer;
  expect(status, answer.text.slice(0, 300)).toBeLessThan(500);
  expect(headers).not.toContain("bcc");
  if (location !== null) expect(location).toMatch(/^(?:\/(?![/\\])|http:\/\/127\.0\.0\.1:)/);
  if (type.startsWith("text/html")) expectHarmless(parsedPage(answer.text), "the answer");
  if (type.startsWith("application/json")) expect(() => JSON.parse(answer.text)).not.toThrow();
  if (status >= 400 && ["form", "json", "upload"].includes(form.by))
    expect(answer.text).toMatch(/[\p{L}]{3,}/u);
  return status < 400 ? "accepted" : "refused";
}

describe(`a hostile text, of ${pairs.length} in fields`, limits, () => {
  it("the screens and files first show friendly texts, so that any other element is noticed", async () => {
    await someAtOnce(
      forms.filter(({ kept }) => Object.keys(kept).length > 0),
      atOnce,
      async (form) =>
        expect(await sendText(hostile, form, null, ""), form.path).toMatchObject({
          status: expect.toSatisfy((status: number) => status < 400),
        }),
    );
    await someAtOnce(readers, atOnce, (reader) =>
      during(reader.name, () => reader.check(hostile, friendlyTexts)),
    );
  });

  const accepted = new Map<string, number>();
  it.each(playedSorts)(
    "stays a text, on every screen and in every file, email and search: %s",
    async (text) => {
      const round = sorts.indexOf(text);
      const mine = drawn(
        pairs.filter(isKept).filter((one) => one.text === text),
        round,
        rounds,
      );
      await hostile.confirm();
      // one after the other in a family: each request reads the version, and the text, of the one before it
      const byFamily = Map.groupBy(mine, ({ form }) => firstOfFamily.get(form));
      await someAtOnce(byFamily.values(), atOnce, async (some) => {
        for (const pair of some) await during(nameOf(pair), () => expectKept(pair));
      });
      const now = await hostile.askAll();
      // a public page is at most one second old (51): one that was rendered before the last save is gone then
      await pause(1100);
      await someAtOnce(drawn(readers, round, rounds), atOnce, (reader) => {
        const texts = Object.fromEntries(Object.entries(now).filter(([name]) => isShown(reader, name)));
        return during(`${text}: ${reader.name}`, () => reader.check(hostile, texts));
      });
    },
  );

  async function expectKept(pair: Pair): Promise<void> {
    const { form, field, text } = pair;
    const where = form.kept[field] as Kept;
    const before = await hostile.ask(kept[where]);
    const isTaken = (await expectClear(pair)) === "accepted";
    const now = await hostile.ask(kept[where]);
    if (!isTaken || now === before) return;
    accepted.set(where, (accepted.get(where) ?? 0) + 1);
    expect(cleanings(hostileTexts[text] ?? ""), `${where} is kept as it was typed, or cleaned`).toContain(
      now,
    );
  }

  it.skipIf(scale === "sample")("was taken by every field that stores texts", () => {
    const names = new Set(forms.flatMap((form) => Object.values(form.kept)));
    expect([...names].filter((name) => (accepted.get(name) ?? 0) < 2)).toEqual([]);
  });
});

describe("a hostile text in a field that stores none", limits, () => {
  // one text for each field, the next field with the next text
  const turns = drawn(
    pairs
      .filter((pair) => !isKept(pair))
      .filter(
        (_, at) => isLong || at % sorts.length === (Math.floor(at / sorts.length) + seed) % sorts.length,
      ),
    0,
    share,
  );
  const groups = Map.groupBy(turns, ({ form }): string => `${form.method ?? form.by} ${form.path}`);

  it.concurrent.each([...groups.keys()])("is answered clearly, and breaks nothing: %s", async (group) => {
    for (const pair of groups.get(group) ?? [])
      await during(nameOf(pair), async () => {
        await expectClear(pair);
      });
  });
});

describe("a hostile text in an email", async () => {
  const folder = mkdtempSync(join(tmpdir(), "estival-letters-"));
  const mailbox = await openMailbox(folder);
  afterAll(async () => {
    await mailbox.close();
    rmSync(folder, { recursive: true });
  });

  const letters = () =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".eml"))
      .map((file) => readFileSync(join(folder, file)));

  it.concurrent.each(sorts)("adds no header, no recipient and no part: %s", async (name) => {
    const text = hostileTexts[name] ?? "";
    const messageId = `<${newId()}@exemplu.ro>`;
    const from = { name: text, address: "bilete@exemplu.ro" };
    const mail = openMail({ host: mailbox.host, port: mailbox.port, security: "loopback", from });
    const answer = await mail.send({
      to: "ana@exemplu.ro",
      subject: text,
      html: escapeHtml(text),
      text,
      messageId,
      attachments: [{ filename: `${text}.ics`, contentType: "text/calendar", content: Buffer.from(text) }],
    });
    expect(answer).toEqual({ kind: "accepted" });
    const bytes = letters().find((letter) => letter.includes(messageId)) as Buffer;
    const [head = ""] = bytes.toString("latin1").split("\r\n\r\n");
    expect(head).not.toMatch(/^bcc:/im);
    const letter = await PostalMime.parse(bytes);
    expect([letter.to?.length, letter.cc, letter.bcc, letter.attachments.length]).toEqual([
      1,
      undefined,
      undefined,
      1,
    ]);
    // an encoded word of mail may be read as one: no email of the site begins so
    if (!text.includes("=?"))
      expect([letter.subject, letter.from?.name].map((text) => onOneLine(text ?? ""))).toEqual(
        [headerLine(text.toWellFormed()), headerLine(text.toWellFormed())].map(onOneLine),
      );
    expect(onOneLine(letter.text ?? "")).toBe(onOneLine(text.toWellFormed()));
    expectHarmless(parsedPage(letter.html ?? ""), "the letter");
  });

  it("makes no second email", () => {
    expect(letters()).toHaveLength(sorts.length);
  });
});
