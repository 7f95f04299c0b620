import type { TicketTypeValues } from "#ticketing/events/ticket-type-form.ts";
import { fieldsIn } from "../ui/form-field.tsx";
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
  const field = fieldsIn(typeForm, values, errors);
  return (
    <FieldRow>
      {field("type", { span: 6 })}
      {field("price", { span: 3 })}
      {field("entries", { span: 3 })}
      {field("description", { span: 12, lines: 3 })}
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
