import { isUuid } from "#kernel/id.ts";
import type { ForeignRow, NotOurs, UnknownAnswer, UnreadableRow } from "./card-answers.ts";
import { known, unanswered } from "./provider-errors.server.ts";

/** What the provider's objects of an account have in common; of other products anything may be missing. */
type AccountObject = {
  readonly id: string;
  readonly currency: string | null;
  readonly object?: string;
  readonly mode?: string;
  readonly client_reference_id?: string | null;
  readonly metadata?: Record<string, string> | null;
  readonly payment_intent?: string | { id: string } | null;
};

/** How one kind of object is read: `moved` is the money of it, negative when it left, null when none moved. */
export type Reading<Row, Ours> = {
  readonly read: (row: Row) => Ours;
  readonly moved?: (row: Row) => number | null;
};

type ReadRow<Ours> = { readonly kind: "ours"; readonly ours: Ours } | ForeignRow | UnreadableRow;

/**
 * Whose an object of the provider's account is: the account may sell other things as well. Ours is in lei; a card page is
 * ours when this program has opened it: for a payment, with the order's id in both places. A refund or dispute in lei is
 * its payment's, which the caller knows. What is ours and not of a shape that we know is unreadable, and nothing is
 * decided on it.
 */
export function readRow<Row extends AccountObject, Ours>(
  row: Row,
  { read, moved }: Reading<Row, Ours>,
): ReadRow<Ours> {
  const about = { id: row.id, paymentId: referenceOf(row.payment_intent ?? null) };
  if (!isOurs(row)) {
    const amount = moved?.(row) ?? null;
    return {
      kind: "foreign",
      ...about,
      currency: row.currency,
      amount: Number.isSafeInteger(amount) ? amount : null,
    };
  }
  try {
    known(row.currency, ["ron"]);
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

/** Every row of a question, page by page; one page without an answer makes the whole unknown, one row never. */
export async function listRows<Row extends AccountObject, Ours>(
  ask: (page: { limit: number; starting_after?: string }) => Promise<{ data: Row[]; has_more: boolean }>,
  reading: Reading<Row, Ours | null>,
): Promise<({ kind: "listed"; ours: Ours[] } & NotOurs) | UnknownAnswer> {
  const ours: Ours[] = [];
  const foreign: ForeignRow[] = [];
  const unreadable: UnreadableRow[] = [];
  try {
    for (let after: string | undefined, more = true; more; ) {
      const page = await ask({ limit: 100, ...(after ? { starting_after: after } : {}) });
      for (const row of page.data) {
        const found = readRow(row, reading);
        if (found.kind === "foreign") foreign.push(found);
        else if (found.kind === "unreadable") unreadable.push(found);
        else if (found.ours !== null) ours.push(found.ours);
      }
      after = page.data.at(-1)?.id;
      more = page.has_more && page.data.length > 0;
    }
    return { kind: "listed", ours, foreign, unreadable };
  } catch (error) {
    return unanswered(error);
  }
}

/** The provider's parameters for the things of a payment, or since a moment. */
export const filterOf = (question: { since: Date } | { paymentId: string }) =>
  "since" in question
    ? { created: { gte: Math.floor(question.since.getTime() / 1000) } }
    : { payment_intent: question.paymentId };

/** The provider answers an id, or the object itself where it was expanded. */
export function referenceOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
