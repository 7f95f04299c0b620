import { expect, it } from "vitest";
import { readGuest } from "./guest-form.ts";

const phoneOf = (phone: string) => {
  const read = readGuest({ email: "ana@club.example", full_name: "Ana Pop", phone });
  return read.ok ? read.value.guest.phone : read.refusal;
};

it("the phone of a guest is none, or of 7 to 32 characters", () => {
  expect(["", "   ", " 0722000 ", "1".repeat(32)].map(phoneOf)).toEqual([
    null,
    null,
    "0722000",
    "1".repeat(32),
  ]);
  const refused = (phone: string) => ({ reason: "fields", problems: { phone } });
  expect(["12", " 072200 "].map(phoneOf)).toEqual([refused("phone_too_short"), refused("phone_too_short")]);
  expect(phoneOf("1".repeat(33))).toEqual(refused("phone_too_long"));
});
