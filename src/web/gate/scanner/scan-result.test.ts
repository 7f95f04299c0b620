import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { qrMessage, qrText, scopeOf } from "#ticketing/delivery/qr-payload.ts";
import { mayOverride, nothingKnown, type ScanResult } from "./scan-result.ts";

const payload = {
  kid: 1,
  purchaseId: newId(),
  scope: scopeOf(newId()),
  notBefore: 1,
  notAfter: 2,
  entries: 1,
  secretVersion: 1,
  isPass: false,
  isTest: false,
};
const qr = qrText(qrMessage(payload), new Uint8Array(64));
const typed = { qr: "FSC-0000-000000-AAAAAAAA" };
const mayChief = (answer: ScanResult["answer"], about: Partial<ScanResult> = {}) =>
  mayOverride({ ...nothingKnown, qr, answer, ...about });

it("the chief may let in whom the phone keeps out of this night, by a code of ours and no add-on", () => {
  for (const verdict of ["used", "void", "replaced", "suspended", "past_hour", "early", "late"] as const)
    expect(mayChief({ verdict }), verdict).toBe(true);
  expect(mayChief({ verdict: "used" }, { isAddOn: true })).toBe(false);
});

it("the chief may let in on a name by its QR, also where all have come in, unless it is off its list", () => {
  const guest = { qr: qrText(qrMessage({ ...payload, isGuest: true }), new Uint8Array(64)) };
  const asked = ["name_used", "early", "off_list", "cancelled", "elsewhere"] as const;
  expect(asked.map((verdict) => mayChief({ verdict }, guest))).toEqual([true, true, false, false, false]);
  expect(mayChief({ verdict: "name_used" }, { qr: "" })).toBe(false);
});

it("nobody is let in against a night that does not take place, another night's ticket, or a code that is none", () => {
  for (const verdict of ["cancelled", "elsewhere", "invalid", "not_written"] as const)
    expect(mayChief({ verdict }), verdict).toBe(false);
});

it("the chief may let in on a typed label with its check group as on a QR, also where the server checks it only when it hears of it", () => {
  for (const verdict of ["no_network", "used", "void", "early", "other_gate"] as const)
    expect(mayChief({ verdict } as ScanResult["answer"], typed), verdict).toBe(true);
  for (const verdict of ["invalid", "elsewhere", "cancelled"] as const)
    expect(mayChief({ verdict }, typed), verdict).toBe(false);
  expect(mayChief({ verdict: "used" }, { qr: "Popescu" })).toBe(false);
});

it("what was sold since the list is asked about only where the phone does not let it in itself", () => {
  const unlisted = { verdict: "unlisted", isAgain: false, asksAge: false } as const;
  expect([mayChief({ ...unlisted, admits: false }), mayChief({ ...unlisted, admits: true })]).toEqual([
    true,
    false,
  ]);
});
