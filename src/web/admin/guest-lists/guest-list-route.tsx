import { data } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { formatLongDate, wallTimeOf } from "#kernel/time.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { addGuests, type Shortage } from "#ticketing/guest-lists/add-guests.server.ts";
import { correctGuest } from "#ticketing/guest-lists/correct-guest.server.ts";
import {
  correctionForm,
  guestForm,
  guestListForm,
  pastedForm,
} from "#ticketing/guest-lists/guest-list-form.ts";
import {
  findNightOfLists,
  type GuestEntries,
  type ListedGuest,
  type ListSummary,
  listGuestAddresses,
  listGuestEntries,
  listGuestLists,
  listGuests,
  listRemovedGuests,
  type NightOfLists,
  withListedNames,
} from "#ticketing/guest-lists/guest-list-queries.server.ts";
import { type GuestRows, needPasswordToAdd } from "#ticketing/guest-lists/guest-rows.ts";
import { removeGuest } from "#ticketing/guest-lists/remove-guest.server.ts";
import { restoreGuest } from "#ticketing/guest-lists/restore-guest.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { passwordAgain, type ReentryAnswer } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { reentryFields } from "#web/sign-in/password-again-view.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt, statusOfRefusal } from "../attempt.server.ts";
import { sentencesFor } from "../field-texts.ts";
import { historySteps } from "../history/history-view.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { backTo, idOf, postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { oneOf, wordsOf } from "../ui/address-query.ts";
import type { Route } from "./+types/guest-list-route.ts";
import {
  type GuestListAnswer,
  type GuestListCard,
  type GuestListView,
  type ListedGuestView,
  openedFields,
  type PastedRowsView,
} from "./guest-list-forms.tsx";
import { GuestListPage } from "./guest-list-page.tsx";
import { guestListTexts as texts } from "./guest-list-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.open) }];

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<GuestListView> {
  const id = idOf(params);
  const { searchParams: query } = new URL(request.url);
  const list = query.get("list");
  const search = {
    text: wordsOf(query, "q"),
    list: isUuid(list) ? list : null,
    at: oneOf(query.get("gate"), ["in", "out"], "all"),
  } as const;
  const { database } = context.get(siteContext);
  const came = await database.withDuty("settle", (sql) => listGuestEntries(sql, id));
  const [last] = came.map(({ lastAt }) => lastAt).toSorted((a, b) => b.getTime() - a.getTime());
  return database.readMoment(context.get(administratorContext), async (sql) => {
    const night = await findNightOfLists(sql, id);
    if (!night) throw data(null, { status: 404 });
    const lists = await listGuestLists(sql, id);
    const guests = await listGuests(sql, id, search);
    const removed = await listRemovedGuests(sql, id);
    const history = await listHistory(sql, "event", id, { limit: 20, begins: "guest" });
    const addresses = await listGuestAddresses(sql, id);
    const guestViews = guests.map((guest) => ({
      ...guestView(
        guest,
        came.find((one) => one.id === guest.id),
        query,
        night.state,
      ),
      email: addresses.get(guest.id) ?? null,
    }));
    const sum = (countOf: (list: ListSummary) => number) => lists.reduce((n, one) => n + countOf(one), 0);
    return {
      night: {
        id,
        name: night.name,
        capacity: night.capacity,
        isOpen: night.state === "open",
        isCancelled: night.state === "cancelled",
        when: [formatLongDate(night.date), night.time && `ora ${night.time}`].filter(Boolean).join(", "),
        taken: sum(({ quota, named }) => quota ?? named),
      },
      figures: {
        places: sum(({ named }) => named),
        names: sum(({ names }) => names),
        entered: sum(({ entered }) => entered),
        // nobody who is awaited came in by them, so the sums leave them out, as the door and the settlement do
        beyond: came.reduce((n, { beyond }) => n + beyond, 0),
        lastAt: last ? wallTimeOf(last) : null,
      },
      lists: lists.map(cardOf),
      guests: guestViews,
      removed: removed.map(({ listName, ...guest }) => ({ ...guest, list: listName })),
      history: historySteps(await withListedNames(sql, history)),
      edited: guestViews.find((guest) => guest.id === query.get("edit")) ?? null,
      here: addressWith(query, null),
      file: `?${new URLSearchParams({ event: id, ...(search.list ? { list: search.list } : {}) })}`,
      search,
    };
  });
}

function cardOf({ id, name, quota, named, entered }: ListSummary): GuestListCard {
  return {
    id,
    name,
    named,
    quota: quota === null ? "" : String(quota),
    note: quota === null ? texts.noLimit(entered) : texts.ofQuota(quota, entered, named >= quota),
    share: quota === null ? null : Math.round((named / quota) * 100),
  };
}

/** Returns the query of the same list with a name being corrected, or none. */
function addressWith(query: URLSearchParams, guest: string | null): string {
  const next = new URLSearchParams(query);
  next.delete("edit");
  if (guest !== null) next.set("edit", guest);
  return `?${next}`;
}

function guestView(
  { id, name, places, listName, note, ...guest }: ListedGuest,
  came: GuestEntries | undefined,
  query: URLSearchParams,
  state: NightOfLists["state"],
): Omit<ListedGuestView, "email"> {
  const entered = guest.entered + (came?.beyond ?? 0);
  const time = came ? wallTimeOf(came.lastAt) : "";
  return {
    id,
    name: name ?? texts.forgotten,
    places,
    list: listName,
    note: note ?? "",
    editTo: addressWith(query, id),
    gate:
      entered === 0
        ? { kind: "awaited", words: state === "open" ? texts.awaited : texts.notAwaited }
        : entered === places
          ? { kind: "inside", words: texts.enteredAt(places, time) }
          : { kind: "partly", words: texts.partly(entered, places, time) },
  };
}

type Refused = Exclude<GuestListAnswer, { form: "remove" }>;
type WithoutOpenedValues<Answer> = Answer extends unknown ? Omit<Answer, "was"> : never;

export async function action(args: Route.ActionArgs) {
  const { context, request, params } = args;
  const eventId = idOf(params);
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const sent = await request.clone().formData();
  const form = await postedForm(request, {
    one: [
      ...reentryFields,
      "intent",
      "list",
      "name",
      "quota",
      "places",
      "note",
      "email",
      "names",
      "asked",
      "guest",
      ...openedFields.map((name) => `was_${name}`),
    ],
  });
  /** Reads the values of the fields when the page was opened. */
  const openedForm = { ...form, text: (name: string) => form.text(`was_${name}`) };
  const [name = "", quota = "", places = "", note = ""] = openedFields.map(openedForm.text);
  const showAgain = (answer: WithoutOpenedValues<GuestListAnswer>, status: number) =>
    data({ ...answer, was: { name, quota, places, note } }, { status });
  /** Shows the typed values again below the question for the password. */
  const askPassword = (
    answer: WithoutOpenedValues<GuestListAnswer>,
    { data: { reentry }, init }: ReentryAnswer,
  ) => showAgain({ ...answer, reentry }, init?.status ?? 403);
  const flash = (text: string) =>
    redirectWithMessage(site, backTo(request, `/admin/events/${eventId}/guests`), "success", text);
  switch (form.text("intent")) {
    case "list": {
      const values = { ...guestListForm.typed(form), list: form.text("list") };
      const showErrors = (
        errors: Extract<Refused, { form: "list" }>["errors"],
        notice: string | null,
        status: number,
      ) => showAgain({ form: "list", values, errors, notice }, status);
      const read = guestListForm.read(values);
      if (!read.ok) return showErrors(sentencesFor(read.refusal), null, 422);
      const listId = values.list || null;
      const opened = guestListForm.read(guestListForm.typed(openedForm));
      const saved = await attempt(site, () =>
        saveGuestList(site, {
          actor,
          eventId,
          listId,
          form: read.value,
          opened: opened.ok ? opened.value : null,
        }),
      );
      if (saved.ok) return flash(texts.saved(read.value.name));
      const { refusal } = saved;
      if (refusal.reason === "name_taken") return showErrors({ name: texts.refused.name_taken }, null, 409);
      if (refusal.reason === "night_full")
        return showErrors({ quota: texts.nightFull(refusal.left) }, null, 409);
      if (refusal.reason === "below_named")
        return showErrors({ quota: texts.belowNamed(refusal.named) }, null, 409);
      return showErrors({}, noticeFor(refusal.reason), statusOfRefusal(refusal.reason));
    }
    case "add": {
      const values = guestForm.typed(form);
      const read = guestForm.read(values);
      if (!read.ok) {
        const errors = sentencesFor(read.refusal, ownSentences);
        return showAgain({ form: "add", values, errors, notice: null }, 422);
      }
      const { list: listId, ...guest } = read.value;
      const confirmation =
        needPasswordToAdd([guest]) && (await passwordAgain(args, "add-guests", sent, texts.adding([guest])));
      if (confirmation && !confirmation.ok)
        return askPassword({ form: "add", values, errors: {}, notice: null }, confirmation.refusal);
      const added = await attempt(site, () => addGuests(site, { actor, eventId, listId, guests: [guest] }));
      if (added.ok) return flash(texts.added(added.value.names, added.value.places, added.value.known));
      return showAgain(
        { form: "add", values, errors: {}, notice: addNotice(added.refusal) },
        statusOfRefusal(added.refusal.reason),
      );
    }
    case "paste": {
      const values = pastedForm.typed(form);
      const read = pastedForm.read(values);
      if (!read.ok) {
        const pasteSentences = { names: { too_big: texts.tooManyPeople, too_many: texts.tooManyLines } };
        return showAgain(
          {
            form: "paste",
            values,
            errors: sentencesFor(read.refusal, pasteSentences),
            notice: null,
            rows: null,
          },
          422,
        );
      }
      const { list: listId, names: rows } = read.value;
      const pastedRows = pasteView(rows);
      const showPaste = (errors: { names?: string }, notice: string | null, status: number) =>
        showAgain({ form: "paste", values, errors, notice, rows: pastedRows }, status);
      if (rows.wrong.length > 0) return showPaste({ names: texts.wrongRows(rows.wrong.length) }, null, 422);
      const request = { actor, eventId, listId, guests: rows.guests };
      if (pastedRows.asked !== form.text("asked")) {
        const trial = await attempt(site, () => addGuests(site, { ...request, isDryRun: true }));
        return showPaste({}, trial.ok ? null : addNotice(trial.refusal, rows), 422);
      }
      const confirmation =
        needPasswordToAdd(rows.guests) &&
        (await passwordAgain(args, "add-guests", sent, texts.adding(rows.guests)));
      if (confirmation && !confirmation.ok)
        return askPassword(
          { form: "paste", values, errors: {}, notice: null, rows: pastedRows },
          confirmation.refusal,
        );
      const added = await attempt(site, () => addGuests(site, request));
      if (added.ok) return flash(texts.added(added.value.names, added.value.places, added.value.known));
      return showPaste({}, addNotice(added.refusal, rows), statusOfRefusal(added.refusal.reason));
    }
    case "remove": {
      const removed = await attempt(site, () =>
        removeGuest(site, { actor, eventId, guestId: form.text("guest") }),
      );
      if (removed.ok) return flash(texts.removed);
      const { reason } = removed.refusal;
      return showAgain({ form: "remove", notice: noticeFor(reason) }, statusOfRefusal(reason));
    }
    case "restore": {
      const restored = await attempt(site, () =>
        restoreGuest(site, { actor, eventId, guestId: form.text("guest") }),
      );
      if (restored.ok) return flash(texts.restored(restored.value.name));
      return showAgain(
        { form: "remove", notice: addNotice(restored.refusal) },
        statusOfRefusal(restored.refusal.reason),
      );
    }
    case "correct": {
      const values = correctionForm.typed(form);
      const guest = form.text("guest");
      const showErrors = (
        errors: { places?: string; note?: string; email?: string },
        notice: string | null,
        status: number,
      ) => showAgain({ form: "correct", guest, values, errors, notice }, status);
      const read = correctionForm.read(values);
      if (!read.ok) return showErrors(sentencesFor(read.refusal, ownSentences), null, 422);
      const openedCorrection = correctionForm.read(correctionForm.typed(openedForm));
      const { email, ...correction } = read.value;
      const opened = openedCorrection.ok
        ? { places: openedCorrection.value.places, note: openedCorrection.value.note }
        : null;
      // unchanged places keep what is saved
      const places = correction.places === opened?.places ? 0 : correction.places;
      const confirmation =
        needPasswordToAdd([{ places, email }]) &&
        (await passwordAgain(args, "correct-guest", sent, texts.correcting(correction.places, email)));
      if (confirmation && !confirmation.ok)
        return askPassword(
          { form: "correct", guest, values, errors: {}, notice: null },
          confirmation.refusal,
        );
      const corrected = await attempt(site, () =>
        correctGuest(site, { actor, eventId, guestId: guest, form: correction, opened, email }),
      );
      if (corrected.ok) {
        const { pathname, searchParams } = new URL(request.url);
        return redirectWithMessage(
          site,
          pathname + addressWith(searchParams, null),
          "success",
          texts.correctedAnd[corrected.value],
        );
      }
      const { refusal } = corrected;
      if (refusal.reason === "below_entered")
        return showErrors({ places: texts.belowEntered(refusal.entered) }, null, 409);
      if (refusal.reason === "list_full" || refusal.reason === "night_full")
        return showErrors({ places: addNotice(refusal) }, null, 409);
      return showErrors({}, noticeFor(refusal.reason), statusOfRefusal(refusal.reason));
    }
    default:
      throw data(null, { status: 400 });
  }
}

/** The most rows of a paste that are named as wrong or unclear. */
const mostSaid = 100;

/**
 * Returns how a pasted list was understood, and its unclear rows. `asked` stands for all of these; it comes back with
 * the answer, so that a changed text is asked about again.
 */
function pasteView({ guests, wrong, doubts }: GuestRows): PastedRowsView {
  const unclear = [...wrong, ...doubts];
  const said = unclear.slice(0, mostSaid).map(({ line, text, what }) => texts.ofRow(line, text, what));
  const asked = doubts.map(({ text, what }) => `${what} ${text}`).join("; ");
  return {
    understood: guests.map(texts.understoodAs),
    seats: guests.reduce((n, { places }) => n + places, 0),
    said: unclear.length > mostSaid ? [...said, texts.moreSaid(unclear.length - mostSaid)] : said,
    asked: asked && hashOfToken(asked),
  };
}

const ownSentences = {
  name: { unknown: texts.badName },
  places: { too_big: texts.tooManyPeople },
  email: { unknown: texts.badEmail },
};

type Reason = "not_allowed" | keyof Omit<typeof texts.refused, "name_taken">;

function noticeFor(reason: Reason): string {
  return reason === "not_allowed" ? rowSecurityTexts.events : texts.refused[reason];
}

function addNotice(
  refusal:
    | { readonly reason: Exclude<Reason, "entered"> }
    | ({ readonly reason: "list_full" | "night_full"; readonly left: number } & Partial<Shortage>),
  rows?: GuestRows,
): string {
  if (!("left" in refusal)) return noticeFor(refusal.reason);
  const shortageText = (refusal.reason === "list_full" ? texts.listFull : texts.nightFull)(refusal.left);
  if (!rows || !refusal.first) return shortageText;
  const { name } = refusal.first;
  const line = rows.lines[rows.guests.findIndex((guest) => guest.name === name)] ?? 0;
  return `${shortageText} ${texts.askedFor(refusal.requestedPlaces ?? 0, line, texts.understoodAs(refusal.first))}`;
}

export default function GuestLists({ loaderData, actionData }: Route.ComponentProps) {
  return <GuestListPage view={loaderData} answer={actionData ?? null} />;
}
