import { toast } from "react-hot-toast/headless";
import { afterEach, expect, it, vi } from "vitest";
import { accountTexts } from "#web/account/account-texts.ts";
import { clientAction as buyAsGuest } from "#web/account/guest-route.tsx";
import { guestTexts } from "#web/account/guest-texts.ts";
import { clientAction as findTickets } from "#web/account/lost-tickets-route.tsx";
import { clientAction as profile } from "#web/account/profile-route.tsx";
import { clientAction as receive } from "#web/account/receive-ticket-route.tsx";
import { clientAction as send } from "#web/account/send-ticket-route.tsx";
import { sentTicketTexts } from "#web/account/sent-ticket-texts.ts";
import { checkoutTexts } from "#web/checkout/checkout-texts.ts";
import { clientAction as guestOrder } from "#web/checkout/guest-order-route.tsx";
import { clientAction as paid } from "#web/checkout/success-route.tsx";
import { clientAction as newsletter } from "#web/public/newsletter-route.tsx";
import { newsletterTexts } from "#web/public/newsletter-texts.ts";
import { requestTexts } from "#web/request/request-texts.ts";

const tooMany = "Prea multe cereri.";
const naming = { intent: "name", purchase_id: "b1", holder_name: "Ana" };
const named = (error: string) => ({ naming: { purchaseId: "b1", name: "Ana", error } });
const details = { full_name: "Ana Pop", phone: "0722" };
const guest = { email: "ana@", ...details };
const kept = { email: "ana@", code: "123456" };

type Row = [
  what: string,
  action: unknown,
  form: Record<string, string>,
  answer: unknown,
  whenTooMany?: unknown,
];
const rows: Row[] = [
  [
    "the profile",
    profile,
    details,
    { values: details, failure: accountTexts.profileFailed },
    { failure: tooMany },
  ],
  ["a name on a ticket", profile, naming, named(accountTexts.namingUnanswered), named(tooMany)],
  ["a name after the payment", paid, naming, named(checkoutTexts.namingUnanswered), named(tooMany)],
  ["a name on a guest's order", guestOrder, naming, named(checkoutTexts.namingUnanswered), named(tooMany)],
  [
    "keeping an order",
    guestOrder,
    kept,
    { typed: kept, asksPassword: false, problem: requestTexts.ourFault },
    { problem: tooMany },
  ],
  ["a password for it", guestOrder, { ...kept, password: "x" }, { typed: kept, asksPassword: true }],
  ["buying as a guest", buyAsGuest, guest, { values: guest, asksCode: false, problem: guestTexts.failed }],
  ["a guest's code", buyAsGuest, { ...guest, code: "1" }, { values: guest, asksCode: true }],
  [
    "sending a ticket",
    send,
    { friend_name: "Dan", friend_email: "d@" },
    { values: { friend_name: "Dan", friend_email: "d@" }, problem: sentTicketTexts.unanswered },
  ],
  [
    "receiving one",
    receive,
    { full_name: "Dan", email: "d@" },
    { kind: "unanswered", values: { full_name: "Dan", email: "d@" } },
  ],
  [
    "tickets that are looked for",
    findTickets,
    { email: "d@" },
    { values: { email: "d@" }, answer: "unanswered" },
  ],
  ["the newsletter", newsletter, { email: "d@" }, { email: "d@", problem: newsletterTexts.unanswered }],
];

/** What the page gets when sending fails so. */
async function after(failure: unknown, action: unknown, form: Record<string, string>) {
  const request = new Request("http://127.0.0.1:3000/", { method: "POST", body: new URLSearchParams(form) });
  const serverAction = () => Promise.reject(failure);
  const answer = await (action as (args: object) => Promise<{ data: unknown; init: ResponseInit }>)({
    request,
    serverAction,
  });
  return { status: answer.init.status, data: answer.data };
}
const overTheLimit = { status: 429, statusText: "", internal: false, data: tooMany };
afterEach(() => vi.restoreAllMocks());

it.each(rows)(
  "when no answer comes, %s keeps what was typed, and says so (A17-34)",
  async (_, action, form, answer, whenTooMany) => {
    expect(await after(new TypeError("away"), action, form)).toMatchObject({ status: 503, data: answer });
    expect(await after(overTheLimit, action, form)).toMatchObject({
      status: 429,
      data: whenTooMany ?? answer,
    });
    // a refusal of the server is no silence
    const refusal = new Response(null, { status: 404 });
    await expect(after(refusal, action, form)).rejects.toBe(refusal);
  },
);

it.each([
  ["resend", accountTexts.resendFailed],
  ["split", accountTexts.splitUnanswered],
])("when no answer comes to %s, the profile says so and shows no form (A17-21)", async (intent, sentence) => {
  const said = vi.spyOn(toast, "error");
  expect(await after(new TypeError("away"), profile, { intent })).toEqual({ status: 503, data: null });
  expect(await after(overTheLimit, profile, { intent })).toEqual({ status: 429, data: null });
  expect(said.mock.calls).toEqual([[sentence], [tooMany]]);
});
