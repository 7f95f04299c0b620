import type { Uuid } from "#kernel/id.ts";
import { fold } from "#kernel/romanian.ts";
import { readQrText } from "#ticketing/delivery/qr-payload.ts";
import { nightRefusal, type ScanDecision } from "#ticketing/gate/admission.ts";
import type { GuestAtDoor, GuestNames } from "#ticketing/gate/send-guest-names.server.ts";
import { ownRowsOf } from "./own-rows.ts";
import { CallRefused } from "./phone-calls.ts";
import { serverNow } from "./phone-clock.ts";
import { forgetGuestNames, guestFacts } from "./phone-facts.ts";
import { checkTicket } from "./phone-key.ts";
import type { PhoneParts } from "./phone-parts.ts";
import { askServer, ownEntry, readScanned, refuseOtherNight } from "./phone-scan.ts";
import type { PhoneStore } from "./phone-store.ts";
import { nothingKnown, type ScanResult } from "./scan-result.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";

type Store = PhoneStore;
type WithParts = { readonly parts: PhoneParts };
/** `at`: when the names came, in milliseconds since 1970; names of a build before this one lack it. */
type Sealed = {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
  readonly at?: number;
};

/** The names as they were kept, perhaps by a build before this one. */
type KeptNames = Omit<GuestNames, "removed"> & Partial<Pick<GuestNames, "removed">>;

const algorithm = "AES-GCM";

/**
 * Returns the guests' names on this phone, with the phone's own entries counted. Undefined when nobody has opened
 * them here, or when the phone's time is over. They are stored sealed, with a key that cannot be exported from the
 * browser.
 */
export async function guestsOnPhone({ parts }: WithParts): Promise<GuestAtDoor[] | undefined> {
  const { store, enrolled } = parts;
  if (Date.parse(enrolled.endsAt) < serverNow(parts)) {
    await forgetGuestNames(store);
    return undefined;
  }
  const names = await openSealed(store);
  return names?.guests.map((guest) => ({
    ...guest,
    entered: guest.entered + ownEntries(parts, guest, names),
  }));
}

/** How many seconds ago the guests' names came to this phone; null when that is not known. */
export async function guestNamesAge({ parts }: WithParts): Promise<number | null> {
  const sealed = await parts.store.fact<Sealed>(guestFacts.sealed);
  return sealed?.at === undefined ? null : Math.max(0, (parts.now() - sealed.at) / 1000);
}

/** Fetches the names again. Returns false when no names came; the earlier ones then stay. */
export async function fetchGuests({ parts }: WithParts): Promise<boolean> {
  const { reachInTime, calls, store } = parts;
  const names = await reachInTime("guests", {}, calls.guests).catch((failure: unknown) => {
    if (failure instanceof CallRefused) return undefined;
    throw failure;
  });
  if (!names || parts.state().isStopped) return false;
  await seal(store, names, parts.now());
  return true;
}

/**
 * Admits people on a guest's name: asks the server, and decides by the names on this phone when nobody answers. `qr`:
 * the scanned code of the name, for the result.
 */
export async function admitGuestHere(
  { parts }: WithParts,
  id: string,
  entries: number,
  qr = "",
): Promise<ScanResult> {
  const { state, holders, write } = parts;
  const result = await parts
    .inTurn(async (): Promise<ScanResult> => {
      const canAsk = state().isOnline && !state().isStopped;
      const question = { entries, stamp: null, guest: id as Uuid };
      const reply = canAsk ? await askServer(parts, question) : undefined;
      const decided = reply
        ? { decision: reply.decision, name: reply.holder?.name, places: reply.entriesTotal }
        : await decideWithoutServer(parts, id, entries);
      const { decision, name, places } = decided;
      if (name) holders.set(id, { name, digits: "" });
      const shown: Omit<ScanResult, "answer" | "seq"> = {
        ...nothingKnown,
        qr,
        typeName: name ?? texts.guest,
        entriesTotal: places ?? null,
        lastEntry: reply ? reply.lastEntry : ownEntry(parts, id),
      };
      const mode = reply ? "online" : "offline";
      if (decision.verdict === "admitted") {
        const row = { kind: "guest", mode, entries: decision.entries, guest: id as Uuid } as const;
        const seq = await write(row, { key: id, typeName: texts.guest });
        return { ...shown, seq, answer: decision };
      }
      const answer = answerAboutName(decision);
      // the server may have let them in by an answer that was lost: the row says what the door did
      const kept = { key: id, typeName: texts.guest, verdict: answer.verdict };
      const seq = await write({ kind: "refuse", mode }, kept);
      return { ...shown, holder: name ? { name, digits: "" } : null, seq, answer };
    })
    .catch((): ScanResult => ({ ...nothingKnown, qr, answer: { verdict: "not_written" } }));
  // the names come for when there is no network
  if (state().isOnline) void fetchGuests({ parts }).catch(() => {});
  return result;
}

/** Scans a guest's QR code, which admits as the name on the list; null for another code. */
export async function scanGuest(
  { parts }: WithParts,
  qr: string,
  entries: number,
): Promise<ScanResult | null> {
  const scanned = await readGuestCode(parts, qr);
  if (!scanned) return null;
  const refusal = refuseOtherNight(parts, scanned.payload);
  return refusal
    ? { ...nothingKnown, qr, typeName: texts.guest, ...refusal }
    : admitGuestHere({ parts }, scanned.guest, entries, qr);
}

/** Reads the code of a guest's name; undefined for another code. */
export async function readGuestCode({ ticketKeys }: Pick<PhoneParts, "ticketKeys">, qr: string) {
  if (!readQrText(qr)?.payload.isGuest) return undefined;
  const payload = await checkTicket(ticketKeys(), qr);
  if (!payload) return undefined;
  return { payload, guest: payload.purchaseId, key: payload.purchaseId, code: null, typed: undefined };
}

/** Reads a code that we signed, a guest's or a ticket's; undefined for another code. */
export const readOurs = async (parts: Pick<PhoneParts, "ticketKeys">, qr: string) =>
  (await readGuestCode(parts, qr)) ?? (await readScanned(parts, qr));

type GuestDecision = {
  readonly decision: ScanDecision | { readonly verdict: "name_unknown" };
  readonly name?: string;
  readonly places?: number;
};

/** A name that the phone does not have may be newer than its names: off the list is only a name of which it knows that. */
async function decideWithoutServer(parts: PhoneParts, id: string, entries: number): Promise<GuestDecision> {
  const refusal = nightRefusal(parts.list().head, new Date(serverNow(parts)));
  if (refusal) return { decision: { verdict: refusal } };
  const guests = await guestsOnPhone({ parts });
  const guest = guests?.find((one) => one.id === id);
  if (!guest) {
    // names from a build before this one do not say who was removed
    const isRemoved = guests && (await openSealed(parts.store))?.removed?.includes(id);
    return { decision: { verdict: isRemoved ? "void" : "name_unknown" } };
  }
  const { name, places } = guest;
  const left = places - guest.entered - entries;
  if (left < 0) return { decision: { verdict: "used" }, name, places };
  return { decision: { verdict: "admitted", entries, left, asksAge: parts.asksAge() }, name, places };
}

/** The verdicts of a ticket in the words for a name. */
function answerAboutName(decision: GuestDecision["decision"]): ScanResult["answer"] {
  if (decision.verdict === "used") return { verdict: "name_used" };
  return decision.verdict === "void" ? { verdict: "off_list" } : decision;
}

/** Returns the guests whose name contains every word of `text`, without regard to accents and case. */
export function guestsNamed(guests: readonly GuestAtDoor[], text: string): GuestAtDoor[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return guests.filter(({ name }) => words.every((word) => fold(name).includes(word)));
}

/** Names from a build before this one do not say which questions they count: that phone asked none. */
function ownEntries({ rows }: PhoneParts, { id }: GuestAtDoor, names: KeptNames): number {
  const { countedThrough, countedAsks = [] } = names;
  return ownRowsOf(rows, id, { countedThrough, countedAsks }).entries;
}

async function seal(store: Store, names: GuestNames, at: number): Promise<void> {
  const key = (await store.fact<CryptoKey>(guestFacts.key)) ?? (await makeKey(store));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const written = new TextEncoder().encode(JSON.stringify(names));
  const bytes = await crypto.subtle.encrypt({ name: algorithm, iv }, key, written);
  await store.keepFact(guestFacts.sealed, { iv, bytes, at } satisfies Sealed);
}

async function makeKey(store: Store): Promise<CryptoKey> {
  const key = await crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  await store.keepFact(guestFacts.key, key);
  return key;
}

async function openSealed(store: Store): Promise<KeptNames | undefined> {
  const [key, sealed] = [
    await store.fact<CryptoKey>(guestFacts.key),
    await store.fact<Sealed>(guestFacts.sealed),
  ];
  if (!key || !sealed) return undefined;
  const bytes = await crypto.subtle.decrypt({ name: algorithm, iv: sealed.iv }, key, sealed.bytes);
  return JSON.parse(new TextDecoder().decode(bytes)) as KeptNames;
}
