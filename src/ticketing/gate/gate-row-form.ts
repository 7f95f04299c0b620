import { z } from "zod";
import { isRowNumber, isUuid, type Uuid } from "#kernel/id.ts";
import { typedLine } from "#kernel/typed-text.ts";
import { saleMeans } from "#ticketing/events/door-sale.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import {
  freeReasons,
  overrideReasons,
  rowReasons,
  undoReasons,
  unknownReasons,
  writtenKinds,
  writtenModes,
} from "./door-words.ts";
import { chiefMark } from "./signed-bytes.ts";

const uuid = z.custom<Uuid>((value) => isUuid(value));
/** A row's number, small enough for the database's integer. */
const rowNumber = z.int().min(1).max(2_000_000_000);
const entries = z.int().min(0).max(limits.entriesPerTicket);
const codeHash = z.string().regex(/^[0-9a-f]{64}$/);
/** Milliseconds since 1970 by the phone's clock, up to 2099. */
const at = z.int().min(0).max(4_102_444_800_000);
const signedFields = { v: z.literal(1), device: uuid, at };
const version = z.string().refine(isRowNumber).nullable();

const bani = z.int().min(0).max(limits.doorCash);
const sale = z.strictObject({
  type: uuid,
  quantity: z.int().min(1).max(limits.ticketsPerDoorSale),
  /** The amount for the whole quantity. */
  bani,
  means: z.enum(saleMeans),
  /** The number of the fiscal receipt, which the seller types at the door. */
  receipt: z
    .string()
    .regex(/^[^\p{Cc}]*[^\p{Cc}\s][^\p{Cc}]*$/u)
    .max(lengths.receipt)
    .nullable(),
});
/** The counted cash of a handed-over till, and how much of it was there before the first sale. */
const shift = z.strictObject({ cash: bani, opening: bani.optional() });

const signature = z.string().regex(/^[A-Za-z0-9_-]{86}$/);
/** A text that a chief's phone signed, and its signature. */
const chiefProof = z.strictObject({ text: z.string().min(1).max(200), signature });

const rowText = z
  .strictObject({
    ...signedFields,
    seq: rowNumber,
    kind: z.enum(writtenKinds),
    mode: z.enum(writtenModes),
    /** SHA-256 of the scanned QR's text. The text itself travels beside the row and is not stored. */
    code: codeHash.nullable(),
    guest: uuid.nullable(),
    entries,
    undoes: z.strictObject({ device: uuid, seq: rowNumber }).nullable(),
    reason: z.enum(rowReasons).nullable(),
    /** The version of the list on which the decision was based. */
    list: version,
    /** For mode `override`: the proof that a chief was there. */
    chief: chiefProof.optional(),
    // rows from phones with an older page lack these fields
    sale: sale.nullable().default(null),
    shift: shift.nullable().default(null),
  })
  .refine(({ kind, undoes }) => (kind === "undo") === (undoes !== null))
  .refine(({ kind, mode, reason }) =>
    kind === "undo"
      ? isOneOf(undoReasons, reason)
      : reason === null ||
        (kind === "refuse"
          ? isOneOf(unknownReasons, reason)
          : mode === "override" && isOneOf(kind === "sale" ? freeReasons : overrideReasons, reason)),
  )
  .refine(({ mode, chief }) => mode === "override" || chief === undefined)
  .refine(({ kind, guest }) => (kind === "guest") === (guest !== null))
  .refine((row) => (row.kind === "sale") === (row.sale !== null))
  .refine((row) => (row.kind === "shift") === (row.shift !== null))
  .refine((row) => ["refuse", "undo", "sale", "shift"].includes(row.kind) || row.entries > 0);

const askText = z
  .strictObject({
    ...signedFields,
    /** The number that the row about this scan will have. */
    seq: rowNumber,
    /** SHA-256 of the scanned or typed text; null in a question about a guest. */
    code: codeHash.nullable(),
    /** The name on a guest list; left out in a question about a code. */
    guest: uuid.optional(),
    entries: z.int().min(1).max(limits.entriesPerTicket).nullable(),
    stamp: z.boolean().nullable(),
  })
  .refine(({ code, guest }) => (code === null) === (guest !== undefined));

const beatText = z.strictObject({
  ...signedFields,
  /** The number of the last row that the phone has written; 0 for none. */
  through: z.int().min(0).max(limits.rowsPerPhone),
  /** An unused field that pages of an earlier build may send. */
  yielded: uuid.optional(),
  /** Percent, if the browser tells it. */
  battery: z.int().min(0).max(100).nullable().optional(),
});

/** The text that a chief's phone signs to let somebody in. `at`: the server's time, as far as the phone knows it. */
const chiefText = z.strictObject(signedFields);

const listText = z.strictObject({ ...signedFields, since: version });

const guestsText = z.strictObject(signedFields);

const enrolText = z.strictObject({
  v: z.literal(1),
  secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  /** P-256: the raw point, uncompressed, in base64url. */
  key: z.string().regex(/^B[A-Za-z0-9_-]{86}$/),
  name: z.string().transform(typedLine).pipe(z.string().min(1).max(lengths.deviceName)),
});

const qr = z.string().max(200).optional();
const text = z.string().min(1).max(limits.gateRowText);

/** A chief's code is longer than a ticket's, hence this limit. */
const signedCall = z.strictObject({ text, signature, qr: z.string().max(400).optional() });
const sentRow = z.strictObject({ seq: rowNumber, text, signature, qr });
const upload = z.strictObject({ device: uuid, rows: z.array(z.unknown()).min(1).max(limits.rowsPerUpload) });

/**
 * A row after reading; a written one may lack the newest fields. `saidAt`: the phone's time, if `at` was corrected.
 */
export type GateRow = z.output<typeof rowText> & { readonly saidAt?: number };
export type ChiefProof = z.output<typeof chiefProof>;
export type WrittenGateRow = z.input<typeof rowText>;
export type GateAsk = z.output<typeof askText>;
export type SignedCall = z.output<typeof signedCall>;
export type SentRow = z.output<typeof sentRow>;
export type GateUpload = {
  readonly device: Uuid;
  readonly rows: readonly SentRow[];
  /** The phone's signed clock at sending, in milliseconds since 1970. Absent for rows that another phone brings. */
  readonly clock?: { readonly at: number; readonly signature: string } | undefined;
};

/** Reads the bodies of phones' calls; undefined for anything else. */
export const readSignedCall = (body: unknown) => signedCall.safeParse(body).data;

/** The phone's clock, from digits. Without a signature (older builds) it is ignored: anybody could write it. */
export const readPhoneClock = (digits = "", signedBy?: string): GateUpload["clock"] =>
  /^\d{13}$/.test(digits) && signedBy !== undefined ? { at: Number(digits), signature: signedBy } : undefined;

/** Reads an upload, its rows apart, after it was counted. */
export const readGateUpload = (body: unknown) => upload.safeParse(body).data;
/** An invalid row is left out, so that it does not block the others. */
export const readSentRows = (rows: readonly unknown[]) =>
  rows.flatMap((row) => sentRow.safeParse(row).data ?? []);

/** Reads the signed text of a row; undefined for any other text. */
export const readGateRow = (written: string) => parseSignedText(rowText, written);
export const readChiefText = (written: string) => parseSignedText(chiefText, written);
/** Reads a chief's code from its QR; undefined for any other code. */
export const readChiefProof = (code: string) =>
  code.startsWith(chiefMark) ? parseSignedText(chiefProof, code.slice(chiefMark.length)) : undefined;
export const readGateAsk = (written: string) => parseSignedText(askText, written);
export const readGateBeat = (written: string) => parseSignedText(beatText, written);
export const readGateListCall = (written: string) => parseSignedText(listText, written);
export const readGuestsCall = (written: string) => parseSignedText(guestsText, written);
export const readEnrolCall = (written: string) => parseSignedText(enrolText, written);

function parseSignedText<Schema extends z.ZodType>(
  schema: Schema,
  written: string,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(written)).data;
  } catch {
    return undefined;
  }
}

function isOneOf(words: readonly string[], word: string | null): boolean {
  return word !== null && words.includes(word);
}
