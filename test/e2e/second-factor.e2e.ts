import { Secret, TOTP } from "otpauth";
import { fillLogin, goodPassword, newCustomer } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

/** The code of the application on the phone. Each works once, so the next half minute's is used early. */
const codeOf = (key: string, halfMinutes: number) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + halfMinutes * 30_000,
  });

/** None that the application shows about now. */
const wrongCode = (key: string) =>
  ["000000", "111111", "222222", "333333"].find((digits) =>
    [-2, -1, 0, 1, 2].every((at) => codeOf(key, at) !== digits),
  ) ?? "";

test("a second factor is set up, required at sign-in, lost, and replaced by a code on paper", async ({
  page,
  complaints,
}) => {
  for (const status of [403, 422]) complaints.expectStatus(status);
  const email = await newCustomer(page);
  await page.goto("/profile/security");
  await page.getByRole("link", { name: "Pornește" }).click();
  await page.getByRole("button", { name: "Începe" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Parola ta", { exact: true }).fill(goodPassword);
  await dialog.getByRole("button", { name: "Confirmă cu parola" }).click();
  await expect(page.getByAltText("Cod QR pentru aplicația de coduri")).toBeVisible();
  // nobody types the key by hand on the phone that shows it
  await expect(page.getByRole("link", { name: "Deschide aplicația de coduri" })).toHaveAttribute(
    "href",
    /^otpauth:/,
  );
  await expect(page.getByRole("button", { name: "Copiază cheia" })).toBeVisible();
  const key = (await page.locator(".slip__key").textContent()) ?? "";
  await page.getByLabel("6 cifre").fill(wrongCode(key));
  await page.getByRole("button", { name: "Pornește" }).click();
  await expect(page.getByText("Codul nu se potrivește.", { exact: false })).toBeVisible();
  await page.getByLabel("6 cifre").fill(codeOf(key, 0));
  await page.getByRole("button", { name: "Pornește" }).click();
  await expect(page.getByText("Al doilea factor e pornit.")).toBeVisible();
  const codes = await page
    .getByRole("list", { name: "Coduri de rezervă" })
    .getByRole("listitem")
    .allTextContents();
  expect(new Set(codes).size).toBe(10);
  await page.getByRole("link", { name: "Gata" }).click();
  await expect(page.getByText("Ai 10 din 10 coduri de rezervă.", { exact: false })).toBeVisible();

  await page.getByRole("button", { name: "Deconectare" }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith("/profile"));
  await page.goto("/login?next=/profile/security");
  await fillLogin(page, email, goodPassword);
  await expect(page.getByRole("heading", { name: "Scrie codul" })).toBeVisible();
  // the password alone opened nothing
  expect((await page.request.get("/profile/data/json")).status()).toBe(401);
  const code = page.getByLabel("Codul din aplicație sau de rezervă");
  await code.fill(wrongCode(key));
  await page.getByRole("button", { name: "Continuă" }).click();
  await expect(page.getByText("Codul nu se potrivește.", { exact: false })).toBeVisible();
  await code.fill(codeOf(key, 1));
  await page.getByRole("button", { name: "Continuă" }).click();
  await expect(page).toHaveURL("/profile/security");

  // the phone is lost
  await page.getByRole("button", { name: "Deconectare" }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith("/profile"));
  await page.goto("/login?next=/profile/security");
  await fillLogin(page, email, goodPassword);
  await code.fill(codes[3] ?? "");
  await page.getByRole("button", { name: "Continuă" }).click();
  await expect(page.getByText("Ai 9 din 10 coduri de rezervă.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Oprește" }).click();
  await dialog.getByLabel("Parola ta", { exact: true }).fill(goodPassword);
  await dialog.getByRole("button", { name: "Confirmă cu parola" }).click();
  await says(page, "Al doilea factor a fost oprit.");
});
