import { describe, expect, it } from "vitest";
import { oneClickUnsubscribe } from "./one-click-unsubscribe.server.ts";

const link = "https://bilete.example/newsletter/unsubscribe?token=abc";
const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const right = { "List-Unsubscribe": "One-Click" };
const sent = (
  url = link,
  { method = "POST", body = form(right) as BodyInit | null, headers = {} as Record<string, string> } = {},
) => oneClickUnsubscribe(new Request(url, { method, body, headers }));

const multipart = (...fields: [string, string | Blob][]) => {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return body;
};

describe("one click that unsubscribes (RFC 8058)", () => {
  it.each([
    ["urlencoded", form(right)],
    ["multipart", multipart(["List-Unsubscribe", "One-Click"])],
  ])("is taken from anywhere, %s, with nothing of the browser that sent it", async (_kind, body) => {
    const headers = { origin: "https://mail.example", cookie: "session=a", authorization: "Bearer b" };
    const taken = await sent(link, { body, headers: { ...headers, "sec-fetch-site": "cross-site" } });
    expect(taken?.url).toBe(link);
    expect([...(taken?.headers.keys() ?? [])]).toEqual(["content-type"]);
    expect([...((await taken?.formData()) ?? [])]).toEqual([["List-Unsubscribe", "One-Click"]]);
  });

  it.each<[string, Parameters<typeof sent>]>([
    ["another address", ["https://bilete.example/newsletter/confirm?token=abc"]],
    ["the address of a screen's data", ["https://bilete.example/newsletter/unsubscribe.data?token=abc"]],
    ["an address below it", ["https://bilete.example/newsletter/unsubscribe/x?token=abc"]],
    ["another method", [link, { method: "PUT" }]],
    ["no body", [link, { body: null }]],
    ["another field", [link, { body: form({ "list-unsubscribe": "One-Click" }) }]],
    ["another value", [link, { body: form({ "List-Unsubscribe": "one-click" }) }]],
    ["a second field", [link, { body: form({ ...right, email: "a@b.example" }) }]],
    ["the same field twice", [link, { body: new URLSearchParams([...form(right), ...form(right)]) }]],
    ["a file", [link, { body: multipart(["List-Unsubscribe", new Blob(["One-Click"])]) }]],
    ["text", [link, { body: "List-Unsubscribe=One-Click", headers: { "content-type": "text/plain" } }]],
    [
      "a long body",
      [
        link,
        {
          body: `List-Unsubscribe=One-Click${"&".repeat(1024)}`,
          headers: { "content-type": "application/x-www-form-urlencoded" },
        },
      ],
    ],
  ])("is not %s", async (_what, args) => {
    expect(await sent(...args)).toBeUndefined();
  });
});
