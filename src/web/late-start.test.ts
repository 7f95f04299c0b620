import { expect, it } from "vitest";
import { lateStartScript, withLateStart } from "./late-start.ts";

const style = "body{margin:0}";
const page = `<head><link rel="stylesheet" href="/assets/site.css" data-late=""/><noscript><link rel="stylesheet" href="/assets/site.css"/></noscript><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/></head>
<body><script>early()</script><script nonce="m" type="module" async="">import("/assets/entry.js")</script></body>`;

it("leaves nothing in a page that asks for a script before the picture is there", () => {
  const late = withLateStart(page, style, "m");
  expect(late).not.toContain('rel="modulepreload"');
  expect(late).not.toContain('type="module"');
  expect(late).toContain(`<script nonce="m">${lateStartScript}</script></head>`);
  expect(late).toContain("<script>early()</script>");
});

it("puts the rules of the page where the style sheet stood, and leaves the sheet to those who run no script", () => {
  expect(withLateStart(page, style, "m")).toMatch(
    '<head><style nonce="m">body{margin:0}</style><link rel="x-late-stylesheet" href="/assets/site.css" data-late=""/><noscript><link rel="stylesheet" href="/assets/site.css"/></noscript>',
  );
});

it("keeps what will be run, word for word, so that one hash allows it in both places", () => {
  expect(withLateStart(page, style, "m")).toContain(
    '<script nonce="m" type="text/x-late-module">import("/assets/entry.js")</script>',
  );
});

it("knows again in the browser what it put off on the server", () => {
  expect(lateStartScript).toContain('script[type="text/x-late-module"]');
  expect(lateStartScript).toContain('link[rel="x-late-module"]');
  expect(lateStartScript).toContain('link[rel="x-late-stylesheet"]');
  expect(() => new Function(lateStartScript)).not.toThrow();
});
