import { expect, test } from "vitest";
import { newId } from "#kernel/id.ts";
import { newSecretToken } from "#platform/identity/secret-token.server.ts";
import { findVisitor } from "./who-asks.server.ts";

const cookie = { headers: new Headers({ cookie: `__Host-session=${newSecretToken()}` }) };

test.each([
  ["required", "admin", false, { role: "user", needsFactor: true }],
  ["required", "admin", true, { role: "admin", needsFactor: false }],
  ["required", "gate", false, { role: "gate", needsFactor: false }],
  ["offered", "admin", false, { role: "admin", needsFactor: false }],
] as const)(
  "decision 15: where a second factor is %s, a session of %s that has shown one (%s) is %j",
  async (adminFactor, role, hasShownFactor, expected) => {
    const session = {
      ...{ userId: newId(), role, fullName: "Ana", email: "ana@club.example", expiresAt: new Date() },
      ...{ isReconfirmed: false, hasShownFactor },
    };
    const identity = { findSession: async () => session };
    const keeper = {
      identity,
      origin: "https://bilete.example",
      adminFactor,
      hasOpenOrder: async () => false,
    };
    expect(await findVisitor(cookie, keeper)).toMatchObject(expected);
  },
);
