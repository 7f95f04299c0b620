import { choiceAddress } from "#web/request/choice-address.ts";
import type { ChosenLine } from "#web/request/hold-view.ts";

/** The login that returns to the tickets of a night, with the choice made there. */
export function loginToChoose(night: string, lines: readonly ChosenLine[]): string {
  return `/login?next=${encodeURIComponent(choiceAddress(night, lines))}`;
}
