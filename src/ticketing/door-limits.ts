import { inSeconds } from "#kernel/time.ts";

const { minute, hour, day } = inSeconds;

/** Figures of the door (docs/gate-protocol.md); `limits` has them all. */
export const doorLimits = {
  /** Wrong codes by one person within `durations.wrongCodesAtGate`, then a pause for typed ones. */
  wrongCodesAtGate: 10,
  gatesPerNight: 24,
  /** Calls of all phones behind one address: fifty of them, each with its beats, its lists and its scans. */
  gateCallsPerAddressAndMinute: 6000,
  /** The same for an address from which no phone of ours has signed a call in the last hour. */
  strangersGateCallsPerAddressAndMinute: 300,
  /** Rows in one upload, and those of one phone in a minute and on one night: more wait on the phone. */
  rowsPerUpload: 200,
  rowsPerPhoneAndMinute: 600,
  rowsPerPhone: 20_000,
  /** Codes that are none of ours: rows of them by one phone in a minute and on one night; more are refused without a row. */
  unknownCodesPerMinute: 10,
  unknownCodesPerPhone: 500,
  /** So many forged codes within `durations.forgedCodes` are an alarm on the chief's board. */
  forgedCodes: 5,
  gateUploadBytes: 256 * 1024,
  /** Of the word on a double entry that was cleared up. */
  doubleWord: 80,
  /** Of one row, as it is signed. */
  gateRowText: 1000,
  /** Tickets of a type set aside for one phone at a time, and those that it sells to one person. */
  doorShare: 5000,
  ticketsPerDoorSale: 20,
  /** Bani: of one sale and of one till. */
  doorCash: 1_000_000_000,
} as const;

/** Seconds. */
export const doorDurations = {
  wrongCodesAtGate: 5 * minute,
  /** The code that a phone reads to become a phone of a gate. */
  gateInvitation: 10 * minute,
  gateDevice: 16 * hour,
  /** At most so long, when its night is over later than that. */
  gateDeviceLongest: 36 * hour,
  /** So long after the night's end: noon, when it ends at five. */
  gateDeviceAfterNight: 7 * hour,
  /** A phone without a beat for this long is away: others leave its tickets to it until its rows are here. */
  phoneAway: 6,
  /** A phone that said nothing for this long: what it wrote since is not known. */
  phoneSilent: minute,
  /** A person who scanned undoes this long; later it is listed. */
  undo: 5 * minute,
  /** Rows of a phone are taken until this long after the day of its night. */
  rowsAfterNight: 30 * day,
  /** What a phone signs to be answered is good for this long, before and after its moment. */
  phoneCall: 2 * minute,
  /** A phone's clock that is less wrong is right: what it wrote is not corrected. */
  rightClock: minute,
  forgedCodes: 10 * minute,
  /** A chief's code is good for this long, before and after its moment. */
  chiefCode: minute,
  /** Seconds between two codes on the chief's phone. */
  chiefCodeShown: 5,
  /** A gate whose newest row or beat is older is shown as such. */
  oldGateNews: 15 * minute,
} as const;
