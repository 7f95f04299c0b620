import { demoAccounts } from "#devkit/season/demo-accounts.ts";
import { addType, makeLateNight, openGate, present } from "#test/support/staff-steps.ts";
import {
  cards,
  demoLogins,
  fillLogin,
  goodPassword,
  letterTo,
  logIn,
  newCustomer,
  numberOf,
  openNight,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const admin = demoAccounts.find(({ key }) => key === "admin") ?? { email: "", password: "" };
for (const script of [true, false])
  test.describe(script ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled: script });
    test("one of three tickets is sent and accepted by another account; the gate refuses its old code and admits the new one (44)", {
      tag: script ? ["@first", "@sizes"] : "@sizes",
    }, async ({ page, browser, viewport, complaints }) => {
      test.slow();
      complaints.expectStatus(422);
      complaints.expectStatus(404);
      const somebodyElse = async () =>
        (await browser.newContext({ viewport, javaScriptEnabled: script })).newPage();
      // one site for both sizes
      const size = test.info().project.name === "phone" ? "telefon" : "birou";
      const sand = `De trimis ${size}${script ? "" : " fără script"}`;
      const night = `Noapte ${script ? "târzie" : "simplă"} ${size}`;

      await test.step("a type is made for tonight, with a code for each person", async () => {
        const office = await (await browser.newContext({ viewport })).newPage();
        await logIn(office, admin.email, admin.password);
        await makeLateNight(office, night);
        await addType(office, "/admin/tickets/new", { night, left: "9", name: sand, price: "40" });
        await office.context().close();
      });

      const buyer = await newCustomer(page);
      await test.step("three are paid", async () => {
        await expect(async () => {
          await openNight(page, night);
          await expect(numberOf(page, sand)).toBeVisible({ timeout: 1000 });
        }).toPass();
        await numberOf(page, sand).selectOption("3");
        await (script ? payButton(page, "120") : page.getByRole("button", { name: "Spre plată" })).click();
        await payWith(page, cards.good);
        await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
      });

      await test.step("the third carries a friend's name; a name that is an address is refused and stays in its field", async () => {
        const third = page.getByRole("article", { name: /^Bilet FSC-/ }).nth(2);
        const naming = third.getByLabel("Numele de pe bilet");
        if (script) {
          const next = page.getByRole("button", { name: "Biletul următor" });
          await next.click();
          await next.click();
          await expect(page.getByRole("status").filter({ hasText: "Biletul 3 din 3" })).toBeVisible();
        }
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

      const friend = await somebodyElse();
      await test.step("the friend opens it, signs in on the way, and accepts", async () => {
        const other = await somebodyElse();
        const email = await newCustomer(other);
        await other.context().close();
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
        await expect(page.getByRole("main").getByRole("listitem").first()).toContainText(
          "trimis, acceptat pe",
        );
      });

      await test.step("the link is over for everybody else", async () => {
        const third = await somebodyElse();
        await third.goto(link.pathname + link.search);
        await expect(third.getByRole("heading", { name: "Linkul nu mai e valabil." })).toBeVisible();
        await third.context().close();
      });

      await test.step("the gate refuses the old code, and admits the new one once", async () => {
        const gate = await somebodyElse();
        await logIn(gate, demoLogins.gate.email, demoLogins.gate.password);
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
        await gate.context().close();
      });
    });
  });
