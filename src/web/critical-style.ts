/**
 * What of a style sheet one page needs before it can be painted. A rule is left out only when every selector of it
 * names a class that stands nowhere on the page, so that nothing that is there can miss one; states, media and tags
 * do not matter. Faces of type that have to be fetched are left out too: words are painted before they have come, in
 * those that the device has.
 */

/** A rule, and for each of its selectors the classes without which it selects nothing. */
type Rule =
  | { readonly kind: "rule"; readonly text: string; readonly needs: readonly (readonly string[])[] }
  | { readonly kind: "group"; readonly head: string; readonly rules: readonly Rule[] }
  | { readonly kind: "keyframes"; readonly text: string; readonly name: string }
  | { readonly kind: "always"; readonly text: string };

export type StyleSheet = readonly Rule[];

/** Reads a sheet once, so that asking what a page needs of it is a walk and no reading. */
export function readStyleSheet(css: string): StyleSheet {
  const rules: Rule[] = [];
  for (const { head, body } of blocksOf(css.replace(/\/\*[\s\S]*?\*\//g, ""))) {
    const text = body === null ? `${head};` : `${head}{${body}}`;
    if (head === "@font-face" && /url\(/.test(body ?? "")) continue;
    if (body !== null && /^@(?:media|supports|container|layer)/.test(head))
      rules.push({ kind: "group", head, rules: readStyleSheet(body) });
    else if (/^@keyframes/.test(head))
      rules.push({ kind: "keyframes", text, name: head.slice("@keyframes".length).trim() });
    else if (head.startsWith("@")) rules.push({ kind: "always", text });
    else rules.push({ kind: "rule", text, needs: needsOf(head) });
  }
  return rules;
}

/** The rules that may select something in a rendered page, in their order. */
export function criticalStyle(html: string, sheet: StyleSheet): string {
  const classes = new Set<string>();
  for (const [, names = ""] of html.matchAll(/ class="([^"]*)"/g))
    for (const name of names.split(" ")) classes.add(name);
  const style = neededOf(sheet, classes);
  return sheet
    .filter((rule) => rule.kind === "keyframes" && style.includes(rule.name))
    .reduce((sum, rule) => (rule.kind === "keyframes" ? sum + rule.text : sum), style);
}

function neededOf(sheet: StyleSheet, classes: ReadonlySet<string>): string {
  let style = "";
  for (const rule of sheet) {
    if (rule.kind === "always") style += rule.text;
    else if (rule.kind === "group") {
      const inside = neededOf(rule.rules, classes);
      if (inside) style += `${rule.head}{${inside}}`;
    } else if (rule.kind === "rule" && rule.needs.some((all) => all.every((name) => classes.has(name))))
      style += rule.text;
  }
  return style;
}

/** Splits at the braces of the outermost level; a brace in quotation marks is none. */
function blocksOf(css: string): { head: string; body: string | null }[] {
  const blocks: { head: string; body: string | null }[] = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  for (let at = 0; at < css.length; at++) {
    const sign = css[at];
    if (sign === '"' || sign === "'") {
      do at++;
      while (at < css.length && (css[at] !== sign || css[at - 1] === "\\"));
    } else if (sign === "{") {
      if (depth++ === 0) open = at;
    } else if (sign === "}") {
      if (--depth > 0) continue;
      blocks.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, at) });
      start = at + 1;
    } else if (sign === ";" && depth === 0) {
      blocks.push({ head: css.slice(start, at).trim(), body: null });
      start = at + 1;
    }
  }
  return blocks;
}

/** What stands in brackets is a state, an exception or one of several: it asks for nothing. */
function needsOf(selectors: string): string[][] {
  let bare = selectors.replace(/\[[^\]]*\]/g, "");
  for (let before = ""; before !== bare; ) {
    before = bare;
    bare = bare.replace(/\([^()]*\)/g, "");
  }
  return bare
    .split(",")
    .map((selector) => [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name));
}
