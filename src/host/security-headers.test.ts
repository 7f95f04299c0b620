import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { withPolicy } from "./security-headers.ts";

const nonce = "n0nce-of-this-rendering";
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

it("no hash allows an injected script, wherever it stands", () => {
  for (const injected of [
    "<script>alert(1)</script>",
    '<script nonce="guess">alert(1)</script>',
    "<script nonce>alert(1)</script>",
    "<SCRIPT>alert(1)</SCRIPT>",
    '<script data-x="m4rk-of-this-rendering">alert(1)</script>',
    `<script x="<script>alert(1)</script>`,
  ])
    for (const html of [
      `<head>${injected}<script nonce="${nonce}">ours()</script></head><p>x</p>`,
      `<script nonce="${nonce}">ours()</script>${injected}`,
    ]) {
      const { policy } = withPolicy(html, nonce, null);
      expect(policy).not.toContain(hashOf("alert(1)"));
      expect(policy).toContain(hashOf("ours()"));
    }
});

it("no page that is sent contains the nonce", () => {
  const { html, policy } = withPolicy(
    `<link rel="x" nonce="${nonce}" href="/a"/><script nonce="${nonce}" src="/x"></script><script type="a" nonce="${nonce}" async="">b</script>`,
    nonce,
    null,
  );
  expect(html).toBe(
    '<link rel="x" href="/a"/><script src="/x"></script><script type="a" async="">b</script>',
  );
  expect(policy).not.toContain(nonce);
  expect(policy).toContain(`script-src 'self' ${hashOf("b")};`);
  expect(policy).toContain("style-src-elem 'self';");
});
