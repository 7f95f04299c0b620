import { expect, test } from "vitest";
import { testAccounts } from "#test/support/accounts.ts";
import { authCalls, type Call } from "#test/support/auth-calls.ts";

const accounts = await testAccounts();
const { call } = authCalls(accounts);

test.each<[string, Call, number, string]>([
  ["/user", {}, 401, "no_authorization"],
  ["/user", { token: "x.y.z" }, 403, "bad_jwt"],
  ["/user", { headers: { authorization: "Basic eA==" } }, 401, "no_authorization"],
  ["/logout", { method: "POST" }, 401, "no_authorization"],
  ["/token", { body: {} }, 400, "validation_failed"],
  ["/token?grant_type=implicit", { body: {} }, 400, "validation_failed"],
  ["/token?grant_type=refresh_token", { body: { refresh_token: 1 } }, 400, "validation_failed"],
  ["/token?grant_type=password", { body: "{" }, 400, "bad_json"],
  ["/token?grant_type=password", { body: '{"email":"a@b.ro","email":"c@d.ro"}' }, 400, "bad_json"],
  [
    "/token?grant_type=password",
    { body: "x", headers: { "content-type": "text/plain" } },
    415,
    "unsupported_media_type",
  ],
  ["/signup", { body: { email: "a@b.ro", password: "x".repeat(70_000) } }, 413, "request_too_large"],
  ["/verify", { body: { type: "signup", token: "x" } }, 400, "validation_failed"],
  ["/verify", { body: { type: "sms", phone: "1", token: "1" } }, 400, "phone_provider_disabled"],
  ["/admin/users", {}, 404, "not_found"],
  ["/invite", { body: { email: "a@b.ro" } }, 404, "not_found"],
])("%s %j is refused with %d %s", async (path, sent, status, code) => {
  const answer = await call(path, sent);
  expect(answer).toMatchObject({ status, body: { code: status, error_code: code } });
  expect(answer.headers.get("cache-control")).toBe("no-store");
});
