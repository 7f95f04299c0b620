import { freePort, startSite } from "#test/support/site.ts";
import { startTlsProxy } from "#test/support/tls-proxy.ts";
import { cards, demoLogins, fillLogin, payWith } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test.use({ ignoreHTTPSErrors: true });

test("behind a proxy that ends TLS, forms work, the cookie is __Host-session and a ticket is bought", async ({
  page,
}) => {
  test.slow();
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  const site = await startSite({ PUBLIC_ORIGIN: origin, TRUST_PROXY: "1" });
  const proxy = await startTlsProxy(port, site.origin);
  try {
    const answer = await page.goto(`${origin}/login`);
    expect(answer?.headers()["strict-transport-security"]).toContain("max-age=");
    await fillLogin(page, demoLogins.customer.email, demoLogins.customer.password);
    await says(page, "Autentificare reusita!");
    const session = (await page.context().cookies()).find(({ name }) => name.endsWith("session"));
    expect(session).toMatchObject({ name: "__Host-session", secure: true, httpOnly: true, path: "/" });

    await page.goto(`${origin}/tickets`);
    await page.getByRole("button", { name: "Cumpara Acum: EARLY BIRD Concert Eclipsa" }).click();
    await payWith(page, cards.good);
    await expect(page.getByRole("article", { name: /^Bilet EARLYBIRD-/ })).toBeVisible();
    expect(page.url()).toContain(`${origin}/tickets/success?session_id=cs_`);

    const foreign = await page.request.post(`${origin}/logout`, { headers: { origin: site.origin } });
    expect(foreign.status()).toBe(403);
    await page.goto(`${origin}/profile`);
    await page.getByRole("main").getByRole("button", { name: "Deconectare" }).click();
    await expect(page).toHaveURL(`${origin}/`);
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");
  } finally {
    await page.goto("about:blank");
    await proxy.stop();
    await site.stop();
  }
});
