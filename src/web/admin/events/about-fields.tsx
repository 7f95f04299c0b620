import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatWeekday } from "#kernel/time.ts";
import { dayOfHour } from "#ticketing/events/enter-until.ts";
import { type EventValues, nightForm, type whenAndWhere } from "#ticketing/events/event-form.ts";
import { type DrawField, fieldsIn } from "../ui/form-field.tsx";
import { FieldRow } from "../ui/form-page.tsx";
import { eventTexts } from "./event-texts.ts";
import { moveNightTexts } from "./night-changes-texts.ts";
import { type EventFormAnswer, night } from "./night-form-fields.ts";

/** Whether date and hour can be changed here. Once somebody has a place, only the page that moves the night can. */
export type NightMoving = "not_needed" | "over" | "by_administrator" | { readonly to: string };

type AboutFieldsProps = { values: EventValues; errors: EventFormAnswer["errors"]; moving: NightMoving };

/** The fields about what a night is, when and where. */
export function AboutFields({ values, errors, moving }: AboutFieldsProps) {
  const field = fieldsIn(night, values, errors);
  return (
    <>
      <FieldRow>
        {field("name", { span: 6 })}
        {field("title", { span: 6 })}
        {field("description", { span: 12 })}
      </FieldRow>
      <WhenAndWhere
        field={field}
        note={
          moving !== "not_needed" ? (
            <FieldRow spans={[12]}>
              <p className="muted">
                {moving === "over" ? moveNightTexts.refused.over : eventTexts.movedOnly}{" "}
                {moving === "by_administrator" ? eventTexts.movedByAdministrator : null}
                {typeof moving === "object" ? <Link to={moving.to}>{moveNightTexts.open}</Link> : null}
              </p>
            </FieldRow>
          ) : null
        }
      >
        {field("sale_until", { span: 4, hint: saleUntilHint(values) })}
        {field("minimum_age", { span: 4 })}
      </WhenAndWhere>
    </>
  );
}

/** Says when the online sale ends, once date and hour are readable; undefined before that. */
function saleUntilHint({ date, time, doors, sale_until }: EventValues): string | undefined {
  const { fields } = nightForm;
  const isReadable =
    fields.date.read(date).ok && [time, doors, sale_until].every((one) => fields.time.read(one).ok);
  if (!isReadable || sale_until === "") return undefined;
  const night = { date, time: time || null, doors: doors || null };
  return eventTexts.saleStopsAt(formatWeekday(dayOfHour(night, "sale_until", sale_until)), sale_until);
}

type WhenAndWhereProps = {
  field: DrawField<typeof whenAndWhere>;
  /** A note below date, hour and place. */
  note?: ReactNode;
  addressHint?: string;
  /** Another cell beside the hours. */
  children?: ReactNode;
};

/** The fields for when and where a night is, in its form and on the page that moves it. */
export function WhenAndWhere({ field, note, addressHint, children }: WhenAndWhereProps) {
  return (
    <>
      <FieldRow>
        {field("date", { span: 4 })}
        {field("time", { span: 3 })}
        {field("location", { span: 5 })}
      </FieldRow>
      {note}
      <FieldRow>
        {field("doors", { span: 4 })}
        {field("ends", { span: 4 })}
        {children}
        {field("address", { span: 12, hint: addressHint })}
        {field("directions", { span: 12, lines: 2 })}
      </FieldRow>
    </>
  );
}
