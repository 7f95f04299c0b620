import { expect, test } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import { askAddressChange } from "#platform/identity/accounts/change-address.server.ts";
import {
  confirmAddress,
  confirmWithNewForm,
  confirmWithPassword,
  lookAtLink,
} from "#platform/identity/accounts/confirm-account.server.ts";
import {
  addPasskey,
  askForPasskey,
  loginWithPasskey,
  reconfirmWithPasskey,
} from "#platform/identity/factors/passkeys.server.ts";
import { mayReachMailbox, maySendReserved } from "#platform/identity/limits/mailbox-budget.server.ts";
import { changePassword } from "#platform/identity/passwords/change-password.server.ts";
import { requestReset, resetPassword } from "#platform/identity/passwords/reset-password.server.ts";
import {
  endOtherSessions,
  endSession,
  listSessions,
} from "#platform/identity/sessions/own-sessions.server.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword, testAccounts } from "#test/support/accounts.ts";
import { succeeded } from "#test/support/outcomes.ts";

const accounts = await testAccounts();
const { identity, db, person, logIn, lettersTo, letters, later, at } = accounts;

async function signedIn(email: string) {
  const userId = (await person(email)).userId as Uuid;
  return { userId, email, sessionHash: await sessionOf(email), address: "192.0.2.1" };
}
const sessionOf = async (email: string, password = goodPassword): Promise<string> =>
  hashOfToken(succeeded(await logIn(email, password)).token);
const linkTo = async (email: string) =>
  new URL((await lettersTo(email)).at(-1)?.link ?? "").searchParams.get("token") ?? "";
const works = async (hash: string) => (await findSession(identity, hash)) !== undefined;
const kindsTo = async (email: string) => (await lettersTo(email)).map(({ kind }) => kind);

test("I24: a person lists and ends their own sessions one by one, nobody else's", async () => {
  const ana = await signedIn("ana@club.example");
  const phone = await sessionOf("ana@club.example");
  const dan = await signedIn("dan@club.example");
  const [here, other] = await listSessions(identity, ana);
  expect(here).toMatchObject({ isThisOne: true, userAgent: "Firefox on a phone", network: "203.0.113.0" });
  expect(other).toMatchObject({ isThisOne: false });
  const [dans] = await listSessions(identity, dan);
  for (const sessionId of [dans?.id ?? "", "x", ""])
    expect(await endSession(identity, { userId: ana.userId, sessionId })).toBe(false);
  expect(await endSession(identity, { userId: ana.userId, sessionId: other?.id ?? "" })).toBe(true);
  expect([await works(ana.sessionHash), await works(phone), await works(dan.sessionHash)]).toEqual([
    true,
    false,
    true,
  ]);
  await sessionOf("ana@club.example");
  expect(await endOtherSessions(identity, ana)).toBe(1);
  expect([await works(ana.sessionHash), await works(dan.sessionHash)]).toEqual([true, true]);
});

test("I24: a changed password ends every other session, and its owner gets an email", async () => {
  const eva = await signedIn("eva@club.example");
  const phone = await sessionOf("eva@club.example");
  for (const [password, refusal] of [
    ["scurt", "password_too_short"],
    ["password", "password_common"],
    ["eva@club.example", "password_common"],
  ] as const)
    expect(await changePassword(identity, { ...eva, password })).toEqual(refused(refusal));
  expect(await works(phone)).toBe(true);
  expect((await changePassword(identity, { ...eva, password: "alte valuri mari" })).ok).toBe(true);
  expect([await works(eva.sessionHash), await works(phone)]).toEqual([true, false]);
  expect((await logIn("eva@club.example")).ok).toBe(false);
  expect((await logIn("eva@club.example", "alte valuri mari")).ok).toBe(true);
  expect((await kindsTo("eva@club.example")).at(-1)).toBe("password_changed");
});

test("I25: a new address counts once its own email is confirmed, and the old address gets an email", async () => {
  const ion = await signedIn("ion@club.example");
  const asked = await askAddressChange(identity, { ...ion, newEmail: "Ion.Nou@club.example" });
  expect(asked).toEqual(done(null));
  expect((await kindsTo("ion@club.example")).at(-1)).toBe("address_change_asked");
  expect(await kindsTo("ion.nou@club.example")).toEqual(["confirm_new_address"]);
  const token = await linkTo("ion.nou@club.example");
  expect((await logIn("ion@club.example")).ok).toBe(true);

  expect(await lookAtLink(identity, at(token, { signedIn: ion }))).toEqual({
    asks: "click",
    email: "ion.nou@club.example",
    movesFrom: "ion@club.example",
  });
  expect(await confirmAddress(identity, at(token, { signedIn: ion }))).toEqual(
    done({ userId: ion.userId, opened: null, email: "ion.nou@club.example" }),
  );
  expect(await findSession(identity, ion.sessionHash)).toMatchObject({ email: "ion.nou@club.example" });
  expect((await logIn("ion@club.example")).ok).toBe(false);
  expect((await logIn("ion.nou@club.example")).ok).toBe(true);
  expect((await confirmAddress(identity, at(token, { signedIn: ion }))).ok).toBe(false);
  const rows = await db`SELECT what FROM journal WHERE subject_id = ${ion.userId} ORDER BY at`;
  expect(rows.at(-1)).toEqual({ what: "address_changed" });
  expect((await kindsTo("ion@club.example")).at(-1)).toBe("address_changed");
  expect(await kindsTo("ion.nou@club.example")).not.toContain("address_changed");
});

test("a change of address reaches a mailbox whose day's emails strangers used up, also when a stranger moves there from elsewhere (one kind: a budget that keeps an email from its owner)", async () => {
  const [radu, email] = [await signedIn("radu.vechi@club.example"), "radu.nou@club.example"];
  const stranger = await signedIn("alt.strain@club.example");
  while (await mayReachMailbox(identity.database.identity, { email, isFound: true }, "change"));
  const sentTo = async (asker: typeof radu, address: string) => {
    await later(2);
    expect(await askAddressChange(identity, { ...asker, newEmail: email, address })).toEqual(done(null));
    return (await kindsTo(email)).length;
  };
  // once a day for each network
  expect([
    await sentTo(stranger, "192.0.2.7"),
    await sentTo(stranger, "192.0.2.7"),
    await sentTo(radu, "192.0.2.8"),
    await sentTo(radu, "192.0.2.8"),
  ]).toEqual([1, 1, 2, 2]);
  expect((await confirmAddress(identity, at(await linkTo(email), { signedIn: radu }))).ok).toBe(true);
});

test("ten emails a day are reserved, of all kinds, one for each network that asks, under all spellings of a mailbox", async () => {
  const isReserved = (address: string, n = 0) =>
    maySendReserved(identity.database.identity, {
      email: `om+${n}@club.example`,
      isFound: true,
      address,
    });
  const first = [];
  for (let n = 0; n < 12; n += 1)
    first.push(await isReserved(`192.0.2.${n}`, n), await isReserved(`192.0.2.${n}`));
  expect(first.flatMap((may, at) => (may ? at : []))).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  const atGmail = (address: string) =>
    maySendReserved(identity.database.identity, { email: "o.m@gmail.com", isFound: true, address });
  expect([await atGmail("192.0.2.11"), await atGmail("192.0.21.1")]).toEqual([true, true]);
});

test("a change of address to one that somebody has sends it nothing, and takes none of its emails of other kinds", async () => {
  const email = "are.cont@club.example";
  const [stranger] = [await signedIn("muta@club.example"), await signedIn(email)];
  const before = (await kindsTo(email)).length;
  const [sql, to] = [identity.database.identity, { email, isFound: true }];
  const left = async () => {
    let n = 0;
    while (await mayReachMailbox(sql, to, "anybody")) n += 1;
    return n;
  };
  for (let n = 0; n < 3; n += 1) {
    await askAddressChange(identity, { ...stranger, newEmail: email });
    await later(2);
  }
  // its sign-up sent one
  expect([await left(), (await kindsTo(email)).length]).toEqual([9, before]);
});

test("the link of the email alone does not change the address, and shows a masked one only", async () => {
  const ana = await signedIn("ana.pop@club.example");
  const stranger = await signedIn("strain@club.example");
  await askAddressChange(identity, { ...ana, newEmail: "gresita@club.example" });
  const token = await linkTo("gresita@club.example");
  for (const signedInTo of [null, stranger]) {
    const visit = at(token, { signedIn: signedInTo });
    expect(await lookAtLink(identity, visit)).toEqual({
      asks: "password",
      email: "gresita@club.example",
      movesFrom: "a•••@club.example",
    });
    expect(await confirmAddress(identity, visit)).toEqual(refused("password_needed"));
    const anew = { ...visit, password: "alte valuri mari", fullName: "Un Străin", phone: "1" };
    expect(await confirmWithNewForm(identity, anew)).toMatchObject({ ok: false });
  }
  expect((await logIn("ana.pop@club.example")).ok).toBe(true);
  // what she knows and they do not
  expect(await confirmWithPassword(identity, { ...at(token), password: goodPassword })).toEqual(
    done({ userId: ana.userId, opened: null, email: "gresita@club.example" }),
  );
  expect(await findSession(identity, ana.sessionHash)).toMatchObject({ email: "gresita@club.example" });
});

test("five wrong passwords end the link to a new address", async () => {
  const ada = await signedIn("ada.lung@club.example");
  await askAddressChange(identity, { ...ada, newEmail: "tinta@club.example" });
  const submitted = at(await linkTo("tinta@club.example"));
  const answers = [];
  for (let i = 0; i < 5; i++)
    answers.push(await confirmWithPassword(identity, { ...submitted, password: `ghicit gresit ${i}` }));
  expect(answers.map((answer) => answer.ok || answer.refusal)).toEqual([
    "invalid",
    "invalid",
    "invalid",
    "invalid",
    "token_invalid",
  ]);
  expect(await lookAtLink(identity, submitted)).toBeUndefined();
  expect((await confirmWithPassword(identity, { ...submitted, password: goodPassword })).ok).toBe(false);
  expect((await confirmAddress(identity, { ...submitted, signedIn: ada })).ok).toBe(false);
  expect((await logIn("ada.lung@club.example")).ok).toBe(true);
});

test("a session that has ended neither asks for a new address nor confirms one", async () => {
  const gone = await signedIn("plecata@club.example");
  await askAddressChange(identity, { ...gone, newEmail: "noua@club.example" });
  const submitted = at(await linkTo("noua@club.example"), { signedIn: gone });
  await db`DELETE FROM identity.session WHERE token = ${gone.sessionHash}`;
  expect(await confirmAddress(identity, submitted)).toEqual(refused("token_invalid"));
  expect(await askAddressChange(identity, { ...gone, newEmail: "alta@club.example" })).toEqual(
    refused("session_not_found"),
  );
});

test("I26: an address with an account gets the same answer as any other, and no link", async () => {
  await person("luata@club.example");
  const mia = await signedIn("mia@club.example");
  await askAddressChange(identity, { ...mia, newEmail: "prima@club.example" });
  const first = at(await linkTo("prima@club.example"), { signedIn: mia });
  await later(2);
  const taken = await askAddressChange(identity, { ...mia, newEmail: "luata@club.example" });
  // as after any other address, the earlier link has ended
  expect(await lookAtLink(identity, first)).toBeUndefined();
  await later(2);
  const free = await askAddressChange(identity, { ...mia, newEmail: "libera@club.example" });
  expect(taken).toEqual(free);
  expect(await kindsTo("luata@club.example")).not.toContain("confirm_new_address");
  // another person takes it between the email and the click
  const token = await linkTo("libera@club.example");
  await person("libera@club.example");
  expect((await confirmAddress(identity, at(token, { signedIn: mia }))).ok).toBe(false);
  expect((await logIn("mia@club.example")).ok).toBe(true);
});

test("I25: a new password ends a change of address that was requested before it", async () => {
  const zoe = await signedIn("zoe@club.example");
  await askAddressChange(identity, { ...zoe, newEmail: "hot@club.example" });
  await requestReset(identity, "zoe@club.example");
  const reset = await accounts.tokenFor("zoe@club.example", "reset_password");
  expect((await resetPassword(identity, reset, "alte valuri mari")).ok).toBe(true);
  const change = at(await linkTo("hot@club.example"), { signedIn: zoe });
  expect(await lookAtLink(identity, change)).toBeUndefined();
  expect((await confirmAddress(identity, change)).ok).toBe(false);
});

test("an invalid address, the present one, and any while emails are off are refused", async () => {
  const nae = await signedIn("nae@club.example");
  const refusalOf = async (newEmail: string) => {
    const asked = await askAddressChange(identity, { ...nae, newEmail });
    return asked.ok ? null : asked.refusal;
  };
  expect(await refusalOf("a@b.ro\r\nBcc: x@y.ro")).toBe("email_invalid");
  expect(await refusalOf("NAE@club.example")).toBe("same_address");
  letters.on = false;
  expect(await refusalOf("alta@club.example")).toBe("letters_off");
  letters.on = true;
});

test("a forged answer of a passkey opens nothing", async () => {
  const ada = await signedIn("ada@club.example");
  const told = (challenge: unknown) => ({
    id: "x",
    response: { clientDataJSON: Buffer.from(JSON.stringify({ challenge })).toString("base64url") },
  });
  const { challenge } = await askForPasskey(identity);
  for (const response of [
    null,
    1,
    "x",
    {},
    { response: null },
    told(1),
    told("x"),
    told(challenge),
    told(challenge),
  ]) {
    expect(await loginWithPasskey(identity, { response, userAgent: "", address: "" })).toEqual(
      refused("not_verified"),
    );
    expect(await reconfirmWithPasskey(identity, { ...ada, response })).toBe(false);
    expect(await addPasskey(identity, { ...ada, name: "x", response })).toEqual(refused("not_verified"));
  }
});

test("a passkey's answer with a name that no browser writes is refused, not failed at (one kind: text that the database does not take)", async () => {
  for (const id of ["\0", "a\0b", "\ud800", "", "ă", "x".repeat(1401)]) {
    const { challenge } = await askForPasskey(identity);
    const clientDataJSON = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge })).toString(
      "base64url",
    );
    const response = { id, rawId: id, type: "public-key", response: { clientDataJSON } };
    expect(await loginWithPasskey(identity, { response, userAgent: "", address: "" })).toEqual(
      refused("not_verified"),
    );
  }
});
