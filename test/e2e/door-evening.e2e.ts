import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { csvRows } from "#test/support/csv-rows.ts";
import {
  addGate,
  invitation,
  listGuest,
  openBoard,
  type SoldTicket,
  ticketsOn,
} from "#test/support/door-steps.ts";
import { holdBefore } from "#test/support/drawn-camera.ts";
import { ownNight } from "#test/support/own-night.ts";
import { buy } from "#test/support/purchase-steps.ts";
import {
  boundPhone,
  drawnPhone,
  everythingSent,
  nextTicket,
  openTool,
  word,
} from "#test/support/scanner-steps.ts";
import { asOwner } from "#test/support/site-database.ts";
import { confirmed, fileAt, openPurchase } from "#test/support/staff-steps.ts";
import { newAdministrator, newCustomer } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const [single, group] = ["Intrare la poartă", "Masă de cinci"];
const price = 60;
const capacity = 40;

/** A phone at its gate, and what the test did there. */
type Door = {
  readonly phone: Page;
  readonly context: BrowserContext;
  readonly gate: string;
  readonly name: string;
  /** People who came in and were not taken back. */
  entered: number;
  readonly undos: string[];
};

test("50: after a whole evening at two gates the board, the page after the night, its file and the settlement are right to the person", async ({
  page,
  browser,
  newPerson,
  complaints,
}) => {
  test.slow();
  for (const status of [403, 409]) complaints.expectStatus(status);
  await newAdministrator(page);
  const { title: night, path } = await ownNight("O seară întreagă la ușă", {
    [single]: { lei: price, left: 20 },
    [group]: { lei: 200, entries: 5 },
  });
  const { singles, five, refunded } = await test.step("tickets are sold and a guest is listed", async () => {
    await listGuest(page, { night, name: "Zamfira Popescu", places: 3 });
    return sell(await newPerson(), path);
  });
  const [onlyA, onlyB, twice, undone, later] = singles as [
    SoldTicket,
    SoldTicket,
    SoldTicket,
    SoldTicket,
    SoldTicket,
  ];

  await openBoard(page, night);
  const a = await openDoor(page, browser, "Poarta A", "Radu M.");
  const b = await openDoor(page, browser, "Poarta B", "Mara D.");
  const setAside = 4;
  await test.step("tickets are set aside for one phone", async () => {
    await page.getByRole("link", { name: "Vânzare", exact: true }).click();
    const card = page.getByRole("listitem").filter({ hasText: `${b.gate}, ${b.name}` });
    for (const [type, n] of [[single, setAside] as const, [group, 2] as const]) {
      const types = card.getByLabel("Tip");
      const option = await types.locator("option", { hasText: type }).textContent();
      await types.selectOption({ label: option ?? "" });
      await card.getByLabel("Câte bilete").fill(String(n));
      await card.getByRole("button", { name: /^Pune deoparte/ }).click();
      await expect(page.getByText(`${n} din ${n} rămase, 0 vândute`)).toBeVisible();
    }
  });

  await test.step("with network: tickets at both gates, and a group in two parts", async () => {
    for (const door of [a, b]) await door.phone.getByRole("button", { name: "Începe tura" }).click();
    await admitted(a, onlyA);
    await admitted(b, onlyB);
    await holdBefore(a.phone, five.qr);
    await a.phone.getByRole("button", { name: "încă 1" }).click();
    await expect(a.phone.getByRole("button", { name: "toate 3" })).toBeVisible();
    a.entered += 2;
    await nextTicket(a.phone);
    await holdBefore(b.phone, five.qr);
    await b.phone.getByRole("button", { name: "toate 2" }).click();
    await expect(b.phone.getByRole("alert")).toContainText(`${group}, 2 intrări`);
    b.entered += 3;
    await nextTicket(b.phone);
  });

  await test.step("one phone loses the network for an hour", async () => {
    await openTool(b.phone, /^Invitați/);
    await expect(b.phone.getByRole("button", { name: /Zamfira Popescu/ })).toBeVisible();
    await b.phone.getByRole("button", { name: "Scanează" }).click();
    await everythingSent(b.phone);
    await b.context.setOffline(true);
    await expect(b.phone.getByText("Fără internet", { exact: true })).toBeVisible();
    await b.phone.clock.fastForward("01:00:00");
    await expect(
      b.phone.getByText(/^Fără internet · Vechi: date de acum (o oră|6\d de minute)$/),
    ).toBeVisible();
  });

  await test.step("meanwhile a ticket is refunded, and the other gate goes on", async () => {
    await refund(page, refunded.email);
    await admitted(a, twice);
    await admitted(a, undone);
    await undo(a, "Nu a intrat", 1);
    await refused(a, five, "Bilet deja folosit");
  });

  await test.step("without network: a double, the refunded ticket, an undo, a guest", async () => {
    await admitted(b, twice);
    await admitted(b, refunded);
    await admitted(b, later);
    await undo(b, "Greșit apăsat", 1);
    await admitted(a, later);
    await openTool(b.phone, /^Invitați/);
    await b.phone.getByRole("button", { name: /Zamfira Popescu/ }).click();
    await b.phone.getByRole("button", { name: "intră 2" }).click();
    await expect(word(b.phone)).toHaveText("ADMIS");
    b.entered += 2;
    await nextTicket(b.phone);
  });

  const [cash, terminal, counted] = [2, 1, 115];
  await test.step("without network: sales in cash and by card, and one that is taken back", async () => {
    await openTool(b.phone, /^Vânzare/);
    await sellHere(b, cash, "Numerar", { given: 150, rest: "Rest 30 lei" });
    await sellHere(b, terminal, "Card la POS");
    await sellHere(b, 1, "Numerar");
    // the other type is not chosen without a word
    await expect(b.phone.getByText("Nu mai ai bilete de tipul acesta.")).toBeVisible();
    await expect(b.phone.getByRole("radio", { name: group })).not.toBeChecked();
    await b.phone.getByRole("button", { name: "Renunță" }).click();
    await b.phone.getByRole("button", { name: "Scanează" }).click();
    await undo(b, "Altul", 1);
  });

  await test.step("unsent rows refuse the hand-over; with network the till is counted", async () => {
    await openTool(b.phone, /^Predare tură/);
    await expect(b.phone.getByText("Tura nu se poate preda încă")).toBeVisible();
    await expect(b.phone.getByLabel("Numărat")).toHaveCount(0);
    await b.context.setOffline(false);
    await expect(b.phone.getByText(`Netrimise: 0 ✓ · Casa: ${cash * price} lei`)).toBeVisible();
    await b.phone.getByRole("button", { name: "Scanează" }).click();
    await openTool(b.phone, /^Predare tură/);
    await b.phone.getByLabel("Numărat").fill(String(counted));
    await expect(b.phone.getByText(`Lipsesc ${cash * price - counted} lei`)).toBeVisible();
    await expect(b.phone.getByText(`rămâne scrisă cu numele „${b.name}”.`)).toBeVisible();
    await b.phone.getByRole("button", { name: "Predă tura" }).click();
    await expect(b.phone.getByText("Tura e predată.")).toBeVisible();
    await expect(b.phone.getByText(`tot cu numele „${b.name}”. Dacă scanează altcineva`)).toBeVisible();
    for (const door of [a, b]) {
      await expect(door.phone.getByText("Online", { exact: true })).toBeVisible();
      await everythingSent(door.phone);
    }
  });

  const entered = a.entered + b.entered;
  // with the person whose ticket was refunded, and without one who never came
  const withTicket = `${singles.length + 5} din ${singles.length + 6} cu bilet`;
  const soldHere = cash + terminal;
  const till = new RegExp(
    `${b.gate}, ${b.name}, predată .*trebuie ${cash * price} lei · numărat ${counted} lei diferență −${cash * price - counted} lei`,
  );
  await test.step("the chief's board", async () => {
    await openBoard(page, night);
    const main = page.getByRole("main");
    const inside = main.locator("section").first();
    await expect(inside).toContainText(new RegExp(`Înăuntru\\s*${entered}\\s*din ${capacity}`));
    await expect(inside).toContainText(`ultimele 15 min: ${entered}`);
    await expect(inside).toContainText(`${entered} intrați`);
    for (const door of [a, b]) {
      const card = main.getByRole("listitem").filter({ hasText: new RegExp(`^${door.gate}${door.entered}`) });
      await expect(card).toContainText(`${door.name}`);
      await expect(card).toContainText("0 netrimise");
    }
    await expect(main.getByRole("listitem").filter({ hasText: till })).toHaveCount(1);
    await seesUnusual(page, { twice, refunded, a, b });
    await expect(main).not.toContainText("De la șef (");
  });

  await test.step("the tickets that are left go back to ordinary sale", async () => {
    await page.getByRole("link", { name: "Vânzare", exact: true }).click();
    const left = setAside - soldHere;
    await expect(page.getByText(`${left} din ${setAside} rămase, ${soldHere} vândute`)).toBeVisible();
    await page.getByRole("button", { name: "Întoarce 1 bilet" }).click();
    await expect(page.getByText(`0 din ${soldHere} rămase, ${soldHere} vândute`)).toBeVisible();
  });

  await test.step("the page after the night, and its file", async () => {
    await page.getByRole("link", { name: "După noapte", exact: true }).click();
    await expect(page.getByText(/Toate cele 2 telefoane au trimis tot.*; nimic netrimis\./)).toBeVisible();
    const figures = page.getByRole("main").locator("dl > div");
    await expect(figures).toHaveText([
      new RegExp(`^Au intrat\\s*${entered}\\s*${withTicket}; restul: invitați, vânzare la ușă, duble$`),
      /^N-au venit încă\s*1\s*intrări vândute, nefolosite$/,
      /^De lămurit\s*2\s*1 dublă, 1 altul$/,
      new RegExp(`^Vânzare la ușă\\s*${soldHere}\\s*${soldHere * price} lei$`),
    ]);
    for (const { gate, name, entered: people, undos } of [a, b]) {
      const facts = `${people} admise · 0 lăsați de șef · ${undos.length} ${undos.length === 1 ? "anulare" : "anulări"}: `;
      await expect(page.getByRole("listitem").filter({ hasText: `${gate}, ${name}${facts}` })).toContainText(
        undos.map((reason) => `1 ${reason.toLowerCase()}`).join(", "),
      );
    }
    await seesUnusual(page, { twice, refunded, a, b });
    await expect(page.getByRole("listitem").filter({ hasText: till })).toHaveCount(1);
    const file = await fileAt(page, `${page.url()}/csv`);
    const [, ...lines] = csvRows(await file.text());
    const [atA, atB] = [a, b].map(({ gate, name }) => [gate, name]) as [string[], string[]];
    const entries = lines.filter(([what]) => what === "Intrare");
    expect(entries.reduce((people, [, , , , , n]) => people + Number(n), 0)).toBe(entered);
    for (const [gate, name] of [atA, atB])
      expect(entries.some((line) => line[2] === gate && line[3] === name)).toBe(true);
    expect(
      entries.filter(([, , , , subject]) => subject === `La ușă: ${single}`).map(([, , , , , n]) => n),
    ).toEqual([String(cash), String(terminal)]);
    const undos = lines.filter(([what]) => what === "Anulare");
    for (const [, , , , subject] of undos) expect(subject).toMatch(/\S/);
    expect(undos.map(([, , gate, name, , n, , why]) => [gate, name, n, why]).sort()).toEqual(
      [a, b].flatMap((one) => one.undos.map((why) => [one.gate, one.name, "1", why])).sort(),
    );
    const others = lines.filter(([what]) => what !== "Intrare" && what !== "Anulare");
    expect(others.map(([what, , ...rest]) => [what, ...rest])).toEqual([
      ["Intrare dublă", ...atA, `${twice.label} ${single}`, "1", "", "cu internet", ""],
      ["Intrare dublă", ...atB, `${twice.label} ${single}`, "1", "", "fără internet", "ora corectată"],
      [
        "De lămurit",
        ...atB,
        refunded.label,
        "1",
        "",
        "Bilet anulat sau rambursat",
        "persoana e numărată, ora corectată",
      ],
      ["Vânzare la ușă", "", "", single, String(cash), `${cash * price}.00`, "Numerar", "2 bilete"],
      [
        "Vânzare la ușă",
        "",
        "",
        single,
        String(terminal),
        `${terminal * price}.00`,
        "Card la POS",
        "1 bilet",
      ],
      [
        "Casă",
        ...atB,
        "",
        "",
        `${cash * price}.00`,
        "",
        `numărat ${counted}.00, diferență ${counted - cash * price}.00`,
      ],
    ]);
  });

  await test.step("the double entry is cleared up, with a word, and stays in the file", async () => {
    await page.getByLabel("Cum s-a lămurit").first().fill("aceeași persoană, ieșise");
    await page.getByRole("button", { name: `Lămurit: ${twice.label} ${single}` }).click();
    const mark = /lămurit de .+, la \d\d:\d\d: aceeași persoană, ieșise/;
    await expect(page.getByText(mark)).toBeVisible();
    await expect(page.getByRole("main").locator("dl > div").nth(2)).toHaveText(
      /^De lămurit\s*1\s*0 duble, 1 altul$/,
    );
    await seesUnusual(page, { twice, refunded, a, b });
    const [, ...lines] = csvRows(await (await fileAt(page, `${page.url()}/csv`)).text());
    const doubles = lines.filter(([what]) => what === "Intrare dublă");
    expect(doubles.map((line) => mark.test(line.at(-1) ?? ""))).toEqual([true, true]);
    // and so is what the server found
    await page.getByLabel("Cum s-a lămurit").fill("banii s-au dat înapoi după ce intrase");
    await page.getByRole("button", { name: /^Lămurit: \d\d:\d\d Bilet anulat sau rambursat/ }).click();
    await expect(page.getByRole("main").locator("dl > div").nth(2)).toHaveText(
      /^De lămurit\s*0\s*0 duble, 0 altele$/,
    );
    await openBoard(page, night);
    await expect(page.getByText(mark)).toBeVisible();
    await expect(page.getByText(/: banii s-au dat înapoi după ce intrase$/)).toBeVisible();
    await page.getByRole("link", { name: "După noapte", exact: true }).click();
  });

  await test.step("the settlement shows what the door sold, and every invariant holds", async () => {
    const id = /nights\/([\w-]+)/.exec(page.url())?.[1];
    await page.goto(`/admin/events/${id}/settlement`);
    const sale = page.getByRole("main");
    await expect(sale).toContainText(new RegExp(`numerar, 2 bilete\\s*${cash * price},00`));
    await expect(sale).toContainText(new RegExp(`1 bilet\\s*${terminal * price},00`));
    await expect(sale).toContainText(new RegExp(`Total\\s*${soldHere * price},00`));
    await expect(sale).toContainText(new RegExp(`Au intrat\\s*${entered}\\s*${withTicket}, `));
    await expect(page.getByText("nu se explică")).toHaveCount(0);
    // what `npm run check:data` would find
    expect(await asOwner((owner) => findViolations(owner))).toEqual([]);
  });
  for (const { context } of [a, b]) await context.close();
});

/** Three purchases: five tickets, a group's, and one that is refunded later. */
async function sell(customer: Page, path: string) {
  const buys = async (type: string, count: number) => {
    const email = await newCustomer(customer);
    await buy(customer, path, { [type]: count });
    return { email, tickets: await ticketsOn(customer, count) };
  };
  const [singles, five, one] = [await buys(single, 5), await buys(group, 1), await buys(single, 1)];
  return {
    singles: singles.tickets,
    five: five.tickets[0] as SoldTicket,
    refunded: { ...(one.tickets[0] as SoldTicket), email: one.email },
  };
}

/** A gate with a phone that is ready. */
async function openDoor(page: Page, browser: Browser, gate: string, name: string): Promise<Door> {
  await addGate(page, gate);
  const link = await invitation(page, gate);
  const context = await drawnPhone(browser);
  const phone = await boundPhone(context, link, name);
  await page.getByRole("link", { name: "Gata" }).last().click();
  return { phone, context, gate, name, entered: 0, undos: [] };
}

async function admitted(door: Door, ticket: SoldTicket): Promise<void> {
  await holdBefore(door.phone, ticket.qr);
  await expect(word(door.phone)).toHaveText("ADMIS");
  door.entered += 1;
  await nextTicket(door.phone);
}

async function refused(door: Door, ticket: SoldTicket, why: string): Promise<void> {
  await holdBefore(door.phone, ticket.qr);
  await expect(word(door.phone)).toHaveText("REFUZAT");
  await expect(door.phone.getByRole("alert")).toContainText(why);
  await nextTicket(door.phone);
}

/** Takes back what this phone wrote last. */
async function undo(door: Door, reason: string, people: number): Promise<void> {
  const { phone, undos } = door;
  await phone.getByRole("button", { name: "Ultimele" }).click();
  await phone
    .getByRole("button", { name: /intr(are|ări)/ })
    .first()
    .click();
  await phone.getByRole("button", { name: reason, exact: true }).click();
  await expect(phone.getByText(`ANULAT: ${reason}`)).toBeVisible();
  door.entered -= people;
  undos.push(reason);
  await phone.getByRole("button", { name: "Scanează" }).click();
}

/** Sells at the door; where more money is given than it costs, the phone says what goes back. */
async function sellHere(
  door: Door,
  count: number,
  means: string,
  { given, rest }: { given?: number; rest?: string } = {},
): Promise<void> {
  const { phone } = door;
  const sold = phone.getByRole("status").filter({ hasText: `Vândut: ${count} × ${single}` });
  await phone.getByRole("radio", { name: means }).check();
  for (let n = 1; n < count; n++) await phone.getByRole("button", { name: "Încă unul" }).click();
  if (given) await phone.getByRole("radio", { name: String(given), exact: true }).check();
  await phone.getByLabel("Numărul bonului").fill(`${count}-${means}`);
  await phone.getByRole("button", { name: `${count * price} lei, intră ${count}` }).click();
  await expect(phone.getByLabel("Numărul bonului")).toHaveValue("");
  await expect(sold).toContainText(`${count * price} lei${rest ?? ""}`);
  // what goes back stays large until the next sale begins
  const due = phone.getByText("Rest de dat");
  if (rest) {
    await expect(due.locator("..")).toContainText(rest.replace("Rest ", ""));
    await inSight(phone, due.locator(".."));
  } else await expect(due).toHaveCount(0);
  door.entered += count;
}

/** On a small phone it stands whole in the window, above the buttons, without scrolling. */
async function inSight(phone: Page, shown: Locator): Promise<void> {
  const before = phone.viewportSize();
  await phone.setViewportSize({ width: 360, height: 640 });
  await phone.evaluate(() => scrollTo(0, 0));
  const box = await shown.boundingBox();
  const button = await phone.getByRole("button", { name: "Renunță" }).boundingBox();
  if (!box || !button) throw new Error("not on the page");
  expect([box.y >= 0, box.y + box.height <= button.y, button.y + button.height <= 640]).toEqual([
    true,
    true,
    true,
  ]);
  if (before) await phone.setViewportSize(before);
}

async function refund(page: Page, email: string): Promise<void> {
  await openPurchase(page, email);
  await page.getByRole("link", { name: "Rambursează", exact: true }).click();
  await page.getByLabel("Motiv").selectOption("Cerere a clientului");
  await page.getByRole("button", { name: `Rambursează ${price},00 LEI` }).click();
  // the password was given when the first phone was invited, perhaps long ago
  await confirmed(page, () => says(page, /^Am trimis înapoi/));
  await expect(async () => {
    await page.goto(`/admin/purchases?q=${email}`);
    await expect(page.getByRole("row").nth(1)).toContainText("Rambursat", { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
}

/** What both pages of the chief say of one ticket at both phones and of the refunded one. */
async function seesUnusual(
  page: Page,
  { twice, refunded, a, b }: { twice: SoldTicket; refunded: SoldTicket; a: Door; b: Door },
): Promise<void> {
  const card = (heading: string) =>
    page
      .getByRole("main")
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: heading }) });
  const doubles = card("Intrări duble (1)");
  await expect(doubles).toContainText(`${twice.label} ${single} +1`);
  const entries = doubles.getByRole("listitem").getByRole("listitem");
  await expect(entries).toHaveText([
    new RegExp(`${a.gate}, ${a.name} 1 intrare, cu internet`),
    new RegExp(`${b.gate}, ${b.name} 1 intrare, fără internet`),
  ]);
  await expect(card("Altele de lămurit (1)").getByRole("listitem")).toHaveText(
    new RegExp(
      `Bilet anulat sau rambursat, ${refunded.label}\\s*${b.gate}, ${b.name} · persoana e numărată, ora corectată`,
    ),
  );
}
