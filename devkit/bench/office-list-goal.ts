import type { BenchSite } from "./bench-site.ts";
import { type GoalResult, median, staysUnder, twoDigits } from "./goal.ts";
import { makeNights, timed } from "./list-goal.ts";
import { makeAdmin } from "./report-goals.ts";

type OfficeGoal = { readonly site: BenchSite; readonly rounds: number };

// both seasons fill a page of each list, so that the same number of rows is drawn
const small = { nights: 60, artists: 60 };
const large = { nights: 1000, artists: 500 };
const shots = 40;
// as they open, and with a word typed in that every row of theirs has
const lists = [
  "events",
  "artists",
  "tickets",
  "abonamente",
  "events?q=Noaptea",
  "artists?q=Artistul",
  "tickets?q=Noaptea",
  "abonamente?q=Tip",
] as const;

/** G12b: the lists of the back-office with 1,000 nights, 500 artists and 5,000 types beside a season of one page each. */
export async function measureOfficeLists({ site, rounds }: OfficeGoal): Promise<GoalResult> {
  const { token } = await makeAdmin(site.owner);
  await makeNights(site, small.nights);
  await makeArtists(site, small.artists);
  const before = await openLists(site, token, rounds);
  await makeNights(site, large.nights - small.nights);
  await makeArtists(site, large.artists - small.artists);
  await site.owner.query("ANALYZE");
  const after = await openLists(site, token, rounds);
  const ratios = lists.map((list, i) => [list, (after[i] ?? 0) / (before[i] ?? 1)] as const);
  const worst = Math.max(...ratios.map(([, ratio]) => ratio));
  return {
    goal: "G12b",
    what: "lists of the back-office with 1,000 nights, 500 artists, 5,000 types beside one page of each",
    figure: lists
      .map((list, i) => `${list} ${after[i]?.toFixed(1)} ms beside ${before[i]?.toFixed(1)} ms`)
      .join(", "),
    ratio: ratios.map(([list, ratio]) => `${list} ${twoDigits(ratio)} x`).join(", "),
    wanted: "<= 1.5 x each",
    met: staysUnder(worst, 1.5),
    rounds: [{ ...Object.fromEntries(ratios) }],
  };
}

async function makeArtists({ owner }: BenchSite, count: number): Promise<void> {
  await owner.query(
    "INSERT INTO artists (id, name, bio) SELECT gen_random_uuid(), 'Artistul ' || i, 'Vinil.' FROM generate_series(1, $1::int) i",
    [count],
  );
  // some types of each night are special, so that their list has as many pages
  await owner.query(
    "UPDATE tickets SET is_season_pass = true, family = 'season_pass' WHERE type = 'Tip 5' AND NOT is_season_pass",
  );
}

async function openLists(site: BenchSite, token: string, rounds: number): Promise<number[]> {
  const headers = { cookie: `session=${token}` };
  const look = (list: string) => timed(`${site.origin}/admin/${list}`, headers);
  for (let i = 0; i < 20; i++) for (const list of lists) await look(list);
  const taken = lists.map((): number[] => []);
  for (let i = 0; i < shots * rounds; i++)
    for (const [at, list] of lists.entries()) taken[at]?.push((await look(list)).ms);
  return taken.map(median);
}
