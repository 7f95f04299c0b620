import { Marked, type Token, type TokenizerObject } from "marked";
import sanitizeHtml from "sanitize-html";
import { escapeHtml } from "#kernel/escape-html.ts";

/** In Marked, a rule answers undefined for "no such token here", and false for "use the original rule". */
const noToken = () => undefined;
/** The marks that begin a list item or a small title, at the beginning of a line. */
const blockMark = "- |1\\. |### ";
const beginsWithMark = new RegExp(`^(?:${blockMark})`);
const untilBlankOrMark = new RegExp(`^[^\\n]+(?:\\n(?!\\s*(?:\\n|$)|${blockMark})[^\\n]+)*`);
const isLink = /^\[[^\]\n]{1,200}\]\((?:https?:\/\/|mailto:)/i;

/**
 * The Markdown that texts may use: bold, lists, links and small titles. Everything else stays plain text, as in texts
 * written before Markdown: stars, dashes, quotes, code, references and HTML.
 */
const tokenizer: TokenizerObject = {
  code: noToken,
  fences: noToken,
  hr: noToken,
  blockquote: noToken,
  html: noToken,
  def: noToken,
  table: noToken,
  lheading: noToken,
  escape: noToken,
  tag: noToken,
  reflink: noToken,
  codespan: noToken,
  del: noToken,
  autolink: noToken,
  url: noToken,
  heading: (src) => (src.startsWith("### ") ? false : undefined),
  // no lists inside lists: they could be nested as deep as a text is long
  list(src) {
    return this.lexer.state.top && beginsWithMark.test(src) ? false : undefined;
  },
  paragraph(src) {
    const [raw = ""] = untilBlankOrMark.exec(src) ?? [];
    return { type: "paragraph", raw, text: raw, tokens: this.lexer.inline(raw) };
  },
  emStrong: (src) => (src.startsWith("**") && !src.startsWith("***") ? false : undefined),
  br: (src) => (src.startsWith("\\") ? undefined : false),
  link: (src) => (isLink.test(src) ? false : undefined),
};

const reader = new Marked({
  breaks: true,
  tokenizer,
  renderer: {
    checkbox: ({ raw }) => escapeHtml(raw),
    // a reference such as &copy; is plain text too
    text(token) {
      return "tokens" in token && token.tokens
        ? this.parser.parseInline(token.tokens)
        : escapeHtml(token.text);
    },
  },
});

const allowedHtml: sanitizeHtml.IOptions = {
  allowedTags: ["p", "br", "strong", "ul", "ol", "li", "h3", "a"],
  allowedAttributes: { a: ["href", "rel"] },
  allowedSchemes: ["https", "http", "mailto"],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform("a", { rel: "nofollow noopener" }) },
};

const inlineMarks = /[*_~`[\]<\\!]/g;
/** A text with more marks is shown as plain text, because the time to parse grows with the square of their number. */
const mostMarks = 400;
const hasTooManyMarks = (text: string) => (text.match(inlineMarks)?.length ?? 0) > mostMarks;

/** So many blanks side by side mean the same as more, which would take time by the square of their number. */
const withFewBlanks = (text: string) => text.replace(/([ \t]{4})[ \t]+/g, "$1");

/** A description of a night or artist as safe HTML; plain texts keep their lines and paragraphs. */
export function markdownToHtml(written: string): string {
  const text = withFewBlanks(written);
  const html = hasTooManyMarks(text)
    ? text
        .split(/\n\s*\n/)
        .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll("\n", "<br>")}</p>`)
        .join("")
    : reader.parse(text, { async: false });
  return sanitizeHtml(html, allowedHtml);
}

/** The same text without any marks, for cards, page heads and other places that show no HTML. */
export function markdownToPlainText(written: string): string {
  const text = withFewBlanks(written);
  return hasTooManyMarks(text) ? text.trim() : plainTextOf(reader.lexer(text)).trim();
}

function plainTextOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === "list") return `${plainTextOf(token.items)}\n`;
      if (token.type === "br" || token.type === "space") return "\n";
      const words = "tokens" in token && token.tokens ? plainTextOf(token.tokens) : token.raw;
      return ["paragraph", "heading", "list_item"].includes(token.type) ? `${words}\n` : words;
    })
    .join("");
}
