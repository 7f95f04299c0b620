import { expect, says, test } from "#test/support/watched-test.ts";

test("a journey counts each message at the foot of a page once, also one that comes as an equal one goes", async ({
  page,
}) => {
  await page.goto("/");
  const shown = async (by: "the page" | "the script") => {
    await page.evaluate((maker) => {
      const message = document.createElement("div");
      message.className = "toast";
      message.innerHTML = "<span><span>Salvat</span></span>";
      if (maker === "the script") Object.assign(message, { __reactFiber$test: {} });
      const region = document.querySelector(".toasts");
      region?.querySelector(".toast")?.remove();
      region?.append(message);
    }, by);
  };
  const isSilent = () => expect(says(page, "Salvat", { timeout: 300 })).rejects.toThrow(/the page says/);

  await shown("the script");
  await says(page, "Salvat");
  await shown("the script");
  await says(page, "Salvat");
  await isSilent();
  // a message of the page's HTML is shown anew by the script, and may come in parts before
  await shown("the page");
  await isSilent();
  await shown("the script");
  await says(page, "Salvat");
  await isSilent();
});
