import { Form, Link } from "react-router";
import { formatLeiExact } from "#kernel/money.ts";
import { grouped } from "#kernel/romanian.ts";
import { type Day, dayOf, formatInstant, formatShortDate } from "#kernel/time.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { limits } from "#ticketing/limits.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import { recheckPayment } from "#ticketing/orders/payment/recheck-payment.server.ts";
import { reconcile } from "#ticketing/reports/reconcile.server.ts";
import { reconciledSince } from "#ticketing/reports/reconciled-since.ts";
import type { BookChecks, OtherRows } from "#ticketing/reports/reconciliation.ts";
import {
  type BookedMonth,
  countMoves,
  findLastReconciliation,
  listBookedMonths,
  type ReconciliationView,
  readMoneyAtBank,
  readOwedMoney,
} from "#ticketing/reports/reconciliation-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext, readAs } from "../administrator.server.ts";
import { viewOrNone } from "../attempt.server.ts";
import { postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { useMay } from "../shown-rights.ts";
import { StatusTabs } from "../status/status-tabs.tsx";
import { Submit } from "../ui/act-buttons.tsx";
import { Fact } from "../ui/fact.tsx";
import { FileLinks } from "../ui/file-links.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import type { Route } from "./+types/reconciliation-route.ts";
import { reconciliationTexts as texts } from "./reconciliation-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

const monthsShown = 12;
const monthName = new Intl.DateTimeFormat("ro-RO", { month: "long", year: "numeric", timeZone: "UTC" });

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  return viewOrNone(site, "the books could not be read", async () => {
    await faultPoint("reconciliation.load");
    return readAs(context, async (sql) => {
      const last = await findLastReconciliation(sql);
      const months = await listBookedMonths(sql, monthsShown);
      return {
        stops: site.stops.stops.length,
        moves: await countMoves(sql, limits.rowsOfWorkbook + 1),
        atBank: await readMoneyAtBank(sql),
        owed: await readOwedMoney(sql),
        last: last ? lastView(last) : null,
        months: months.map((row) => monthView(row, dayOf(site.now()))),
      };
    });
  });
}

function monthView({ compared, ...row }: BookedMonth, today: Day) {
  const isRunning = row.month.slice(0, 7) === today.slice(0, 7);
  return {
    ...row,
    month: monthName.format(new Date(`${row.month}T12:00:00Z`)),
    until:
      compared && (isRunning || compared.later !== 0)
        ? texts.until(formatInstant(compared.at), laterText(compared.later))
        : null,
    difference: compared?.difference ?? null,
    later: compared?.later ?? 0,
  };
}

const laterText = (later: number) => (later === 0 ? null : money(later));

function lastView(last: ReconciliationView) {
  return {
    ledger: last.ledger,
    provider: last.provider,
    checks: last.checks && { ...last.checks, at: formatInstant(last.at) },
    others: last.others ?? { foreign: [], unreadable: [] },
    checked: texts.checked(
      last.payments,
      last.refunds,
      formatShortDate(dayOf(last.since)),
      formatInstant(last.at),
    ),
    differences: last.differences.map(({ orderId, number, buyer, title, at, ...difference }) => ({
      ...difference,
      orderId: title === null ? null : orderId,
      about: [number && orderName(number), buyer, title].filter(Boolean).join(", ") || texts.unknownOrder,
      when: formatInstant(at),
    })),
  };
}

/** Compares now, or checks one order again. It only records what the provider has done, so it needs no password. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const { text } = await postedForm(request, { one: ["intent", "order_id"] });
  const back = (kind: "success" | "error", sentence: string) =>
    redirectWithMessage(site, "/admin/reconciliation", kind, sentence);
  const actor = context.get(administratorContext);
  if (text("intent") === "recheck") {
    const checked = await recheckPayment(site, { actor, orderId: text("order_id") });
    if (!checked.ok) return back("error", texts.recheckRefused[checked.refusal.reason]);
  }
  const compared = await reconcile(site, { since: reconciledSince(site.now()), by: actor });
  if (!compared.ok) return back("error", texts.recheckRefused[compared.refusal.reason]);
  return text("intent") === "recheck"
    ? back("success", texts.rechecked)
    : back("success", texts.done(compared.value.differences.length));
}

type ReconciliationPageView = NonNullable<Route.ComponentProps["loaderData"]["view"]>;
type MonthView = ReconciliationPageView["months"][number];
type LastView = NonNullable<ReconciliationPageView["last"]>;
type DifferenceView = LastView["differences"][number];

const money = (amount: number) => formatLeiExact(amount).replace("-", "−");

/** Our ledger beside the provider's: 0 bani of difference, or exactly where. */
export default function Reconciliation({ loaderData: { view } }: Route.ComponentProps) {
  if (!view) return <NotLoaded title={texts.title} texts={texts} />;
  const { last, months, stops, moves, atBank, owed } = view;
  return (
    <>
      <PageHead title={texts.title}>
        <FileLinks file="/admin/reconciliation" rows={moves} />
        <Form method="post">
          <Submit look="sun" name="intent" value="compare" icon="refresh" label={texts.now} />
        </Form>
      </PageHead>
      <StatusTabs stops={stops} />
      {last ? <Verdict last={last} /> : <NothingHere title={texts.never} text={texts.neverText} />}
      {last?.differences.map((difference) => (
        <DifferenceCard key={`${difference.kind} ${difference.id}`} difference={difference} />
      ))}
      {last && last.differences.length > 0 ? <p className="books-mend muted">{texts.mend}</p> : null}
      {last ? <OtherRowsCards others={last.others} /> : null}
      {last?.checks ? <BookCheckCards checks={last.checks} /> : null}
      <section className="books-months" aria-labelledby="books-months">
        <header>
          <h2 id="books-months">{texts.months}</h2>
          <span className="muted">{texts.monthsNote}</span>
        </header>
        <OfficeTable
          label={texts.months}
          columns={months.some((row) => row.disputed !== 0) ? columns : columns.filter(isNotOfDisputes)}
          rows={months}
          rowKey={(row) => row.month}
          foot={months.length > 1 ? <TotalRow months={months} /> : undefined}
        />
        {atBank === 0 ? null : <p className="muted">{texts.atBank(money(atBank))}</p>}
        {owed === 0 ? null : <p className="muted">{texts.owed(money(owed))}</p>}
      </section>
    </>
  );
}

function Verdict({ last }: { last: LastView }) {
  const isEqual = last.differences.length === 0;
  const differenceBani = Math.abs(last.ledger - last.provider);
  const fineText = last.others.unreadable.length === 0 ? texts.fine : texts.fineForTheRest;
  return (
    <section className={isEqual ? "books-verdict" : "books-verdict books-verdict--wrong"}>
      <div className="books-verdict__sum">
        <h2>
          <OfficeIcon name={isEqual ? "check" : "alert"} /> {isEqual ? texts.equal : texts.different}
        </h2>
        <p className="books-verdict__figure figures">
          <b>{grouped(differenceBani)}</b> bani
        </p>
        <p>{isEqual ? texts.same : texts.inLei(money(differenceBani), last.differences.length)}</p>
      </div>
      <div>
        <dl className="books-verdict__sides figures">
          <Fact name={texts.ours}>
            {money(last.ledger)} <small>LEI</small>
          </Fact>
          <span className="books-verdict__sign" aria-hidden="true">
            {isEqual ? "=" : "≠"}
          </span>
          <Fact name={texts.theirs}>
            {money(last.provider)} <small>LEI</small>
          </Fact>
        </dl>
        <p>{isEqual ? fineText : texts.wrong(last.differences.length)}</p>
        <p className="muted">{last.checked}</p>
      </div>
    </section>
  );
}

function DifferenceCard({ difference }: { difference: DifferenceView }) {
  const may = useMay();
  const sideAmount = (amount: number | null) =>
    amount === null ? (
      <i className="books-missing">{texts.missing}</i>
    ) : (
      <b className="figures">{money(amount)}</b>
    );
  return (
    <section className="books-difference">
      <header>
        <div>
          <h2>{texts.here}</h2>
          <p>{difference.about}</p>
        </div>
        {difference.orderId ? (
          <div className="books-difference__acts">
            <Link to={`/admin/purchases?open=${difference.orderId}`}>{texts.open}</Link>
            {may("purchases.write") ? (
              <Form method="post">
                <input type="hidden" name="order_id" value={difference.orderId} />
                <Submit name="intent" value="recheck" icon="refresh" label={texts.recheck} />
              </Form>
            ) : null}
          </div>
        ) : null}
      </header>
      <dl>
        <Fact name={texts.ours}>
          {texts.kinds[difference.kind]} {sideAmount(difference.ours)}
        </Fact>
        <div>
          <dt>
            {texts.theirs} <span className="mono">{difference.paymentId}</span>
          </dt>
          <dd>
            {texts.kinds[difference.kind]} <span className="mono">{difference.id}</span>{" "}
            {sideAmount(difference.theirs)}
          </dd>
        </div>
      </dl>
      <p className="muted figures">{difference.when}</p>
    </section>
  );
}

function TotalRow({ months }: { months: readonly MonthView[] }) {
  const sum = (numberOf: (row: MonthView) => number) => months.reduce((all, row) => all + numberOf(row), 0);
  const compared = months.every((row) => row.difference !== null);
  const difference = sum((row) => row.difference ?? 0);
  const later = laterText(sum((row) => row.later));
  return (
    <tr>
      <th scope="row">
        {texts.inAll}{" "}
        {later && compared ? <small className="books-until">{texts.laterInAll(later)}</small> : null}
      </th>
      <td className="is-right figures">{grouped(sum((row) => row.payments))}</td>
      <td className="is-right figures">{money(sum((row) => row.paid))}</td>
      <td className="is-right figures">{money(sum((row) => row.returned))}</td>
      {months.some((row) => row.disputed !== 0) ? (
        <td className="is-right figures">{money(sum((row) => row.disputed))}</td>
      ) : null}
      <td className="is-right figures">{money(sum(leftOf))}</td>
      <td className="is-right figures">
        {compared ? money(sum(leftOf) - sum((row) => row.later) - difference) : "–"}
      </td>
      <td className="is-right figures">{compared ? <Apart bani={difference} /> : "–"}</td>
    </tr>
  );
}

const leftOf = (row: MonthView) => row.paid + row.returned + row.disputed;

const isNotOfDisputes = ({ key }: Column<MonthView>) => key !== "disputed";

function Apart({ bani }: { bani: number | null }) {
  if (bani === null) return <span className="muted">{texts.notCompared}</span>;
  if (bani === 0) return <span className="muted">0</span>;
  return (
    <b className="books-apart">
      <OfficeIcon name="close" /> {grouped(bani)}
    </b>
  );
}

const columns: Column<MonthView>[] = columnsOf(texts.columns, {
  month: { card: "title", cell: (row) => <MonthName row={row} /> },
  payments: { align: "right", card: "labelled", cell: (row) => grouped(row.payments) },
  paid: { align: "right", card: "labelled", cell: (row) => money(row.paid) },
  returned: { align: "right", card: "labelled", cell: (row) => money(row.returned) },
  disputed: { align: "right", card: "hidden", cell: (row) => money(row.disputed) },
  left: { align: "right", card: "labelled", cell: (row) => money(leftOf(row)) },
  theirs: {
    align: "right",
    card: "labelled",
    cell: (row) => (row.difference === null ? "–" : money(leftOf(row) - row.later - row.difference)),
  },
  difference: { align: "right", card: "labelled", cell: (row) => <Apart bani={row.difference} /> },
});

function MonthName({ row }: { row: MonthView }) {
  return (
    <>
      {row.month} {row.until ? <small className="books-until">{row.until}</small> : null}
    </>
  );
}

/** Other rows in the provider's account: rows that cannot be read, and money of other products. */
function OtherRowsCards({ others: { foreign, unreadable } }: { others: OtherRows }) {
  const unreadableRows = unreadable.map(({ kind, id }) => ({ key: id, what: texts.kinds[kind], ids: id }));
  const foreignRows = foreign.map(({ currency, count, amount, ids }) => ({
    key: currency,
    what: `${moneyIn(currency, amount)}, ${texts.foreign.count(count)}:`,
    ids: count > ids.length ? `${ids.join(", ")} ${texts.foreign.more(count - ids.length)}` : ids.join(", "),
  }));
  return [
    { ...texts.unreadable, rows: unreadableRows },
    { ...texts.foreign, rows: foreignRows },
  ].map(({ title, note, rows }) =>
    rows.length === 0 ? null : (
      <section key={title} className="books-difference">
        <h2>{title}</h2>
        <p className="muted">{note}</p>
        <ul>
          {rows.map(({ key, what, ids }) => (
            <li key={key} className="figures">
              {what} <span className="mono">{ids}</span>
            </li>
          ))}
        </ul>
      </section>
    ),
  );
}

/** Returns an amount in the currency's smallest unit as people write it: 45,00 EUR, 450 JPY. */
function moneyIn(currency: string, amount: number): string {
  if (!/^[a-z]{3}$/.test(currency)) return `${grouped(amount)} ${currency}`;
  const format = new Intl.NumberFormat("ro-RO", {
    style: "currency",
    currency,
    currencyDisplay: "code",
    useGrouping: "always",
  });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** decimals).replace("-", "−");
}

const checkTexts = texts.checks;

/** Three checks of our own ledger, with the results of the last comparison. */
function BookCheckCards({ checks }: { checks: BookChecks & { at: string } }) {
  const { at, payments, answered, sold, paidFor, invitations, sum } = checks;
  return (
    <>
      <p className="books-mend muted">{checkTexts.at(at)}</p>
      <div className="books-checks">
        <Check
          title={checkTexts.answered.title}
          figure={grouped(answered)}
          unit={checkTexts.answered.of(grouped(payments))}
          note={answered === payments ? checkTexts.answered.fine : checkTexts.answered.wrong}
          isFine={answered === payments}
        />
        <Check
          title={checkTexts.paid.title}
          figure={grouped(paidFor)}
          unit={paidFor === sold ? checkTexts.paid.and(invitations) : checkTexts.answered.of(grouped(sold))}
          note={paidFor === sold ? checkTexts.paid.fine : checkTexts.paid.wrong}
          isFine={paidFor === sold}
        />
        <Check
          title={checkTexts.sum.title}
          figure={grouped(sum)}
          unit="bani"
          note={sum === 0 ? checkTexts.sum.fine : checkTexts.sum.wrong}
          isFine={sum === 0}
        />
      </div>
    </>
  );
}

type CheckProps = { title: string; figure: string; unit: string; note: string; isFine: boolean };

function Check({ title, figure, unit, note, isFine }: CheckProps) {
  return (
    <section className={isFine ? "books-check" : "books-check books-check--wrong"}>
      <h2>{title}</h2>
      <p className="figures">
        <b>{figure}</b> {unit}
      </p>
      <p className="muted">{note}</p>
    </section>
  );
}
