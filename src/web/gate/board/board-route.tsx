import { data } from "react-router";
import { wallTimeOf } from "#kernel/time.ts";
import {
  type BoardGate,
  type BoardPhone,
  countInside,
  type DoubleEntry,
  type FoundRow,
  listBoardGates,
  listBoardPhones,
  listDoubleEntries,
  listFoundRows,
  listOverrides,
  type OverrideRow,
} from "#ticketing/gate/door-board-queries.server.ts";
import { findNightOfGates } from "#ticketing/gate/gates-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { useRefresh } from "#web/ui/use-refresh.ts";
import { GateClosed } from "../gate-closed.tsx";
import { chiefOf, doorNight, nightIdOf } from "../gates/chief.server.ts";
import type { Route } from "./+types/board-route.ts";
import { BoardPage, type BoardView } from "./board-page.tsx";
import { boardTexts as texts } from "./board-texts.ts";
import "../gate.css";
import "../gates/gates.css";
import "./board.css";

export const meta: Route.MetaFunction = () => [
  { title: texts.title },
  { name: "robots", content: "noindex" },
];

const refreshSeconds = 5;
/** Milliseconds: a phone that said nothing for so long is told. */
const silentAfter = 60_000;
const foundShown = 50;

export async function loader(args: Route.LoaderArgs): Promise<BoardView> {
  const chief = chiefOf(args);
  const id = nightIdOf(args);
  const site = args.context.get(siteContext);
  return site.database.readMoment(chief, async (sql) => {
    const night = await findNightOfGates(sql, id);
    const inside = await countInside(sql, id);
    if (!night || !inside) throw data(null, { status: 404 });
    const phones = await listBoardPhones(sql, id);
    const gates = (await listBoardGates(sql, id)).map((gate) =>
      gateView(gate, phones.filter(isPresent(gate.id)), site.now()),
    );
    const silent = phones.filter((phone) => !phone.isStopped && isSilent(phone, site.now()));
    return {
      night: doorNight(id, night),
      inside: { ...inside, people: inside.entered - inside.outside },
      missing: missingOf(silent, gates),
      gates,
      doubles: (await listDoubleEntries(sql, id)).map(doubleView),
      overrides: (await listOverrides(sql, id, foundShown)).map(overrideView),
      found: (await listFoundRows(sql, id, foundShown)).map(foundView),
    };
  });
}

const isPresent = (gateId: string) => (phone: BoardPhone) =>
  phone.gateId === gateId && (!phone.isStopped || phone.unsent > 0);
const isSilent = (phone: BoardPhone, now: Date) => now.getTime() - phone.seenAt.getTime() > silentAfter;

function gateView(gate: BoardGate, phones: readonly BoardPhone[], now: Date): BoardView["gates"][number] {
  const { id, name, mode, entered, typeNames } = gate;
  return {
    ...{ id, name, mode, entered, types: typeNames.join(", ") },
    phones: phones.map((phone) => ({
      ...{ id: phone.id, name: phone.name, unsent: phone.unsent, isSilent: isSilent(phone, now) },
      note: [
        phone.isStopped ? texts.stopped : phone.decides ? texts.decides : texts.helps,
        isSilent(phone, now)
          ? texts.since(wallTimeOf(phone.seenAt))
          : texts.secondsAgo(Math.round((now.getTime() - phone.seenAt.getTime()) / 1000)),
      ].join(" · "),
    })),
  };
}

function missingOf(silent: readonly BoardPhone[], gates: BoardView["gates"]): BoardView["missing"] {
  const [first] = silent.toSorted((a, b) => a.seenAt.getTime() - b.seenAt.getTime());
  if (!first) return null;
  const names = gates.filter(({ id }) => silent.some(({ gateId }) => gateId === id)).map(({ name }) => name);
  return { gates: names.join(", "), since: wallTimeOf(first.seenAt) };
}

function doubleView(double: DoubleEntry): BoardView["doubles"][number] {
  return {
    ...{ id: double.purchaseId, label: double.label, type: double.typeName },
    excess: double.entered - double.entriesTotal,
    rows: double.rows.map((row, at) => ({
      id: String(at),
      time: wallTimeOf(new Date(row.at)),
      where: row.gateName && row.phoneName ? texts.row(row.gateName, row.phoneName) : texts.byTyping,
      how: row.mode ? texts.rowMode[row.mode] : "",
    })),
  };
}

function overrideView(row: OverrideRow): BoardView["overrides"][number] {
  const why = row.reason && texts.overrideWhy[row.reason];
  return {
    id: `${row.phoneName} ${row.seq}`,
    what: [row.kind === "undo" ? texts.overrideUndo : row.label, why].filter(Boolean).join(", "),
    who: texts.overrideBy(row.chiefName),
    where: texts.row(row.gateName, row.phoneName),
    time: wallTimeOf(row.at),
  };
}

function foundView(row: FoundRow): BoardView["found"][number] {
  return {
    id: `${row.phoneName} ${row.seq}`,
    what: [texts.findings[row.finding], row.label].filter(Boolean).join(", "),
    where: texts.row(row.gateName, row.phoneName),
    time: wallTimeOf(row.at),
    note: row.isCounted ? texts.counted : texts.notCounted,
  };
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
