import type { TicketTypeValues } from "#ticketing/events/ticket-type-form.ts";
import { TextInput } from "#web/ui/text-input.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { FieldCell, FieldRow } from "../ui/form-page.tsx";
import { shownField } from "../ui/shown-field.ts";
import { TextArea } from "../ui/text-area.tsx";
import { TickList } from "../ui/tick-list.tsx";
import type { TicketFormView } from "./ticket-form-reading.server.ts";
import type { TicketFormAnswer } from "./ticket-sentences.ts";
import { ticketTexts, tickTexts } from "./ticket-texts.ts";

const { labels } = ticketTexts;

type TicketFieldsProps = {
  values: TicketTypeValues;
  errors: TicketFormAnswer["errors"];
  nights: TicketFormView["nights"];
};

/** The ticket type's name, price and nights. */
export function TicketFields({ values, errors, nights }: TicketFieldsProps) {
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
        <TextInput
          label={<Required>{labels.price}</Required>}
          {...shownField("price", values, errors)}
          inputMode="numeric"
          className="input--number"
          unit={ticketTexts.currency}
          hint={ticketTexts.priceHint}
        />
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
        <TickList
          name="events"
          legend={labels.events}
          texts={tickTexts.nights}
          hint={ticketTexts.eventsHint}
          rows={nights}
          chosen={values.events}
          error={errors.events}
        />
      </FieldCell>
    </FieldRow>
  );
}
