import { data, Form } from "react-router";
import { counted } from "#kernel/romanian.ts";
import { dayOf, wallTimeOf } from "#kernel/time.ts";
import { announceOpening } from "#ticketing/events/announce-opening.server.ts";
import { findNightForDialog, findOpening } from "#ticketing/events/office-event-queries.server.ts";
import { openingForm, openingOfFields } from "#ticketing/events/opening-form.ts";
import { withdrawOpening } from "#ticketing/events/withdraw-opening.server.ts";
import { durations } from "#ticketing/limits.ts";
import { admissionPace } from "#ticketing/orders/waiting/room-pace.ts";
import { siteContext } from "#web/request/request-context.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { foundOr404, idOf, redirectWithMessage } from "../posted-form.server.ts";
import { readSentForm } from "../sent-form.server.ts";
import { ActLink, Submit } from "../ui/act-buttons.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { FieldRow } from "../ui/form-page.tsx";
import { withWords } from "../ui/form-words.ts";
import { officeTexts } from "../ui/office-texts.ts";
import { shownField } from "../ui/shown-field.ts";
import type { Route } from "./+types/opening-route.ts";
import { eventTexts, openingTexts as texts } from "./event-texts.ts";
import { proposedMoment } from "./publishing-view.ts";

const opening = withWords(openingForm, {
  day: { label: texts.day },
  time: { label: texts.time },
  room: { label: texts.roomField },
});

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const id = idOf(params);
  return readAs(context, async (sql) => {
    const night = foundOr404(await findNightForDialog(sql, id));
    const storedOpening = await findOpening(sql, id);
    const values: typeof opening.empty = storedOpening
      ? {
          day: dayOf(new Date(storedOpening.opensAt)),
          time: wallTimeOf(new Date(storedOpening.opensAt)),
          room: storedOpening.roomOpensAt
            ? String((Date.parse(storedOpening.opensAt) - Date.parse(storedOpening.roomOpensAt)) / 60_000)
            : "",
        }
      : { ...proposedMoment(site.now(), night.doorsAt), room: "" };
    const pace = admissionPace(site.settings.providerRate);
    const sells = night.state === "on_sale" || night.state === "few_left";
    const state = storedOpening ? ("announced" as const) : sells ? ("selling" as const) : ("none" as const);
    return { id, name: night.name, values, pace, state };
  });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const eventId = idOf(params);
  const { read, posted, again, wrong } = await readSentForm(request, opening, ["intent"]);
  const isWithdrawn = posted.text("intent") === "withdraw";
  if (!isWithdrawn && !read.ok) return wrong();
  const changed = await attempt(site, () =>
    read.ok && !isWithdrawn
      ? announceOpening(site, { actor, eventId, form: openingOfFields(read.value) })
      : withdrawOpening(site, { actor, eventId }),
  );
  if (changed.ok) {
    return redirectWithMessage(
      site,
      `/admin/events/${eventId}`,
      "success",
      isWithdrawn ? texts.withdrawn : texts.saved,
    );
  }
  switch (changed.refusal.reason) {
    case "missing":
      throw data(null, { status: 404 });
    case "in_the_past":
      return again({ errors: opening.sentences({ day: "in_the_past" }) }, 422);
    case "after_end":
      return again({ errors: { day: eventTexts.afterEnd({ what: "opening" }) } }, 422);
    case "has_begun":
    case "night_has_begun":
    case "cancelled":
      return again({ notice: texts.refused[changed.refusal.reason] }, 409);
    case "not_allowed":
      return again({ notice: rowSecurityTexts.events }, 403);
    case "failed":
      return again({ notice: texts.failed }, 503);
  }
}

/** The announced hour of the sale and its waiting room, with the time of each step. */
export default function OpeningOfSale({
  loaderData: { id, name, values: storedValues, pace, state },
  actionData: answer,
}: Route.ComponentProps) {
  const values = answer?.values ?? storedValues;
  const errors = answer?.errors ?? {};
  const closeTo = `/admin/events/${id}`;
  return (
    <AddressDialog shape="dialog" title={texts.question(name)} sub={texts.sub} closeTo={closeTo}>
      <Form method="post" className="form" preventScrollReset>
        {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
        {state === "selling" ? <Notice kind="info">{texts.stopsSale}</Notice> : null}
        <FieldRow spans={[6, 6, 12]}>
          <TextInput label={texts.day} {...shownField("day", values, errors)} type="date" required />
          <TextInput label={texts.time} {...shownField("time", values, errors)} type="time" required />
          <Select label={texts.roomField} {...shownField("room", values, errors)} hint={texts.roomHint}>
            <option value="">{texts.roomOff}</option>
            {durations.roomMinutesOffered.map((minutes) => (
              <option key={minutes} value={minutes}>
                {texts.roomOpens(minutes)}
              </option>
            ))}
          </Select>
        </FieldRow>
        <p className="muted">{texts.draw(counted(Math.max(1, Math.round(pace)), "human"))}</p>
        <div className="actions">
          <ActLink to={closeTo} preventScrollReset label={officeTexts.cancel} />
          {state === "announced" ? (
            <Submit look="risk" name="intent" value="withdraw" formNoValidate label={texts.withdraw} />
          ) : null}
          <Submit look="sun" name="intent" value="announce" label={texts.save} />
        </div>
      </Form>
    </AddressDialog>
  );
}
