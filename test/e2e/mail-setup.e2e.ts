import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { memoryFolder } from "#test/support/memory-folder.ts";
import { startSite } from "#test/support/site.ts";
import { startTlsMailServer } from "#test/support/tls-mail-server.ts";
import { demoLogins, freshEmail, letterTo, linkIn, newAdministrator, signIn } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

const { admin, customer } = demoLogins;

test("an administrator sets up mail, edits a template and sees it in the next email (B10-02, B10-06, B10-09, B10-19, B10-24, I27)", async ({
  page,
  context,
  complaints,
}) => {
  test.slow();
  complaints.expectStatus(422);
  const password = "canar-smtp-5521";
  const server = await startTlsMailServer({ user: "club", password });
  const folder = memoryFolder("estival-mail-");
  const certificate = join(folder, "mail.pem");
  writeFileSync(certificate, server.certificate);
  const site = await startSite({
    SMTP_ALLOWED_HOSTS: "localhost",
    SMTP_ALLOWED_PORTS: String(server.port),
    NODE_EXTRA_CA_CERTS: certificate,
  });
  try {
    await signIn(page, admin.email, site);
    await page.goto(`${site.origin}/admin/email`);
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
    await says(page, "Setările de email au fost salvate cu succes");
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
    await says(page, "Codul HTML a fost copiat în clipboard");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      "Pe plajă, {{customer_name}}",
    );
    await page.getByRole("button", { name: "Salvează șablonul" }).click();
    await says(page, "Șablonul de email a fost salvat cu succes");

    await context.clearCookies();
    await signIn(page, customer.email, site);
    // requests the email of a ticket again
    await page.goto(`${site.origin}/profile`);
    await page.getByRole("button", { name: "Retrimite Email" }).first().click();
    await says(page, /retrimis cu succes|trimis din nou/);
    const wordsOf = (raw: string) => Buffer.from(raw).toString("utf8").replace(/=\r\n/g, "");
    // an earlier email, with the default text, may still come first
    const own = () => server.accepted.find(({ raw }) => /Pe plaj(?:ă|=C4=83), /.test(wordsOf(raw)));
    await expect.poll(own, { timeout: 40_000 }).toBeDefined();
    expect(own()?.to).toBe(customer.email);
    expect(own()?.raw).toMatch(/^From: Clubul de pe Dig <salut@dig\.example>\r?$/m);
    expect(site.output()).not.toContain(password);
  } finally {
    await page.goto("about:blank");
    await site.stop();
    await server.close();
    rmSync(folder, { recursive: true });
  }
});

test("no script of a template runs, nothing is requested, and no click in the preview leads anywhere", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname + request.url().split("/")[2]));
  page.on("dialog", (dialog) => {
    asked.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await newAdministrator(page);
  await page.goto("/admin/email/templates/new");
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
  await newAdministrator(page);
  await page.goto("/admin/email/templates");
  await page.getByText("Cod HTML", { exact: true }).click();
  await page.getByRole("button", { name: "Copiază HTML" }).click();
  await says(page, "Eroare la copierea în clipboard");
});

test("the newsletter, from the form in the footer to the list and off it again (A2-15, A2-20, A2-21)", async ({
  page,
  request,
}) => {
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
