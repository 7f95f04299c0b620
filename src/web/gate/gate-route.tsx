import { data, Form, Link } from "react-router";
import { isUuid, newId } from "#kernel/id.ts";
import { counted } from "#kernel/romanian.ts";
import { addDays, businessDay, formatShortDate, wallTimeOf } from "#kernel/time.ts";
import { codeOfKeys, readTicketCode } from "#ticketing/delivery/ticket-code-reading.ts";
import { guestOfCode } from "#ticketing/delivery/ticket-signature.server.ts";
import { ticketWindow } from "#ticketing/delivery/ticket-window.ts";
import { admitEntry } from "#ticketing/gate/admit-entry.server.ts";
import { admitGuest } from "#ticketing/gate/admit-guest.server.ts";
import {
  doorDays,
  type GateAnswer,
  type GateNight,
  listGateNights,
  listLatestAnswers,
} from "#ticketing/gate/gate-queries.server.ts";
import { listGuests } from "#ticketing/guest-lists/guest-list-queries.server.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Picture, type PictureView } from "#web/ui/picture.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import type { Route } from "./+types/gate-route.ts";
import { GateGuests, type GateGuestView } from "./gate-guests.tsx";
import { GateNotice, titled } from "./gate-parts.tsx";
import { gateTexts } from "./gate-texts.ts";
import { GateVerdict, type VerdictView } from "./gate-verdict.tsx";
import { guestVerdictView, verdictView } from "./gate-verdict-view.ts";
import {
  type DoorPerson,
  deviceCookie,
  readDevice,
  requireDoorPerson,
  textOf,
} from "./gates/chief.server.ts";
import { GateMessage } from "./say.tsx";
import { ScannerAsking } from "./scanner/scanner-frame.tsx";
import { useNextCode } from "./use-next-code.ts";

export const meta = () => titled(gateTexts.pageTitle);

type ReadyView = {
  kind: "ready";
  night: GateNightView;
  /** One per form, so that the same form sent twice admits once. */
  nonce: string;
  /** The entered text, and why it was not looked up. */
  typed: { code: string; group: string };
  errors: { code?: string; group?: string };
  latest: readonly ReturnType<typeof entryView>[];
  /** Whether this person leads the door's gates and phones. */
  leads: boolean;
};

type GuestsView = {
  kind: "guests";
  night: GateNightView;
  nonce: string;
  text: string;
  guests: GateGuestView[];
  isCut: boolean;
};

export type GatePageView =
  | { kind: "choose"; staff: string; nights: GateNightView[] }
  | ReadyView
  | GuestsView
  | { kind: "verdict"; night: GateNightView; nonce: string; verdict: VerdictView };

/** The most names on the screen; a few letters find the others. */
const guestsShown = 30;

export async function loader(args: Route.LoaderArgs) {
  const staff = requireDoorPerson(args, "admit-entry");
  const site = args.context.get(siteContext);
  const device = readDevice(args.request, site.origin);
  const { searchParams: query } = new URL(args.request.url);
  const eventId = query.get("event");
  const nights = await nightsNow(site);
  const night = nights.find((known) => known.id === eventId);
  const text = (query.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 200);
  const view: GatePageView = night
    ? night.guests && query.get("guests") === "on"
      ? await guestsView(site, night, text)
      : await readyView(site, staff, { night, device })
    : { kind: "choose", staff: staff.fullName ?? staff.email, nights };
  return data(view, device.isNew ? { headers: { "set-cookie": deviceCookie(device.id, site.origin) } } : {});
}

export async function action(args: Route.ActionArgs) {
  const staff = requireDoorPerson(args, "admit-entry");
  const site = args.context.get(siteContext);
  const device = readDevice(args.request, site.origin);
  const form = await args.request.formData();
  const text = (name: string) => textOf(form, name);
  const [eventId, nonce, code, group] = [
    text("event"),
    text("nonce"),
    codeOfKeys(text("ticket") || text("code")),
    text("group"),
  ];
  if (!isUuid(eventId) || !/^[\x21-\x7e]{8,100}$/.test(nonce)) return data(null, { status: 400 });
  const entries = /^([1-9]\d?|100)$/.test(text("entries")) ? Number(text("entries")) : 1;
  const night = (await nightsNow(site)).find((known) => known.id === eventId);
  if (!night) return data(null, { status: 404 });
  const showAgain = async (errors: ReadyView["errors"], status: number) =>
    data(await readyView(site, staff, { night, device, typed: { code, group }, errors }), { status });
  const verdictPage = (ofNight: GateNightView, verdict: VerdictView): GatePageView => ({
    kind: "verdict",
    night: ofNight,
    nonce: newId(),
    verdict,
  });
  const guestId = text("intent") === "admit-guest" ? text("guest") : await guestOfCode(site.keys, code);
  if (guestId !== undefined) {
    const request = { operator: staff, deviceId: device.id, nonce, eventId, guestId, entries };
    const answer = await admitGuest(site, request);
    if (!answer.ok) throw data(null, { status: 403 });
    return data(verdictPage(night, guestVerdictView(answer.value)));
  }
  if (code === "") return showAgain({ code: gateTexts.codeMissing }, 422);
  const read = readTicketCode(code, group);
  if (read.kind === "label" && read.group === null) return showAgain({ group: gateTexts.groupMissing }, 422);

  const request = { operator: staff, deviceId: device.id, nonce, eventId, code, entries };
  const answer = await admitEntry(site, group ? { ...request, group } : request);
  if (!answer.ok) {
    if (answer.refusal.reason === "not_allowed") throw data(null, { status: 403 });
    return showAgain({ code: gateTexts.locked(Math.ceil(answer.refusal.retryAfter / 60)) }, 429);
  }
  const countedNight = (await nightsNow(site)).find((known) => known.id === eventId) ?? night;
  return data(
    verdictPage(countedNight, verdictView(answer.value, group ? `${code} ${group}` : code, site.now())),
  );
}

type AboutReady = Pick<ReadyView, "night"> &
  Partial<Pick<ReadyView, "typed" | "errors">> & { device: ReturnType<typeof readDevice> };

async function readyView(site: SiteServices, staff: DoorPerson, about: AboutReady): Promise<ReadyView> {
  const { night, device, typed = { code: "", group: "" }, errors = {} } = about;
  const answers = device.isNew
    ? []
    : await site.database.withDuty("admit", (sql) => listLatestAnswers(sql, device.id, 5));
  return {
    kind: "ready",
    night,
    nonce: newId(),
    typed,
    errors,
    latest: answers.map(entryView),
    leads: mayDo(staff, "save-gate"),
  };
}

async function guestsView(site: SiteServices, night: GateNightView, text: string): Promise<GuestsView> {
  const listedGuests = await site.database.withDuty("admit", (sql) =>
    listGuests(sql, night.id, { text, list: null, at: "all" }),
  );
  return {
    kind: "guests",
    night,
    nonce: newId(),
    text,
    isCut: listedGuests.length > guestsShown,
    guests: listedGuests.slice(0, guestsShown).map(({ id, name, listName, places, entered }) => ({
      id,
      name: name ?? "",
      list: gateTexts.guestList(listName),
      places,
      entered,
    })),
  };
}

async function nightsNow(site: SiteServices) {
  const nights = await site.database.withDuty("admit", (sql) => listGateNights(sql, doorDays));
  return nights.map(nightView);
}

export type GateNightView = ReturnType<typeof nightView>;

function nightView(night: GateNight) {
  const picture: PictureView | null = night.picture && {
    sources: [...night.picture.sources],
    width: night.picture.width,
    height: night.picture.height,
    position: null,
  };
  const end = night.isCancelled ? gateTexts.cancelled : night.isOver ? gateTexts.ended : null;
  // the doors open before the night begins
  const hasBegun = night.startsAt.getTime() <= night.now * 1000;
  // "no": the night is cancelled or over
  const goes: "now" | "later" | "no" = end ? "no" : night.isOngoing ? "now" : "later";
  const isClosed = night.now < ticketWindow(night.date, night.doors ?? night.time).notBefore;
  return {
    id: night.id,
    title: night.title,
    note: gateTexts.nightNote(goes === "now" && hasBegun ? goes : dayInWords(night), night.time, end),
    goes,
    entered: night.came,
    sold: night.came + night.awaited,
    /** The places on the night's guest lists and the guests who came in; null when it is cancelled or lists no name. */
    guests: night.guests.places > 0 && !night.isCancelled ? night.guests : null,
    picture,
    state: isClosed ? ("closed" as const) : ("open" as const),
  };
}

/**
 * Returns the night's business day as "ieri", "azi" or "mâine", else its date. A night after midnight belongs to the
 * day before.
 */
function dayInWords({ startsAt, date, now }: GateNight): string {
  const [day, today] = [startsAt, new Date(now * 1000)].map((at) => businessDay(at).day) as [string, string];
  const dayIndex = [-1, 0, 1].findIndex((days) => addDays(today, days) === day);
  return gateTexts.days[dayIndex] ?? formatShortDate(date);
}

function entryView({ id, at, verdict, typeName, holderName, entries, isAddOn }: GateAnswer) {
  const isIn = verdict === "admitted";
  const how = isIn ? counted(entries, isAddOn ? "given" : "entry") : "";
  const text: string = isIn ? (typeName ?? "") : gateTexts.what[verdict];
  const kind: "admitted" | "refused" = isIn ? "admitted" : "refused";
  return { id, kind, text, note: [holderName, how].filter(Boolean).join(", "), time: wallTimeOf(at) };
}

export default function Gate({ loaderData, actionData }: Route.ComponentProps) {
  return <GatePage view={actionData ?? loaderData} />;
}

/** The staff's page, made for one thumb in the dark. The verdict fills the whole screen. */
export function GatePage({ view }: { view: GatePageView }) {
  const { isChecking, isUnread } = useNextCode(view.kind === "choose" ? {} : view);
  const tone = view.kind === "verdict" && !isChecking ? view.verdict.kind : "ready";
  const head = view.kind === "choose" ? { title: gateTexts.title, note: view.staff } : view.night;
  return (
    <div className={`gate gate--${tone}`}>
      <header className="gate__head">
        <Link className="gate__leave" to="/gate" aria-label={gateTexts.leave}>
          <Icon name="door" />
        </Link>
        <div className="gate__where">
          <b>{head.title}</b>
          <span>{head.note}</span>
        </div>
        <p className="gate__net">
          <Icon name="signal" /> <b>{gateTexts.online}</b>
        </p>
      </header>
      {isUnread ? (
        <GateMessage as="phone" icon="alert" role="alert" title={gateTexts.unread} hint={gateTexts.again} />
      ) : null}
      {isChecking ? (
        <ScannerAsking title={gateTexts.checking} hint={gateTexts.checkingHint} />
      ) : (
        <main className="gate__main">
          <Shown view={view} />
        </main>
      )}
    </div>
  );
}

function Shown({ view }: { view: GatePageView }) {
  switch (view.kind) {
    case "choose":
      return <Choose nights={view.nights} />;
    case "ready":
      return <Ready view={view} />;
    case "guests":
      return <GateGuests view={view} />;
    case "verdict":
      return <GateVerdict verdict={view.verdict} nightId={view.night.id} nonce={view.nonce} />;
  }
}

function Choose({ nights }: { nights: GateNightView[] }) {
  const open = nights.filter((night) => night.state === "open");
  const findNight = (when: GateNightView["goes"]) => open.find(({ goes }) => goes === when);
  const first = findNight("now") ?? findNight("later") ?? findNight("no");
  return (
    <Form className="gate__choose" action="/gate">
      <h1 className="gate__question">{gateTexts.chooseTitle}</h1>
      <fieldset>
        <legend className="visually-hidden">{gateTexts.chooseNight}</legend>
        {nights.map((night) => (
          <label
            key={night.id}
            className={night.state === "open" ? "gate__night" : "gate__night gate__night--closed"}
          >
            <input
              type="radio"
              name="event"
              value={night.id}
              required
              defaultChecked={night.id === first?.id}
              disabled={night.state === "closed"}
            />
            <Picture picture={night.picture} seed={night.id} alt="" sizes="74px" />
            <span>
              <b>{night.title}</b>
              <small>{night.note}</small>
            </span>
            <em>
              {night.entered} / {night.sold}
            </em>
          </label>
        ))}
      </fieldset>
      {open.length === 0 ? <p className="gate__hint">{gateTexts.chooseNone}</p> : null}
      <div className="gate__end">
        <button className="gate__big gate__big--main" type="submit" disabled={open.length === 0}>
          {gateTexts.chooseButton}
        </button>
        <p className="gate__hint">{gateTexts.chooseNote}</p>
      </div>
    </Form>
  );
}

function Ready({ view }: { view: ReadyView }) {
  const share = view.night.sold > 0 ? Math.round((view.night.entered / view.night.sold) * 100) : 0;
  return (
    <>
      <h1 className="visually-hidden">
        {gateTexts.title}: {view.night.title}
      </h1>
      <section className="gate__count" aria-label={gateTexts.enteredLabel}>
        <p>
          <b>{view.night.entered}</b>
          <span>{gateTexts.entered(view.night.sold)}</span>
        </p>
        <span className="gate__meter" aria-hidden="true">
          <i style={{ width: `${share}%` }} />
        </span>
      </section>
      <div className="gate__ways">
        {view.night.guests ? (
          <Link
            className="gate__big gate__big--second"
            to={`?event=${encodeURIComponent(view.night.id)}&guests=on`}
          >
            <Icon name="door" /> {gateTexts.openGuests(view.night.guests.entered, view.night.guests.places)}
          </Link>
        ) : null}
        {view.leads ? (
          <Link className="gate__big gate__big--second" to={`/gate/nights/${view.night.id}`}>
            <Icon name="phone" /> {gateTexts.openBoard}
          </Link>
        ) : null}
      </div>
      <Form className="gate__typed" method="post" noValidate>
        <input type="hidden" name="event" value={view.night.id} />
        <input type="hidden" name="nonce" value={view.nonce} />
        <CodeInput name="code" view={view} />
        <CodeInput name="group" view={view} />
        <div className="gate__two">
          <PasteButton into="gate-code" />
          <button className="gate__big gate__big--main" type="submit" name="intent" value="admit">
            {gateTexts.check}
          </button>
        </div>
      </Form>
      <Latest entries={view.latest} />
    </>
  );
}

function CodeInput({ name, view: { errors, typed } }: { name: "code" | "group"; view: ReadyView }) {
  const id = `gate-${name}`;
  const error = errors[name];
  return (
    <>
      <label htmlFor={id}>{gateTexts[name]}</label>
      <input
        id={id}
        name={name}
        defaultValue={typed[name]}
        placeholder={gateTexts[`${name}Placeholder`]}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        // A scanner that types is ready as soon as the page is.
        // biome-ignore lint/a11y/noAutofocus: the page has this one purpose
        autoFocus={name === "code"}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
      />
      {error ? (
        <GateNotice id={`${id}-note`} text={error} />
      ) : (
        <p className="gate__hint" id={`${id}-note`}>
          {gateTexts[`${name}Hint`]}
        </p>
      )}
    </>
  );
}

function Latest({ entries }: { entries: ReadyView["latest"] }) {
  return (
    <section className="gate__latest" aria-labelledby="latest">
      <h2 id="latest">{gateTexts.latest}</h2>
      {entries.length === 0 ? <p className="gate__hint">{gateTexts.nobodyYet}</p> : null}
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} className={`gate__entry--${entry.kind}`}>
            <Icon name={entry.kind === "admitted" ? "check" : "cross"} />
            <span>
              <b>{entry.text}</b>
              <small>{entry.note}</small>
            </span>
            <time>{entry.time}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Puts the clipboard into the field with this id. Shown only when the browser lets a script read the clipboard. */
function PasteButton({ into }: { into: string }) {
  const enhanced = useEnhanced();
  if (!enhanced || !navigator.clipboard?.readText) return null;
  const paste = async () => {
    const field = document.getElementById(into);
    // Refusing the permission is a choice: the field stays as it is.
    const text = await navigator.clipboard.readText().catch(() => "");
    if (!(field instanceof HTMLInputElement)) return;
    if (text) field.value = text.trim();
    field.focus();
  };
  return (
    <button className="gate__big gate__big--second" type="button" onClick={() => void paste()}>
      <Icon name="clipboard" /> {gateTexts.paste}
    </button>
  );
}
