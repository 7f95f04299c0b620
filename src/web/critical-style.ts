import postcss, { type ChildNode } from "postcss";
import selectorParser from "postcss-selector-parser";

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
  return rulesOf(postcss.parse(css).nodes);
}

const groups = new Set(["media", "supports", "container", "layer"]);

function rulesOf(nodes: readonly ChildNode[]): Rule[] {
  return nodes.flatMap((node): Rule[] => {
    const text = node.toString();
    if (node.type === "rule") return [{ kind: "rule", text, needs: needsOf(node.selector) }];
    if (node.type !== "atrule") return [];
    if (node.name === "font-face" && text.includes("url(")) return [];
    if (node.name === "keyframes") return [{ kind: "keyframes", text, name: node.params }];
    if (node.nodes && groups.has(node.name))
      return [{ kind: "group", head: `@${node.name} ${node.params}`, rules: rulesOf(node.nodes) }];
    return [{ kind: "always", text: node.nodes ? text : `${text};` }];
  });
}

/** What stands in brackets is a state, an exception or one of several: it asks for nothing. */
function needsOf(selectors: string): string[][] {
  return selectorParser()
    .astSync(selectors)
    .nodes.map(({ nodes }) => nodes.flatMap((part) => (part.type === "class" ? [part.value] : [])));
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
