import type { Uuid } from "#kernel/id.ts";
import { fold } from "#kernel/romanian.ts";
import { readQrText, scopeOf } from "#ticketing/delivery/qr-payload.ts";
import { dayOfWindow } from "#ticketing/delivery/ticket-window.ts";
import { asksForAge } from "#ticketing/gate/admission.ts";
import { isNightOff } from "#ticketing/gate/gate-list.ts";
import type { GuestAtDoor, GuestNames } from "#ticketing/gate/send-guest-names.server.ts";
import { ownRowsOf } from "./own-rows.ts";
import { CallRefused } from "./phone-calls.ts";
import { serverNow } from "./phone-clock.ts";
import { forgetGuestNames, guestFacts } from "./phone-facts.ts";
import { checkTicket } from "./phone-key.ts";
import type { PhoneParts } from "./phone-parts.ts";
import type { PhoneStore } from "./phone-store.ts";
import { nothingKnown, type ScanResult } from "./scan-result.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";

type Store = PhoneStore;
type WithParts = { readonly parts: PhoneParts };
type Sealed = { readonly iv: Uint8Array<ArrayBuffer>; readonly bytes: ArrayBuffer };

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

/** Fetches the names again. Returns false when no names came; the earlier ones then stay. */
export async function fetchGuests({ parts }: WithParts): Promise<boolean> {
  const { reachInTime, calls, store } = parts;
  const names = await reachInTime("guests", {}, calls.guests).catch((failure: unknown) => {
    if (failure instanceof CallRefused) return undefined;
    throw failure;
  });
  if (!names || parts.state().isStopped) return false;
  await seal(store, names);
  return true;
}

/** Admits people on a guest's name. Returns the row's number and the guest; null when too few places are left. */
export async function admitGuestHere(
  { parts }: WithParts,
  id: string,
  entries: number,
): Promise<{ readonly seq: number; readonly guest: GuestAtDoor } | "cancelled" | null> {
  if (parts.state().isOnline) {
    await parts.send();
    await fetchGuests({ parts });
  }
  const admitted = await parts.inTurn(async () => {
    if (isNightOff(parts.list().head)) return "cancelled";
    const guest = (await guestsOnPhone({ parts }))?.find((one) => one.id === id);
    if (!guest || guest.entered + entries > guest.places) return null;
    const row = { kind: "guest", entries, guest: guest.id as Uuid } as const;
    const seq = await parts.write(row, { key: id, typeName: texts.guest });
    parts.holders.set(id, { name: guest.name, digits: "" });
    return { seq, guest: { ...guest, entered: guest.entered + entries } };
  });
  // the row is sent at once, so that other phones learn of it; after a failure the next beat sends it
  if (admitted !== null) void parts.send().catch(() => {});
  return admitted;
}

/** Scans a guest's QR code, which admits as the name on the list; null for another code. Offline by its own names. */
export async function scanGuest(
  { parts }: WithParts,
  qr: string,
  entries: number,
): Promise<ScanResult | null> {
  if (!readQrText(qr)?.payload.isGuest) return null;
  const payload = await checkTicket(parts.ticketKeys, qr);
  if (!payload) return null;
  const resultFor = (
    answer: ScanResult["answer"],
    guest?: GuestAtDoor,
    seq: number | null = null,
  ): ScanResult => ({
    ...nothingKnown,
    answer,
    typeName: guest?.name ?? texts.guest,
    seq,
    qr,
    entriesTotal: guest?.places ?? null,
  });
  const { head } = parts.list();
  if (payload.scope !== scopeOf(parts.enrolled.event.id))
    return { ...resultFor({ verdict: "elsewhere" }), night: { title: null, date: dayOfWindow(payload) } };
  const admitted = await admitGuestHere({ parts }, payload.purchaseId, entries).catch(
    () => "not_written" as const,
  );
  if (typeof admitted === "string") return resultFor({ verdict: admitted });
  if (admitted) {
    const { guest, seq } = admitted;
    const asksAge = asksForAge(head?.night ?? { minimumAge: null });
    return resultFor(
      { verdict: "admitted", entries, left: guest.places - guest.entered, asksAge },
      guest,
      seq,
    );
  }
  const guests = await guestsOnPhone({ parts });
  const guest = guests?.find(({ id }) => id === payload.purchaseId);
  if (guests) return resultFor({ verdict: guest ? "used" : "void" }, guest);
  return resultFor({ verdict: "unlisted", admits: false, isAgain: false, asksAge: false });
}

/** Returns the guests whose name contains every word of `text`, without regard to accents and case. */
export function guestsNamed(guests: readonly GuestAtDoor[], text: string): GuestAtDoor[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return guests.filter(({ name }) => words.every((word) => fold(name).includes(word)));
}

function ownEntries({ rows }: PhoneParts, { id }: GuestAtDoor, { countedThrough }: GuestNames): number {
  return ownRowsOf(rows, id, { countedThrough, countedAsks: [] }).entries;
}

async function seal(store: Store, names: GuestNames): Promise<void> {
  const key = (await store.fact<CryptoKey>(guestFacts.key)) ?? (await makeKey(store));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const written = new TextEncoder().encode(JSON.stringify(names));
  const bytes = await crypto.subtle.encrypt({ name: algorithm, iv }, key, written);
  await store.keepFact(guestFacts.sealed, { iv, bytes } satisfies Sealed);
}

async function makeKey(store: Store): Promise<CryptoKey> {
  const key = await crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  await store.keepFact(guestFacts.key, key);
  return key;
}

async function openSealed(store: Store): Promise<GuestNames | undefined> {
  const [key, sealed] = [
    await store.fact<CryptoKey>(guestFacts.key),
    await store.fact<Sealed>(guestFacts.sealed),
  ];
  if (!key || !sealed) return undefined;
  const bytes = await crypto.subtle.decrypt({ name: algorithm, iv: sealed.iv }, key, sealed.bytes);
  return JSON.parse(new TextDecoder().decode(bytes)) as GuestNames;
}
