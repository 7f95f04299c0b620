import { Form, Link } from "react-router";
import type { CopyField, CopyValues } from "#ticketing/events/duplicate-event-form.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { Required } from "../ui/field-label.tsx";
import { FieldCell, FieldRow } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, OfficeTable } from "../ui/office-table.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { duplicateTexts as texts } from "./duplicate-texts.ts";
import { eventTexts } from "./event-texts.ts";
import { WhenFields } from "./when-fields.tsx";

export type CopyTypeView = {
  id: string;
  type: string;
  price: string;
  capacity: number;
  sale: string;
  /** A sold pass cannot be linked from here. */
  canBeChosen: boolean;
};

export type DuplicateView = {
  id: string;
  name: string;
  values: CopyValues;
  artists: string;
  picture: string;
  kept: string;
  types: CopyTypeView[];
};

export type DuplicateAnswer = {
  values: CopyValues;
  errors: Partial<Record<CopyField, string>>;
  notice: string | null;
};

type Props = { view: DuplicateView; answer: DuplicateAnswer | undefined };

/** Name and date of a night's copy, and what is copied with it. */
export function DuplicateEventDialog({ view, answer }: Props) {
  const values = answer?.values ?? view.values;
  const errors = answer?.errors ?? {};
  const closeTo = `/admin/events/${view.id}`;
  return (
    <AddressDialog
      shape="wide"
      title={texts.title(view.name)}
      sub={texts.sub}
      closeTo={closeTo}
      actions={
        <>
          <Link className={buttonClass({ look: "line" })} to={closeTo} preventScrollReset>
            {officeTexts.cancel}
          </Link>
          <Button look="sun" type="submit" form="duplicate">
            <OfficeIcon name="copy" /> {texts.copy}
          </Button>
        </>
      }
    >
      <Form method="post" id="duplicate" className="duplicate">
        {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
        <FieldRow>
          <FieldCell span={5}>
            <TextInput
              label={<Required>{eventTexts.name}</Required>}
              name="name"
              required
              defaultValue={values.name}
              error={errors.name}
            />
          </FieldCell>
          <WhenFields values={values} errors={errors} dateHint={texts.dateHint} />
        </FieldRow>
        <fieldset className="duplicate__parts">
          <legend>{texts.parts}</legend>
          <Part name="artists" label={texts.artists} note={view.artists} values={values} />
          <Part name="picture" label={texts.picture} note={view.picture} values={values} />
          <p className="muted">{view.kept}</p>
        </fieldset>
        <h3>{texts.types}</h3>
        {view.types.length === 0 ? (
          <p className="muted">{texts.noTypes}</p>
        ) : (
          <OfficeTable
            label={texts.types}
            columns={typeColumns(values.types)}
            groups={[{ rows: view.types }]}
            rowKey={(row) => row.id}
          />
        )}
        {errors.types ? <p className="field__error">{errors.types}</p> : null}
        <Notice kind="info">{texts.note}</Notice>
      </Form>
    </AddressDialog>
  );
}

type PartProps = { name: string; label: string; note: string; values: CopyValues };

function Part({ name, label, note, values }: PartProps) {
  return (
    <label className="duplicate__part">
      <input type="checkbox" name="parts" value={name} defaultChecked={values.parts.includes(name)} />
      <span>
        {label}
        <small>{note}</small>
      </span>
    </label>
  );
}

function typeColumns(chosen: readonly string[]): Column<CopyTypeView>[] {
  return [
    {
      key: "type",
      label: texts.columns.type,
      card: "title",
      cell: (row) => (
        <label className="duplicate__type">
          <input
            type="checkbox"
            name="types"
            value={row.id}
            disabled={!row.canBeChosen}
            defaultChecked={row.canBeChosen && chosen.includes(row.id)}
          />
          {row.type}
        </label>
      ),
    },
    {
      key: "price",
      label: texts.columns.price,
      align: "right",
      card: "corner",
      cell: (row) => row.price,
    },
    {
      key: "capacity",
      label: texts.columns.capacity,
      align: "right",
      card: "labelled",
      cell: (row) => row.capacity,
    },
    { key: "sale", label: texts.columns.sale, card: "end", cell: (row) => row.sale },
  ];
}
