import { useState } from "react";
import type { ShownCounter } from "#ticketing/events/office-event-queries.server.ts";
import { TextInput } from "#web/ui/text-input.tsx";
import { leastCapacityText } from "../field-texts.ts";
import { Required } from "../ui/field-label.tsx";
import { FieldCell, FieldRow } from "../ui/form-page.tsx";
import { StockMeter } from "../ui/stock-meter.tsx";
import { ticketLabels } from "./ticket-sentences.ts";
import { ticketTexts } from "./ticket-texts.ts";

type StockFieldsProps = {
  /** Null for a type that is not saved yet; then all its stock is left. */
  saved: { id: string; stock: ShownCounter } | null;
  /** The values when the page was opened, so that the server sees which of the two was changed. */
  openedStock: { capacity: string; left: string };
  typed: { capacity: string; left: string };
  errors: { capacity?: string | undefined; quantity_available?: string | undefined };
};

const isCount = (text: string) => /^\d{1,9}$/.test(text.trim());

/** The capacity of a type and what is left of it. With JavaScript one field changes the other. */
export function StockFields({ saved, openedStock, typed, errors }: StockFieldsProps) {
  const [capacity, setCapacity] = useState(typed.capacity);
  const [left, setLeft] = useState(typed.left);

  const taken = saved ? saved.stock.sold + saved.stock.held + saved.stock.given + saved.stock.atDoor : 0;
  const quantity = (
    <TextInput
      label={<Required>{ticketLabels.quantity_available}</Required>}
      name="quantity_available"
      inputMode="numeric"
      required
      value={left}
      onChange={(change) => {
        const { value } = change.currentTarget;
        setLeft(value);
        if (saved && isCount(value)) setCapacity(String(Number(value) + taken));
      }}
      hint={saved ? ticketTexts.leftHint : undefined}
      error={errors.quantity_available}
    />
  );
  if (!saved)
    return (
      <FieldRow>
        <FieldCell span={6}>{quantity}</FieldCell>
      </FieldRow>
    );
  return (
    <>
      <StockMeter stock={saved.stock} source={`/admin/stock/${saved.id}`} />
      <input type="hidden" name="seen_capacity" value={openedStock.capacity} />
      <input type="hidden" name="seen_left" value={openedStock.left} />
      <FieldRow>
        <FieldCell span={6}>
          <TextInput
            label={<Required>{ticketLabels.capacity}</Required>}
            name="capacity"
            inputMode="numeric"
            required
            value={capacity}
            onChange={(change) => {
              const { value } = change.currentTarget;
              setCapacity(value);
              if (isCount(value) && Number(value) >= taken) setLeft(String(Number(value) - taken));
            }}
            hint={leastCapacityText(saved.stock, 0)}
            error={errors.capacity}
          />
        </FieldCell>
        <FieldCell span={6}>{quantity}</FieldCell>
      </FieldRow>
    </>
  );
}
