import { type Random, seededRandom } from "#test/races/seeded-random.ts";
import { ofScale } from "#test/support/scale.ts";

/**
 * The webhook events that the provider may send about one card session, true or not: an event is only a reason to read
 * the session.
 */
export const noticeKinds = ["completed", "expired", "async_succeeded", "async_failed", "refund"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** A change of a session at the provider. */
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

/** The state of the order before: its places are still held, or were freed, or were freed and sold to somebody else. */
export type Before = "held" | "freed" | "freed_and_gone";

export type Ending = {
  readonly order: string;
  /** Issued ticket rows, each with its email. */
  readonly fulfilments: 0 | 1;
  /** What the order takes of the counters at the end. */
  readonly takes: "held" | "sold" | "nothing";
  /** Emails about money that goes back. */
  readonly apologies: 0 | 1 | 2;
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

/** Every course of a session, and the end state of the order, independent of the events in between. */
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
    // A failure is the only fact that the event alone has, so no event may claim it here.
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
    ending: { ...paid, order: "partially_refunded/sold", apologies: 1 },
  },
  {
    ...all,
    name: "paid, all returned",
    steps: ["pays", "refund_all"],
    ending: { ...paid, order: "refunded/none", takes: "nothing", apologies: 1 },
  },
  {
    ...all,
    name: "paid, returned in two parts",
    steps: ["pays", "refund_half", "refund_rest"],
    ending: { ...paid, order: "refunded/none", takes: "nothing", apologies: 2 },
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

/** One step of a case; `sameEvent` notices have the id of an earlier one of their kind. */
export type Move =
  | { readonly does: "provider"; readonly step: ProviderStep }
  | { readonly does: "notice"; readonly kind: NoticeKind; readonly event: string }
  | { readonly does: "success_page" }
  | { readonly does: "poller" };

export type NoticeCase = {
  /** The permanent name of the case: TEST_CASE runs it alone. */
  readonly name: string;
  readonly course: Course;
  readonly delivery: Delivery;
  readonly moves: readonly Move[];
};

/** Every case: each course, each order of its webhook events, each way of delivery. */
export function allCases(): NoticeCase[] {
  return courses.flatMap((course) => deliveries.flatMap((delivery) => casesOf(course, delivery)));
}

function casesOf(course: Course, delivery: Delivery): NoticeCase[] {
  return permutations(course.notices).map((order) => makeCase(course, order, delivery));
}

/**
 * The cases of one run, drawn with the seed: a few of each course and delivery; in a sample one of each course; all with
 * TEST_SCALE=long.
 */
export function casesOfRun(seed: number): NoticeCase[] {
  const random = seededRandom(seed);
  return ofScale({
    sample: () => courses.map((course) => random.pick(casesOf(course, random.pick(deliveries)))),
    all: () => drawCases(6, seed),
    long: allCases,
  })();
}

/** The same number of cases of each course and delivery, drawn with the seed. */
function drawCases(perCell: number, seed: number): NoticeCase[] {
  const random = seededRandom(seed);
  return courses.flatMap((course) =>
    deliveries.flatMap((delivery) => {
      const left = casesOf(course, delivery);
      const many = Math.min(perCell, left.length);
      return Array.from({ length: many }, () => left.splice(random.between(0, left.length - 1), 1)).flat();
    }),
  );
}

function makeCase(course: Course, order: readonly NoticeKind[], delivery: Delivery): NoticeCase {
  const name = `${course.name} | ${order.join(" ")} | ${delivery}`;
  // Copies and places come from the name, so that a case is the same in every run.
  const random = seededRandom(hashOf(name));
  const moves: Move[] = order.flatMap((kind) => copiesOf(kind, random));
  insert(moves, { does: "success_page" }, random);
  insert(moves, { does: "poller" }, random);
  const steps = course.steps.map((step): Move => ({ does: "provider", step }));
  if (delivery !== "in between") return { name, course, delivery, moves: [...steps, ...moves] };
  // The provider's own steps keep their order, at random places among the webhook events.
  const places = steps.map(() => random.between(0, moves.length)).sort((a, b) => a - b);
  const mixed: Move[] = [];
  for (const [at, move] of [...moves, undefined].entries()) {
    for (const [n, place] of places.entries()) if (place === at) mixed.push(steps[n] as Move);
    if (move) mixed.push(move);
  }
  // Events that came before the provider's last step are repeated, as the provider would do.
  const last: Move[] = order.map((kind) => ({ does: "notice", kind, event: `${kind}-last` }));
  return { name, course, delivery, moves: [...mixed, ...last] };
}

/** One to three webhook events of a kind: the event itself, copies of it, other events with the same content. */
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
