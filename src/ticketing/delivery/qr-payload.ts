import { isUuid, type Uuid } from "#kernel/id.ts";
import { fromBase45, toBase45 } from "./base45.ts";

/**
 * The payload of a ticket's QR, 39 bytes, big-endian: version 1 | key id 1 | ticket 16 | scope 8 | not before 4 | not
 * after 4 | entries 1 | secret version 2 | flags 2.
 *
 * With its Ed25519 signature (64 bytes) it is written as `FSC1:` and Base45: 160 characters, which fit a QR of
 * version 10 at level H. It contains no name and no address.
 */
export type QrPayload = {
  readonly kid: number;
  /** The ticket's id. For a guest: the id of the name on the guest list. */
  readonly purchaseId: Uuid;
  /**
   * The night that the code admits to: the last 8 bytes of the event's id (the random ones) as 16 hexadecimal digits.
   */
  readonly scope: string;
  /** Seconds since 1970, UTC. Both ends are included. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** How many people the code is for; 255 means 255 or more. Only the database knows how many are left. */
  readonly entries: number;
  /** Raised when a ticket gets a new code. Older QR codes then admit nobody. */
  readonly secretVersion: number;
  readonly isPass: boolean;
  readonly isTest: boolean;
  /** True when the code belongs to a name on a guest list, not to a ticket. */
  readonly isGuest?: true;
};

export type SignedQr = {
  readonly payload: QrPayload;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
};

const prefix = "FSC1:";
const version = 1;
const messageLength = 39;
const signatureLength = 64;
export const qrTextLength = 160;
const passFlag = 1;
const testFlag = 2;
const guestFlag = 4;

/** The bytes to sign. Throws a RangeError for values that do not fit: a mistake of ours, never of a visitor. */
export function qrMessage(payload: QrPayload): Uint8Array {
  const bytes = new Uint8Array(messageLength);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, version);
  view.setUint8(1, within(payload.kid, 1, 0xff));
  if (!isUuid(payload.purchaseId)) throw new RangeError("a ticket has an id");
  bytes.set(fromHex(payload.purchaseId.replaceAll("-", ""), 16), 2);
  bytes.set(fromHex(payload.scope, 8), 18);
  view.setUint32(26, within(payload.notBefore, 0, 0xffffffff));
  view.setUint32(30, within(payload.notAfter, payload.notBefore, 0xffffffff));
  view.setUint8(34, Math.min(0xff, within(payload.entries, 1, 0xffff)));
  view.setUint16(35, within(payload.secretVersion, 1, 0xffff));
  view.setUint16(
    37,
    (payload.isPass ? passFlag : 0) | (payload.isTest ? testFlag : 0) | (payload.isGuest ? guestFlag : 0),
  );
  return bytes;
}

export function qrText(message: Uint8Array, signature: Uint8Array): string {
  if (message.length !== messageLength || signature.length !== signatureLength)
    throw new RangeError("not a signed ticket");
  const bytes = new Uint8Array(messageLength + signatureLength);
  bytes.set(message);
  bytes.set(signature, messageLength);
  return prefix + toBase45(bytes);
}

/** Whether a text begins like a ticket's QR, whatever follows. */
export const isLikeQrText = (text: string) => text.startsWith(prefix);

/** Reads a QR strictly, without checking its signature. Undefined for any text that `qrText` would not write. */
export function readQrText(text: string): SignedQr | undefined {
  if (text.length !== qrTextLength || !text.startsWith(prefix)) return undefined;
  const bytes = fromBase45(text.slice(prefix.length));
  if (bytes?.length !== messageLength + signatureLength) return undefined;
  const message = bytes.slice(0, messageLength);
  const payload = readMessage(message);
  return payload && { payload, message, signature: bytes.slice(messageLength) };
}

function readMessage(message: Uint8Array): QrPayload | undefined {
  const view = new DataView(message.buffer);
  const flags = view.getUint16(37);
  const id = toHex(message.subarray(2, 18));
  const payload = {
    kid: view.getUint8(1),
    purchaseId: id.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5"),
    scope: toHex(message.subarray(18, 26)),
    notBefore: view.getUint32(26),
    notAfter: view.getUint32(30),
    entries: view.getUint8(34),
    secretVersion: view.getUint16(35),
    isPass: (flags & passFlag) !== 0,
    isTest: (flags & testFlag) !== 0,
    ...(flags & guestFlag ? { isGuest: true as const } : {}),
  };
  const isOurs =
    view.getUint8(0) === version &&
    payload.kid > 0 &&
    isUuid(payload.purchaseId) &&
    payload.notBefore <= payload.notAfter &&
    payload.entries > 0 &&
    payload.secretVersion > 0 &&
    (flags & ~(passFlag | testFlag | guestFlag)) === 0;
  return isOurs ? (payload as QrPayload) : undefined;
}

export function scopeOf(eventId: string): string {
  return eventId.replaceAll("-", "").slice(16);
}

function within(value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`${value} is not between ${least} and ${most}`);
  return value;
}

function fromHex(text: string, length: number): Uint8Array {
  if (text.length !== length * 2 || !/^[0-9a-f]+$/.test(text)) throw new RangeError("not an id");
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
