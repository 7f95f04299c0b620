import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import type { DeviceName } from "./device-name.ts";
import type { WaysInView } from "./ways-in-view.ts";

export type SecurityPageView = {
  profile: { fullName: string; email: string; phone: string };
  sessions: SessionView[];
  factor: FactorView;
  passkeys: PasskeyView[];
  /** The address at which passkeys work, when this is not it: an IP address has none. */
  passkeysAt: string | null;
  ticketsAhead: number;
  /** The account's other ways to sign in; shown beside a new password. */
  waysIn: WaysInView | null;
  /** Whether the password was entered again a moment ago. */
  isReconfirmed: boolean;
  /** The open dialog. */
  asked: AskedView | null;
  /** Asks for the password for an act that has no dialog. */
  reentry: ReentryView | null;
  /** A passkey is being made: what the browser needs for it. */
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

/** `required`: an administrator without one, where the installation requires it of administrators. */
export type FactorView = { state: "on" | "off" | "required"; codesLeft: number };

export type PasskeyView = { id: string; name: string; createdAt: string; usedAt: string | null };

/** An open dialog: the entered text, and what is wrong with it. */
export type AskedView = {
  kind: "email" | "password" | "erase";
  values: { email: string };
  /** Which of the other ways to sign in were ticked. */
  ticked?: readonly string[];
  stopsFactor?: boolean;
  errors: Partial<Record<"email" | "password" | "confirm_password" | "current_password", string>>;
  problem: string | null;
};
