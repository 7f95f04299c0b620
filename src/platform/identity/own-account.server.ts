import type { Uuid } from "#kernel/id.ts";
import type { Outcome } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { type AddressChange, type AddressChangeRefusal, askAddressChange } from "./change-address.server.ts";
import { changePassword, type PasswordChange } from "./change-password.server.ts";
import { eraseAccount } from "./erase-account.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import type { OpenedSession } from "./login.server.ts";
import { findFactors, type OwnFactors } from "./own-factors.server.ts";
import { endOtherSessions, endSession, listSessions, type OwnSession } from "./own-sessions.server.ts";
import {
  addPasskey,
  askForPasskey,
  listPasskeys,
  loginWithPasskey,
  type OwnPasskey,
  offerPasskey,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  passkeysElsewhere,
  reconfirmWithPasskey,
  removePasskey,
} from "./passkeys.server.ts";
import type { PasswordRefusal } from "./password-rule.ts";
import { listWaysIn, type WaysIn } from "./ways-in.server.ts";

type Mine = { readonly userId: Uuid; readonly sessionHash: string };

/** What somebody does with their own account. What each promises stands with its function in this folder. */
export type OwnAccount = {
  sessions(mine: Mine): Promise<OwnSession[]>;
  endSession(which: { userId: Uuid; sessionId: string }): Promise<boolean>;
  endOtherSessions(mine: Mine): Promise<number>;
  changePassword(change: PasswordChange): Promise<Outcome<null, PasswordRefusal | "busy">>;
  askAddressChange(change: AddressChange): Promise<Outcome<null, AddressChangeRefusal>>;
  factors(userId: Uuid): Promise<OwnFactors>;
  waysIn(userId: Uuid): Promise<WaysIn>;
  erase(sql: Sql, account: { userId: Uuid; email: string }): Promise<void>;
};

export function openOwnAccount(parts: IdentityParts): OwnAccount {
  return {
    sessions: (mine) => listSessions(parts, mine),
    endSession: (which) => endSession(parts, which),
    endOtherSessions: (mine) => endOtherSessions(parts, mine),
    changePassword: (change) => changePassword(parts, change),
    askAddressChange: (change) => askAddressChange(parts, change),
    factors: (userId) => findFactors(parts, userId),
    waysIn: (userId) => listWaysIn(parts, userId),
    erase: (sql, account) => eraseAccount(sql, account),
  };
}

type Owner = { readonly userId: Uuid; readonly email: string; readonly fullName: string | null };

/** Keys of devices. `response` is what the browser answered, as it came: unknown until it is verified. */
export type Passkeys = {
  list(userId: Uuid): Promise<OwnPasskey[]>;
  offer(owner: Owner): Promise<PublicKeyCredentialCreationOptionsJSON>;
  add(key: {
    userId: Uuid;
    name: string;
    response: unknown;
  }): Promise<Outcome<null, "not_verified" | "too_many">>;
  remove(which: { userId: Uuid; passkeyId: string }): Promise<boolean>;
  ask(): Promise<PublicKeyCredentialRequestOptionsJSON>;
  login(shown: {
    response: unknown;
    userAgent: string;
    address: string;
  }): Promise<Outcome<OpenedSession, "not_verified" | "unconfirmed">>;
  reconfirm(shown: Mine & { response: unknown }): Promise<boolean>;
  elsewhere(host: string): string | null;
};

export function openPasskeys(parts: IdentityParts): Passkeys {
  return {
    list: (userId) => listPasskeys(parts, userId),
    offer: (owner) => offerPasskey(parts, owner),
    add: (key) => addPasskey(parts, key),
    remove: (which) => removePasskey(parts, which),
    ask: () => askForPasskey(parts),
    login: (shown) => loginWithPasskey(parts, shown),
    reconfirm: (shown) => reconfirmWithPasskey(parts, shown),
    elsewhere: (host) => passkeysElsewhere(parts, host),
  };
}
