import { data } from "react-router";
import { findType } from "#ticketing/events/office-type-queries.server.ts";
import { removeTicketType } from "#ticketing/events/remove-ticket-type.server.ts";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { foundOr404, idOf, noFields, postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { DeleteDialog } from "../ui/delete-dialog.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import type { Route } from "./+types/delete-ticket-route.ts";
import { baseOf, textsOf, ticketKindOf } from "./ticket-kind.ts";
import { ticketTexts } from "./ticket-texts.ts";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const id = idOf(params);
  const type = foundOr404(await readAs(context, (sql) => findType(sql, id)));
  const kind = ticketKindOf(new URL(request.url).pathname);
  return { id, kind, name: type.type, wasOrdered: type.wasOrdered };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const id = idOf(params);
  const kind = ticketKindOf(new URL(request.url).pathname);
  await postedForm(request, noFields);
  const removed = await attempt(site, () => removeTicketType(site, { actor, id }));
  if (removed.ok) {
    const { priceId, how } = removed.value;
    const archived = priceId && (await site.cards.archivePrice(priceId));
    if (archived && archived.kind !== "archived")
      site.log.warn({ priceId, answer: archived.kind }, "a price stayed in use at the card provider");
    const { deleted } = textsOf(kind);
    return redirectWithMessage(
      site,
      baseOf[kind],
      "success",
      how === "archived" ? ticketTexts.archived(deleted) : deleted,
    );
  }
  if (removed.refusal.reason === "missing") throw data(null, { status: 404 });
  const text =
    removed.refusal.reason === "failed"
      ? textsOf(kind).deleteFailed
      : rowSecurityTexts[kind === "special" ? "general" : "tickets"];
  return redirectWithMessage(site, `${baseOf[kind]}/${id}`, "error", text);
}

export default function DeleteTicket({ loaderData: { id, kind, name, wasOrdered } }: Route.ComponentProps) {
  return (
    <DeleteDialog
      question={wasOrdered ? ticketTexts.confirmArchive(name) : textsOf(kind).confirmDelete}
      closeTo={`${baseOf[kind]}/${id}`}
      act={wasOrdered ? ticketTexts.archive : ticketTexts.remove}
    >
      {wasOrdered ? ticketTexts.keptText : officeTexts.neverSold(name)}
    </DeleteDialog>
  );
}
