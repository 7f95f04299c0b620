import { counted } from "#kernel/romanian.ts";
import { wallTimeOf } from "#kernel/time.ts";
import type { Admission } from "#ticketing/gate/admit-entry.server.ts";
import type { GuestAdmission } from "#ticketing/gate/admit-guest.server.ts";
import { gateTexts } from "./gate-texts.ts";
import type { VerdictView } from "./gate-verdict.tsx";
import { scannerTexts } from "./scanner/scanner-texts.ts";

/** The answer to a code, as the gate shows it. */
export function verdictView({ verdict, entries, ticket }: Admission, code: string, now: Date): VerdictView {
  // A replaced code was for several people: it is none of the tickets that they have now.
  const which =
    ticket?.position && ticket.position.of > 1 && verdict !== "replaced"
      ? gateTexts.ticketOf(ticket.position.no, ticket.position.of)
      : null;
  const left = ticket ? { left: ticket.entriesLeft, inAll: ticket.entriesTotal, justTaken: entries } : null;
  if (verdict === "admitted" && ticket?.isAddOn)
    return {
      ...{ kind: "given", what: ticket.typeName, entries: left, which: null },
      ...{ advice: gateTexts.notAnEntry, ticket: code },
    };
  if (verdict === "admitted" && ticket) {
    return {
      kind: "admitted",
      what: gateTexts.admittedWhat(ticket.typeName, counted(entries, gateTexts.entries)),
      entries: left,
      which,
      advice: ticket.holderName,
      isAdult: ticket.asksAge,
      ticket: code,
    };
  }
  const reason = verdict === "admitted" ? "invalid" : verdict;
  const isGiven = verdict === "used" && ticket?.isAddOn;
  const what =
    verdict === "past_hour" && ticket?.enterUntil
      ? gateTexts.pastHour(ticket.enterUntil, wallTimeOf(now))
      : isGiven
        ? gateTexts.alreadyGiven
        : verdict === "used" && ticket?.lastEntry
          ? `${gateTexts.what.used} · ${entryInWords(ticket.lastEntry)}`
          : gateTexts.what[reason];
  return {
    kind: "refused",
    what,
    which,
    entries: verdict === "used" && !isGiven ? left : null,
    advice: isGiven ? gateTexts.nothingLeft : gateTexts.adviceOf(reason, ticket),
    ticket: null,
  };
}

/** "22:41, Poarta B"; the page for typed codes has no gate. */
function entryInWords({ at, gateName }: { at: Date; gateName: string | null }): string {
  return gateName ? scannerTexts.used(wallTimeOf(at), gateName) : wallTimeOf(at);
}

/** The answer to a name of a guest list. */
export function guestVerdictView({ verdict, entries, guest }: GuestAdmission): VerdictView {
  const left = guest && { left: guest.placesLeft, inAll: guest.places, justTaken: entries };
  const rest = { which: null, ticket: null };
  if (verdict === "admitted" && guest)
    return {
      ...{ kind: "admitted", what: gateTexts.admittedWhat(guest.name, counted(entries, gateTexts.entries)) },
      ...{ entries: left, advice: gateTexts.guestList(guest.listName), ...rest },
    };
  const what =
    verdict === "used"
      ? gateTexts.guestWhat.used
      : verdict === "cancelled" || verdict === "early" || verdict === "late"
        ? gateTexts.what[verdict]
        : gateTexts.guestWhat.void;
  return {
    kind: "refused",
    what,
    entries: verdict === "used" ? left : null,
    advice: gateTexts.guestAdvice,
    ...rest,
  };
}
