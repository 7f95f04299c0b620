import { setTimeout as pause } from "node:timers/promises";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { type BenchCustomer, type HotType, holdRequest } from "#devkit/lab/bench/bench-customers.ts";
import type { Random } from "#test/races/seeded-random.ts";
import type { EveningPlan } from "./evening-plan.ts";
import type { PeopleClient } from "./people-client.ts";

export type EveningContext = {
  readonly plan: EveningPlan;
  readonly client: PeopleClient;
  readonly origin: string;
  readonly pagesBase: string;
  readonly hot: HotType;
  /** When the sale opened, by `performance.now()`. */
  readonly begunAt: number;
  /** How often something was answered, for the report: statuses of "pay", and what became of people. */
  readonly tally: Map<string, number>;
};

type Person = BenchCustomer & { readonly random: Random };

/** Somebody's evening: comes, submits "pay", waits in the line, pays or gives up, or finds nothing left. */
export async function playPerson(
  context: EveningContext,
  member: BenchCustomer,
  random: Random,
): Promise<void> {
  const person: Person = { ...member, random };
  // most come at once
  await rest(context.plan.rushSeconds * random.next() ** 2);
  let quantity = random.between(1, 4);
  // some look again and again, the others a few times
  const mostLooks = random.next() < 0.15 ? Number.POSITIVE_INFINITY : random.between(2, 5);
  for (let looks = 0; looks < mostLooks; ) {
    if ((await look(context, person)) === "sold out") {
      looks += 1;
      await rest(between(random, context.plan.lookAgain));
      continue;
    }
    const submitted = await submit(context, person, quantity);
    if (submitted.kind === "sold_out") {
      quantity = 1;
      await rest(between(random, context.plan.lookAgain));
    } else if (submitted.kind === "again") await rest(submitted.seconds);
    else {
      const fate = await withOrder(context, person, submitted.url);
      note(context, fate);
      if (fate !== "asks again") return;
      await rest(between(random, context.plan.lookAgain));
    }
  }
}

type Submitted =
  | { readonly kind: "page"; readonly url: string }
  | { readonly kind: "sold_out" }
  | { readonly kind: "again"; readonly seconds: number };

async function submit(context: EveningContext, person: Person, quantity: number): Promise<Submitted> {
  const { origin, hot } = context;
  const call = () =>
    context.client.ask("POST", "/functions/v1/checkout-session", {
      token: person.token,
      address: person.address,
      json: holdRequest(origin, hot, quantity),
    });
  // some submit twice
  const [answer] = await Promise.all([call(), ...(person.random.next() < 0.05 ? [call()] : [])]);
  note(context, `pay ${answer?.status ?? "unanswered"}`);
  if (answer?.status === 200) return { kind: "page", url: (JSON.parse(answer.text) as { url: string }).url };
  const text = answer?.text ?? "";
  if (answer?.status === 409 && text.includes("Nu exista suficiente bilete")) return { kind: "sold_out" };
  // places are kept, the provider did not answer: the page of the order goes on from there
  const isBusy = answer?.status === 503 && text.startsWith("{");
  const order = isBusy ? (JSON.parse(text) as { order?: string }).order : undefined;
  if (order) return { kind: "page", url: order };
  return { kind: "again", seconds: Math.min(answer?.retryAfter ?? 2, 30) * (1 + person.random.next() / 2) };
}

/** With places kept: to the card page by way of the line, and what one does there. */
async function withOrder(context: EveningContext, person: Person, url: string): Promise<string> {
  const { random } = person;
  const whim = random.next();
  const orderPath = url.startsWith(context.origin) ? new URL(url).pathname : undefined;
  if (orderPath && whim < 0.04) {
    await rest(random.between(1, 20));
    return letGo(context, person, orderPath);
  }
  const page = orderPath ? await waitInLine(context, person, orderPath) : url;
  if (page === undefined) return "asks again";
  await rest(between(random, context.plan.rushSeconds > 10 ? [1, 6] : [0.1, 0.5]));
  if (whim < 0.1 && orderPath) return letGo(context, person, orderPath);
  // during the rush some give up; later buyers know what they want
  if (whim < 0.17 && performance.now() - context.begunAt < context.plan.rushSeconds * 1000)
    return "walks away";
  const sessionId = page.split("/").at(-1) ?? "";
  if (whim < 0.22) await atCardPage(context, sessionId, "4000000000000002");
  const paid = await atCardPage(context, sessionId);
  if (paid.kind !== "paid") return "asks again";
  // the others close the window: the webhook event has to do
  if (random.next() < 0.6)
    await context.client.ask("GET", `/tickets/success?session_id=${sessionId}`, person);
  return "pays";
}

/** The card page may not answer either: the webhook event counts for those who paid there, the others ask again. */
async function atCardPage({ pagesBase }: EveningContext, sessionId: string, card?: string) {
  return payWithCard(pagesBase, sessionId, card).catch(() => ({ kind: "unanswered" as const }));
}

async function waitInLine(
  context: EveningContext,
  person: Person,
  orderPath: string,
): Promise<string | undefined> {
  let seconds = 2;
  for (let turnedAway = 0; turnedAway < 6; ) {
    // as the page itself does: the nearer, the more often
    const nearer = Math.min(20, Math.max(context.plan.rushSeconds > 10 ? 2 : 0.3, seconds / 4));
    await rest(nearer * (0.75 + person.random.next() / 2));
    const answer = await context.client.ask("GET", `${orderPath}/place`, { address: person.address });
    if (answer?.status !== 200) continue;
    const place = JSON.parse(answer.text) as { seconds: number } | null;
    if (place) {
      seconds = place.seconds;
      continue;
    }
    const sent = await context.client.ask("GET", `${orderPath}/pay`, person);
    if (sent?.location?.startsWith(context.pagesBase)) return sent.location;
    turnedAway += 1;
  }
  return undefined;
}

async function letGo(context: EveningContext, person: Person, orderPath: string): Promise<string> {
  await context.client.ask("POST", orderPath, { ...person, form: { intent: "release" } });
  return "lets go";
}

/** What stands on each version of the page: of 40 KB that hundreds read in a second it is found out once. */
const readBefore = new Map<string, boolean>();

/** The night's page, as everybody loads it before pressing anything. */
async function look(context: EveningContext, person: Person): Promise<"sold out" | "there may be some"> {
  const { token, address } = person;
  const path = `/events/${context.hot.eventId}`;
  const page = await context.client.ask("GET", path, { token, address });
  if (!page) return "there may be some";
  const isSoldOut = readBefore.get(page.text) ?? page.text.includes(">Epuizat<");
  readBefore.set(page.text, isSoldOut);
  return isSoldOut ? "sold out" : "there may be some";
}

// no signal ends it: an event target looks through all who listen for each that comes, and this is for thousands
const rest = (seconds: number) => pause(seconds * 1000);

const between = (random: Random, [least, most]: readonly [number, number]) =>
  least + random.next() * (most - least);

function note({ tally }: EveningContext, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}
