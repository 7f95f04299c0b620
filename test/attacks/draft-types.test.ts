/** Types of a night that is not published: a request with the id of one is answered as if it did not exist. */
import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { openSourceSite } from "#test/support/source-site.ts";

const { season, ask, origin } = await openSourceSite({ PROVIDER_RATE: "1000" });
const { client } = season;
const [open, draft, later] = [await season.night(), await season.night(), await season.night()];
await client.query("UPDATE events SET publish_at = NULL WHERE id = $1", [draft]);
await client.query("UPDATE events SET publish_at = '2099-01-01' WHERE id = $1", [later]);
const onSale = await season.ticketType({ events: [open] });
await client.query("UPDATE site_content SET content = content || '{\"guests\": true}' WHERE key = 'club'");

type Ware = { readonly type: Uuid; readonly night: Uuid };
const secret = async (night: Uuid, about = {}): Promise<Ware> => ({
  type: await season.ticketType({ events: [night], ...about }),
  night,
});
const secrets: [what: string, ware: Ware][] = [
  ["a type of a draft", await secret(draft)],
  ["a free type of a draft", await secret(draft, { price: 0 })],
  ["a sold out type of a draft", await secret(draft, { capacity: 0 })],
  ["a pass of a draft", await secret(draft, { family: "season_pass" })],
  ["an early bird of a draft", await secret(draft, { family: "early_bird" })],
  ["a type of a night that is public in years", await secret(later)],
];

const call = (body: Record<string, unknown>, page = "/tickets") => ({
  json: {
    success_url: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
    mode: "payment",
    cancel_url: origin + page,
    ...body,
  },
});
const lines = (...types: Uuid[]) => types.map((ticket_id) => ({ ticket_id, quantity: 1 }));
const chosen = ({ type }: Ware) => ({ ticket_id: type, quantity: "1" });
const session = "/functions/v1/checkout-session";
const priced = ({ type }: Ware) => ({ price_id: `price_${type}`, quantity: 1 });

/** Every way to ask for a type by its id. */
const ways: Record<string, (ware: Ware) => [path: string, wish: Parameters<typeof ask>[1]]> = {
  "the call with lines": ({ type }) => [session, call({ lines: lines(type) })],
  "the call with lines and the night": ({ type, night }) => [
    session,
    call({ lines: lines(type), event_id: night }),
  ],
  "the call with lines and the night's page": ({ type, night }) => [
    session,
    call({ lines: lines(type) }, `/events/${night}`),
  ],
  "the call with another night": ({ type }) => [session, call({ lines: lines(type), event_id: open })],
  "the call beside a type that is on sale": ({ type }) => [
    session,
    call({ lines: lines(onSale, type), event_id: open }),
  ],
  "the call with a wrong code": ({ type }) => [session, call({ lines: lines(type), code: "NIMIC" })],
  "the call with its price": (ware) => [session, call(priced(ware))],
  "the call with its price and its id": (ware) => [session, call({ ...priced(ware), ticket_id: ware.type })],
  "the call with another price": ({ type }) => [
    session,
    call({ price_id: `price_${onSale}`, quantity: 1, ticket_id: type }),
  ],
  "the form of a public night": (ware) => [`/events/${open}`, { form: chosen(ware) }],
  "the form of its own night": (ware) => [`/events/${ware.night}`, { form: chosen(ware) }],
  "the form of /tickets": (ware) => ["/tickets", { form: chosen(ware) }],
  "the form of /season-pass": (ware) => ["/season-pass", { form: chosen(ware) }],
  "an address that chooses it": ({ type }) => [`/events/${open}?ticket_id=${type}&quantity=1`, {}],
  "the way without an account": ({ type, night }) => [
    `/guest?next=${encodeURIComponent(`/events/${night}?ticket_id=${type}&quantity=1`)}`,
    {},
  ],
};

const answer = async (way: string, ware: Ware) => {
  const [path, wish] = ways[way]?.(ware) ?? ["", {}];
  const { status, location, flash, text } = await ask(path, { ...wish, as: await season.person() });
  const named = (said: string | null) => said?.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|nonce="[^"]*"/g, "…");
  return { status, location: named(location), flash, text: named(text) };
};

it.each(Object.keys(ways).flatMap((way) => secrets.map(([what, ware]) => [way, what, ware] as const)))(
  "%s answers %s as a type that never was",
  async (way, _what, ware) => {
    expect(await answer(way, ware)).toEqual(await answer(way, { type: newId(), night: newId() }));
  },
);
