import { expect, it } from "vitest";
import { readGuest } from "./guest-form.ts";

const phoneOf = (phone: string) => {
  const read = readGuest({ email: "ana@club.example", full_name: "Ana Pop", phone });
  return read.ok ? read.value.guest.phone : read.refusal;
};

it("the phone of a guest is none, or a telephone number as the profile takes it (113)", () => {
  const sent = ["", "   ", " 0722000 ", "+49 (0) 1512 3456789", "0722.123.456"];
  expect(sent.map(phoneOf)).toEqual([null, null, "0722000", "+4915123456789", "0722 123 456"]);
  const refused = { reason: "fields", problems: { phone: "phone_invalid" } };
  expect(["12", "nu am", "1".repeat(16)].map(phoneOf)).toEqual([refused, refused, refused]);
});
