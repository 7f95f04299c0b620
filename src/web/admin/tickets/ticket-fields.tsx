import type { TicketTypeValues } from "#ticketing/events/ticket-type-form.ts";
import { Field } from "#web/ui/field.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { FieldCell, FieldRow } from "../ui/form-page.tsx";
import { shownField } from "../ui/shown-field.ts";
import { TextArea } from "../ui/text-area.tsx";
import { NightPicker } from "./night-picker.tsx";
import type { TicketFormView } from "./ticket-form-reading.server.ts";
import type { TicketKind } from "./ticket-kind.ts";
import type { TicketFormAnswer } from "./ticket-sentences.ts";
import { ticketTexts } from "./ticket-texts.ts";

const { labels } = ticketTexts;

type TicketFieldsProps = {
  values: TicketTypeValues;
  errors: TicketFormAnswer["errors"];
  nights: TicketFormView["nights"];
  kind: TicketKind;
};

/** The ticket type's name, price and nights. */
export function TicketFields({ values, errors, nights, kind }: TicketFieldsProps) {
  return (
    <FieldRow>
      <FieldCell span={6}>
        <TextInput
          label={<Required>{labels.type}</Required>}
          {...shownField("type", values, errors)}
          required
          hint={ticketTexts.typeHint}
        />
      </FieldCell>
      <FieldCell span={3}>
        <Field label={<Required>{labels.price}</Required>} hint={ticketTexts.priceHint} error={errors.price}>
          {(control) => (
            <span className="unit">
              <input
                {...control}
                className="input input--number"
                name="price"
                inputMode="numeric"
                defaultValue={values.price}
              />
              <span>{ticketTexts.currency}</span>
            </span>
          )}
        </Field>
      </FieldCell>
      <FieldCell span={3}>
        <TextInput
          label={<Required>{labels.entries}</Required>}
          {...shownField("entries", values, errors)}
          inputMode="numeric"
          required
        />
      </FieldCell>
      <FieldCell span={12}>
        <TextArea
          label={<Optional>{labels.description}</Optional>}
          {...shownField("description", values, errors)}
          rows={3}
          hint={ticketTexts.descriptionHint}
        />
      </FieldCell>
      <FieldCell span={12}>
        {kind === "special" ? (
          <NightPicker nights={nights} chosen={values.events} error={errors.events} />
        ) : (
          <Field label={labels.events} hint={ticketTexts.eventsHint} error={errors.events}>
            {(control) => (
              <select
                {...control}
                className="select figures"
                name="events"
                multiple
                size={4}
                defaultValue={[...values.events]}
              >
                {nights.map((night) => (
                  <option key={night.id} value={night.id}>
                    {night.label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </FieldCell>
    </FieldRow>
  );
}
