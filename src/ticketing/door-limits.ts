import { inSeconds } from "#kernel/time.ts";

const { minute, hour, day } = inSeconds;

/** The limits of the door (docs/gate-protocol.md). Included in `limits`. */
export const doorLimits = {
  /** Wrong typed codes by one person within `durations.wrongCodesAtGate`; then typed codes must pause. */
  wrongCodesAtGate: 10,
  gatesPerNight: 24,
  /** Calls that a phone has signed: its beats, lists, scans, and its own rows. */
  gateCallsPerPhoneAndMinute: 600,
  /** Uploads of one phone's rows that are proven by the rows alone: anybody who saw its codes can repeat them. */
  carriedUploadsPerPhoneAndMinute: 60,
  /** Enrolments by one invitation that exists. Invented ones count as strangers' calls. */
  enrolmentsPerInvitationAndMinute: 60,
  /** Calls from one address that nobody has signed. They use up no phone's calls. */
  strangersGateCallsPerAddressAndMinute: 300,
  rowsPerUpload: 200,
  /** Uploads of one phone that wait for the one that runs. */
  uploadsWaiting: 4,
  /** Rows that one phone sends per minute, known ones included: a full upload each second. */
  sentRowsPerPhoneAndMinute: 12_000,
  /** New rows of one phone per minute and per night, those under used numbers included. More rows wait on the phone. */
  rowsPerPhoneAndMinute: 600,
  rowsPerPhone: 20_000,
  /** Rows of one phone that are judged again when one row comes late. */
  rowsJudgedAgain: 50,
  /** Rows of one phone for codes that are not ours, per minute. More such codes are refused without a row. */
  unknownCodesPerMinute: 10,
  /** The same rows per night. */
  unknownCodesPerPhone: 500,
  /** So many forged codes within `durations.forgedCodes` raise an alarm on the chief's board. */
  forgedCodes: 5,
  /** Bytes of an upload of rows, and below, of any other call. */
  gateUploadBytes: 256 * 1024,
  gateCallBytes: 16 * 1024,
  /** Rows of one list on the chief's screens. The headings count the rows, so it is far above what a night has. */
  rowsOfDoorList: 2000,
  /** Handed-over tills of one phone that are listed singly; the earlier ones are one line with their sum. */
  tillsOfPhone: 50,
  /** The entries of one double entry that are shown: half of them its first, half its last. */
  rowsOfDouble: 20,
  /** Characters of the note on a double entry that was cleared up. */
  clearedNote: 80,
  /** Characters of one row, as it is signed. */
  gateRowText: 1000,
  /** Tickets of a type that are set aside for one phone at a time. */
  doorShare: 5000,
  ticketsPerDoorSale: 20,
  /** Bani of one sale and of one till. */
  doorCash: 1_000_000_000,
} as const;

/** In seconds. */
export const doorDurations = {
  wrongCodesAtGate: 5 * minute,
  /** How long the code is valid that turns a phone into a gate's phone. */
  gateInvitation: 10 * minute,
  /** The least time for which a phone is a gate's phone. */
  gateDevice: 16 * hour,
  /** How long after the night's end a phone stays valid: until noon, for a night that ends at five. */
  gateDeviceAfterNight: 7 * hour,
  /**
   * A phone without a beat for this long is away: other phones leave its tickets alone until the server has its rows.
   */
  phoneAway: 6,
  /** After this time without a beat, the board says that the phone may have unknown rows. */
  phoneSilent: minute,
  /** How long the person who scanned can undo an entry; undone later, it is listed. */
  undo: 5 * minute,
  /** Rows of a phone are accepted until this long after the day of its night. */
  rowsAfterNight: 30 * day,
  /** A signed call of a phone is valid for this long before and after its time. */
  phoneCall: 2 * minute,
  /** If a phone's clock is wrong by at most this, its times are not corrected. */
  clockTolerance: minute,
  forgedCodes: 10 * minute,
  /** A chief's code is valid for this long before and after its time. */
  chiefCode: minute,
  /** Seconds between two codes on the chief's phone. */
  chiefCodeShown: 5,
  /** A gate whose newest row or beat is older than this is shown as out of date. */
  oldGateNews: 15 * minute,
} as const;
