import type { ReactNode } from "react";
import { TextInput } from "#web/ui/text-input.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { FieldCell, FieldRow } from "../ui/form-page.tsx";
import { shownField } from "../ui/shown-field.ts";
import { TextArea } from "../ui/text-area.tsx";
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
          {...shownField("date", values, errors)}
          type="date"
          required
          hint={dateHint}
        />
      </FieldCell>
      <FieldCell span={3}>
        <TextInput
          label={<Optional>{eventTexts.time}</Optional>}
          {...shownField("time", values, errors)}
          type="time"
        />
      </FieldCell>
    </>
  );
}

type Place = "date" | "time" | "doors" | "ends" | "location" | "address" | "directions";
type WhenAndWhereProps = {
  values: Readonly<Record<Place, string>>;
  errors: Readonly<Partial<Record<Place, string>>>;
  /** Below date, hour and place. */
  note?: ReactNode;
  addressHint?: string;
  /** A further cell beside the hours. */
  children?: ReactNode;
};

/** When and where a night is: in its form, and where it is moved. */
export function WhenAndWhere({ values, errors, note, addressHint, children }: WhenAndWhereProps) {
  return (
    <>
      <FieldRow>
        <WhenFields values={values} errors={errors} />
        <FieldCell span={5}>
          <TextInput
            label={<Required>{eventTexts.location}</Required>}
            {...shownField("location", values, errors)}
            required
          />
        </FieldCell>
      </FieldRow>
      {note}
      <FieldRow>
        {(["doors", "ends"] as const).map((name) => (
          <FieldCell span={4} key={name}>
            <TextInput
              label={<Optional>{eventTexts[name]}</Optional>}
              name={name}
              type="time"
              hint={name === "ends" ? eventTexts.endsHint : undefined}
              defaultValue={values[name]}
              error={errors[name]}
            />
          </FieldCell>
        ))}
        {children}
        <FieldCell span={12}>
          <TextInput
            label={<Optional>{eventTexts.address}</Optional>}
            {...shownField("address", values, errors)}
            hint={addressHint ?? eventTexts.addressHint}
          />
        </FieldCell>
        <FieldCell span={12}>
          <TextArea
            label={<Optional>{eventTexts.directions}</Optional>}
            {...shownField("directions", values, errors)}
            rows={2}
          />
        </FieldCell>
      </FieldRow>
    </>
  );
}
