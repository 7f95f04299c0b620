import { Form, useLocation } from "react-router";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { PictureForm } from "../pictures/picture-form.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { ConflictCard } from "../ui/conflict-card.tsx";
import { Optional } from "../ui/field-label.tsx";
import { Card, FieldCell, FieldRow, FormPage, Section } from "../ui/form-page.tsx";
import { SaveBar } from "../ui/save-bar.tsx";
import { useCheckedSubmit } from "../ui/use-checked-submit.ts";
import { PriceStateNotice } from "./price-state.tsx";
import { StockFields } from "./stock-fields.tsx";
import { TicketAside, TicketForms, TicketHead } from "./ticket-aside.tsx";
import { TicketFields } from "./ticket-fields.tsx";
import type { TicketFormAnswer, TicketFormView } from "./ticket-form-view.ts";
import { baseOf, textsOf } from "./ticket-kind.ts";
import { flatTicket, ticketSentences, ticketValues } from "./ticket-sentences.ts";
import { ticketTexts } from "./ticket-texts.ts";

const noErrors: TicketFormAnswer["errors"] = {};
const { labels } = ticketTexts;

type TicketFormPageProps = { view: TicketFormView; answer: TicketFormAnswer | undefined };

/** A ticket type, new or old. */
export function TicketFormPage({ view, answer }: TicketFormPageProps) {
  const { saved, kind } = view;
  const texts = textsOf(kind);
  const { pathname } = useLocation();
  const values = answer?.values ?? view.values;
  const { form, errors, onSubmit } = useCheckedSubmit(answer?.errors ?? noErrors, (data) =>
    ticketSentences(
      ticketValues({
        text: (name) => String(data.get(name) ?? ""),
        all: (name) => data.getAll(name).map(String),
      }),
    ),
  );
  const wrong = (Object.keys(errors) as (keyof typeof labels)[]).map((name) => ({
    name,
    label: labels[name],
  }));
  return (
    <>
      <TicketHead kind={kind} saved={saved} />
      {answer?.conflict ? <ConflictCard view={answer.conflict} reloadTo={pathname} /> : null}
      {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
      <Form
        method="post"
        ref={form}
        noValidate
        onSubmit={onSubmit}
        key={saved ? `${saved.id} ${saved.version}` : "new"}
        aria-label={saved?.name ?? texts.newTitle}
      >
        {saved ? (
          <>
            <input type="hidden" name="version" value={saved.version} />
            <input type="hidden" name="opened" value={JSON.stringify(flatTicket(view.values))} />
          </>
        ) : null}
        <FormPage side={<TicketAside view={view} values={values} errors={errors} />}>
          <Card>
            <Section title={texts.section}>
              <TicketFields values={values} errors={errors} nights={view.nights} />
            </Section>
            <Section title={ticketTexts.stock}>
              <StockFields
                saved={saved}
                seen={{ capacity: view.capacity, left: view.values.quantity_available }}
                typed={{
                  capacity: answer?.capacity ?? view.capacity,
                  left: values.quantity_available,
                }}
                errors={errors}
              />
            </Section>
            <Section title={ticketTexts.stripe}>
              {saved ? <PriceStateNotice state={saved.price} /> : null}
              <TextInput
                label={<Optional>{labels.stripe_price_id}</Optional>}
                name="stripe_price_id"
                spellCheck={false}
                hint={ticketTexts.priceIdHint}
                defaultValue={values.stripe_price_id}
                error={errors.stripe_price_id}
              />
            </Section>
            <Section title={ticketTexts.window}>
              <FieldRow>
                {(["sale_starts_at", "sale_ends_at"] as const).map((name) => (
                  <FieldCell span={6} key={name}>
                    <TextInput
                      label={<Optional>{labels[name]}</Optional>}
                      name={name}
                      type="datetime-local"
                      defaultValue={values[name]}
                      error={errors[name]}
                    />
                  </FieldCell>
                ))}
              </FieldRow>
            </Section>
          </Card>
        </FormPage>
        <SaveBar save={texts.save} cancelTo={baseOf[kind]} wrong={wrong} />
      </Form>
      {saved ? (
        <PictureForm
          address={`${baseOf[kind]}/${saved.id}`}
          folder="season_passes"
          use="ticket"
          advice={pictureTexts.advice.specialTicket}
          view={saved.picture}
        />
      ) : null}
      {saved ? <TicketForms kind={kind} saved={saved} /> : null}
    </>
  );
}
