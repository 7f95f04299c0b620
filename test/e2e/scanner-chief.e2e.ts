import type { Page } from "@playwright/test";
import {
  addGate,
  invitation,
  listGuest,
  openBoard,
  type SoldTicket,
  soldTickets,
} from "#test/support/door-steps.ts";
import { holdBefore } from "#test/support/drawn-camera.ts";
import { qrInPicture } from "#test/support/read-qr.ts";
import {
  boundPhone,
  drawnPhone,
  everythingSent,
  nextTicket,
  openTool,
  storedOn,
  takeAway,
  word,
} from "#test/support/scanner-steps.ts";
import { confirmed } from "#test/support/staff-steps.ts";
import { newAdministrator } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test("48, 50: the chief's code, a guest's name, a typed code, an exit and a stopped phone's rows each let in whom they should, and the board says by whom", async ({
  page,
  browser,
  newPerson,
  complaints,
}) => {
  test.slow();
  for (const status of [403, 409]) complaints.expectStatus(status);
  await newAdministrator(page);
  const { night, tickets } = await soldTickets(await newPerson(), "Noapte cu șef", 6);
  const [used, typed, found, lost, late, other] = tickets as [
    ...[SoldTicket, SoldTicket, SoldTicket, SoldTicket, SoldTicket, SoldTicket],
  ];
  await listGuest(page, { night, name: "Zamfira Popescu", places: 2 });
  await openBoard(page, night);
  const board = page.url();
  await addGate(page, "Poarta A");
  const [atGate, atChief] = await test.step("a phone of the gate and one of the chief", async () => {
    const link = await invitation(page, "Poarta A");
    const one = await boundPhone(await drawnPhone(browser), link, "Radu M.");
    await page.getByRole("link", { name: "Gata" }).last().click();
    const chiefs = await invitation(page, "Poarta A", "Leagă telefonul șefului");
    return [one, await boundPhone(await drawnPhone(browser), chiefs, "Șefa de la ușă")] as const;
  });
  const network = atGate.context();
  await atGate.getByRole("button", { name: "Începe tura" }).click();

  await test.step("a typed code lets in with network", async () => {
    await atGate.getByRole("button", { name: "Scrie codul" }).click();
    await expect(atGate.getByLabel("Codul de pe bilet")).toBeFocused();
    await atGate.getByLabel("Codul de pe bilet").fill(`${typed.label} ${typed.group}`.toLowerCase());
    await atGate.getByRole("button", { name: "Verifică" }).click();
    await expect(word(atGate)).toHaveText("ADMIS");
  });

  await test.step("the same ticket goes out, and is back by the stamp", async () => {
    await everythingSent(atGate);
    await openTool(atGate, /^Ieșire/);
    await atGate.getByRole("button", { name: "Scanează ieșiri" }).click();
    await holdBefore(atGate, typed.qr);
    await expect(word(atGate)).toHaveText("IEȘIRE");
    await takeAway(atGate);
    await atGate.getByRole("button", { name: "Înapoi la bilete" }).click();
    await everythingSent(atGate);
    await holdBefore(atGate, typed.qr);
    await expect(word(atGate)).toHaveText("REINTRARE");
    await expect(atGate.getByText("Ștampilă?")).toBeVisible();
    await atGate.getByRole("button", { name: "Da", exact: true }).click();
    await expect(atGate.getByRole("alert")).toContainText("Intrare la poartă, 1 intrare");
  });

  await test.step("a ticket that somebody used is let in without network, by the chief's code", async () => {
    await holdBefore(atGate, used.qr);
    await expect(word(atGate)).toHaveText("ADMIS");
    await takeAway(atGate);
    await everythingSent(atGate);
    await openTool(atGate, /^Invitați/);
    await expect(atGate.getByText("Zamfira Popescu")).toBeVisible();
    await atGate.getByRole("button", { name: "Scanează" }).click();
    await network.setOffline(true);
    await expect(atGate.getByText("Fără internet", { exact: true })).toBeVisible();
    await holdBefore(atGate, used.qr);
    await expect(word(atGate)).toHaveText("REFUZAT");
    await expect(atGate.getByRole("alert")).toContainText("Bilet deja folosit");
    await atGate.getByRole("button", { name: "Lasă să intre (șef)" }).click();
    await atGate.getByLabel("Altul").check();
    await atGate.getByRole("button", { name: "Citește codul" }).click();
    await expect(atGate.getByText("Camera îl citește și fără internet.")).toBeVisible();
    await atChief.getByRole("button", { name: "Începe tura" }).click();
    await openTool(atChief, /^Codul șefului/);
    const [code = ""] = await qrInPicture(
      await atChief.getByRole("img", { name: "Codul șefului" }).screenshot(),
    );
    expect(code).toMatch(/^ESTIVAL-CHIEF:/);
    await holdBefore(atGate, code);
    await expect(word(atGate)).toHaveText("ADMIS");
    await takeAway(atGate);
    // no foreign code is written down for a code of the chief that the phone did not wait for
    await typeLikeScanner(atGate, code);
    // a picture of the code is worth nothing
    await typeLikeScanner(atGate, used.qr);
    await expect(word(atGate)).toHaveText("REFUZAT");
    await atGate.getByRole("button", { name: "Lasă să intre (șef)" }).click();
    await atGate.getByRole("button", { name: "Citește codul" }).click();
    await holdBefore(atGate, code);
    await expect(atGate.getByText("Codul șefului a fost folosit. Cere-l pe următorul.")).toBeVisible();
    // the refused ticket changes nothing, and another one ends the waiting
    await typeLikeScanner(atGate, used.qr);
    await holdBefore(atGate, other.qr);
    await expect(word(atGate)).toHaveText("ADMIS");
    await takeAway(atGate);
  });

  await test.step("a guest comes in by name without network, and no name can be read on the phone", async () => {
    await openTool(atGate, /^Invitați/);
    await atGate.getByLabel("Numele de pe listă").fill("pop zam");
    await atGate.getByRole("button", { name: /^Zamfira Popescu/ }).click();
    await atGate.getByRole("button", { name: "intră 1" }).click();
    await expect(atGate.getByRole("alert")).toContainText("Zamfira Popescu, 1 intrare");
    expect(await storedOn(atGate)).not.toMatch(/Zamfira|Popescu|Vizitator|foreign/);
    await network.setOffline(false);
    await everythingSent(atGate);
  });

  await test.step("without script the chief lets in on a ticket and makes another code of one", async () => {
    const storageState = await page.context().storageState();
    const orders = await newPerson({ javaScriptEnabled: false, storageState });
    await orders.goto(`${board}/orders`);
    await findTicket(orders, found.label);
    await orders.getByRole("button", { name: "Lasă să intre: intră 1" }).click();
    await confirmed(orders, () => expect(orders.getByText("1 din 1 intrare folosită")).toBeVisible());
    await findTicket(orders, lost.label);
    await orders.getByRole("button", { name: `Emite din nou ${lost.label}` }).click();
    const shown = orders.getByRole("img", { name: "Codul nou al biletului, 1 intrare" });
    await expect(shown).toBeVisible();
    const [anew = ""] = await qrInPicture(await shown.screenshot());

    await holdBefore(atGate, lost.qr);
    await expect(word(atGate)).toHaveText("REFUZAT");
    await expect(atGate.getByRole("alert")).toContainText("Cod înlocuit");
    await nextTicket(atGate);
    await holdBefore(atGate, anew);
    await expect(word(atGate)).toHaveText("ADMIS");
    await takeAway(atGate);
  });

  await test.step("what a stopped phone wrote counts when the chief says so", async () => {
    await everythingSent(atGate);
    await network.setOffline(true);
    await expect(atGate.getByText("Fără internet", { exact: true })).toBeVisible();
    await holdBefore(atGate, late.qr);
    await expect(word(atGate)).toHaveText("ADMIS");
    await page.goto(`${board}/gates`);
    // the password of before is still good in this session: it is asked once whether it is meant
    await page.getByRole("button", { name: "Oprește telefonul Radu M." }).click();
    const question = page.getByRole("dialog", { name: "Oprești telefonul „Radu M.”?" });
    await expect(question).toContainText("Ce a trimis până acum rămâne numărat.");
    await question.getByRole("button", { name: "Oprește telefonul Radu M." }).click();
    await expect(page.getByRole("button", { name: "Oprește telefonul Radu M." })).toHaveCount(0);
    await network.setOffline(false);
    await expect(atGate.getByText("Telefonul a fost oprit de la poartă.")).toBeVisible();
    await expect(atGate.getByText("Scanările lui s-au trimis.")).toBeVisible();
    await page.goto(board);
    await expect(page.getByRole("main").locator("section").first()).toContainText(/Înăuntru\s*7\s*din 40/);
    await page.goto(`${board}/gates`);
    await expect(page.getByText("Poarta A · 1 scanare")).toBeVisible();
    await page.getByRole("button", { name: "Numără scanările telefonului Radu M." }).click();
    await expect(page.getByRole("heading", { name: "Scrise de telefoane oprite" })).toHaveCount(0);
  });

  await page.goto(board);
  await expect(page.getByRole("main").locator("section").first()).toContainText(/Înăuntru\s*8\s*din 40/);
  const overrides = page
    .getByRole("main")
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "De la șef (2)" }) });
  await expect(overrides).toContainText("Altul");
  await expect(overrides).toContainText("Șefa de la ușă · Poarta A, Radu M.");
  await expect(overrides).toContainText(/Am văzut confirmarea plății.* · Comenzi/);
  await network.close();
  await atChief.context().close();
});

async function findTicket(orders: Page, label: string): Promise<void> {
  await orders.getByLabel("Nume, e-mail sau comandă").fill(label);
  await orders.getByRole("button", { name: "Caută" }).click();
  await expect(orders.getByText("1 bilet găsit")).toBeVisible();
}

/** As a scanner with a cable does: the signs of the code one after another, then Enter. */
async function typeLikeScanner(phone: Page, code: string): Promise<void> {
  await phone.evaluate((signs) => {
    for (const key of [...signs, "Enter"]) dispatchEvent(new KeyboardEvent("keydown", { key }));
  }, code);
}
