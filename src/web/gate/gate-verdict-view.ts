import { counted } from "#kernel/romanian.ts";
import { wallTimeOf } from "#kernel/time.ts";
import { isLikeQrText } from "#ticketing/delivery/qr-payload.ts";
import { type Verdict, verdicts } from "#ticketing/gate/admission.ts";
import type { Admission } from "#ticketing/gate/admit-entry.server.ts";
import type { GuestAdmission } from "#ticketing/gate/admit-guest.server.ts";
import { gateTexts } from "./gate-texts.ts";
import type { VerdictView } from "./gate-verdict.tsx";
import { mayOverride, type ScanResult } from "./scanner/scan-result.ts";
import { latestTexts, scannerTexts as texts } from "./scanner/scanner-texts.ts";

type Answer = ScanResult["answer"];
type VerdictWords = Pick<VerdictView, "kind" | "what" | "advice">;

type RefusedVerdict = Exclude<Verdict, "admitted">;

const refusedWords = (verdict: RefusedVerdict): VerdictWords => ({
  kind: "refused",
  what: gateTexts.what[verdict],
  advice: gateTexts.advice[verdict],
});
const refusedEntries = verdicts.flatMap((verdict) =>
  verdict === "admitted" ? [] : ([[verdict, refusedWords(verdict)]] as const),
);
const lookWords = (what: string, advice: string | null = null): VerdictWords => ({
  kind: "look",
  what,
  advice,
});

/**
 * The words for each answer, on the whole screen and in the list of the latest scans. Colour, sound, icon and
 * vibration follow from `kind`. `scannedView` adds what depends on the ticket.
 */
export const wordsOfVerdict: Readonly<Record<Answer["verdict"], VerdictWords>> = {
  ...(Object.fromEntries(refusedEntries) as Readonly<Record<RefusedVerdict, VerdictWords>>),
  admitted: { kind: "admitted", what: gateTexts.verdicts.admitted, advice: null },
  returned: { kind: "admitted", what: texts.back, advice: null },
  went_out: { kind: "given", what: texts.out, advice: null },
  invalid: { ...refusedWords("invalid"), advice: texts.unsignedHint },
  other_gate: lookWords(gateTexts.what.other_gate, texts.otherGateHint),
  unlisted: lookWords(texts.unknown, texts.unknownHint),
  how_many: lookWords(texts.unknown),
  stamp: lookWords(texts.stamp),
  not_inside: lookWords(texts.notInside, texts.notInsideHint),
  guest_exit: lookWords(texts.guestExit, texts.guestExitHint),
  not_written: lookWords(texts.notWritten, texts.notWrittenHint),
  name_used: { kind: "refused", what: gateTexts.guestWhat.used, advice: gateTexts.guestAdvice },
  off_list: { kind: "refused", what: gateTexts.guestWhat.void, advice: gateTexts.guestAdvice },
  name_unknown: lookWords(texts.guestUnknown, texts.guestUnknownHint),
  chief_used: lookWords(texts.chiefUsed, texts.chiefUsedHint),
  unchecked: { kind: "given", what: texts.unchecked, advice: texts.uncheckedHint },
  no_network: lookWords(texts.typeOffline, texts.typeOfflineHint),
  wait: lookWords(texts.typeWait),
};

/** Returns the answer to a scan for a phone's screen. */
export function scannedView(result: ScanResult): VerdictView {
  const { answer, typeName, isAddOn, entriesTotal } = result;
  const plain: VerdictView = {
    ...wordsOfVerdict[answer.verdict],
    entries: null,
    which: whoseTicket(result.holder),
    canOverride: mayOverride(result),
  };
  switch (answer.verdict) {
    case "admitted": {
      const { left, entries } = answer;
      const inAll = entriesTotal ?? entries + left;
      return {
        ...plain,
        ...entry(typeName, isAddOn, entries),
        entries: inAll > 1 ? { left, inAll, justTaken: entries } : null,
        isAdult: answer.asksAge,
        // of a name that was tapped others come in by another tap
        asks: left > 0 && result.qr !== "" ? "more" : null,
      };
    }
    case "returned":
      return { ...plain, word: texts.back, what: entered(typeName, answer.entries) };
    case "unlisted":
      return { ...plain, ...unlisted(result, answer) };
    case "stamp":
      return { ...plain, word: texts.back, asks: "stamp" };
    case "other_gate":
      return { ...plain, what: texts.otherGate(result.otherGate ?? texts.anotherGate) };
    case "wait":
      return { ...plain, advice: texts.typeWaitHint(answer.seconds) };
    case "went_out": {
      const more = answer.inside ?? 0;
      const what = texts.outWhat(typeName ?? texts.ticket, counted(answer.entries, "exit"));
      return { ...plain, word: texts.out, sign: "door", asks: more > 0 ? "more" : null, more, what };
    }
    case "not_inside":
    case "guest_exit":
      return { ...plain, closes: texts.next };
    case "unchecked":
      return { ...plain, word: latestTexts.byChief, sign: "key", isAdult: answer.asksAge };
    case "invalid":
      return isLikeQrText(result.qr) ? plain : { ...plain, what: texts.foreign, advice: texts.foreignHint };
    case "used":
    case "name_used":
      return { ...plain, ...usedUp(plain, isAddOn, result.lastEntry) };
    case "elsewhere":
    case "early":
      return { ...plain, advice: gateTexts.adviceOf(answer.verdict, result.night) };
    case "past_hour":
      return { ...plain, ...pastHour(result.pastHour?.until, result.pastHour?.now) };
    default:
      return plain;
  }
}

/**
 * A ticket that is not on the list lets in once. The second time the phone asks, because it may be a group's ticket.
 */
function unlisted(
  { typeName, isAddOn, lastEntry }: ScanResult,
  { admits, isAgain, asksAge }: Extract<Answer, { verdict: "unlisted" }>,
): VerdictWords & Pick<VerdictView, "isAdult"> {
  if (admits) return { ...entry(typeName, isAddOn, 1), advice: texts.unknownIn, isAdult: asksAge };
  if (!isAgain || !lastEntry) return wordsOfVerdict.unlisted;
  return lookWords(texts.unknownAgain(wallTimeOf(new Date(lastEntry.at))), texts.unknownAgainHint);
}

/** Returns "Ana Pop · bilet …3175"; null for an unknown holder. */
export function whoseTicket(holder: ScanResult["holder"]): string | null {
  if (!holder) return null;
  return [holder.name, holder.digits && texts.ticketDigits(holder.digits)].filter(Boolean).join(" · ");
}

/** Returns the answer to a code for the page for typed codes. */
export function verdictView({ verdict, entries, ticket }: Admission, code: string, now: Date): VerdictView {
  // A replaced code was for several people, so it is none of their present tickets.
  const which =
    ticket?.position && ticket.position.of > 1 && verdict !== "replaced"
      ? gateTexts.ticketOf(ticket.position.no, ticket.position.of)
      : null;
  const left = ticket ? { left: ticket.entriesLeft, inAll: ticket.entriesTotal, justTaken: entries } : null;
  if (verdict === "admitted" && ticket) {
    const { isAddOn, typeName, holderName, asksAge } = ticket;
    const words = entry(typeName, isAddOn, entries);
    const about = isAddOn ? { which: null } : { which, advice: holderName, isAdult: asksAge };
    return { ...words, entries: left, ...about, ticket: code };
  }
  const reason = verdict === "admitted" ? "invalid" : verdict;
  const refusal = {
    ...refusedWords(reason),
    advice: gateTexts.adviceOf(reason, ticket),
    which,
    entries: null,
  };
  if (reason === "past_hour") return { ...refusal, ...pastHour(ticket?.enterUntil, now) };
  if (reason !== "used" || !ticket) return refusal;
  return {
    ...refusal,
    ...usedUp(refusal, ticket.isAddOn, ticket.lastEntry),
    entries: ticket.isAddOn ? null : left,
  };
}

/** The words for a ticket whose last hour has passed; none where the hour is not known. */
const pastHour = (until: string | null | undefined, now: Date | string | undefined) =>
  until && now ? { what: gateTexts.pastHour(until, wallTimeOf(new Date(now))) } : {};

function entry(typeName: string | null, isAddOn: boolean, entries: number): VerdictWords {
  if (isAddOn) return { kind: "given", what: typeName ?? "", advice: gateTexts.notAnEntry };
  return { kind: "admitted", what: entered(typeName, entries), advice: null };
}

function entered(typeName: string | null, entries: number): string {
  return gateTexts.admittedWhat(typeName ?? texts.ticket, counted(entries, "entry"));
}

type LastEntry = { readonly at: Date | string; readonly gateName: string | null };

/** The words for a used ticket or name: when and where it was used. The page for typed codes has no gate. */
function usedUp(
  { what, advice }: Pick<VerdictWords, "what" | "advice">,
  isAddOn: boolean,
  lastEntry: LastEntry | null,
): Pick<VerdictWords, "what" | "advice"> {
  if (isAddOn) return { what: gateTexts.alreadyGiven, advice: gateTexts.nothingLeft };
  if (!lastEntry) return { what, advice };
  const at = wallTimeOf(new Date(lastEntry.at));
  return { what: `${what}\u00a0· ${lastEntry.gateName ? texts.used(at, lastEntry.gateName) : at}`, advice };
}

/** The words for a guest's name that admits nobody. */
const guestRefusals: Readonly<Record<RefusedVerdict, string>> = {
  used: gateTexts.guestWhat.used,
  cancelled: gateTexts.what.cancelled,
  early: gateTexts.what.early,
  late: gateTexts.what.late,
  void: gateTexts.guestWhat.void,
  given_back: gateTexts.guestWhat.void,
  replaced: gateTexts.guestWhat.void,
  suspended: gateTexts.guestWhat.void,
  elsewhere: gateTexts.guestWhat.void,
  past_hour: gateTexts.guestWhat.void,
  other_gate: gateTexts.guestWhat.void,
  invalid: gateTexts.guestWhat.void,
};

/** Returns the answer to a name of a guest list. */
export function guestVerdictView({ verdict, entries, guest }: GuestAdmission): VerdictView {
  const left = guest && { left: guest.placesLeft, inAll: guest.places, justTaken: entries };
  if (verdict === "admitted" && guest)
    return {
      kind: "admitted",
      what: gateTexts.admittedWhat(guest.name, counted(entries, "entry")),
      entries: left,
      advice: gateTexts.guestList(guest.listName),
      isAdult: guest.asksAge,
    };
  const reason = verdict === "admitted" ? "invalid" : verdict;
  return {
    kind: "refused",
    what: guestRefusals[reason],
    advice: gateTexts.guestAdvice,
    entries: verdict === "used" ? left : null,
  };
}
