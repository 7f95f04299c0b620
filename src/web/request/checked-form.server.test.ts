import { expect, it } from "vitest";
import { checkedForm } from "./checked-form.server.ts";

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
