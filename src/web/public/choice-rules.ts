import type { HoldView } from "#web/request/hold-view.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import type { SalePanel, TicketPanelView } from "./ticket-panel-view.ts";
import type { Choice } from "./use-choice.ts";

/** Whether exactly the open order is chosen, with the code that is applied now. */
export function isHold(
  { lines, priced }: Choice,
  hold: HoldView,
  { code }: Pick<SalePanel, "code">,
): boolean {
  const isUsed = !priced.discount || code?.kind !== "usable" || code.voucher.id in hold.uses;
  return (
    isUsed &&
    lines.length === hold.lines.length &&
    hold.lines.every((held) =>
      lines.some((line) => line.ticketTypeId === held.ticketTypeId && line.quantity === held.quantity),
    )
  );
}

/** The open order where it stands beside the panel: what it holds cannot be chosen there now, and can still be paid. */
export function heldApart(hold: HoldView | null, panel: TicketPanelView): HoldView | null {
  if (hold === null || hold.secondsLeft === 0) return null;
  if (panel.kind !== "sale") return hold;
  const isThere = hold.lines.every(({ ticketTypeId, quantity }) =>
    panel.types.some(({ id, most, configured }) => id === ticketTypeId && most >= quantity && configured),
  );
  return isThere ? null : hold;
}

/** Why these tickets cannot be in one order. */
export function faultOf({ lines, tickets, people }: Choice, mostPeople: number): string | null {
  if (lines.length > 0 && tickets === 0) return saleTexts.ticketNeeded;
  if (lines.length > 1 && lines.some(({ type }) => type.alone)) return saleTexts.soldAlone;
  return people > mostPeople ? saleTexts.tooManyPeople(mostPeople) : null;
}
