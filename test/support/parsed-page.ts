import sanitizeHtml from "sanitize-html";

/** A page of HTML, read by a parser that is not ours. */
export type ParsedPage = {
  /** Names of elements, and of attributes. */
  readonly elements: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
  /** Everything that a person may read: texts and values of attributes, with decoded character references. */
  readonly words: readonly string[];
  readonly links: readonly string[];
  readonly scripts: readonly string[];
  /** The pages in this page's frames. */
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
  // The parser returns no text of these elements.
  for (const [, text = ""] of html.matchAll(/<(?:textarea|option)\b[^>]*>([^<]*)<\/(?:textarea|option)/gi))
    texts.push(withoutReferences(text));
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script/gi)];
  return {
    elements,
    attributes,
    // One text may be split into several neighbouring pieces.
    words: [...words, texts.join(""), ...texts],
    links,
    frames,
    scripts: scripts.map(([, , code = ""]) => code),
    facts: scripts.flatMap(([, attributes = "", code = ""]) =>
      attributes.includes("application/ld+json") ? [JSON.parse(code) as Record<string, unknown>] : [],
    ),
  };
}

/** The parser returns texts in escaped form; React writes these references. */
function withoutReferences(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}
