import { isUuid } from "#kernel/id.ts";
import type { ForeignRow, NotOurs, UnknownAnswer, UnreadableRow } from "./card-answers.ts";
import { AnswerNotUnderstood, knownWord, unanswered } from "./provider-errors.server.ts";

/** The fields that the provider's objects have in common. An object of another product may lack any of them. */
type AccountObject = {
  readonly id: string;
  readonly currency: string | null;
  readonly object?: string;
  readonly mode?: string;
  readonly client_reference_id?: string | null;
  readonly metadata?: Record<string, string> | null;
  readonly payment_intent?: string | { id: string } | null;
};

/** How one kind of object is read. `moved` returns the money that moved: negative if it left, null if none did. */
export type RowReader<Row, Ours> = {
  readonly read: (row: Row) => Ours;
  readonly moved?: (row: Row) => number | null;
};

type ReadRow<Ours> = { readonly kind: "ours"; readonly ours: Ours } | ForeignRow | UnreadableRow;

/**
 * Decides whether an object of the provider's account is ours, because the account may sell other things too. An
 * object of ours is in lei, and a card page of ours names the same order in both of its reference fields. The caller
 * knows whether a refund or dispute belongs to our payment, which makes it ours in any currency (`listReturns`). An
 * object of ours with an unknown shape is `unreadable`: no sum has it.
 */
export function readRow<Row extends AccountObject, Ours>(
  row: Row,
  { read, moved }: RowReader<Row, Ours>,
): ReadRow<Ours> {
  const amount = moved?.(row) ?? null;
  const about = {
    id: row.id,
    paymentId: referenceOf(row.payment_intent ?? null),
    currency: row.currency,
    amount: Number.isSafeInteger(amount) ? amount : null,
  };
  if (!isOurs(row)) return { kind: "foreign", ...about };
  try {
    knownWord(row.currency, ["ron"]);
    return { kind: "ours", ours: read(row) };
  } catch {
    return { kind: "unreadable", ...about };
  }
}

function isOurs({ object, currency, mode, client_reference_id: reference, metadata }: AccountObject) {
  const isPage = object === "checkout.session";
  return (
    (currency ?? "ron") === "ron" &&
    (!isPage || (mode === "payment" && isUuid(reference) && metadata?.order_id === reference))
  );
}

/**
 * Every row of a list, page by page. A page without an answer, or one that comes a second time, makes the list
 * `unknown`; an unreadable row does not.
 */
export async function listRows<Row extends AccountObject, Ours>(
  ask: (page: { limit: number; starting_after?: string }) => Promise<{ data: Row[]; has_more: boolean }>,
  reading: RowReader<Row, Ours | null>,
): Promise<({ kind: "listed"; ours: Ours[] } & NotOurs) | UnknownAnswer> {
  const ours: Ours[] = [];
  const foreign: ForeignRow[] = [];
  const unreadable: UnreadableRow[] = [];
  const lastIds = new Set<string>();
  try {
    for (let lastId: string | undefined; ; ) {
      const page = await ask({ limit: 100, ...(lastId ? { starting_after: lastId } : {}) });
      for (const row of page.data) {
        const readResult = readRow(row, reading);
        if (readResult.kind === "foreign") foreign.push(readResult);
        else if (readResult.kind === "unreadable") unreadable.push(readResult);
        else if (readResult.ours !== null) ours.push(readResult.ours);
      }
      lastId = page.data.at(-1)?.id;
      if (lastId !== undefined && lastIds.has(lastId))
        throw new AnswerNotUnderstood("The card provider answered a page of a list twice");
      if (!page.has_more) break;
      if (lastId === undefined)
        throw new AnswerNotUnderstood("The card provider answered a page that leads to no other");
      lastIds.add(lastId);
    }
    return { kind: "listed", ours, foreign, unreadable };
  } catch (error) {
    return unanswered(error);
  }
}

/**
 * The refunds or disputes of one payment, or since a moment. What belongs to a payment that the caller asks about is
 * ours: in another currency than lei it is `unreadable`, and not of another product.
 */
export async function listReturns<Row extends AccountObject, Ours>(
  question: { since: Date } | { paymentId: string },
  ask: (
    filter: ReturnType<typeof filterOf> & { limit: number; starting_after?: string },
  ) => Promise<{ data: Row[]; has_more: boolean }>,
  reading: RowReader<Row, Ours | null>,
): ReturnType<typeof listRows<Row, Ours>> {
  const listed = await listRows((page) => ask({ ...filterOf(question), ...page }), reading);
  if (listed.kind === "unknown" || "since" in question) return listed;
  const { foreign, unreadable } = listed;
  return { ...listed, foreign: [], unreadable: [...unreadable, ...foreign.map(asUnreadable)] };
}

const asUnreadable = (row: ForeignRow): UnreadableRow => ({ ...row, kind: "unreadable" });

/** The provider's filter: objects of one payment, or objects made since a moment. */
export const filterOf = (question: { since: Date } | { paymentId: string }) =>
  "since" in question
    ? { created: { gte: Math.floor(question.since.getTime() / 1000) } }
    : { payment_intent: question.paymentId };

/** The id in a reference. The provider sends an id, or the object itself where we asked to expand it. */
export function referenceOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
