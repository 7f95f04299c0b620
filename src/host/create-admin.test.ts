import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { testAccounts } from "#test/support/accounts.ts";

const accounts = await testAccounts();
const run = promisify(execFile);

/** The command as somebody types it at the machine, told everything by the environment. */
const createAdmin = (env: Record<string, string>) =>
  run(process.execPath, [join(import.meta.dirname, "create-admin.ts")], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: accounts.loginUrl,
      ADMIN_EMAIL: "sefa@club.example",
      ADMIN_NAME: "Șefa Clubului",
      ...env,
    },
  });

test("the command makes an administrator who can sign in, and gives a new password when it is run again", async () => {
  expect((await createAdmin({ ADMIN_PASSWORD: "nori peste mare" })).stdout).toContain("sefa@club.example");
  expect((await accounts.logIn("sefa@club.example")).ok).toBe(true);
  await createAdmin({ ADMIN_PASSWORD: "alte valuri mari" });
  expect((await accounts.logIn("sefa@club.example")).ok).toBe(false);
  expect((await accounts.logIn("sefa@club.example", "alte valuri mari")).ok).toBe(true);
  const { rows } = await accounts.owner.query("SELECT role, full_name FROM profiles");
  expect(rows).toEqual([{ role: "admin", full_name: "Șefa Clubului" }]);
});

test("the command refuses a common password, says why, and ends with an error", async () => {
  await expect(createAdmin({ ADMIN_PASSWORD: "password" })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("password_common"),
  });
});
