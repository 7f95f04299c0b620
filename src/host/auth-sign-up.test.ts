import { describe, expect, it } from "vitest";
import { goodPassword, testAccounts } from "#test/support/accounts.ts";
import { authCalls, refusal } from "#test/support/auth-calls.ts";

const accounts = await testAccounts();
const { tokenFor, lettersTo, db, letters } = accounts;
const { call } = authCalls(accounts);

describe("sign-up", () => {
  const body = {
    email: "Noua@club.example",
    password: goodPassword,
    data: { full_name: "Ioana Nouă", phone: "0722 111 222" },
    gotrue_meta_security: {},
    code_challenge: null,
    code_challenge_method: null,
  };

  it("makes an account, and opens a session with the token of the email (A14-15, A14-21, A15-03)", async () => {
    const made = await call("/signup", { body });
    expect(made).toMatchObject({
      status: 200,
      body: {
        email: "noua@club.example",
        role: "authenticated",
        user_metadata: { full_name: "Ioana Nouă", phone: "0722 111 222" },
      },
    });
    expect(made.body).not.toHaveProperty("access_token");
    expect(
      await call("/token?grant_type=password", { body: { email: body.email, password: goodPassword } }),
    ).toMatchObject(refusal(400, "email_not_confirmed", "Email not confirmed"));
    const token = await tokenFor("noua@club.example", "confirm_address");
    const verified = await call("/verify", { body: { type: "signup", token_hash: token } });
    expect(verified.body).toMatchObject({ token_type: "bearer", user: { id: made.body.id } });
    expect(verified.body.user).toHaveProperty("email_confirmed_at");
    const rows = await db`SELECT full_name, phone, role FROM profiles WHERE id = ${made.body.id}`;
    expect(rows).toEqual([{ full_name: "Ioana Nouă", phone: "0722 111 222", role: "user" }]);
    expect(await call("/verify", { body: { type: "signup", token_hash: token } })).toMatchObject(
      refusal(403, "otp_expired", "Token has expired or is invalid"),
    );
  });

  it("keeps no password that only a link vouches for: a stranger may have signed up", async () => {
    const email = "doua@club.example";
    const theirs = await call("/signup", { body: { email, password: "parola unui strain" } });
    const token = await tokenFor(email, "confirm_address");
    const verified = await call("/verify", { body: { type: "signup", token_hash: token } });
    expect(verified.body.user).toMatchObject({ id: theirs.body.id, identities: [] });
    const enter = (password: string) => call("/token?grant_type=password", { body: { email, password } });
    expect((await enter("parola unui strain")).body.error_code).toBe("invalid_credentials");
    // the session belongs to the owner of the address, who sets a password
    const change = { method: "PUT", token: verified.body.access_token, body: { password: goodPassword } };
    expect((await call("/user", change)).status).toBe(200);
    expect((await enter(goodPassword)).status).toBe(200);
  });

  it("keeps the password that comes with the link, however many sign-ups wait; a wrong one opens nothing", async () => {
    const signUp = (email: string, password: string) => call("/signup", { body: { email, password } });
    const email = "singura@club.example";
    await signUp(email, "parola unui strain");
    await accounts.later(2);
    await signUp(email, goodPassword);
    const link = (await lettersTo(email)).at(-1)?.link ?? "";
    const token_hash = new URL(link).searchParams.get("token");
    const verify = (password: string) => call("/verify", { body: { type: "signup", token_hash, password } });
    const enter = (password: string) => call("/token?grant_type=password", { body: { email, password } });
    expect(await verify("parola unui strain")).toMatchObject(
      refusal(400, "invalid_credentials", "Invalid login credentials"),
    );
    expect((await verify(goodPassword)).status).toBe(200);
    expect((await enter(goodPassword)).status).toBe(200);
    expect((await enter("parola unui strain")).body.error_code).toBe("invalid_credentials");
  });

  it("ends the link with the fifth wrong password, as the site does", async () => {
    const email = "cinci@club.example";
    await call("/signup", { body: { email, password: goodPassword } });
    const token_hash = await tokenFor(email, "confirm_address");
    const verify = (password: string) => call("/verify", { body: { type: "signup", token_hash, password } });
    for (let i = 1; i < 5; i++)
      expect((await verify(`greșită de ${i} ori`)).body.error_code).toBe("invalid_credentials");
    for (const password of ["greșită iar", goodPassword])
      expect((await verify(password)).body.error_code).toBe("otp_expired");
  });

  it("gives a session at once while emails are off, and then answers that an address is taken (A17-24)", async () => {
    letters.on = false;
    try {
      const made = await call("/signup", { body: { ...body, email: "faraposta@club.example" } });
      expect(made.body).toMatchObject({ token_type: "bearer", user: { email: "faraposta@club.example" } });
      expect(await call("/signup", { body: { ...body, email: "faraposta@club.example" } })).toMatchObject(
        refusal(422, "user_already_exists", "User already registered"),
      );
    } finally {
      letters.on = true;
    }
  });

  const anything = "You must provide either an email or phone number and a password";
  it.each<[unknown, number, string, string]>([
    [{ password: goodPassword }, 400, "validation_failed", anything],
    [{ email: "x@club.example" }, 400, "validation_failed", anything],
    [{}, 400, "validation_failed", anything],
    [
      { phone: "0722", password: goodPassword, channel: "sms" },
      400,
      "phone_provider_disabled",
      "Phone logins are disabled",
    ],
    [
      { email: "x", password: goodPassword },
      400,
      "email_address_invalid",
      "Unable to validate email address: invalid format",
    ],
    [
      { email: "x@club.example", password: "scurta" },
      422,
      "weak_password",
      "Password should be at least 8 characters.",
    ],
    [
      { email: "x@club.example", password: "password" },
      422,
      "weak_password",
      "Password is known to be weak and easy to guess, please choose a different one.",
    ],
    [
      { email: "x@club.example", password: goodPassword, role: "admin" },
      400,
      "validation_failed",
      "Request body could not be understood",
    ],
  ])("refuses %j (A14-14, A17-27, A17-28)", async (sent, status, code, msg) => {
    expect(await call("/signup", { body: sent })).toMatchObject(refusal(status, code, msg));
    expect((await call("/token?grant_type=password", { body: sent })).status).toBeGreaterThanOrEqual(400);
  });
});
