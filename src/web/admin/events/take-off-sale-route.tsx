import { data, Form, Link } from "react-router";
import { findNightInShort } from "#ticketing/events/office-event-queries.server.ts";
import { showEvents } from "#ticketing/events/show-events.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { administratorContext, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { idOf, postedForm, said } from "../posted-form.server.ts";
import { useMayOpen } from "../shown-rights.ts";
import { ActLink, Submit } from "../ui/act-buttons.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import type { Route } from "./+types/take-off-sale-route.ts";
import { eventTexts } from "./event-texts.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = idOf(params);
  const night = await readAs(context, (sql) => findNightInShort(sql, id));
  if (!night) throw data(null, { status: 404 });
  return { id, name: night.name };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const id = idOf(params);
  await postedForm(request, { one: [] });
  const sent = {
    actor: context.get(administratorContext),
    ids: [id],
    as: "unavailable",
    sale: "to_end",
  } as const;
  const taken = await attempt(site, () => showEvents(site, sent));
  if (taken.ok) return said(site, `/admin/events/${id}`, "success", eventTexts.unavailable);
  const text = taken.refusal.reason === "failed" ? eventTexts.availabilityFailed : rowSecurityTexts.events;
  return said(site, `/admin/events/${id}`, "error", text);
}

/** The question before a night that sells is made unavailable; a stop says why, and until when. */
export default function TakeOffSale({ loaderData: { id, name } }: Route.ComponentProps) {
  const mayStop = useMayOpen()("/admin/status/stops/start");
  const texts = eventTexts.takeOff;
  const closeTo = `/admin/events/${id}`;
  return (
    <AddressDialog
      shape="dialog"
      title={texts.question(name)}
      closeTo={closeTo}
      actions={
        <>
          <Link className={buttonClass()} to={closeTo} preventScrollReset>
            {officeTexts.cancel}
          </Link>
          {mayStop ? (
            <ActLink
              to={`/admin/status/stops/start?kind=sale&event=${id}`}
              icon="clock"
              label={texts.stopInstead}
            />
          ) : null}
          <Form method="post">
            <Submit look="risk-full" icon="eyeOff" label={texts.act} />
          </Form>
        </>
      }
    >
      <p>{texts.sells}</p>
    </AddressDialog>
  );
}
