import { inDays } from "#test/support/days.ts";
import { buy, choose } from "#test/support/purchase-steps.ts";
import { plainPicture } from "#test/support/sample-pictures.ts";
import { addType, fillNight, publishNight, saveNight } from "#test/support/staff-steps.ts";
import { freshName, newAdministrator, newCustomer, numberOf } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("B3-03 B3-08 B4-03 B5-03 B5-16 B6-02 B14-38 B14-41 B14-44: a night is built with its artist, picture, three types and a pass, bought, hidden, sold out, archived", {
  tag: "@first",
}, async ({ page, newPerson }) => {
  test.slow();
  const [night, artist] = [freshName("Noaptea de pe dig"), freshName("Sirena de probă")];
  const [entry, terrace, box] = [freshName("Intrare"), freshName("Terasa"), freshName("Lojă")];
  await newAdministrator(page);
  await page.goto("/admin/artists/new");
  await page.getByLabel("Nume").fill(artist);
  await page.getByLabel("Biografie").fill("Cântă sub apă.");
  await page.getByRole("button", { name: "Salvează artistul" }).click();
  await says(page, "Artist created successfully");

  await page.goto("/admin/events/new");
  await fillNight(page, { night, day: inDays(25), time: "21:30", types: { [entry]: 40, [terrace]: 60 } });
  await page.getByLabel("Fișierul imaginii").setInputFiles({
    name: "dig.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from(await plainPicture("jpeg", { width: 1920, height: 1080 })),
  });
  await says(page, "Image uploaded successfully", { timeout: 40_000 });
  await page.getByLabel("Text alternativ").fill("Digul, seara");
  await page.getByRole("searchbox", { name: "Adaugă artist" }).fill(artist);
  await page.getByRole("button", { name: artist }).click();
  await expect(page.getByRole("button", { name: `Scoate ${artist}` })).toBeVisible();
  await saveNight(page);
  await expect(page).toHaveURL(/\/admin\/events\/[0-9a-f-]{36}$/);
  await publishNight(page, night);
  await addType(page, "/admin/tickets/new", { night, name: box, price: "90", left: "9" });
  await addType(page, "/admin/abonamente/new", { night, name: freshName("Tot"), price: "200", left: "5" });

  await page.goto("/admin/tickets/new");
  const nights = page
    .getByRole("group", { name: /^Evenimente/ })
    .getByRole("list")
    .first();
  const rowsShown = () =>
    // a long name takes two lines of its row
    nights.evaluate((list) =>
      Math.floor(list.clientHeight / Math.min(...Array.from(list.children, (row) => row.clientHeight))),
    );
  await expect.poll(rowsShown).toBe(4);

  const customer = await newPerson();
  await newCustomer(customer);
  await choose(customer, night, { [entry]: 1, [box]: 0 });
  const address = customer.url();
  await expect(customer.getByRole("img", { name: "Digul, seara" }).first()).toBeVisible();
  await expect(customer.getByText(artist).first()).toBeVisible();
  await buy(customer, night, { [entry]: 1 });
  await expect(customer.getByRole("article", { name: /^Bilet FSC-/ })).toBeVisible();

  await page.goto(`/admin/tickets?q=${encodeURIComponent(box)}`);
  await page
    .getByRole("switch", { name: /vizibil$/ })
    .first()
    .click();
  await says(page, "Bilet marcat ca ascuns");
  await expect(async () => {
    await customer.goto(address);
    await expect(numberOf(customer, terrace)).toBeVisible();
    await expect(customer.getByText(box)).toHaveCount(0, { timeout: 200 });
  }).toPass();

  await page.goto(`/admin/tickets?q=${encodeURIComponent(terrace)}`);
  await page.getByRole("link", { name: terrace, exact: true }).click();
  await page.getByLabel("Rămase de vânzare").fill("0");
  await page.getByRole("button", { name: "Salvează biletul" }).click();
  await says(page, "Bilet actualizat cu succes");
  await page.goto(`/admin/tickets?q=${encodeURIComponent(entry)}`);
  await page.getByRole("link", { name: entry, exact: true }).click();
  await page.getByRole("link", { name: "Șterge", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Arhivează" }).click();
  await says(page, "Bilet șters cu succes");
  await expect(async () => {
    await customer.goto(address);
    await expect(customer.getByText("Epuizat").first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await customer.goto("/profile");
  await expect(customer.getByText(night).first()).toBeVisible();
});
