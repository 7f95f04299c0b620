import { useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { takenOf } from "#ticketing/orders/checkout/guest-share.ts";
import { countTickets, type TicketCount } from "#ticketing/orders/ticket-count-texts.ts";
import { areSameLines, type ChosenLine, type HoldView } from "#web/request/hold-view.ts";
import { priceChoice } from "#web/request/priced-choice.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { useEarlyChoice } from "#web/ui/use-early-choice.ts";
import type { TicketTypeView } from "./event-views.ts";
import type { TicketPanelView } from "./ticket-panel-view.ts";

type Quantities = Readonly<Record<string, number>>;

/** The present choice on a night's page. */
export type Choice = ReturnType<typeof useChoice>;

/**
 * Starts with the choice of the address or of a refused form, else with the open order. Each change is kept in the
 * history entry, so that it returns when a person comes back.
 */
export function useChoice(panel: TicketPanelView, hold: HoldView | null) {
  const sale = panel.kind === "sale" ? panel : null;
  const { state } = useLocation();
  const chosen = sale?.chosen.length ? sale.chosen : (hold?.lines ?? []);
  const [chosenQuantities, setWanted] = useState(() => quantitiesOf(chosen));
  const form = useEarlyChoice((sent) => setWanted(state?.chosen ?? quantitiesIn(sent)));
  const types = sale?.types ?? [];
  const quantities: Quantities = Object.fromEntries(
    types.map((type) => [type.id, Math.min(chosenQuantities[type.id] ?? 0, type.most)]),
  );
  const lines = types
    .map((type) => ({ type, ticketTypeId: type.id, quantity: quantities[type.id] ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
  const taken = takenOf(lines.map(({ type, quantity }) => ({ entries: type.entries, quantity })));
  return {
    quantities,
    lines,
    /** Without add-ons. */
    tickets: taken.tickets,
    people: taken.people,
    ofAddOn: taken.ofAddOn,
    priced: priceChoice(lines, sale?.code?.kind === "usable" ? sale.code : null),
    /** The button was pressed and the answer is not there yet. */
    busy: isPurchase(useNavigation().formData),
    choose(ticketTypeId: string, quantity: number) {
      const chosen = { ...quantities, [ticketTypeId]: quantity };
      setWanted(chosen);
      // the router keeps its own data beside `usr`
      history.replaceState({ ...history.state, usr: { chosen } }, "");
    },
    form,
  };
}

export function chosenCount({ lines }: { lines: (ChosenLine & { type: TicketTypeView })[] }): TicketCount {
  return countTickets(
    lines,
    ({ type }) => type.entries === 0,
    ({ quantity }) => quantity,
  );
}

function quantitiesOf(lines: readonly ChosenLine[]): Quantities {
  return Object.fromEntries(lines.map((line) => [line.ticketTypeId, line.quantity]));
}

function quantitiesIn(form: FormData): Quantities {
  const quantities = form.getAll("quantity");
  return Object.fromEntries(form.getAll("ticket_id").map((id, at) => [id, Number(quantities[at])]));
}

/** Of the button that goes on with the open order, and of the field that says which order the page showed. */
export const heldIntent = "continue";
export const heldField = "held";

/** Whether this form was sent by a button that buys: it sends its intent or its total. */
function isPurchase(sent: FormData | undefined): boolean {
  return ["buy", heldIntent].includes(String(sent?.get("intent"))) || sent?.has("total") === true;
}

/** Whether the hold has run out and its tickets, all still on sale, are chosen again. */
export function isChosenAgain({ lines }: Pick<Choice, "lines">, hold: HoldView | null): boolean {
  return hold?.secondsLeft === 0 && areSameLines(lines, hold.lines);
}

/** Returns an open order that this panel cannot show as a choice, such as one off sale; it can still be paid. */
export function holdOutsidePanel(hold: HoldView | null, panel: TicketPanelView): HoldView | null {
  if (hold === null || hold.secondsLeft === 0) return null;
  if (panel.kind !== "sale") return hold;
  const canBeShown = hold.lines.every(({ ticketTypeId, quantity }) =>
    panel.types.some(({ id, most, configured }) => id === ticketTypeId && most >= quantity && configured),
  );
  return canBeShown ? null : hold;
}

/** Returns why these tickets cannot be in one order; null when they can. */
export function faultOf({ lines, tickets, people }: Choice, mostPeople: number): string | null {
  if (lines.length > 0 && tickets === 0) return saleTexts.ticketNeeded;
  if (lines.length > 1 && lines.some(({ type }) => type.isSoldAlone)) return saleTexts.soldAlone;
  return people > mostPeople ? saleTexts.tooManyPeople(mostPeople) : null;
}
