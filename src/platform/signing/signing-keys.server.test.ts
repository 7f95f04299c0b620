import { createPublicKey, verify } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#platform/database/database.server.ts";
import { openTestDatabase, testDatabase } from "#test/support/database.ts";
import { keySealOf } from "./sealed-key.server.ts";
import { replaceTicketKeys } from "./signing-key-rows.server.ts";
import { openSigningKeys } from "./signing-keys.server.ts";

const appSecret = "a secret of a test, long enough for anybody";
const own = await testDatabase();
let database: Database;
let owner: pg.Client;
let now = new Date();

beforeAll(async () => {
  database = openTestDatabase(own.urls);
  owner = new pg.Client(own.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await database.close();
  await owner.end();
});

const open = () => openSigningKeys({ database, appSecret, now: () => now });
const words = (text: string) => new TextEncoder().encode(text);

describe("signing keys", () => {
  it("are made once when four processes start at the same moment", async () => {
    await Promise.all([open(), open(), open(), open()]);
    const { rows } = await owner.query(
      "SELECT purpose, count(*)::int FROM signing_keys GROUP BY 1 ORDER BY 1",
    );
    expect(rows).toEqual(["label", "ticket", "token"].map((purpose) => ({ purpose, count: 1 })));
    const before = (await owner.query("SELECT * FROM signing_keys ORDER BY kid")).rows;
    await open();
    expect((await owner.query("SELECT * FROM signing_keys ORDER BY kid")).rows).toEqual(before);
  });

  it("are the same in two processes, and their public parts verify elsewhere", async () => {
    const [one, other] = [await open(), await open()];
    const signed = one.signTicket((kid) => words(`ticket under key ${kid}`));
    expect(await other.verifyTicket(signed)).toBe(true);
    expect(one.macLabel("x")).toEqual(other.macLabel("x"));
    const jwk = one.publicKeys("ticket")[0] as { kid: string };
    expect(jwk).toMatchObject({ kty: "OKP", crv: "Ed25519", kid: String(signed.kid), alg: "EdDSA" });
    expect(verify(null, signed.message, createPublicKey({ key: jwk, format: "jwk" }), signed.signature)).toBe(
      true,
    );
    const token = one.signToken((kid) => words(`token ${kid}`));
    expect(token.signature).toHaveLength(64);
    expect(await other.verifyToken(token)).toBe(true);
    expect(await other.verifyToken({ ...token, message: words("token 99") })).toBe(false);
    expect(JSON.stringify([...one.publicKeys("ticket"), ...one.publicKeys("token")])).not.toMatch(/"d":/);
  });

  it("refuse signatures of another purpose and junk", async () => {
    const keys = await open();
    const ticket = keys.signTicket(() => words("a"));
    expect(await keys.verifyToken(ticket)).toBe(false);
    expect(await keys.verifyTicket({ ...ticket, kid: 250 })).toBe(false);
    expect(await keys.verifyTicket({ ...ticket, signature: new Uint8Array(3) })).toBe(false);
    expect(await keys.verifyTicket({ ...ticket, signature: new Uint8Array(64) })).toBe(false);
  });

  it("are sealed: a copy of the table without APP_SECRET cannot sign, and another secret stops the start", async () => {
    const { rows } = await owner.query("SELECT kid, purpose, sealed_key FROM signing_keys ORDER BY kid");
    for (const row of rows)
      expect(
        keySealOf("another secret, also long", "signing-keys").open(
          row.sealed_key,
          `${row.purpose}/${row.kid}`,
        ),
      ).toBeUndefined();
    const [first, second] = rows;
    expect(
      keySealOf(appSecret, "signing-keys").open(first.sealed_key, `${second.purpose}/${second.kid}`),
    ).toBeUndefined();
    await expect(openSigningKeys({ database, appSecret: "another secret, also long" })).rejects.toThrow(
      /APP_SECRET/,
    );
  });

  it("can be read sealed by the duties that sign and by nobody else", async () => {
    for (const role of ["app_anon", "app_customer", "app_gate", "app_admin"]) {
      await owner.query(`SET ROLE ${role}`);
      await expect(owner.query("SELECT sealed_key FROM signing_keys")).rejects.toThrow(/permission denied/);
      const { rows } = await owner.query("SELECT kid, public_key FROM signing_keys");
      expect(rows).toHaveLength(2);
      await owner.query("RESET ROLE");
    }
  });

  it("rotate: a running process reads a new key when it first meets its id, the old one verifies until its end", async () => {
    const running = await open();
    const old = running.signTicket(() => words("printed in spring"));
    const oldGroup = running.macLabel("printed in spring");
    await owner.query(
      "UPDATE signing_keys SET valid_until = now() + interval '30 days' WHERE purpose IN ('ticket', 'label')",
    );
    const soon = new Date(Date.now() + 31 * 86_400_000);
    now = soon;
    const fresh = (await open()).signTicket(() => words("printed in autumn"));
    expect(fresh.kid).toBeGreaterThan(old.kid);
    expect(await running.verifyTicket(fresh)).toBe(true);
    expect(await running.verifyTicket(old)).toBe(false);
    now = new Date();
    expect(await running.verifyTicket(old)).toBe(true);
    expect(running.macsOfLabel("printed in spring")).toContainEqual(oldGroup);
  });

  it("are replaced by the command in twenty minutes, when every process knows them; the old ones stay valid until the given day", async () => {
    now = new Date();
    const [running, other] = [await open(), await open()];
    const old = running.signTicket(() => words("printed in autumn"));
    const oldGroup = running.macLabel("printed in autumn");
    const day = 86_400_000;
    const seal = keySealOf(appSecret, "signing-keys");
    const [ticketKid] = await replaceTicketKeys(database, seal, {
      now,
      goodUntil: new Date(now.getTime() + 60 * day),
    });
    await running.renew();
    expect(running.signTicket(() => words("a minute after")).kid).toBe(old.kid);
    now = new Date(Date.now() + 21 * 60_000);
    await other.renew();
    const fresh = running.signTicket(() => words("printed in winter"));
    expect(fresh.kid).toBe(ticketKid);
    const freshGroup = running.macLabel("printed in winter");
    expect(freshGroup).not.toEqual(running.macsOfLabel("printed in winter")[0]);
    expect(await other.verifyTicket(fresh)).toBe(true);
    expect(other.macsOfLabel("printed in winter")).toContainEqual(freshGroup);
    now = new Date(Date.now() + 59 * day);
    expect(await other.verifyTicket(old)).toBe(true);
    expect(other.macsOfLabel("printed in autumn")).toContainEqual(oldGroup);
    now = new Date(Date.now() + 61 * day);
    expect(await other.verifyTicket(old)).toBe(false);
    expect(await other.verifyTicket(fresh)).toBe(true);
    expect(other.macsOfLabel("printed in autumn")).not.toContainEqual(oldGroup);
    await expect(replaceTicketKeys(database, seal, { now, goodUntil: now })).rejects.toThrow(
      "would end before",
    );
  });

  it("of tokens are replaced after 90 days; the old one stays published and valid for one more day", async () => {
    now = new Date();
    const [running, other] = [await open(), await open()];
    const old = running.signToken(() => words("signed in spring"));
    const published = () => running.publicKeys("token").map(({ kid }) => kid);
    await running.renew();
    expect(published()).toEqual([String(old.kid)]);
    const older = (interval: string) =>
      owner.query(
        "UPDATE signing_keys SET valid_from = valid_from - $1::interval, valid_until = valid_until - $1::interval WHERE kid = $2",
        [interval, old.kid],
      );
    await older("91 days");
    await Promise.all([running.renew(), other.renew()]);
    await running.renew();
    const fresh = running.signToken(() => words("signed in autumn"));
    expect(published()).toEqual([String(old.kid), String(fresh.kid)]);
    expect(await other.verifyToken(fresh)).toBe(true);
    expect(await running.verifyToken(old)).toBe(true);
    await older("25 hours");
    await running.renew();
    expect(published()).toEqual([String(fresh.kid)]);
    expect(await running.verifyToken(old)).toBe(false);
    expect(await running.verifyToken(fresh)).toBe(true);
  });
});
