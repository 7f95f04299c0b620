import { expect, it } from "vitest";
import { seasonTexts } from "#devkit/season/season-texts.ts";
import { type LegalText, readLegalText } from "./legal-text.ts";
import { formatLegalSections, parseLegalSections } from "./legal-writing.ts";

const texts = seasonTexts("2027-07-10");

it.each(["terms", "privacy", "cookies"] as const)(
  "the stored text of %s comes back from its field unchanged",
  (key) => {
    const { sections } = texts[key] as unknown as LegalText;
    expect(sections.length).toBeGreaterThan(0);
    const again = parseLegalSections(formatLegalSections(sections));
    expect(again.map(({ title, paragraphs }) => ({ title, paragraphs }))).toEqual(
      sections.map(({ title, paragraphs }) => ({ title, paragraphs })),
    );
    expect(readLegalText(key, { title: "T", sections: again }).sections).toEqual(again);
  },
);
