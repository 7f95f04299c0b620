import { Link } from "react-router";
import { findNightForDialog } from "#ticketing/events/office-event-queries.server.ts";
import { showEvents } from "#ticketing/events/show-events.server.ts";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { foundOr404, idOf, noFields, postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { useMayOpen } from "../shown-rights.ts";
import { DeleteDialog } from "../ui/delete-dialog.tsx";
import type { Route } from "./+types/take-off-sale-route.ts";
import { eventTexts } from "./event-texts.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = idOf(params);
  const { name } = foundOr404(await readAs(context, (sql) => findNightForDialog(sql, id)));
  return { id, name };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const id = idOf(params);
  await postedForm(request, noFields);
  const showRequest = {
    actor,
    ids: [id],
    as: "unavailable",
    sale: "to_end",
  } as const;
  const outcome = await attempt(site, () => showEvents(site, showRequest));
  if (outcome.ok) return redirectWithMessage(site, `/admin/events/${id}`, "success", eventTexts.unavailable);
  const text = outcome.refusal.reason === "failed" ? eventTexts.availabilityFailed : rowSecurityTexts.events;
  return redirectWithMessage(site, `/admin/events/${id}`, "error", text);
}

/** The question before a selling night is made unavailable. It also offers a stop, which has a reason and an end. */
export default function TakeOffSale({ loaderData: { id, name } }: Route.ComponentProps) {
  const mayStop = useMayOpen()("/admin/status/stops/start");
  const texts = eventTexts.takeOff;
  return (
    <DeleteDialog
      question={texts.question(name)}
      closeTo={`/admin/events/${id}`}
      act={texts.act}
      icon="eyeOff"
    >
      {texts.sells}{" "}
      {mayStop ? (
        <Link to={`/admin/status/stops/start?kind=sale&event=${id}`}>{texts.stopInstead}</Link>
      ) : null}
    </DeleteDialog>
  );
}
