/** Every way in which somebody without an account could come to have a pass. */
import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { arrived } from "#test/support/open-page.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { openStage } from "#test/support/stage.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { grantInvitation } from "#ticketing/orders/gifts/grant-invitation.server.ts";
import { makeTestPurchase } from "#ticketing/orders/gifts/make-test-purchase.server.ts";
import { acceptTicket } from "#ticketing/orders/transfers/accept-ticket.server.ts";
import { sendTicket } from "#ticketing/orders/transfers/send-ticket.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const { season, client, db, site } = await openStage();
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;
await db`INSERT INTO site_content (id, key, content) VALUES (${newId()}, 'club', '{"guests": true}')`;

const [friday, saturday] = [await season.night({ inDays: 3 }), await season.night({ inDays: 4 })];
const events = [friday, saturday];
const pass = await season.ticketType({ events, family: "season_pass" });

let guests = 0;
async function guest() {
  guests += 1;
  const email = `fara-cont-${guests}@exemplu.ro`;
  return { email, ...(await makeGuest(site, { email, fullName: "Un Oaspete", phone: null })) };
}

/** A pass of an account. */
async function bought() {
  const { userId } = await season.person();
  const { purchaseIds } = await paidLines(client, {
    userId,
    events,
    family: "season_pass",
    lines: [{ ticketTypeId: pass, quantity: 1, codePer: "person" }],
  });
  return { actor: { userId, role: "user" as const }, purchaseId: purchaseIds[0] ?? "" };
}

const invite = (email: string, name = "Ilinca Presă") =>
  grantInvitation(site, {
    actor: admin,
    email,
    name,
    ticketTypeId: pass,
    eventId: null,
    quantity: 1,
    because: "A câștigat la radio.",
    requestKey: newId(),
  });

const passesOfGuests = dataInvariants.filter(({ id }) => id === "T2");
const refusedAs = { ok: false, refusal: { reason: "account_needed" } };

describe("no guest comes to have a pass", () => {
  it.each<[way: string, tried: () => Promise<unknown>]>([
    [
      "by buying one",
      async () => {
        const { token } = await guest();
        const line = { ticketTypeId: pass, quantity: 1 };
        return openCheckout(site, arrived(hashOfToken(token), [line], { address: "10.9.0.1" }));
      },
    ],
    ["by an invitation to an address without an account", () => invite("presa@exemplu.ro")],
    ["by an invitation without a name", () => invite("presa@exemplu.ro", "")],
    ["by an invitation to a guest's address", async () => invite((await guest()).email)],
    [
      "by a purchase for a test",
      async () =>
        makeTestPurchase(site, {
          buyer: { userId: (await guest()).userId, role: "user" },
          ticketTypeId: pass,
          eventId: friday,
          quantity: 1,
          requestKey: newId(),
        }),
    ],
    [
      "by accepting a sent one",
      async () => {
        const { actor, purchaseId } = await bought();
        const made = await sendTicket(site, { actor, purchaseId, name: null, email: null });
        const link = made.ok && made.value.by === "link" ? made.value.link : "";
        const secret = new URL(link).searchParams.get("token") ?? "";
        return acceptTicket(site, { actor: { userId: (await guest()).userId, role: "user" }, secret });
      },
    ],
  ])("%s (T2)", async (_way, tried) => {
    expect(await tried()).toMatchObject(refusedAs);
    expect(await findViolations(client, passesOfGuests)).toEqual([]);
  });

  it("by an invitation stores nobody; an account with the address gets it", async () => {
    expect(await invite("nimeni-nou@exemplu.ro")).toMatchObject(refusedAs);
    expect(await db`SELECT id FROM profiles WHERE contact_email = 'nimeni-nou@exemplu.ro'`).toEqual([]);
    const { userId } = await season.person();
    expect((await invite(`${userId}@exemplu.ro`, "")).ok).toBe(true);
    expect(await findViolations(client, passesOfGuests)).toEqual([]);
  });

  it("by any code that forgets to ask: the database refuses the line and the holder", async () => {
    const { userId } = await guest();
    const isRefused = expect.objectContaining({ code: "23001" });
    const lineOf = (buyer: Uuid) =>
      paidLines(client, {
        userId: buyer,
        events,
        family: "season_pass",
        lines: [{ ticketTypeId: pass, quantity: 1 }],
      });
    await expect(lineOf(userId)).rejects.toEqual(isRefused);
    await client.query("ROLLBACK");
    const { purchaseId } = await bought();
    await expect(
      client.query("UPDATE ticket_purchases SET user_id = $1 WHERE id = $2", [userId, purchaseId]),
    ).rejects.toEqual(isRefused);
    expect(await findViolations(client, passesOfGuests)).toEqual([]);
  });
});
