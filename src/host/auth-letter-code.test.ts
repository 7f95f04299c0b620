import { decodeJwt } from "jose";
import { describe, expect, it, test } from "vitest";
import { verifyLetter } from "#platform/identity/letters/verify-letter.server.ts";
import { goodPassword, testAccounts } from "#test/support/accounts.ts";
import { authCalls, refusal } from "#test/support/auth-calls.ts";

const accounts = await testAccounts();
const { person, lettersTo, db, tokens } = accounts;
const { call, signIn } = authCalls(accounts);

describe("a code by email", () => {
  const codeTo = async (email: string): Promise<string> => {
    const rows =
      await db`SELECT variables->>'token' AS code FROM letters WHERE recipient = ${email} AND kind = 'one_time_code' ORDER BY id DESC LIMIT 1`;
    return rows[0]?.code;
  };

  it("signs in once; an address without an account gets the same answer (A14-20, A14-21, I26)", async () => {
    const email = "cod@club.example";
    const { userId } = await person(email);
    const ask = (address: string) => call("/otp", { body: { email: address, create_user: true, data: {} } });
    expect(await ask(email)).toMatchObject({ status: 200, body: {} });
    expect(await ask("nimeni@club.example")).toMatchObject({ status: 200, body: {} });
    expect((await db`SELECT FROM profiles WHERE email = 'nimeni@club.example'`).length).toBe(0);
    const code = await codeTo(email);
    expect(code).toMatch(/^\d{6}$/);
    const verify = (token: string, address = email) =>
      call("/verify", { body: { type: "email", email: address, token } });
    const over = refusal(403, "otp_expired", "Token has expired or is invalid");
    const wrong = code === "000000" ? "000001" : "000000";
    expect(await verify(wrong)).toMatchObject(over);
    expect(await verify(code, "nimeni@club.example")).toMatchObject(over);
    const answers = await Promise.all([verify(code), verify(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const { body } = answers.find(({ status }) => status === 200) ?? { body: null };
    expect(body).toMatchObject({ token_type: "bearer", user: { id: userId } });
    expect(decodeJwt(body.access_token)).toMatchObject({ amr: [{ method: "otp" }] });
    const rows = await db`SELECT string_agg(identifier, ' ') AS all FROM identity.verification`;
    expect(rows[0].all ?? "").not.toContain(code);
  });

  it("expires after ten minutes, and is refused for a while after five wrong codes from one network (A14-21)", async () => {
    const email = "ghicit@club.example";
    await person(email);
    const over = { status: 403, body: { error_code: "otp_expired" } };
    const verify = (token: string) => call("/verify", { body: { type: "email", email, token } });
    await call("/otp", { body: { email } });
    await db`UPDATE identity.verification SET expires_at = now() WHERE identifier LIKE 'sign-in-code:%'`;
    expect(await verify(await codeTo(email))).toMatchObject(over);
    await accounts.later(2);
    await call("/otp", { body: { email } });
    const code = await codeTo(email);
    for (let i = 0; i < 6; i++)
      expect(await verify(String((Number(code) + 1 + i) % 1_000_000).padStart(6, "0"))).toMatchObject(over);
    // this network gets no further try for a minute, not even with the right code
    expect(await verify(code)).toMatchObject(over);
    await accounts.later(2);
    expect((await verify(code)).status).toBe(200);
  });

  it("does not end by a stranger's wrong guesses, unless they come from many networks", async () => {
    const email = "strain@club.example";
    await person(email);
    await call("/otp", { body: { email } });
    const code = await codeTo(email);
    const verify = (token: string, network: number) =>
      verifyLetter(
        tokens,
        { type: "email", email, token },
        { userAgent: "", address: `203.0.113.${network}` },
      );
    const wrong = code === "000000" ? "000001" : "000000";
    for (let i = 0; i < 10; i++) expect((await verify(wrong, 1)).ok).toBe(false);
    expect((await verify(code, 2)).ok).toBe(true);

    await accounts.later(2);
    await call("/otp", { body: { email } });
    const next = await codeTo(email);
    const other = next === "000000" ? "000001" : "000000";
    for (let i = 0; i < 21; i++) expect((await verify(other, 10 + i)).ok).toBe(false);
    await accounts.later(2);
    // it ended with the guess over the limit
    expect((await verify(next, 99)).ok).toBe(false);

    // and the next one is not held up, while they go on
    expect((await verify(other, 50)).ok).toBe(false);
    await call("/otp", { body: { email } });
    expect((await verify(await codeTo(email), 2)).ok).toBe(true);
  });

  it("for a new proof of identity does not end by a stranger's guesses at sign-in", async () => {
    const email = "anume@club.example";
    await person(email);
    const { access_token: token } = await signIn(email);
    await call("/reauthenticate", { token });
    const nonce = await codeTo(email);
    expect(
      await db`SELECT variables->>'purpose' AS purpose FROM letters WHERE recipient = ${email} AND kind = 'one_time_code'`,
    ).toEqual([{ purpose: "reauthenticate" }]);
    for (let i = 0; i < 30; i++)
      await verifyLetter(
        tokens,
        { type: "email", email, token: "000000" },
        { userAgent: "", address: `203.0.113.${i}` },
      );
    const body = { password: "alte valuri mari", nonce };
    expect((await call("/user", { method: "PUT", token, body })).status).toBe(200);
  });

  it("lets a person set a password whose sign-in is long ago (A14-24)", async () => {
    const email = "nonce@club.example";
    const { userId } = await person(email);
    const { access_token: token } = await signIn(email);
    await db`UPDATE identity.session SET amr = '[{"method": "password", "timestamp": 1}]' WHERE user_id = ${userId}`;
    expect(await call("/reauthenticate", { token })).toMatchObject({ status: 200, body: {} });
    const nonce = await codeTo(email);
    const change = (more: object) =>
      call("/user", { method: "PUT", token, body: { password: "alte valuri mari", ...more } });
    expect((await change({})).body.error_code).toBe("reauthentication_needed");
    const wrong = nonce === "000000" ? "000001" : "000000";
    expect((await change({ nonce: wrong })).body.error_code).toBe("reauthentication_not_valid");
    // a code for a new proof of identity opens no session
    expect((await call("/verify", { body: { type: "email", email, token: nonce } })).status).toBe(403);
    expect((await change({ nonce })).status).toBe(200);
    expect((await change({ password: "iar alte valuri", nonce })).body.error_code).toBe(
      "reauthentication_not_valid",
    );
  });
});

test("A14-25 the confirmation email is sent again; the answer does not show whether the address is known", async () => {
  await call("/signup", { body: { email: "iar@club.example", password: goodPassword } });
  await accounts.later(2);
  for (const email of ["iar@club.example", "nimeni@club.example"])
    expect(await call("/resend", { body: { type: "signup", email } })).toMatchObject({
      status: 200,
      body: {},
    });
  expect(await lettersTo("iar@club.example")).toHaveLength(2);
});
