import pg from "pg";
import { isUuid } from "#kernel/id.ts";
import { type Actor, type Duty, groupOfActor, groupOfDuty, type RoleNames } from "./database-roles.ts";
import type { ActingLogin } from "./login-pools.server.ts";

/** How a transaction begins, and with which login. */
export type TransactionStart = {
  readonly login: ActingLogin;
  readonly begin: string;
  /** A setting that policies read; it holds for this transaction alone. */
  readonly setting?: { readonly name: string; readonly text: string; readonly values: [string] };
};

type Isolation =
  | "READ COMMITTED"
  | "READ COMMITTED READ WRITE"
  | "READ COMMITTED READ ONLY"
  | "REPEATABLE READ READ ONLY";

export const asPerson = { name: "as-person", text: "SELECT set_config('app.user_id', $1, true)" };
const withCode = { name: "with-code", text: "SELECT set_config('app.code', $1, true)" };

const loginOfDuty = {
  sell: "worker",
  settle: "worker",
  deliver: "worker",
  admit: "office",
  identity: "identity",
} as const satisfies Record<Duty, ActingLogin>;

const beginStatement = (level: Isolation, role: string) =>
  `BEGIN ISOLATION LEVEL ${level}; SET LOCAL ROLE ${pg.escapeIdentifier(role)}`;

/** Starts a transaction with a person's rights: the role, and the id that row-level security reads. */
export function startAsActor(roles: RoleNames, { role, userId }: Actor, level: Isolation): TransactionStart {
  if (!isUuid(userId)) throw new TypeError("an actor has an id");
  return {
    login: role === "user" ? "public" : "office",
    begin: beginStatement(level, roles[groupOfActor(role)]),
    setting: { ...asPerson, values: [userId] },
  };
}

/** Starts a transaction with the rights of a duty. */
export function startWithDuty(roles: RoleNames, duty: Duty, level: Isolation): TransactionStart {
  return { login: loginOfDuty[duty], begin: beginStatement(level, roles[groupOfDuty[duty]]) };
}

/** Starts a transaction with the rights of a visitor who knows this code. */
export function startWithCode(roles: RoleNames, code: string): TransactionStart {
  return {
    login: "public",
    begin: beginStatement("READ COMMITTED READ ONLY", roles.anon),
    setting: { ...withCode, values: [code] },
  };
}
