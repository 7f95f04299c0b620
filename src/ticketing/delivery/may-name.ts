import { isUnused } from "./may-split.ts";
import type { SeenTicket } from "./ticket-queries.server.ts";

/** Whether a customer may rename this ticket's holder: the rules of `renameHolder`, as far as a screen knows. */
export function mayName(ticket: SeenTicket): boolean {
  return (
    ticket.code !== null &&
    ticket.position !== null &&
    !ticket.isAddOn &&
    ticket.entriesTotal === 1 &&
    !ticket.isOver &&
    isUnused([ticket])
  );
}
