import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { registerAccount } from "#platform/identity/accounts/register-account.server.ts";
import { testAccounts } from "#test/support/accounts.ts";

// the command hashes in a process of its own, as everywhere
const accounts = await testAccounts({ hashing: { concurrency: 1 } });
const run = promisify(execFile);

/** Runs the command as a person would on the machine, with all answers in the environment. */
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

test("the command keeps nothing that a stranger typed on an account whose address nobody proved", async () => {
  accounts.letters.on = false;
  await registerAccount(accounts.identity, {
    email: "sef@club.example",
    password: "parola hotului",
    fullName: "Nu Șeful",
    phone: "0722 000 111",
  });
  accounts.letters.on = true;
  const given = { ADMIN_EMAIL: "sef@club.example", ADMIN_PASSWORD: "nori peste mare" };
  const known = async () =>
    (
      await accounts.owner.query(
        "SELECT role, full_name, phone FROM profiles WHERE email = 'sef@club.example'",
      )
    ).rows;
  await createAdmin({ ...given, ADMIN_NAME: "Șeful Clubului" });
  expect(await known()).toEqual([{ role: "admin", full_name: "Șeful Clubului", phone: "" }]);
  // the address is proven now: a given name is taken, an empty one changes nothing, and the phone stays
  await accounts.owner.query("UPDATE profiles SET phone = '1' WHERE email = 'sef@club.example'");
  await createAdmin({ ...given, ADMIN_NAME: "" });
  expect(await known()).toEqual([{ role: "admin", full_name: "Șeful Clubului", phone: "1" }]);
  await createAdmin({ ...given, ADMIN_NAME: "Ion Șeful" });
  expect(await known()).toEqual([{ role: "admin", full_name: "Ion Șeful", phone: "1" }]);
});

test("the command refuses a common password, says why, and exits with an error", async () => {
  await expect(createAdmin({ ADMIN_PASSWORD: "password" })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("password_common"),
  });
});
