import { useLocation } from "react-router";
import { codeKinds } from "#ticketing/events/code-per.ts";
import { TextInput } from "#web/ui/text-input.tsx";
import { CatalogueForm } from "../catalogue-form.tsx";
import { PictureForm } from "../pictures/picture-form.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { Optional } from "../ui/field-label.tsx";
import { FieldCell, FieldRow, Section } from "../ui/form-page.tsx";
import { shownField } from "../ui/shown-field.ts";
import { PhaseFields } from "./phase-fields.tsx";
import { PoolFields } from "./pool-fields.tsx";
import { PriceStateNotice } from "./price-state.tsx";
import { StockFields } from "./stock-fields.tsx";
import { TicketAside, TicketForms, TicketHead } from "./ticket-aside.tsx";
import { TicketFields } from "./ticket-fields.tsx";
import type { TicketFormAnswer, TicketFormView } from "./ticket-form-reading.server.ts";
import { backFrom, baseOf, textsOf } from "./ticket-kind.ts";
import { flatTicket, ticketSentences, typedTicket } from "./ticket-sentences.ts";
import { ticketTexts } from "./ticket-texts.ts";

const { labels } = ticketTexts;

type TicketFormPageProps = { view: TicketFormView; answer: TicketFormAnswer | undefined };

/** A ticket type, new or saved. */
export function TicketFormPage({ view, answer }: TicketFormPageProps) {
  const { saved, kind } = view;
  const texts = textsOf(kind);
  const back = backFrom(useLocation().search, kind);
  const values = answer?.values ?? view.values;
  return (
    <>
      <TicketHead kind={kind} saved={saved} back={back} />
      <CatalogueForm
        name={saved?.name ?? texts.newTitle}
        saved={saved && { id: saved.id, version: saved.version, values: flatTicket(view.values) }}
        answer={answer}
        check={(data) => ticketSentences(typedTicket(data))}
        labels={labels}
        save={texts.save}
        cancelTo={back}
        side={(errors) => <TicketAside view={view} values={values} errors={errors} />}
        below={(errors) => (
          <PhaseFields
            typed={values.phases}
            saved={saved?.phases ?? []}
            sentence={saved?.phaseSentence ?? null}
            now={view.now}
            errors={errors}
          />
        )}
        fields={(errors) => (
          <>
            <Section title={texts.section}>
              <TicketFields values={values} errors={errors} nights={view.nights} kind={kind} />
            </Section>
            <Section title={labels.code_per}>
              <fieldset>
                <legend className="visually-hidden">{labels.code_per}</legend>
                {codeKinds.map((kind) => (
                  <label className="setting" key={kind}>
                    <span>
                      <b>{ticketTexts.codePer[kind].title}</b>
                      <small className="muted">{ticketTexts.codePer[kind].note}</small>
                    </span>
                    <input
                      type="radio"
                      name="code_per"
                      value={kind}
                      defaultChecked={kind === (values.code_per || "order")}
                    />
                  </label>
                ))}
              </fieldset>
              <p className="field__hint">{ticketTexts.codeHint}</p>
            </Section>
            <Section title={ticketTexts.gate}>
              <label className="setting">
                <span>
                  <b>{labels.enter_until}</b>
                  <small className="muted">{ticketTexts.enterUntilHint}</small>
                  {errors.enter_until ? <small className="field__error">{errors.enter_until}</small> : null}
                </span>
                <input
                  className="input enter-until"
                  name="enter_until"
                  placeholder="23:00"
                  size={5}
                  defaultValue={values.enter_until}
                  aria-invalid={errors.enter_until ? true : undefined}
                />
              </label>
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
            <Section title={labels.pool}>
              <PoolFields typed={values} pools={view.pools} saved={saved?.pool ?? null} errors={errors} />
            </Section>
            <Section title={ticketTexts.priceTitle}>
              {saved ? <PriceStateNotice state={saved.price} /> : null}
              <TextInput
                label={<Optional>{labels.stripe_price_id}</Optional>}
                {...shownField("stripe_price_id", values, errors)}
                spellCheck={false}
                hint={ticketTexts.priceIdHint}
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
          </>
        )}
      >
        {saved ? (
          <>
            <PictureForm
              address={`${baseOf[kind]}/${saved.id}`}
              folder="season_passes"
              use="ticket"
              advice={pictureTexts.advice.specialTicket}
              view={saved.picture}
            />
            <TicketForms kind={kind} saved={saved} />
          </>
        ) : null}
      </CatalogueForm>
    </>
  );
}
