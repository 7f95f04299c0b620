import { describe, expect, it } from "vitest";
import { webhookSignature } from "#devkit/card-provider/notice-sender.server.ts";
import { done } from "#kernel/outcome.ts";
import { testKeys } from "#test/support/provider-in-test.ts";
import { signedNotice } from "#test/support/signed-notices.ts";
import { openStage } from "#test/support/stage.ts";
import { receiveNotice } from "./receive-notice.server.ts";

const { season, site } = await openStage();

const completed = (id: string, livemode = false) =>
  signedNotice({
    id,
    type: "checkout.session.completed",
    livemode,
    object: { id: "cs_test_1", object: "checkout.session", payment_intent: "pi_1" },
  });

const stored = async (eventId: string) =>
  await season.db`SELECT type, session_id, payment_intent_id, state, attempts, body, round(extract(epoch FROM next_at - received_at))::int AS wait, sent_at <= now() AS sent FROM payment_notices WHERE event_id = ${eventId}`;

describe("an incoming webhook event", () => {
  it("becomes a row that is due at once, with the exact bytes received (F13)", async () => {
    const notice = completed("evt_new");
    expect(await receiveNotice(site, notice)).toEqual(done({ eventId: "evt_new", isNew: true }));
    expect(await stored("evt_new")).toEqual([
      {
        type: "checkout.session.completed",
        session_id: "cs_test_1",
        payment_intent_id: "pi_1",
        state: "received",
        attempts: 0,
        body: notice.body,
        wait: 0,
        sent: true,
      },
    ]);
  });

  it("is not new the second time, nor of fifty at once, and does not change the row (F13)", async () => {
    await receiveNotice(site, completed("evt_twice"));
    await season.db`UPDATE payment_notices SET state = 'processed' WHERE event_id = 'evt_twice'`;
    const before = await stored("evt_twice");
    expect(await receiveNotice(site, completed("evt_twice"))).toEqual(
      done({ eventId: "evt_twice", isNew: false }),
    );
    expect(await stored("evt_twice")).toEqual(before);
    const again = await Promise.all(
      Array.from({ length: 50 }, () => receiveNotice(site, completed("evt_flood"))),
    );
    expect(again.filter((answer) => answer.ok && answer.value.isNew)).toHaveLength(1);
    expect(await stored("evt_flood")).toHaveLength(1);
  });

  it("of the other mode is kept and needs no administrator (F23)", async () => {
    expect(await receiveNotice(site, completed("evt_live", true))).toEqual(
      done({ eventId: "evt_live", isNew: false }),
    );
    expect(await stored("evt_live")).toMatchObject([{ state: "ignored" }]);
    const live = { ...site, settings: { ...site.settings, livemode: true } };
    expect(await receiveNotice(live, completed("evt_real", true))).toMatchObject({
      value: { eventId: "evt_real", isNew: true },
    });
    expect(await receiveNotice(live, completed("evt_test"))).toMatchObject({ value: { isNew: false } });
  });

  const sign = (body: string, atMs = Date.now()) => ({
    body: Buffer.from(body),
    signature: webhookSignature(body, testKeys.webhookSecret, atMs),
  });
  const good = completed("evt_refused");
  const text = good.body.toString();
  const minute = 60_000;

  it.each([
    ["unsigned", { body: good.body, signature: undefined }],
    ["bad_signature", { body: Buffer.from(text.replace("pi_1", "pi_2")), signature: good.signature }],
    ["bad_signature", { body: good.body, signature: webhookSignature(text, "whsec_of_another", Date.now()) }],
    ["too_old", sign(text, Date.now() - 6 * minute)],
    ["in_the_future", sign(text, Date.now() + 6 * minute)],
    ["malformed", sign("{")],
    ["malformed", sign('{"id":"evt_refused","object":"event"}')],
  ])("is refused as %s, and no row remains", async (reason, request) => {
    expect(await receiveNotice(site, request)).toEqual({ ok: false, refusal: { reason } });
    expect(await stored("evt_refused")).toEqual([]);
  });
});
