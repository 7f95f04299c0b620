import { describe, expect, it } from "vitest";
import { escapeHtml } from "#kernel/escape-html.ts";
import { hostileTexts } from "#test/attacks/hostile-texts.ts";
import { parsedPage } from "#test/support/parsed-page.ts";
import { lengths } from "#ticketing/limits.ts";
import { markdownToHtml, markdownToPlainText } from "./written-text.server.ts";

const link = (to: string, words: string) => `<a href="${to}" rel="nofollow noopener">${words}</a>`;

it.each([
  ["**Trei** scene", "<p><strong>Trei</strong> scene</p>", "Trei scene"],
  [
    "Avem:\n- șezlonguri\n- **umbrele**",
    "<p>Avem:</p><ul><li>șezlonguri</li><li><strong>umbrele</strong></li></ul>",
    "Avem:\nșezlonguri\numbrele",
  ],
  ["1. întâi\n2. apoi", "<ol><li>întâi</li><li>apoi</li></ol>", "întâi\napoi"],
  ["### Program\nDe la 22", "<h3>Program</h3><p>De la 22</p>", "Program\nDe la 22"],
  [
    "Vezi [harta](https://harta.ro/a?b=1&c=2), [scrie](mailto:far@far.ro)",
    `<p>Vezi ${link("https://harta.ro/a?b=1&amp;c=2", "harta")}, ${link("mailto:far@far.ro", "scrie")}</p>`,
    "Vezi harta, scrie",
  ],
])("a description can have bold, lists, small titles and links: %j", (text, html, words) => {
  expect(markdownToHtml(text).replaceAll(/\n/g, "")).toBe(html);
  expect(markdownToPlainText(text)).toBe(words);
});

describe("a description that was written as plain text", () => {
  it("keeps its lines and paragraphs", () => {
    expect(markdownToHtml("Prima.\r\nA doua.\n\n \nAlt paragraf.")).toBe(
      "<p>Prima.<br />A doua.</p>\n<p>Alt paragraf.</p>\n",
    );
  });

  it.each([
    "5 * 2 lei, 2*3*4, 10*, **, ***, a ** b",
    "50 lei*\n* pentru copii\n*cu act*",
    "_subliniat_ __tare__ ~~tăiat~~ `cod`",
    "# mare\n## mai mic\n#### mic\n#vară",
    "Titlu\n---\nAlt titlu\n===",
    "> citat\n+ doi\n– unu\n1) întâi",
    "24. iulie e a zecea noapte",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "Rock&amp;Roll &copy; 2027 \\* \\[a] a\\",
    "<b>tare</b> <!-- x --> <https://far.ro> https://far.ro far@far.ro",
    "[1]: https://far.ro\n[1] [a][1] [x] [a](vezi mai jos) [a](/tickets) [a](//far.ro)",
    "[a](javascript:alert(1)) [a](JAVASCRIPT:alert(1)) [a](data:text/html,x)",
  ])("is the same words in a paragraph: %j", (text) => {
    expect(markdownToHtml(text)).toBe(
      `<p>${escapeHtml(text).replaceAll("&quot;", '"').replaceAll("\n", "<br />")}</p>\n`,
    );
    expect(markdownToPlainText(text)).toBe(text);
  });
});

it("asks for no picture, and for no list in a list, however deep", () => {
  expect(markdownToHtml("![afiș](https://x.ro/a.png)")).not.toContain("<img");
  expect(markdownToHtml("- a\n  - b\n    - c").match(/<ul>/g)).toHaveLength(1);
  expect(markdownToHtml("- ".repeat(lengths.description / 2))).not.toContain("<ul>\n<li><ul>");
});

it.each(Object.entries(hostileTexts))("whatever grammar %s is of, it stays words", (_name, text) => {
  for (const one of [text, `**${text}**`, `- ${text}`, `[${text}](https://far.ro)`, `[a](${text})`]) {
    const { elements, attributes, links } = parsedPage(markdownToHtml(one));
    const strange = [
      ...[...elements].filter((name) => !/^(?:p|br|strong|ul|ol|li|h3|a)$/.test(name)),
      ...[...attributes].filter((name) => !/^(?:href|rel)$/.test(name)),
      ...links.filter((to) => !/^(?:https?|mailto):/.test(to)),
    ];
    expect(strange, one).toEqual([]);
  }
});

it.each(["**\\", "_a>**", "**#", "**a! ", "[a](http://", "a~"])(
  "a text of nothing but marks is words, which cost no time by their square: %s",
  (mark) => {
    const text = mark.repeat(lengths.description / mark.length).trim();
    expect(markdownToPlainText(text)).toBe(text);
    expect(markdownToHtml(text)).toBe(`<p>${escapeHtml(text)}</p>`);
  },
);

it("of blanks side by side four are read, whose parsing costs time by the square of their number", () => {
  for (const blank of [" ", "\t", " \t"]) {
    const text = `a${blank.repeat((lengths.description - 2) / blank.length)}b`;
    const few = `a${blank.repeat(4 / blank.length)}b`;
    expect(markdownToPlainText(text)).toBe(few);
    expect(markdownToHtml(text)).toBe(`<p>${few}</p>\n`);
  }
});
