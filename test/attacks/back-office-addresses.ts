import { listRoutes } from "#test/support/route-list.ts";
import { officeAddresses } from "#web/office-addresses.ts";
import { type HostileForm, hostileForms } from "./hostile-forms.ts";

type Fields = HostileForm["fields"];

/** One address of the back-office, as the table of its rights has it. */
export type OfficePage = {
  readonly path: string;
  /** Which row `:id` names in this table. */
  readonly id: (typeof kinds)[keyof typeof kinds] | undefined;
  /** The status for an administrator who only opens it. */
  readonly read: 200 | 302;
  /** Forms that would change something, one at least for each of its buttons; none where it takes none. */
  readonly forms: readonly Fields[];
  /** The answer to such a form from a person without the role (B13). */
  readonly refused: string;
};

const kinds = {
  events: "night",
  stock: "night",
  artists: "artist",
  tickets: "type",
  abonamente: "type",
  codes: "voucher",
  email: "template",
  customers: "customer",
} as const;

const refusals: readonly (readonly [RegExp, string])[] = [
  [/^admin\/events\/:id\/delete/, "You do not have permission to delete events"],
  [/^admin\/artists\/:id\/delete/, "You do not have permission to delete artists"],
  [/^admin\/tickets\/:id\/delete/, "You do not have permission to delete tickets"],
  [/^admin\/abonamente\/:id\/delete/, "Nu aveți permisiunea de a șterge abonamente"],
  [/^admin\/codes\/:id\/delete/, "Nu aveți permisiunea de a șterge coduri"],
  [/^admin\/events/, "You do not have permission to modify events"],
  [/^admin\/artists/, "You do not have permission to modify artists"],
  [/^admin\/tickets/, "You do not have permission to modify tickets"],
  [/^admin\/abonamente/, "Nu aveți permisiunea de a modifica abonamentele"],
  [/^admin\/codes/, "Nu aveți permisiunea de a modifica codurile"],
  [/^admin\/(?:content|brand)/, "You do not have permission to modify content"],
  [/^admin\/email/, "Nu aveți dreptul să modificați setările de email"],
  [/^/, "Access denied: Admin privileges required"],
];

const pattern = (path: string) =>
  path
    .replace(/^\/|\?.*$/g, "")
    .replace(/:(?:night|artist|type|voucher|template|customer)\b/, ":id")
    .replace("templates/new", "templates/:id");
const written = Map.groupBy(
  hostileForms.filter(({ by }) => by === "form"),
  ({ path }) => pattern(path),
);
/** Where a row is no form that would be taken, or is taken together with what is no field of it. */
const others: Readonly<Record<string, Fields>> = {
  "admin/events/:id/cancel": { reason: "Furat", used: "refunded" },
  "admin/content": {},
  "admin/content/footer": {},
  "admin/content/legal/:key": {},
  "admin/brand": {},
};
/** The rows of an address; where the same screen has two addresses, of the other. */
export const rowsAt = (path: string): readonly Fields[] =>
  [
    path,
    path.replace("abonamente", "tickets"),
    path.replace(/\w+\/:id\/picture$/, "artists/:id/picture"),
    `${path}/:id`,
  ]
    .map((one) => written.get(one) ?? [])
    .find((forms) => forms.length > 0)
    ?.map(({ fields }) => fields) ?? [{}];

/** The forms of the rows, and the same with the buttons that no row presses. */
function formsAt(path: string): readonly Fields[] {
  const rows = others[path] ? [others[path]] : rowsAt(path);
  const acts = Object.keys(officeAddresses[path]?.acts ?? {});
  const unpressed = acts.filter((intent) => !rows.some((row) => (row.intent ?? "") === intent));
  return [...rows, ...unpressed.map((intent) => ({ ...rows[0], intent }))];
}

const takingForms = new Set(
  listRoutes().flatMap(({ path, hasAction }) => (hasAction ? [path.slice(1)] : [])),
);

export const officePages: readonly OfficePage[] = Object.keys(officeAddresses).map((route) => {
  const path = route.replace(":key", "terms");
  const [, kind = ""] = path.split("/");
  return {
    path,
    id: path.includes(":id") ? kinds[kind as keyof typeof kinds] : undefined,
    read: /\/(?:price|picture|quick|start)$/.test(path) ? 302 : 200,
    forms: takingForms.has(route) ? formsAt(route) : [],
    refused: refusals.find(([area]) => area.test(path))?.[1] ?? "",
  };
});

/** A form with these ids, as a browser sends it; what is read from the database is just a number. */
export function filled(fields: Fields, ids: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [
      name,
      String(one)
        .replace(/^=SELECT.*/s, "1")
        .replace(/:(\w+)/g, (whole, which: string) => ids[which] ?? whole),
    ]),
  );
}

/** Signed-in people without access here; `demoted` was an administrator until now. */
export const outsiders = ["customer", "gate", "demoted"] as const;

/** Exports for administrators. */
export const exportedFiles = [
  "purchases.xlsx",
  "purchases.csv",
  "reports.xlsx",
  "reports.csv",
  "reconciliation.xlsx",
  "reconciliation.csv",
  "codes.xlsx",
  "codes.csv",
  "code-list.xlsx",
  "code-list.csv",
  "guests.xlsx",
  "guests.csv",
  "settlement.xlsx",
  "settlement.csv",
  "settlement.pdf",
] as const;

const upload = new FormData();
upload.set("file", new Blob(["x"]), "x.png");

/** Calls of the office that do not pass the router, with what each sends. */
export const officeCalls: Readonly<Record<string, (purchaseId: string) => BodyInit>> = {
  "POST /functions/v1/resend-purchase-confirmation": (purchaseId) =>
    JSON.stringify({ purchaseId, email: "ana@exemplu.ro" }),
  "POST /functions/v1/send-test-email": () => "{}",
  "POST /admin/pictures/events": () => upload,
  ...Object.fromEntries(exportedFiles.map((file) => [`GET /admin/${file}`, () => ""])),
};
