import { type Context, Hono } from "hono";
import { createMinuteLimit } from "#kernel/minute-limit.ts";
import { addressBucket } from "#kernel/network-address.ts";
import type { Outcome } from "#kernel/outcome.ts";
import { inSeconds } from "#kernel/time.ts";
import { answerScan } from "#ticketing/gate/answer-scan.server.ts";
import { enrolPhone } from "#ticketing/gate/enrol-phone.server.ts";
import { writeGateList } from "#ticketing/gate/gate-list.ts";
import {
  readGateUpload,
  readPhoneClock,
  readSignedCall,
  type SignedCall,
} from "#ticketing/gate/gate-row-form.ts";
import { sendGateList } from "#ticketing/gate/send-gate-list.server.ts";
import { sendGuestNames } from "#ticketing/gate/send-guest-names.server.ts";
import { takeBeat } from "#ticketing/gate/take-beat.server.ts";
import { takeGateRows } from "#ticketing/gate/take-gate-rows.server.ts";
import { limits } from "#ticketing/limits.ts";
import { readSignedJson } from "#web/request/read-json.server.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";

type FromAddress = { Variables: { address: string } };

type Refusal = {
  readonly reason: string;
  readonly retryAfter?: number;
  readonly ackedThrough?: number;
  readonly serverTime?: number;
};

const statusOf: Readonly<Record<string, number>> = {
  unreadable: 400,
  not_signed: 401,
  unknown_device: 401,
  stopped: 403,
  rows_missing: 409,
  number_used: 409,
  number_asked: 409,
  expired: 410,
  over: 410,
  wrong_time: 409,
  too_many: 429,
};

/**
 * The calls of phones at the door (docs/gate-protocol.md). A phone proves itself by its signature alone. No cookie is
 * read, so no page of another site can call in a phone's name.
 */
export function createGateCalls(site: SiteServices): Hono<FromAddress> {
  const calls = new Hono<FromAddress>();
  const noStore = { "cache-control": "no-store" };
  const refuse = (c: Context, refusal: Refusal) => {
    if (refusal.retryAfter !== undefined) c.header("retry-after", String(refusal.retryAfter));
    const { reason: error, ackedThrough, serverTime } = refusal;
    return c.json({ error, ackedThrough, serverTime }, (statusOf[error] ?? 400) as 400, noStore);
  };

  const strangers = createMinuteLimit(limits.strangersGateCallsPerAddressAndMinute);
  /** Networks from which one of our phones has called, each with the time until which this counts. */
  const ours = new Map<string, number>();
  calls.use("/*", async (c, next) => {
    const network = addressBucket(c.get("address"));
    const wait = (ours.get(network) ?? 0) > performance.now() ? 0 : strangers.waitFor(network);
    if (wait > 0) return refuse(c, { reason: "too_many", retryAfter: wait });
    await next();
    // an upload is answered even when none of its rows is signed, so it proves nothing
    if (c.res.ok && !c.req.path.endsWith("/log"))
      ours.set(network, performance.now() + inSeconds.hour * 1000);
    return undefined;
  });

  const told = (c: Context, answer: Outcome<object, Refusal>) =>
    answer.ok ? c.json(answer.value, 200, noStore) : refuse(c, answer.refusal);
  const signed = (path: string, answer: (call: SignedCall, c: Context) => Promise<Response>) =>
    calls.post(path, async (c) => {
      const body = await readSignedJson(c.req.raw);
      const call = body.ok && readSignedCall(body.value);
      return call ? answer(call, c) : refuse(c, { reason: "unreadable" });
    });

  signed("/enrol", async (call, c) => told(c, await enrolPhone(site, call)));
  signed("/scan", async (call, c) => told(c, await answerScan(site, call)));
  signed("/beat", async (call, c) => told(c, await takeBeat(site, call)));
  signed("/guests", async (call, c) => told(c, await sendGuestNames(site, call)));
  signed("/list", async (call, c) => {
    const list = await sendGateList(site, call);
    if (!list.ok) return refuse(c, list.refusal);
    return c.body(writeGateList(list.value), 200, { ...noStore, "content-type": "application/octet-stream" });
  });
  calls.post("/log", async (c) => {
    const body = await readSignedJson(c.req.raw);
    const upload = body.ok && readGateUpload(body.value);
    if (!upload) return refuse(c, { reason: "unreadable" });
    const clock = readPhoneClock(c.req.header("phone-clock"), c.req.header("phone-clock-signature"));
    return told(c, await takeGateRows(site, { ...upload, clock }));
  });
  for (const path of ["/enrol", "/scan", "/beat", "/list", "/guests", "/log"])
    calls.all(path, (c) => c.json({ error: requestTexts.postOnly }, 405, { allow: "POST" }));
  calls.all("/*", (c) => c.json({ error: "unknown" }, 404));
  return calls;
}
