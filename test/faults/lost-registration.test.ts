import { expect, test, vi } from "vitest";
import { openAttackedSite } from "#test/attacks/attacked-site.ts";
import { sendRegistration } from "#web/sign-in/auth-calls.ts";

// the first registration commits, and then its answer is lost
const { site, arrived } = await openAttackedSite({ ESTIVAL_FAULT: "register.committed:error" });
const email = "pierduta@exemplu.example";

test("A14-39, C10: a registration whose answer was lost is sent again and makes no second account and no second email", async () => {
  const form = new FormData();
  const fields = { full_name: "Ana Pierdută", phone: "0722 000 111", email, request_id: "apasarea-1" };
  for (const [name, value] of Object.entries({ ...fields, password: "nori peste mare" }))
    form.set(name, value);
  form.set("confirm_password", "nori peste mare");
  const statuses: number[] = [];
  const ownFetch = globalThis.fetch;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const response = await ownFetch(`${site.origin}${path}`, init);
    statuses.push(response.status);
    return response;
  });
  const answer = await sendRegistration(form, async () => {});
  vi.unstubAllGlobals();
  expect(answer).toEqual({ error: null, next: "/login?mode=verify", isServerIssue: false });
  expect(statuses).toEqual([500, 200]);

  // emails are sent in their order: when a later one has come, a second one of before would be on its way
  const known = "ioana@exemplu.example";
  const asked = await fetch(`${site.origin}/auth/session/reset`, {
    method: "POST",
    body: new URLSearchParams({ email: known }),
  });
  expect(asked.status).toBe(200);
  const subjects = await arrived((letters) => {
    const to = (recipient: string) =>
      letters.filter((one) => one.to === recipient).map(({ subject }) => subject);
    const isThere = to(known).some((subject) => /Alege o parolă nouă/.test(subject));
    return isThere && to(email).length > 0 ? to(email) : undefined;
  });
  expect(subjects).toHaveLength(1);
  expect(subjects[0]).toMatch(/confirm/i);
});
