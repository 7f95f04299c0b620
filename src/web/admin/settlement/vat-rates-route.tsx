import { data, Form } from "react-router";
import { removeVatRate } from "#ticketing/reports/remove-vat-rate.server.ts";
import { saveVatRate } from "#ticketing/reports/save-vat-rate.server.ts";
import { dayAndYear, rateInWords } from "#ticketing/reports/settlement-texts.ts";
import { readVatRateForm, type VatRateField } from "#ticketing/reports/vat-rate-form.ts";
import { listVatRates } from "#ticketing/reports/vat-rate-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { sentencesFor } from "../field-texts.ts";
import { postedForm, said } from "../posted-form.server.ts";
import { IconSubmit, Submit } from "../ui/act-buttons.tsx";
import { Required } from "../ui/field-label.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import type { Route } from "./+types/vat-rates-route.ts";
import { settlementScreenTexts as texts } from "./settlement-screen-texts.ts";

type RateRow = { validFrom: string; day: string; rate: string };
type Answer = {
  values: Record<VatRateField, string>;
  errors: Partial<Record<VatRateField, string>>;
  notice: string | null;
};

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.ratesTitle) }];

export async function loader({ context }: Route.LoaderArgs): Promise<RateRow[]> {
  const rates = await readAs(context, listVatRates);
  return rates.map(({ validFrom, rate }) => ({
    ...{ validFrom, day: dayAndYear(validFrom) },
    rate: texts.percent(rateInWords(rate)),
  }));
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const form = await postedForm(request, { one: ["intent", "valid_from", "rate"] });
  const values = { valid_from: form.text("valid_from"), rate: form.text("rate") };
  const flash = (text: string) => said(site, "/admin/settlement/rates", "success", text);
  const again = (answer: Partial<Answer>, status: number) =>
    data<Answer>({ values, errors: {}, notice: null, ...answer }, { status });
  const refusedWith = (reason: "not_allowed" | "missing" | "failed") =>
    again(
      { notice: reason === "not_allowed" ? adminTexts.accessDenied : texts.refused[reason] },
      reason === "not_allowed" ? 403 : reason === "missing" ? 404 : 503,
    );
  switch (form.text("intent")) {
    case "save": {
      const read = readVatRateForm(values);
      if (!read.ok) {
        const own = { rate: { not_an_amount: texts.badRate, too_big: texts.badRate } };
        return again({ errors: sentencesFor(read.refusal, own) }, 422);
      }
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
  from: { label: texts.validFrom, card: "title", cell: ({ day }) => day },
  rate: { align: "right", card: "corner" },
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

/** The rates of VAT, from a day on each; none until somebody writes one. */
export default function VatRates({ loaderData: rates, actionData }: Route.ComponentProps) {
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
            <TextInput
              label={<Required>{texts.validFrom}</Required>}
              name="valid_from"
              type="date"
              required
              defaultValue={actionData?.values.valid_from ?? ""}
              error={actionData?.errors.valid_from}
            />
            <TextInput
              label={<Required>{texts.rate}</Required>}
              name="rate"
              inputMode="decimal"
              required
              autoComplete="off"
              hint={texts.rateHint}
              defaultValue={actionData?.values.rate ?? ""}
              error={actionData?.errors.rate}
            />
            <Submit look="sun" label={texts.save} />
          </Form>
        </Section>
      </Card>
      {rates.length === 0 ? (
        <NothingHere title={texts.noRates} text={texts.noRatesText} />
      ) : (
        <OfficeTable
          label={texts.ratesTitle}
          columns={columns}
          groups={[{ rows: rates }]}
          rowKey={({ validFrom }) => validFrom}
        />
      )}
    </>
  );
}
