import sanitizeHtml from "sanitize-html";

/** Accepts only plain colours, sizes and words: nothing that loads, runs or covers something else. */
const plainValue = /^(?!.*(?:url|expression|image|import|binding|javascript))[-#%.,()/\w '"!]{1,200}$/i;
const allowedStyleProperties = [
  "background",
  "background-color",
  "border",
  "border-bottom",
  "border-collapse",
  "border-color",
  "border-left",
  "border-radius",
  "border-right",
  "border-spacing",
  "border-top",
  "color",
  "direction",
  "display",
  "font",
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "height",
  "letter-spacing",
  "line-height",
  "list-style",
  "margin",
  "margin-bottom",
  "margin-left",
  "margin-right",
  "margin-top",
  "max-height",
  "max-width",
  "min-width",
  "mso-hide",
  "mso-padding-alt",
  "overflow",
  "padding",
  "padding-bottom",
  "padding-left",
  "padding-right",
  "padding-top",
  "text-align",
  "text-decoration",
  "text-transform",
  "vertical-align",
  "white-space",
  "width",
  "word-break",
];
const tags = (
  "a abbr b blockquote br caption center code col colgroup dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins li ol p " +
  "pre q s small span strike strong sub sup table tbody td tfoot th thead tr u ul"
).split(" ");
/** Wrapper elements that are often pasted along. They are removed, but their content stays. */
const unwrapped = new Set(["html", "head", "body", "meta", "section", "article", "header", "footer", "main"]);

const variableAlone = /^\s*\{\{ ?[a-z_]{1,40} ?\}\}\s*$/;
/**
 * The attributes whose address has a variable among other text. They are removed: another site that a picture or a link
 * leads to would get the order's link or the reader's name. An address that is one variable is always ours.
 */
const mixedAddresses = (attributes: sanitizeHtml.Attributes) =>
  ["href", "src"].filter((name) => {
    const address = attributes[name] ?? "";
    return address.includes("{{") && !variableAlone.test(address);
  });

const options: sanitizeHtml.IOptions = {
  allowedTags: tags,
  transformTags: {
    "*": (tagName, attribs) => {
      for (const name of mixedAddresses(attribs)) delete attribs[name];
      return { tagName, attribs };
    },
  },
  // These elements are removed with their text, which is not meant to be read.
  nonTextTags: [
    "script",
    "style",
    "textarea",
    "option",
    "xmp",
    "noscript",
    "title",
    "template",
    "svg",
    "math",
    "object",
  ],
  allowedAttributes: {
    "*": ["style", "class", "align", "valign", "bgcolor", "width", "height", "dir", "lang", "role", "title"],
    a: ["href", "name"],
    img: ["src", "alt", "border"],
    table: ["cellpadding", "cellspacing", "border"],
    td: ["colspan", "rowspan", "nowrap"],
    th: ["colspan", "rowspan", "scope", "nowrap"],
    font: ["color", "face", "size"],
    ol: ["start", "type"],
  },
  allowedSchemes: ["https", "http", "mailto", "tel"],
  allowedSchemesByTag: { img: ["https", "cid"] },
  allowProtocolRelative: false,
  allowedStyles: { "*": Object.fromEntries(allowedStyleProperties.map((name) => [name, [plainValue]])) },
  nestingLimit: 60,
};

/**
 * A template's HTML without anything that could run, load or cover something else. Used when a template is saved, and
 * again on each email before and after its values are filled in, because two harmless parts can be harmful together.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, options);
}

/** The names of the removed elements and addresses, each once, to tell their author. */
export function removedElements(html: string): string[] {
  const found = new Set<string>();
  sanitizeHtml(html, {
    ...options,
    onOpenTag: (name, attributes) => {
      if (!tags.includes(name) && !unwrapped.has(name)) found.add(name);
      for (const address of mixedAddresses(attributes)) found.add(`${name} ${address}`);
    },
  });
  return [...found].sort();
}

/** The plain-text part if nobody wrote one: the words, one line for each block, links after their text. */
export function textOfHtml(html: string): string {
  const lines = cleanHtml(html)
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gis, "$2 ($1)")
    .replace(/<\/t[dh]>/gi, " ")
    .replace(/<\/?(?:br|hr|p|div|tr|li|h[1-6]|table|ul|ol)\b[^>]*>/gi, "\n");
  const words = sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
  return words
    .split("\n")
    .map((line) => line.replace(/(?:\s|\u2007|\u034f)+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}
