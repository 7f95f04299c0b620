import { useEffect, useRef, useState } from "react";
import {
  type PhaseField,
  type PhaseValues,
  phaseRowForm,
  phaseRows,
} from "#ticketing/events/price-phase-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { typedForm } from "../typed-form.ts";
import { CellInput, RowButton } from "../ui/cell-input.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { Status } from "../ui/status.tsx";
import type { SavedPhaseView } from "./phase-view.ts";
import { phaseWarnings, ticketValues } from "./ticket-sentences.ts";
import { ticketTexts } from "./ticket-texts.ts";

const texts = ticketTexts.phases;
const blank = phaseRowForm.empty;
const mostRows = phaseRows.numbers.length;

type Errors = Partial<Record<PhaseField, string>>;
type PhaseFieldsProps = {
  typed: readonly PhaseValues[];
  saved: readonly SavedPhaseView[];
  sentence: string | null;
  /** In the format of a date and time field, in Bucharest. */
  now: string;
  errors: Errors;
};

/** The price phases of a type, one row each. Without JavaScript there are three empty rows. */
export function PhaseFields({ typed, saved, sentence, now, errors }: PhaseFieldsProps) {
  const enhanced = useEnhanced();
  const [typedPhases, setTypedPhases] = useState(typed);
  const warnings = phaseWarnings(typedPhases, now);
  const [rows, setRows] = useState(() => typed.map((values, key) => ({ key, values })));
  const hasOtherRows = typed.some((_, at) => rows[at]?.key !== at);
  const table = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's bar must look again after each change of the rows
  useEffect(() => {
    table.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [rows]);
  const priceField = () => table.current?.closest("form")?.elements.namedItem("price") as HTMLInputElement;
  const update = () => {
    const phases = ticketValues(typedForm(new FormData(table.current?.closest("form") ?? undefined))).phases;
    setTypedPhases(phases);
    // the price of the type is always the price of its last phase
    const last = phases.at(-1);
    priceField().readOnly = last !== undefined;
    if (last) priceField().value = last.price;
  };
  const add = () => {
    const key = Math.max(-1, ...rows.map((one) => one.key)) + 1;
    // the first phase gets another one after it, at the type's present price
    const nextRow = { key: key + 1, values: { ...blank, price: priceField().value } };
    setRows([...rows, { key, values: blank }, ...(rows.length === 0 ? [nextRow] : [])]);
  };
  const emptyRows = [1, 2, 3].map((n) => ({ key: -n, values: blank }));
  const shownRows = (enhanced ? rows : [...rows, ...emptyRows]).slice(0, mostRows);
  return (
    <Card>
      <Section title={texts.title}>
        <div ref={table} onInput={update} data-unsaved={hasOtherRows ? texts.title : undefined}>
          {shownRows.length > 0 ? (
            <div className="office-table phase-table">
              <table>
                <caption className="visually-hidden">{texts.caption}</caption>
                <thead>
                  <tr>
                    <th scope="col">{texts.name}</th>
                    <th scope="col">{texts.lei}</th>
                    <th scope="col">{texts.untilDate}</th>
                    <th scope="col">{texts.orTickets}</th>
                    <th scope="col">{texts.sold}</th>
                    <th scope="col">{texts.now}</th>
                    {enhanced ? (
                      <th scope="col">
                        <span className="visually-hidden">{texts.acts}</span>
                      </th>
                    ) : null}
                  </tr>
                </thead>
                <tbody>
                  {shownRows.map(({ key, values }, at) => (
                    <tr key={key}>
                      <PhaseCells no={at + 1} values={values} errors={errors} />
                      <PhaseState view={saved.find(({ id }) => id === values.id)} />
                      {enhanced ? (
                        <td className="phase-table__acts">
                          <RowButton
                            icon="chevronUp"
                            label={texts.up(at + 1)}
                            disabled={at === 0}
                            onClick={() =>
                              setRows((before) => [
                                ...before.slice(0, at - 1),
                                row(before, at),
                                row(before, at - 1),
                                ...before.slice(at + 1),
                              ])
                            }
                          />
                          <RowButton
                            icon="trash"
                            label={texts.away(at + 1)}
                            onClick={() => setRows((before) => before.filter((one) => one.key !== key))}
                          />
                        </td>
                      ) : null}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          ) : (
            <p className="muted">{texts.noPhases}</p>
          )}
        </div>
        {enhanced && rows.length < mostRows ? (
          <p className="actions phase-table__add">
            <Button size="small" onClick={add}>
              <OfficeIcon name="plus" /> {texts.add}
            </Button>
          </p>
        ) : null}
        <div role="status">
          {warnings.map((warning) => (
            <p className="form-warning" key={warning}>
              <Icon name="info" /> {warning}
            </p>
          ))}
        </div>
        <p className="field__hint">{texts.hint}</p>
        {sentence ? <p className="field__hint">{sentence}</p> : null}
      </Section>
    </Card>
  );
}

type Row = { key: number; values: PhaseValues };
function row(rows: readonly Row[], at: number): Row {
  return rows[at] as Row;
}

function PhaseCells({ no, values, errors }: { no: number; values: PhaseValues; errors: Errors }) {
  const field = (part: "name" | "price" | "until" | "tickets") => ({
    name: `phase_${no}_${part}`,
    defaultValue: values[part],
    error: errors[`phase_${no}_${part}`],
  });
  return (
    <>
      <th scope="row" className="card-title">
        <input type="hidden" name={`phase_${no}_id`} value={values.id} />
        <CellInput label={texts.labels.name(no)} {...field("name")} />
      </th>
      <td data-label={texts.lei} className="card-labelled">
        <CellInput
          label={texts.labels.price(no)}
          inputMode="numeric"
          className="input--number"
          {...field("price")}
        />
      </td>
      <td data-label={texts.untilDate} className="card-labelled">
        <CellInput label={texts.labels.until(no)} type="datetime-local" {...field("until")} />
      </td>
      <td data-label={texts.orTickets} className="card-labelled">
        <CellInput
          label={texts.labels.tickets(no)}
          inputMode="numeric"
          className="input--number"
          placeholder="–"
          {...field("tickets")}
        />
      </td>
    </>
  );
}

/** "184 din 200" for a saved phase, and whether it is on sale. */
function PhaseState({ view }: { view: SavedPhaseView | undefined }) {
  if (!view)
    return (
      <>
        <td />
        <td />
      </>
    );
  const { sold, held, tickets, state } = view;
  const share = (n: number) => `${(n / Math.max(1, tickets ?? 1)) * 100}%`;
  return (
    <>
      <td data-label={texts.sold} className="card-labelled">
        {tickets === null ? null : (
          <span className="meter" aria-hidden="true" style={{ "--sold": share(sold), "--held": share(held) }}>
            <b />
            <i />
          </span>
        )}
        <span className="figures">
          <b>{sold}</b> {tickets === null ? null : texts.of(tickets)}
        </span>
        {held > 0 ? <small className="muted">{texts.held(held)}</small> : null}
      </td>
      <td className="card-line">
        <Status
          sign={state === "on_sale" ? "fine" : state === "over" ? "over" : "none"}
          tone={state === "on_sale" ? "ok" : "mute"}
          label={texts.states[state]}
        />
      </td>
    </>
  );
}
