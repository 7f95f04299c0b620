import { type Act, mayDo } from "#ticketing/rights/act-rights.ts";
import { may, type Right, type Who } from "#ticketing/rights/role-rights.ts";

type RouteRights = {
  /** The right to open it. */
  readonly read: Right;
  /** The acts of this address, by the value of the form's `intent`; "" where a form has none. */
  readonly acts: Readonly<Record<string, Act>>;
  /** Further acts that may happen in the same request. */
  readonly also?: readonly Act[];
};

const looks = (read: Right): RouteRights => ({ read, acts: {} });
const settled: RouteRights = { read: "reports.read", acts: {}, also: ["read-settlement"] };
const events = (...[first, ...also]: [Act, ...Act[]]): RouteRights => ({
  read: "events.write",
  acts: { "": first },
  also,
});

/** Ticket types have two addresses: as tickets, and as passes and special ones. */
const ticketTypes = (at: "tickets" | "abonamente") => ({
  [`admin/${at}`]: events("mark-ticket-types"),
  [`admin/${at}/new`]: events("create-ticket-type", "agree-price", "edit-ticket-type", "link-nights-to-pass"),
  [`admin/${at}/:id`]: events("edit-ticket-type", "agree-price", "create-ticket-type", "link-nights-to-pass"),
  [`admin/${at}/:id/delete`]: events("remove-ticket-type"),
  [`admin/${at}/:id/history`]: looks("events.write"),
  [`admin/${at}/:id/price`]: events("agree-price"),
  [`admin/${at}/:id/picture`]: events("place-picture", "describe-picture"),
});

const templates: RouteRights = {
  read: "letters.write",
  acts: { "": "save-template", delete: "delete-template", sample: "send-template-sample" },
  also: ["create-template", "preview-template"],
};

/**
 * Every address of the back-office with the right to open it and with its acts. The guard refuses a person without the
 * right; each act checks its own again, in the transaction that changes something. An address without a row is closed
 * to everybody, and fails test/access/act-rights.test.ts.
 */
export const officeRoutes: Readonly<Record<string, RouteRights>> = {
  admin: { read: "office.open", acts: { skip: "save-content", close: "save-content" } },
  "admin/search": looks("office.open"),
  "admin/notifications": { read: "office.open", acts: { "": "mark-notifications-read" } },
  "admin/events": events("show-events"),
  "admin/events/new": events("create-event", "edit-event"),
  "admin/events/:id": events("edit-event", "create-event"),
  "admin/events/:id/delete": events("delete-event"),
  "admin/events/:id/unavailable": events("show-events"),
  "admin/events/:id/publish": {
    read: "events.write",
    acts: { publish: "publish-event", schedule: "publish-event", draft: "unpublish-event" },
  },
  "admin/events/:id/opening": {
    read: "events.write",
    acts: { announce: "announce-opening", withdraw: "withdraw-opening" },
  },
  "admin/events/:id/guests": {
    read: "guest_lists.write",
    acts: {
      ...{ list: "save-guest-list", add: "add-guests", paste: "add-guests" },
      ...{ remove: "remove-guest", restore: "restore-guest", correct: "correct-guest" },
    },
  },
  "admin/events/:id/messages": {
    read: "messages.write",
    acts: { preview: "preview-night-message", send: "send-night-message", stop: "stop-night-message" },
  },
  "admin/events/:id/settlement": settled,
  "admin/events/:id/cancel": { read: "nights.change", acts: { "": "cancel-night" } },
  "admin/events/:id/move": { read: "nights.change", acts: { "": "move-night" } },
  "admin/events/:id/duplicate": events("duplicate-event", "agree-price"),
  // shows the same form again and changes nothing
  "admin/events/:id/preview": events("edit-event"),
  "admin/events/:id/history": looks("events.write"),
  "admin/events/:id/picture": events("place-picture", "describe-picture"),
  "admin/artists": events("feature-artist"),
  "admin/artists/new": events("create-artist", "edit-artist", "place-picture", "describe-picture"),
  "admin/artists/:id": events("edit-artist", "create-artist", "place-picture", "describe-picture"),
  "admin/artists/:id/delete": events("delete-artist"),
  "admin/artists/:id/history": looks("events.write"),
  "admin/artists/:id/picture": events("place-picture", "describe-picture"),
  ...ticketTypes("tickets"),
  ...ticketTypes("abonamente"),
  "admin/abonamente/:id/quick": events("choose-quick-purchase"),
  "admin/codes": events("switch-vouchers"),
  "admin/codes/new": events("create-voucher", "edit-voucher"),
  "admin/codes/:id": events("edit-voucher", "create-voucher"),
  "admin/codes/:id/delete": events("remove-voucher"),
  "admin/codes/:id/history": looks("events.write"),
  "admin/stock/:id": looks("events.write"),
  "admin/email": {
    read: "letters.write",
    acts: { "": "save-mail-settings", test: "send-test-letter" },
  },
  "admin/email/templates": templates,
  "admin/email/templates/:id": templates,
  "admin/email/config": { read: "letters.write", acts: { "": "choose-templates" } },
  "admin/email/outbox": {
    read: "letters.write",
    acts: {
      ...{ resume: "resume-letters", resend: "resend-any-tickets" },
      ...{ retry: "retry-letter", retry_failed: "retry-failed-letters" },
    },
    also: ["show-letter"],
  },
  "admin/content": {
    read: "content.write",
    acts: { "": "save-content", create: "create-initial-content" },
    also: ["describe-picture"],
  },
  "admin/content/footer": {
    read: "content.write",
    acts: { "": "save-content" },
    also: ["describe-picture"],
  },
  "admin/brand": {
    read: "content.write",
    acts: { "": "save-content" },
    also: ["describe-picture"],
  },
  "admin/content/legal/:key": {
    read: "content.write",
    acts: { "": "save-content" },
    also: ["describe-picture"],
  },
  "admin/status": looks("office.open"),
  "admin/status/ready": { read: "letters.write", acts: { "": "send-test-letter" } },
  "admin/status/stops": { read: "stops.write", acts: { "": "lift-stop" } },
  "admin/status/stops/start": { read: "stops.write", acts: { "": "start-stop" } },
  "admin/reconciliation": {
    read: "books.read",
    acts: { compare: "reconcile", recheck: "recheck-payment" },
  },
  "admin/security": looks("security.read"),
  "admin/team": {
    read: "people.appoint",
    acts: {
      appoint: "appoint-person",
      invite: "invite-member",
      withdraw: "withdraw-invitation",
      settings: "save-team-settings",
    },
    also: ["show-team"],
  },
  "admin/team/roles": looks("people.appoint"),
  "admin/reports": looks("reports.read"),
  "admin/settlement": settled,
  "admin/settlement/rates": {
    read: "rates.write",
    acts: { save: "save-vat-rate", remove: "remove-vat-rate" },
  },
  "admin/purchases": {
    read: "purchases.read",
    acts: {
      resend: "resend-any-tickets",
      refund: "refund-order",
      invite: "grant-invitation",
      recheck: "recheck-payment",
      rename: "rename-holder",
      split: "split-any-code",
    },
  },
  "admin/customers/:id": {
    read: "purchases.read",
    acts: { note: "add-person-note", remove: "remove-person-note", address: "correct-any-address" },
  },
};

/** Whether a person may open this address of the back-office, or send any form to it. */
export function mayEnter(who: { readonly role: Who }, pattern: string, how: "look" | "change"): boolean {
  const route = officeRoutes[pattern];
  if (!route || !may(who.role, route.read)) return false;
  const acts = Object.values(route.acts);
  // where no form is taken, the router refuses it
  return how === "look" || acts.length === 0 || acts.some((act) => mayDo(who, act));
}
