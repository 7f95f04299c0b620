import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { mayWrite, throttleKey } from "../limits/throttle-store.server.ts";
import { issueCode } from "./letter-code.server.ts";

/**
 * The code for an email to the address that a guest gave; the one before ends. Undefined when that address had one within
 * a minute, or three within an hour, from all senders together.
 */
export async function issueGuestCode(
  sql: Sql,
  secret: string,
  { userId, email }: { readonly userId: Uuid; readonly email: string },
): Promise<string | undefined> {
  if (!(await mayWrite(sql, throttleKey("code-letter", `guest-code\0${email}`)))) return undefined;
  return issueCode(sql, secret, { purpose: "guest-code", userId, email });
}
