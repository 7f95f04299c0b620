import { type Random, seededRandom } from "#test/races/seeded-random.ts";

/** What the provider may write to us about one card session, true or not: a notice is only a reason to look. */
export const noticeKinds = ["completed", "expired", "async_succeeded", "async_failed", "refund"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What happens to a session at the provider, outside of us. */
export type ProviderStep =
  | "pays"
  | "expires"
  | "delayed_begins"
  | "delayed_succeeds"
  | "delayed_fails"
  | "refund_half"
  | "refund_rest"
  | "refund_all"
  | "pays_second_page";

/** What happened to the order before: its places are still held, or were freed, or freed and sold to somebody else. */
export type Before = "held" | "freed" | "freed_and_gone";

export type Ending = {
  readonly order: string;
  /** Ticket rows ever made, each with its letter. */
  readonly fulfilments: 0 | 1;
  /** What the order takes of the counters at the end. */
  readonly takes: "held" | "sold" | "nothing";
  /** Letters about money that goes back. */
  readonly apologies: 0 | 1;
};

export type Course = {
  readonly name: string;
  readonly before: Before;
  readonly steps: readonly ProviderStep[];
  readonly notices: readonly NoticeKind[];
  readonly ending: Ending;
};

const paid: Ending = { order: "paid/sold", fulfilments: 1, takes: "sold", apologies: 0 };
const nothing = { fulfilments: 0, takes: "nothing", apologies: 0 } as const;
const all = { before: "held", notices: noticeKinds } as const;

/** Every way a session can go, and where the order has to stand then, whatever was written about it in between. */
export const courses: readonly Course[] = [
  { ...all, name: "paid", steps: ["pays"], ending: paid },
  {
    ...all,
    name: "left open",
    steps: [],
    ending: { order: "checkout_open/held", fulfilments: 0, takes: "held", apologies: 0 },
  },
  { ...all, name: "expired", steps: ["expires"], ending: { ...nothing, order: "expired/none" } },
  {
    name: "paid later, still waiting",
    before: "held",
    steps: ["delayed_begins"],
    // that it failed is the one thing a notice alone can tell, so nobody may say it here
    notices: ["completed", "expired", "async_succeeded", "refund"],
    ending: { order: "payment_pending/held", fulfilments: 0, takes: "held", apologies: 0 },
  },
  { ...all, name: "paid later, succeeded", steps: ["delayed_begins", "delayed_succeeds"], ending: paid },
  {
    ...all,
    name: "paid later, failed",
    steps: ["delayed_begins", "delayed_fails"],
    ending: { ...nothing, order: "payment_failed/none" },
  },
  {
    ...all,
    name: "paid, half returned",
    steps: ["pays", "refund_half"],
    ending: { ...paid, order: "partially_refunded/sold" },
  },
  {
    ...all,
    name: "paid, all returned",
    steps: ["pays", "refund_all"],
    ending: { ...paid, order: "refunded/none", takes: "nothing" },
  },
  {
    ...all,
    name: "paid, returned in two parts",
    steps: ["pays", "refund_half", "refund_rest"],
    ending: { ...paid, order: "refunded/none", takes: "nothing" },
  },
  { ...all, name: "paid after the places were freed", before: "freed", steps: ["pays"], ending: paid },
  {
    ...all,
    name: "paid after the places were sold to others",
    before: "freed_and_gone",
    steps: ["pays"],
    ending: { ...nothing, order: "refunded_no_stock/none", apologies: 1 },
  },
  {
    ...all,
    name: "paid on two pages",
    steps: ["pays", "pays_second_page"],
    ending: { ...paid, apologies: 1 },
  },
];

export const deliveries = ["after it all", "in between", "all at once"] as const;
export type Delivery = (typeof deliveries)[number];

/** One step of a case; `sameEvent` notices carry the id of an earlier one of their kind. */
export type Move =
  | { readonly does: "provider"; readonly step: ProviderStep }
  | { readonly does: "notice"; readonly kind: NoticeKind; readonly event: string }
  | { readonly does: "success_page" }
  | { readonly does: "poller" };

export type NoticeCase = {
  /** Names the case for good: `npm run` with TEST_CASE set to it plays it alone. */
  readonly name: string;
  readonly course: Course;
  readonly delivery: Delivery;
  readonly moves: readonly Move[];
};

/** Every case there is: each course, each order of its notices, each way of delivery. */
export function allCases(): NoticeCase[] {
  return courses.flatMap((course) =>
    permutations(course.notices).flatMap((order) =>
      deliveries.map((delivery) => makeCase(course, order, delivery)),
    ),
  );
}

/** What one run plays: a few of each course and delivery, drawn with the seed; with TEST_SCALE=long all. */
export function casesOfRun(seed: number): NoticeCase[] {
  return process.env.TEST_SCALE === "long" ? allCases() : drawCases(6, seed);
}

/** The same number of cases of each course and delivery, drawn with the seed. */
function drawCases(perCell: number, seed: number): NoticeCase[] {
  const random = seededRandom(seed);
  return courses.flatMap((course) =>
    deliveries.flatMap((delivery) => {
      const orders = permutations(course.notices);
      const drawn = new Set<number>();
      while (drawn.size < Math.min(perCell, orders.length)) drawn.add(random.between(0, orders.length - 1));
      return [...drawn].map((at) => makeCase(course, orders[at] ?? [], delivery));
    }),
  );
}

function makeCase(course: Course, order: readonly NoticeKind[], delivery: Delivery): NoticeCase {
  const name = `${course.name} | ${order.join(" ")} | ${delivery}`;
  // copies and places come from the name, so that a case is the same in every run
  const random = seededRandom(hashOf(name));
  const moves: Move[] = order.flatMap((kind) => copiesOf(kind, random));
  insert(moves, { does: "success_page" }, random);
  insert(moves, { does: "poller" }, random);
  const steps = course.steps.map((step): Move => ({ does: "provider", step }));
  if (delivery !== "in between") return { name, course, delivery, moves: [...steps, ...moves] };
  // the provider's own steps keep their order, at places of their own among the notices
  const places = steps.map(() => random.between(0, moves.length)).sort((a, b) => a - b);
  const mixed: Move[] = [];
  for (const [at, move] of [...moves, undefined].entries()) {
    for (const [n, place] of places.entries()) if (place === at) mixed.push(steps[n] as Move);
    if (move) mixed.push(move);
  }
  // what came before the provider's last step is said once more, as the provider would
  const last: Move[] = order.map((kind) => ({ does: "notice", kind, event: `${kind}-last` }));
  return { name, course, delivery, moves: [...mixed, ...last] };
}

/** One to three notices of a kind: the event itself, copies of it, other events that say the same. */
function copiesOf(kind: NoticeKind, random: Random): Move[] {
  return Array.from({ length: random.between(1, 3) }, (_, n) => ({
    does: "notice",
    kind,
    event: `${kind}-${n > 0 && random.next() < 0.5 ? 0 : n}`,
  }));
}

function insert(moves: Move[], move: Move, random: Random): void {
  moves.splice(random.between(0, moves.length), 0, move);
}

export function permutations<T>(of: readonly T[]): T[][] {
  if (of.length <= 1) return [[...of]];
  return of.flatMap((first, at) =>
    permutations([...of.slice(0, at), ...of.slice(at + 1)]).map((rest) => [first, ...rest]),
  );
}

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}
