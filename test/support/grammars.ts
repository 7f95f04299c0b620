import { parseSync } from "oxc-parser";
import { textOf } from "./import-graph.ts";

/** A language that a person's text may get into, and the one function that writes it there as a text. */
export type Grammar = {
  readonly name: string;
  readonly writer: string;
  readonly file: string;
  /** Patterns of source that writes it by hand. */
  readonly marks: readonly RegExp[];
  /** Other files that may match, and why they write no person's text there. */
  readonly also?: Readonly<Record<string, string>>;
};

const builtByUs = "markup of ours; what is put in is a number, a colour, an outline or escaped before";

export const grammars: readonly Grammar[] = [
  {
    name: "SQL",
    writer: "values beside the statement",
    file: "src/platform/database/database.server.ts",
    marks: [/replaceAll\("'", "''"\)|replace\(\/'\/g/, /\bescapeLiteral\(/],
    also: {
      "src/platform/database/prepare-database.server.ts":
        "a password for ALTER ROLE, which takes no value beside it",
    },
  },
  {
    name: "pattern of LIKE",
    writer: "containing",
    file: "src/kernel/like-pattern.ts",
    marks: [/`%\$\{/, /\[\\\\%_\]/],
  },
  {
    name: "HTML, XML and SVG",
    writer: "escapeHtml",
    file: "src/kernel/escape-html.ts",
    marks: [
      /"&(?:lt|gt|amp|quot|#39|#x27|apos);"/,
      /replace(?:All)?\((?:"<"|'<'|\/<\/g?|\/\[[^\]]*<[^\]]*\]\/g)/,
    ],
    also: {
      "src/ticketing/delivery/templates/template-html.server.ts":
        "reads such references, for the plain half of a letter",
    },
  },
  {
    name: "HTML of people, and pages in frames",
    writer: "cleanHtml",
    file: "src/ticketing/delivery/templates/template-html.server.ts",
    marks: [
      /\bdangerouslySetInnerHTML\b|\binnerHTML\b|\bsrcDoc\b|\binsertAdjacentHTML\b|document\.write\(/,
      /\bsanitizeHtml\(/,
    ],
    also: {
      "src/web/admin/email/mail-preview.tsx": "shows what `framedLetter` has cleaned, in a sandbox",
      "src/ticketing/content/written-text.server.ts":
        "descriptions, of which it lets bold, lists and links through",
      "src/web/ui/written.tsx": "shows what `markdownToHtml` has cleaned",
    },
  },
  {
    name: "JSON in HTML",
    writer: "headTags (React Router writes `script:ld+json`)",
    file: "src/web/public/page-head.ts",
    marks: [/ld\+json/, /<script[^`"]*\$\{/],
  },
  {
    name: "CSV",
    writer: "csvField; the database's own COPY with formulaGuarded",
    file: "src/ticketing/reports/formula-guard.ts",
    marks: [/replaceAll\('"', '""'\)/, /FORMAT csv/],
    also: {
      "src/ticketing/reports/write-file.server.ts": "the database's COPY",
      "devkit/lab/bench/report-goal.ts": "the database's COPY",
    },
  },
  {
    name: "mail header",
    writer: "headerLine",
    file: "src/platform/mail/mail-message.ts",
    marks: [/replace\(\/\[[^\]]*\\p\{Z[lp]\}/, /"List-Unsubscribe"|"Bcc"|"Reply-To"/],
    also: {
      "src/platform/mail/mail-adapter.server.ts": "calls it for each header",
      "src/web/request/one-click-unsubscribe.server.ts": "reads the field of a form, and writes none",
    },
  },
  {
    name: "file name in a header",
    writer: "namedFile",
    file: "src/kernel/named-file.ts",
    marks: [/filename=/, /content-disposition["'`][^\n]*(?:attachment|inline);/i],
  },
  {
    name: "calendar file",
    writer: "nightCalendar",
    file: "src/ticketing/delivery/night-calendar.ts",
    marks: [/BEGIN:V/, /\[\\\\;,\]/],
  },
  {
    name: "content security policy",
    writer: "policyFor",
    file: "src/host/security-headers.ts",
    marks: [/default-src|script-src/],
    also: {
      "src/host/bare-screen.ts": "a policy without a value",
      "src/ticketing/delivery/templates/preview-template.server.ts": "a policy without a value",
      "devkit/demo.ts": "a policy without a value",
      "devkit/card-provider/card-pages.server.ts": "the double's own, with its address",
      "devkit/oidc-provider.ts": "a policy without a value",
    },
  },
  {
    name: "shell",
    writer: "nobody: programs are started with a list of arguments",
    file: "src/platform/database/embedded-binaries.server.ts",
    marks: [/\bshell:\s*(?:true|["'`])/, /import \{[^}]*\bexec(?:Sync)?\b[^}]*\} from "node:child_process"/],
  },
  {
    name: "style",
    writer: "brandStyle",
    file: "src/web/ui/brand-style.ts",
    marks: [/["'`]--(?:c|g)-/],
  },
  {
    name: "words in print and in a drawing",
    writer: "drawnText",
    file: "src/ticketing/delivery/ticket-fonts.server.ts",
    marks: [
      /Emoji_Presentation/,
      /anyAscii\(/,
      /(?:\btext|OfString|OfText|layout|wrappedText|outlinedText)\(\s*printable\(/,
    ],
    also: {
      "src/ticketing/delivery/ticket-wording.ts": "`printable`, which calendars and files' titles call too",
    },
  },
];

/** Files that put HTML together from pieces. */
export const markupBuilders: Readonly<Record<string, string>> = {
  "src/ticketing/delivery/letter-templates/account-letters.ts": builtByUs,
  "src/ticketing/delivery/letter-templates/letter-blocks.ts": builtByUs,
  "src/ticketing/delivery/letter-templates/letter-shell.ts": builtByUs,
  "src/ticketing/delivery/letter-templates/seat-rows.ts": builtByUs,
  "src/ticketing/delivery/letter-templates/sum-rows.ts": builtByUs,
  "src/ticketing/delivery/letter-templates/sun-over-sea.ts": builtByUs,
  "src/ticketing/delivery/letter-templates/ticket-letters.ts": builtByUs,
  "src/ticketing/delivery/letter-templates/ticket-rows.ts": builtByUs,
  "src/ticketing/delivery/lettering.server.ts": builtByUs,
  "src/ticketing/delivery/share-drawing.server.ts": builtByUs,
  "src/ticketing/delivery/ticket-qr.server.ts": builtByUs,
  "src/ticketing/delivery/templates/preview-template.server.ts": "the title is escaped, the body cleaned",
  "src/host/bare-screen.ts": "the sentence is escaped, the style a constant",
  "src/web/resources/sitemap-route.ts": "addresses are escaped, times are ISO",
};

/** Parts of a query string that are not encoded: ids, numbers and words of a closed list. */
export const plainInAddresses = new Set([
  "difference.orderId",
  "orderId",
  "eventId",
  "nightId",
  "row.id",
  "id",
  "letter.purchaseId",
  "choice.ticketTypeId",
  "choice.quantity",
  "version",
  "page",
  "startPlace",
  "kind",
  "what",
  "dialog.kind",
  "videoId",
  // Tokens of emails and keys of pictures use the alphabet of base64url.
  "token",
  "letter.token",
  "sharePictureKey(event, name, look).slice(0, 8)",
]);

type Node = { readonly type: string; readonly [key: string]: unknown };
export type TemplateText = { readonly parts: readonly string[]; readonly values: readonly string[] };

/** The template literals of a file that have values in them, with the source of each value. */
export function templatesOf(file: string): TemplateText[] {
  const source = textOf(file);
  const found: TemplateText[] = [];
  const visit = (node: Node) => {
    if (node.type === "TemplateLiteral" && (node.expressions as Node[]).length > 0)
      found.push({
        parts: (node.quasis as Node[]).map((part) => (part.value as { raw: string }).raw),
        values: (node.expressions as Node[]).map((value) =>
          source.slice(Number(value.start), Number(value.end)),
        ),
      });
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parseSync(file, source).program as unknown as Node);
  return found;
}

/** Source without its comments, which may mention things that it does not do. */
export function codeOf(file: string): string {
  const source = textOf(file);
  return parseSync(file, source)
    .comments.toReversed()
    .reduce((code, { start, end }) => code.slice(0, start) + code.slice(end), source);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
