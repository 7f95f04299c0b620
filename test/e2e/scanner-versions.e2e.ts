import { openBenchDoor } from "#devkit/lab/bench/bench-door.ts";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { memoryFolder } from "#test/support/memory-folder.ts";
import { otherBuild } from "#test/support/other-build.ts";
import { boundPhone, show, storedOn, withCamera, word } from "#test/support/scanner-steps.ts";
import { freePort, launchSite } from "#test/support/site.ts";
import { expect, test } from "#test/support/watched-test.ts";

/** A word of the camera's screen, which both builds show in a shift. */
const [oldWord, newWord] = ["Imaginea camerei", "Ce vede camera"];

test("50: a phone keeps its page through a shift while the server is one version newer, and takes the new one when it is bound again", async () => {
  test.slow();
  const other = otherBuild(oldWord, newWord);
  const env = { DATA_DIR: memoryFolder("estival-site-"), PORT: String(await freePort()) };
  const door = await openBenchDoor(4, env);
  const [first, second, third] = door.takeCodes(3) as [string, string, string];
  const [link, nextLink] = [await door.invite(), await door.invite()];
  try {
    await withCamera(door.origin, async (newContext, film) => {
      const context = await newContext();
      const phone = await boundPhone(context, link, "Radu M.");
      await show(phone, film, [first]);
      await expect(word(phone)).toHaveText("ADMIS");
      await expect.poll(() => storedOn(phone)).not.toMatch(/"isSent":false/);
      await door.close();
      const newer = await launchSite({ ...door.env, LOG_LEVEL: "error", TRUST_PROXY: "1" }, other.build);
      try {
        expect(await newer.isReady()).toBe(true);
        await test.step("in the shift the old page goes on, with network, after a reload and without network", async () => {
          await show(phone, film, [second]);
          await expect(phone.getByLabel(oldWord)).toBeAttached();
          await expect(word(phone)).toHaveText("ADMIS");
          await expect.poll(() => storedOn(phone)).not.toMatch(/"isSent":false/);
          await expect(phone.getByText("Online")).toBeVisible();
          await context.setOffline(true);
          await show(phone, film, [second]);
          await expect(phone.getByLabel(oldWord)).toBeAttached();
          await expect(word(phone)).toHaveText("REFUZAT");
          await context.setOffline(false);
          await expect.poll(() => storedOn(phone)).not.toMatch(/"isSent":false/);
        });

        await test.step("bound again it has the new page, which opens without network", async () => {
          await phone.close();
          const again = await boundPhone(context, nextLink, "Mara D.");
          await context.setOffline(true);
          await show(again, film, [third]);
          await expect(again.getByLabel(newWord)).toBeAttached();
          await expect(word(again)).toHaveText("ADMIS");
          await context.setOffline(false);
          await expect.poll(() => storedOn(again)).not.toMatch(/"isSent":false/);
        });
      } finally {
        await newer.stop();
      }
    });
  } finally {
    other.close();
    removeDataFolder(env.DATA_DIR);
  }
});
