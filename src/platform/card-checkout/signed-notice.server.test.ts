import { createHmac } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { startNoticeListener, startProviderInTest, testKeys } from "#test/support/provider-in-test.ts";
import { createCardCheckout } from "./card-checkout.server.ts";

const now = new Date("2027-06-26T18:00:00Z");
const seconds = now.getTime() / 1000;
const checkout = createCardCheckout({ ...testKeys, apiBase: "http://127.0.0.1:1", now: () => now });

const event = {
  id: "evt_1",
  object: "event",
  type: "checkout.session.completed",
  created: seconds - 2,
  livemode: false,
  data: {
    object: {
      id: "cs_test_1",
      object: "checkout.session",
      client_reference_id: "order-1",
      payment_intent: "pi_1",
      note: "ăîșț",
    },
  },
};
const body = Buffer.from(JSON.stringify(event, null, 2));

function signature(bytes: Buffer, at = seconds, secret = testKeys.webhookSecret): string {
  const content = Buffer.concat([Buffer.from(`${at}.`), bytes]);
  return `t=${at},v1=${createHmac("sha256", secret).update(content).digest("hex")}`;
}

const read = (bytes: Buffer, header: string | null | undefined) => checkout.readNotice(bytes, header, now);
const refused = (reason: string) => ({ kind: "refused", reason });

describe("a notice", () => {
  test("with a right signature is read", () => {
    expect(read(body, signature(body))).toEqual({
      kind: "notice",
      id: "evt_1",
      type: "checkout.session.completed",
      createdAt: new Date((seconds - 2) * 1000),
      livemode: false,
      sessionId: "cs_test_1",
      paymentId: "pi_1",
    });
  });

  test("about a charge names the payment and no session", () => {
    const object = { id: "ch_1", object: "charge", payment_intent: "pi_1" };
    const charge = Buffer.from(JSON.stringify({ ...event, type: "charge.refunded", data: { object } }));
    expect(read(charge, signature(charge))).toMatchObject({
      sessionId: null,
      paymentId: "pi_1",
    });
  });

  test("is accepted with one right signature among several, as while a secret is changed", () => {
    const header = `${signature(body, seconds, "whsec_old")},${signature(body).split(",")[1]}`;
    expect(read(body, header)).toMatchObject({ kind: "notice" });
  });

  test("without signature, or with one of another secret, is refused", () => {
    expect(read(body, null)).toEqual(refused("unsigned"));
    expect(read(body, undefined)).toEqual(refused("unsigned"));
    expect(read(body, "")).toEqual(refused("unsigned"));
    expect(read(body, signature(body, seconds, "whsec_other"))).toEqual(refused("bad_signature"));
    expect(read(body, signature(body).replace("v1=", "v0="))).toEqual(refused("bad_signature"));
    expect(read(Buffer.alloc(0), signature(body))).toEqual(refused("bad_signature"));
  });

  test("with any one bit changed anywhere is refused", () => {
    const header = signature(body);
    for (let at = 0; at < body.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = Buffer.from(body);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        expect(read(changed, header), `byte ${at}, bit ${bit}`).toEqual(refused("bad_signature"));
      }
    }
  });

  test("with a byte order mark in front, or bytes that are no text, is refused even if decoding would hide it", () => {
    const header = signature(body);
    expect(read(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]), header)).toEqual(
      refused("bad_signature"),
    );
    const replaced = Buffer.from(JSON.stringify({ ...event, data: { object: { note: "\ufffd" } } }));
    const hidden = Buffer.from(replaced.toString("latin1").replace("\xef\xbf\xbd", "\xff"), "latin1");
    expect(read(replaced, signature(replaced))).toMatchObject({ kind: "notice" });
    expect(read(hidden, signature(replaced))).toEqual(refused("bad_signature"));
  });

  test("that was parsed and written again is refused", () => {
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())));
    expect(read(rewritten, signature(body))).toEqual(refused("bad_signature"));
  });

  test("older than 300 seconds is refused, 300 seconds old is not", () => {
    expect(read(body, signature(body, seconds - 300))).toMatchObject({ kind: "notice" });
    expect(read(body, signature(body, seconds - 301))).toEqual(refused("too_old"));
  });

  test("from the future is refused, 300 seconds ahead is not", () => {
    expect(read(body, signature(body, seconds + 300))).toMatchObject({ kind: "notice" });
    expect(read(body, signature(body, seconds + 301))).toEqual(refused("in_the_future"));
    expect(read(body, signature(body, seconds + 600))).toEqual(refused("in_the_future"));
  });

  test("is read by nobody without a secret: an empty one would let everybody sign", () => {
    for (const webhookSecret of ["", " "]) {
      const open = createCardCheckout({
        ...testKeys,
        webhookSecret,
        apiBase: "http://127.0.0.1:1",
        now: () => now,
      });
      const forged = createHmac("sha256", webhookSecret).update(`${seconds}.`).update(body).digest("hex");
      expect(open.readNotice(body, `t=${seconds},v1=${forged}`, now)).toEqual(refused("bad_signature"));
      open.close();
    }
  });

  test("whose header or time is wrong is refused before a byte of its body is looked at", () => {
    const untouched = new Proxy(body, {
      get() {
        throw new Error("the body was looked at");
      },
    });
    const right = signature(body);
    for (const header of [
      "x",
      "t=1",
      right.replace("v1=", "v1=0"),
      right.slice(0, -1),
      `t=01,${right.split(",")[1]}`,
    ])
      expect(read(untouched, header), header).toEqual(refused("bad_signature"));
    expect(read(untouched, signature(body, seconds - 301))).toEqual(refused("too_old"));
    expect(read(untouched, signature(body, seconds + 301))).toEqual(refused("in_the_future"));
  });

  test("with a wrong signature is refused before its body is made a text", () => {
    const text = vi.spyOn(Buffer.prototype, "toString");
    const parse = vi.spyOn(JSON, "parse");
    try {
      expect(read(body, signature(body, seconds, "whsec_other"))).toEqual(refused("bad_signature"));
      expect(text.mock.contexts).not.toContain(body);
      expect(parse).not.toHaveBeenCalled();
    } finally {
      text.mockRestore();
      parse.mockRestore();
    }
  });

  test("with two times, or a time that is no number, is refused", () => {
    const right = signature(body, seconds + 600);
    expect(read(body, `t=${seconds},${right}`)).toEqual(refused("bad_signature"));
    expect(read(body, `${right},t=${seconds}`)).toEqual(refused("bad_signature"));
    expect(read(body, signature(body).replace(/t=(\d+)/, "t=$1x"))).toEqual(refused("bad_signature"));
  });

  test("without a readable date, or with one before 1970, has the moment of its signature", () => {
    for (const created of [
      "-271821-04-20",
      "-4713-01-01T00:00:00Z",
      -1,
      -8.64e12,
      1e300,
      "mâine",
      null,
      {},
    ]) {
      const bytes = Buffer.from(JSON.stringify({ ...event, created }));
      expect(read(bytes, signature(bytes)), String(created)).toMatchObject({
        kind: "notice",
        createdAt: now,
      });
    }
  });

  test("signed but no event is refused", () => {
    for (const strange of ["[]", "null", "{}", '{"id":1}', "nu e JSON"]) {
      const bytes = Buffer.from(strange);
      expect(read(bytes, signature(bytes)), strange).toEqual(refused("malformed"));
    }
  });

  test("as the double sends it is read", async () => {
    const listener = await startNoticeListener();
    const provider = await startProviderInTest({ notifyUrl: listener.url });
    const adapter = createCardCheckout({ ...testKeys, apiBase: provider.apiBase, now: () => new Date() });
    try {
      const opened = await adapter.openSession({
        key: "k",
        orderId: "order-9",
        successUrl: "http://127.0.0.1:3000/success",
        cancelUrl: "http://127.0.0.1:3000/",
        lines: [{ name: "Bilet", unitAmount: 5_000, quantity: 1 }],
        expiresAt: new Date(Date.now() + 31 * 60_000),
      });
      if (opened.kind !== "opened") throw new Error("Not opened");
      await adapter.expireSession(opened.sessionId);
      await listener.until(1);
      const [notice] = listener.received;
      expect(notice && adapter.readNotice(notice.body, notice.signature, new Date())).toMatchObject({
        kind: "notice",
        type: "checkout.session.expired",
        sessionId: opened.sessionId,
      });
    } finally {
      adapter.close();
      await provider.close();
      await listener.close();
    }
  });
});
