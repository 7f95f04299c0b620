import { newId } from "#kernel/id.ts";
import type { Caller, Kept } from "./hostile-site.ts";

/** One way for texts into the site: a form, a call, the parameters of an address, or headers. */
export type HostileForm = {
  /** With `:night` and the like for ids of the site. */
  readonly path: string;
  readonly method?: "PUT" | "DELETE";
  readonly as: Caller;
  readonly by: "form" | "json" | "query" | "header" | "upload" | "notice" | "path" | "phone";
  /** The files that read it. */
  readonly readBy: readonly string[];
  /**
   * Every field, with a friendly value; a name with dots is inside an object. `=statement` is the result of that
   * statement at that moment.
   */
  readonly fields: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Where an accepted text is stored. */
  readonly kept?: Readonly<Record<string, Kept>>;
  /** A statement that the database's owner runs before each of them, so that it can be done once more. */
  readonly first?: string;
  /** A value that each call needs for itself alone, such as an unused address. */
  readonly fresh?: Readonly<Record<string, () => string>>;
};

const events = "src/web/admin/events";
const tickets = "src/web/admin/tickets";
const codes = "src/web/admin/codes";
const version = (table: string, id: string) => `=SELECT version::text FROM ${table} WHERE id = :${id}`;
const contentVersion = (key: string) => `=SELECT version::text FROM site_content WHERE key = '${key}'`;

const night = {
  name: "Noapte",
  title: "Noapte de probă",
  description: "O noapte.",
  date: "=SELECT date::text FROM events WHERE id = :night",
  // late, so that a ticket can be sent to a friend until then
  time: "23:59",
  ...{ doors: "23:58", ends: "04:00", minimum_age: "18", address: "Digul de nord", directions: "Pe dig." },
  location: "Plaja Licurici",
  capacity: "1000",
  artists: [":artist"],
};
const nightParts = {
  ...{
    image_url: "",
    image_url_alt: "Afiș",
    image_url_titled: "",
    image_url_problem: "",
    image_position: "center",
  },
  ...{ type_1_id: "", type_1_version: "", type_1_name: "Masă" },
  ...{ type_1_price: "110", type_1_quantity: "5", type_1_visible: "1" },
};
/** The night's own picture, which a form without it would take away. */
const ownPicture = {
  image_url: "=SELECT image_url FROM events WHERE id = :night",
  image_url_titled: "1",
  image_position: "top",
};
const readsNight = ["src/ticketing/events/night-types-form.ts"];
const artist = { name: "Pelin", bio: "Afro.", tagline: "Jos", youtube_link: "" };
const type = {
  type: "Acces de probă",
  price: "110",
  entries: "1",
  description: "Una.",
  quantity_available: "=SELECT (capacity - sold - held)::text FROM stock_counters WHERE id = :type",
  stripe_price_id: "=SELECT stripe_price_id FROM tickets WHERE id = :type",
  sale_starts_at: "",
  sale_ends_at: "",
  offer_rank: "",
  is_season_pass: "",
  code_per: "person",
  events: [":night"],
  requires_code: "",
  is_add_on: "",
  enter_until: "",
  phase_1_id: "",
  phase_1_name: "Devreme",
  phase_1_price: "110",
  phase_1_until: "2031-06-01T10:00",
  phase_1_tickets: "",
  phase_2_name: "Preț întreg",
  phase_2_price: "110",
};
const pool = { pool: "new", pool_name: "Plaja", pool_capacity: "5" };
const stockSeen = {
  capacity: "=SELECT capacity::text FROM stock_counters WHERE id = :type",
  seen_capacity: "=SELECT capacity::text FROM stock_counters WHERE id = :type",
  seen_left: "=SELECT (capacity - sold - held)::text FROM stock_counters WHERE id = :type",
};
const code = {
  ...{ kind: "percent", percent: "10", amount: "", name: "Vara", uses: "", per_person: "" },
  ...{ starts_at: "", ends_at: "", returns_uses: "", events: [":night"], types: [":type"] },
};
const words = { subject: "Bilet", html_content: "<p>Bilet</p>", text_content: "Bilet" };
const mail = {
  smtp_host: "smtp.exemplu.ro",
  smtp_port: "587",
  username: "club",
  password: "parola",
  from_email: "bilete@exemplu.ro",
  from_name: "Club",
  reply_to: "",
  pop3_host: "",
  pop3_port: "",
};
const purchases = [
  "src/web/admin/purchases/purchase-forms.ts",
  "src/web/admin/purchases/purchase-list-route.tsx",
  "src/web/admin/purchases/purchase-acts.server.ts",
];
const picture = ["src/web/admin/pictures/place-picture-route.ts"];
const reentry = { current_password: "parola veche", passkey_response: "" };

/** The forms of the back-office and of the gate. */
export const officeForms: readonly HostileForm[] = [
  {
    path: "/admin/events/:night",
    as: "admin",
    by: "form",
    readBy: [
      "src/ticketing/events/event-form.ts",
      ...readsNight,
      `${events}/event-form-route.tsx`,
      `${events}/event-form-reading.server.ts`,
      "src/web/admin/posted-form.server.ts",
    ],
    fields: {
      ...{ ...night, ...nightParts, ...ownPicture },
      ...{ version: version("events", "night"), opened: "{}", intent: "" },
    },
    kept: {
      name: "night.name",
      title: "night.title",
      description: "night.description",
      location: "night.location",
    },
  },
  {
    path: "/admin/events/:night/preview",
    as: "admin",
    by: "form",
    readBy: [`${events}/event-preview-route.tsx`],
    fields: { ...night, ...nightParts, version: version("events", "night"), opened: "{}" },
  },
  {
    path: "/admin/events/new",
    as: "admin",
    by: "form",
    readBy: [`${events}/new-event-route.tsx`],
    fields: { ...night, ...nightParts, date: "2031-01-01", intent: "" },
  },
  {
    path: "/admin/events/:night/duplicate",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/events/duplicate-event-form.ts", `${events}/duplicate-event-route.tsx`],
    fields: { name: "Noapte", date: "2031-01-08", time: "22:00", parts: ["artists"], types: [":type"] },
  },
  {
    path: "/admin/events/:night/cancel",
    as: "admin",
    by: "form",
    readBy: [
      "src/ticketing/orders/cancelled-nights/cancellation-form.ts",
      `${events}/cancel-night-route.tsx`,
      `${events}/mailed-proof.server.ts`,
    ],
    fields: { reason: "Furtună", used: "nobody", code: "123456", confirmed: "1" },
  },
  {
    path: "/admin/events/:night/guests",
    as: "admin",
    by: "query",
    readBy: ["src/web/admin/guest-lists/guest-list-route.tsx"],
    fields: { q: "ana", list: ":night", gate: "in", edit: ":night" },
  },
  {
    path: "/admin/guests.csv",
    as: "admin",
    by: "query",
    readBy: ["src/host/exports.ts"],
    fields: { event: ":night", list: ":night" },
  },
  {
    path: "/admin/events/:night/guests",
    as: "admin",
    by: "form",
    readBy: [
      "src/ticketing/guest-lists/guest-list-form.ts",
      "src/web/admin/guest-lists/guest-list-route.tsx",
    ],
    fields: { intent: "add", list: "", name: "", quota: "", places: "1", note: "", names: "", guest: "" },
  },
  {
    path: "/admin/events/:night/messages",
    as: "admin",
    by: "form",
    readBy: [
      "src/ticketing/delivery/night-messages/night-message-form.ts",
      "src/web/admin/messages/messages-route.tsx",
    ],
    fields: {
      ...{ intent: "send", id: "", kind: "service", types: [":type"], at: "all" },
      ...{ subject: "Porțile", body: "Deschidem mai devreme." },
    },
    kept: { subject: "message.subject", body: "message.body" },
    first: "UPDATE night_messages SET at = at - interval '1 day' WHERE event_id = :night",
    fresh: { id: () => newId() },
  },
  {
    path: "/admin/events/:night/messages",
    as: "admin",
    by: "form",
    readBy: [],
    fields: {
      ...{ intent: "preview", kind: "news", types: [], at: "all" },
      ...{ subject: "Porțile", body: "Deschidem mai devreme." },
    },
  },
  {
    path: "/admin/settlement",
    as: "admin",
    by: "query",
    readBy: [],
    fields: { from: "2026-07-01", to: "2026-07-31" },
  },
  {
    path: "/admin/settlement.csv",
    as: "admin",
    by: "query",
    readBy: [],
    fields: { event: ":night", from: "2026-07-01", to: "2026-07-31" },
  },
  {
    path: "/admin/settlement.pdf",
    as: "admin",
    by: "query",
    readBy: [],
    fields: { event: ":night" },
  },
  {
    path: "/admin/settlement/rates",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/reports/vat-rate-form.ts", "src/web/admin/settlement/vat-rates-route.tsx"],
    fields: { intent: "save", valid_from: "2031-01-01", rate: "21" },
  },
  {
    path: "/admin/events/:night/move",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/orders/moved-nights/move-form.ts", `${events}/move-night-route.tsx`],
    fields: {
      ...{ date: "2031-01-09", time: "22:00", doors: "21:00", ends: "04:00", reason: "Furtună" },
      ...{ location: "Dig", address: "Strada Mare 1", directions: "Pe dig", code: "123456", confirmed: "1" },
    },
  },
  {
    path: "/admin/events/:night/publish",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/events/publishing-form.ts", `${events}/publish-route.tsx`],
    fields: { intent: "schedule", day: "2020-01-01", time: "10:00" },
  },
  {
    path: "/admin/events/:night/opening",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/events/opening-form.ts", `${events}/opening-route.tsx`],
    fields: { intent: "announce", day: "2020-01-01", time: "10:00", room: "30" },
  },
  {
    path: "/admin/events",
    as: "admin",
    by: "form",
    readBy: [`${events}/event-list-route.tsx`],
    fields: { as: "available", ids: [":night"] },
  },
  {
    path: "/admin/events",
    as: "admin",
    by: "query",
    readBy: [`${events}/event-list-route.tsx`, "src/web/admin/ui/address-query.ts"],
    fields: { q: "noapte", when: "coming", status: "active", sort: "date", dir: "asc", page: "1" },
  },
  {
    path: "/admin/events/:night/history",
    as: "admin",
    by: "query",
    readBy: ["src/web/admin/history/history-reading.server.ts"],
    fields: { before: "1" },
  },
  {
    path: "/admin/artists/:artist",
    as: "admin",
    by: "form",
    readBy: [
      "src/ticketing/events/artist-form.ts",
      "src/web/admin/artists/artist-form-route.tsx",
      "src/web/admin/artists/artist-typed.server.ts",
    ],
    fields: { ...artist, version: version("artists", "artist"), opened: "{}" },
    kept: { name: "artist.name", bio: "artist.bio", tagline: "artist.tagline" },
  },
  {
    path: "/admin/artists",
    as: "admin",
    by: "form",
    readBy: ["src/web/admin/artists/artist-list-route.tsx"],
    fields: { id: ":artist", as: "featured" },
  },
  {
    path: "/admin/security",
    as: "admin",
    by: "query",
    readBy: ["src/web/admin/security/security-events-route.tsx"],
    fields: { kind: "login_locked", person: ":night", before: "1" },
  },
  {
    path: "/admin/artists",
    as: "admin",
    by: "query",
    readBy: ["src/web/admin/artists/artist-list-route.tsx"],
    fields: { q: "pelin", only: "featured", page: "1" },
  },
  {
    path: "/admin/tickets/:type",
    as: "admin",
    by: "form",
    readBy: [
      "src/ticketing/events/ticket-type-form.ts",
      "src/ticketing/events/price-phase-form.ts",
      `${tickets}/ticket-form-route.tsx`,
    ],
    fields: { ...type, ...stockSeen, version: version("tickets", "type"), opened: "{}" },
    kept: { type: "type.name", description: "type.description", phase_1_name: "phase.name" },
  },
  {
    path: "/admin/tickets/new",
    as: "admin",
    by: "form",
    readBy: [`${tickets}/new-ticket-route.tsx`],
    fields: { ...type, ...pool, quantity_available: "5", stripe_price_id: "" },
  },
  {
    path: "/admin/codes/new",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/orders/vouchers/voucher-form.ts", `${codes}/new-code-route.tsx`],
    fields: { ...code, many: "set", count: "2", prefix: "FAR-", code: "" },
  },
  {
    path: "/admin/codes/:voucher",
    as: "admin",
    by: "form",
    readBy: [`${codes}/code-form-route.tsx`],
    fields: { ...code, version: version("vouchers", "voucher"), opened: "{}" },
  },
  {
    path: "/admin/codes",
    as: "admin",
    by: "form",
    readBy: [`${codes}/code-list-route.tsx`],
    fields: { as: "off", ids: [":voucher"] },
  },
  {
    path: "/admin/codes",
    as: "admin",
    by: "query",
    readBy: [`${codes}/code-list-route.tsx`],
    fields: { q: "vara", night: ":night", kind: "percent", state: "on", page: "1" },
  },
  {
    path: "/admin/code-list.csv",
    as: "admin",
    by: "query",
    readBy: ["src/host/exports.ts"],
    fields: { set: ":voucher" },
  },
  {
    path: "/admin/tickets/new",
    as: "admin",
    by: "query",
    readBy: [`${tickets}/new-ticket-route.tsx`],
    fields: { event: ":night" },
  },
  {
    path: "/admin/tickets",
    as: "admin",
    by: "form",
    readBy: [`${tickets}/ticket-list-route.tsx`],
    fields: { as: "shown", ids: [":type"] },
  },
  {
    path: "/admin/tickets",
    as: "admin",
    by: "query",
    readBy: [`${tickets}/ticket-list-route.tsx`],
    fields: { q: "intrare", filter: "all", night: ":night", sort: "night", dir: "asc", page: "1" },
  },
  {
    path: "/admin/tickets/:type/price",
    as: "admin",
    by: "form",
    readBy: [`${tickets}/ticket-price-route.ts`],
    fields: { how: "check" },
  },
  {
    path: "/admin/abonamente/:type/quick",
    as: "admin",
    by: "form",
    readBy: [`${tickets}/quick-purchase-route.ts`],
    fields: { as: "off" },
  },
  {
    path: "/admin/events/:night/picture",
    as: "admin",
    by: "form",
    readBy: picture,
    fields: {
      image_url: "=SELECT image_url FROM events WHERE id = :night",
      image_url_alt: "O mare",
      image_url_titled: "1",
      image_url_problem: "",
      image_position: "top",
    },
    kept: { image_url_alt: "picture.words" },
  },
  {
    path: "/admin",
    as: "admin",
    by: "form",
    readBy: ["src/web/admin/dashboard/first-steps.server.ts"],
    fields: { intent: "skip", step: "hero" },
  },
  {
    path: "/admin/content",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/content/content-form.ts", "src/web/admin/content/page-content-route.tsx"],
    fields: {
      hero_title: "Far",
      hero_subtitle: "Sub",
      hero_cta_text: "Cumpara",
      background_url: "",
      background_url_alt: "",
      background_url_problem: "",
      about_title: "Despre",
      about_content: "Un club.",
      hero_version: contentVersion("hero"),
      about_version: contentVersion("about"),
      intent: "",
    },
    kept: {
      hero_title: "hero.title",
      hero_subtitle: "hero.subtitle",
      hero_cta_text: "hero.cta_text",
      about_title: "about.title",
      about_content: "about.content",
    },
  },
  {
    path: "/admin/content/footer",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/content/content-form.ts"],
    fields: {
      description: "Nopți de vară.",
      address: "Plaja",
      phone: "",
      email: "",
      copyright: "Toate drepturile rezervate.",
      instagram: "",
      facebook: "",
      twitter: "",
      footer_version: contentVersion("footer"),
    },
    kept: {
      description: "footer.description",
      address: "footer.address",
      copyright: "footer.copyright",
    },
  },
  {
    path: "/admin/brand",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/content/content-form.ts"],
    fields: {
      short_name: "Far",
      full_name: "Clubul Far",
      trader: "Far SRL",
      guests: "da",
      logo_url: "",
      logo_url_alt: "",
      logo_url_problem: "",
      light: "#ff8a4c",
      signal: "#38f2c0",
      club_version: contentVersion("club"),
      brand_version: "=SELECT coalesce((SELECT version FROM site_content WHERE key = 'brand'), 0)::text",
    },
    kept: { short_name: "club.short_name", full_name: "club.full_name", trader: "club.trader" },
  },
  {
    path: "/admin/content/legal/terms",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/content/content-form.ts"],
    fields: {
      title: "Termeni",
      intro: "Citește.",
      notice: "Important.",
      body: "Un paragraf.",
      terms_version: contentVersion("terms"),
    },
    kept: { title: "legal.title", intro: "legal.intro", notice: "legal.notice", body: "legal.body" },
  },
  {
    path: "/admin/email/templates/:template",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/delivery/templates/template-form.ts", "src/web/admin/email/template-route.tsx"],
    fields: {
      ...words,
      name: "",
      part: "html",
      intent: "",
      based_on: version("email_templates", "template"),
    },
    kept: { subject: "template.subject", html_content: "template.html", text_content: "template.text" },
  },
  {
    path: "/admin/email/templates/new",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/delivery/templates/template-form.ts"],
    fields: { ...words, name: "proba", part: "html", based_on: "", intent: "preview" },
  },
  {
    path: "/admin/email/templates/:template",
    as: "admin",
    by: "query",
    readBy: ["src/web/admin/email/template-route.tsx"],
    fields: { edit: "1", delete: "" },
  },
  {
    path: "/admin/email/templates/:template/history",
    as: "admin",
    by: "form",
    readBy: ["src/web/admin/email/template-history-route.tsx"],
    fields: { version: "1" },
  },
  {
    path: "/admin/email/templates/:template/history",
    as: "admin",
    by: "query",
    readBy: ["src/web/admin/email/template-history-route.tsx"],
    fields: { version: "1" },
  },
  {
    path: "/admin/email/config",
    as: "admin",
    by: "form",
    readBy: [],
    fields: { regular_ticket: "x", season_pass: "x", welcome_email: "x" },
  },
  {
    path: "/admin/email/outbox",
    as: "admin",
    by: "form",
    readBy: ["src/web/admin/email/outbox-route.tsx"],
    fields: { intent: "retry", letter_id: ":night", purchase_id: ":purchase", other_address: "a@exemplu.ro" },
  },
  {
    path: "/admin/email/outbox",
    as: "admin",
    by: "query",
    readBy: ["src/web/admin/email/outbox-route.tsx"],
    fields: { q: "ioana", status: "sent", open: ":night", view: "words", page: "1" },
  },
  {
    // an administrator who did not give the password: nothing is saved, everything typed comes back
    path: "/admin/email",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/letters/mail-settings-form.ts", "src/web/admin/email/mail-settings-route.tsx"],
    fields: { ...mail, smtp_port: "1", enabled: "on", intent: "" },
  },
  {
    path: "/functions/v1/send-test-email",
    as: "admin",
    by: "json",
    readBy: ["src/ticketing/letters/mail-settings-form.ts"],
    fields: { ...mail, smtp_port: 1, id: "", enabled: true },
  },
  {
    path: "/admin/customers/:customer",
    as: "admin",
    by: "query",
    readBy: ["src/web/admin/customers/customer-route.tsx"],
    fields: { page: "2" },
  },
  {
    path: "/admin/customers/:customer",
    as: "admin",
    by: "form",
    readBy: ["src/web/admin/customers/customer-route.tsx"],
    fields: { intent: "note", note: "Vine mereu devreme.", note_id: ":order", email: "a@exemplu.ro" },
    kept: { note: "customer.note" },
  },
  {
    path: "/admin/purchases",
    as: "admin",
    by: "form",
    readBy: purchases,
    fields: { intent: "rename", purchase_id: ":purchase", name: "Ana Pop" },
    kept: { name: "holder.name" },
  },
  {
    path: "/admin/purchases",
    as: "admin",
    by: "form",
    readBy: purchases,
    fields: { intent: "resend", purchase_id: ":purchase", email: "a@exemplu.ro", ...reentry },
  },
  {
    path: "/admin/purchases",
    as: "admin",
    by: "form",
    readBy: purchases,
    fields: {
      ...{
        intent: "refund",
        order_id: ":order",
        kind: "part.1",
        tickets: "9",
        seats: ":order",
        why: "goodwill",
      },
      ...{ note: "De la noi", restock: "1", used: "0" },
    },
  },
  {
    path: "/admin/purchases",
    as: "admin",
    by: "form",
    readBy: purchases,
    fields: {
      ...{ intent: "invite", ticket: ":type::night", quantity: "1", because: "Presă" },
      ...{ email: "nimeni@exemplu.ro", name: "Presa", key: "cheie-de-formular" },
    },
  },
  {
    path: "/admin/purchases",
    as: "admin",
    by: "query",
    readBy: [...purchases, "src/ticketing/reports/purchase-search.ts"],
    fields: {
      ...{ q: "ana", event: ":night", status: "used", type: "Intrare", payment: "paid" },
      ...{ since: "2026-07-01", only: "counted" },
      ...{ sort: "date", dir: "asc", act: "invite", open: ":order", page: "on.:order", seat: ":order" },
    },
  },
  {
    path: "/admin/purchases.csv",
    as: "admin",
    by: "query",
    readBy: ["src/ticketing/reports/purchase-search.ts"],
    fields: {
      q: "ana",
      event: ":night",
      status: "used",
      type: "Intrare",
      payment: "paid",
      since: "2026-07-01",
      only: "counted",
    },
  },
  {
    path: "/admin/reports.csv",
    as: "admin",
    by: "query",
    readBy: ["src/host/exports.ts"],
    fields: { q: "ana", event: ":night", type: "Intrare", period: "30" },
  },
  {
    path: "/admin/reports",
    as: "admin",
    by: "query",
    readBy: ["src/web/admin/reports/report-route.tsx"],
    fields: { period: "30", event: ":night", type: "Intrare", page: "on.:order", q: "ana" },
  },
  {
    path: "/admin/reconciliation",
    as: "admin",
    by: "form",
    readBy: ["src/web/admin/reconciliation/reconciliation-route.tsx"],
    fields: { intent: "recheck", order_id: ":order" },
  },
  {
    path: "/admin/team",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/people/team/team-form.ts", "src/web/admin/team/team-route.tsx"],
    fields: {
      ...{ intent: "appoint", email: "ana@exemplu.ro", role: "gate", invitation: ":night" },
      ...{ demands_factor: "da", refund_limit: "200" },
    },
  },
  {
    path: "/admin/team",
    as: "admin",
    by: "query",
    readBy: ["src/web/admin/team/team-route.tsx"],
    fields: { edit: ":night" },
  },
  {
    path: "/admin/search",
    as: "admin",
    by: "query",
    readBy: ["src/web/admin/search/search-route.tsx"],
    fields: { q: "ana" },
  },
  {
    path: "/admin/notifications",
    as: "admin",
    by: "form",
    readBy: ["src/web/admin/notifications/notifications-route.tsx"],
    fields: { until: "2026-01-01T00:00:00.000000Z" },
  },
  {
    path: "/admin/status/stops/start?kind=refunds&event=:night",
    as: "admin",
    by: "form",
    readBy: ["src/web/admin/status/start-stop-route.tsx"],
    fields: { cause: "Altul", details: "Furtună", until: "" },
    kept: { details: "stop.reason" },
    first:
      "UPDATE stops SET lifted_at = now(), lifted_by = started_by WHERE event_id = :night AND lifted_at IS NULL",
  },
  {
    path: "/admin/status/stops/start",
    as: "admin",
    by: "query",
    readBy: [
      "src/ticketing/events/stop-form.ts",
      "src/web/admin/status/start-stop-route.tsx",
      "src/web/admin/status/stops-reading.server.ts",
    ],
    fields: { kind: "refunds", event: ":night", eventId: "", reason: "", until: "" },
  },
  {
    path: "/admin/status/stops",
    as: "admin",
    by: "form",
    readBy: ["src/web/admin/status/stops-route.tsx"],
    fields: { lift: ":night" },
  },
  {
    path: "/gate",
    as: "gate",
    by: "form",
    readBy: ["src/web/gate/gate-route.tsx"],
    fields: {
      ...{ event: ":night", nonce: "o-apasare-1", code: "FSC-1", ticket: "", group: "ABCD", entries: "1" },
      ...{ intent: "admit-guest", guest: "" },
    },
  },
  {
    path: "/gate",
    as: "gate",
    by: "query",
    readBy: ["src/web/gate/gate-route.tsx"],
    fields: { event: ":night", guests: "on", q: "ana" },
  },
  {
    path: "/gate/nights/:night/orders",
    as: "admin",
    by: "query",
    readBy: ["src/web/gate/orders/door-orders-route.tsx"],
    fields: { q: "ana" },
  },
  {
    path: "/gate/nights/:night/orders",
    as: "admin",
    by: "form",
    readBy: ["src/web/gate/orders/door-orders-route.tsx"],
    fields: {
      ...{ intent: "admit", ticket: ":purchase", nonce: "nonce-0001", entries: "1", reason: "other" },
    },
  },
  {
    path: "/gate/nights/:night/gates",
    as: "admin",
    by: "form",
    readBy: ["src/ticketing/gate/gate-form.ts", "src/web/gate/gates/gates-route.tsx"],
    fields: {
      ...{ intent: "save", gate: "", name: "Poarta", types: [":type"], typeIds: "", mode: "", phone: "" },
      sure: "",
    },
  },
  {
    path: "/gate/nights/:night/after",
    as: "admin",
    by: "form",
    readBy: ["src/web/gate/after/after-route.tsx"],
    fields: { ticket: ":purchase", entered: "2", word: "aceeași persoană" },
  },
  {
    path: "/gate/nights/:night/sale",
    as: "admin",
    by: "form",
    readBy: ["src/web/gate/sale/door-sale-route.tsx"],
    fields: { intent: "aside", phone: ":night", type: ":type", quantity: "3", share: ":night" },
  },
  {
    path: "/admin/pictures/events",
    as: "admin",
    by: "upload",
    readBy: ["src/host/uploads.ts"],
    fields: { alt_text: "O mare", file: "mare.png" },
  },
  {
    path: "/admin/content",
    as: "admin",
    by: "upload",
    readBy: ["src/web/request/form-with-pictures.server.ts"],
    fields: {
      background_url_file: "mare.png",
      background_url_folder: "events",
      background_url_alt: "",
      background_url_none: "",
    },
  },
];
