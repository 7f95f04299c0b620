import { afterAll, expect, test, vi } from "vitest";
import { sendRegistration } from "#web/sign-in/auth-calls.ts";
import { startSite } from "../support/site.ts";
import type { Letter } from "../support/visitor.ts";

// the first registration commits, and then its answer is lost
const site = await startSite({ ESTIVAL_FAULT: "register.committed:error" });
afterAll(() => site.stop());

const email = "pierduta@exemplu.example";

async function lettersTo(recipient: string): Promise<Letter[]> {
  const letters = (await (await fetch(`${site.origin}/_demo/mail.json`)).json()) as Letter[];
  return letters.filter(({ to }) => to === recipient);
}

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

  // emails are sent in their order: when this one has come, so has every one before it
  const known = "ioana@exemplu.example";
  const asked = await fetch(`${site.origin}/auth/session/reset`, {
    method: "POST",
    body: new URLSearchParams({ email: known }),
  });
  expect(asked.status).toBe(200);
  const isThere = async () =>
    expect((await lettersTo(known)).some(({ subject }) => /Alege o parolă nouă/.test(subject))).toBe(true);
  await vi.waitFor(isThere, { timeout: 40_000, interval: 100 });
  const subjects = (await lettersTo(email)).map(({ subject }) => subject);
  expect(subjects).toHaveLength(1);
  expect(subjects[0]).toMatch(/confirm/i);
});
