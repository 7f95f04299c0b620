/** What the form of a buyer without an account says about a choice whose price changed, and about what is held. */
import { createMemoryRouter, data, type ShouldRevalidateFunction } from "react-router";
import { expect, it, vi } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { choiceAddress } from "#web/request/choice-address.ts";
import { guestTexts } from "./guest-texts.ts";

const { season, ask } = await openSourceSite();
await season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}')`;

const routes = import.meta.glob<{ shouldRevalidate?: ShouldRevalidateFunction }>("../**/*-route.tsx");
const sources = import.meta.glob<string>("../**/*-route.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
});
/** The night's page answers with its whole panel as it is now. */
const answersWithItsPanel = (source: string) => source.includes("present = view.panel");
const forms = Object.entries(sources)
  .filter(
    ([, source]) => /await openCheckout\(|return buyOffer\(/.test(source) && !answersWithItsPanel(source),
  )
  .map(([file]) => file);

it("there are three forms that are refused for a price and load it from their page", () => {
  expect(forms.map((file) => file.split("/").at(-1)).sort()).toEqual([
    "guest-route.tsx",
    "season-pass-route.tsx",
    "tickets-route.tsx",
  ]);
});

it.each(forms)(
  "%s loads the choice as it is now after a refusal about it, and not after a failure",
  async (file) => {
    const { shouldRevalidate } = (await routes[file]?.()) ?? {};
    const loader = vi.fn(() => null);
    const statuses = [409, 503];
    const action = () => data(null, { status: statuses.shift() ?? 0 });
    const router = createMemoryRouter([
      { path: "/", loader, action, element: null, ...(shouldRevalidate && { shouldRevalidate }) },
    ]);
    await vi.waitFor(() => expect(router.state.initialized).toBe(true));
    const countReadsOfPress = async () => {
      loader.mockClear();
      await router.navigate("/", { formMethod: "post", formData: new FormData() });
      return loader.mock.calls.length;
    };
    expect([await countReadsOfPress(), await countReadsOfPress()]).toEqual([1, 0]);
    router.dispose();
  },
);

type Buyer = { session: string; email: string };
let people = 0;

/** A night with one type, and the form of a buyer without an account. */
async function stage(price: number) {
  const night = await season.night();
  const ticketTypeId = await season.ticketType({ events: [night], title: "Intrare de Probă", price });
  const choose = (quantity: number) => choiceAddress(night, [{ ticketTypeId, quantity }]);
  const buyer: Buyer = { session: "", email: `ales-${++people}@exemplu.ro` };
  const headers = (code?: string) => ({
    cookie: [buyer.session && `session=${buyer.session}`, code && `code=${code}`].filter(Boolean).join("; "),
  });
  const page = async (quantity: number, code?: string) =>
    (
      await ask(`/guest?next=${encodeURIComponent(choose(quantity))}`, { headers: headers(code) })
    ).text.replaceAll("<!-- -->", "");
  const press = async (quantity: number, total: number, more: Record<string, string> = {}, code?: string) => {
    const answer = await ask(`/guest?next=${encodeURIComponent(choose(quantity))}`, {
      form: {
        email: buyer.email,
        full_name: "Ana Pop",
        phone: "",
        return_to: choose(quantity),
        total: `${total}`,
        form: newSecretToken(),
        ...more,
      },
      headers: headers(code),
    });
    buyer.session = /session=([^;]+)/.exec(answer.cookies.join())?.[1] ?? buyer.session;
    return { ...answer, text: answer.text.replaceAll("<!-- -->", "") };
  };
  const setPrice = (to: number) => season.db`UPDATE tickets SET price = ${to} WHERE id = ${ticketTypeId}`;
  const orders = async () =>
    (await season.db`SELECT o.state, o.total::int AS total, p.full_name AS name, p.contact_email AS email, p.id AS user
       FROM orders o JOIN profiles p ON p.id = o.user_id WHERE ${night} = ANY (o.event_ids) ORDER BY o.id`) as {
      state: string;
      total: number;
      name: string;
      email: string;
      user: Uuid;
    }[];
  return { night, ticketTypeId, buyer, page, press, setPrice, orders };
}

it("a refusal about the price stands beside the button, which has the price of now", async () => {
  const { press, setPrice } = await stage(12_000);
  await setPrice(14_000);
  const told = await press(2, 24_000);
  expect(told.status).toBe(409);
  expect(told.text).toContain('name="total" value="28000"');
  const [notice, button] = ["Prețul s-a schimbat: acum 280 LEI. Continui?", guestTexts.pay("280")];
  expect(told.text.indexOf(notice)).toBeGreaterThan(told.text.indexOf('name="phone"'));
  expect(told.text.indexOf(button)).toBeGreaterThan(told.text.indexOf(notice));
});

it("says which tickets are held beside another choice, and that paying the choice replaces them", async () => {
  const { page, press } = await stage(17_000);
  await press(1, 17_000);
  await season.voucher({ code: "ALTFEL", percent: 10 });
  for (const text of [await page(1, "ALTFEL"), await page(2)]) {
    expect(text).toContain(guestTexts.heldBeside("1 × Intrare de Probă", "170"));
    expect(text).not.toContain(guestTexts.heldNote);
  }
  expect(await page(1, "ALTFEL")).toContain('name="total" value="15300"');
});

it("what is held keeps its price in the form and through a corrected name, though a phase ended", async () => {
  const { page, press, setPrice, orders } = await stage(12_000);
  const held = await press(1, 12_000);
  await setPrice(14_000);
  const form = await page(1);
  for (const said of ["120 LEI", 'name="total" value="12000"', guestTexts.heldNote])
    expect(form).toContain(said);
  expect(form).not.toContain("140 LEI");
  expect((await press(1, 12_000, { full_name: "Ana Popescu" })).location, "the same card page").toBe(
    held.location,
  );
  expect(await orders()).toMatchObject([{ total: 12_000, name: "Ana Popescu" }]);
});

it("another address is asked about the price of now before what is held is given up", async () => {
  const { press, setPrice, orders, buyer } = await stage(12_000);
  await press(1, 12_000);
  await setPrice(14_000);
  const email = `alta-${buyer.email}`;
  const asked = await press(1, 12_000, { email });
  expect([asked.status, asked.cookies]).toEqual([409, []]);
  for (const said of ["acum 140 LEI. Continui?", 'name="total" value="14000"', guestTexts.pay("140")])
    expect(asked.text).toContain(said);
  expect(await orders()).toMatchObject([{ state: "checkout_open", total: 12_000 }]);
  expect((await press(1, 14_000, { email })).status).toBe(303);
  expect(await orders()).toMatchObject([
    { state: "cancelled", total: 12_000 },
    { state: "checkout_open", total: 14_000, email },
  ]);
});

it("the name on tickets that were bought stays, also when the same guest buys more under another", async () => {
  const { night, ticketTypeId, press, orders } = await stage(12_000);
  await press(1, 12_000);
  const [{ user } = { user: "" as Uuid }] = await orders();
  await paidLines(season.client, { userId: user, events: [night], lines: [{ ticketTypeId, quantity: 1 }] });
  expect((await press(2, 24_000, { full_name: "Dan Pop", again: "1" })).status).toBe(303);
  const names = (await orders()).map(({ name }) => name);
  expect(names).toEqual(["Ana Pop", "Ana Pop", "Dan Pop"]);
});
