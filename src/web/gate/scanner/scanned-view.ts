import { counted } from "#kernel/romanian.ts";
import { wallTimeOf } from "#kernel/time.ts";
import { isLikeQrText } from "#ticketing/delivery/qr-payload.ts";
import { gateTexts } from "../gate-texts.ts";
import { mayOverride, type ScanResult } from "./scan-result.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";
import type { ScannedView } from "./scanner-verdict.tsx";

/** The result of a scan, as the whole screen shows it. `adult`: the age that the night wants, if any. */
export function scannedView(result: ScanResult): ScannedView {
  const { answer, typeName, isAddOn, entriesTotal } = result;
  const plain = {
    ...{
      word: null,
      entries: null,
      advice: null,
      isAdult: false,
      asks: null,
      who: whoseTicket(result.holder),
    },
    canOverride: mayOverride(result),
  } as const;
  switch (answer.verdict) {
    case "admitted": {
      const { left, entries } = answer;
      const inAll = entriesTotal ?? entries + left;
      return {
        ...plain,
        kind: isAddOn ? "given" : "admitted",
        what: isAddOn ? (typeName ?? "") : entered(typeName, entries),
        entries: inAll > 1 ? { left, inAll, justTaken: entries } : null,
        advice: isAddOn ? gateTexts.notAnEntry : null,
        isAdult: answer.asksAge,
        asks: left > 0 ? "more" : null,
      };
    }
    case "returned":
      return { ...plain, kind: "admitted", word: texts.back, what: entered(typeName, answer.entries) };
    case "unlisted":
      return unlisted(result, answer);
    case "stamp":
      return { ...plain, kind: "look", word: texts.back, what: texts.stamp, asks: "stamp" };
    case "other_gate":
      return {
        ...plain,
        kind: "look",
        what: texts.otherGate(result.otherGate ?? texts.anotherGate),
        advice: texts.otherGateHint,
      };
    case "not_written":
      return { ...plain, kind: "look", what: texts.notWritten, advice: texts.notWrittenHint };
    case "chief_used":
      return { ...plain, kind: "look", what: texts.chiefUsed, advice: texts.chiefUsedHint };
    case "no_network":
      return { ...plain, kind: "look", what: texts.typeOffline, advice: texts.typeOfflineHint };
    case "wait":
      return { ...plain, kind: "look", what: texts.typeWait, advice: texts.typeWaitHint(answer.seconds) };
    case "went_out": {
      const people = counted(answer.entries, texts.outPeople);
      const more = answer.inside ?? 0;
      return {
        ...{ ...plain, kind: "given", word: texts.out, sign: "door", asks: more > 0 ? "more" : null, more },
        what: texts.outWhat(typeName ?? texts.ticket, people),
      };
    }
    case "not_inside":
      return { ...plain, kind: "look", what: texts.notInside, advice: texts.notInsideHint };
    case "how_many":
      return { ...plain, kind: "look", what: texts.unknown };
    case "invalid": {
      const isLikeOurs = isLikeQrText(result.qr);
      return {
        ...{ ...plain, kind: "refused", what: isLikeOurs ? gateTexts.what.invalid : texts.foreign },
        advice: isLikeOurs ? texts.unsignedHint : texts.foreignHint,
      };
    }
    case "used":
      return {
        ...plain,
        kind: "refused",
        what: isAddOn ? gateTexts.alreadyGiven : usedWhat(result),
        advice: isAddOn ? gateTexts.nothingLeft : gateTexts.advice.used,
      };
    default:
      return {
        ...plain,
        kind: "refused",
        what: gateTexts.what[answer.verdict],
        advice: gateTexts.adviceOf(answer.verdict, result.night),
      };
  }
}

/** A ticket that is not on the list: let in once, then asked about, since it may be a group's. */
function unlisted(
  { typeName, lastEntry }: ScanResult,
  { admits, isAgain, asksAge }: Extract<ScanResult["answer"], { verdict: "unlisted" }>,
): ScannedView {
  const plain = { word: null, entries: null, asks: null } as const;
  if (admits)
    return {
      ...plain,
      kind: "admitted",
      what: entered(typeName, 1),
      advice: texts.unknownIn,
      isAdult: asksAge,
    };
  const at = isAgain && lastEntry ? wallTimeOf(new Date(lastEntry.at)) : null;
  return {
    ...{ ...plain, kind: "look", isAdult: false },
    what: at === null ? texts.unknown : texts.unknownAgain(at),
    advice: at === null ? texts.unknownHint : texts.unknownAgainHint,
  };
}

/** "Ana Pop · bilet …3175" */
export function whoseTicket(holder: ScanResult["holder"]): string | null {
  if (!holder) return null;
  return [holder.name, holder.digits && texts.ticketDigits(holder.digits)].filter(Boolean).join(" · ");
}

function entered(typeName: string | null, entries: number): string {
  return gateTexts.admittedWhat(typeName ?? texts.ticket, counted(entries, gateTexts.entries));
}

function usedWhat({ lastEntry }: ScanResult): string {
  if (!lastEntry) return gateTexts.what.used;
  const at = wallTimeOf(new Date(lastEntry.at));
  return `${gateTexts.what.used} · ${lastEntry.gateName ? texts.used(at, lastEntry.gateName) : at}`;
}
