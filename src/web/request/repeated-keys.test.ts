import { expect, test } from "vitest";
import { repeatsAKey } from "./repeated-keys.ts";

test.each([
  '{"a":1,"a":2}',
  '{"a":1,"\\u0061":2}',
  '{"x":[{"a":{"b":1},"a":0}]}',
  '{"a":{},"b":[],"a":":"}',
  '{"":1,"":1}',
])("%s names a field twice", (json) => {
  expect(repeatsAKey(json)).toBe(true);
});

test.each([
  "null",
  '"a"',
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"\\"a\\":1","b":"{\\"a\\":"}',
  '{"a":"\\\\","b":1}',
  '{"a":1,"A":2,"b":["a","a"]}',
])("%s does not", (json) => {
  expect(repeatsAKey(json)).toBe(false);
});
