import { describe, expect, test } from "vitest";
import { type Act, actRules, mayDo, programActs } from "./act-rights.ts";
import { may, type Right, type Who } from "./role-rights.ts";

const everybody: Who[] = ["anonymous", "user", "gate", "admin"];
const whoMay = (right: Right) => everybody.filter((who) => may(who, right));
const acts = Object.keys(actRules) as Act[];

test("I22 the matrix: gate staff admit and do not buy, only administrators use the back-office", () => {
  expect(whoMay("site.browse")).toEqual(everybody);
  expect(whoMay("tickets.buy")).toEqual(["user", "admin"]);
  expect(whoMay("account.keep")).toEqual(["user", "gate", "admin"]);
  expect(whoMay("entries.admit")).toEqual(["gate", "admin"]);
  for (const right of new Set(acts.map((act) => actRules[act].right)))
    if (!/^(site|account|entries)\.|^tickets\.buy$/.test(right))
      expect(whoMay(right), right).toEqual(["admin"]);
});

describe("the table of acts", () => {
  test("requires a fresh proof for the acts of decision 34, and for no file that is only read (decision 80)", () => {
    expect(acts.filter((act) => actRules[act].proof === "fresh")).toEqual([
      "change-email",
      "change-password",
      "erase-person",
      "forget-buyer",
      "add-passkey",
      "remove-passkey",
      "enrol-factor",
      "remove-factor",
      "renew-recovery-codes",
      "link-identity",
      "unlink-identity",
      "save-mail-settings",
      "grant-invitation",
      "refund-order",
      "cancel-night",
      "appoint-person",
    ]);
  });

  test("names no act twice", () => {
    const program: readonly string[] = programActs;
    expect(acts.filter((act) => program.includes(act))).toEqual([]);
  });

  test.each(acts)("lets nobody do %s without the right, nor without the required proof", (act) => {
    for (const role of everybody) {
      const asked = role === "anonymous" ? null : { role };
      const mayIt = may(role, actRules[act].right);
      expect(mayDo(asked, act)).toBe(mayIt);
      expect(mayDo(asked, act, { isReconfirmed: true })).toBe(mayIt);
      const unproven = mayDo(asked, act, { isReconfirmed: false });
      expect(unproven).toBe(mayIt && actRules[act].proof === "fresh" ? "prove" : mayIt);
    }
  });
});
