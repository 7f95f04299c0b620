import sanitizeHtml from "sanitize-html";

/** A page of HTML as a parser that we did not write reads it. */
export type ParsedPage = {
  /** Names of elements, and of attributes. */
  readonly elements: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
  /** What a person may read: texts and values of attributes, with characters for their references. */
  readonly words: readonly string[];
  readonly links: readonly string[];
  readonly scripts: readonly string[];
  /** Whole pages that a frame of this one shows. */
  readonly frames: readonly string[];
  /** JSON-LD, parsed. */
  readonly facts: readonly Record<string, unknown>[];
};

const addresses = new Set(["href", "src", "action", "formaction", "srcset", "data", "poster"]);

export function parsedPage(html: string): ParsedPage {
  const elements = new Set<string>();
  const attributes = new Set<string>();
  const words: string[] = [];
  const links: string[] = [];
  const texts: string[] = [];
  const frames: string[] = [];
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    parseStyleAttributes: false,
    transformTags: {
      "*": (tagName, attribs) => {
        elements.add(tagName);
        for (const [name, value] of Object.entries(attribs)) {
          attributes.add(name);
          if (name === "srcdoc") frames.push(value);
          else (addresses.has(name) ? links : words).push(value);
        }
        return { tagName, attribs };
      },
    },
    textFilter: (text) => {
      texts.push(withoutReferences(text));
      return text;
    },
  });
  // the parser hands on no text of these
  for (const [, text = ""] of html.matchAll(/<(?:textarea|option)\b[^>]*>([^<]*)<\/(?:textarea|option)/gi))
    texts.push(withoutReferences(text));
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script/gi)];
  return {
    elements,
    attributes,
    // one text may stand in several pieces beside each other
    words: [...words, texts.join(""), ...texts],
    links,
    frames,
    scripts: scripts.map(([, , code = ""]) => code),
    facts: scripts.flatMap(([, attributes = "", code = ""]) =>
      attributes.includes("application/ld+json") ? [JSON.parse(code) as Record<string, unknown>] : [],
    ),
  };
}

/** The parser gives its texts as they would be written again; React writes these references. */
function withoutReferences(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}
