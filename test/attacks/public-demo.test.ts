/** A demo that is open to others: the double of the card provider must not reveal anything. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { webhookSignature } from "#devkit/card-provider/notice-sender.server.ts";
import { realNotices } from "#test/support/real-notices.ts";
import { openAttackedSite } from "./attacked-site.ts";

const { site } = await openAttackedSite({ ESTIVAL_DEMO_PUBLIC: "1" });

it.each(["checkout/sessions", "refunds", "customers", "events", "payment_intents/pi_1", "nothing"])(
  "nobody outside reads or refunds through the double's API: %s",
  async (path) => {
    for (const method of ["GET", "POST"]) {
      const answer = await fetch(`${site.origin}/_demo/pay/api/v1/${path}`, {
        method,
        headers: { authorization: "Bearer sk_test_estival_demo" },
        ...(method === "POST" ? { body: new URLSearchParams({ payment_intent: "pi_1" }) } : {}),
      });
      expect([method, answer.status]).toEqual([method, 404]);
    }
  },
);

it("nobody outside signs webhook events with a secret that is in the source", async () => {
  const text = JSON.stringify(realNotices("forged")[0]?.body);
  const answer = await fetch(`${site.origin}/webhooks/stripe`, {
    method: "POST",
    headers: { "stripe-signature": webhookSignature(text, "whsec_estival_demo", Date.now()) },
    body: text,
  });
  expect(answer.status).toBe(400);
});

it("nobody else on the machine reads the double's file, with names and addresses of customers", () => {
  const modes = ["", "-wal", "-shm"].map((end) =>
    (statSync(join(site.dataDir, `card-provider.sqlite${end}`)).mode & 0o777).toString(8),
  );
  expect(modes).toEqual(["600", "600", "600"]);
});

it.each(["/_demo/mail", "/_demo/MAIL", "/_DEMO/mail", "/_demo/%6Dail", "/_demo/mail/", "/_demo/MAIL.data"])(
  "nobody outside reads the emails of others: %s",
  async (path) => {
    const answer = await fetch(`${site.origin}${path}`, { redirect: "manual" });
    expect(answer.status).not.toBe(200);
    expect(await answer.text()).not.toMatch(/letters|Scrisori/);
  },
);

it("customers still find its card pages", async () => {
  const answer = await fetch(`${site.origin}/_demo/pay/c/cs_test_nobody`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toContain("text/html");
});
