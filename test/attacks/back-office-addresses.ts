/** One address of the back-office, as `web/routes.ts` writes it. A new route needs a row here. */
export type OfficeAddress = {
  readonly path: string;
  /** Which row `:id` names in this table. */
  readonly id?: "night" | "artist" | "type" | "template" | "voucher" | "customer";
  /** The status for an administrator who only opens it. */
  readonly read: 200 | 302;
  /** A form that would change something, and the answer to a person without the role (B13). */
  readonly change?: {
    readonly form: Record<string, string>;
    /** The other forms of this address, each refused in the same words. */
    readonly others?: readonly Record<string, string>[];
    readonly refused: string;
  };
};

const events = "You do not have permission to modify events";
const artists = "You do not have permission to modify artists";
const tickets = "You do not have permission to modify tickets";
const codes = "Nu aveți permisiunea de a modifica codurile";
const special = "Nu aveți permisiunea de a modifica abonamentele";

const denied = "Access denied: Admin privileges required";

const email = "Nu aveți dreptul să modificați setările de email";

const mail = {
  smtp_host: "smtp.exemplu.ro",
  smtp_port: "587",
  username: "x",
  password: "x",
  from_email: "x@exemplu.ro",
  from_name: "Furat",
};
const words = { subject: "Furat", html_content: "x", based_on: "1" };
const templateButtons = [{ intent: "delete" }, { ...words, intent: "sample" }];
const night = {
  name: "Furat",
  title: "Furat",
  description: "x",
  date: "2030-01-01",
  time: "",
  location: "x",
  capacity: "9",
};
const artist = { name: "Furat", bio: "x", tagline: "", youtube_link: "" };
const type = {
  type: "Furat",
  price: "1",
  entries: "1",
  description: "",
  quantity_available: "9",
  stripe_price_id: "",
  sale_starts_at: "",
  sale_ends_at: "",
  offer_rank: "",
  is_season_pass: "1",
  code_per: "person",
};

const code = {
  ...{
    kind: "percent",
    percent: "100",
    amount: "",
    name: "Furat",
    many: "",
    count: "",
    prefix: "",
    code: "FURAT",
  },
  ...{ uses: "", per_person: "", starts_at: "", ends_at: "", returns_uses: "" },
};

const content = "You do not have permission to modify content";
const picture = { image_url: "", image_url_alt: "", image_position: "top" };

export const officeAddresses: readonly OfficeAddress[] = [
  {
    path: "admin/events",
    read: 200,
    change: { form: { ids: ":night", as: "unavailable" }, refused: events },
  },
  { path: "admin/events/new", read: 200, change: { form: night, refused: events } },
  {
    path: "admin/events/:id",
    id: "night",
    read: 200,
    change: { form: { ...night, version: "1" }, refused: events },
  },
  {
    path: "admin/events/:id/delete",
    id: "night",
    read: 200,
    change: { form: {}, refused: "You do not have permission to delete events" },
  },
  {
    path: "admin/events/:id/publish",
    id: "night",
    read: 200,
    change: {
      form: { intent: "publish", day: "2099-01-01", time: "10:00" },
      others: [{ intent: "schedule" }, { intent: "draft" }],
      refused: events,
    },
  },
  {
    path: "admin/events/:id/opening",
    id: "night",
    read: 200,
    change: {
      form: { intent: "announce", day: "2099-01-01", time: "10:00", room: "30" },
      others: [{ intent: "withdraw" }],
      refused: events,
    },
  },
  {
    path: "admin/events/:id/cancel",
    id: "night",
    read: 200,
    change: { form: { reason: "Furat", used: "refunded" }, refused: events },
  },
  {
    path: "admin/events/:id/move",
    id: "night",
    read: 200,
    change: { form: { date: "2099-01-02", location: "Furat", reason: "Furat" }, refused: events },
  },
  {
    path: "admin/events/:id/messages",
    id: "night",
    read: 200,
    change: {
      form: { intent: "send", id: ":night", kind: "service", at: "all", subject: "Furat", body: "Furat" },
      others: [
        { intent: "preview", kind: "service", at: "all", subject: "Furat", body: "Furat" },
        { intent: "stop", id: ":night" },
      ],
      refused: events,
    },
  },
  { path: "admin/events/:id/settlement", id: "night", read: 200 },
  {
    path: "admin/events/:id/guests",
    id: "night",
    read: 200,
    change: {
      form: { intent: "list", list: "", name: "Furat", quota: "" },
      others: [
        { intent: "add", list: ":night", name: "Furat", places: "1", note: "" },
        { intent: "paste", list: ":night", names: "Furat" },
        { intent: "remove", guest: ":night" },
        { intent: "restore", guest: ":night" },
        { intent: "correct", guest: ":night", places: "2", note: "" },
      ],
      refused: events,
    },
  },
  {
    path: "admin/events/:id/duplicate",
    id: "night",
    read: 200,
    change: { form: { name: "Furat", date: "2030-01-08", time: "", parts: "artists" }, refused: events },
  },
  {
    path: "admin/events/:id/preview",
    id: "night",
    read: 200,
    change: { form: { ...night, version: "1" }, refused: events },
  },
  { path: "admin/events/:id/history", id: "night", read: 200 },
  { path: "admin/artists", read: 200, change: { form: { id: ":artist", as: "featured" }, refused: artists } },
  { path: "admin/artists/new", read: 200, change: { form: artist, refused: artists } },
  {
    path: "admin/artists/:id",
    id: "artist",
    read: 200,
    change: { form: { ...artist, version: "1" }, refused: artists },
  },
  {
    path: "admin/artists/:id/delete",
    id: "artist",
    read: 200,
    change: { form: {}, refused: "You do not have permission to delete artists" },
  },
  { path: "admin/artists/:id/history", id: "artist", read: 200 },
  { path: "admin/tickets", read: 200, change: { form: { ids: ":type", as: "hidden" }, refused: tickets } },
  { path: "admin/tickets/new", read: 200, change: { form: type, refused: tickets } },
  {
    path: "admin/tickets/:id",
    id: "type",
    read: 200,
    change: { form: { ...type, version: "1" }, refused: tickets },
  },
  {
    path: "admin/tickets/:id/delete",
    id: "type",
    read: 200,
    change: { form: {}, refused: "You do not have permission to delete tickets" },
  },
  { path: "admin/tickets/:id/history", id: "type", read: 200 },
  {
    path: "admin/tickets/:id/price",
    id: "type",
    read: 302,
    change: { form: { how: "make" }, refused: tickets },
  },
  { path: "admin/abonamente", read: 200, change: { form: { ids: ":type", as: "hidden" }, refused: special } },
  { path: "admin/abonamente/new", read: 200, change: { form: type, refused: special } },
  {
    path: "admin/abonamente/:id",
    id: "type",
    read: 200,
    change: { form: { ...type, version: "1" }, refused: special },
  },
  {
    path: "admin/abonamente/:id/delete",
    id: "type",
    read: 200,
    change: { form: {}, refused: "Nu aveți permisiunea de a șterge abonamente" },
  },
  { path: "admin/abonamente/:id/history", id: "type", read: 200 },
  {
    path: "admin/abonamente/:id/price",
    id: "type",
    read: 302,
    change: { form: { how: "make" }, refused: special },
  },
  {
    path: "admin/abonamente/:id/quick",
    id: "type",
    read: 302,
    change: { form: { as: "on" }, refused: special },
  },
  { path: "admin/events/:id/picture", id: "night", read: 302, change: { form: picture, refused: events } },
  { path: "admin/artists/:id/picture", id: "artist", read: 302, change: { form: picture, refused: artists } },
  { path: "admin/tickets/:id/picture", id: "type", read: 302, change: { form: picture, refused: tickets } },
  {
    path: "admin/abonamente/:id/picture",
    id: "type",
    read: 302,
    change: { form: picture, refused: special },
  },
  { path: "admin/codes", read: 200, change: { form: { ids: ":voucher", as: "off" }, refused: codes } },
  { path: "admin/codes/new", read: 200, change: { form: code, refused: codes } },
  {
    path: "admin/codes/:id",
    id: "voucher",
    read: 200,
    change: { form: { ...code, version: "1" }, refused: codes },
  },
  {
    path: "admin/codes/:id/delete",
    id: "voucher",
    read: 200,
    change: { form: {}, refused: "Nu aveți permisiunea de a șterge coduri" },
  },
  { path: "admin/codes/:id/history", id: "voucher", read: 200 },
  { path: "admin/search", read: 200 },
  {
    path: "admin/notifications",
    read: 200,
    change: {
      form: { until: "2026-01-01T00:00:00.000000Z" },
      refused: denied,
    },
  },
  {
    path: "admin/email",
    read: 200,
    change: { form: mail, others: [{ ...mail, intent: "test" }], refused: email },
  },
  {
    path: "admin/email/templates",
    read: 200,
    change: { form: words, others: templateButtons, refused: email },
  },
  {
    path: "admin/email/templates/:id",
    id: "template",
    read: 200,
    change: {
      form: words,
      others: templateButtons,
      refused: email,
    },
  },
  {
    path: "admin/email/templates/:id/history",
    id: "template",
    read: 200,
    change: { form: { version: "1" }, refused: email },
  },
  {
    path: "admin/email/config",
    read: 200,
    change: { form: { regular_ticket: "x", season_pass: "x", welcome_email: "x" }, refused: email },
  },
  {
    path: "admin/email/outbox",
    read: 200,
    change: {
      form: { intent: "resume" },
      others: [
        { intent: "resend", purchase_id: ":purchase" },
        { intent: "retry", letter_id: "1" },
      ],
      refused: email,
    },
  },
  {
    path: "admin/content",
    read: 200,
    change: { form: {}, others: [{ intent: "create" }], refused: content },
  },
  { path: "admin/content/footer", read: 200, change: { form: {}, refused: content } },
  { path: "admin/brand", read: 200, change: { form: {}, refused: content } },
  { path: "admin/content/legal/terms", read: 200, change: { form: {}, refused: content } },
  {
    path: "admin",
    read: 200,
    change: { form: { intent: "close" }, others: [{ intent: "skip", step: "hero" }], refused: denied },
  },
  { path: "admin/status", read: 200 },
  {
    path: "admin/status/stops",
    read: 200,
    change: {
      form: { lift: "00000000-0000-4000-8000-000000000000" },
      refused: denied,
    },
  },
  {
    path: "admin/status/stops/start",
    read: 302,
    change: {
      form: { cause: "Vreme", details: "", until: "" },
      refused: denied,
    },
  },
  { path: "admin/status/history", read: 200 },
  {
    path: "admin/reconciliation",
    read: 200,
    change: {
      form: { intent: "recheck", order_id: ":order" },
      others: [{ intent: "compare" }],
      refused: denied,
    },
  },
  { path: "admin/security", read: 200 },
  {
    path: "admin/team",
    read: 200,
    change: {
      form: { intent: "appoint", email: "x@exemplu.ro", role: "admin" },
      others: [
        { intent: "invite", email: "x@exemplu.ro", role: "admin" },
        { intent: "withdraw", invitation: "x" },
        { intent: "settings", demands_factor: "", refund_limit: "1000" },
      ],
      refused: denied,
    },
  },
  { path: "admin/team/roles", read: 200 },
  { path: "admin/reports", read: 200 },
  { path: "admin/settlement", read: 200 },
  {
    path: "admin/settlement/rates",
    read: 200,
    change: {
      form: { intent: "save", valid_from: "2030-01-01", rate: "21" },
      others: [{ intent: "remove", valid_from: "2030-01-01" }],
      refused: denied,
    },
  },
  {
    path: "admin/customers/:id",
    id: "customer",
    read: 200,
    change: {
      form: { intent: "note", note: "Furat" },
      others: [
        { intent: "remove", note_id: ":order" },
        { intent: "address", email: "furat@exemplu.ro" },
      ],
      refused: denied,
    },
  },
  {
    path: "admin/purchases",
    read: 200,
    change: {
      form: {
        intent: "refund",
        order_id: ":order",
        kind: "whole",
        used: "9",
        why: "goodwill",
        note: "",
        restock: "1",
      },
      others: [
        { intent: "resend", purchase_id: ":purchase", email: "ana@exemplu.ro" },
        { intent: "rename", purchase_id: ":purchase", name: "Furat" },
        { intent: "split", purchase_id: ":purchase" },
        { intent: "recheck", order_id: ":order" },
        { intent: "invite", email: "x@exemplu.ro", ticket: ":type", quantity: "1", because: "x", key: "x" },
      ],
      refused: denied,
    },
  },
  { path: "admin/stock/:id", id: "night", read: 200 },
];

/** Every form of this address. */
export const formsAt = ({ change }: OfficeAddress): readonly Record<string, string>[] =>
  change ? [change.form, ...(change.others ?? [])] : [];

/** Signed-in people without access here; `demoted` was an administrator until now. */
export const outsiders = ["customer", "gate", "demoted"] as const;

const upload = new FormData();
upload.set("file", new Blob(["x"]), "x.png");

/**
 * Calls of administrators that do not pass the router, with the status for others: nobody, the demo's flag alone, and
 * the outsiders in their order.
 */
export const officeCalls: Readonly<
  Record<string, { readonly body: (purchaseId: string) => BodyInit; readonly refused: readonly number[] }>
> = {
  "POST /functions/v1/resend-purchase-confirmation": {
    body: (purchaseId) => JSON.stringify({ purchaseId, email: "ana@exemplu.ro" }),
    refused: [401, 401, 403, 403, 403],
  },
  "POST /functions/v1/send-test-email": { body: () => "{}", refused: [401, 401, 403, 403, 403] },
  "POST /admin/pictures/events": { body: () => upload, refused: [403, 403, 403, 403, 403] },
  "GET /admin/purchases.csv": { body: () => "", refused: [303, 303, 303, 303, 303] },
  "GET /admin/reports.csv": { body: () => "", refused: [303, 303, 303, 303, 303] },
  "GET /admin/reconciliation.csv": { body: () => "", refused: [303, 303, 303, 303, 303] },
  "GET /admin/codes.csv": { body: () => "", refused: [303, 303, 303, 303, 303] },
  "GET /admin/settlement.csv": { body: () => "", refused: [303, 303, 303, 303, 303] },
  "GET /admin/settlement.pdf": { body: () => "", refused: [303, 303, 303, 303, 303] },
  "GET /admin/guests.csv": { body: () => "", refused: [303, 303, 303, 303, 303] },
  "GET /admin/code-list.csv": { body: () => "", refused: [303, 303, 303, 303, 303] },
};

/** Exports for administrators. */
export const exportedFiles = [
  "purchases.csv",
  "reports.csv",
  "reconciliation.csv",
  "codes.csv",
  "code-list.csv",
  "guests.csv",
  "settlement.csv",
  "settlement.pdf",
] as const;
