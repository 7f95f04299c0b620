import { ownNight } from "#test/support/own-night.ts";
import { qrInPicture } from "#test/support/read-qr.ts";
import { confirmWithPassword, openGate, openNightForm, present } from "#test/support/staff-steps.ts";
import { freshEmail, letterTo, newAdministrator } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("names are put on a guest list and come in at the door (48)", async ({ page, complaints }) => {
  for (const status of [409, 422]) complaints.expectStatus(status);
  const { title: night } = await ownNight("Noapte cu invitați");
  await newAdministrator(page);
  await openNightForm(page, night);
  await page.getByRole("link", { name: "Invitați", exact: true }).click();
  await expect(page.getByRole("heading", { name: `Invitați, ${night}` })).toBeVisible();

  const list = page.getByRole("form", { name: "Listă nouă" });
  await list.getByLabel("Numele listei").fill("Presă");
  await list.getByLabel("Locuri").fill("41");
  await list.getByRole("button", { name: "Salvează lista" }).click();
  await expect(list.getByText("Noaptea mai are 40 de locuri.")).toBeVisible();
  await expect(list.getByLabel("Numele listei")).toHaveValue("Presă");
  await list.getByLabel("Locuri").fill("4");
  await list.getByRole("button", { name: "Salvează lista" }).click();
  await says(page, "Lista „Presă” e salvată.");
  await page.getByText("Listă nouă").click();
  await expect(list.getByLabel("Numele listei")).toHaveValue("");

  const add = page.getByRole("form", { name: "Adaugă pe listă" });
  await add.getByRole("button", { name: "Adaugă" }).click();
  await expect(add.getByText("Acest câmp este obligatoriu")).toBeVisible();
  await add.getByLabel("Nume").fill("Zamfira Popescu");
  await add.getByLabel("Locuri").fill("3");
  await add.getByLabel("Notă").fill("foto");
  await add.getByRole("button", { name: "Adaugă" }).click();
  await says(page, "Adăugat: 1 nume, 3 locuri.");
  await expect(add.getByLabel("Nume")).toHaveValue("");

  await page.getByText("Lipește o listă: un nume pe rând").click();
  const many = page.getByRole("form", { name: "Lipește o listă: un nume pe rând" });
  await many.getByLabel("Nume, câte unul pe rând").fill("zamfira popescu\nMatei Coman\nVera Dumbravă +1");
  await many.getByRole("button", { name: "Adaugă toate" }).click();
  await expect(page.getByText("Lista mai are 1 loc.")).toBeVisible();
  await many.getByLabel("Nume, câte unul pe rând").fill("zamfira popescu\nMatei Coman");
  await many.getByRole("button", { name: "Adaugă toate" }).click();
  await says(page, "Adăugat: 1 nume, 1 loc. Deja pe o listă: 1.");
  await expect(page.getByText("4 locuri; 0 intrați; plină")).toBeVisible();

  await openGate(page, night);
  await page.getByRole("link", { name: "Invitați: 0 din 4" }).click();
  await page.getByLabel("Numele de pe listă").fill("pop zam");
  await page.getByRole("button", { name: "Caută" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("form", { name: "Zamfira Popescu" }).getByRole("button", { name: "intră 2" }).click();
  await expect(page.getByRole("heading", { name: "ADMIS" })).toBeVisible();
  await expect(page.getByText("Zamfira Popescu, 2 intrări")).toBeVisible();
  await expect(page.getByText("lista Presă")).toBeVisible();

  await openNightForm(page, night);
  await page.getByRole("link", { name: "Invitați", exact: true }).click();
  await expect(page.getByText(/2 din 3, \d\d:\d\d$/)).toBeVisible();
  await page.getByRole("button", { name: "Scoate Matei Coman de pe listă" }).click();
  await says(page, "Numele nu mai e pe listă.");
  await expect(page.getByText("3 / 4")).toBeVisible();
});

test("a guest with an address gets a QR by email, which comes in once for each place, and not when the name is taken off", async ({
  page,
  complaints,
}) => {
  // the password again
  complaints.expectStatus(403);
  const { id, title: night } = await ownNight("Noapte cu coduri de invitați");
  const [ana, dan] = [freshEmail(), freshEmail()];
  await newAdministrator(page);
  const lists = `/admin/events/${id}/guests`;
  await page.goto(lists);
  const list = page.getByRole("form", { name: "Listă nouă" });
  await list.getByLabel("Numele listei").fill("Casa");
  await list.getByRole("button", { name: "Salvează lista" }).click();
  const add = page.getByRole("form", { name: "Adaugă pe listă" });
  for (const [name, places, email] of [
    ["Ana Vîlcu", "2", ana],
    ["Dan Coman", "1", dan],
  ] as const) {
    await add.getByLabel("Nume").fill(name);
    await add.getByLabel("Locuri").fill(places);
    await add.getByLabel("Email pentru codul QR").fill(email);
    await add.getByRole("button", { name: "Adaugă" }).click();
    // once, then it lasts for some minutes
    if (email === ana) await confirmWithPassword(page);
    await expect(page.getByText(email)).toBeVisible();
  }
  const codeTo = async (email: string) => {
    await letterTo(page.request, email, /Ești pe listă/);
    await page.goto("/_demo/mail");
    await page.getByRole("link", { name: email }).first().click();
    const picture = page.frameLocator("iframe").getByRole("img", { name: /Codul QR/ });
    const [code = ""] = await qrInPicture(await picture.screenshot());
    return code;
  };
  const [codeOfAna, codeOfDan] = [await codeTo(ana), await codeTo(dan)];
  await page.goto(lists);
  await page.getByRole("button", { name: "Scoate Dan Coman de pe listă" }).click();
  await says(page, "Numele nu mai e pe listă.");

  for (const [code, words] of [
    [codeOfAna, "Ana Vîlcu, 1 intrare"],
    [codeOfAna, "Ana Vîlcu, 1 intrare"],
    [codeOfAna, "Pe acest nume au intrat toți"],
    [codeOfDan, "Numele nu mai e pe listă"],
  ] as const) {
    await openGate(page, night);
    await present(page, code);
    await expect(page.getByText(words)).toBeVisible();
  }
});
