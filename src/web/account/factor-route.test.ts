import { RouterContextProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { listWaysIn } from "#platform/identity/factors/ways-in.server.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword, siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { totpCode } from "#test/support/totp-code.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { FactorPageView } from "./factor-route.tsx";
import { action } from "./factor-route.tsx";
import { factorTexts } from "./security-texts.ts";

const { identity, database, owner, person, logIn } = await testAccounts();
const { userId } = await person("ana@club.example");
const opened = await logIn("ana@club.example");
if (!opened.ok) throw new Error("no session");
const sessionHash = hashOfToken(opened.value.token);

beforeEach(() => owner.query("UPDATE identity.session SET confirmed_at = NULL"));

/** The page's answer to this button; after a redirect, the page that follows. */
async function submit(fields: Record<string, string>) {
  const session = await findSession(identity, sessionHash);
  if (!session) throw new Error("the session ended");
  const context = new RouterContextProvider();
  context.set(siteContext, { identity, database, origin: siteOrigin } as SiteServices);
  context.set(visitorContext, { kind: "person", ...session, sessionHash });
  const body = new URLSearchParams(fields);
  const request = new Request(`${siteOrigin}/profile/security/factor`, { method: "POST", body });
  try {
    const answer = await action({ context, request } as unknown as Parameters<typeof action>[0]);
    if (answer instanceof Response) return { status: answer.status, shown: null };
    return { status: answer.init?.status ?? 200, shown: answer.data as FactorPageView };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return { status: thrown.status, shown: null };
  }
}
const codesLeft = async () => (await listWaysIn(identity, opened.value.userId)).codesLeft;

test("codes on paper are not made before there is a second factor", async () => {
  expect(await submit({ intent: "renew", current_password: goodPassword })).toMatchObject({
    status: 409,
    shown: { kind: "begin", problem: factorTexts.codesNeedFactor },
  });
  expect(await codesLeft()).toBe(0);
});

test("a stolen session gets no new codes on paper with a code of a factor that is active already", async () => {
  const begun = await submit({ intent: "begin", current_password: goodPassword });
  if (begun.shown?.kind !== "scan") throw new Error("no factor");
  const { factorId, uri } = begun.shown;
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  const verify = (halfMinutes: 0 | 1) =>
    submit({ intent: "verify", factor_id: factorId, uri, code: totpCode(secret, halfMinutes) });
  expect(await verify(0)).toMatchObject({ status: 200, shown: { kind: "codes", started: "now" } });
  const codes = () =>
    owner.query("SELECT id FROM identity.recovery_code WHERE user_id = $1 ORDER BY id", [userId]);
  const before = (await codes()).rows;
  expect(before).toHaveLength(10);
  expect(await verify(1)).toEqual({ status: 302, shown: null });
  expect((await codes()).rows).toEqual(before);
});
