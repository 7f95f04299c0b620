import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { unbroken } from "./unbroken.tsx";

const marked = (text: string) =>
  renderToStaticMarkup(unbroken(text)).replace(/<span class="one-line">([^<]*)<\/span>/g, "[$1]");
const words = (text: string) => renderToStaticMarkup(unbroken(text)).replace(/<[^>]*>/g, "");

it.each([
  ["Noaptea s-a anulat.", "Noaptea [s-a] anulat."],
  ["N-a mers: v-am scris, ți-a răspuns", "[N-a] mers: [v-am] scris, [ți-a] răspuns"],
])("keeps short words with a hyphen on one line: %s", (text, expected) => {
  expect(marked(text)).toBe(expected);
  expect(words(text)).toBe(text);
});

it.each(["Biletele mele", "Ștefania Țânțăreanu-Măzăroșu", "FSC-1234-567890", "do-re-mi"])(
  "leaves other texts as they are: %s",
  (text) => expect(renderToStaticMarkup(unbroken(text))).toBe(text),
);
