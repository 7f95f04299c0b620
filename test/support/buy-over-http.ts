import { setTimeout as pause } from "node:timers/promises";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import type { Uuid } from "#kernel/id.ts";

type Place = { readonly origin: string; readonly provider: { readonly pagesBase: string } };
type Buyer = { readonly token: string; readonly at: number };

/**
 * One ticket, as a browser buys it behind a proxy: asked again as long as the site says that it is busy, and paid.
 * Resolves to the last status and what the card page said: "200 paid".
 */
export async function buyOne(
  { origin, provider }: Place,
  { token, at }: Buyer,
  { night, type }: { readonly night: Uuid; readonly type: Uuid },
): Promise<string> {
  const ask = () =>
    fetch(`${origin}/functions/v1/checkout-session`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        "x-forwarded-for": `10.3.${at >> 8}.${at % 256}`,
        // a repeat finds the order that it may have made
        "idempotency-key": `buyer-${at}`,
      },
      body: JSON.stringify({
        price_id: `price_${type}`,
        success_url: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${origin}/events/${night}`,
        mode: "payment",
        quantity: 1,
      }),
    });
  let answer = await ask();
  // on a busy machine no connection to the database may be free in time: a sentence, 503 and how long to wait
  while (answer.status === 503) {
    await pause(1000 * Number(answer.headers.get("retry-after")));
    answer = await ask();
  }
  const { url = "" } = (await answer.json()) as { url?: string };
  let page = url;
  // The order's page polls while it waits for the card page; so does this.
  while (page.startsWith(origin)) {
    await pause(50);
    const sent = await fetch(`${page}/pay`, { redirect: "manual", headers: { cookie: `session=${token}` } });
    const location = sent.headers.get("location") ?? "";
    if (location.startsWith(provider.pagesBase)) page = location;
  }
  const paid = await payWithCard(provider.pagesBase, page.split("/").at(-1) ?? "");
  return `${answer.status} ${paid.kind}`;
}
