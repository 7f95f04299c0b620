import type pg from "pg";
import type { EndpointCalls } from "#devkit/card-provider/provider-faults.ts";
import { createCardCheckout } from "#platform/card-checkout/card-checkout.server.ts";
import { sentTwiceAtMost } from "#ticketing/delivery/deliver-letters.server.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import type { EveningMail } from "./evening-mail.ts";
import type { EveningPlan } from "./evening-plan.ts";
import type { Away } from "./evening-processes.ts";
import type { SaleWatch } from "./watch-sale.ts";

export type EveningPromise = {
  readonly promise: string;
  readonly seen: string;
  readonly kept: boolean;
  /** A figure of a machine, which says nothing on a busy one. */
  readonly isTiming?: true;
};

type EveningEvidence = {
  readonly plan: EveningPlan;
  readonly owner: pg.Pool;
  readonly hot: { readonly typeId: string };
  readonly watch: SaleWatch;
  /** When one process was killed, and when it was back; on several machines, when there was no database. */
  readonly away: Away;
  readonly isElsewhere: boolean;
  readonly calls: Readonly<Record<string, EndpointCalls>>;
  readonly mail: EveningMail;
  readonly cards: { readonly secretKey: string; readonly webhookSecret: string; readonly apiBase: string };
};

/** Every promise of an evening, beside what was seen. */
export async function judgeEvening(evidence: EveningEvidence): Promise<EveningPromise[]> {
  return [
    ...(await judgeSale(evidence)),
    ...(await judgeLetters(evidence)),
    ...(await judgeLine(evidence)),
    ...judgeProvider(evidence),
  ];
}

async function judgeSale({ owner, plan, hot, cards }: EveningEvidence): Promise<EveningPromise[]> {
  const { rows } = await owner.query(
    `SELECT c.sold, c.held, (SELECT coalesce(sum(quantity), 0)::int FROM ticket_purchases WHERE ticket_type_id = c.id AND status = 'paid') AS tickets
     FROM stock_counters c WHERE id = $1`,
    [hot.typeId],
  );
  const { sold, held, tickets } = rows[0];
  const over = Math.max(0, tickets - plan.tickets, sold + held - plan.tickets);
  const { rows: rowsOfTickets } = await owner.query(
    "SELECT DISTINCT checkout_session_id AS id FROM ticket_purchases WHERE status = 'paid'",
  );
  const { rows: rowsOfRefunds } = await owner.query(
    "SELECT a.session_id AS id FROM checkout_attempts a JOIN refunds r ON r.order_id = a.order_id WHERE r.state = 'succeeded'",
  );
  const [withTicket, givenBack] = [rowsOfTickets, rowsOfRefunds].map(
    (of) => new Set(of.map((row) => row.id)),
  );
  const adapter = createCardCheckout({ ...cards, now: () => new Date() });
  const listed = await adapter.listSessionsSince(new Date(0)).finally(() => adapter.close());
  const paid = listed.kind === "listed" ? listed.sessions.filter((one) => one.paymentStatus === "paid") : [];
  const paidIds = new Set(paid.map((one) => one.id));
  const without = paid.filter((one) => !withTicket?.has(one.id) && !givenBack?.has(one.id)).length;
  const free = [...(withTicket ?? [])].filter((id) => !paidIds.has(id)).length;
  const violations = await findViolations(owner);
  return [
    promised(
      `exactly ${plan.tickets} sold`,
      `${tickets} tickets, counter ${sold}`,
      tickets === plan.tickets && sold === plan.tickets,
    ),
    promised("none oversold", `${over}`, over === 0),
    promised("none paid without a ticket", `${without} of ${paid.length}`, without === 0 && paid.length > 0),
    promised("no ticket without a payment", `${free}`, free === 0),
    promised(
      "every promise about the data",
      violations.map(({ id }) => id).join(" ") || "kept",
      violations.length === 0,
    ),
  ];
}

async function judgeLetters({ owner, mail }: EveningEvidence): Promise<EveningPromise[]> {
  const { rows } = await owner.query(
    `SELECT l.message_id, l.state FROM orders o LEFT JOIN letters l ON l.order_id = o.id AND l.kind = 'ticket_confirmation' WHERE o.state = 'paid'`,
  );
  const lost = rows.filter((row) => row.state !== "sent" || !mail.copies.has(row.message_id)).length;
  const twice = [...mail.copies.values()].filter((copies) => copies === 2).length;
  const more = [...mail.copies.values()].filter((copies) => copies > 2).length;
  return [
    promised("no letter lost", `${lost} of ${rows.length}`, lost === 0 && rows.length > 0),
    promised(
      "none more than twice, and twice only after the kill",
      `${twice} twice, ${more} more often`,
      more === 0 && twice <= sentTwiceAtMost,
    ),
  ];
}

async function judgeLine({ owner, plan }: EveningEvidence): Promise<EveningPromise[]> {
  const { rows } = await owner.query(
    `WITH asked AS (
       SELECT o.id, o.number, o.line_at, o.ended_at, o.state, min(a.created_at) AS at, count(a.session_id) AS pages
       FROM orders o LEFT JOIN checkout_attempts a ON a.order_id = o.id GROUP BY o.id)
     SELECT (SELECT count(*)::int FROM asked WHERE line_at IS NOT NULL) AS waited,
       (SELECT count(*)::int FROM asked WHERE line_at IS NOT NULL AND state = 'expired' AND pages = 0) AS expired,
       (SELECT count(*)::int FROM asked late JOIN asked early ON early.number < late.number AND early.line_at < late.at - make_interval(secs => $1)
          AND late.at < coalesce(early.at, early.ended_at, 'infinity') - make_interval(secs => $1)) AS overtaken`,
    [plan.overtakenAfterMs / 1000],
  );
  const { waited, expired, overtaken } = rows[0];
  return [
    promised("no hold expired while waiting", `${expired} of ${waited}`, expired === 0),
    // a slow machine opens pages as fast as it sells
    { ...promised("somebody waited for a card page", String(waited), waited > 0), isTiming: true },
    promised("the order of the line kept", `${overtaken} overtaken`, overtaken === 0),
  ];
}

function judgeProvider({ plan, watch, away, calls, isElsewhere }: EveningEvidence): EveningPromise[] {
  const sessions = calls["POST /v1/checkout/sessions"] ?? { at: [], refused: 0 };
  const [busiest = "", most = 0] =
    Object.entries(calls)
      .map(([endpoint, { at }]) => [endpoint, mostInASecond(at)] as const)
      .sort(([, a], [, b]) => b - a)[0] ?? [];
  const refused = Object.entries(calls)
    .filter(([, one]) => one.refused > 0)
    .map(([endpoint, one]) => `${one.refused} x ${endpoint}`);
  const seconds = watch.busy.reduce((sum, [from, to]) => sum + (to - from) / 1000, 0);
  const asked = sessions.at.filter((at) => watch.busy.some(([from, to]) => at >= from && at <= to)).length;
  // of one process that is dead nobody can ask
  const dead =
    plan.processes === 1 || isElsewhere
      ? watch.busy.reduce((sum, span) => sum + overlap(span, away), 0) / 1000
      : 0;
  const share = (within: number) => asked / (within * plan.providerRate);
  return [
    promised(
      "the provider never asked faster than its limit",
      `${refused.join(", ") || "0"} refused; at most ${most} calls of one kind in any second (${busiest})`,
      refused.length === 0 && most <= plan.provider.ratePerSecond,
    ),
    {
      ...promised(
        "at least 0.95 of PROVIDER_RATE used while anybody waited and a process lived",
        `${asked} calls in ${seconds.toFixed(1)} s: ${share(seconds).toFixed(3)}, without ${dead.toFixed(1)} s in which none lived ${share(seconds - dead).toFixed(3)}`,
        share(seconds - dead) >= 0.95,
      ),
      isTiming: true,
    },
  ];
}

/** The most moments within any span of one second, wherever it begins. */
export function mostInASecond(at: readonly number[]): number {
  const sorted = [...at].sort((a, b) => a - b);
  let [most, first] = [0, 0];
  for (const [last, moment] of sorted.entries()) {
    while (moment - (sorted[first] ?? 0) >= 1000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

function overlap([from, to]: readonly [number, number], [begin, end]: readonly [number, number]): number {
  return Math.max(0, Math.min(to, end) - Math.max(from, begin));
}

const promised = (promise: string, seen: string, kept: boolean): EveningPromise => ({ promise, seen, kept });
