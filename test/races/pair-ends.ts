import type { ActName } from "./pair-acts.ts";
import type { Pair, StageName } from "./pair-stages.ts";

/** The pair, and turned round if its acts differ: the first act is the one that is held. */
export function bothWays({ stage, one, other }: Pair): Pair[] {
  return one === other
    ? [{ stage, one, other }]
    : [
        { stage, one, other },
        { stage, one: other, other: one },
      ];
}

/** Acts of several steps may also end between two steps where that is right: the end state then, and the reason. */
const betweenSteps: readonly (Pair & { readonly says: RegExp; readonly because: string })[] = [
  {
    stage: "held",
    one: "Ana submits again",
    other: "Ana wants another quantity",
    says: /"orders":\["cancelled\/none\/2\/0","checkout_open\/held\/2\/0"\],"pages":\["opened"\]/,
    because:
      "one click lets the order go, the other takes the tickets anew before it takes its own, and the first is told so",
  },
  {
    stage: "at the card page",
    one: "Ana lets go",
    other: "Ana submits again",
    says: /"orders":\["checkout_open\/held\/2\/0"\],"pages":\["closed","opened"\]/,
    because: "the old page is closed, she wants the tickets after all, and one page is open",
  },
  {
    stage: "with tickets",
    one: "all is refunded",
    other: "a dispute is opened",
    says: /"orders":\["disputed\/sold\/2\/0"\].*"tickets":\["paid\/2\/2\/2\/dispute"\].*"administrator\/(?:succeeded|wanted)\/22000"/,
    because:
      "the money is on its way back, or about to be, when the bank asks for it: all waits for the bank",
  },
  ...(
    [
      ["with tickets", "one ticket is refunded"],
      ["on its way to a friend", "the first seat is refunded"],
    ] as const
  ).map(([stage, one]) => ({
    stage,
    one,
    other: "a dispute is opened" as const,
    says: /"orders":\["disputed\/sold\/2\/[01]"\].*"tickets":\["paid\/1\/1\/1\/dispute"(?:,"paid\/1\/1\/1\/dispute")?\].*"administrator\/wanted\/11000"/,
    because: "the money is about to be on its way back when the bank asks for it: it waits for the bank",
  })),
  ...(
    ["with tickets", "a pass with tickets", "two seats, and none left", "on its way to a friend"] as const
  ).map((stage) => ({
    stage,
    one: "the night is moved" as const,
    other: "the night is cancelled" as const,
    says: /"night":"t\/t\/1".*"letters":\["night_cancelled"(?:(?!night_moved)[^\]])*\]/,
    because: "the night is cancelled before the email of its move was written, which nobody needs any more",
  })),
  {
    stage: "with tickets",
    one: "all is refunded",
    other: "the gate admits one",
    says: /"orders":\["refunded\/none\/2\/0"\].*"tickets":\["refunded\/2\/2\/2"\].*"admitted":\["suspended\/0"\]/,
    because: "the money is on its way back when the ticket is shown: nobody is admitted",
  },
  {
    stage: "a pass with tickets",
    one: "a night is added to the pass",
    other: "all is refunded",
    says: /"orders":\["refunded\/none\/2\/0"\].*"tickets":\["refunded\/2\/2\/2","refunded\/2\/0\/2"\].*"letters":\["payment_returned","season_pass_confirmation"\].*"counters":\["places\/0\/0","places\/0\/0","units\/0\/0"\]/,
    because:
      "the money is on its way back when the night comes: its ticket is suspended like the others and ends with them",
  },
  {
    stage: "two seats, and none left",
    one: "all is refunded",
    other: "the provider gives some money back",
    says: /"orders":\["partially_refunded\/sold\/2\/0"\].*"tickets":\["paid\/1\/1\/1","paid\/1\/1\/1"\].*"refunds":\["administrator\/failed\/22000","at_provider\/succeeded\/5000"\].*"prices":\["1\/paid\/8500","2\/paid\/8500"\]/,
    because:
      "the provider has less left than was asked of it: the seats admit again, and the office says that a refund failed",
  },
];

export function isBetweenSteps(pair: Pair, end: string): boolean {
  return bothWays(pair).some(({ stage, one, other }) =>
    betweenSteps.some(
      (known) => known.stage === stage && known.one === one && known.other === other && known.says.test(end),
    ),
  );
}

type HeldPair = Pair & { readonly after: string };

/**
 * Pairs that end wrongly when nothing locks the counters, the order or its codes, where the first act is held after this
 * statement, and the other one plays: a seat goes back, a code is split, two lines need one counter, or a payment is settled
 * twice. Other pairs of these acts end rightly even so: two different seats have nothing in common, one customer has one open
 * order, and what a cancelled night sold, settled or passed on meanwhile is given back by the workers' next round.
 */
export const needTheirLock: readonly HeldPair[] = [
  ...held("two left", "Ana buys", "hold-customers", [
    "Bogdan buys",
    "an invitation takes them",
    "a test purchase takes them",
    "the night is put off",
  ]),
  ...held("three places left for two types", "Ana buys one of each type", "hold-customers", [
    "Bogdan buys one of each, named the other way round",
    "Bogdan buys",
    "Bogdan buys two of the second type",
  ]),
  ...held("paid, and nobody knows", "a webhook event settles", "lock-counters", [
    "the success page settles",
    "the poller settles",
    "an administrator checks again",
    "Ana lets go",
    "the hold expires",
  ]),
  ...held("with tickets", "Ana splits the ticket", "lock-seat", [
    "Ana splits the ticket",
    "one ticket is refunded",
    "the gate admits one",
    "the gate admits both",
    "a dispute is opened",
  ]),
  ...held("with tickets", "one ticket is refunded", "lock-seats", [
    "one ticket is refunded",
    "all is refunded",
    "the gate admits both",
    "a dispute is opened",
    "the night is cancelled",
  ]),
  ...held("with tickets", "the gate admits one", "lock-ticket", ["the night is cancelled"]),
  ...held("with tickets", "the night is cancelled", "lock-seats", ["a dispute is opened"]),
  ...held("a pass with tickets", "Ana splits the ticket", "lock-seat", [
    "Ana splits the ticket",
    "one ticket is refunded",
    "the gate admits one",
    "a night is added to the pass",
  ]),
  ...held("a pass with tickets", "one ticket is refunded", "lock-seats", [
    "one ticket is refunded",
    "all is refunded",
    "a night is added to the pass",
  ]),
  ...held("two seats, and none left", "the first seat is refunded", "lock-seats", [
    "the first seat is refunded",
    "all is refunded",
    "the provider gives some money back",
    "the gate admits one",
  ]),
  ...held("two seats, and none left", "the second seat is refunded", "lock-seats", [
    "the second seat is refunded",
    "all is refunded",
    "the provider gives some money back",
  ]),
  ...held("two seats, and none left", "all is refunded", "lock-seats", [
    "all is refunded",
    "the gate admits one",
  ]),
  ...held("two seats, and none left", "the provider gives some money back", "lock-seats", [
    "all is refunded",
  ]),
  ...held("on its way to a friend", "the first seat is refunded", "lock-seats", ["the night is cancelled"]),
  ...held("on its way to a friend", "Bogdan accepts the ticket", "enqueue-letters", [
    "somebody else accepts the ticket",
    "the gate admits one",
  ]),
  ...held(
    "a moved night, and one on its way to a friend",
    "Ana gives the moved night back",
    "enqueue-letters",
    [
      "Ana gives the moved night back",
      "Bogdan accepts the ticket",
      "the first seat is refunded",
      "the gate admits one",
    ],
  ),
];

function held(stage: StageName, one: ActName, after: string, others: readonly ActName[]): HeldPair[] {
  return others.map((other) => ({ stage, one, other, after }));
}
