import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import {
  type NightTypeField,
  type NightTypeValues,
  nightTypeForm,
  nightTypeKinds,
  nightTypeRows,
  parseNightTypeKind,
  peopleOfRows,
} from "#ticketing/events/night-types-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Select } from "#web/ui/select.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { typedForm } from "../typed-form.ts";
import { IconLink } from "../ui/act-buttons.tsx";
import { CellInput, CellLabel, RowButton } from "../ui/cell-input.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import type { NightTypesView, SavedNightTypeView } from "./event-form-reading.server.ts";
import { typesTexts as texts } from "./night-types-texts.ts";

type Errors = Partial<Record<NightTypeField, string>>;

type EventTypesProps = {
  view: NightTypesView;
  typed: readonly NightTypeValues[];
  capacity: string;
  errors: Errors;
};

const blank: NightTypeValues = { ...nightTypeForm.empty, kind: "entry", entries: "1", visible: "1" };
const mostRows = nightTypeRows.numbers.length;
const columns = ["name", "kind", "entries", "price", "quantity", "sold", "visible", "acts"] as const;

/** The types of one night as rows of its form. Without JavaScript there are three empty rows. */
export function EventTypes({ view, typed, capacity, errors }: EventTypesProps) {
  const enhanced = useEnhanced();
  const table = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(() => typed.map((values, key) => ({ key, values })));
  const tooManyPeople = useTooManyPeople(table, { typed, capacity, saved: view.saved });
  const hasOtherRowCount = rows.length !== typed.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's bar must look again after each change of the rows
  useEffect(() => {
    table.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [rows]);
  const emptyRows = [1, 2, 3].map((n) => ({ key: -n, values: blank }));
  const shownRows = (enhanced ? rows : [...rows, ...emptyRows]).slice(0, mostRows);
  return (
    <Card>
      <Section title={texts.title}>
        <div role="status">
          {tooManyPeople ? (
            <p className="form-warning">
              <Icon name="info" />{" "}
              <span>
                <b>{texts.beyond(tooManyPeople.people, tooManyPeople.capacity)}</b>{" "}
                {texts.beyondText(tooManyPeople.capacity)}
              </span>
            </p>
          ) : null}
        </div>
        <div ref={table} data-unsaved={hasOtherRowCount ? texts.title : undefined}>
          {shownRows.length === 0 ? (
            <p className="muted">{texts.none}</p>
          ) : (
            <div className="office-table phase-table night-types">
              <table>
                <caption className="visually-hidden">{texts.caption}</caption>
                <thead>
                  <tr>
                    {columns.map((name) => (
                      <th scope="col" key={name}>
                        {name === "acts" ? (
                          <span className="visually-hidden">{texts.columns[name]}</span>
                        ) : (
                          texts.columns[name]
                        )}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {shownRows.map(({ key, values }, at) => (
                    <TypeRow
                      key={key}
                      row={at + 1}
                      values={values}
                      saved={view.saved.find(({ id }) => id === values.id)}
                      errors={errors}
                      onAway={
                        enhanced && values.id === ""
                          ? () => setRows((before) => before.filter((one) => one.key !== key))
                          : null
                      }
                    />
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </div>
        {enhanced && rows.length < mostRows ? (
          <p className="actions phase-table__add">
            <Button
              size="small"
              onClick={() =>
                setRows([...rows, { key: Math.max(-1, ...rows.map((one) => one.key)) + 1, values: blank }])
              }
            >
              <OfficeIcon name="plus" /> {texts.add}
            </Button>
          </p>
        ) : null}
        <p className="field__hint">{texts.hint}</p>
        <OtherTypes types={view.others} />
      </Section>
    </Card>
  );
}

type TypeRowProps = {
  row: number;
  values: NightTypeValues;
  saved: SavedNightTypeView | undefined;
  errors: Errors;
  /** Removes the row; null for a row that cannot be removed. */
  onAway: (() => void) | null;
};

function TypeRow({ row, values, saved, errors, onAway }: TypeRowProps) {
  const [kind, setKind] = useState(values.kind);
  const field = (part: "name" | "entries" | "price" | "quantity") => ({
    name: `type_${row}_${part}`,
    label: texts.labels[part](row),
    defaultValue: values[part],
    error: errors[`type_${row}_${part}`],
  });
  return (
    <tr>
      <td className="card-title">
        <input type="hidden" name={`type_${row}_id`} value={values.id} />
        <input type="hidden" name={`type_${row}_version`} value={values.version} />
        <CellInput {...field("name")} />
      </td>
      <td data-label={texts.columns.kind} className="card-labelled">
        <Select
          label={<CellLabel>{texts.labels.kind(row)}</CellLabel>}
          name={`type_${row}_kind`}
          defaultValue={values.kind}
          onChange={(change) => setKind(change.currentTarget.value)}
          error={errors[`type_${row}_kind`]}
          hint={saved?.rules.join(", ") || undefined}
        >
          {nightTypeKinds.map((one) => (
            <option key={one} value={one}>
              {texts.kinds[one]}
            </option>
          ))}
        </Select>
      </td>
      <td data-label={texts.columns.entries} className="card-labelled">
        {parseNightTypeKind(kind)?.admits === false && !errors[`type_${row}_entries`] ? (
          <>
            <input type="hidden" name={`type_${row}_entries`} value="1" />
            {texts.nobody}
          </>
        ) : (
          <CellInput {...field("entries")} inputMode="numeric" className="input--number" />
        )}
      </td>
      <td data-label={texts.columns.price} className="card-labelled">
        {saved?.hasPhases ? (
          <span className="figures">{saved.price}</span>
        ) : (
          <CellInput {...field("price")} inputMode="numeric" className="input--number" />
        )}
      </td>
      <td data-label={texts.columns.quantity} className="card-labelled">
        <CellInput {...field("quantity")} inputMode="numeric" className="input--number" />
      </td>
      <td data-label={texts.columns.sold} className="card-labelled night-types__sold">
        {saved ? texts.stock(saved.sold, saved.held, saved.left) : null}
      </td>
      <td data-label={texts.columns.visible} className="card-labelled">
        <input
          type="checkbox"
          name={`type_${row}_visible`}
          value="1"
          aria-label={texts.labels.visible(row)}
          defaultChecked={values.visible === "1"}
        />
      </td>
      <td className="phase-table__acts">
        {saved ? <IconLink icon="pencil" label={texts.edit(saved.name)} to={saved.to} /> : null}
        {onAway ? <RowButton icon="trash" label={texts.away(row)} onClick={onAway} /> : null}
      </td>
    </tr>
  );
}

function OtherTypes({ types }: { types: NightTypesView["others"] }) {
  if (types.length === 0) return null;
  return (
    <>
      <h3 className="night-types__others">{texts.others}</h3>
      <ul>
        {types.map((type) => (
          <li key={type.id}>
            <Link to={type.to}>{type.name}</Link>{" "}
            <span className="muted">
              {type.price}, {texts.stock(type.sold, type.held, type.left)}
            </span>
          </li>
        ))}
      </ul>
      <p className="field__hint">{texts.othersHint}</p>
    </>
  );
}

type Typed = { typed: readonly NightTypeValues[]; capacity: string; saved: NightTypesView["saved"] };

/** Returns the number of people for all typed tickets when it is above the typed capacity; else null. */
function useTooManyPeople(
  table: { readonly current: HTMLElement | null },
  { typed, capacity, saved }: Typed,
) {
  const [tooManyPeople, setTooManyPeople] = useState(() => findTooManyPeople({ typed, capacity, saved }));
  useEffect(() => {
    const form = table.current?.closest("form");
    if (!form) return;
    const update = () => {
      const sent = typedForm(new FormData(form));
      setTooManyPeople(
        findTooManyPeople({ typed: nightTypeRows.typed(sent), capacity: sent.text("capacity"), saved }),
      );
    };
    update();
    form.addEventListener("input", update);
    return () => form.removeEventListener("input", update);
  }, [table, saved]);
  return tooManyPeople;
}

function findTooManyPeople({ typed, capacity, saved }: Typed): { people: number; capacity: number } | null {
  const places = Number(capacity);
  const people = peopleOfRows(typed, saved);
  return capacity.trim() !== "" && people > places ? { people, capacity: places } : null;
}
