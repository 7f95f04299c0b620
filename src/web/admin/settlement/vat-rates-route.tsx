import { data, Form } from "react-router";
import { removeVatRate } from "#ticketing/reports/remove-vat-rate.server.ts";
import { saveVatRate } from "#ticketing/reports/save-vat-rate.server.ts";
import { dayAndYear, rateInWords } from "#ticketing/reports/settlement-texts.ts";
import { vatRateForm } from "#ticketing/reports/vat-rate-form.ts";
import { listVatRates } from "#ticketing/reports/vat-rate-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { Notice } from "#web/ui/notice.tsx";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { redirectWithMessage } from "../posted-form.server.ts";
import { readSentForm } from "../sent-form.server.ts";
import { IconSubmit, Submit } from "../ui/act-buttons.tsx";
import { fieldsIn } from "../ui/form-field.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { withWords } from "../ui/form-words.ts";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import type { Route } from "./+types/vat-rates-route.ts";
import { settlementScreenTexts as texts } from "./settlement-screen-texts.ts";

type RateRow = { validFrom: string; day: string; rate: string };

const rateForm = withWords(vatRateForm, texts.fields);

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.ratesTitle) }];

export async function loader({ context }: Route.LoaderArgs): Promise<RateRow[]> {
  const rates = await readAs(context, listVatRates);
  return rates.map(({ validFrom, rate }) => ({
    validFrom,
    day: dayAndYear(validFrom),
    rate: texts.percent(rateInWords(rate)),
  }));
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const sent = await readSentForm(request, rateForm, ["intent"]);
  const { read, values } = sent;
  const flash = (text: string) => redirectWithMessage(site, "/admin/settlement/rates", "success", text);
  const refusedWith = (reason: "not_allowed" | "missing" | "failed") =>
    sent.again(
      { notice: reason === "not_allowed" ? adminTexts.accessDenied : texts.refused[reason] },
      reason === "not_allowed" ? 403 : reason === "missing" ? 404 : 503,
    );
  switch (sent.posted.text("intent")) {
    case "save": {
      if (!read.ok) return sent.wrong();
      const saved = await attempt(site, () => saveVatRate(site, { actor, form: read.value }));
      return saved.ok ? flash(texts.saved) : refusedWith(saved.refusal.reason);
    }
    case "remove": {
      const removed = await attempt(site, () => removeVatRate(site, { actor, validFrom: values.valid_from }));
      return removed.ok ? flash(texts.removed) : refusedWith(removed.refusal.reason);
    }
    default:
      throw data(null, { status: 400 });
  }
}

const columns: Column<RateRow>[] = columnsOf(texts, {
  from: { label: texts.fields.valid_from.label, card: "title", cell: ({ day }) => day },
  rate: { label: texts.fields.rate.label, align: "right", card: "corner" },
  acts: {
    label: texts.actions,
    head: "hidden",
    align: "right",
    card: "end",
    cell: ({ validFrom, day }) => (
      <Form method="post">
        <input type="hidden" name="valid_from" value={validFrom} />
        <IconSubmit icon="trash" label={texts.remove(day)} name="intent" value="remove" />
      </Form>
    ),
  },
});

/** The VAT rates, each from a day on; none until somebody adds one. */
export default function VatRates({ loaderData: rates, actionData }: Route.ComponentProps) {
  const field = fieldsIn(rateForm, actionData?.values ?? rateForm.empty, actionData?.errors ?? {});
  return (
    <>
      <PageHead
        title={texts.ratesTitle}
        sub={texts.ratesSub}
        back={{ to: "/admin/settlement", label: texts.ofDays }}
      />
      {actionData?.notice ? <Notice kind="bad">{actionData.notice}</Notice> : null}
      <Card>
        <Section title={texts.newRate}>
          <Form method="post" noValidate className="settlement-days" aria-label={texts.newRate}>
            <input type="hidden" name="intent" value="save" />
            {field("valid_from")}
            {field("rate", { autoComplete: "off" })}
            <Submit look="sun" label={texts.save} />
          </Form>
        </Section>
      </Card>
      <OfficeTable
        label={texts.ratesTitle}
        columns={columns}
        rows={rates}
        rowKey={({ validFrom }) => validFrom}
        none={<NothingHere title={texts.noRates} text={texts.noRatesText} />}
      />
    </>
  );
}
