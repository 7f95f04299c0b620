import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterContextProvider, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword, siteOrigin, testAccounts } from "#test/support/accounts.ts";
import type { Act } from "#ticketing/rights/act-rights.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import { reentryTexts } from "#web/sign-in/password-again-texts.ts";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { passwordAgain } from "./password-again.server.ts";
import { siteContext, visitorContext } from "./request-context.ts";
import type { SiteServices } from "./site-services.ts";

const { identity, database, person, logIn } = await testAccounts();
await person("ana@club.example");
const opened = await logIn("ana@club.example");
if (!opened.ok) throw new Error("no session");
const sessionHash = hashOfToken(opened.value.token);

/** The form that Ana sends now, as an action sees it. */
async function sent(fields: [string, string][], act: Act = "change-password") {
  const session = await findSession(identity, sessionHash);
  if (!session) throw new Error("the session ended");
  const context = new RouterContextProvider();
  context.set(siteContext, { identity, database, origin: siteOrigin } as SiteServices);
  context.set(visitorContext, {
    kind: "person",
    ...session,
    sessionHash,
    needsFactor: false,
    hasOpenOrder: false,
  });
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const request = new Request(`${siteOrigin}/admin/purchases.data?open=p1`, { method: "POST" });
  return passwordAgain({ context, request }, act, form, "Rambursezi 105,00 RON.");
}

const typed: [string, string][] = [
  ["intent", "refund"],
  ["line", "a & b"],
  ["line", "<c>"],
  ["smtp_password", "canar-secret"],
];

function html(view: ReentryView): string {
  const router = createMemoryRouter([{ path: "*", element: <ReentryDialog view={view} /> }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test("a form that needs the password shows the dialog for it, and nothing that was typed is lost", async () => {
  const asked = await sent(typed);
  if (asked.ok) throw new Error("went on without the password");
  const { data, init } = asked.refusal;
  expect(init?.status).toBe(403);
  expect(data.reentry).toEqual({
    action: "/admin/purchases?open=p1",
    purpose: "Rambursezi 105,00 RON.",
    fullName: "Ana Pop",
    email: "ana@club.example",
    typed: typed.slice(0, 3),
    passkey: "none",
    error: null,
  });
  const dialog = html(data.reentry);
  expect(dialog).toContain("<dialog open");
  expect(dialog).toContain('action="/admin/purchases?open=p1"');
  for (const text of [
    "Confirmă că ești tu",
    "Rambursezi 105,00 RON.",
    'value="a &amp; b"',
    'value="&lt;c&gt;"',
  ])
    expect(dialog).toContain(text);
  expect(dialog).toContain('name="current_password"');
});

test("I27: a wrong password shows the dialog again, and no secret is sent back", async () => {
  for (const [password, status, error] of [
    ["", 422, reentryTexts.required],
    ["nu e asta", 403, "Parola nu este corectă"],
  ] as const) {
    const asked = await sent([...typed, ["current_password", password]]);
    if (asked.ok) throw new Error("went on");
    expect(asked.refusal.init?.status).toBe(status);
    expect(asked.refusal.data.reentry.error).toBe(error);
    expect(JSON.stringify(asked.refusal.data)).not.toMatch(/canar|nu e asta/);
    expect(html(asked.refusal.data.reentry)).toContain(error);
  }
});

test("with the right password the form goes on without it, and so does the next one", async () => {
  const confirmed = await sent([...typed, ["current_password", goodPassword]]);
  expect(confirmed.ok && [...confirmed.value]).toEqual(typed);
  const next = await sent(typed);
  expect(next.ok && [...next.value]).toEqual(typed);
});
