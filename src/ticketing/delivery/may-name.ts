import { isUnused } from "./may-split.ts";
import type { SeenTicket } from "./ticket-queries.server.ts";

/** What `renameHolder` asks a customer for, as far as a screen knows it, of one of several people's tickets. */
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
