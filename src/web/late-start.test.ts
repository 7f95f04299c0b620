import { expect, it } from "vitest";
import { lateStartScript, withLateStart } from "./late-start.ts";

const page = `<head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/></head>
<body><script>early()</script><script type="module" async="">import("/assets/entry.js")</script></body>`;

it("leaves nothing in a page that asks for a script before the picture is there", () => {
  const late = withLateStart(page);
  expect(late).not.toContain('rel="modulepreload"');
  expect(late).not.toContain('type="module"');
  expect(late).toContain(`<script>${lateStartScript}</script></head>`);
  expect(late).toContain("<script>early()</script>");
});

it("keeps what will be run, word for word, so that one hash allows it in both places", () => {
  expect(withLateStart(page)).toContain(
    '<script type="text/x-late-module">import("/assets/entry.js")</script>',
  );
});

it("knows again in the browser what it put off on the server", () => {
  expect(lateStartScript).toContain('script[type="text/x-late-module"]');
  expect(lateStartScript).toContain('link[rel="x-late-module"]');
  expect(() => new Function(lateStartScript)).not.toThrow();
});
