import { TextInput } from "#web/ui/text-input.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { FieldCell } from "../ui/form-page.tsx";
import { eventTexts } from "./event-texts.ts";

type WhenFieldsProps = {
  values: { readonly date: string; readonly time: string };
  errors: { readonly date?: string | undefined; readonly time?: string | undefined };
  dateHint?: string | undefined;
};

/** The day of a night and, if known, its hour: in its own form and in that of a copy. */
export function WhenFields({ values, errors, dateHint }: WhenFieldsProps) {
  return (
    <>
      <FieldCell span={4}>
        <TextInput
          label={<Required>{eventTexts.date}</Required>}
          name="date"
          type="date"
          required
          hint={dateHint}
          defaultValue={values.date}
          error={errors.date}
        />
      </FieldCell>
      <FieldCell span={3}>
        <TextInput
          label={<Optional>{eventTexts.time}</Optional>}
          name="time"
          type="time"
          defaultValue={values.time}
          error={errors.time}
        />
      </FieldCell>
    </>
  );
}
