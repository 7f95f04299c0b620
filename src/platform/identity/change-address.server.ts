import { canonicalEmail } from "#kernel/email-address.ts";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { consumeToken, endTokens, issueToken } from "./one-time-token.server.ts";
import { markProven } from "./prove-address.server.ts";
import { findAccount, lockAddress } from "./register-account.server.ts";
import { dropRegistrations } from "./registration-store.server.ts";
import { tellOwner } from "./tell-owner.server.ts";
import { mayWrite, throttleKey } from "./throttle-store.server.ts";

export type AddressChange = { readonly userId: Uuid; readonly email: string; readonly newEmail: string };
export type AddressChangeRefusal = "email_invalid" | "same_address" | "letters_off";

/**
 * Sends a link to the new address of an account and a word to the present one; nothing changes before the link is
 * used. An address that has an account is answered the same and gets no link (I26). The caller has had the password
 * entered again (decision 34).
 */
export async function askAddressChange(
  parts: IdentityParts,
  { userId, email, newEmail: typed }: AddressChange,
): Promise<Outcome<null, AddressChangeRefusal>> {
  const newEmail = canonicalEmail(typed);
  if (newEmail === undefined) return refused("email_invalid");
  if (newEmail === email) return refused("same_address");
  if (!(await parts.callbacks.lettersOn())) return refused("letters_off");
  await parts.database.withDuty("identity", async (sql) => {
    if (!(await mayWrite(sql.$client, throttleKey("change", userId)))) return;
    await parts.callbacks.onLetter(sql, { kind: "address_change_asked", userId, email });
    if (await findAccount(sql, newEmail)) return;
    // many accounts together write to nobody more often than one
    if (!(await mayWrite(sql.$client, throttleKey("change-to", newEmail)))) return;
    await endTokens(sql.$client, "change-address", userId);
    const token = await issueToken(sql.$client, "change-address", valueFor(userId, newEmail));
    await parts.callbacks.onLetter(sql, { kind: "confirm_new_address", userId, email: newEmail, token });
  });
  return done(null);
}

/**
 * Uses the link up: the account has the new address, proven. Refused also when somebody took the address meanwhile. Links
 * that were sent to the old address end. Of an account that was used unproven, the password it was asked with stays, and
 * the session that presses the button.
 */
export async function changeAddress(
  parts: IdentityParts,
  token: string,
  signedIn: { readonly userId: Uuid; readonly sessionHash: string } | null = null,
): Promise<Outcome<{ userId: Uuid }, "token_invalid">> {
  return parts.database.withDuty("identity", async (sql) => {
    const value = await consumeToken(sql.$client, "change-address", token);
    if (value === undefined) return refused("token_invalid");
    const { userId, email } = readValue(value);
    await lockAddress(sql, email);
    if (await findAccount(sql, email)) return refused("token_invalid");
    // the present address hears of it, while it is still the account's
    await tellOwner(parts, sql, { userId, kind: "address_changed" });
    const { rowCount } = await sql.$client.query(
      'UPDATE identity."user" SET email = $2, updated_at = now() WHERE id = $1',
      [userId, email],
    );
    if (rowCount !== 1) return refused("token_invalid");
    const sessionHash = signedIn?.userId === userId ? signedIn.sessionHash : undefined;
    await markProven(sql, userId, { password: true, sessionHash });
    await dropRegistrations(sql.$client, email);
    for (const purpose of ["confirm-address", "reset-password"] as const)
      await endTokens(sql.$client, purpose, userId);
    await parts.callbacks.onAddressChanged(sql, { userId, email });
    return done({ userId });
  });
}

// the token's row holds whose address it is and which it becomes; `endTokens` finds it by its beginning
function valueFor(userId: Uuid, email: string): string {
  return `${userId} ${email}`;
}

function readValue(value: string): { userId: Uuid; email: string } {
  const [userId = "", email = ""] = value.split(" ");
  return { userId: userId as Uuid, email };
}
