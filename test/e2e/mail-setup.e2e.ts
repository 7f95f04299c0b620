import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { wrongForAxe } from "#test/support/axe.ts";
import { startSite } from "#test/support/site.ts";
import { startTlsMailServer } from "#test/support/tls-mail-server.ts";
import { demoLogins, fillLogin, freshEmail, letterTo, linkIn, register } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

const admin = { email: "admin@fosfor.example", password: "far-pe-dig-27" };

test("an administrator sets up mail, edits a template and sees it in the next email (B10-02, B10-06, B10-09, B10-19, B10-24, I27)", async ({
  page,
  context,
  complaints,
}) => {
  test.slow();
  complaints.expectStatus(422);
  const password = "canar-smtp-5521";
  const server = await startTlsMailServer({ user: "club", password });
  const folder = mkdtempSync(join(tmpdir(), "estival-mail-"));
  const certificate = join(folder, "mail.pem");
  writeFileSync(certificate, server.certificate);
  const site = await startSite({
    SMTP_ALLOWED_HOSTS: "localhost",
    SMTP_ALLOWED_PORTS: String(server.port),
    NODE_EXTRA_CA_CERTS: certificate,
  });
  try {
    await page.goto(`${site.origin}/login?next=/admin/email`);
    await fillLogin(page, admin.email, admin.password);
    await expect(page.getByRole("heading", { name: "Setari Email", level: 1 })).toBeVisible();

    await page.getByLabel("SMTP host").fill("localhost");
    await page.getByLabel("Port", { exact: false }).first().fill(String(server.port));
    await page.getByLabel("Utilizator").fill("club");
    await page.getByLabel("Parolă", { exact: true }).fill("greșită");
    await page.getByLabel("Nume expeditor").fill("Clubul de pe Dig");
    await page.getByLabel("Email expeditor").fill("salut@dig.example");
    const tryIt = page.getByRole("button", { name: "Trimite email de test" });
    await tryIt.click();
    await expect(page.getByText("Parola nu e acceptată", { exact: true })).toBeVisible();
    await page.getByLabel("Parolă", { exact: true }).fill(password);
    await tryIt.click();
    await expect(page.getByText("Emailul de test a fost trimis cu succes")).toBeVisible();
    expect(server.accepted.map(({ to }) => to)).toEqual([admin.email]);

    await page.getByLabel("Parola ta", { exact: true }).fill(admin.password);
    await page.getByRole("button", { name: "Salvează setările" }).click();
    await expect(page.getByText("Setările de email au fost salvate cu succes")).toBeVisible();
    await page.reload();
    expect(await page.content()).not.toContain(password);

    await page.getByRole("link", { name: "Șabloane", exact: true }).click();
    const ofPasses = page.getByRole("link", { name: /^Season Pass Confirmation/ });
    await ofPasses.click();
    await expect(ofPasses).toHaveAttribute("aria-current", "true");
    await page.getByRole("link", { name: "Editează" }).click();
    const code = page.getByRole("textbox", { name: "Cod HTML" });
    await code.fill(
      '<p>Pe plajă, {{customer_name}}! Cod {{ticket_code}}, ușa {{gate_name}}</p><img src="{{qr_code_url}}" alt="Cod">',
    );
    await expect(page.getByText("Linia 1: {{gate_name}} nu există; în scrisoare rămâne gol.")).toBeVisible();
    const preview = page.frameLocator("iframe");
    await expect(preview.getByText("Pe plajă, Teodora Luca! Cod FSC-4821-093175")).toBeVisible();
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.origin });
    await page.getByRole("button", { name: "Copiază HTML" }).click();
    await expect(page.getByText("Codul HTML a fost copiat în clipboard")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      "Pe plajă, {{customer_name}}",
    );
    await page.getByRole("button", { name: "Salvează șablonul" }).click();
    await expect(page.getByText("Șablonul de email a fost salvat cu succes")).toBeVisible();

    await context.clearCookies();
    await page.goto(`${site.origin}/login`);
    await fillLogin(page, demoLogins.customer.email, demoLogins.customer.password);
    await expect(page).toHaveURL(`${site.origin}/`);
    await resendFirst(page, site.origin);
    const wordsOf = (raw: string) => Buffer.from(raw).toString("utf8").replace(/=\r\n/g, "");
    // an earlier email, with the default text, may still come first
    const own = () => server.accepted.find(({ raw }) => /Pe plaj(?:ă|=C4=83), /.test(wordsOf(raw)));
    await expect.poll(own, { timeout: 40_000 }).toBeDefined();
    expect(own()?.to).toBe(demoLogins.customer.email);
    expect(own()?.raw).toMatch(/^From: Clubul de pe Dig <salut@dig\.example>\r?$/m);
    expect(site.output()).not.toContain(password);
  } finally {
    await page.goto("about:blank");
    await site.stop();
    await server.close();
    rmSync(folder, { recursive: true });
  }
});

/** Requests the email of a ticket again, from the profile. */
async function resendFirst(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/profile`);
  await page.getByRole("button", { name: "Retrimite Email" }).first().click();
  await expect(page.getByText(/retrimis cu succes|trimis din nou/)).toBeVisible();
}

test("no script of a template runs, nothing is requested, and no click in the preview leads anywhere (attacks 81 and 87)", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname + request.url().split("/")[2]));
  page.on("dialog", (dialog) => {
    asked.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto("/login?next=/admin/email/templates/new");
  await fillLogin(page, admin.email, admin.password);
  await page
    .getByRole("textbox", { name: "Cod HTML" })
    .fill(
      [
        "<p>Rămas</p><script>alert(1)</script><img src=x onerror=alert(2)><svg onload=alert(3)></svg>",
        '<img src="https://evil.example/p.png"><img src="/logout"><iframe src="https://evil.example"></iframe>',
        '<a href="https://evil.example">Pleacă</a><a href="javascript:alert(4)">Rulează</a>',
        '<form action="/logout" method="post"><button>Trimite</button></form><base href="https://evil.example">',
        '<style>@import url(https://evil.example/x.css)</style><div style="background:url(https://evil.example/y)">Fond</div>',
        '<meta http-equiv="refresh" content="0;url=https://evil.example">',
      ].join("\n"),
    );
  await page.getByLabel("Subiect").fill("x");
  const preview = page.frameLocator("iframe");
  await expect(preview.getByText("Rămas")).toBeVisible();
  await preview.getByText("Pleacă").click();
  await preview.getByText("Rulează").click();
  await expect(preview.getByText("Fond")).toBeVisible();
  expect(await preview.locator("script, iframe, form, base, svg, style, button").count()).toBe(0);
  await expect(page.getByText(/La salvare se scot: .*script/)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/email\/templates\/new$/);
  expect(asked.filter((one) => /evil|logout|^dialog |\/x\.css/.test(one))).toEqual([]);
});

test("when the browser will not copy the HTML, the screen shows so (B14-27)", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: () => Promise.reject(new Error("not allowed")) },
    });
  });
  await page.goto("/login?next=/admin/email/templates");
  await fillLogin(page, admin.email, admin.password);
  await page.getByText("Cod HTML", { exact: true }).click();
  await page.getByRole("button", { name: "Copiază HTML" }).click();
  await expect(page.getByText("Eroare la copierea în clipboard")).toBeVisible();
});

test("the newsletter, from the form in the footer to the list and off it again (A2-15, A2-20, A2-21)", {
  tag: "@sizes",
}, async ({ page, request }) => {
  const email = freshEmail();
  await page.goto("/events");
  await page.getByRole("contentinfo").getByLabel("Adresa de email").fill(email);
  await page.getByRole("button", { name: "Abonează-mă" }).click();
  await expect(page.getByText("Verifică-ți emailul")).toBeVisible();
  await expect(page).toHaveURL(/\/events$/);
  await page.goto(linkIn(await letterTo(request, email, /noutățile/), "/newsletter/confirm"));
  await page.getByRole("button", { name: "Da, trimiteți-mi noutățile" }).click();
  await expect(page.getByRole("heading", { name: "Ești pe listă" })).toBeVisible();
  const welcome = await letterTo(request, email, /lista de noutăți/);
  await page.goto(linkIn(welcome, "/newsletter/unsubscribe"));
  await page.getByRole("button", { name: "Dezabonează-mă" }).click();
  await expect(page.getByRole("heading", { name: "Te-ai dezabonat" })).toBeVisible();
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the newsletter and the e-mail screens work as forms (A2-21, B10-03, B10-07)", async ({
    page,
    complaints,
  }) => {
    complaints.expectStatus(422);
    await page.goto("/");
    await page.getByRole("contentinfo").getByLabel("Adresa de email").fill(freshEmail());
    await page.getByRole("button", { name: "Abonează-mă" }).click();
    await expect(page.getByText("Verifică-ți emailul")).toBeVisible();
    await page.goto("/login?next=/admin/email/templates/new");
    await fillLogin(page, admin.email, admin.password);
    await page.getByLabel("Subiect").fill("Salut");
    await page.getByRole("textbox", { name: "Cod HTML" }).fill("<p>Bună, {{customer_name}}</p>");
    await page.getByRole("button", { name: "Creează șablonul" }).click();
    await expect(page.getByText("Te rugăm să completezi toate câmpurile obligatorii")).toBeVisible();
    await page.getByLabel("Nume").fill(`proba_${Date.now()}`);
    await page.getByRole("button", { name: "Previzualizează" }).click();
    await expect(page.frameLocator("iframe").getByText("Bună, Teodora Luca")).toBeVisible();
    await page.getByRole("button", { name: "Creează șablonul" }).click();
    await expect(page.getByText("Șablonul de email a fost creat cu succes")).toBeVisible();
    await page.getByRole("link", { name: "Șterge" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Șterge" }).click();
    await expect(page.getByText("Șablonul de email a fost șters cu succes")).toBeVisible();
    await page.getByRole("link", { name: "Configurare șabloane" }).click();
    await page.getByRole("button", { name: "Salvează configurația" }).click();
    await expect(page.getByText("Configurația de șabloane a fost salvată cu succes")).toBeVisible();
  });
});

test("axe finds nothing on the e-mail screens and the newsletter's pages, and nothing is wider than the screen", async ({
  page,
  request,
  complaints,
}) => {
  complaints.expectStatus(422);
  await register(request, freshEmail());
  await page.goto("/login?next=/admin/email");
  await fillLogin(page, admin.email, admin.password);
  await expect(page.getByRole("heading", { name: "Setari Email", level: 1 })).toBeVisible();
  const isClean = async (name: string) => {
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${name}: wider than the screen`).toBeLessThanOrEqual(0);
    expect(await wrongForAxe(page), name).toEqual([]);
  };
  await page.getByLabel("Nume expeditor").fill("");
  await page.getByRole("button", { name: "Salvează setările" }).click();
  await expect(page.getByText("Acest câmp este obligatoriu")).toBeVisible();
  await isClean("settings");
  await page.goto("/admin/email/templates");
  await isClean("template");
  await page.getByRole("link", { name: "Istoric" }).click();
  await expect(page.getByRole("heading", { name: "Versiuni" })).toBeVisible();
  await isClean("history");
  await page.goto("/admin/email/templates");
  await page.getByRole("link", { name: "Editează" }).click();
  await expect(page.getByRole("button", { name: "Salvează șablonul" })).toBeVisible();
  await isClean("editor");
  await page.goto("/admin/email/outbox");
  await page.getByRole("rowheader").first().getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Încercări" })).toBeVisible();
  await isClean("letter");
  for (const path of [
    "/admin/email/config",
    "/admin/email/outbox",
    "/newsletter",
    "/newsletter/confirm?token=x",
  ]) {
    await page.goto(path);
    await isClean(path);
  }
});
