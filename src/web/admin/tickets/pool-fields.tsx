import { useState } from "react";
import type { PoolValues } from "#ticketing/events/pool-form.ts";
import { Select } from "#web/ui/select.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { Optional, Required } from "../ui/field-label.tsx";
import { FieldRow } from "../ui/form-page.tsx";
import { shownField } from "../ui/shown-field.ts";
import { type Stock, StockMeter } from "../ui/stock-meter.tsx";
import { ticketTexts, ticketWords } from "./ticket-texts.ts";

const texts = ticketTexts.pool;

type PoolFieldsProps = {
  typed: PoolValues;
  pools: readonly { id: string; label: string; capacity: number }[];
  /** The pool of the saved type. */
  saved: { id: string; name: string; stock: Stock } | null;
  errors: Partial<Record<keyof PoolValues, string>>;
};

/**
 * The people that a type shares with other types of its night. JavaScript shows only the fields of the chosen option.
 */
export function PoolFields({ typed: values, pools, saved, errors }: PoolFieldsProps) {
  const enhanced = useEnhanced();
  const [chosen, setChosen] = useState(values.pool);
  const asksName = !enhanced || chosen === "new";
  const asksCapacity = !enhanced || chosen !== "";
  // a new pool must have a name and places; a known one may keep its places
  const Mark = enhanced && chosen === "new" ? Required : Optional;
  const known = pools.find(({ id }) => id === chosen);
  return (
    <>
      <FieldRow spans={[12, 6, 6]}>
        <Select
          label={ticketWords.pool.label}
          {...shownField("pool", values, errors)}
          hint={texts.hint}
          onChange={(change) => setChosen(change.currentTarget.value)}
        >
          <option value="">{texts.none}</option>
          {pools.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
          <option value="new">{texts.new}</option>
        </Select>
        {asksName ? (
          <TextInput
            label={<Mark>{ticketWords.pool_name.label}</Mark>}
            {...shownField("pool_name", values, errors)}
          />
        ) : null}
        {asksCapacity ? (
          <TextInput
            label={<Mark>{ticketWords.pool_capacity.label}</Mark>}
            {...shownField("pool_capacity", values, errors)}
            inputMode="numeric"
            placeholder={known ? String(known.capacity) : undefined}
            hint={chosen === "new" ? undefined : ticketWords.pool_capacity.hint}
          />
        ) : null}
      </FieldRow>
      {saved ? (
        <>
          <h3 className="pool-stock">{texts.stock(saved.name)}</h3>
          <StockMeter stock={saved.stock} source={`/admin/stock/${saved.id}`} />
        </>
      ) : null}
    </>
  );
}
