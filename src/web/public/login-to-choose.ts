import { choiceAddress } from "#web/request/choice-address.ts";
import type { ChosenLine } from "#web/request/hold-view.ts";

/** Returns the login that comes back to a night's tickets, with this choice. */
export function loginToChoose(night: string, lines: readonly ChosenLine[]): string {
  return `/login?next=${encodeURIComponent(choiceAddress(night, lines))}`;
}
