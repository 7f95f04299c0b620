import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { registrationAttempts, sendRegistration } from "./auth-calls.ts";
import { type AuthContext, AuthProvider, useAuth } from "./auth-context.tsx";
import {
  type AuthEvent,
  createAuthSession,
  isAdministrator,
  type SessionAnswer,
  type SignedInUser,
} from "./auth-session.ts";

const ana: SignedInUser = {
  id: "u1",
  email: "ana@club.example",
  role: "authenticated",
  app_metadata: { role: "user" },
  user_metadata: { full_name: "Ana" },
};
const admin: SignedInUser = { ...ana, role: "admin", app_metadata: { role: "admin" } };

/** A session over prepared answers; an Error is a call without an answer. */
function sessionOver(...answers: (SignedInUser | null | Error)[]) {
  const broadcasts: AuthEvent[] = [];
  const seen: AuthEvent[] = [];
  const waits: number[] = [];
  const asked: string[] = [];
  const noted: unknown[] = [];
  let now = 0;
  const session = createAuthSession({
    async ask(what, idleSeconds): Promise<SessionAnswer> {
      asked.push(`${what} ${idleSeconds}`);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      return { user: answer ?? null, expires_at: answer ? 1800 + now / 1000 : null };
    },
    broadcast: (event) => broadcasts.push(event),
    pause: async (ms) => {
      waits.push(ms);
      now += ms;
    },
    now: () => now,
    note: (failure) => noted.push(failure),
  });
  session.subscribe((event) => seen.push(event));
  return { session, broadcasts, seen, waits, asked, noted, later: (ms: number) => (now += ms) };
}

const Name = () => <p>{useAuth().user?.email}</p>;

describe("the auth context", () => {
  it("is loading until the first session check has ended (A14-01, A14-02)", async () => {
    const { session } = sessionOver(ana);
    expect(session.state()).toEqual({ user: null, loading: true, isAdmin: false });
    const checked = session.check();
    expect(session.state().loading).toBe(true);
    await checked;
    expect(session.state()).toEqual({ user: ana, loading: false, isAdmin: false });
    const visitor = sessionOver(null);
    visitor.session.isVisitor();
    expect(visitor.session.state()).toEqual({ user: null, loading: false, isAdmin: false });
    expect(visitor.asked).toEqual([]);
  });

  it("receives each of the events of the service (A14-03)", async () => {
    const { session, seen, broadcasts, later } = sessionOver(
      null,
      ana,
      { ...ana, email: "noua@club.example" },
      {
        ...ana,
        email: "noua@club.example",
      },
      null,
    );
    session.announce("PASSWORD_RECOVERY");
    await session.check();
    session.announce("MFA_CHALLENGE_VERIFIED");
    await session.check();
    await session.check();
    later(1_800_000 - 60_000);
    session.wasUsed();
    await session.refreshIfDue();
    await session.check();
    expect(seen).toEqual([
      "PASSWORD_RECOVERY",
      "INITIAL_SESSION",
      "MFA_CHALLENGE_VERIFIED",
      "SIGNED_IN",
      "USER_UPDATED",
      "TOKEN_REFRESHED",
      "SIGNED_OUT",
    ]);
    expect(broadcasts).toEqual(seen.filter((event) => event !== "INITIAL_SESSION"));
  });

  it("checks again when another tab saw a change, and does not echo it", async () => {
    const { session, seen, broadcasts } = sessionOver(ana, null);
    await session.check();
    await session.otherTabChanged();
    expect(seen).toEqual(["INITIAL_SESSION", "SIGNED_OUT"]);
    expect(broadcasts).toEqual([]);
  });

  it.each([
    ["A14-07: the app metadata", { role: "authenticated", app_metadata: { role: "admin" } }, true],
    [
      "A14-07, A1-34: the role of the user, which mirrors the profile",
      { role: "admin", app_metadata: { role: "user" } },
      true,
    ],
    ["A14-10: neither", { role: "authenticated", app_metadata: { role: "gate" } }, false],
  ] as const)("recognises an administrator by %s", (_by, user, isAdmin) => {
    expect(isAdministrator(user)).toBe(isAdmin);
  });

  it("recognises no administrator after sign-out or when the look-up fails (A14-08, A14-09, A17-36)", async () => {
    const out = sessionOver(admin, null);
    await out.session.check();
    expect(out.session.state().isAdmin).toBe(true);
    await out.session.check();
    expect(out.session.state().isAdmin).toBe(false);
    const broken = sessionOver(admin, new Error("500"));
    await broken.session.check();
    await broken.session.check();
    expect(broken.session.state()).toEqual({ user: admin, loading: false, isAdmin: false });
    expect(broken.noted).toHaveLength(1);
  });

  it("reports a role that was given or removed as a refreshed session (A14-11)", async () => {
    const { session, seen } = sessionOver(ana, admin, ana);
    for (let check = 0; check < 3; check += 1) await session.check();
    expect(seen).toEqual(["INITIAL_SESSION", "TOKEN_REFRESHED", "TOKEN_REFRESHED"]);
    expect(session.state().isAdmin).toBe(false);
  });

  it("renews the session when less than 90 seconds remain, once for all callers (A14-04)", async () => {
    const { session, asked, later } = sessionOver(ana);
    await session.check();
    session.wasUsed();
    await session.refreshIfDue();
    expect(asked).toEqual(["check 0"]);
    later(1_800_000 - 90_000);
    await session.refreshIfDue();
    expect(asked).toEqual(["check 0"]);
    later(1000);
    await Promise.all([session.refreshIfDue(), session.refreshIfDue()]);
    // as of the last use, which is when the page was loaded
    expect(asked).toEqual(["check 0", "refresh 1711"]);
    await session.refreshIfDue();
    expect(asked).toHaveLength(2);
  });

  it("renews nothing for a page that only lies open, however often it checks", async () => {
    const { session, asked, later } = sessionOver(admin);
    await session.check();
    for (let look = 0; look < 60; look += 1) {
      later(30_000);
      await session.refreshIfDue();
    }
    expect(asked).toEqual(["check 0"]);
  });

  it("waits 200 ms after a failed renewal, then twice as long each time (A14-06, A18-21)", async () => {
    const away = new Error("away");
    const { session, waits, later, seen } = sessionOver(ana, away, away, away, away, ana);
    await session.check();
    later(1_800_000 - 80_000);
    session.wasUsed();
    await session.refreshIfDue();
    expect(waits).toEqual([200, 400, 800, 1600]);
    expect(seen.at(-1)).toBe("TOKEN_REFRESHED");
    const dead = sessionOver(ana, away);
    await dead.session.check();
    dead.later(1_800_000 - 1000);
    dead.session.wasUsed();
    await dead.session.refreshIfDue();
    expect(dead.waits).toEqual([200, 400]);
  });

  it("throws outside its provider (A17-37)", () => {
    expect(() => renderToStaticMarkup(<Name />)).toThrow("useAuth must be used within an AuthProvider");
  });
});

describe("a registration", () => {
  const form = new FormData();
  const answers: (() => Response)[] = [];
  const sent: string[] = [];
  const waits: number[] = [];
  const send = () => sendRegistration(form, async (ms) => void waits.push(ms));
  const failed =
    (status: number, code: string | null = null) =>
    () =>
      Response.json({ error: { message: `${status}`, status, code } }, { status });

  beforeEach(() => {
    form.set("request_id", "apăsarea mea");
    for (const list of [answers, sent, waits]) list.length = 0;
    vi.stubGlobal("fetch", async (_path: string, { body }: { body: URLSearchParams }) => {
      sent.push(String(body.get("request_id")));
      const answer = answers.shift();
      if (!answer) throw new TypeError("Failed to fetch");
      return answer();
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("is tried three times, 2 and 3 seconds apart, with the same key (A14-39, A14-40, A18-20)", async () => {
    answers.push(failed(500), failed(503, "unexpected_failure"), () =>
      Response.json({ error: null, next: "/login" }),
    );
    expect(await send()).toEqual({ error: null, next: "/login", isServerIssue: false });
    expect(waits).toEqual([2000, 3000]);
    expect(sent).toEqual(Array(registrationAttempts).fill("apăsarea mea"));
  });

  it("answers the last error with the server-issue flag after three failures (A14-41, A14-34)", async () => {
    answers.push(failed(500), failed(500), failed(503, "unexpected_failure"));
    expect(await send()).toMatchObject({ error: { message: "503" }, isServerIssue: true });
    expect(sent).toHaveLength(3);
  });

  it("counts a missing answer as a failure of the server", async () => {
    expect(await send()).toMatchObject({ error: { status: 0 }, isServerIssue: true });
    expect(sent).toHaveLength(3);
  });

  it.each([
    [422, false],
    [409, false],
    [429, false],
    [502, true],
    [599, true],
  ])(
    "gives up at once on %i, with the flag for 500-type errors only (A14-42)",
    async (status, isServerIssue) => {
      answers.push(failed(status));
      expect(await send()).toMatchObject({ error: { status }, isServerIssue });
      expect(sent).toHaveLength(1);
    },
  );

  it("reads an answer in plain text", async () => {
    answers.push(() => new Response("Prea multe cereri.", { status: 429 }));
    expect(await send()).toMatchObject({ error: { message: "Prea multe cereri.", status: 429 } });
  });
});

const taken: AuthContext[] = [];
function Taker() {
  taken.push(useAuth());
  return null;
}

describe("what a page gets of the auth context", () => {
  const element = (
    <AuthProvider viewer="anonymous" revision={null}>
      <Taker />
    </AuthProvider>
  );
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  const [auth] = taken;
  afterEach(() => vi.unstubAllGlobals());

  it("is user, loading, isAdmin, login, register, logout and resetPassword (A14-13, A14-01)", () => {
    expect(Object.keys(auth ?? {}).sort()).toEqual(
      ["isAdmin", "loading", "login", "logout", "register", "resetPassword", "user"].sort(),
    );
    expect(auth).toMatchObject({ user: null, loading: true, isAdmin: false });
  });

  it.each([
    [
      "A14-34",
      () => auth?.register("a@b.ro", "parola mea", "Ana", "07"),
      "/auth/session/register",
      "full_name=Ana",
    ],
    ["A14-35", () => auth?.login("a@b.ro", "parola mea"), "/auth/session/login", "password=parola+mea"],
    ["A14-36", () => auth?.resetPassword("a@b.ro"), "/auth/session/reset", "email=a%40b.ro"],
    ["A14-37", () => auth?.logout(), "/auth/session/logout", ""],
  ] as const)("%s: sends its call and answers with the error", async (_row, operate, path, sent) => {
    const calls: [string, string][] = [];
    const error = { message: "nu", status: 422, code: null };
    vi.stubGlobal("fetch", async (to: string, init?: { body?: URLSearchParams }) => {
      calls.push([to, String(init?.body ?? "")]);
      return to === "/auth/session"
        ? Response.json({ user: null, expires_at: null })
        : Response.json({ error }, { status: 422 });
    });
    expect(await operate()).toMatchObject({ error });
    expect(calls[0]?.[0]).toBe(path);
    expect(calls[0]?.[1]).toContain(sent);
  });
});
