import autocannon from "autocannon";
import type { Uuid } from "#kernel/id.ts";

export type HotType = { readonly eventId: Uuid; readonly typeId: Uuid; readonly priceId: string };

export type HoldLoad = {
  readonly url: string;
  /** The address the customers' pages are at; the call names it. */
  readonly origin: string;
  readonly hot: HotType;
  readonly connections: number;
  readonly seconds: number;
  /** Absent: as many as are answered. */
  readonly perSecond?: number;
  /** A token nobody has bought with yet, each time. */
  readonly nextToken: () => string;
};

export type HoldShot = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly others: number;
  readonly statuses: string;
};

/** Buyers who each press "pay" once, from an address of their own, as fast as answers come or at a pace. */
export async function shootHolds({
  url,
  origin,
  hot,
  connections,
  seconds,
  perSecond,
  nextToken,
}: HoldLoad): Promise<HoldShot> {
  const body = JSON.stringify({
    price_id: hot.priceId,
    success_url: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/events/${hot.eventId}`,
    mode: "payment",
    quantity: 2,
  });
  let person = 0;
  const shot = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(perSecond === undefined ? {} : { overallRate: perSecond }),
    requests: [
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        setupRequest: (request) => {
          person += 1;
          const address = `10.${(person >> 16) % 256}.${(person >> 8) % 256}.${person % 256}`;
          return {
            ...request,
            headers: {
              ...request.headers,
              authorization: `Bearer ${nextToken()}`,
              "x-forwarded-for": address,
            },
          };
        },
      },
    ],
  });
  const good = shot["2xx"];
  return {
    perSecond: good / shot.duration,
    p50: shot.latency.p50,
    p99: shot.latency.p99,
    others: shot.non2xx + shot.errors,
    statuses: JSON.stringify(shot.statusCodeStats),
  };
}
