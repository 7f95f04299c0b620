import type { Page } from "@playwright/test";
import { csvRows } from "#test/support/csv-rows.ts";
import { inDays } from "#test/support/days.ts";
import { makeCustomer, openSession } from "#test/support/make-customer.ts";
import {
  type ProductionSite,
  type ReceivedMail,
  startProductionSite,
} from "#test/support/production-site.ts";
import { plainPicture } from "#test/support/sample-pictures.ts";
import { rowsOfSite } from "#test/support/site-database.ts";
import { confirmed, fillNight } from "#test/support/staff-steps.ts";
import {
  cards,
  fillLogin,
  freshEmail,
  goodPassword,
  numberOf,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

const admin = { email: "sefa@val.example", name: "Oana Barbu", password: "nori peste mare" };
const team = [
  { role: "Organizator de nopți", email: "noptile@val.example" },
  { role: "Casă", email: "casa@val.example" },
  { role: "Contabil", email: "contabila@val.example" },
] as const;
const types = { Intrare: 80, Terasă: 120, Lojă: 200, Student: 50 };
const first = "Valul Întâi";
const second = "Valul al Doilea";

test.use({ ignoreHTTPSErrors: true });

test("a new club goes from an empty database to a settled season in one evening", async ({
  page,
  newPerson,
  complaints,
}) => {
  test.setTimeout(600_000);
  for (const status of [403, 404, 409, 422]) complaints.expectStatus(status);
  const site = await startProductionSite();
  const others: Page[] = [];
  const person = async (email: string) => {
    const other = await newPerson({ ignoreHTTPSErrors: true });
    others.push(other);
    await signInAt(site, other, email);
    return other;
  };
  const visitor = async () => {
    const email = freshEmail();
    return { email, page: await person(email) };
  };
  try {
    await test.step("the first administrator finds six steps", async () => {
      await site.command("create-admin", {
        ADMIN_EMAIL: admin.email,
        ADMIN_NAME: admin.name,
        ADMIN_PASSWORD: admin.password,
      });
      await page.goto(`${site.origin}/login`);
      await fillLogin(page, admin.email, admin.password);
      await page.waitForURL(`${site.origin}/admin`);
      await expect(page.getByRole("heading", { name: "Prima seară" })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Bine ai venit, Oana Barbu" })).toBeVisible();
    });

    await test.step("names, logo and colours; a colour that cannot be read is refused with one that can", async () => {
      await page.getByRole("link", { name: "Scrie numele: Nume, semn și culori" }).click();
      await expect(page.getByRole("heading", { name: "Brand", level: 1 })).toBeVisible();
      await page.getByLabel(/^Nume întreg/).fill("Treisprezece Valuri");
      await page.getByLabel(/^Nume scurt/).fill("13 Valuri");
      await page.getByLabel(/^Societatea/).fill("Treisprezece Valuri SRL");
      await page.getByLabel(/^CUI/).fill("RO12345674");
      await page.getByLabel(/^Nr. registrul/).fill("J13/13/2027");
      await page.getByLabel(/^Sediul/).fill("Vama Veche, Falezei 13");
      await page.getByLabel("Fișierul imaginii").setInputFiles({
        name: "semn.png",
        mimeType: "image/png",
        buffer: Buffer.from(await plainPicture("png", { width: 512, height: 512 })),
      });
      await expect(page.getByRole("img", { name: "Decupajul 1:1" })).toBeVisible({ timeout: 40_000 });
      const light = page.getByRole("textbox", { name: /^Lumina/ });
      await light.fill("#101030");
      await page.getByRole("textbox", { name: /^Semnalul/ }).fill("#66ccff");
      await page.getByRole("button", { name: "Salvează conținutul" }).click();
      const refused = page.getByText(/^Nu se citește pe fundalul de noapte/);
      await expect(refused).toBeVisible();
      await expect(page.getByLabel(/^Nume întreg/)).toHaveValue("Treisprezece Valuri");
      const nearest = (await refused.textContent())?.match(/#[0-9a-f]{6}/)?.[0] ?? "";
      await light.fill(nearest);
      await saveTexts(page);
      await expect(async () => {
        await page.goto(`${site.origin}/admin/brand`);
        await expect(light).toHaveValue(nearest, { timeout: 1000 });
      }).toPass();
    });

    await test.step("the first page, and the sender of letters", async () => {
      await openStep(page, site, "Alege poza: Prima pagină");
      await page
        .getByLabel(/^Titlu/)
        .first()
        .fill("Treisprezece Valuri");
      await page.getByLabel(/^Subtitlu/).fill("Marea începe la miezul nopții");
      // the page writes its first texts by itself; a save before that is refused as too late
      await expect(page.getByText("Textele site-ului nu sunt încă scrise")).toBeHidden();
      await saveTexts(page);
      await openStep(page, site, "Leagă adresa: Scrisori");
      await page.getByLabel("SMTP host").fill(site.mailServer.host);
      await page.getByLabel("Port", { exact: false }).first().fill(String(site.mailServer.port));
      await page.getByLabel("Utilizator").fill(site.mailServer.user);
      await page.getByLabel("Parolă", { exact: true }).fill(site.mailServer.password);
      await page.getByLabel("Nume expeditor").fill("Treisprezece Valuri");
      await page.getByLabel("Email expeditor").fill("bilete@val.example");
      await page.getByLabel(/^Răspuns către/).fill("salut@val.example");
      await page.getByRole("switch").first().check();
      const again = page.getByLabel("Parola ta", { exact: true });
      if (await again.isVisible()) await again.fill(admin.password);
      await page.getByRole("button", { name: "Salvează setările" }).click();
      await says(page, "Setările de email au fost salvate cu succes");
    });

    await test.step("the provider's books are read, and five steps are done", async () => {
      await page.goto(`${site.origin}/admin/reconciliation`);
      await page.getByRole("button", { name: "Verifică acum" }).click();
      await expect(page.getByText("Registrul și Stripe spun același lucru, la ban.")).toBeVisible();
      await page.goto(`${site.origin}/admin`);
      await expect(page.getByText("5 din 6 gata")).toBeVisible();
    });
    const people = new Map<string, Page>();
    await test.step("a team of three is invited by email, and each accepts", async () => {
      for (const { role, email } of team) {
        await page.goto(`${site.origin}/admin/team`);
        await page.getByLabel("E-mail").fill(email);
        await page.getByLabel("Rol", { exact: true }).first().selectOption({ label: role });
        await page.getByRole("button", { name: "Trimite invitația" }).click();
        await confirmed(page, () => expect(page.getByRole("row").filter({ hasText: email })).toBeVisible());
        const [letter] = await mailsTo(site, email, /echipa clubului/);
        const link = new URL(letter?.text.match(/https:\S+\/echipa\S*/)?.[0] ?? "");
        const member = await person(email);
        await member.goto(link.href);
        await member.getByRole("button", { name: "Accept rolul" }).click();
        await expect(member).toHaveURL(/\/login/);
        await fillLogin(member, email, goodPassword);
        await expect(member).toHaveURL(/\/admin\//);
        people.set(role, member);
      }
    });
    const manager = memberOf(people, "Organizator de nopți");

    await test.step("the manager makes a draft with a picture and four types in one form", async () => {
      await manager.goto(`${site.origin}/admin/events/new`);
      await fillNight(manager, { night: first, day: inDays(20), time: "22:00", types });
      await manager.getByLabel("Fișierul imaginii").setInputFiles({
        name: "val.jpg",
        mimeType: "image/jpeg",
        buffer: Buffer.from(await plainPicture("jpeg", { width: 1920, height: 1080 })),
      });
      await expect(manager.getByRole("img", { name: "Decupajul 16:9" })).toBeVisible({ timeout: 40_000 });
      await manager.getByRole("button", { name: "Salvează evenimentul" }).click();
      await expect(manager).toHaveURL(/\/admin\/events\/[0-9a-f-]{36}$/);
      const shown = await manager.request.get(`${site.origin}/events`);
      expect(await shown.text()).not.toContain(first);
    });

    await test.step("it is scheduled, and the clock publishes it", async () => {
      await openNightForm(manager, site, first);
      await manager.getByRole("link", { name: "Publică", exact: true }).click();
      const dialog = manager.getByRole("dialog");
      await dialog.getByLabel("Ziua").fill(inDays(1));
      await dialog.getByLabel("Ora", { exact: true }).fill("10:00");
      await dialog.getByRole("button", { name: "Programează" }).click();
      await expect(manager.getByText(/^Apare pe site /)).toBeVisible();
      await rowsOfSite("UPDATE events SET publish_at = now() - interval '1 second'", [], site);
      await page.goto(`${site.origin}/admin`);
      await expect(page.getByRole("heading", { name: "Prima seară" })).toHaveCount(0);
    });

    const ana = await visitor();
    const vlad = await visitor();
    await test.step("two people buy it, with the club's name and colours around them", async () => {
      await buy(ana.page, site, { night: first, wanted: { Intrare: 2 }, total: "160" });
      await buy(vlad.page, site, { night: first, wanted: { Terasă: 1, Lojă: 1 }, total: "320" });
      await expect(vlad.page.locator("html")).toHaveAttribute("style", /--c-phosphor:\s*#66ccff/);
      await expect(vlad.page.getByRole("banner").locator("img.club-mark")).toBeVisible();
      const manifest = await vlad.page.request.get(`${site.origin}/site.webmanifest`);
      expect(await manifest.json()).toMatchObject({ name: "Treisprezece Valuri", short_name: "13 Valuri" });
      const [ticket] = await mailsTo(site, ana.email, /Valul Întâi/);
      expect(ticket?.from).toBe("Treisprezece Valuri <bilete@val.example>");
      expect(ticket?.html).toContain(`${site.origin}/club/logo.png?look=`);
      expect(ticket?.html).toContain('bgcolor="#66ccff"');
      const logo = await ana.page.request.get(`${site.origin}/club/logo.png`);
      expect(logo.headers()["content-type"]).toBe("image/png");
    });

    await test.step("it is moved: one keeps the tickets by saying nothing, the other gives them back", async () => {
      await openNightForm(page, site, first);
      await page.getByRole("link", { name: "Mută noaptea" }).last().click();
      await page.getByLabel("Motivul, pentru oameni").fill("Vine furtuna.");
      await page.getByLabel(/^Data/).fill(inDays(21));
      await page.getByRole("button", { name: "Mută noaptea" }).click();
      await confirmed(page, () => says(page, "Noaptea a fost mutată. Scrisorile pleacă acum."));
      const [letter] = await mailsTo(site, vlad.email, /s-a mutat/);
      const link = letter?.text.match(/https:\S+\/orders\/\S+\/moved\/\S+/)?.[0] ?? "";
      await vlad.page.goto(link);
      await vlad.page.getByRole("button", { name: "Vreau banii înapoi" }).click();
      await vlad.page.getByRole("button", { name: "Da, vreau banii înapoi" }).click();
      await expect(vlad.page.getByText("320 LEI se întorc pe card.")).toBeVisible();
    });

    await test.step("another night is sold and cancelled, and all its money goes back", async () => {
      await manager.goto(`${site.origin}/admin/events/new`);
      await fillNight(manager, { night: second, day: inDays(30), time: "22:00", types: { Intrare: 80 } });
      await manager.getByRole("button", { name: "Salvează evenimentul" }).click();
      await expect(manager).toHaveURL(/\/admin\/events\/[0-9a-f-]{36}$/);
      await openNightForm(manager, site, second);
      await manager.getByRole("link", { name: "Publică", exact: true }).click();
      await manager.getByRole("dialog").getByRole("button", { name: "Publică acum" }).click();
      await expect(manager.getByText(/^Pe site din /)).toBeVisible();
      await buy(ana.page, site, { night: second, wanted: { Intrare: 1 }, total: "80" });
      await openNightForm(page, site, second);
      await page.getByRole("link", { name: "Anulează noaptea" }).click();
      await page.getByLabel("Motivul, pentru oameni").fill("Cod roșu de vânt.");
      await page.getByRole("button", { name: "Anulează noaptea" }).click();
      await confirmed(page, () =>
        expect(page.getByRole("heading", { name: `${second}: anulată` })).toBeVisible(),
      );
      await expect(async () => {
        await page.reload();
        await expect(page.getByText("1 rambursare făcută, 80,00 LEI")).toBeVisible({ timeout: 1000 });
      }).toPass({ timeout: 60_000 });
      await page.getByRole("link", { name: "O noapte nouă cu aceiași artiști" }).click();
      await expect(page.getByRole("dialog").getByRole("checkbox", { name: /^Artiști/ })).toBeChecked();
    });

    await test.step("the accountant prints the settlement, and all sums are equal", async () => {
      const accountant = memberOf(people, "Contabil");
      await expect(async () => {
        const [money] = await rowsOfSite<{ left: number }>(
          "SELECT sum(amount)::int AS left FROM ledger_entries WHERE account = 'clearing'",
          [],
          site,
        );
        expect(money?.left).toBe(160_00);
      }).toPass({ timeout: 60_000 });
      const days = `from=${inDays(0)}&to=${inDays(40)}`;
      const file = async (path: string) => {
        const answer = await accountant.request.get(`${site.origin}${path}`, {
          headers: { "sec-fetch-site": "same-origin", referer: `${site.origin}/admin/settlement` },
        });
        expect([path, answer.status()]).toEqual([path, 200]);
        return answer.body();
      };
      expect((await file(`/admin/settlement.pdf?${days}`)).subarray(0, 5).toString()).toBe("%PDF-");
      const settled = csvRows((await file(`/admin/settlement.csv?${days}`)).toString("utf8"));
      const sumOf = ([columns = [], ...rows]: string[][], column: string) =>
        rows.reduce((sum, row) => sum + Number(row[columns.indexOf(column)]), 0);
      expect(["Rămase", "Brut", "Rambursat", "Net"].map((column) => sumOf(settled, column))).toEqual([
        2, 560, -400, 160,
      ]);
      const bought = csvRows((await file("/admin/purchases.csv")).toString("utf8"));
      expect(["Plătit", "Rambursat"].map((column) => sumOf(bought, column))).toEqual([560, -400]);
      for (const name of ["purchases", "settlement"])
        expect((await file(`/admin/${name}.xlsx?${days}`)).subarray(0, 2).toString()).toBe("PK");
      await accountant.goto(`${site.origin}/admin/reconciliation`);
      await accountant.getByRole("button", { name: "Verifică acum" }).click();
      await expect(accountant.getByText("Registrul și Stripe spun același lucru, la ban.")).toBeVisible();
      expect(await site.command("check-data")).not.toContain("BROKEN");
    });
  } catch (error) {
    console.error(site.output().slice(-3000));
    throw error;
  } finally {
    for (const open of [page, ...others]) await open.goto("about:blank");
    await site.stop();
  }
});

/** Saves a form of texts and waits for its own answer: the page may have sent others. */
async function saveTexts(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Salvează conținutul" }).click();
  await confirmed(page, () => says(page, "Content updated successfully"));
}

/** From the dashboard to the form of a step. */
async function openStep(page: Page, site: ProductionSite, link: string): Promise<void> {
  await expect(async () => {
    await page.goto(`${site.origin}/admin`);
    await page.getByRole("link", { name: link }).click({ timeout: 3000 });
  }).toPass();
  await expect(page).not.toHaveURL(`${site.origin}/admin`);
}

async function mailsTo(site: ProductionSite, email: string, subject: RegExp): Promise<ReceivedMail[]> {
  let found: ReceivedMail[] = [];
  await expect(async () => {
    found = await site.mailTo(email, subject);
    expect(found.length, `a letter to ${email} about ${subject}`).toBeGreaterThan(0);
  }).toPass({ timeout: 60_000 });
  return found;
}

/** Makes a confirmed account and signs it in. */
async function signInAt(site: ProductionSite, page: Page, email: string): Promise<void> {
  await makeCustomer(site, email, goodPassword);
  const value = await openSession(site, email);
  await page
    .context()
    .addCookies([{ name: "__Host-session", value, url: site.origin, httpOnly: true, secure: true }]);
}

function memberOf(people: ReadonlyMap<string, Page>, role: string): Page {
  const member = people.get(role);
  if (!member) throw new Error(`nobody is ${role}`);
  return member;
}

async function openNightForm(page: Page, site: ProductionSite, night: string): Promise<void> {
  await page.goto(`${site.origin}/admin/events?q=${encodeURIComponent(night)}`);
  await page.getByRole("link", { name: night, exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Titlu" })).toHaveValue(night);
}

type Purchase = { night: string; wanted: Record<string, number>; total: string };

/** Buys from the night's public page, once its prices are known to the provider. */
async function buy(page: Page, site: ProductionSite, { night, wanted, total }: Purchase): Promise<void> {
  await page.goto(`${site.origin}/events`);
  await expect(async () => {
    await page.goto(`${site.origin}/events?q=${encodeURIComponent(night)}`);
    await page.getByRole("link", { name: night }).first().click({ timeout: 2000 });
    for (const type of Object.keys(wanted)) await expect(numberOf(page, type)).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  for (const [type, quantity] of Object.entries(wanted))
    await numberOf(page, type).selectOption(String(quantity));
  await payButton(page, total).click();
  await payWith(page, cards.good);
  await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible({ timeout: 60_000 });
}
