import type { TicketTypeValues } from "#ticketing/events/ticket-type-form.ts";
import { FormField } from "../ui/form-field.tsx";
import { FieldCell, FieldRow } from "../ui/form-page.tsx";
import { TickList } from "../ui/tick-list.tsx";
import type { TicketFormView } from "./ticket-form-reading.server.ts";
import { type TicketFormAnswer, typeForm } from "./ticket-sentences.ts";
import { ticketWords, tickTexts } from "./ticket-texts.ts";

type TicketFieldsProps = {
  values: TicketTypeValues;
  errors: TicketFormAnswer["errors"];
  nights: TicketFormView["nights"];
};

/** The ticket type's name, price and nights. */
export function TicketFields({ values, errors, nights }: TicketFieldsProps) {
  const shown = { form: typeForm, values, errors };
  return (
    <FieldRow>
      <FormField {...shown} name="type" span={6} />
      <FormField {...shown} name="price" span={3} />
      <FormField {...shown} name="entries" span={3} />
      <FormField {...shown} name="description" span={12} lines={3} />
      <FieldCell span={12}>
        <TickList
          name="events"
          legend={ticketWords.events.label}
          texts={tickTexts.nights}
          hint={ticketWords.events.hint}
          rows={nights}
          chosen={values.events}
          error={errors.events}
        />
      </FieldCell>
    </FieldRow>
  );
}
