import type { Page } from "@playwright/test";
import { ownNight } from "#test/support/own-night.ts";
import { buy } from "#test/support/purchase-steps.ts";
import { openGate, present } from "#test/support/staff-steps.ts";
import { demoLogins, fillLogin, goodPassword, letterTo, newCustomer, signIn } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const ticketsOf = (page: Page) => page.getByRole("article", { name: /^Bilet FSC-/ });

/** The labels of a page's tickets with their groups. */
const codesOn = async (page: Page) =>
  (await ticketsOf(page).allTextContents()).map(
    (text) => /(FSC-\d{4}-\d{6})\s*([0-9A-Z]{8})/.exec(text)?.slice(1) ?? [],
  );

/** The third ticket gets a friend's name; one that is an address is refused and stays in its field. */
async function nameThird(page: Page): Promise<void> {
  const third = ticketsOf(page).nth(2);
  const field = third.getByLabel("Numele de pe bilet");
  const write = async (name: string) => {
    await field.fill(name);
    await third.getByRole("button", { name: "Scrie numele" }).click();
  };
  // open on the page after paying
  if (!(await field.isVisible())) await third.getByText("Pentru cine e biletul?").click();
  await write("mara.example/x");
  await expect(third).toContainText("Scrie numele doar cu litere");
  await expect(third.getByLabel("Numele de pe bilet")).toHaveValue("mara.example/x");
  await write("Mara Ene");
  await expect(third).toContainText("Biletul 3 din 3Mara Ene");
}

/** The first ticket is sent by a link, once a wrong address was said at its field and nothing typed was lost. */
async function sendFirst(page: Page): Promise<URL> {
  const sheet = page.getByRole("dialog", { name: "Trimite biletul unui prieten." });
  const send = sheet.getByRole("button", { name: "Trimite biletul" });
  // by key: a pointer that waits for a deck at rest scrolls it to other tickets, whose neighbours take no presses
  await ticketsOf(page).first().getByRole("link", { name: "Trimite-l" }).press("Enter");
  await expect(sheet).toContainText("Biletul 1 din 3");
  await sheet.getByLabel("Cum se numește?").fill("Vlad");
  await sheet.getByLabel("Emailul prietenului").fill("vlad@");
  await send.click();
  await expect(sheet).toContainText("Adresa nu pare completă.");
  await expect(sheet.getByLabel("Cum se numește?")).toHaveValue("Vlad");
  await expect(sheet.getByLabel("Emailul prietenului")).toHaveValue("vlad@");
  await sheet.getByLabel("Emailul prietenului").fill("");
  await send.click();
  return new URL(await page.getByLabel("Linkul biletului").inputValue());
}

async function accept(friend: Page): Promise<void> {
  await friend.getByRole("button", { name: "Accept biletul" }).click();
  await expect(friend.getByText("Biletul e al tău.")).toBeVisible();
}

/** What the gate says of these codes, one after the other. */
async function saysAtGate(gate: Page, night: string, codes: [string[], string][]): Promise<void> {
  await signIn(gate, demoLogins.gate.email);
  await openGate(gate, night);
  for (const [[label = "", group], said] of codes) {
    await present(gate, label, group);
    await expect(gate.getByRole("alert")).toContainText(said);
    await gate.getByRole("link", { name: "Următorul" }).click();
  }
}

test("one of three tickets is sent and accepted by another account; the gate refuses its old code and admits the new one (44)", {
  tag: "@first",
}, async ({ page, newPerson, complaints }) => {
  test.slow();
  for (const status of [404, 422]) complaints.expectStatus(status);
  const { title: night, path } = await ownNight("Noapte cu prieteni", { "De trimis": 40 });
  const buyer = await newCustomer(page);
  await buy(page, path, { "De trimis": 3 });

  await test.step("the third carries a friend's name", async () => {
    const next = page.getByRole("button", { name: "Biletul următor" });
    await next.click();
    await next.click();
    await expect(page.getByRole("status").filter({ hasText: "Biletul 3 din 3" })).toBeVisible();
    await nameThird(page);
    await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
    await page.reload();
  });

  const [old = []] = await codesOn(page);
  const link = await test.step("the first is sent by a link, and waits", async () => {
    await expect(page.getByRole("link", { name: "Trimite biletul 2 din 3" })).toBeVisible();
    const address = await sendFirst(page);
    await page.getByRole("dialog", { name: "Linkul e gata." }).getByRole("link", { name: "Gata" }).click();
    await expect(page.getByText("Trimis, nu l-a acceptat încă.")).toBeVisible();
    await expect(page.getByText("Codul e bun până îl acceptă Vlad.")).toBeVisible();
    return address.pathname + address.search;
  });

  const friend = await newPerson();
  await test.step("the friend opens it, signs in on the way, and accepts", async () => {
    const email = await newCustomer(await newPerson());
    await friend.goto(link);
    await expect(friend.getByRole("heading", { name: "Ștefan ți-a trimis un bilet." })).toBeVisible();
    await friend.getByRole("link", { name: /Am deja cont/ }).click();
    // the page before has a field of the same name
    await expect(friend.getByRole("heading", { name: "Încă un pas și accepți" })).toBeVisible();
    await expect(friend.getByRole("main")).toContainText(`Ștefan ți-a trimis un bilet: ${night}`);
    await fillLogin(friend, email, goodPassword);
    await accept(friend);
    expect((await letterTo(friend.request, email, /^Biletul tău/)).text).not.toContain("LEI");
    await letterTo(friend.request, buyer, /^Biletul trimis a fost acceptat/);
    await expect(ticketsOf(friend)).not.toContainText("40 LEI");
  });
  const [received = []] = await codesOn(friend);

  await test.step("the buyer sees who has it, and two tickets; the link is over for everybody else", async () => {
    await page.goto("/profile");
    await expect(page.getByRole("region", { name: /^Biletele nopții/ }).getByRole("article")).toHaveCount(2);
    await expect(page.getByRole("article", { name: `Bilet ${old[0]}` })).toHaveCount(0);
    await page
      .getByRole("main")
      .getByRole("link", { name: /Comanda \d+/ })
      .click();
    await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("trimis, acceptat pe");
    const third = await newPerson();
    await third.goto(link);
    await expect(third.getByRole("heading", { name: "Linkul nu mai e valabil." })).toBeVisible();
  });

  await saysAtGate(await newPerson(), night, [
    [old, "Cod necunoscut"],
    [received, "ADMIS"],
    [received, "Bilet deja folosit"],
  ]);
});
