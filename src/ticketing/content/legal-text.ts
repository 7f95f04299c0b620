import { z } from "zod";
import { emptyLegalTexts } from "./empty-legal-texts.ts";

/** The legal pages, by their key in `site_content`. */
export type LegalKey = "terms" | "privacy" | "cookies";

export type LegalText = {
  readonly title: string;
  readonly intro: string;
  /** A notice above the text, for instance that no lawyer has checked it yet; may be empty. */
  readonly notice: string;
  readonly sections: readonly {
    readonly id: string;
    readonly title: string;
    readonly paragraphs: readonly string[];
  }[];
};

const storedLegalText = z.object({
  title: z.string().min(1),
  intro: z.string().default(""),
  notice: z.string().default(""),
  sections: z.array(
    z.object({ id: z.string().regex(/^[a-z0-9-]+$/), title: z.string(), paragraphs: z.array(z.string()) }),
  ),
});

/** Reads a stored legal text. For a missing or damaged one, returns its default title and one sentence. */
export function readLegalText(key: LegalKey, content: unknown): LegalText {
  const parsed = storedLegalText.safeParse(content);
  if (parsed.success) return parsed.data;
  return { title: emptyLegalTexts.titles[key], intro: emptyLegalTexts.intro, notice: "", sections: [] };
}
