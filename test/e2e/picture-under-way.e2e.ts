import { plainPicture } from "#test/support/sample-pictures.ts";
import { freshName, newAdministrator } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("a form with a picture still on its way waits for it, and is saved with it and with the text written meanwhile", async ({
  page,
}) => {
  const artist = freshName("Sirena cu poză");
  await newAdministrator(page);
  await page.goto("/admin/artists/new");
  await page.getByLabel("Nume").fill(artist);
  await page.getByLabel("Biografie").fill("Cântă sub apă.");
  let arrives = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrives = resolve;
  });
  await page.route("**/admin/pictures/artists", async (route) => {
    await arrived;
    await route.continue();
  });
  await page.getByLabel("Fișierul imaginii").setInputFiles({
    name: "sirena.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from(await plainPicture("jpeg", { width: 800, height: 800 })),
  });
  await expect(page.getByText("sirena.jpg")).toBeVisible();
  const save = page.getByRole("button", { name: "Salvează artistul" });

  // stopped, it is not saved by itself
  await save.click();
  await expect(page.getByText("Se salvează îndată ce imaginea e gata.")).toBeVisible();
  await page.getByRole("button", { name: "Oprește" }).click();
  await expect(page).toHaveURL(/\/admin\/artists\/new$/);

  await page.getByLabel("Fișierul imaginii").setInputFiles({
    name: "sirena.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from(await plainPicture("jpeg", { width: 800, height: 800 })),
  });
  await page.getByLabel("Text alternativ").fill("O sirenă cântă.");
  await save.click();
  await expect(page.getByText("Se salvează îndată ce imaginea e gata.")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/artists\/new$/);
  arrives();
  await says(page, "Artist created successfully", { timeout: 40_000 });
  await page.goto("/admin/artists");
  await page.getByRole("link", { name: artist }).first().click();
  await expect(page.getByRole("img", { name: "Decupajul 1:1" })).toBeVisible();
  await expect(page.getByLabel("Text alternativ")).toHaveValue("O sirenă cântă.");
});
