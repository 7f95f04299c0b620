import { expect, test } from "vitest";
import { isFromUs } from "./origin-check.server.ts";

const site = "https://bilete.example";
const post = (headers: Record<string, string>) =>
  isFromUs({ method: "POST", headers: new Headers(headers) }, site);

test("a form of a page that tells nobody where it is, is ours when the browser says so", () => {
  // such a page sends "null" for its origin, and says beside it whether it is the same
  expect(post({ origin: "null", "sec-fetch-site": "same-origin" })).toBe(true);
});

test.each<Record<string, string>>([
  { origin: "null" },
  { origin: "null", "sec-fetch-site": "none" },
  { origin: "null", "sec-fetch-site": "same-site" },
  { origin: "null", "sec-fetch-site": "cross-site" },
  { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "cross-site" },
])("what comes from elsewhere, or hides where from, changes nothing: %j", (headers) =>
  expect(post(headers)).toBe(false),
);
