import type { ScanAnswer } from "#ticketing/gate/answer-scan.server.ts";
import type { EnrolledPhone } from "#ticketing/gate/enrol-phone.server.ts";
import { type GateList, readGateList } from "#ticketing/gate/gate-list.ts";
import type { GuestNames } from "#ticketing/gate/send-guest-names.server.ts";
import type { BeatAnswer } from "#ticketing/gate/take-beat.server.ts";
import type { TakenRows } from "#ticketing/gate/take-gate-rows.server.ts";

/** A value as JSON carries it: a date is a text. */
type AsJson<T> = T extends Date
  ? string
  : T extends string | number | boolean | null
    ? T
    : T extends object
      ? { readonly [Key in keyof T]: AsJson<T[Key]> }
      : T;

export type Enrolment = AsJson<EnrolledPhone>;
export type ScanReply = AsJson<ScanAnswer>;
type PhoneClock = { readonly at: number; readonly signature: string };
export type SignedText = { readonly text: string; readonly signature: string };

/** The server was reached and refused, with a reason. */
export class CallRefused extends Error {
  readonly reason: string;
  /** Seconds; 0 when there is nothing to wait for. */
  readonly retryAfter: number;
  /** Milliseconds since 1970; set when the phone's clock was the reason. */
  readonly serverTime: number | undefined;
  constructor(reason: string, retryAfter: number, serverTime?: number) {
    super(reason);
    this.serverTime = serverTime;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

/** Milliseconds after which a call counts as lost. */
export const callTimeouts = { scan: 1500, other: 8000 };

/** The calls of docs/gate-protocol.md. Each rejects with `CallRefused` if refused, with another error offline. */
export const phoneCalls = {
  enrol: (call: SignedText) => json<Enrolment>("enrol", call),
  scan: (call: SignedText & { readonly qr?: string }) => json<ScanReply>("scan", call, callTimeouts.scan),
  beat: (call: SignedText) => json<AsJson<BeatAnswer>>("beat", call),
  /** `clock`: the phone's own time, signed; sent only with its own rows. */
  log: (
    upload: {
      readonly device: string;
      readonly rows: readonly (SignedText & { readonly seq: number; readonly qr?: string })[];
    },
    clock?: PhoneClock,
  ) => json<AsJson<TakenRows>>("log", upload, callTimeouts.other, clock),
  guests: (call: SignedText) => json<GuestNames>("guests", call),
  async list(call: SignedText): Promise<GateList> {
    const answer = await send("list", call, callTimeouts.other);
    return readGateList(new Uint8Array(await answer.arrayBuffer()));
  },
};

export type PhoneCalls = typeof phoneCalls;

async function json<Answer>(
  name: string,
  body: unknown,
  wait = callTimeouts.other,
  clock?: PhoneClock,
): Promise<Answer> {
  return (await send(name, body, wait, clock)).json();
}

async function send(name: string, body: unknown, wait: number, clock?: PhoneClock): Promise<Response> {
  // in headers, because an older build refuses unknown fields in the body
  const clockHeaders: HeadersInit = clock
    ? { "phone-clock": String(clock.at), "phone-clock-signature": clock.signature }
    : {};
  const answer = await fetch(`/gate/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...clockHeaders },
    credentials: "omit",
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(wait),
    cache: "no-store",
  });
  if (answer.ok) return answer;
  // a server error counts like no network
  if (answer.status >= 500) throw new Error(`${name}: ${answer.status}`);
  const refusal: { error?: unknown; serverTime?: number } = await answer.json().catch(() => ({}));
  throw new CallRefused(
    String(refusal.error ?? answer.status),
    Number(answer.headers.get("retry-after") ?? 0),
    refusal.serverTime,
  );
}
