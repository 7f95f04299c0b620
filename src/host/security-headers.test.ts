import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { withPolicy } from "./security-headers.ts";

const mark = "m4rk-of-this-rendering";
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

it("a script that somebody brought into a page is allowed by no hash, wherever it stands", () => {
  for (const injected of [
    "<script>alert(1)</script>",
    '<script nonce="guess">alert(1)</script>',
    "<script nonce>alert(1)</script>",
    "<SCRIPT>alert(1)</SCRIPT>",
    '<script data-x="m4rk-of-this-rendering">alert(1)</script>',
    "<style>alert(1)</style>",
    `<script x="<script>alert(1)</script>`,
  ])
    for (const html of [
      `<head>${injected}<script nonce="${mark}">ours()</script></head><p>x</p>`,
      `<style nonce="${mark}">a{}</style><script nonce="${mark}">ours()</script>${injected}`,
    ]) {
      const { policy } = withPolicy(html, mark, null);
      expect(policy).not.toContain(hashOf("alert(1)"));
      expect(policy).toContain(hashOf("ours()"));
    }
});

it("the mark is on no page that is sent", () => {
  const { html, policy } = withPolicy(
    `<link rel="x" nonce="${mark}" href="/a"/><style nonce="${mark}">a{}</style><script nonce="${mark}" src="/x"></script><script type="a" nonce="${mark}" async="">b</script>`,
    mark,
    null,
  );
  expect(html).toBe(
    '<link rel="x" href="/a"/><style>a{}</style><script src="/x"></script><script type="a" async="">b</script>',
  );
  expect(policy).not.toContain(mark);
  expect(policy).toContain(`script-src 'self' ${hashOf("b")};`);
  expect(policy).toContain(`style-src-elem 'self' ${hashOf("a{}")};`);
});
