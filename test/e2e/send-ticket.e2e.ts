import { ownNight } from "#test/support/own-night.ts";
import { buy } from "#test/support/purchase-steps.ts";
import { openGate, present } from "#test/support/staff-steps.ts";
import { demoLogins, fillLogin, goodPassword, letterTo, newCustomer, signIn } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test("one of three tickets is sent and accepted by another account; the gate refuses its old code and admits the new one (44)", {
  tag: "@first",
}, async ({ page, newPerson, complaints }) => {
  test.slow();
  for (const status of [404, 422]) complaints.expectStatus(status);
  const { title: night, path } = await ownNight("Noapte cu prieteni", { "De trimis": 40 });
  const buyer = await newCustomer(page);
  await buy(page, path, { "De trimis": 3 });

  await test.step("the third carries a friend's name; a name that is an address is refused and stays in its field", async () => {
    const third = page.getByRole("article", { name: /^Bilet FSC-/ }).nth(2);
    const naming = third.getByLabel("Numele de pe bilet");
    const next = page.getByRole("button", { name: "Biletul următor" });
    await next.click();
    await next.click();
    await expect(page.getByRole("status").filter({ hasText: "Biletul 3 din 3" })).toBeVisible();
    await third.getByText("Pentru cine e biletul?").click();
    await naming.fill("mara.example/x");
    await third.getByRole("button", { name: "Scrie numele" }).click();
    await expect(third).toContainText("Scrie numele doar cu litere");
    await expect(naming).toHaveValue("mara.example/x");
    await naming.fill("Mara Ene");
    await third.getByRole("button", { name: "Scrie numele" }).click();
    await expect(third).toContainText("Biletul 3 din 3Mara Ene");
    await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
    await page.reload();
  });

  const first = page.getByRole("article", { name: /^Bilet FSC-/ }).first();
  const [, label = "", group = ""] =
    /(FSC-\d{4}-\d{6})\s*([0-9A-Z]{8})/.exec((await first.textContent()) ?? "") ?? [];
  const sheet = page.getByRole("dialog", { name: "Trimite biletul unui prieten." });
  await test.step("a wrong address is said at its field, and nothing typed is lost", async () => {
    await expect(page.getByRole("link", { name: "Trimite biletele prietenilor" })).toBeVisible();
    await first.getByRole("link", { name: "Trimite-l" }).click();
    await expect(sheet).toContainText("Biletul 1 din 3");
    await sheet.getByLabel("Cum îl cheamă?").fill("Vlad");
    await sheet.getByLabel("Emailul lui").fill("vlad@");
    await sheet.getByRole("button", { name: "Trimite biletul" }).click();
    await expect(sheet).toContainText("Adresa nu pare completă.");
    await expect(sheet.getByLabel("Cum îl cheamă?")).toHaveValue("Vlad");
    await expect(sheet.getByLabel("Emailul lui")).toHaveValue("vlad@");
  });

  const link = await test.step("it is sent by a link, and waits", async () => {
    await sheet.getByLabel("Emailul lui").fill("");
    await sheet.getByRole("button", { name: "Trimite biletul" }).click();
    const made = page.getByRole("dialog", { name: "Linkul e gata." });
    const address = await made.getByLabel("Linkul biletului").inputValue();
    await made.getByRole("link", { name: "Gata" }).click();
    await expect(page.getByText("Trimis, nu l-a acceptat încă.")).toBeVisible();
    await expect(page.getByText("Codul e bun până îl acceptă Vlad.")).toBeVisible();
    return new URL(address);
  });

  const friend = await newPerson();
  await test.step("the friend opens it, signs in on the way, and accepts", async () => {
    const other = await newPerson();
    const email = await newCustomer(other);
    await friend.goto(link.pathname + link.search);
    await expect(friend.getByRole("heading", { name: "Ștefan ți-a trimis un bilet." })).toBeVisible();
    await friend.getByRole("link", { name: /Am deja cont/ }).click();
    // the page before has a field of the same name
    await expect(friend.getByRole("heading", { name: "Încă un pas și accepți" })).toBeVisible();
    await expect(friend.getByRole("main")).toContainText(`Ștefan ți-a trimis un bilet la ${night}`);
    await fillLogin(friend, email, goodPassword);
    await expect(friend.getByRole("heading", { name: "Ștefan ți-a trimis un bilet." })).toBeVisible();
    await friend.getByRole("button", { name: "Accept biletul" }).click();
    await expect(friend.getByText("Biletul e al tău.")).toBeVisible();
    expect((await letterTo(friend.request, email, /^Biletul tău/)).text).not.toContain("LEI");
    await letterTo(friend.request, buyer, /^Biletul trimis a fost acceptat/);
  });
  const received = friend.getByRole("article", { name: `Bilet ${label}` });
  const [, newGroup = ""] =
    new RegExp(`${label}\\s*([0-9A-Z]{8})`).exec((await received.textContent()) ?? "") ?? [];
  await expect(received).not.toContainText("40 LEI");

  await test.step("the buyer sees who has it, and two tickets", async () => {
    await page.goto("/profile");
    await expect(page.getByText("1 noapte, 2 bilete")).toBeVisible();
    await expect(page.getByRole("article", { name: `Bilet ${label}` })).toHaveCount(0);
    await page
      .getByRole("main")
      .getByRole("link", { name: /Comanda \d+/ })
      .click();
    await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("trimis, acceptat pe");
  });

  await test.step("the link is over for everybody else", async () => {
    const third = await newPerson();
    await third.goto(link.pathname + link.search);
    await expect(third.getByRole("heading", { name: "Linkul nu mai e valabil." })).toBeVisible();
  });

  await test.step("the gate refuses the old code, and admits the new one once", async () => {
    const gate = await newPerson();
    await signIn(gate, demoLogins.gate.email);
    await openGate(gate, night);
    for (const [shown, said] of [
      [group, "Cod necunoscut"],
      [newGroup, "ADMIS"],
      [newGroup, "Bilet deja folosit"],
    ] as const) {
      await present(gate, label, shown);
      await expect(gate.getByRole("alert")).toContainText(said);
      await gate.getByRole("link", { name: "Următorul" }).click();
    }
  });
});
