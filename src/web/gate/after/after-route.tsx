import { wallTimeOf } from "#kernel/time.ts";
import { siteContext } from "#web/request/request-context.ts";
import { doubleView, foundView } from "../board/board-views.ts";
import { quarterViews } from "../board/night-curve.tsx";
import { GateClosed } from "../gate-closed.tsx";
import { chiefOf, doorNight, nightIdOf } from "../gates/chief.server.ts";
import { saleLines, tillLines } from "../sale/till-list.tsx";
import { scannerTexts } from "../scanner/scanner-texts.ts";
import { leiInWords } from "../scanner/till-texts.ts";
import type { Route } from "./+types/after-route.ts";
import { AfterPage, type AfterView } from "./after-page.tsx";
import { afterTexts as texts } from "./after-texts.ts";
import { type NightAfter, readNightAfter } from "./read-night-after.server.ts";
import "../gate.css";
import "../gates/gates.css";
import "../board/board.css";

export const meta: Route.MetaFunction = () => [
  { title: texts.title },
  { name: "robots", content: "noindex" },
];

export async function loader(args: Route.LoaderArgs): Promise<AfterView> {
  const chief = chiefOf(args);
  const id = nightIdOf(args);
  const night = await readNightAfter(args.context.get(siteContext), chief, id);
  const { phones, doubles, found, inside, tickets, sums } = night;
  const unsent = phones.filter((phone) => phone.unsent > 0);
  return {
    night: doorNight(id, night.night),
    unsent:
      unsent.length > 0
        ? texts.unsettled(
            unsent.length,
            sumOf(unsent, (phone) => phone.unsent),
          )
        : null,
    settled: texts.settled(phones.length),
    figures: [
      { label: texts.figures.entered, value: inside.entered, note: texts.ofSold(tickets.sold) },
      { label: texts.figures.missing, value: tickets.missing, note: texts.unused },
      {
        ...{ label: texts.figures.look, value: doubles.length + found.length },
        note: texts.looked(doubles.length, found.length),
      },
      {
        ...{ label: texts.figures.sales, value: sumOf(sums, ({ tickets: sold }) => sold) },
        note: leiInWords(sumOf(sums, ({ bani }) => bani)),
      },
    ],
    quarters: quarterViews(night.quarters),
    doubles: doubles.map(doubleView),
    found: found.map(foundView),
    people: night.exceptions.map(personView),
    sales: saleLines(sums),
    tills: tillLines(night.tills),
    now: wallTimeOf(args.context.get(siteContext).now()),
  };
}

const sumOf = <Thing,>(things: readonly Thing[], of: (thing: Thing) => number) =>
  things.reduce((n, thing) => n + of(thing), 0);

function personView(one: NightAfter["exceptions"][number]): AfterView["people"][number] {
  const { phoneId, phoneName, gateName, admitted, overrides, undos } = one;
  const reasons = (["mistake", "not_entered", "other"] as const).filter((reason) => undos[reason] > 0);
  return {
    ...{ id: phoneId, name: `${gateName}, ${phoneName}` },
    facts: [
      ...[texts.admitted(admitted), texts.overrides(overrides)],
      texts.undos(
        sumOf(reasons, (reason) => undos[reason]),
        reasons.map((reason) => texts.reason(undos[reason], scannerTexts.reasons[reason])).join(", "),
      ),
    ].join(" · "),
  };
}

export default function After({ loaderData }: Route.ComponentProps) {
  return <AfterPage view={loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <GateClosed error={error} />;
}
