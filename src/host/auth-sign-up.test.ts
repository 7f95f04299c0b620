import { describe, expect, it } from "vitest";
import { goodPassword, testAccounts } from "#test/support/accounts.ts";
import { authCalls, refusal } from "#test/support/auth-calls.ts";

const accounts = await testAccounts();
const { person, tokenFor, db, letters } = accounts;
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

  it("I26: answers a known address exactly like a new one, except for ids and instants", async () => {
    await person("stiuta@club.example");
    const shape = (answer: Awaited<ReturnType<typeof call>>) => ({
      status: answer.status,
      headers: [...answer.headers],
      body: JSON.stringify(answer.body)
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "AT")
        .replaceAll(/(ne)?stiuta/g, "x"),
    });
    const known = await call("/signup", { body: { ...body, email: "stiuta@club.example" } });
    const fresh = await call("/signup", { body: { ...body, email: "nestiuta@club.example" } });
    const again = await call("/signup", { body: { ...body, email: "nestiuta@club.example" } });
    expect(shape(known)).toEqual(shape(fresh));
    expect(shape(again)).toEqual(shape(fresh));
    const ids = new Set([known.body.id, fresh.body.id, again.body.id]);
    expect(ids.size).toBe(3);
    const rows = await db`SELECT id FROM profiles WHERE email = 'stiuta@club.example'`;
    expect(ids.has(rows[0].id)).toBe(false);
  });

  it("sets the password of no sign-up where several wait for the address, whichever email is used", async () => {
    const email = "doua@club.example";
    const signUp = (password: string) => call("/signup", { body: { email, password } });
    const theirs = await signUp("parola unui strain");
    const token = await tokenFor(email, "confirm_address");
    await signUp(goodPassword);
    const verified = await call("/verify", { body: { type: "signup", token_hash: token } });
    expect(verified.body.user).toMatchObject({ id: theirs.body.id, identities: [] });
    for (const password of ["parola unui strain", goodPassword])
      expect((await call("/token?grant_type=password", { body: { email, password } })).body.error_code).toBe(
        "invalid_credentials",
      );
    // the session belongs to the owner of the address, who sets a password
    const change = { method: "PUT", token: verified.body.access_token, body: { password: goodPassword } };
    expect((await call("/user", change)).status).toBe(200);
    const opened = await call("/token?grant_type=password", { body: { email, password: goodPassword } });
    expect(opened.status).toBe(200);
  });

  it("sets the password of the only sign-up of the address, whatever waits for other addresses", async () => {
    const signUp = (email: string) => call("/signup", { body: { email, password: goodPassword } });
    const email = "singura@club.example";
    await signUp("alta@club.example");
    await signUp(email);
    const token = await tokenFor(email, "confirm_address");
    expect((await call("/verify", { body: { type: "signup", token_hash: token } })).status).toBe(200);
    const opened = await call("/token?grant_type=password", { body: { email, password: goodPassword } });
    expect(opened.status).toBe(200);
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
