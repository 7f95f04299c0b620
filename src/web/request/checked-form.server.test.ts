import { expect, it } from "vitest";
import { done } from "#kernel/outcome.ts";
import { checkedForm } from "./checked-form.server.ts";
import { readJson } from "./read-json.server.ts";

const posted = (body: string) =>
  checkedForm(
    new Request("http://x.example/login", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    }),
  );

it("a form of a hundred thousand empty fields is refused before anything parses it", async () => {
  expect(await posted("a&".repeat(100_000))).toMatchObject({ ok: false, refusal: { status: 413 } });
  expect((await posted("a=1&".repeat(900))).ok).toBe(true);
});

const pasted = { name: "\u200eAna\u00a0\u015ei\u200b\n", password: "\u200b a\u0306 " };
const kept = { name: "Ana Și", password: "\u200b a\u0306 " };

it("whatever sends them, pasted texts come without what nobody sees; a password comes as it was typed", async () => {
  const multipart = new FormData();
  for (const [name, value] of Object.entries(pasted)) multipart.append(name, value);
  multipart.append("file", new File(["x"], "x.txt"));
  const sent = new Request("http://x.example/login", { method: "POST", body: multipart });
  for (const read of [await checkedForm(sent), await posted(new URLSearchParams(pasted).toString())]) {
    const form = read.ok ? await read.value.formData() : new FormData();
    expect({ name: form.get("name"), password: form.get("password") }).toEqual(kept);
  }
  const json = new Request("http://x.example/functions/x", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data: [pasted] }),
  });
  expect(await readJson(json)).toEqual(done({ data: [kept] }));
});
