import { wrongForAxe } from "#test/support/axe.ts";
import {
  cards,
  freshEmail,
  letterTo,
  numberOf,
  openNight,
  payButton,
  payWith,
} from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test("look", { tag: "@sizes" }, async ({ page, browser, viewport, complaints }) => {
  test.slow();
  for (const s of [404, 422, 409]) complaints.expectStatus(s);
  const shot = async (p: typeof page, name: string) => {
    for (const [width, height] of [
      [390, 844],
      [1280, 900],
    ] as const) {
      await p.setViewportSize({ width, height });
      await p.waitForTimeout(300);
      await p.screenshot({ path: `/tmp/look-${name}-${width}.png`, fullPage: true });
    }
  };
  if (test.info().project.name === "phone") return;
  await openNight(page, "Noaptea Perseidelor");
  await numberOf(page, "Intrare generală").selectOption("2");
  await payButton(page).click();
  await shot(page, "login-to-buy");
  await page.getByRole("link", { name: /Continuă fără cont/ }).click();
  await expect(page.getByRole("heading", { name: "Continuă fără cont" })).toBeVisible();
  const email = freshEmail();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Nume", { exact: true }).fill("Maria Fără Cont");
  await shot(page, "guest");
  await page.getByRole("button", { name: /^Continuă la plată/ }).click();
  await payWith(page, cards.good);
  await expect(page.getByRole("heading", { name: "Plata Reusita!" })).toBeVisible();
  await page.waitForTimeout(6000);
  await shot(page, "guest-ticket");
  await page.getByRole("link", { name: "Trimite biletul" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await shot(page, "guest-send");
  await page.getByLabel("Cum îl cheamă?").fill("Vlad");
  await page.getByRole("button", { name: "Trimite biletul" }).click();
  const link = new URL(await page.getByLabel("Linkul biletului").inputValue());
  await shot(page, "guest-link");
  await page.getByRole("link", { name: "Gata" }).click();
  await expect(page.getByText("Trimis, nu l-a acceptat încă.")).toBeVisible();
  await shot(page, "guest-waiting");
  const friend = await (await browser.newContext({ viewport })).newPage();
  await friend.goto(link.pathname + link.search);
  await shot(friend, "receive");
  console.log("axe receive", JSON.stringify(await wrongForAxe(friend)));
  await friend.getByRole("button", { name: "Accept biletul" }).click();
  await expect(friend.getByText("Scrie numele tău.")).toBeVisible();
  await shot(friend, "receive-wrong");
  const vlad = freshEmail();
  await friend.getByLabel("Numele tău").fill("Vlad Fără Cont");
  await friend.getByLabel("Email", { exact: true }).fill(vlad);
  await friend.getByRole("button", { name: "Accept biletul" }).click();
  await expect(friend.getByRole("heading", { name: "Biletul e al tău." })).toBeVisible();
  await friend.waitForTimeout(6000);
  await shot(friend, "received");
  console.log("axe received", JSON.stringify(await wrongForAxe(friend)));
  await friend.getByRole("button", { name: "Trimite-mi codul" }).click();
  const code =
    /\b\d{6}\b/.exec((await letterTo(friend.request, vlad, /Codul pentru biletele/)).text)?.[0] ?? "";
  await friend.getByLabel("Codul din email").fill(code);
  await friend.getByRole("button", { name: "Păstrează", exact: true }).click();
  await expect(friend.getByRole("textbox", { name: "Parola contului nou" })).toBeVisible();
  await shot(friend, "keep-password");
  console.log("axe keep", JSON.stringify(await wrongForAxe(friend)));
  await friend.getByRole("textbox", { name: "Parola contului nou" }).fill("o parola lunga si buna 7");
  await friend.getByRole("button", { name: "Fă contul și păstrează-le" }).click();
  await expect(friend.getByText("Contul e făcut, iar biletele sunt în el.")).toBeVisible();
  await shot(friend, "kept-profile");
});
