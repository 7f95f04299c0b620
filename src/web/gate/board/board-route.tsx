import { data, Link } from "react-router";
import { grouped } from "#kernel/romanian.ts";
import { wallTimeOf } from "#kernel/time.ts";
import {
  type BoardGate,
  type BoardPhone,
  countInside,
  listBoardGates,
  listBoardPhones,
  listDoubleEntries,
  listFoundRows,
  listOverrides,
  listUnknownCodes,
} from "#ticketing/gate/door-board-queries.server.ts";
import { countNightByQuarter } from "#ticketing/gate/door-night-queries.server.ts";
import { listDoorTills } from "#ticketing/gate/door-till-queries.server.ts";
import type { DoorMode } from "#ticketing/gate/door-words.ts";
import { lastQuarters } from "#ticketing/gate/entries-by-quarter.ts";
import { decidesAlone } from "#ticketing/gate/home-gate.ts";
import { readNightChiefs } from "#ticketing/gate/night-chief-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { siteContext } from "#web/request/request-context.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useRefresh } from "#web/ui/use-refresh.ts";
import { boardTexts as texts } from "../chief-texts.ts";
import { DoorPage } from "../door-page.tsx";
import { titled } from "../gate-parts.tsx";
import { doorNight, requireChiefAtNight } from "../gates/chief.server.ts";
import { TillList, tillLines } from "../sale/till-list.tsx";
import { GateMessage } from "../say.tsx";
import { scannerTexts } from "../scanner/scanner-texts.ts";
import type { Route } from "./+types/board-route.ts";
import { NightCurve, NightLists, nightLists, quarterViews } from "./night-lists.tsx";

export const meta = () => titled(texts.title);

const refreshSeconds = 5;
/** Percent; a phone with less is reported. */
const lowBattery = 20;
const unknownShown = 10;

export async function loader(args: Route.LoaderArgs) {
  const { chief, id, night } = await requireChiefAtNight(args);
  const site = args.context.get(siteContext);
  const chiefs = await site.database.withDuty("deliver", (sql) => readNightChiefs(sql, id));
  return site.database.readMoment(chief, async (sql) => {
    const inside = await countInside(sql, id);
    if (!inside) throw data(null, { status: 404 });
    const phones = await listBoardPhones(sql, id);
    const boardGates = await listBoardGates(sql, id);
    const gates: ShownGate[] = boardGates.map((gate) =>
      gateView(gate, phones.filter(isPresent(gate.id)), site.now()),
    );
    const silent = phones.filter((phone) => !phone.isStopped && phone.isUnheard);
    const stoppedEarly = phones.filter((phone) => phone.isStopped && phone.unsent !== 0);
    const typedEntries = inside.entered - gates.reduce((n, { entered }) => n + entered, 0);
    const people = inside.entered - inside.outside;
    return {
      night: doorNight(chief, id, night),
      inside: { ...inside, people, about: people + estimateUncounted(boardGates, silent, site.now()) },
      missing: describeSilentGates(silent, gates),
      // their rows do not count on arrival, so they are told apart from a silent gate
      stopped: stoppedEarly.map(({ name }) => name).join(", "),
      quarters: quarterViews(lastQuarters(await countNightByQuarter(sql, id), site.now())),
      gates: typedEntries === 0 ? gates : [...gates, typedGate(typedEntries)],
      tills: tillLines(await listDoorTills(sql, id)),
      lists: nightLists(
        {
          doubles: await listDoubleEntries(sql, id),
          overrides: await listOverrides(sql, id, limits.rowsOfDoorList),
          found: await listFoundRows(sql, id, limits.rowsOfDoorList),
          unknown: await listUnknownCodes(sql, id, unknownShown),
        },
        chiefs,
      ),
    };
  });
}

export type BoardView = Awaited<ReturnType<typeof loader>>;

/** `mode` is null for the staff's page for typed codes, which also lets people in but is no gate. */
type ShownGate = Omit<ReturnType<typeof gateView>, "mode"> & { readonly mode: DoorMode | null };

const typedGate = (entered: number): ShownGate => ({
  id: "typed",
  name: texts.typedGate,
  types: texts.typedGateHint,
  mode: null,
  note: "",
  entered,
  phones: [],
});
const isPresent = (gateId: string) => (phone: BoardPhone) =>
  phone.gateId === gateId && (!phone.isStopped || phone.unsent !== 0);

function gateView(gate: BoardGate, phones: readonly BoardPhone[], now: Date) {
  const { id, name, mode, entered, typeNames, lastQuarter, seenAt } = gate;
  const areSilent = phones.length > 0 && phones.every((phone) => phone.isStopped || phone.isUnheard);
  return {
    id,
    name,
    mode,
    entered,
    types: typeNames.join(", "),
    note: areSilent && seenAt ? texts.lastNews(wallTimeOf(seenAt)) : texts.lastQuarter(lastQuarter),
    phones: phones.map((phone) => ({
      id: phone.id,
      name: phone.name,
      isSilent: phone.isUnheard,
      battery:
        phone.battery === null || phone.isStopped
          ? null
          : { text: texts.battery(phone.battery), isLow: phone.battery <= lowBattery },
      unsent: phone.unsent === null ? texts.unsentUnknown : scannerTexts.unsent(phone.unsent),
      note: [
        phone.isStopped ? texts.stopped : decidesAlone(mode, phone) ? texts.decides : texts.helps,
        phone.isUnheard
          ? texts.silentFor(Math.round((now.getTime() - phone.seenAt.getTime()) / 60_000))
          : texts.secondsAgo(Math.round((now.getTime() - phone.seenAt.getTime()) / 1000)),
      ].join(" · "),
    })),
  };
}

/** Estimates how many more people silent gates have let in, at the rate of the 15 minutes before their silence. */
function estimateUncounted(gates: readonly BoardGate[], silent: readonly BoardPhone[], now: Date): number {
  return gates
    .filter(({ id }) => silent.some(({ gateId }) => gateId === id))
    .reduce((n, { seenAt, beforeSilence }) => {
      const quarters = seenAt ? (now.getTime() - seenAt.getTime()) / (15 * 60_000) : 0;
      return n + Math.round(beforeSilence * quarters);
    }, 0);
}

/** Returns the gates whose phones are silent, and since when; null when no phone is silent. */
function describeSilentGates(silent: readonly BoardPhone[], gates: readonly { id: string; name: string }[]) {
  const [first] = [...silent].sort((a, b) => a.seenAt.getTime() - b.seenAt.getTime());
  if (!first) return null;
  const names = gates.filter(({ id }) => silent.some(({ gateId }) => gateId === id)).map(({ name }) => name);
  const phones = silent.map(({ name }) => name).join(", ");
  return { gates: names.join(", "), phones, since: wallTimeOf(first.seenAt) };
}

export default function Board({ loaderData }: Route.ComponentProps) {
  useRefresh(refreshSeconds);
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={String(refreshSeconds * 2)} />
      </noscript>
      <BoardPage view={loaderData} />
    </>
  );
}

/** How many people are inside, by gate. While phones are silent, the board says that the figures are not exact. */
export function BoardPage({ view }: { view: BoardView }) {
  const { inside, missing } = view;
  const share = inside.capacity > 0 ? Math.min(100, Math.round((inside.people / inside.capacity) * 100)) : 0;
  return (
    <DoorPage night={view.night} at="board">
      {missing ? (
        <GateMessage
          as="warning"
          icon="alert"
          role="status"
          title={texts.missingFrom(missing.gates, missing.since)}
          hint={
            <>
              {texts.missingHint(missing.phones)}{" "}
              <Link to={`/gate/nights/${view.night.id}/gates`}>{texts.stopIt}</Link>.
            </>
          }
        />
      ) : null}
      {view.lists.unknown.forgedLately ? (
        <GateMessage
          as="warning"
          icon="alert"
          role="alert"
          title={view.lists.unknown.forgedLately}
          hint={texts.forgedHint}
        />
      ) : null}
      <div className="board__pair">
        <section className="board__inside">
          <h2>{missing || view.stopped ? texts.insideAtLeast : texts.inside}</h2>
          <b>{grouped(inside.people)}</b>
          <p>
            {texts.of(inside.capacity)} · {texts.lastQuarter(inside.lastQuarter)}
            {missing ? texts.without(missing.gates) : null}
            {view.stopped ? texts.withoutStopped(view.stopped) : null}
          </p>
          <span className="gate__meter" aria-hidden="true">
            <i style={{ width: `${share}%` }} />
          </span>
          <p>
            <strong>{grouped(inside.entered)}</strong> {texts.entered}
            {inside.outside > 0 ? (
              <>
                {" · "}
                <strong>{grouped(inside.outside)}</strong> {texts.outside}
              </>
            ) : null}
          </p>
          {missing && inside.about > inside.people ? (
            <p>
              {texts.about} <strong>{grouped(inside.about)}</strong>
              {texts.ifAsBefore(missing.gates)}
            </p>
          ) : null}
        </section>
        <NightCurve quarters={view.quarters} />
      </div>
      <ul className="gates__cards">
        {view.gates.map((gate) => (
          <li key={gate.id} className="gates__card">
            <header className="board__gate">
              <h2>{gate.name}</h2>
              <b>{grouped(gate.entered)}</b>
            </header>
            <p>{gate.types || texts.everyType}</p>
            <p>{gate.note}</p>
            {gate.phones.length === 0 && gate.mode ? <p>{texts.noPhones}</p> : null}
            <ul className="gates__phones">
              {gate.phones.map((phone) => (
                <li key={phone.id} className={phone.isSilent ? "is-silent" : undefined}>
                  <Icon name={phone.isSilent ? "alert" : "signal"} />
                  <span>
                    <b>{phone.name}</b>
                    <small>{phone.note}</small>
                  </span>
                  <small className="board__state">
                    {phone.unsent}
                    {phone.battery ? (
                      <span className={phone.battery.isLow ? "is-low" : undefined}>
                        {phone.battery.isLow ? <Icon name="alert" /> : null} {phone.battery.text}
                      </span>
                    ) : null}
                  </small>
                </li>
              ))}
            </ul>
            {gate.mode ? <p className="board__mode">{texts.mode[gate.mode]}</p> : null}
          </li>
        ))}
      </ul>
      {view.tills.length > 0 ? <TillList tills={view.tills} /> : null}
      <NightLists
        lists={view.lists}
        // this page reloads itself, so the note is typed on the page after the night
        clearUp={({ id, lead, what }) => (
          <Link
            className="board__clear"
            to={`/gate/nights/${view.night.id}/after#clear-${id}`}
            aria-label={texts.clearUpOf(lead, what)}
          >
            {texts.clearUp}
          </Link>
        )}
      />
    </DoorPage>
  );
}
