import { Link } from "react-router";
import { formatWeekday } from "#kernel/time.ts";
import { day, optionalTime } from "#ticketing/events/catalogue-fields-form.ts";
import { dayOfHour } from "#ticketing/events/enter-until.ts";
import type { EventValues } from "#ticketing/events/event-form.ts";
import { TextInput } from "#web/ui/text-input.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { FieldCell, FieldRow } from "../ui/form-page.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { shownField } from "../ui/shown-field.ts";
import { TextArea } from "../ui/text-area.tsx";
import { eventTexts } from "./event-texts.ts";
import { moveNightTexts } from "./night-changes-texts.ts";
import type { EventFormAnswer } from "./night-form-fields.ts";
import { WhenAndWhere } from "./when-fields.tsx";

type FieldsProps = {
  values: EventValues;
  errors: EventFormAnswer["errors"];
  moving: NightMoving;
};

/** How date and hour change once somebody has a place of the night: on the page of moving it, for those who may. */
export type NightMoving = "not_needed" | "over" | "by_administrator" | { readonly to: string };

/** What a night is, when and where. */
export function AboutFields({ values, errors, moving }: FieldsProps) {
  return (
    <>
      <FieldRow spans={[6, 6, 12]}>
        <TextInput
          label={<Required>{eventTexts.name}</Required>}
          {...shownField("name", values, errors)}
          required
          hint={eventTexts.nameHint}
        />
        <TextInput
          label={<Required>{eventTexts.titleField}</Required>}
          {...shownField("title", values, errors)}
          required
          hint={eventTexts.titleHint}
        />
        <TextArea
          label={<Required>{eventTexts.description}</Required>}
          {...shownField("description", values, errors)}
          hint={officeTexts.written}
          required
        />
      </FieldRow>
      <WhenAndWhere
        values={values}
        errors={errors}
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
        <FieldCell span={4}>
          <TextInput
            label={<Optional>{eventTexts.saleUntil}</Optional>}
            {...shownField("sale_until", values, errors)}
            type="time"
            hint={saleUntilHint(values)}
          />
        </FieldCell>
        <FieldCell span={4}>
          <TextInput
            label={<Optional>{eventTexts.minimumAge}</Optional>}
            {...shownField("minimum_age", values, errors)}
            inputMode="numeric"
          />
        </FieldCell>
      </WhenAndWhere>
    </>
  );
}

/** When online sale stops, in words, once both are known; what was typed may be no hour. */
function saleUntilHint({ date, time, doors, sale_until }: EventValues): string {
  const isReadable =
    day.safeParse(date).success &&
    [time, doors, sale_until].every((one) => optionalTime.safeParse(one).success);
  if (!isReadable || sale_until === "") return eventTexts.saleUntilHint;
  const night = { date, time: time || null, doors: doors || null };
  return eventTexts.saleStopsAt(formatWeekday(dayOfHour(night, "sale_until", sale_until)), sale_until);
}
