import { describe, expect, test } from "vitest";
import { personRoles } from "#platform/database/database-roles.ts";
import { type Act, actRules, mayDo, programActs } from "./act-rights.ts";
import { may, type Right, type Who } from "./role-rights.ts";

const everybody: Who[] = ["anonymous", ...personRoles];
const whoMay = (right: Right) => everybody.filter((who) => may(who, right));
const acts = Object.keys(actRules) as Act[];

test("I22 the matrix: who only stands at the door does not buy, each role has its part, and money without a limit goes back by administrators", () => {
  expect(whoMay("site.browse")).toEqual(everybody);
  expect(whoMay("tickets.buy")).toEqual(["user", "box_office", "manager", "accountant", "admin"]);
  expect(whoMay("account.keep")).toEqual(personRoles);
  expect(whoMay("entries.admit")).toEqual(["gate", "door_chief", "box_office", "admin"]);
  expect(whoMay("office.enter")).toEqual(["box_office", "manager", "accountant", "admin"]);
  expect(whoMay("reports.read")).toEqual(["manager", "accountant", "admin"]);
  const shared: Partial<Record<Right, Who[]>> = {
    "gates.lead": ["door_chief"],
    "door_sales.lead": ["door_chief", "box_office"],
    "events.write": ["manager"],
    "guest_lists.write": ["box_office", "manager"],
    "office.search": ["box_office"],
    "messages.write": ["manager"],
    "stops.write": ["manager"],
    "content.write": ["manager"],
    "purchases.read": ["box_office", "accountant"],
    "purchases.write": ["box_office"],
    "invitations.give": ["box_office"],
    "refunds.give": ["box_office"],
    "books.read": ["accountant"],
    "rates.write": ["accountant"],
    "reports.read": ["manager", "accountant"],
    "exports.read": ["accountant"],
  };
  expect(whoMay("refunds.unlimited")).toEqual(["admin"]);
  const office = acts
    .map((act) => actRules[act].right)
    .filter((right) => !/^(site|account|entries)\.|^tickets\.buy$/.test(right));
  for (const right of office) expect(whoMay(right), right).toEqual([...(shared[right] ?? []), "admin"]);
});

describe("the table of acts", () => {
  test("requires a fresh proof for acts that cannot be undone, and for no file that is only read", () => {
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
      "invite-phone",
      "invite-chief-phone",
      "set-gate-mode",
      "stop-phone",
      "admit-found-ticket",
      "reissue-ticket",
      "accept-phone-rows",
      "create-voucher",
      "edit-voucher",
      "add-guests",
      "correct-guest",
      "send-night-message",
      "save-content",
      "save-mail-settings",
      "create-template",
      "save-template",
      "choose-templates",
      "retry-letter",
      "correct-any-address",
      "grant-invitation",
      "refund-order",
      "cancel-night",
      "move-night",
      "appoint-person",
      "invite-member",
      "save-team-settings",
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
