import { type Context, Hono } from "hono";
import { createMinuteLimit, createNetworkLimit, type MinuteLimit } from "#kernel/minute-limit.ts";
import type { Outcome } from "#kernel/outcome.ts";
import { createTurns } from "#kernel/turns.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { answerScan } from "#ticketing/gate/answer-scan.server.ts";
import { isSignedBy } from "#ticketing/gate/device-signature.server.ts";
import { enrolPhone } from "#ticketing/gate/enrol-phone.server.ts";
import { writeGateList } from "#ticketing/gate/gate-list.ts";
import {
  readEnrolCall,
  readGateAsk,
  readGateBeat,
  readGateListCall,
  readGateUpload,
  readGuestsCall,
  readPhoneClock,
  readSentRows,
  readSignedCall,
  type SignedCall,
} from "#ticketing/gate/gate-row-form.ts";
import { listOpenInvitations, listPhoneKeys } from "#ticketing/gate/phone-key-queries.server.ts";
import { sendGateList } from "#ticketing/gate/send-gate-list.server.ts";
import { sendGuestNames } from "#ticketing/gate/send-guest-names.server.ts";
import { clockText, type SignedTextKind, signedBytes } from "#ticketing/gate/signed-bytes.ts";
import { takeBeat } from "#ticketing/gate/take-beat.server.ts";
import { takeGateRows } from "#ticketing/gate/take-gate-rows.server.ts";
import { limits } from "#ticketing/limits.ts";
import { readSignedJson } from "#web/request/read-json.server.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { onceASecond } from "./once-a-second.ts";

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
  not_at_door: 403,
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
 * read, so no page of another site can call in a phone's name. A call that its phone signed counts for that phone, any
 * other for its network, so strangers behind the door's address refuse no phone's call. Before that, a call costs at
 * most one check of a signature.
 */
export function createGateCalls(site: SiteServices): Hono<FromAddress> {
  const calls = new Hono<FromAddress>();
  const noStore = { "cache-control": "no-store" };
  const refuse = (c: Context, refusal: Refusal) => {
    if (refusal.retryAfter !== undefined) c.header("retry-after", String(refusal.retryAfter));
    const { reason: error, ackedThrough, serverTime } = refusal;
    return c.json({ error, ackedThrough, serverTime }, (statusOf[error] ?? 400) as 400, noStore);
  };

  const phones = createMinuteLimit(limits.gateCallsPerPhoneAndMinute);
  const carriedUploads = createMinuteLimit(limits.carriedUploadsPerPhoneAndMinute);
  const sentRows = createMinuteLimit(limits.sentRowsPerPhoneAndMinute);
  // a phone's rows wait for each other in the database, and each that waits there has a connection
  const uploads = createTurns(limits.uploadsWaiting);
  const enrolments = createMinuteLimit(limits.enrolmentsPerInvitationAndMinute);
  const strangersCalls = createNetworkLimit(limits.strangersGateCallsPerAddressAndMinute);
  const refusalOverLimit = (c: Context, limit: MinuteLimit, key: string) => {
    const retryAfter = limit.waitFor(key);
    return retryAfter > 0 ? refuse(c, { reason: "too_many", retryAfter }) : undefined;
  };
  const refuseStranger = (c: Context<FromAddress>, reason: string) =>
    refusalOverLimit(c, strangersCalls, c.get("address")) ?? refuse(c, { reason });

  /** The public keys of phones. A key never changes, and the acts check each call again. */
  const keys = new Map<string, string>();
  // however many unknown ids strangers send, the database is asked once a second
  const readKeys = onceASecond(async () => {
    for (const { id, publicKey } of await site.database.withDuty("admit", listPhoneKeys))
      keys.set(id, publicKey);
  });
  const readInvitations = onceASecond(() => site.database.withDuty("admit", listOpenInvitations));
  /** Counts a call: for its phone if this is signed by it, else for its network. Returns the refusal, if any. */
  const countCall = async (
    c: Context<FromAddress>,
    device: string,
    limit: MinuteLimit,
    what: SignedTextKind,
    readProof: () => Pick<SignedCall, "text" | "signature"> | undefined,
  ) => {
    if (!keys.has(device)) await readKeys();
    const key = keys.get(device);
    // the act knows also a phone that was enrolled within this second
    if (key === undefined) return refusalOverLimit(c, strangersCalls, c.get("address"));
    const proof = readProof();
    if (!proof || !isSignedBy(key, signedBytes(what, proof.text), proof.signature))
      return refuseStranger(c, "not_signed");
    return refusalOverLimit(c, limit, device);
  };

  const countRows = (
    c: Context,
    { device, rows }: { readonly device: string; readonly rows: readonly unknown[] },
  ) =>
    rows.reduce<Response | undefined>(
      (refusal) => refusal ?? refusalOverLimit(c, sentRows, device),
      undefined,
    );

  const respond = (c: Context, answer: Outcome<object, Refusal>) =>
    answer.ok ? c.json(answer.value, 200, noStore) : refuse(c, answer.refusal);
  const readCall = async (c: Context) => {
    const body = await readSignedJson(c.req.raw, limits.gateCallBytes);
    return body.ok ? readSignedCall(body.value) : undefined;
  };
  const addSignedCall = (
    path: string,
    what: SignedTextKind,
    read: (text: string) => { readonly device: string } | undefined,
    answer: (call: SignedCall, c: Context) => Promise<Response>,
  ) =>
    calls.post(path, async (c) => {
      const call = await readCall(c);
      const device = call && read(call.text)?.device;
      if (!call || !device) return refuseStranger(c, "unreadable");
      return (await countCall(c, device, phones, what, () => call)) ?? answer(call, c);
    });

  calls.post("/enrol", async (c) => {
    const call = await readCall(c);
    const enrolment = call && readEnrolCall(call.text);
    if (!call || !enrolment) return refuseStranger(c, "unreadable");
    if (!isSignedBy(enrolment.key, signedBytes("enrol", call.text), call.signature))
      return refuseStranger(c, "not_signed");
    const invitation = hashOfToken(enrolment.secret);
    // an invented invitation counts for its network's strangers, and not for the invited phones
    const refusal = (await readInvitations()).has(invitation)
      ? refusalOverLimit(c, enrolments, invitation)
      : refusalOverLimit(c, strangersCalls, c.get("address"));
    if (refusal) return refusal;
    const enrolled = await enrolPhone(site, call);
    if (enrolled.ok) keys.set(enrolled.value.device, enrolment.key);
    return respond(c, enrolled);
  });
  addSignedCall("/scan", "ask", readGateAsk, async (call, c) => respond(c, await answerScan(site, call)));
  addSignedCall("/beat", "beat", readGateBeat, async (call, c) => respond(c, await takeBeat(site, call)));
  addSignedCall("/guests", "guests", readGuestsCall, async (call, c) =>
    respond(c, await sendGuestNames(site, call)),
  );
  addSignedCall("/list", "list", readGateListCall, async (call, c) => {
    const list = await sendGateList(site, call);
    if (!list.ok) return refuse(c, list.refusal);
    return c.body(writeGateList(list.value), 200, { ...noStore, "content-type": "application/octet-stream" });
  });
  calls.post("/log", async (c) => {
    const body = await readSignedJson(c.req.raw, limits.gateUploadBytes);
    const upload = body.ok && readGateUpload(body.value);
    if (!upload) return refuseStranger(c, "unreadable");
    const { device } = upload;
    const rows = () => readSentRows(upload.rows);
    const clock = readPhoneClock(c.req.header("phone-clock"), c.req.header("phone-clock-signature"));
    const signedClock = clock && { text: clockText(device, clock.at), signature: clock.signature };
    const refusal = signedClock
      ? ((await countCall(c, device, phones, "clock", () => signedClock)) ?? countRows(c, upload))
      : await countCall(c, device, carriedUploads, "row", () => rows()[0]);
    if (refusal) return refusal;
    // who repeats a phone's rows stands in another line than the phone
    const taken = await uploads.take(
      device,
      () => takeGateRows(site, { device, rows: rows(), clock }),
      signedClock ? "own" : "carried",
    );
    return taken === "too_many" ? refuse(c, { reason: taken, retryAfter: 1 }) : respond(c, taken.result);
  });
  for (const path of ["/enrol", "/scan", "/beat", "/list", "/guests", "/log"])
    calls.all(path, (c) => c.json({ error: requestTexts.postOnly }, 405, { allow: "POST" }));
  calls.all("/*", (c) => c.json({ error: "unknown" }, 404));
  return calls;
}
