import { eventPeriods } from "#ticketing/events/event.ts";

/**
 * A parameter of a page. The page is kept for each of `values`; with "free" text it is rendered each time. `usual`
 * means the same as no parameter.
 */
type Parameter = { readonly values: readonly string[] | "free"; readonly usual: string };
type Parameters = Readonly<Record<string, Parameter>>;

const mostListPages = 20;
const listPages = Array.from({ length: mostListPages }, (_, n) => String(n + 1));
const free = { values: "free", usual: "" } as const;

/**
 * The pages that are kept as bytes, by route, with every parameter that their loaders read. Other parameters are
 * removed before a loader sees the address, so they can neither make another page nor appear on one.
 */
export const keptPages: Readonly<Record<string, Parameters>> = {
  "/": {},
  "/events": {
    page: { values: listPages, usual: "1" },
    period: { values: eventPeriods, usual: "" },
    q: free,
    unavailable: { values: ["1"], usual: "" },
  },
  // the choice of a person who had to sign in first, or who applied a code: each of its lines has both
  "/events/:id": { quantity: free, ticket_id: free },
  "/events/:id/waiting": {},
  "/artists/:id": {},
  "/tickets": {},
  "/season-pass": {},
  "/termeni": {},
  "/confidentialitate": {},
  "/cookies": {},
  "/sitemap.xml": {},
  "/robots.txt": {},
  "/site.webmanifest": {},
};

/** Every other address that a person may open without signing in, with the reason why it is rendered each time. */
export const renderedPages: Readonly<Record<string, string>> = {
  "/events/:id/waiting/mine": "leads each person on",
  "/newsletter": "answers one form",
  "/newsletter/confirm": "by an email's token",
  "/newsletter/unsubscribe": "by an email's token",
  "/register": "answers one form",
  "/login": "answers one form",
  "/login/code": "answers one form",
  "/guest": "answers one form",
  "/orders": "answers one form",
  "/logout": "ends one session",
  "/reset-password": "by an email's token",
  "/confirm": "by an email's token",
  "/checkout/:order": "one person's order",
  "/checkout/:order/pay": "one person's order",
  "/orders/:order": "one person's order",
  "/orders/:order/send/:id": "one person's ticket",
  "/orders/:order/moved/:move": "one person's order",
  "/tickets/success": "one person's order",
  "/tickets/:id/qr.svg": "one person's ticket",
  "/tickets/:id/qr.png": "one person's ticket",
  "/tickets/:id/ticket.pdf": "one person's ticket",
  "/tickets/:id/order.pdf": "one person's tickets",
  "/tickets/:id/ticket.ics": "one person's ticket",
  "/events/:id/night.ics": "a file that few ask for",
  "/club/logo.png": "a picture that browsers keep",
  "/profile": "one person's account",
  "/profile/send/:id": "one person's ticket",
  "/primeste": "by a friend's link",
  "/echipa": "by an email's token",
  "/profile/security": "one person's account",
  "/profile/security/factor": "one person's account",
  "/profile/data/:form": "one person's account",
  "/auth/session/:call?": "one person's session",
  "/purchase/:id": "demo mode only",
  "/gate": "gate staff only",
  "/gate/nights/:id": "door chiefs only",
  "/gate/nights/:id/gates": "door chiefs only",
  "/gate/nights/:id/orders": "door chiefs only",
  "/gate/nights/:id/sale": "door chiefs and the box office only",
  "/gate/nights/:id/after": "door chiefs only",
  "/gate/nights/:id/after/:form": "door chiefs only",
  "/gate/sales": "door chiefs and the box office only",
  "/poarta": "what it shows is on the phone",
  "/poarta/inrolare": "what it shows is on the phone",
  "/_demo/mail/:id?": "demo mode only",
  "/*": "there is no such page",
};

export type PageAddress = {
  /** Path and known parameters in one order, the usual ones left out: equal for all spellings of one page. */
  readonly address: string;
  /** Whether all its parameters have closed sets, so that its bytes may be kept under this address. */
  readonly mayBeKept: boolean;
};

const routes = Object.entries(keptPages).map(([route, parameters]) => {
  const path = route.replaceAll(".", "\\.").replaceAll(":id", "[0-9a-f-]{36}");
  const data = route === "/" ? "/_\\.data" : `${path}\\.data`;
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  return { page: new RegExp(`^${path}$`), data: new RegExp(`^${data}$`), parameters: sorted };
});

/** The router's own parameters: the loaders it wants of a page that shares its address with its layout. */
const routersOwn: [string, Parameter][] = [
  ["_routes", free],
  ["index", free],
];

/** The canonical address of a page that may be kept, from a path with its query; undefined for all others. */
export function readPageAddress(pathAndQuery: string): PageAddress | undefined {
  const at = pathAndQuery.indexOf("?");
  const path = at === -1 ? pathAndQuery : pathAndQuery.slice(0, at);
  for (const { page, data, parameters } of routes) {
    const isData = data.test(path);
    if (!isData && !page.test(path)) continue;
    if (at === -1) return { address: path, mayBeKept: true };
    const query = new URLSearchParams(pathAndQuery.slice(at));
    return canonical(path, query, isData ? [...routersOwn, ...parameters] : parameters);
  }
  return undefined;
}

function canonical(
  path: string,
  query: URLSearchParams,
  known: readonly (readonly [string, Parameter])[],
): PageAddress {
  const kept = new URLSearchParams();
  let mayBeKept = true;
  for (const [name, { values, usual }] of known) {
    const sent = query.getAll(name);
    for (const value of values === "free" ? sent : sent.slice(0, 1)) {
      if (value === usual) continue;
      kept.append(name, value);
      if (values === "free" || !values.includes(value)) mayBeKept = false;
    }
  }
  return { address: kept.size === 0 ? path : `${path}?${kept}`, mayBeKept };
}
