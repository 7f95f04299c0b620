import { createHmac, generateKeyPairSync, sign, verify } from "node:crypto";
import { expect, test } from "vitest";
import { newId } from "#kernel/id.ts";
import { readAccessToken, signAccessToken, type TokenSigner } from "./access-token.server.ts";

const issuer = "https://bilete.example/auth/v1";
const pair = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const stranger = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const signerOf = ({ privateKey, publicKey }: typeof pair): TokenSigner => ({
  signToken(messageFor) {
    const message = messageFor(7);
    return { message, signature: sign("sha256", message, { key: privateKey, dsaEncoding: "ieee-p1363" }) };
  },
  verifyToken: async ({ kid, message, signature }) =>
    kid === 7 && verify("sha256", message, { key: publicKey, dsaEncoding: "ieee-p1363" }, signature),
});
const signer = signerOf(pair);
const claims = { iss: issuer, aud: "authenticated", sub: newId(), session_id: newId(), exp: 2_000_000_000 };
const token = signAccessToken(signer, claims);
const read = (text: string) => readAccessToken(signer, issuer, text);
const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const [head = "", body = "", seal = ""] = token.split(".");

/** A token with this header over these claims, rightly signed by our own key. */
const signed = (header: unknown, said: unknown = claims) => {
  const message = `${coded(header)}.${coded(said)}`;
  const { signature } = signer.signToken(() => Buffer.from(message));
  return `${message}.${Buffer.from(signature).toString("base64url")}`;
};
const good = { alg: "ES256", kid: "7", typ: "JWT" };

test("one of our tokens has its session, its person and its expiry", async () => {
  expect(await read(token)).toEqual({
    userId: claims.sub,
    sessionId: claims.session_id,
    expiresAt: claims.exp,
  });
  expect(await read(signed(good))).toBeDefined();
});

const publicPem = pair.publicKey.export({ format: "pem", type: "spki" }) as string;
const hmac = (header: unknown, key: string) => {
  const message = `${coded(header)}.${body}`;
  return `${message}.${createHmac("sha256", key).update(message).digest("base64url")}`;
};

test.each<[what: string, forged: string]>([
  ["nothing", ""],
  ["dots", ".."],
  ["no signature", `${head}.${body}.`],
  ["no signature by its own word", `${coded({ alg: "none", typ: "JWT" })}.${body}.`],
  ["an HMAC with our public key as its secret", hmac({ alg: "HS256", kid: "7", typ: "JWT" }, publicPem)],
  ["our signature under another algorithm's name", signed({ ...good, alg: "ES384" })],
  ["our signature with the algorithm in small letters", signed({ ...good, alg: "es256" })],
  ["a key that the token brings along", signed({ alg: "ES256", typ: "JWT", jwk: {} })],
  ["a key id that is a path", signed({ ...good, kid: "../../dev/null" })],
  ["a key id that is a number", signed({ ...good, kid: 7 })],
  ["an unknown key id", signed({ ...good, kid: "8" })],
  ["a header that must be understood", signed({ ...good, crit: ["exp"] })],
  ["no type", signed({ alg: "ES256", kid: "7" })],
  ["a stranger's signature", signAccessToken(signerOf(stranger), claims)],
  ["another body", `${head}.${coded({ ...claims, sub: newId() })}.${seal}`],
  ["a fourth part", `${token}.x`],
  ["padding", `${token}=`],
  ["another way to write the same signature", `${head}.${body}.${seal.slice(0, -1)}${bump(seal)}`],
  ["a signature of another length", `${head}.${body}.${seal.slice(0, -4)}`],
  ["another issuer", signed(good, { ...claims, iss: "https://evil.example/auth/v1" })],
  ["another audience", signed(good, { ...claims, aud: "anon" })],
  ["an audience that is a list", signed(good, { ...claims, aud: ["authenticated"] })],
  ["no expiry", signed(good, { ...claims, exp: undefined })],
  ["an expiry that is text", signed(good, { ...claims, exp: "2000000000" })],
  ["no session", signed(good, { ...claims, session_id: null })],
  ["a person that is no id", signed(good, { ...claims, sub: "1' OR '1'='1" })],
  ["a list for claims", signed(good, [])],
  ["too much", signed(good, { ...claims, more: "x".repeat(5000) })],
  ["no JSON", `${head}.${Buffer.from("{").toString("base64url")}.${seal}`],
  ["no base64", "ă.ș.ț"],
])("%s is no token (A14-32)", async (_what, forged) => {
  expect(await read(forged)).toBeUndefined();
});

/** The last character with another value in the bits that do not count. */
function bump(text: string): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return letters[letters.indexOf(text.at(-1) ?? "A") ^ 1] ?? "A";
}
