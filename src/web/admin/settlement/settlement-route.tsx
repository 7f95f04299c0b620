import { data, Form, Link } from "react-router";
import { readSettlement } from "#ticketing/reports/read-settlement.server.ts";
import { settledDaysOf } from "#ticketing/reports/settled-nights.ts";
import type { SettledLine } from "#ticketing/reports/settlement-table.ts";
import { settlementTexts as words } from "#ticketing/reports/settlement-texts.ts";
import { siteContext } from "#web/request/request-context.ts";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { idOf } from "../posted-form.server.ts";
import { useMayOpen } from "../shown-rights.ts";
import { ActLink, Submit } from "../ui/act-buttons.tsx";
import { FileLinks } from "../ui/file-links.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import type { Route } from "./+types/settlement-route.ts";
import { settlementScreenTexts as texts } from "./settlement-screen-texts.ts";
import { type SettlementView, viewOfDays, viewOfNight } from "./settlement-views.ts";

export const meta: Route.MetaFunction = ({ params: { id } }) => [
  { title: adminTexts.pageTitle(id ? words.open : texts.ofDays) },
];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  if (params.id === undefined) {
    const days = settledDaysOf(new URL(request.url).searchParams, site.now());
    const read = await readSettlement(site, { actor, chosen: days });
    if (!read.ok) throw data(null, { status: 404 });
    return viewOfDays(read.value, days);
  }
  const read = await readSettlement(site, { actor, chosen: { eventId: idOf(params) } });
  const night = read.ok ? read.value.nights[0] : undefined;
  if (!read.ok || !night) throw data(null, { status: 404 });
  return viewOfNight(read.value, night);
}

/**
 * The money of a night, or of the nights of some days, by type and phase. Notes below it compare it with the ledger.
 */
export default function Settlement({ loaderData: view }: Route.ComponentProps) {
  const { title, sub, query, days, night, notice, figures } = view;
  const mayOpen = useMayOpen();
  const mayOpenNight = night && mayOpen("/admin/events/:id");
  const back = mayOpenNight
    ? { to: `/admin/events/${night.id}`, label: night.title }
    : night
      ? { to: "/admin/settlement", label: texts.ofDays }
      : { to: "/admin/reports", label: texts.reports };
  const hasRows = view.doorSales.length > 0 || view.groups.some(({ lines }) => lines.length > 0);
  return (
    <>
      <PageHead title={title} sub={sub} back={back}>
        {mayOpen("/admin/settlement/rates") ? (
          <ActLink to="/admin/settlement/rates" label={texts.rates} />
        ) : null}
        <FileLinks file="/admin/settlement" query={`?${query}`} forms={["xlsx", "pdf", "csv"]} />
      </PageHead>
      {days ? <Days days={days} /> : null}
      {notice ? <Notice kind="info">{notice}</Notice> : null}
      {hasRows ? (
        <>
          <dl className="figures-row figures">
            {figures.map(({ label, value, note }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
                <dd>{note}</dd>
              </div>
            ))}
          </dl>
          <Rows view={view} />
          <div className="settlement-cards">
            <Card>
              <Section title={words.books}>
                <ul className="settlement-list">
                  {view.books.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </Section>
            </Card>
            {view.doorSales.length > 0 ? (
              <Card>
                <Section title={words.doorSale}>
                  <Facts facts={view.doorSales} />
                </Section>
              </Card>
            ) : null}
            {view.byCard.length > 0 ? (
              <Card>
                <Section title={view.byCardTitle}>
                  <Facts facts={view.byCard} />
                  {view.payouts.length > 0 ? (
                    <details>
                      <summary>{texts.payouts(view.payouts.length)}</summary>
                      <Facts facts={view.payouts} />
                    </details>
                  ) : null}
                </Section>
              </Card>
            ) : null}
            <Tax view={view} />
            {days ? <Nights groups={view.groups} /> : null}
            {view.noShows.length > 0 ? (
              <Card>
                <Section title={texts.noShows}>
                  <Facts facts={view.noShows} />
                </Section>
              </Card>
            ) : null}
          </div>
        </>
      ) : (
        <NothingHere title={texts.none} text={view.groups.length === 0 ? texts.noNights : texts.noneText} />
      )}
    </>
  );
}

function Days({ days }: { days: { from: string; to: string } }) {
  return (
    <Form method="get" className="settlement-days" aria-label={texts.ofDays}>
      <TextInput label={texts.from} name="from" type="date" required defaultValue={days.from} />
      <TextInput label={texts.to} name="to" type="date" required defaultValue={days.to} />
      <Submit label={texts.show} />
    </Form>
  );
}

function Facts({ facts }: { facts: { label: string; value: string }[] }) {
  return (
    <dl className="settlement-facts figures">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Links to each night's own settlement. */
function Nights({ groups }: { groups: SettlementView["groups"] }) {
  return (
    <Card>
      <Section title={texts.byNight}>
        <dl className="settlement-facts figures">
          {groups.map(({ id, title, net }) => (
            <div key={id}>
              <dt>
                <Link to={`/admin/events/${id}/settlement`}>{title}</Link>
              </dt>
              <dd>{net}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </Card>
  );
}

function Tax({ view: { tax, rates } }: { view: SettlementView }) {
  return (
    <Card>
      <Section title={texts.forBooks}>
        <Facts facts={tax} />
        <ul className="settlement-list">
          {[...rates, words.returnedNote, words.noAdvice].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Section>
    </Card>
  );
}

type Row = SettledLine & { key: string };
const amount = { align: "right", card: "labelled" } as const;
const columns: Column<Row>[] = columnsOf(words.columns, {
  type: { card: "title" },
  phase: { card: "start" },
  price: amount,
  sold: amount,
  gross: amount,
  discounts: amount,
  back: amount,
  returned: amount,
  tickets: amount,
  net: amount,
  vat: amount,
});

function Rows({ view: { groups, total, days } }: { view: SettlementView }) {
  const groupsWithRows = groups
    .filter(({ lines }) => lines.length > 0)
    .map(({ id, title, lines }) => ({
      ...(days ? { title } : {}),
      rows: lines.map((line, at) => ({ ...line, key: `${id} ${at}` })),
    }));
  return (
    <section className="settlement-rows" aria-labelledby="settlement-rows">
      <h2 id="settlement-rows">
        {texts.byType} <span className="muted">{words.unit}</span>
      </h2>
      <OfficeTable
        label={texts.byType}
        columns={columns}
        groups={groupsWithRows}
        rowKey={({ key }) => key}
        foot={<TotalRow total={total} />}
      />
    </section>
  );
}

function TotalRow({ total }: { total: SettledLine }) {
  return (
    <tr>
      <th scope="row" className="card-title">
        {words.total}
      </th>
      {columns.slice(1).map(({ key, label }) => (
        <td key={key} className="is-right figures card-labelled" data-label={label}>
          {total[key as keyof SettledLine]}
        </td>
      ))}
    </tr>
  );
}
