import { eventPeriods } from "#ticketing/events/event.ts";
import type { Address, Addresses, Parameters } from "./address.ts";

type AddressOptions = Pick<Address, "over" | "limit">;
const free = { values: "free", usual: "" } as const;
const mostListPages = 20;
const list: Parameters = {
  page: {
    values: Array.from({ length: mostListPages }, (_, n) => String(n + 1)),
    usual: "1",
    rare: /^[1-9]\d+$/,
  },
  period: { values: eventPeriods, usual: "" },
  q: free,
  unavailable: { values: ["1"], usual: "" },
};
/** Tickets chosen before signing in or applying a code; each has one value of both parameters. */
const choice: Parameters = { quantity: free, ticket_id: free };

/**
 * A page that is kept as bytes, with every parameter that its loaders read. Other parameters are removed before a loader
 * sees the address, so they can neither make another page nor appear on one.
 */
const kept = (file: string, parameters: Parameters = {}, more: AddressOptions = {}): Address => ({
  file,
  kept: parameters,
  ...more,
});
/** A page that is rendered each time, with the reason. */
const rendered = (file: string, why: string, more: AddressOptions = {}): Address => ({
  file,
  rendered: why,
  ...more,
});

const form = "answers one form";
const byEmailedToken = "by an email's token";
const account = "one person's account";
const order = "one person's order";
const ticket = "one person's ticket";
const chiefs = "door chiefs only";
const sellers = "door chiefs and the box office only";
const phone = "what it shows is on the phone";
const demo = "demo mode only";

/** Addresses in the public frame. */
export const siteAddresses: Addresses = {
  "": kept("public/home-route.tsx"),
  events: kept("public/events-route.tsx", list),
  "events/:id": kept("public/event-route.tsx", choice, { limit: "checkout" }),
  "events/:id/waiting": kept("checkout/waiting-room-route.tsx", {}, { limit: "own" }),
  "events/:id/waiting/mine": rendered("checkout/own-place-route.tsx", "leads each person on"),
  "artists/:id": kept("public/artist-route.tsx"),
  tickets: kept("public/tickets-route.tsx", {}, { limit: "checkout" }),
  "season-pass": kept("public/season-pass-route.tsx", {}, { limit: "checkout" }),
  termeni: kept("public/legal-route.tsx"),
  confidentialitate: kept("public/legal-route.tsx"),
  cookies: kept("public/legal-route.tsx"),
  "fara-internet": kept("public/offline-route.tsx"),
  newsletter: rendered("public/newsletter-route.tsx", form, { limit: "newsletter" }),
  "newsletter/confirm": rendered("public/newsletter-link-route.tsx", byEmailedToken, { limit: "emailLink" }),
  "newsletter/unsubscribe": rendered("public/newsletter-link-route.tsx", byEmailedToken, {
    limit: "emailLink",
  }),
  register: rendered("account/register-route.tsx", form, { limit: "signUp" }),
  login: rendered("account/login-route.tsx", form, { limit: "proof" }),
  guest: rendered("account/guest-route.tsx", form, { limit: "guest" }),
  "login/code": rendered("account/login-code-route.tsx", form, { limit: "proof" }),
  logout: rendered("account/logout-route.ts", "ends one session", { limit: "own" }),
  "reset-password": rendered("account/reset-route.tsx", byEmailedToken, { limit: "proof" }),
  confirm: rendered("account/confirm-route.tsx", byEmailedToken, { limit: "proof" }),
  "checkout/:order": rendered("checkout/checkout-route.tsx", order, { limit: "own" }),
  orders: rendered("account/lost-tickets-route.tsx", form, { limit: "lostTickets" }),
  "orders/:order": rendered("checkout/guest-order-route.tsx", order, { limit: "proof" }),
  "orders/:order/send/:id": rendered("account/send-ticket-route.tsx", ticket, {
    over: true,
    limit: "ticketEmail",
  }),
  "orders/:order/moved/:move": rendered("checkout/moved-choice-route.tsx", order, { limit: "proof" }),
  "tickets/success": rendered("checkout/success-route.tsx", order, { limit: "own" }),
  profile: rendered("account/profile-route.tsx", account, { limit: "resend" }),
  "profile/send/:id": rendered("account/send-ticket-route.tsx", ticket, { over: true, limit: "ticketEmail" }),
  primeste: rendered("account/receive-ticket-route.tsx", "by a friend's link", { limit: "own" }),
  echipa: rendered("account/join-team-route.tsx", byEmailedToken, { limit: "own" }),
  "purchase/:id": rendered("demo/test-purchase-route.tsx", demo, { limit: "demoCheckout" }),
  "profile/security": rendered("account/security-route.tsx", account, { limit: "proof" }),
  "profile/security/factor": rendered("account/factor-route.tsx", account, { limit: "proof" }),
  "_demo/mail/:id?": rendered("demo/mailbox-route.tsx", demo),
  "*": rendered("public/missing-route.tsx", "there is no such page"),
};

/** Pages of the people at the door. */
export const doorAddresses: Addresses = {
  gate: rendered("gate/gate-route.tsx", "gate staff only", { limit: "gateCodes" }),
  "gate/nights/:id": rendered("gate/board/board-route.tsx", chiefs),
  "gate/nights/:id/orders": rendered("gate/orders/door-orders-route.tsx", chiefs, { limit: "office" }),
  "gate/nights/:id/gates": rendered("gate/gates/gates-route.tsx", chiefs, { limit: "office" }),
  "gate/nights/:id/sale": rendered("gate/sale/door-sale-route.tsx", sellers, { limit: "office" }),
  "gate/nights/:id/after": rendered("gate/after/after-route.tsx", chiefs, { limit: "office" }),
  "gate/nights/:id/after/:form": rendered("gate/after/after-file-route.ts", chiefs),
  "gate/sales": rendered("gate/sale/sale-nights-route.tsx", sellers),
};

/** Without a frame: files, calls of a screen, and the phones that scan. */
export const frameless: Addresses = {
  "profile/data/:form": rendered("resources/own-export-route.ts", account),
  "auth/session/:call?": rendered("account/session-route.ts", "one person's session", { limit: "own" }),
  "checkout/:order/pay": rendered("checkout/pay-route.ts", order),
  "tickets/:id/qr.svg": rendered("resources/ticket-qr-route.ts", ticket),
  "tickets/:id/qr.png": rendered("resources/ticket-qr-route.ts", ticket),
  "tickets/:id/ticket.pdf": rendered("resources/ticket-pdf-route.ts", ticket),
  "tickets/:id/order.pdf": rendered("resources/ticket-pdf-route.ts", "one person's tickets"),
  "tickets/:id/ticket.ics": rendered("resources/ticket-calendar-route.ts", ticket),
  "events/:id/night.ics": rendered("resources/night-calendar-route.ts", "a file that few ask for"),
  "sitemap.xml": kept("resources/sitemap-route.ts"),
  "robots.txt": kept("resources/robots-route.ts"),
  "club/logo.png": rendered("resources/club-logo-route.ts", "a picture that browsers keep"),
  "site.webmanifest": kept("resources/manifest-route.ts"),
  poarta: rendered("gate/scanner/scanner-route.tsx", phone),
  "poarta/inrolare": rendered("gate/scanner/scanner-route.tsx", phone),
};
