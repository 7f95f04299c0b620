import { data } from "react-router";
import { deleteEvent } from "#ticketing/events/delete-event.server.ts";
import { findNightForDialog } from "#ticketing/events/office-event-queries.server.ts";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { foundOr404, idOf, noFields, postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { DeleteDialog } from "../ui/delete-dialog.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import type { Route } from "./+types/delete-event-route.ts";
import { eventTexts } from "./event-texts.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = idOf(params);
  return { id, ...foundOr404(await readAs(context, (sql) => findNightForDialog(sql, id))) };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const id = idOf(params);
  await postedForm(request, noFields);
  const deleted = await attempt(site, () => deleteEvent(site, { actor, id }));
  if (deleted.ok) {
    return redirectWithMessage(site, "/admin/events", "success", eventTexts.deleted);
  }
  if (deleted.refusal.reason === "missing") throw data(null, { status: 404 });
  const text = deleted.refusal.reason === "not_allowed" ? rowSecurityTexts.events : eventTexts.deleteFailed;
  return redirectWithMessage(site, `/admin/events/${id}`, "error", text);
}

export default function DeleteEvent({ loaderData: { id, name, wasOrdered, state } }: Route.ComponentProps) {
  return (
    <DeleteDialog
      question={wasOrdered ? eventTexts.cannotDelete(name) : eventTexts.confirmDelete}
      closeTo={`/admin/events/${id}`}
      act={wasOrdered ? null : eventTexts.remove}
    >
      {wasOrdered ? eventTexts.deleteOrdered(state) : officeTexts.neverSold(name)}
    </DeleteDialog>
  );
}
