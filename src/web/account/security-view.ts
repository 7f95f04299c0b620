import type { ReentryView } from "#web/request/reentry-view.ts";
import type { DeviceName } from "./device-name.ts";
import type { WaysInView } from "./ways-in-view.ts";

export type SecurityPageView = {
  profile: { fullName: string; email: string; phone: string };
  sessions: SessionView[];
  factor: FactorView;
  passkeys: PasskeyView[];
  /** The address at which keys work, when this is not it: a host's number has none. */
  passkeysAt: string | null;
  ticketsAhead: number;
  /** What else leads into the account; asked for beside a new password. */
  waysIn: WaysInView | null;
  /** Whether the password was entered again a moment ago. */
  isReconfirmed: boolean;
  /** The question that stands over the page. */
  asked: AskedView | null;
  /** The password is asked for what has no question of its own. */
  reentry: ReentryView | null;
  /** A key is about to be made: what the browser needs for it. */
  newKey: { options: object; name: string } | null;
};

export type SessionView = {
  id: string;
  device: DeviceName;
  network: string;
  /** Instants, ISO. */
  usedAt: string;
  isThisOne: boolean;
};

/** `required`: an administrator without one, where the house wants it of administrators. */
export type FactorView = { state: "on" | "off" | "required"; codesLeft: number };

export type PasskeyView = { id: string; name: string; createdAt: string; usedAt: string | null };

/** A question over the page: what was typed into it, and what is wrong with that. */
export type AskedView = {
  kind: "email" | "password" | "erase";
  values: { email: string };
  /** What was ticked of the other ways into the account. */
  ticked?: readonly string[];
  stopsFactor?: boolean;
  errors: Partial<Record<"email" | "password" | "confirm_password" | "current_password", string>>;
  problem: string | null;
};
