import { randomBytes } from "node:crypto";
import type { Role } from "#platform/database/database-roles.ts";
import accounts from "./demo-accounts.json" with { type: "json" };

/** An account one can sign in with in demo mode. */
export type DemoAccount = {
  readonly key: Exclude<Role, "user"> | "customer" | "subscriber";
  readonly email: string;
  readonly fullName: string;
  readonly phone: string;
  readonly role: Role;
  /** For this machine only: where a demo is open to others, passwords are random. */
  readonly password: string;
  /** What the account is for, for the list printed at start. */
  readonly about: string;
};

export const demoAccounts = accounts as readonly DemoAccount[];

/** The accounts with the passwords of README on this machine, or with random ones where others can reach the demo. */
export function demoAccountsFor(whom: "this_machine" | "others"): readonly DemoAccount[] {
  if (whom === "this_machine") return demoAccounts;
  return demoAccounts.map((account) => ({ ...account, password: randomBytes(12).toString("base64url") }));
}
