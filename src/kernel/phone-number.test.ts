import { expect, test } from "vitest";
import { phoneNumber } from "./phone-number.ts";

test.each([
  ["0722 123 456", "0722 123 456"],
  ["+49 (0) 1512 3456789", "+4915123456789"],
  ["+40 (0)722 123456", "+40 722 123456"],
  ["0722.123.456", "0722 123 456"],
  ["\u202a+40 722 123 456\u202c", "+40 722 123 456"],
  ["0722\u2013123\u2013456", "0722-123-456"],
  ["\u00a00722/123456 ", "0722 123456"],
  ["(+40) 722 123 456", "+40722123456"],
])("the telephone number %j is kept as %j", (text, kept) => expect(phoneNumber(text)).toBe(kept));

test.each([
  "",
  "12",
  "nu am",
  "0722 123 456 / 0733 111 222",
  "1".repeat(16),
  "+40 722 123 456 int. 3",
  "0722\n123456",
])("%j is no telephone number", (text) => expect(phoneNumber(text)).toBeUndefined());
