import { expect, it } from "vitest";
import { done } from "#kernel/outcome.ts";
import { limits } from "#ticketing/limits.ts";
import { receiveForm } from "./checked-form.server.ts";
import { readJson } from "./read-json.server.ts";

async function posted(body: BodyInit, sender: "visitor" | "team" = "visitor") {
  const received = await receiveForm(new Request("http://x.example/login", { method: "POST", body }), sender);
  return received.ok ? received.value() : received;
}

it("a form of more fields than its sender may send is refused before anything parses it", async () => {
  const fields = (count: number) => new URLSearchParams("a=1&".repeat(count));
  const tooLarge = { ok: false, refusal: { status: 413 } };
  for (const [sender, most] of [
    ["visitor", limits.visitorFormFields],
    ["team", limits.formFields],
  ] as const) {
    expect((await posted(fields(most), sender)).ok).toBe(true);
    expect(await posted(fields(most + 2), sender)).toMatchObject(tooLarge);
  }
});

const pasted = { name: "\u200eAna\u00a0\u015ei\u200b\n", password: "\u200b a\u0306 " };
const kept = { name: "Ana Și", password: "\u200b a\u0306 " };

it("whatever sends them, pasted texts come without what nobody sees; a password comes as it was typed", async () => {
  const read = await posted(new URLSearchParams(pasted));
  const form = read.ok ? await read.value.formData() : new FormData();
  expect({ name: form.get("name"), password: form.get("password") }).toEqual(kept);
  const json = new Request("http://x.example/functions/x", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data: [pasted] }),
  });
  expect(await readJson(json)).toEqual(done({ data: [kept] }));
});

it("a form in parts, which only forms with pictures are, is refused as another kind", async () => {
  expect(await posted(new FormData())).toMatchObject({ ok: false, refusal: { status: 415 } });
});
