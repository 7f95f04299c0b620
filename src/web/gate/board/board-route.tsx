import { data } from "react-router";
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
  namesOfMarkers,
} from "#ticketing/gate/door-board-queries.server.ts";
import { countNightByQuarter } from "#ticketing/gate/door-night-queries.server.ts";
import { listDoorTills } from "#ticketing/gate/door-sale-queries.server.ts";
import { lastQuarters } from "#ticketing/gate/entries-by-quarter.ts";
import { findNightOfGates } from "#ticketing/gate/gate-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { useRefresh } from "#web/ui/use-refresh.ts";
import { GateClosed } from "../gate-closed.tsx";
import { chiefOf, doorNight, nightIdOf } from "../gates/chief.server.ts";
import { tillLines } from "../sale/till-list.tsx";
import { scannerTexts } from "../scanner/scanner-texts.ts";
import type { Route } from "./+types/board-route.ts";
import { BoardPage, type BoardView } from "./board-page.tsx";
import { boardTexts as texts } from "./board-texts.ts";
import { nightLists, quarterViews } from "./night-lists.tsx";
import "../gate.css";

export const meta: Route.MetaFunction = () => [
  { title: texts.title },
  { name: "robots", content: "noindex" },
];

const refreshSeconds = 5;
/** Milliseconds: a phone that said nothing for so long is told. */
const silentAfter = 60_000;
/** Per cent: a phone that has less is told. */
const lowBattery = 20;
const foundShown = 50;
const unknownShown = 10;

export async function loader(args: Route.LoaderArgs): Promise<BoardView> {
  const chief = chiefOf(args);
  const id = nightIdOf(args);
  const site = args.context.get(siteContext);
  const names = await site.database.withDuty("deliver", (sql) => namesOfMarkers(sql, id));
  return site.database.readMoment(chief, async (sql) => {
    const night = await findNightOfGates(sql, id);
    const inside = await countInside(sql, id);
    if (!night || !inside) throw data(null, { status: 404 });
    const phones = await listBoardPhones(sql, id);
    const boardGates = await listBoardGates(sql, id);
    const gates = boardGates.map((gate) => gateView(gate, phones.filter(isPresent(gate.id)), site.now()));
    const silent = phones.filter((phone) => !phone.isStopped && isSilent(phone, site.now()));
    const typed = inside.entered - gates.reduce((n, { entered }) => n + entered, 0);
    const people = inside.entered - inside.outside;
    return {
      night: doorNight(id, night),
      inside: { ...inside, people, about: people + likelyMore(boardGates, silent, site.now()) },
      missing: missingOf(silent, gates),
      quarters: quarterViews(lastQuarters(await countNightByQuarter(sql, id), site.now())),
      gates: typed === 0 ? gates : [...gates, { ...typedGate, entered: typed, phones: [] }],
      tills: tillLines(await listDoorTills(sql, id)),
      lists: nightLists(
        {
          doubles: await listDoubleEntries(sql, id),
          overrides: await listOverrides(sql, id, foundShown),
          found: await listFoundRows(sql, id, foundShown),
          unknown: await listUnknownCodes(sql, id, unknownShown),
        },
        names,
      ),
    };
  });
}

const typedGate = { id: "typed", name: texts.typedGate, types: texts.typedGateHint, mode: null, note: "" };
const isPresent = (gateId: string) => (phone: BoardPhone) =>
  phone.gateId === gateId && (!phone.isStopped || phone.unsent > 0);
const isSilent = (phone: BoardPhone, now: Date) => now.getTime() - phone.seenAt.getTime() > silentAfter;

function gateView(gate: BoardGate, phones: readonly BoardPhone[], now: Date): BoardView["gates"][number] {
  const { id, name, mode, entered, typeNames, lastQuarter, seenAt } = gate;
  const areSilent = phones.length > 0 && phones.every((phone) => phone.isStopped || isSilent(phone, now));
  return {
    ...{ id, name, mode, entered, types: typeNames.join(", ") },
    note: areSilent && seenAt ? texts.lastNews(wallTimeOf(seenAt)) : texts.lastQuarter(lastQuarter),
    phones: phones.map((phone) => ({
      ...{ id: phone.id, name: phone.name, isSilent: isSilent(phone, now) },
      battery:
        phone.battery === null || phone.isStopped
          ? null
          : { text: texts.battery(phone.battery), isLow: phone.battery <= lowBattery },
      unsent:
        isSilent(phone, now) && !phone.isStopped ? texts.unsentUnknown : scannerTexts.unsent(phone.unsent),
      note: [
        phone.isStopped ? texts.stopped : phone.decides ? texts.decides : texts.helps,
        isSilent(phone, now)
          ? texts.silentFor(Math.round((now.getTime() - phone.seenAt.getTime()) / 60_000))
          : texts.secondsAgo(Math.round((now.getTime() - phone.seenAt.getTime()) / 1000)),
      ].join(" · "),
    })),
  };
}

/** People whom silent gates may have let in since, if they went on as in the quarter of an hour before. */
function likelyMore(gates: readonly BoardGate[], silent: readonly BoardPhone[], now: Date): number {
  return gates
    .filter(({ id }) => silent.some(({ gateId }) => gateId === id))
    .reduce((n, { seenAt, beforeSilence }) => {
      const quarters = seenAt ? (now.getTime() - seenAt.getTime()) / (15 * 60_000) : 0;
      return n + Math.round(beforeSilence * quarters);
    }, 0);
}

function missingOf(silent: readonly BoardPhone[], gates: BoardView["gates"]): BoardView["missing"] {
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <GateClosed error={error} />;
}
