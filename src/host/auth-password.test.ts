import { describe, expect, it } from "vitest";
import { goodPassword, siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { authCalls, refusal } from "#test/support/auth-calls.ts";

const accounts = await testAccounts();
const { person, tokenFor, lettersTo, db } = accounts;
const { call, signIn } = authCalls(accounts);

describe("a password", () => {
  it("is reset with the session of an email, and the other sessions end (A14-22, A14-23)", async () => {
    await person("uitat@club.example");
    const elsewhere = await signIn("uitat@club.example");
    expect(
      await call("/recover?redirect_to=https%3A%2F%2Fevil.example", {
        body: { email: "uitat@club.example" },
      }),
    ).toMatchObject({ status: 200, body: {} });
    const link = (await lettersTo("uitat@club.example")).at(-1)?.link ?? "";
    expect(link.startsWith(`${siteOrigin}/reset-password?token=`)).toBe(true);
    const token = await tokenFor("uitat@club.example", "reset_password");
    const { body: session } = await call("/verify", {
      body: { type: "recovery", email: "uitat@club.example", token },
    });
    const changed = await call("/user", {
      method: "PUT",
      token: session.access_token,
      body: { password: "alte valuri mari" },
    });
    expect(changed).toMatchObject({ status: 200, body: { email: "uitat@club.example" } });
    expect((await call("/user", { token: session.access_token })).status).toBe(200);
    expect((await call("/user", { token: elsewhere.access_token })).body).toMatchObject({
      error_code: "session_not_found",
    });
    expect((await signIn("uitat@club.example")).error_code).toBe("invalid_credentials");
    expect((await signIn("uitat@club.example", "alte valuri mari")).token_type).toBe("bearer");
    expect((await lettersTo("uitat@club.example")).at(-1)?.kind).toBe("password_changed");
  });

  it("must be given again before it changes, unless the sign-in was minutes ago", async () => {
    const { userId } = await person("vechi@club.example");
    const { access_token: token } = await signIn("vechi@club.example");
    const change = (more: object) => call("/user", { method: "PUT", token, body: more });
    expect(await change({ password: goodPassword })).toMatchObject(
      refusal(422, "same_password", "New password should be different from the old password."),
    );
    await db`UPDATE identity.session SET amr = json_build_array(json_build_object('method', 'password', 'timestamp', extract(epoch FROM now())::bigint - 601)) WHERE user_id = ${userId}`;
    const needed = refusal(400, "reauthentication_needed", "Password update requires reauthentication");
    expect(await change({ password: "alte valuri mari" })).toMatchObject(needed);
    expect(await change({ password: "alte valuri mari", current_password: "ghicit" })).toMatchObject(needed);
    expect(
      (await change({ password: "alte valuri mari", current_password: goodPassword })).body,
    ).toMatchObject({ email: "vechi@club.example" });
    expect(await change({ data: { full_name: "Alt Nume" } })).toMatchObject({ status: 200 });
  });

  it("is not enough for a new address: that gets a link, and the present one gets a message (A14-23)", async () => {
    await person("mutat@club.example");
    const { access_token: token } = await signIn("mutat@club.example");
    const change = (email: string) => call("/user", { method: "PUT", token, body: { email } });
    expect(await change("nou mutat")).toMatchObject({
      status: 400,
      body: { error_code: "email_address_invalid" },
    });
    expect(await change("Nou-Mutat@club.example")).toMatchObject({
      status: 200,
      body: { email: "mutat@club.example" },
    });
    const { link = "" } = (await lettersTo("nou-mutat@club.example")).at(-1) ?? {};
    const proof = new URL(link).searchParams.get("token");
    const verify = (token?: string) =>
      call("/verify", { body: { type: "email_change", token_hash: proof }, ...(token ? { token } : {}) });
    // the link alone moves nothing, neither for another person nor beside an unknown token
    await person("strain@club.example");
    const stranger = (await signIn("strain@club.example")).access_token;
    const over = refusal(403, "otp_expired", "Token has expired or is invalid");
    for (const other of [undefined, stranger, "anon"]) expect(await verify(other)).toMatchObject(over);
    const moved = await verify(token);
    expect(moved.body.user).toMatchObject({ email: "nou-mutat@club.example" });
    expect((await lettersTo("mutat@club.example")).length).toBeGreaterThan(2);
    expect(await verify(token)).toMatchObject(over);
    await db`UPDATE identity.session SET amr = '[{"method": "password", "timestamp": 1}]' WHERE user_id = ${moved.body.user.id}`;
    expect((await change("altul@club.example")).body.error_code).toBe("reauthentication_needed");
  });

  it("I23: gives no role, whatever fields are sent with it", async () => {
    const { userId } = await person("urca@club.example");
    const { access_token: token } = await signIn("urca@club.example");
    const change = (more: object) => call("/user", { method: "PUT", token, body: more });
    for (const more of [{ role: "admin" }, { app_metadata: { role: "admin" } }, { user_metadata: {} }])
      expect((await change(more)).status).toBe(400);
    const kept = await change({ data: { full_name: "Ana", role: "admin", app_metadata: { role: "admin" } } });
    expect(kept.body).toMatchObject({ role: "authenticated", app_metadata: { role: "user" } });
    expect(JSON.stringify(kept.body.user_metadata)).not.toContain("admin");
    expect((await db`SELECT role FROM profiles WHERE id = ${userId}`)[0].role).toBe("user");
  });
});
