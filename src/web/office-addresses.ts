import type { Act } from "#ticketing/rights/act-rights.ts";
import type { Right } from "#ticketing/rights/role-rights.ts";
import type { Address, Addresses, OfficeAddress } from "./address.ts";

type Row = Address & OfficeAddress;
type RowOptions = Partial<Pick<Row, "over" | "limit" | "also">>;

/** Makes a row of the table. `acts` are by the form's `intent`; a single act is for a form without one. */
function office(file: string, read: Right, acts: Act | Row["acts"] = {}, more: RowOptions = {}): Row {
  const all = typeof acts === "string" ? { "": acts } : acts;
  const takesForm = Object.keys(all).length > 0;
  return { file: `admin/${file}`, read, acts: all, also: [], ...(takesForm && { limit: "office" }), ...more };
}

/** The row's options for a form with a picture: its limit, and the act that writes the picture's text. */
const withPicture = (...also: readonly Act[]): RowOptions => ({ limit: "picture", also });
const placePicture = office(
  "pictures/place-picture-route.ts",
  "events.write",
  "place-picture",
  withPicture("describe-picture"),
);
const pictureActs = ["place-picture", "describe-picture"] as const;
const history = office("history/history-route.tsx", "events.write");
const deleted = office("history/deleted-route.tsx", "events.write");
const settlement = office(
  "settlement/settlement-route.tsx",
  "reports.read",
  {},
  { also: ["read-settlement"] },
);
const templates = office(
  "email/template-route.tsx",
  "letters.write",
  { "": "save-template", delete: "delete-template", sample: "send-template-sample" },
  { limit: "testLetter", also: ["create-template", "preview-template"] },
);
const withDescription = { also: ["describe-picture"] } as const;

/** Ticket types have two sets of addresses: for tickets, and for passes and special tickets. */
function ticketTypes(at: "tickets" | "abonamente"): Addresses<Row> {
  const both = ["agree-price", "link-nights-to-pass"] as const;
  const [form, right] = ["tickets/ticket-form-route.tsx", "events.write"] as const;
  return {
    [`admin/${at}`]: office("tickets/ticket-list-route.tsx", right, "mark-ticket-types"),
    [`admin/${at}/new`]: office(form, right, "create-ticket-type", withPicture(...both, "edit-ticket-type")),
    [`admin/${at}/:id`]: office(form, right, "edit-ticket-type", withPicture(...both, "create-ticket-type")),
    [`admin/${at}/:id/delete`]: office("tickets/delete-ticket-route.tsx", right, "remove-ticket-type", {
      over: true,
    }),
    [`admin/${at}/:id/history`]: history,
    [`admin/${at}/deleted`]: deleted,
    [`admin/${at}/:id/price`]: office("tickets/ticket-price-route.ts", right, "agree-price"),
    [`admin/${at}/:id/picture`]: placePicture,
  };
}

/**
 * Every address of the back-office, with the right to open it and its acts. The guard refuses a person without the
 * right. Each act checks its own right again, in the transaction that changes something.
 */
export const officeAddresses: Addresses<Row> = {
  "admin/events": office("events/event-list-route.tsx", "events.write", "show-events"),
  "admin/events/new": office(
    "events/event-form-route.tsx",
    "events.write",
    "create-event",
    withPicture("edit-event"),
  ),
  "admin/events/:id": office(
    "events/event-form-route.tsx",
    "events.write",
    "edit-event",
    withPicture("create-event"),
  ),
  "admin/events/:id/delete": office("events/delete-event-route.tsx", "events.write", "delete-event", {
    over: true,
  }),
  "admin/events/:id/publish": office(
    "events/publish-route.tsx",
    "events.write",
    { publish: "publish-event", schedule: "publish-event", draft: "unpublish-event" },
    { over: true },
  ),
  "admin/events/:id/unavailable": office("events/take-off-sale-route.tsx", "events.write", "show-events", {
    over: true,
  }),
  "admin/events/:id/opening": office(
    "events/opening-route.tsx",
    "events.write",
    { announce: "announce-opening", withdraw: "withdraw-opening" },
    { over: true },
  ),
  "admin/events/:id/duplicate": office(
    "events/duplicate-event-route.tsx",
    "events.write",
    "duplicate-event",
    { over: true, also: ["agree-price", "edit-voucher"] },
  ),
  "admin/events/:id/guests": office("guest-lists/guest-list-route.tsx", "guest_lists.write", {
    list: "save-guest-list",
    add: "add-guests",
    paste: "add-guests",
    remove: "remove-guest",
    restore: "restore-guest",
    correct: "correct-guest",
  }),
  "admin/guests": office("guest-lists/guest-nights-route.tsx", "guest_lists.write"),
  "admin/events/:id/cancel": office("events/cancel-night-route.tsx", "nights.change", "cancel-night"),
  "admin/events/:id/messages": office(
    "messages/messages-route.tsx",
    "messages.write",
    { preview: "preview-night-message", send: "send-night-message", stop: "stop-night-message" },
    { limit: "messages" },
  ),
  "admin/events/:id/settlement": settlement,
  "admin/events/:id/move": office("events/move-night-route.tsx", "nights.change", "move-night"),
  // shows the same form again and changes nothing
  "admin/events/:id/preview": office(
    "events/event-preview-route.tsx",
    "events.write",
    "edit-event",
    withPicture(),
  ),
  "admin/events/:id/history": history,
  "admin/events/deleted": deleted,
  "admin/artists": office("artists/artist-list-route.tsx", "events.write", "feature-artist"),
  "admin/artists/new": office(
    "artists/artist-form-route.tsx",
    "events.write",
    "create-artist",
    withPicture("edit-artist", ...pictureActs),
  ),
  "admin/artists/:id": office(
    "artists/artist-form-route.tsx",
    "events.write",
    "edit-artist",
    withPicture("create-artist", ...pictureActs),
  ),
  "admin/artists/:id/delete": office("artists/delete-artist-route.tsx", "events.write", "delete-artist", {
    over: true,
  }),
  "admin/artists/:id/history": history,
  "admin/artists/deleted": deleted,
  "admin/artists/:id/picture": placePicture,
  ...ticketTypes("tickets"),
  ...ticketTypes("abonamente"),
  "admin/abonamente/:id/quick": office(
    "tickets/quick-purchase-route.ts",
    "events.write",
    "choose-quick-purchase",
  ),
  "admin/codes": office("codes/code-list-route.tsx", "events.write", "switch-vouchers"),
  "admin/codes/new": office("codes/code-form-route.tsx", "events.write", "create-voucher", {
    also: ["edit-voucher"],
  }),
  "admin/codes/:id": office("codes/code-form-route.tsx", "events.write", "edit-voucher", {
    also: ["create-voucher"],
  }),
  "admin/codes/:id/delete": office("codes/delete-code-route.tsx", "events.write", "remove-voucher", {
    over: true,
  }),
  "admin/codes/:id/history": history,
  "admin/codes/deleted": deleted,
  "admin/search": office("search/search-route.tsx", "office.search"),
  "admin/notifications": office(
    "notifications/notifications-route.tsx",
    "office.open",
    "mark-notifications-read",
  ),
  "admin/stock/:id": office("stock/stock-route.ts", "events.write"),
  "admin/email": office(
    "email/mail-settings-route.tsx",
    "letters.write",
    { "": "save-mail-settings", test: "send-test-letter" },
    { limit: "testLetter" },
  ),
  "admin/email/templates": templates,
  "admin/email/templates/:id": templates,
  "admin/email/config": office("email/template-choice-route.tsx", "letters.write", "choose-templates"),
  "admin/email/outbox": office(
    "email/outbox-route.tsx",
    "letters.write",
    {
      resume: "resume-letters",
      resend: "resend-any-tickets",
      retry: "retry-letter",
      retry_failed: "retry-failed-letters",
    },
    { limit: "resend", also: ["show-letter"] },
  ),
  "admin/content": office(
    "content/page-content-route.tsx",
    "content.write",
    { "": "save-content", create: "create-initial-content" },
    withPicture("describe-picture"),
  ),
  "admin/content/footer": office(
    "content/footer-content-route.tsx",
    "content.write",
    "save-content",
    withDescription,
  ),
  "admin/content/legal/:key": office(
    "content/legal-content-route.tsx",
    "content.write",
    "save-content",
    withDescription,
  ),
  "admin/brand": office(
    "brand/brand-route.tsx",
    "content.write",
    "save-content",
    withPicture("describe-picture"),
  ),
  admin: office("dashboard/dashboard-route.tsx", "office.open", {
    skip: "save-content",
    close: "save-content",
  }),
  "admin/status": office("status/status-route.tsx", "office.open"),
  "admin/status/ready": office("status/ready-route.tsx", "letters.write", "send-test-letter"),
  "admin/status/stops": office("status/stops-route.tsx", "stops.write", "lift-stop"),
  "admin/status/stops/start": office("status/start-stop-route.tsx", "stops.write", "start-stop", {
    over: true,
  }),
  "admin/reconciliation": office("reconciliation/reconciliation-route.tsx", "books.read", {
    compare: "reconcile",
    recheck: "recheck-payment",
  }),
  "admin/security": office("security/security-events-route.tsx", "security.read"),
  "admin/team": office(
    "team/team-route.tsx",
    "people.appoint",
    {
      appoint: "appoint-person",
      invite: "invite-member",
      withdraw: "withdraw-invitation",
      settings: "save-team-settings",
    },
    { also: ["show-team"] },
  ),
  "admin/team/roles": office("team/roles-route.tsx", "people.appoint"),
  "admin/reports": office("reports/report-route.tsx", "reports.read"),
  "admin/settlement": settlement,
  "admin/settlement/rates": office("settlement/vat-rates-route.tsx", "rates.write", {
    save: "save-vat-rate",
    remove: "remove-vat-rate",
  }),
  "admin/purchases": office(
    "purchases/purchase-list-route.tsx",
    "purchases.read",
    {
      resend: "resend-any-tickets",
      refund: "refund-order",
      invite: "grant-invitation",
      recheck: "recheck-payment",
      rename: "rename-holder",
      split: "split-any-code",
    },
    { limit: "resend" },
  ),
  "admin/customers/:id": office("customers/customer-route.tsx", "purchases.read", {
    note: "add-person-note",
    remove: "remove-person-note",
    address: "correct-any-address",
  }),
};
