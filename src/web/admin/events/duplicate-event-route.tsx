import { data, Form } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { addDays } from "#kernel/time.ts";
import { agreePrice } from "#ticketing/events/agree-price.server.ts";
import { duplicateEvent } from "#ticketing/events/duplicate-event.server.ts";
import { copyForm } from "#ticketing/events/duplicate-event-form.ts";
import { type CopySource, findCopySource } from "#ticketing/events/office-event-queries.server.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { foundOr404, idOf, redirectWithMessage } from "../posted-form.server.ts";
import { readSentForm } from "../sent-form.server.ts";
import { ActLink, Submit } from "../ui/act-buttons.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { fieldsIn } from "../ui/form-field.tsx";
import { FieldRow } from "../ui/form-page.tsx";
import { withWords } from "../ui/form-words.ts";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import type { Route } from "./+types/duplicate-event-route.ts";
import { eventTexts, nightWords, duplicateTexts as texts } from "./event-texts.ts";

const copy = withWords(copyForm, {
  ...nightWords,
  parts: { label: texts.parts },
  types: { label: texts.types },
});

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = idOf(params);
  return { view: duplicateView(id, foundOr404(await readAs(context, (sql) => findCopySource(sql, id)))) };
}

export async function action(args: Route.ActionArgs) {
  const { context, request, params } = args;
  const { site, actor } = officeOf(context);
  const typed = await request.clone().formData();
  const id = idOf(params);
  const { read, again, wrong } = await readSentForm(request, copy);
  if (!read.ok) return wrong();
  // that a code goes to another night is a change of the code
  const confirmation =
    read.value.parts.includes("codes") &&
    (await passwordAgain(args, "edit-voucher", typed, texts.copyingCodes));
  if (confirmation && !confirmation.ok)
    return again(confirmation.refusal.data, confirmation.refusal.init?.status ?? 403);
  const copied = await attempt(site, () => duplicateEvent(site, { actor, id, form: read.value }));
  if (!copied.ok) {
    const { refusal } = copied;
    switch (refusal.reason) {
      case "missing":
        throw data(null, { status: 404 });
      case "not_allowed":
        return again({ notice: rowSecurityTexts.events }, 403);
      case "failed":
        return again({ notice: texts.failed }, 500);
      case "other_type":
        return again({ notice: texts.otherType }, 409);
      case "older_build_runs":
        return again({ notice: texts.olderBuild }, 409);
      case "type_before_night":
        return again({ errors: { time: eventTexts.typeBeforeNight(refusal) } }, 422);
      case "sold_pass":
        return again({ notice: texts.soldPass(refusal.type) }, 409);
    }
  }
  // a type whose price failed cannot be bought; its own form says so
  for (const type of copied.value.types) await agreePrice(site, { actor, id: type, how: "make" });
  return redirectWithMessage(site, `/admin/events/${copied.value.id}`, "success", texts.done);
}

function duplicateView(id: string, source: CopySource) {
  return {
    id,
    name: source.name,
    title: source.title,
    values: {
      // visitors read the title, so the copy must not keep another night's title
      title: "",
      name: texts.copyOf(source.name),
      date: addDays(source.date, 7),
      time: source.time ?? "",
      parts: ["artists", "picture", "codes"].filter((part) => part !== "codes" || source.codes.length > 0),
      types: source.types.filter((type) => !type.isShared).map((type) => type.id),
    },
    artists: source.artists.join(", ") || texts.noArtists,
    picture: source.imageUrl ? pictureTexts.positions[source.imagePosition] : texts.noPicture,
    codes: source.codes.length > 0 ? texts.codesHint(source.codes.join(", ")) : texts.noCodes,
    kept: texts.kept(source.location, counted(source.capacity, "place")),
    types: source.types.map((type) => ({
      id: type.id,
      type: type.type,
      price: formatLei(type.price),
      capacity: type.capacity,
      sale: saleOf(type),
      canBeChosen: !type.isSold,
    })),
  };
}

function saleOf(type: CopySource["types"][number]): string {
  if (type.isSold) return texts.sold;
  if (type.isShared) return texts.shared;
  return type.saleStartsAt || type.saleEndsAt ? texts.moved : texts.always;
}

type CopyTypeView = DuplicateView["types"][number];

type DuplicateView = Route.ComponentProps["loaderData"]["view"];

/** The name and date of a night's copy, and what is copied with it. */
export default function DuplicateEvent({ loaderData: { view }, actionData: answer }: Route.ComponentProps) {
  const values = answer?.values ?? view.values;
  const errors = answer?.errors ?? {};
  const field = fieldsIn(copy, values, errors);
  const closeTo = `/admin/events/${view.id}`;
  return (
    <>
      <AddressDialog
        shape="wide"
        title={texts.title(view.name)}
        sub={texts.sub}
        closeTo={closeTo}
        actions={
          <>
            <ActLink to={closeTo} preventScrollReset label={officeTexts.cancel} />
            <Submit look="sun" form="duplicate" icon="copy" label={texts.copy} />
          </>
        }
      >
        <Form method="post" id="duplicate" className="duplicate">
          {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
          <FieldRow>
            {field("title", { span: 6, hint: texts.titleHint(view.title) })}
            {field("name", { span: 6 })}
            {field("date", { span: 4, hint: texts.dateHint })}
            {field("time", { span: 3 })}
          </FieldRow>
          <fieldset className="duplicate__parts">
            <legend>{texts.parts}</legend>
            <Part name="artists" label={texts.artists} note={view.artists} values={values} />
            <Part name="picture" label={texts.picture} note={view.picture} values={values} />
            <Part name="codes" label={texts.codes} note={view.codes} values={values} />
            <p className="muted">{view.kept}</p>
          </fieldset>
          <h3>{texts.types}</h3>
          <OfficeTable
            label={texts.types}
            columns={typeColumns(values.types)}
            rows={view.types}
            none={<p className="muted">{texts.noTypes}</p>}
          />
          {errors.types ? <p className="field__error">{errors.types}</p> : null}
          <Notice kind="info">{texts.note}</Notice>
        </Form>
      </AddressDialog>
      {answer?.reentry ? <ReentryDialog view={answer.reentry} /> : null}
    </>
  );
}

type PartProps = { name: string; label: string; note: string; values: typeof copy.empty };

function Part({ name, label, note, values }: PartProps) {
  return (
    <label className="duplicate__part">
      <input type="checkbox" name="parts" value={name} defaultChecked={values.parts.includes(name)} />
      <span>
        {label}
        <small>{note}</small>
      </span>
    </label>
  );
}

function typeColumns(chosen: readonly string[]): Column<CopyTypeView>[] {
  return columnsOf(texts.columns, {
    type: {
      card: "title",
      cell: (row) => (
        <label className="duplicate__type">
          <input
            type="checkbox"
            name="types"
            value={row.id}
            disabled={!row.canBeChosen}
            defaultChecked={row.canBeChosen && chosen.includes(row.id)}
          />
          {row.type}
        </label>
      ),
    },
    price: { align: "right", card: "corner" },
    capacity: { align: "right", card: "labelled" },
    sale: { card: "end" },
  });
}
