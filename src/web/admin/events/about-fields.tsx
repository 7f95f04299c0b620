import type { EventValues } from "#ticketing/events/event-form.ts";
import { TextInput } from "#web/ui/text-input.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { FieldCell, FieldRow } from "../ui/form-page.tsx";
import { TextArea } from "../ui/text-area.tsx";
import type { EventFormAnswer } from "./event-form-view.ts";
import { eventTexts } from "./event-texts.ts";
import { WhenFields } from "./when-fields.tsx";

type FieldsProps = { values: EventValues; errors: EventFormAnswer["errors"] };

/** What a night is, when and where. */
export function AboutFields({ values, errors }: FieldsProps) {
  return (
    <>
      <FieldRow>
        <FieldCell span={6}>
          <TextInput
            label={<Required>{eventTexts.name}</Required>}
            name="name"
            required
            hint={eventTexts.nameHint}
            defaultValue={values.name}
            error={errors.name}
          />
        </FieldCell>
        <FieldCell span={6}>
          <TextInput
            label={<Required>{eventTexts.titleField}</Required>}
            name="title"
            required
            hint={eventTexts.titleHint}
            defaultValue={values.title}
            error={errors.title}
          />
        </FieldCell>
        <FieldCell span={12}>
          <TextArea
            label={<Required>{eventTexts.description}</Required>}
            name="description"
            required
            defaultValue={values.description}
            error={errors.description}
          />
        </FieldCell>
      </FieldRow>
      <FieldRow>
        <WhenFields values={values} errors={errors} />
        <FieldCell span={5}>
          <TextInput
            label={<Required>{eventTexts.location}</Required>}
            name="location"
            required
            defaultValue={values.location}
            error={errors.location}
          />
        </FieldCell>
      </FieldRow>
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
        <FieldCell span={4}>
          <TextInput
            label={<Optional>{eventTexts.minimumAge}</Optional>}
            name="minimum_age"
            inputMode="numeric"
            defaultValue={values.minimum_age}
            error={errors.minimum_age}
          />
        </FieldCell>
        <FieldCell span={12}>
          <TextInput
            label={<Optional>{eventTexts.address}</Optional>}
            name="address"
            hint={eventTexts.addressHint}
            defaultValue={values.address}
            error={errors.address}
          />
        </FieldCell>
        <FieldCell span={12}>
          <TextArea
            label={<Optional>{eventTexts.directions}</Optional>}
            name="directions"
            rows={2}
            defaultValue={values.directions}
            error={errors.directions}
          />
        </FieldCell>
      </FieldRow>
    </>
  );
}
