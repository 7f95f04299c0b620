/** Sign-ups with another person's address, and what is left of them once its owner has proven it. */
import { describe, expect, it } from "vitest";
import { openAttackedSite } from "./attacked-site.ts";

const target = await openAttackedSite();
const { site, owner, attack } = target;
const [theirs, hers] = ["parola atacatorului", "parola proprietarei"];
let addresses = 0;

const freshEmail = () => `proprietara-${++addresses}@exemplu.example`;
const auth = async (path: string, json: unknown, headers: Record<string, string> = {}) => {
  const answer = await attack(`/auth/v1${path}`, { json, headers });
  return { status: answer.status, body: answer.text === "" ? null : JSON.parse(answer.text) };
};
const logIn = (email: string, password: string) => auth("/token?grant_type=password", { email, password });
/** Makes the limits of emails a few minutes older. */
const later = () =>
  owner.query(
    "UPDATE identity.throttle SET last_at = last_at - interval '2 minutes', since = since - interval '2 minutes', blocked_until = blocked_until - interval '2 minutes'",
  );

/** The tokens of all confirmation emails to this address in their order, once there are so many. */
function links(email: string, count: number): Promise<string[]> {
  return target.arrived((letters) => {
    const tokens = letters
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => /\/confirm\?token=([\w-]{43})/.exec(text)?.[1] ?? []);
    return tokens.length === count ? tokens.reverse() : undefined;
  });
}

/** A browser with its cookies. */
function browser() {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async send(path: string, form?: Record<string, string>) {
      const answer = await fetch(`${site.origin}${path}`, {
        method: form ? "POST" : "GET",
        redirect: "manual",
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          "x-forwarded-for": `2001:db8:bbbb:${++addresses}::1`,
        },
        ...(form ? { body: new URLSearchParams(form) } : {}),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
        if (/max-age=0/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
    },
    async isSignedIn() {
      return (await this.send("/profile")).status === 200;
    },
  };
}

const person = { full_name: "Ana Proprietara", phone: "0722 000 000" };
const typed = (email: string, password: string) => ({
  ...person,
  email,
  password,
  confirm_password: password,
});

describe("a stranger who signs up first with another person's address does not keep the account", () => {
  it("the first password never works after the owner confirms her own email, and hers does", async () => {
    const email = freshEmail();
    await auth("/signup", { email, password: theirs });
    await links(email, 1);
    await later();
    const own = browser();
    await own.send("/register", typed(email, hers));
    const [, letter = ""] = await links(email, 2);
    await own.send("/confirm", { token: letter });
    expect((await logIn(email, theirs)).body.error_code).toBe("invalid_credentials");
    expect((await logIn(email, hers)).status).toBe(200);
    expect(await own.isSignedIn()).toBe(true);
  });

  it("a password is guessed five times behind a link, then the link ends", async () => {
    const email = freshEmail();
    await auth("/signup", { email, password: theirs });
    const [letter = ""] = await links(email, 1);
    const guess = (password: string) =>
      browser().send("/confirm", { intent: "password", token: letter, password });
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, i) => guess(`ghicit ${i} gresit`)));
    expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5);
    // of the twelve, some may have been limited, which is no guess
    for (let i = 0; i < 5; i++) {
      await later();
      await guess(`ghicit anevoie ${i}`);
    }
    await later();
    expect((await guess(theirs)).status).toBe(400);
    expect((await logIn(email, theirs)).body.error_code).toBe("email_not_confirmed");
  });

  it("two links of one address, opened at once, make one account with one of the passwords", async () => {
    const email = freshEmail();
    const passwords = ["prima parola a ei", "a doua parola a ei"];
    const browsers = [browser(), browser()] as const;
    for (const [i, one] of browsers.entries()) {
      await one.send("/register", typed(email, passwords[i] ?? ""));
      await later();
    }
    const tokens = await links(email, 2);
    await Promise.all(browsers.map((one, i) => one.send("/confirm", { token: tokens[i] ?? "" })));
    const signedIn = await Promise.all(browsers.map((one) => one.isSignedIn()));
    expect(signedIn.filter(Boolean)).toHaveLength(1);
    const answers = await Promise.all(passwords.map(async (one) => (await logIn(email, one)).status));
    expect(answers).toEqual(signedIn.map((isOwn) => (isOwn ? 200 : 400)));
    expect((await owner.query("SELECT FROM profiles WHERE email = $1", [email])).rowCount).toBe(1);
  });
});

describe("the name that a person types at a sign-up", () => {
  it("is never a link", async () => {
    const email = freshEmail();
    const full_name = "Castiga la https://evil.example";
    const page = await attack("/register", { form: { ...typed(email, hers), full_name } });
    expect(page.status).toBe(422);
    expect(page.text).toContain("Scrie numele doar cu litere");
    expect((await auth("/signup", { email, password: hers, data: { full_name } })).status).toBe(400);
    expect((await owner.query("SELECT FROM letters WHERE recipient = $1", [email])).rowCount).toBe(0);
  });

  it("is in no email before the address is proven", async () => {
    const email = freshEmail();
    const name = "Premiul Tau Te Asteapta";
    await auth("/signup", { email, password: theirs, data: { full_name: name } });
    await links(email, 1);
    const mail = await (await fetch(`${site.origin}/_demo/mail.json`)).text();
    expect(mail.includes(name)).toBe(false);
  });
});
