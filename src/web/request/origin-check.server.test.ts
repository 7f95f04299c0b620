import { expect, test } from "vitest";
import { isFromUs } from "./origin-check.server.ts";

const site = "https://bilete.example";
const post = (headers: Record<string, string>) =>
  isFromUs({ method: "POST", headers: new Headers(headers) }, site);

test("a form of a page that hides its origin is ours when the browser sends same-origin", () => {
  // such a page sends the origin "null", and beside it whether it is the same origin
  expect(post({ origin: "null", "sec-fetch-site": "same-origin" })).toBe(true);
});

test.each<Record<string, string>>([
  { origin: "null" },
  { origin: "null", "sec-fetch-site": "none" },
  { origin: "null", "sec-fetch-site": "same-site" },
  { origin: "null", "sec-fetch-site": "cross-site" },
  { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "cross-site" },
])("a request from elsewhere, or with a hidden origin, changes nothing: %j", (headers) =>
  expect(post(headers)).toBe(false),
);
