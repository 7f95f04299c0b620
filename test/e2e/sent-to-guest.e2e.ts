import {
  buyAsGuest,
  choose,
  chosenTwo,
  general,
  orderLinkTo,
  payOf,
  roomyNight,
} from "#test/support/purchase-steps.ts";
import { freshEmail, goodPassword, letterTo, numberOf } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("a guest sends a ticket by link, a friend without an account accepts it, and keeps it in an account made with the code", async ({
  page,
  newPerson,
  complaints,
}) => {
  test.slow();
  for (const status of [404, 422]) complaints.expectStatus(status);
  await buyAsGuest(page, 2);
  const link = await test.step("one is sent by a link, and waits", async () => {
    await page.getByRole("link", { name: "Trimite biletul 2 din 2" }).click();
    await expect(page.getByRole("dialog")).toContainText("Biletul 2 din 2");
    await page.getByLabel("Cum se numește?").fill("Vlad");
    // an email goes out in the name of a proven address alone
    await expect(page.getByText(/Adresa ta nu e confirmată/)).toBeVisible();
    await expect(page.getByLabel("Emailul prietenului")).toHaveCount(0);
    await page.getByRole("button", { name: "Fă linkul" }).click();
    const made = new URL(await page.getByLabel("Linkul biletului").inputValue());
    await page.getByRole("link", { name: "Gata" }).click();
    await expect(page.getByText("Codul e bun până îl acceptă Vlad.")).toBeVisible();
    await expect(page.getByRole("link", { name: /^Trimite biletul \d/ })).toHaveCount(0);
    return made.pathname + made.search;
  });
  const friend = await newPerson();
  const email = freshEmail();
  await test.step("the friend accepts with a name and an address; what was typed stays", async () => {
    await friend.goto(link);
    await friend.getByLabel("Numele tău").fill("Vlad Fără Cont");
    await friend.getByRole("button", { name: "Accept biletul" }).click();
    await expect(friend.getByText("Scrie adresa de email la care trimitem biletele.")).toBeVisible();
    await expect(friend.getByLabel("Numele tău")).toHaveValue("Vlad Fără Cont");
    await friend.getByLabel("Email", { exact: true }).fill(email);
    await friend.getByRole("button", { name: "Accept biletul" }).click();
    await expect(friend.getByRole("heading", { name: "Biletul e al tău." })).toBeVisible();
    await expect(friend.getByText(/^FSC-\d{4}-\d{6}$/)).toBeVisible();
  });
  await test.step("the sender's page says where the second ticket went", async () => {
    await page.reload();
    await expect(
      page.getByText(/Biletul 2 din 2: trimis către Vlad, acceptat pe .*, cu alt cod\./),
    ).toBeVisible();
    await expect(page.getByText(/^FSC-\d{4}-\d{6}$/)).toHaveCount(1);
  });
  await test.step("the letter's link opens it elsewhere", async () => {
    const other = await newPerson();
    await other.goto(await orderLinkTo(friend, email));
    await expect(other.getByText(/^FSC-\d{4}-\d{6}$/)).toBeVisible();
    await expect(other.getByRole("link", { name: "Trimite-l" })).toHaveCount(0);
  });
  await test.step("the code and a password make the account", async () => {
    await friend.getByRole("button", { name: "Trimite-mi codul" }).click();
    const { text } = await letterTo(friend.request, email, /Codul pentru biletele/);
    await friend.getByLabel("Codul din email").fill(/\b\d{6}\b/.exec(text)?.[0] ?? "");
    await friend.getByRole("button", { name: "Păstrează", exact: true }).click();
    const password = friend.getByRole("textbox", { name: "Parola contului nou" });
    await password.fill("parola");
    await friend.getByRole("button", { name: "Fă contul și păstrează-le" }).click();
    await expect(friend.getByText("Parola trebuie sa aiba cel putin 8 caractere").first()).toBeVisible();
    await password.fill(goodPassword);
    await friend.getByRole("button", { name: "Fă contul și păstrează-le" }).click();
    await expect(friend).toHaveURL("/profile");
    await expect(friend.getByRole("article", { name: /^Bilet FSC-/ })).toBeVisible();
  });
});

test("signing in with Google and with Apple goes on with the chosen tickets, and giving up there loses nothing", async ({
  page,
}) => {
  const chooseAndGoOn = async () => {
    await choose(page, roomyNight, { [general]: 2 });
    await payOf(page).click();
  };
  await chooseAndGoOn();
  await page.getByRole("link", { name: "Continuă cu Google" }).click();
  await page.getByRole("button", { name: "Renunță" }).click();
  await expect(page.getByText(/Ai renunțat la Google/)).toBeVisible();
  await expect(page.getByRole("main")).toContainText(chosenTwo);
  for (const [provider, who] of [
    ["Google", "Ioana Exemplu"],
    ["Apple", "Toma Nou"],
  ] as const) {
    if (provider === "Apple") {
      await page.context().clearCookies();
      await chooseAndGoOn();
    }
    await page.getByRole("link", { name: `Continuă cu ${provider}` }).click();
    await page.getByRole("button", { name: new RegExp(who) }).click();
    await says(page, "Autentificare reusita!");
    await expect(numberOf(page, general)).toHaveValue("2");
    await page.goto("/profile");
    await expect(page.getByRole("main")).toContainText(who);
  }
});
