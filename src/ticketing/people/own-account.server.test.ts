import { expect, test } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { hashOfToken } from "#platform/identity/secret-token.server.ts";
import { goodPassword, testAccounts } from "#test/support/accounts.ts";

const accounts = await testAccounts();
const { identity, owner, person, logIn, lettersTo, letters, later, at } = accounts;

async function signedIn(email: string) {
  const userId = (await person(email)).userId as Uuid;
  return { userId, email, sessionHash: await sessionOf(email) };
}
async function sessionOf(email: string, password = goodPassword): Promise<string> {
  const opened = await logIn(email, password);
  if (!opened.ok) throw new Error("no session");
  return hashOfToken(opened.value.token);
}
const works = async (hash: string) => (await identity.findSession(hash)) !== undefined;
const kindsTo = async (email: string) => (await lettersTo(email)).map(({ kind }) => kind);

test("I24: one's own devices are listed and ended one by one, nobody else's", async () => {
  const ana = await signedIn("ana@club.example");
  const phone = await sessionOf("ana@club.example");
  const dan = await signedIn("dan@club.example");
  const [here, other] = await identity.own.sessions(ana);
  expect(here).toMatchObject({ isThisOne: true, userAgent: "Firefox on a phone", network: "203.0.113.0" });
  expect(other).toMatchObject({ isThisOne: false });
  const [dans] = await identity.own.sessions(dan);
  for (const sessionId of [dans?.id ?? "", "x", ""])
    expect(await identity.own.endSession({ userId: ana.userId, sessionId })).toBe(false);
  expect(await identity.own.endSession({ userId: ana.userId, sessionId: other?.id ?? "" })).toBe(true);
  expect([await works(ana.sessionHash), await works(phone), await works(dan.sessionHash)]).toEqual([
    true,
    false,
    true,
  ]);
  await sessionOf("ana@club.example");
  expect(await identity.own.endOtherSessions(ana)).toBe(1);
  expect([await works(ana.sessionHash), await works(dan.sessionHash)]).toEqual([true, true]);
});

test("I24: a changed password ends every other session, and its owner hears of it", async () => {
  const eva = await signedIn("eva@club.example");
  const phone = await sessionOf("eva@club.example");
  for (const [password, refusal] of [
    ["scurt", "password_too_short"],
    ["password", "password_common"],
    ["eva@club.example", "password_common"],
  ] as const)
    expect(await identity.own.changePassword({ ...eva, password })).toEqual({ ok: false, refusal });
  expect(await works(phone)).toBe(true);
  expect((await identity.own.changePassword({ ...eva, password: "alte valuri mari" })).ok).toBe(true);
  expect([await works(eva.sessionHash), await works(phone)]).toEqual([true, false]);
  expect((await logIn("eva@club.example")).ok).toBe(false);
  expect((await logIn("eva@club.example", "alte valuri mari")).ok).toBe(true);
  expect((await kindsTo("eva@club.example")).at(-1)).toBe("password_changed");
});

test("I25: another address is the account's once its own letter is confirmed, and the old one hears of it", async () => {
  const ion = await signedIn("ion@club.example");
  const asked = await identity.own.askAddressChange({ ...ion, newEmail: "Ion.Nou@club.example" });
  expect(asked).toEqual({ ok: true, value: null });
  expect((await kindsTo("ion@club.example")).at(-1)).toBe("address_change_asked");
  const [letter] = await lettersTo("ion.nou@club.example");
  expect(letter?.kind).toBe("confirm_new_address");
  const token = new URL(letter?.link ?? "").searchParams.get("token") ?? "";
  expect((await logIn("ion@club.example")).ok).toBe(true);

  expect(await identity.confirmAddress(at(token))).toEqual({
    ok: true,
    value: { userId: ion.userId, opened: null },
  });
  expect(await identity.findSession(ion.sessionHash)).toMatchObject({ email: "ion.nou@club.example" });
  expect((await logIn("ion@club.example")).ok).toBe(false);
  expect((await logIn("ion.nou@club.example")).ok).toBe(true);
  expect((await identity.confirmAddress(at(token))).ok).toBe(false);
  const { rows } = await owner.query("SELECT what FROM journal WHERE subject_id = $1 ORDER BY at", [
    ion.userId,
  ]);
  expect(rows.at(-1)).toEqual({ what: "address_changed" });
  expect((await kindsTo("ion@club.example")).at(-1)).toBe("address_changed");
  expect(await kindsTo("ion.nou@club.example")).not.toContain("address_changed");
});

test("I26: an address that has an account is answered like any other, and gets no link", async () => {
  await person("luata@club.example");
  const mia = await signedIn("mia@club.example");
  const taken = await identity.own.askAddressChange({ ...mia, newEmail: "luata@club.example" });
  await later(2);
  const free = await identity.own.askAddressChange({ ...mia, newEmail: "libera@club.example" });
  expect(taken).toEqual(free);
  expect(await kindsTo("luata@club.example")).not.toContain("confirm_new_address");
  // taken by somebody between the letter and the click
  const [link] = await lettersTo("libera@club.example");
  await person("libera@club.example");
  const token = new URL(link?.link ?? "").searchParams.get("token") ?? "";
  expect((await identity.confirmAddress(at(token))).ok).toBe(false);
  expect((await logIn("mia@club.example")).ok).toBe(true);
});

test("I25: a new password ends a change of address that was asked for before it", async () => {
  const zoe = await signedIn("zoe@club.example");
  await identity.own.askAddressChange({ ...zoe, newEmail: "hot@club.example" });
  await identity.requestReset("zoe@club.example");
  const reset = await accounts.tokenFor("zoe@club.example", "reset_password");
  expect((await identity.resetPassword(reset, "alte valuri mari")).ok).toBe(true);
  const [link] = await lettersTo("hot@club.example");
  const change = new URL(link?.link ?? "").searchParams.get("token") ?? "";
  expect((await identity.confirmAddress(at(change))).ok).toBe(false);
});

test("what cannot be an address, is the same, or cannot be written to is refused", async () => {
  const nae = await signedIn("nae@club.example");
  const refusalOf = async (newEmail: string) => {
    const asked = await identity.own.askAddressChange({ ...nae, newEmail });
    return asked.ok ? null : asked.refusal;
  };
  expect(await refusalOf("a@b.ro\r\nBcc: x@y.ro")).toBe("email_invalid");
  expect(await refusalOf("NAE@club.example")).toBe("same_address");
  letters.on = false;
  expect(await refusalOf("alta@club.example")).toBe("letters_off");
  letters.on = true;
});

test("what is said to be a key's answer and is none opens nothing", async () => {
  const ada = await signedIn("ada@club.example");
  const told = (challenge: unknown) => ({
    id: "x",
    response: { clientDataJSON: Buffer.from(JSON.stringify({ challenge })).toString("base64url") },
  });
  const { challenge } = await identity.passkeys.ask();
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
    expect(await identity.passkeys.login({ response, userAgent: "", address: "" })).toEqual({
      ok: false,
      refusal: "not_verified",
    });
    expect(await identity.passkeys.reconfirm({ ...ada, response })).toBe(false);
    expect(await identity.passkeys.add({ userId: ada.userId, name: "x", response })).toEqual({
      ok: false,
      refusal: "not_verified",
    });
  }
});
