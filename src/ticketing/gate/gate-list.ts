import type { Day, WallTime } from "#kernel/time.ts";
import type { GateOfNight } from "./home-gate.ts";

/** A ticket in a gate's list. It does not say whose ticket it is. */
export type ListedTicket = {
  /** The first eight bytes of the SHA-256 of the ticket's id, in hexadecimal digits. */
  readonly key: string;
  readonly total: number;
  /** Used entries, at most `total`. */
  readonly used: number;
  readonly secretVersion: number;
  /** The index of the ticket's type in the list's types. */
  readonly type: number;
  readonly isVoid: boolean;
  readonly isSuspended: boolean;
  readonly isGivenBack: boolean;
  /** How many people went out with a stamp and are not back. */
  readonly outside: number;
};

/** A chief's phone, whose signature lets people in. */
export type ChiefPhone = {
  readonly device: string;
  readonly name: string;
  /** P-256, the raw point in base64url. */
  readonly key: string;
};

/** Tickets of a type that are set aside for this phone. Amounts in bani. */
export type StockOfPhone = {
  readonly typeId: string;
  readonly name: string;
  readonly price: number;
  /** How many people one ticket lets in. */
  readonly entries: number;
  readonly quantity: number;
  /** How many are sold by the phone's rows up to `countedThrough`. */
  readonly sold: number;
};

export type GateListHead = {
  /** The phone sends it back with its next request. */
  readonly version: string;
  /** True: all tickets of the night. False: only those that changed since the version that the phone sent. */
  readonly isWhole: boolean;
  /** The number of the phone's last row that `used` includes. */
  readonly countedThrough: number;
  /** The numbers of the phone's questions whose admissions `used` includes. */
  readonly countedAsks: readonly number[];
  readonly night: {
    readonly id: string;
    readonly date: Day;
    readonly doors: WallTime | null;
    readonly time: WallTime | null;
    readonly minimumAge: number | null;
    readonly isCancelled: boolean;
  };
  readonly types: readonly {
    readonly id: string;
    readonly name: string;
    readonly admits: boolean;
    readonly enterUntil: WallTime | null;
  }[];
  /** The tickets that this phone may sell. Absent in a list from a server without door sales. */
  readonly stock?: readonly StockOfPhone[];
  readonly gates: readonly (GateOfNight & { readonly name: string })[];
  /** The public keys of tickets as JWK, also those that begin soon. Absent in a list from an older server. */
  readonly ticketKeys?: readonly Readonly<Record<string, unknown>>[];
  /** The phones of the night's chiefs. Absent in a list from an older server. */
  readonly chiefs?: readonly ChiefPhone[];
  readonly serverTime: number;
};

/** Whether the list's night is cancelled: its phones let nobody in and sell nothing. */
export const isNightOff = (head: GateListHead | undefined): boolean => head?.night.isCancelled ?? false;

export type GateList = { readonly head: GateListHead; readonly tickets: readonly ListedTicket[] };

const rowLength = 17;
const flags = { isVoid: 1, isSuspended: 2, isGivenBack: 4 } as const;

/**
 * The bytes of a list: the length of the head (4 bytes, big-endian), the head as JSON, then 17 bytes for each ticket:
 * key 8 | entries 2 | used 2 | secret version 2 | type 1 | flags 1 | outside 1.
 */
export function writeGateList({ head, tickets }: GateList): Uint8Array<ArrayBuffer> {
  const headBytes = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(4 + headBytes.length + tickets.length * rowLength);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, headBytes.length);
  bytes.set(headBytes, 4);
  let at = 4 + headBytes.length;
  for (const ticket of tickets) {
    for (let n = 0; n < 8; n++) bytes[at + n] = Number.parseInt(ticket.key.slice(n * 2, n * 2 + 2), 16);
    view.setUint16(at + 8, ticket.total);
    view.setUint16(at + 10, ticket.used);
    view.setUint16(at + 12, ticket.secretVersion);
    view.setUint8(at + 14, ticket.type);
    view.setUint8(
      at + 15,
      (ticket.isVoid ? flags.isVoid : 0) |
        (ticket.isSuspended ? flags.isSuspended : 0) |
        (ticket.isGivenBack ? flags.isGivenBack : 0),
    );
    view.setUint8(at + 16, Math.min(0xff, ticket.outside));
    at += rowLength;
  }
  return bytes;
}

/** Reads the bytes of `writeGateList`. Throws for anything else: a broken answer must not replace a good list. */
export function readGateList(bytes: Uint8Array<ArrayBuffer>): GateList {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begin = 4 + view.getUint32(0);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, begin))) as GateListHead;
  if ((bytes.length - begin) % rowLength !== 0) throw new RangeError("not a list of tickets");
  const tickets = Array.from({ length: (bytes.length - begin) / rowLength }, (_, n) => {
    const at = begin + n * rowLength;
    const flag = view.getUint8(at + 15);
    return {
      key: Array.from(bytes.subarray(at, at + 8), (byte) => byte.toString(16).padStart(2, "0")).join(""),
      total: view.getUint16(at + 8),
      used: view.getUint16(at + 10),
      secretVersion: view.getUint16(at + 12),
      type: view.getUint8(at + 14),
      isVoid: (flag & flags.isVoid) !== 0,
      isSuspended: (flag & flags.isSuspended) !== 0,
      isGivenBack: (flag & flags.isGivenBack) !== 0,
      outside: view.getUint8(at + 16),
    };
  });
  return { head, tickets };
}
