import { data } from "react-router";
import type { Actor } from "#platform/database/database-roles.ts";
import { renameHolder } from "#ticketing/orders/rename-holder.server.ts";
import type { NamingAnswer } from "#web/ui/name-ticket.tsx";
import { seeOther } from "./responses.server.ts";
import { shownTicketTexts as texts } from "./shown-ticket-texts.ts";
import type { SiteServices } from "./site-services.ts";

const mostTyped = 500;

/** Answers the form that names a ticket's holder: redirects to `path`, or shows the page again with what was typed. */
export async function nameTicket(site: SiteServices, actor: Actor, form: FormData, path: string) {
  const text = (field: string) => {
    const value = form.get(field);
    return typeof value === "string" ? value.slice(0, mostTyped) : "";
  };
  const typed = { purchaseId: text("purchase_id"), name: text("holder_name") };
  const renamed = await renameHolder(site, { actor, ...typed });
  if (renamed.ok)
    return seeOther(path, { origin: site.origin, flash: { kind: "success", text: texts.named } });
  const error = typed.name.trim() === "" ? texts.nameMissing : texts.namingRefused[renamed.refusal.reason];
  return data<NamingAnswer>({ naming: { ...typed, error } }, { status: 422 });
}
