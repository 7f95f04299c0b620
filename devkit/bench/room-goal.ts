import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { otherMachine, startScript } from "#devkit/evening/child-script.ts";

import type { ProbeReport } from "#devkit/evening/run-page-probe.ts";
import type { BenchSite } from "./bench-site.ts";
import { makeCrowd, makeHotType } from "./crowd.ts";
import { type GoalResult, median, staysUnder, twoDigits } from "./goal.ts";
import { type HotType, shootHolds } from "./hold-load.ts";

const people = 20_000;
/** A browser asks every twenty seconds when its turn is far: all of them together, a thousand times a second. */
const askEverySeconds = 20;
/** Far more than card pages can be opened in a second, and far less than the machine can do, so that waiting is seen. */
const holdsPerSecond = 100;

type RoomGoal = {
  readonly site: BenchSite;
  readonly rounds: number;
  readonly seconds: number;
  readonly folder: string;
};

/** What the holds of one night feel of twenty thousand people who ask for their place in the waiting room of another. */
export async function measureRoom({ site, rounds, seconds, folder }: RoomGoal): Promise<GoalResult> {
  const { owner, origin } = site;
  const hot = await makeHotType(owner, 1_000_000_000);
  const tokens = await makeCrowd(owner, 100_000);
  let used = 0;
  const holds = () =>
    shootHolds({
      url: `${origin}/functions/v1/checkout-session`,
      ...{ origin, hot, connections: 64, seconds, perSecond: holdsPerSecond },
      nextToken: () => tokens[used++] ?? "nobody-is-left",
    });
  const { eventId } = await makeHotType(owner, people);
  const cookiesFile = join(folder, "room-cookies.json");
  writeFileSync(cookiesFile, JSON.stringify(await openRoom(site, eventId)));
  await holds();
  const measured: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const quiet = await holds();
    const crowd = await startScript<object>(
      join(import.meta.dirname, "..", "evening", "run-page-probe.ts"),
      {
        ...{ origin, cookiesFile, paths: [`/events/${eventId}/waiting/place`] },
        perSecond: people / askEverySeconds,
      },
      otherMachine,
    );
    const crowded = await holds();
    const { latencies, unanswered } = JSON.parse(await crowd.end()) as ProbeReport;
    latencies.sort((a, b) => a - b);
    measured.push({
      ...{ quietP99: quiet.p99, crowdedP99: crowded.p99, unanswered },
      others: quiet.others + crowded.others,
      asked: latencies.length / seconds,
      askedP99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    });
  }
  const of = (name: string) => Math.round(median(measured.map((round) => round[name] ?? 0)));
  const ratio = median(measured.map((round) => (round.crowdedP99 ?? 0) / (round.quietP99 || 1)));
  const failed = measured.reduce((sum, round) => sum + (round.unanswered ?? 0) + (round.others ?? 0), 0);
  return {
    goal: "ROOM",
    what: `p99 of ${holdsPerSecond} holds a second while ${people.toLocaleString("en")} ask for their place in a waiting room, ${of("asked")} times a second`,
    figure: `${of("crowdedP99")} ms, quiet ${of("quietP99")} ms; places p99 ${of("askedP99")} ms; ${failed} unanswered`,
    ratio: `${twoDigits(ratio)} of quiet`,
    wanted: "<= 1.5, every answer 200",
    met: staysUnder(ratio, 1.5) && failed === 0,
    rounds: measured,
  };
}

/** A room of which the order is drawn; resolves to the cookies of those who wait. */
async function openRoom(
  { owner, origin }: BenchSite,
  eventId: HotType["eventId"],
): Promise<readonly string[]> {
  await owner.query(
    "INSERT INTO openings (event_id, opens_at, room_minutes) VALUES ($1, now() - interval '1 second', 30)",
    [eventId],
  );
  await makeCrowd(owner, people);
  const { rows } = await owner.query<{ id: string }>(
    "INSERT INTO room_places (id, event_id, user_id) SELECT gen_random_uuid(), $1, id FROM (SELECT id FROM profiles ORDER BY id DESC LIMIT $2) p RETURNING id",
    [eventId, people],
  );
  const cookies = rows.map(({ id }) => `room_place=${id}`);
  for (;;) {
    const answer = await fetch(`${origin}/events/${eventId}/waiting/place`, {
      headers: { cookie: cookies[0] ?? "" },
    });
    const { kind } = (await answer.json()) as { kind: string };
    if (kind === "waiting" || kind === "in") return cookies;
    await new Promise((resume) => setTimeout(resume, 100));
  }
}
