import type { Page } from "@playwright/test";
import sharp from "sharp";
import { confirmed } from "#test/support/staff-steps.ts";
import { newAdministrator } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

const openContent = async (page: Page, path = "/admin/content") => {
  await newAdministrator(page);
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Continut Site", level: 1 })).toBeVisible();
};
const press = (page: Page) => page.getByRole("button", { name: "Salvează conținutul" }).click();

/** Saves, and waits for this save's own message. */
async function save(page: Page): Promise<void> {
  await press(page);
  await confirmed(page, () => says(page, "Content updated successfully"));
}

test("B9-01 B9-02 B9-03 B9-07 A3-06 B14-48: a new subtitle appears while it is typed, and for visitors once it is saved", async ({
  page,
  newPerson,
}) => {
  const visitor = await newPerson();
  await visitor.goto("/");
  const before = await visitor.locator(".hero__sub").textContent();
  await openContent(page);
  const tabs = page.getByRole("navigation", { name: "Conținut" });
  await expect(tabs.getByRole("link")).toHaveText(["Conținut pagină", "Subsol"]);
  await expect(page.getByRole("heading", { name: "Începutul primei pagini", level: 2 })).toBeVisible();

  await page.getByLabel(/^Subtitlu/).fill("Vara are un far");
  const preview = page.getByRole("complementary", { name: "Previzualizare" });
  await expect(preview).toContainText("Vara are un far");
  await expect(page.getByText("Modificări nesalvate: subtitlu")).toBeVisible();
  await visitor.reload();
  await expect(visitor.locator(".hero__sub")).toHaveText(before ?? "");

  await save(page);
  await expect(async () => {
    await visitor.reload();
    await expect(visitor.locator(".hero__sub")).toHaveText("Vara are un far", { timeout: 200 });
  }).toPass();
  await expect(visitor).toHaveTitle("Vara are un far | Fosfor Summer Club");
  await expect(page.getByText(/^Începutul primei pagini: subtitlu/).first()).toBeVisible();

  await page.getByLabel(/^Subtitlu/).fill(before ?? "");
  await save(page);
  await expect(page.getByText("Publicat azi")).toBeVisible();
});

test("B9-04 B9-05 A2-17 A2-18: the footer has an email and links, and shows errors in them", async ({
  page,
  complaints,
}) => {
  for (const status of [403, 422]) complaints.expectStatus(status);
  await openContent(page, "/admin/content/footer");
  await expect(page.getByLabel(/^Email/)).toHaveAttribute("type", "email");
  for (const name of [/^Instagram/, /^Facebook/, /^Twitter/])
    await expect(page.getByLabel(name)).toHaveAttribute("type", "url");
  const was = await page.getByLabel(/^Instagram/).inputValue();
  await page.getByLabel(/^Instagram/).fill("javascript:alert(1)");
  await page.getByLabel(/^Email/).fill("nu e adresă");
  await page.getByLabel(/^Telefon/).fill("0722 111 222");
  await press(page);
  await expect(page.getByText("Scrie adresa întreagă a paginii, care începe cu https://")).toBeVisible();
  await expect(page.getByText("Adresa de email nu este scrisă corect.")).toBeVisible();
  await expect(page.getByLabel(/^Telefon/)).toHaveValue("0722 111 222");
  await expect(page.getByLabel(/^Email/)).toBeFocused();

  await page.getByLabel(/^Instagram/).fill("https://instagram.com/alt.far");
  await page.getByLabel(/^Email/).fill("far@fosfor.example");
  await expect(page.getByText("Adresa de email nu este scrisă corect.")).toHaveCount(0);
  await save(page);
  await page.goto("/events");
  const foot = page.getByRole("contentinfo");
  await expect(foot.getByRole("link", { name: "Instagram" })).toHaveAttribute(
    "href",
    "https://instagram.com/alt.far",
  );
  await expect(foot.getByRole("link", { name: "far@fosfor.example" })).toBeVisible();
  await expect(foot).toContainText("0722 111 222");

  await page.goto("/admin/content/footer");
  await page.getByLabel(/^Instagram/).fill(was);
  await page.getByLabel(/^Email/).fill("salut@fosfor.example");
  await page.getByLabel(/^Telefon/).fill("+40 700 000 000");
  await save(page);
});

test("B11-04 A3-05 A3-38 B14-47 B14-05: a background is uploaded with progress, seen at once, and by visitors after saving", async ({
  page,
  complaints,
}) => {
  complaints.expectStatus(415);
  await openContent(page);
  const field = page.getByLabel("Fișierul imaginii");
  await field.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") });
  await expect(
    page.getByText("Failed to upload image. Fișierul nu este o imagine JPG, PNG sau WebP."),
  ).toBeVisible();

  // a network that is too slow until the progress was seen
  const wire = await page.context().newCDPSession(page);
  const speed = { offline: false, latency: 0, downloadThroughput: -1 };
  await wire.send("Network.emulateNetworkConditions", { ...speed, uploadThroughput: 200_000 });
  await field.setInputFiles({ name: "dig.jpg", mimeType: "image/jpeg", buffer: await photograph() });
  await expect(page.getByRole("progressbar", { name: "Se încarcă" })).toBeVisible();
  await expect(page.getByText(/^[\d,]+ din [\d,]+ MB$/)).toBeVisible();
  await wire.send("Network.emulateNetworkConditions", { ...speed, uploadThroughput: -1 });
  await says(page, "Image uploaded successfully", { timeout: 30_000 });
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByRole("img", { name: "Decupajul 16:9" })).toBeVisible();
  await expect(page.getByText("Modificări nesalvate: imagine")).toBeVisible();
  await page.getByLabel("Text alternativ").fill("Digul, seara");

  await save(page);
  await page.goto("/");
  const background = page.getByRole("img", { name: "Digul, seara" });
  await expect(background).toBeVisible();
  await expect(background).toHaveAttribute("srcset", /-480\.webp 480w.*-1080\.webp 1080w/);
  expect(await background.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);

  await page.goto("/admin/content");
  await page.getByLabel("Fără imagine").check();
  await save(page);
  await page.goto("/");
  await expect(page.getByRole("img", { name: "Digul, seara" })).toHaveCount(0);
});

test("two editors at once: the later one sees both texts and decides", async ({
  page,
  newPerson,
  complaints,
}) => {
  complaints.expectStatus(409);
  await openContent(page);
  const second = await newPerson();
  await openContent(second);
  await second.getByLabel(/^Text buton/).fill("Al ei");
  await save(second);
  await page.getByLabel(/^Text buton/).fill("Al lui");
  await press(page);
  await expect(page.getByText("Altcineva a salvat între timp.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Text buton/ }).getByRole("cell")).toHaveText([
    "Al ei",
    "Al lui",
  ]);
  await page.getByLabel(/^Text buton/).fill("Cumpara Bilete Acum");
  await save(page);
});

/** Noise does not compress: a big file of a small picture. */
function photograph(): Promise<Buffer> {
  return sharp({
    create: {
      width: 1900,
      height: 1200,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 85 })
    .toBuffer();
}
