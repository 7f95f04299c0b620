import { Form, Link } from "react-router";
import { sendTestLetter } from "#ticketing/delivery/send-test-letter.server.ts";
import { findMailSettings } from "#ticketing/letters/mail-settings-queries.server.ts";
import type { MailVerdict } from "#ticketing/letters/test-email-result.ts";
import { checkSale, type Finding, type SaleCheck } from "#ticketing/reports/sale-checks.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { Button } from "#web/ui/button.tsx";
import { adminTexts } from "../admin-texts.ts";
import { type Administrator, officeOf } from "../administrator.server.ts";
import { noFields, postedForm } from "../posted-form.server.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Status } from "../ui/status.tsx";
import type { Route } from "./+types/ready-route.ts";
import { readyReasons } from "./ready-reason-texts.ts";
import { readyTexts as texts } from "./ready-texts.ts";
import { StatusTabs } from "./status-tabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

type Row = { check: SaleCheck; state: Finding["state"]; words: string };

async function rowsOf(site: SiteServices, letter?: () => Promise<MailVerdict | null>): Promise<Row[]> {
  const checked = await checkSale(site, letter ? { letter } : {});
  return checked.map(({ check, state, why, about }) => ({ check, state, words: readyReasons[why](about) }));
}

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  return { rows: await rowsOf(site), stops: site.stops.stops.length };
}

/** Sends the person an email with the saved settings and shows the result. */
export async function action({ context, request }: Route.ActionArgs) {
  await postedForm(request, noFields);
  const { site, actor: administrator } = officeOf(context);
  let isTooOften = false;
  const rows = await rowsOf(site, async () => {
    const sent = await sendSavedSettingsTest(site, administrator);
    isTooOften = sent === "too_often";
    return sent === "too_often" ? "refused" : sent;
  });
  return { rows, problem: isTooOften ? texts.letterTooOften : null };
}

async function sendSavedSettingsTest(
  site: SiteServices,
  administrator: Administrator,
): Promise<MailVerdict | "too_often" | null> {
  const settings = await findMailSettings(site, administrator);
  if (!settings) return null;
  const sent = await sendTestLetter(site, {
    actor: administrator,
    recipient: administrator.email,
    form: { settings, password: "" },
  });
  if (sent.ok) return sent.value;
  return sent.refusal.reason === "too_often" ? "too_often" : "refused";
}

const signs = {
  green: { sign: "fine", tone: "ok" },
  red: { sign: "gone", tone: "bad" },
  unknown: { sign: "look", tone: "warn" },
} as const;

const columns: Column<Row>[] = columnsOf(texts.columns, {
  name: { card: "title", cell: ({ check }) => <b>{texts.checks[check].title}</b> },
  state: { card: "corner", cell: ({ state }) => <Status {...signs[state]} label={texts.states[state]} /> },
  words: { card: "line" },
  go: {
    label: texts.go,
    head: "hidden",
    card: "end",
    cell: ({ check, state }) => {
      const place = texts.checks[check];
      return state !== "green" && "to" in place ? (
        <Link to={place.to} aria-label={`${texts.go}: ${place.title}`}>
          {texts.go}
        </Link>
      ) : null;
    },
  },
});

/** The list of everything that a club needs before its first sale; missing things are marked. */
export default function Ready({ loaderData, actionData }: Route.ComponentProps) {
  const rows = actionData?.rows ?? loaderData.rows;
  const count = (state: Finding["state"]) => rows.filter((row) => row.state === state).length;
  return (
    <>
      <PageHead title={texts.title} sub={texts.lead(count("red"), count("unknown"))}>
        <ActLink to="/admin/status/ready" label={texts.again} />
        <Form method="post">
          <Button type="submit">{texts.letter}</Button>
        </Form>
      </PageHead>
      <StatusTabs stops={loaderData.stops} />
      {actionData?.problem ? <p role="alert">{actionData.problem}</p> : null}
      <div className="ready-table">
        <OfficeTable label={texts.title} columns={columns} rows={rows} rowKey={({ check }) => check} />
      </div>
      <p className="muted">{texts.nights}</p>
    </>
  );
}
