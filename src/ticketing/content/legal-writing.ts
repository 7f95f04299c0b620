import type { LegalText } from "./legal-text.ts";

type Sections = LegalText["sections"];

/** Writes sections as the text of one field: "## Title" begins a section, an empty line a paragraph. */
export function formatLegalSections(sections: Sections): string {
  return sections.map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join("\n\n")).join("\n\n");
}

/** Reads such a text. Paragraphs before the first title become a section without a title. Every anchor is unique. */
export function parseLegalSections(text: string): Sections {
  const sections: { id: string; title: string; paragraphs: string[] }[] = [];
  const anchors = new Set<string>();
  const beginSection = (title: string) => {
    const section = { id: anchorOf(title, anchors), title, paragraphs: [] };
    sections.push(section);
    return section;
  };
  for (const block of text.split(/\n{2,}|\n(?=## )|(?<=^## .*)\n/m)) {
    const words = block.trim();
    if (words === "") continue;
    const title = /^## +(.+)$/.exec(words)?.[1];
    if (title !== undefined) beginSection(title);
    else (sections.at(-1) ?? beginSection("")).paragraphs.push(words);
  }
  return sections;
}

function anchorOf(title: string, usedAnchors: Set<string>): string {
  const baseAnchor =
    title
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 60) || "sectiune";
  let anchor = baseAnchor;
  for (let n = 2; usedAnchors.has(anchor); n++) anchor = `${baseAnchor}-${n}`;
  usedAnchors.add(anchor);
  return anchor;
}
