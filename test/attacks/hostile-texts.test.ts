/** Every text that means something to some grammar, through every field that a person can write, to every reader. */
import { beforeAll, describe, expect, it } from "vitest";
import { typedLine, typedText } from "#kernel/typed-text.ts";
import { parsedPage } from "#test/support/parsed-page.ts";
import { cleanHtml } from "#ticketing/delivery/templates/template-html.server.ts";
import { callForms } from "./hostile-calls.ts";
import { type HostileForm, officeForms } from "./hostile-forms.ts";
import { expectHarmless, friendlyTexts, readers } from "./hostile-readers.ts";
import { sendText } from "./hostile-sender.ts";
import { type Kept, kept, openHostileStage } from "./hostile-stage.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { writtenFields } from "./written-fields.ts";

const forms: readonly HostileForm[] = [...officeForms, ...callForms];
const isLong = process.env.TEST_SCALE === "long";
const seed = Number(process.env.TEST_SEED ?? 20_261_123);
const replay = `TEST_SEED=${seed} ${isLong ? "TEST_SCALE=long " : ""}npm test -- test/attacks/hostile-texts.test.ts`;

type Pair = { readonly form: HostileForm; readonly field: string; readonly text: string };
const pairs: Pair[] = forms.flatMap((form) =>
  Object.keys(form.fields).flatMap((field) =>
    Object.keys(hostileTexts).map((text) => ({ form, field, text })),
  ),
);
const isKept = ({ form, field }: Pair) => form.kept?.[field] !== undefined;
const nameOf = ({ form, field, text }: Pair) =>
  `${text} in ${field} of ${form.method ?? form.by} ${form.path}`;

/** The same pairs for the same seed. */
function dice(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Some of these, drawn with the seed so that each of them has its turn within `rounds` rounds; all with TEST_SCALE=long. */
function drawn<Thing>(things: readonly Thing[], round: number, rounds: number): Thing[] {
  const roll = dice(seed);
  return things.filter(() => {
    const turn = Math.floor(roll() * rounds);
    return isLong || turn === round % rounds;
  });
}

/** What may become of a text that somebody types: the documented ways of cleaning one. */
function cleanings(text: string): string[] {
  const sent = text.toWellFormed();
  const plain = sent.replaceAll("\r\n", "\n");
  const line = sent.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ");
  return [
    ...[text, sent, plain, sent.trim(), plain.trim(), line.trim()],
    ...[typedLine(sent), typedText(plain), sent.trim().slice(0, 300).toWellFormed()],
    // of a legal text the first paragraph
    typedText(plain).split(/\n{2,}/)[0] ?? "",
    cleanHtml(plain),
  ];
}

const stage = await openHostileStage();
let printed = 0;
beforeAll(() => stage.confirm());
/** Adds to a failure which pair it was, and how it is played again. */
async function during(what: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
    const said = stage.site.output().slice(printed);
    printed += said.length;
    expect(said).not.toMatch(/a request failed|a page failed|could not be|an export/);
  } catch (error) {
    printed = stage.site.output().length;
    if (error instanceof Error) error.message = `${what}\n${error.message}\n${replay}`;
    throw error;
  }
}

/** Clear: done, led on within the site, or refused with a sentence; never broken, and nothing in it runs. */
async function expectClear(pair: Pair): Promise<"accepted" | "refused"> {
  const { form, field, text } = pair;
  const answer = await sendText(stage, form, field, hostileTexts[text] ?? "");
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

it("every field that the source reads from a request has its line in the tables of hostile texts", () => {
  const known = (file: string) =>
    new Set(
      forms.flatMap(({ readBy, fields }) =>
        readBy.includes(file) ? Object.keys(fields).flatMap((name) => name.split(".")) : [],
      ),
    );
  const missing = writtenFields().filter(({ file, name }) => !known(file).has(name));
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  const files = new Set(writtenFields().map(({ file }) => file));
  const gone = forms.flatMap(({ readBy }) => readBy).filter((file) => !files.has(file));
  expect([...new Set(gone)]).toEqual([]);
});

describe("a hostile text", () => {
  it("the screens and files are asked with friendly texts first, so that any other element is seen", async () => {
    for (const form of forms)
      if (form.kept)
        expect(await sendText(stage, form, null, ""), form.path).toMatchObject({
          status: expect.toSatisfy((status: number) => status < 400),
        });
    for (const reader of readers) await during(reader.name, () => reader.check(stage, friendlyTexts));
  });

  const accepted = new Map<string, number>();
  const sorts = Object.keys(hostileTexts);
  it.each(sorts)("stays a text, on every screen and in every file, letter and search: %s", async (text) => {
    const round = sorts.indexOf(text);
    for (const pair of drawn(
      pairs.filter(isKept).filter((one) => one.text === text),
      round,
      5,
    ))
      await during(nameOf(pair), async () => {
        await stage.confirm();
        const { form, field } = pair;
        const where = form.kept?.[field] as Kept;
        const before = await stage.ask(kept[where]);
        const isTaken = (await expectClear(pair)) === "accepted";
        const now = await stage.ask(kept[where]);
        if (!isTaken || now === before) return;
        accepted.set(where, (accepted.get(where) ?? 0) + 1);
        expect(cleanings(hostileTexts[text] ?? ""), `${where} is kept as it was typed, or cleaned`).toContain(
          now,
        );
      });
    for (const reader of drawn(readers, round, 6)) {
      const texts: Partial<Record<Kept, string>> = {};
      for (const shown of reader.shows) {
        const now = await stage.ask(kept[shown]);
        if (now !== undefined && now !== "") texts[shown] = now;
      }
      await during(`${text}: ${reader.name}`, () => reader.check(stage, texts));
    }
  });

  it("was taken by every field that keeps texts", () => {
    const names = new Set(forms.flatMap((form) => Object.values(form.kept ?? {})));
    expect([...names].filter((name) => (accepted.get(name) ?? 0) < 2)).toEqual([]);
  });
});
