import { describe, expect, it } from "vitest";
import { webhookSignature } from "#devkit/card-provider/notice-sender.server.ts";
import { done, refused } from "#kernel/outcome.ts";
import { openOrderStage } from "#test/support/order-stages.ts";
import { testKeys } from "#test/support/provider-in-test.ts";
import { apiVersions, type RealNotice, realNotices } from "#test/support/real-notices.ts";
import { leaseOf } from "#test/support/signed-notices.ts";
import { processNotice } from "./process-notice.server.ts";
import { receiveNotice } from "./receive-notice.server.ts";

const { season, site, stages, rows } = await openOrderStage();

const sent = ({ body }: Pick<RealNotice, "body">, indent = 2) => {
  // The provider sends its JSON indented.
  const text = JSON.stringify(body, null, indent);
  return { body: Buffer.from(text), signature: webhookSignature(text, testKeys.webhookSecret, Date.now()) };
};
const kinds = realNotices("kinds");

async function statesOf(name: string): Promise<Record<string, number>> {
  const counted =
    await season.db`SELECT state, count(*)::int AS n FROM payment_notices WHERE event_id LIKE ${`evt_${name}_%`} GROUP BY state`;
  return Object.fromEntries(counted.map(({ state, n }) => [state, n]));
}

describe("no genuine webhook event is refused", () => {
  it("of at least fifteen kinds in three versions", () => {
    expect(new Set(kinds.map(({ type }) => type)).size).toBeGreaterThanOrEqual(15);
    expect(new Set(kinds.map(({ apiVersion }) => apiVersion))).toEqual(new Set([...apiVersions, null]));
  });

  it.each([...new Set(kinds.map(({ type }) => type))])("%s, in any version", async (type) => {
    for (const kind of kinds.filter((one) => one.type === type))
      expect(await receiveNotice(site, sent(kind))).toMatchObject(done({ eventId: kind.id }));
  });

  it("an unknown kind is ignored once, and a second copy changes nothing", async () => {
    const about = (type: string) => !/^(checkout\.session|charge\.refund|charge\.dispute|refund)/.test(type);
    const strangers = realNotices("once").filter(({ type }) => about(type));
    for (const notice of strangers) {
      const received = await receiveNotice(site, sent(notice));
      if (received.ok && received.value.isNew)
        await processNotice(site, await leaseOf(site, received.value.eventId));
    }
    expect(await statesOf("once")).toEqual({ ignored: strangers.length });
    for (const notice of strangers)
      expect(await receiveNotice(site, sent(notice))).toMatchObject(done({ isNew: false }));
    expect(await statesOf("once")).toEqual({ ignored: strangers.length });
  });

  it("of the other mode is acknowledged and never acted on (F23)", async () => {
    const order = await stages.paid();
    const live = realNotices("live", { livemode: true });
    for (const notice of live)
      expect(await receiveNotice(site, sent(notice))).toMatchObject(done({ isNew: false }));
    const untold = { ...live[0]?.body, id: "evt_live_untold", livemode: undefined };
    expect(await receiveNotice(site, sent({ body: untold }))).toMatchObject(done({ isNew: false }));
    expect(await statesOf("live")).toEqual({ ignored: live.length + 1 });
    expect(await rows.state(order.orderId)).toBe("checkout_open/held");
  });

  it("about an order of ours settles it, with all its other fields, and its copy does nothing", async () => {
    const order = await stages.paid();
    const [template] = realNotices("ours");
    if (!template) throw new Error("no notice");
    const { object } = template.body.data as { object: Record<string, unknown> };
    const body = { ...template.body, data: { object: { ...object, id: order.sessionId } } };
    const received = await receiveNotice(site, sent({ body }));
    if (!received.ok || !received.value.isNew) throw new Error("not taken in");
    await processNotice(site, await leaseOf(site, received.value.eventId));
    expect(await rows.state(order.orderId)).toBe("paid/sold");
    const ledger = await rows.ledger(order.orderId);
    expect(await receiveNotice(site, sent({ body }))).toMatchObject(done({ isNew: false }));
    expect(await rows.ledger(order.orderId)).toEqual(ledger);
  });
});

describe("the signature", () => {
  const [notice] = realNotices("header");
  const { body, signature } = sent(notice as RealNotice);
  const [time, right] = signature.split(",");
  const wrong = `v1=${"0".repeat(64)}`;

  it.each([
    ["with a blank after the comma", `${time}, ${right}`],
    ["with blanks around", ` ${time} ,  ${right} `],
    ["with the signature first", `${right},${time}`],
    ["beside one of another secret", `${time},${wrong},${right}`],
    ["beside one of the old scheme", `${time},${right},v0=${"6".repeat(64)}`],
    ["beside schemes of the future", `${time}, v2=abc, ${right}, v0=`],
  ])("is not turned away %s", async (_how, header) => {
    expect(await receiveNotice(site, { body, signature: header })).toMatchObject({ ok: true });
  });

  it.each([
    ["bad_signature", `${time},${wrong}`],
    ["bad_signature", `${time},v0=${right?.slice(3)}`],
    ["bad_signature", `${time};${right}`],
    ["bad_signature", `${time},${time},${right}`],
    ["bad_signature", `${right}`],
    ["unsigned", ""],
  ])("lets nobody in without the secret: %s for %s", async (reason, header) => {
    expect(await receiveNotice(site, { body, signature: header })).toEqual(refused({ reason }));
  });
});

it.each([
  ["no JSON", "nu e JSON"],
  ["no object", "[1]"],
  ["without an id", '{"object":"event","type":"charge.updated","created":1,"livemode":false}'],
  [
    "with an id that no row can carry",
    '{"id":"evt_\\u0000","object":"event","type":"x","created":1,"livemode":false}',
  ],
  ["without a type", '{"id":"evt_x","object":"event","created":1,"livemode":false}'],
])(
  "a signed body that is no event, %s, is refused, so that the provider reports an error",
  async (_what, text) => {
    const signature = webhookSignature(text, testKeys.webhookSecret, Date.now());
    expect(await receiveNotice(site, { body: Buffer.from(text), signature })).toEqual(
      refused({ reason: "malformed" }),
    );
  },
);
