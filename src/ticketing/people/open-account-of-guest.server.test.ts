import { expect, it } from "vitest";
import { goodPassword } from "#test/support/accounts.ts";
import { openGuestClaims } from "#test/support/guest-claims.ts";
import { openAccountOfGuest } from "./open-account-of-guest.server.ts";

const { identity, owner, freshEmail, network, buyer, sentCode, wrong } = await openGuestClaims();

it("one code makes one account, however often it is sent at once; a wrong one makes none", async () => {
  const email = freshEmail();
  const { guestId } = await buyer(email);
  const code = await sentCode(guestId, email);
  const open = (typed: string) =>
    openAccountOfGuest(identity, {
      guestId,
      code: typed,
      password: goodPassword,
      address: network(),
      userAgent: "un telefon",
    });
  expect(await open(wrong(code))).toEqual({ ok: false, refusal: "code_wrong" });
  const answers = await Promise.all([open(code), open(code), open(code)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const { rows } = await owner.query('SELECT email_verified FROM identity."user" WHERE email = $1', [email]);
  expect(rows).toEqual([{ email_verified: true }]);
});

it("a code makes no account of an address that the office corrected while the password was hashed", async () => {
  const email = freshEmail();
  const { guestId } = await buyer(email);
  const code = await sentCode(guestId, email);
  const corrected = freshEmail();
  const correcting: typeof identity = {
    ...identity,
    hashing: {
      ...identity.hashing,
      async hash(...given) {
        await owner.query("UPDATE profiles SET contact_email = $2 WHERE id = $1", [guestId, corrected]);
        return identity.hashing.hash(...given);
      },
    },
  };
  const way = { guestId, code, password: goodPassword, address: network(), userAgent: "un telefon" };
  expect(await openAccountOfGuest(correcting, way)).toEqual({ ok: false, refusal: "code_wrong" });
  const { rowCount } = await owner.query('SELECT FROM identity."user" WHERE email = ANY($1)', [
    [email, corrected],
  ]);
  expect(rowCount).toBe(0);
});
