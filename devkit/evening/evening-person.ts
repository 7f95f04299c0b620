import { setTimeout as pause } from "node:timers/promises";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import type { Random } from "#test/races/seeded-random.ts";
import type { CrowdClient } from "./crowd-client.ts";
import type { CrowdMember } from "./crowd-rows.ts";
import type { EveningPlan } from "./evening-plan.ts";

export type EveningScene = {
  readonly plan: EveningPlan;
  readonly client: CrowdClient;
  readonly origin: string;
  readonly pagesBase: string;
  readonly hot: { readonly eventId: string; readonly typeId: string; readonly priceId: string };
  /** When the doors opened, by `performance.now()`. */
  readonly begunAt: number;
  /** How often something was answered, for the report: statuses of "pay", and what became of people. */
  readonly tally: Map<string, number>;
};

type Person = CrowdMember & { readonly random: Random };

/** Somebody's evening: comes, presses "pay", waits in the line, pays or gives up, or finds nothing left. */
export async function spendEvening(scene: EveningScene, member: CrowdMember, random: Random): Promise<void> {
  const person: Person = { ...member, random };
  // most come at once
  await rest(scene.plan.rushSeconds * random.next() ** 2);
  let quantity = random.between(1, 4);
  // some look again and again, the others a few times
  const patience = random.next() < 0.15 ? Number.POSITIVE_INFINITY : random.between(2, 5);
  for (let looks = 0; looks < patience; ) {
    if ((await look(scene, person)) === "sold out") {
      looks += 1;
      await rest(between(random, scene.plan.lookAgain));
      continue;
    }
    const pressed = await press(scene, person, quantity);
    if (pressed.kind === "sold_out") {
      quantity = 1;
      await rest(between(random, scene.plan.lookAgain));
    } else if (pressed.kind === "again") await rest(pressed.seconds);
    else {
      const fate = await withOrder(scene, person, pressed.url);
      note(scene, fate);
      if (fate !== "asks again") return;
      await rest(between(random, scene.plan.lookAgain));
    }
  }
}

type Pressed =
  | { readonly kind: "page"; readonly url: string }
  | { readonly kind: "sold_out" }
  | { readonly kind: "again"; readonly seconds: number };

async function press(scene: EveningScene, person: Person, quantity: number): Promise<Pressed> {
  const { origin, hot } = scene;
  const call = () =>
    scene.client.ask("POST", "/functions/v1/checkout-session", {
      token: person.token,
      address: person.address,
      json: {
        price_id: hot.priceId,
        success_url: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${origin}/events/${hot.eventId}`,
        mode: "payment",
        quantity,
      },
    });
  // some press twice
  const [answer] = await Promise.all([call(), ...(person.random.next() < 0.05 ? [call()] : [])]);
  note(scene, `pay ${answer?.status ?? "unanswered"}`);
  if (answer?.status === 200) return { kind: "page", url: (JSON.parse(answer.text) as { url: string }).url };
  const text = answer?.text ?? "";
  if (answer?.status === 409 && text.includes("Nu exista suficiente bilete")) return { kind: "sold_out" };
  // places are kept, the provider did not answer: the page of the order goes on from there
  const order = answer?.status === 503 ? (JSON.parse(text) as { order?: string }).order : undefined;
  if (order) return { kind: "page", url: order };
  return { kind: "again", seconds: Math.min(answer?.retryAfter ?? 2, 30) * (1 + person.random.next() / 2) };
}

/** With places kept: to the card page by way of the line, and what one does there. */
async function withOrder(scene: EveningScene, person: Person, url: string): Promise<string> {
  const { random } = person;
  const whim = random.next();
  const orderPath = url.startsWith(scene.origin) ? new URL(url).pathname : undefined;
  if (orderPath && whim < 0.04) {
    await rest(random.between(1, 20));
    return letGo(scene, person, orderPath);
  }
  const page = orderPath ? await waitInLine(scene, person, orderPath) : url;
  if (page === undefined) return "asks again";
  await rest(between(random, scene.plan.rushSeconds > 10 ? [1, 6] : [0.1, 0.5]));
  if (whim < 0.1 && orderPath) return letGo(scene, person, orderPath);
  // who comes for the last ones knows what they want
  if (whim < 0.17 && performance.now() - scene.begunAt < scene.plan.rushSeconds * 1000) return "walks away";
  const sessionId = page.split("/").at(-1) ?? "";
  if (whim < 0.22) await atCardPage(scene, sessionId, "4000000000000002");
  const paid = await atCardPage(scene, sessionId);
  if (paid.kind !== "paid") return "asks again";
  // the others close the window: the notice has to do
  if (random.next() < 0.6) await scene.client.ask("GET", `/tickets/success?session_id=${sessionId}`, person);
  return "pays";
}

/** The card page may not answer either: whoever paid there then has the notice, the others ask again. */
async function atCardPage({ pagesBase }: EveningScene, sessionId: string, card?: string) {
  return payWithCard(pagesBase, sessionId, card).catch(() => ({ kind: "unanswered" as const }));
}

async function waitInLine(
  scene: EveningScene,
  person: Person,
  orderPath: string,
): Promise<string | undefined> {
  let seconds = 2;
  for (let turnedAway = 0; turnedAway < 6; ) {
    // as the page itself does: the nearer, the more often
    const nearer = Math.min(20, Math.max(scene.plan.rushSeconds > 10 ? 2 : 0.3, seconds / 4));
    await rest(nearer * (0.75 + person.random.next() / 2));
    const answer = await scene.client.ask("GET", `${orderPath}/place`, { address: person.address });
    if (answer?.status !== 200) continue;
    const place = JSON.parse(answer.text) as { seconds: number } | null;
    if (place) {
      seconds = place.seconds;
      continue;
    }
    const sent = await scene.client.ask("GET", `${orderPath}/pay`, person);
    if (sent?.location?.startsWith(scene.pagesBase)) return sent.location;
    turnedAway += 1;
  }
  return undefined;
}

async function letGo(scene: EveningScene, person: Person, orderPath: string): Promise<string> {
  await scene.client.ask("POST", orderPath, { ...person, form: { intent: "release" } });
  return "lets go";
}

/** What stands on each version of the page: of 40 KB that hundreds read in a second it is found out once. */
const readBefore = new Map<string, boolean>();

/** The night's page, as everybody loads it before pressing anything. */
async function look(scene: EveningScene, person: Person): Promise<"sold out" | "there may be some"> {
  const { token, address } = person;
  const path = `/events/${scene.hot.eventId}`;
  const page = await scene.client.ask("GET", path, { token, address });
  if (!page) return "there may be some";
  const isSoldOut = readBefore.get(page.text) ?? page.text.includes(">Epuizat<");
  readBefore.set(page.text, isSoldOut);
  return isSoldOut ? "sold out" : "there may be some";
}

// no signal ends it: an event target looks through all who listen for each that comes, and this is for thousands
const rest = (seconds: number) => pause(seconds * 1000);

const between = (random: Random, [least, most]: readonly [number, number]) =>
  least + random.next() * (most - least);

function note({ tally }: EveningScene, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}
