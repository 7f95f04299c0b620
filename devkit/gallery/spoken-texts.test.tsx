import { expect, it, vi } from "vitest";

/** The same texts in a language that writes brackets round each of them. */
const { marked } = vi.hoisted(() => {
  const marked = (texts: unknown): unknown => {
    if (typeof texts === "string") return `⟦${texts}⟧`;
    if (typeof texts === "function") return (...given: unknown[]) => marked(texts(...given));
    if (Array.isArray(texts)) return texts.map(marked);
    if (typeof texts !== "object" || texts === null) return texts;
    return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, marked(text)]));
  };
  return { marked };
});

vi.mock("#kernel/language.ts", () => ({ translatable: marked }));
vi.mock("#kernel/romanian.ts", async (original) => {
  const { counted, nounFor, spanInWords, ...others } = await original<typeof import("#kernel/romanian.ts")>();
  return { ...others, ...(marked({ counted, nounFor, spanInWords }) as object) };
});

/** Days, months and currencies, which `kernel/time` and `kernel/money` say, and names. */
const elsewhere = new Set([
  "LEI",
  "RON",
  "Instagram",
  "Facebook",
  "Twitter",
  "ANPC",
  ...Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2027, 0, 1 + day))).flatMap((day) =>
    wordsOf(
      day
        .toLocaleDateString("ro-RO", { weekday: "long", month: "long", timeZone: "UTC" })
        .concat(" ", day.toLocaleDateString("ro-RO", { month: "short", timeZone: "UTC" })),
    ),
  ),
]);

function wordsOf(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{M}’'-]*/gu) ?? [];
}

/** What a screen was given: texts of the club, names. It may show a part of one. */
function givenTo(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  return Object.entries(value).flatMap(([name, inner]) => (name.startsWith("_") ? [] : givenTo(inner, seen)));
}

/** What people read or hear of a page, without what the brackets are round. */
function unmarked(html: string): string[] {
  const heard = / (?:alt|aria-label|aria-description|placeholder|title)="([^"]*)"/g;
  let text = html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, (tag) => `\n${[...tag.matchAll(heard)].map(([, said]) => said).join("\n")}\n`)
    .replace(/&(?:#x27|quot|amp|nbsp);/g, " ");
  // a text may be within another
  while (/⟦[^⟦⟧]*⟧/.test(text)) text = text.replace(/⟦[^⟦⟧]*⟧/g, " ");
  return text.split("\n");
}

it("every word that a buyer reads is of a catalogue, and so can be said in another language, or was given", async () => {
  const { renderScreen } = await import("./render-screen.tsx");
  const { frameView } = await import("./sample-season.ts");
  const { SiteFrame } = await import("#web/public/site-frame.tsx");
  const { publicSamples } = await import("./public-samples.tsx");
  const { accountSamples } = await import("./account-samples.tsx");
  const { checkoutSamples } = await import("./checkout-samples.tsx");
  const { openingSamples } = await import("./opening-samples.tsx");
  const { securitySamples } = await import("./security-samples.tsx");
  const { sentTicketSamples } = await import("./sent-ticket-samples.tsx");
  const { testPurchaseSamples } = await import("./demo-samples.tsx");
  const samples = [
    publicSamples,
    accountSamples,
    checkoutSamples,
    openingSamples,
    securitySamples,
    sentTicketSamples,
    testPurchaseSamples,
  ].flatMap((some) => Object.entries(some));
  expect(samples.length).toBeGreaterThan(100);

  const loose = samples.flatMap(([name, draw]) => {
    const page = <SiteFrame view={frameView}>{draw()}</SiteFrame>;
    const given = givenTo(page).join("\n");
    const isKnown = (word: string) =>
      given.includes(word) || elsewhere.has(word) || elsewhere.has(word.toLowerCase());
    return unmarked(renderScreen(page))
      .filter((text) => wordsOf(text).some((word) => !isKnown(word)))
      .map((text) => `${name}: ${text.trim()}`);
  });
  expect(loose).toEqual([]);
});
