import { createHash, generateKeyPairSync, sign } from "node:crypto";
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type pg from "pg";
import { newId } from "#kernel/id.ts";
import { siteOrigin } from "./accounts.ts";

/** Stores a passkey of this account, and resolves to what its device answers to a challenge (WebAuthn, ES256). */
export async function storePasskey(owner: pg.Client, userId: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  const cose = Buffer.from(`a5010203262001215820${hexOf(x)}225820${hexOf(y)}`, "hex");
  const id = Buffer.from(newId()).toString("base64url");
  await owner.query(
    `INSERT INTO identity.passkey (id, user_id, credential_id, public_key, counter, name) VALUES ($1, $2, $3, $4, 0, 'cheie')`,
    [newId(), userId, id, cose.toString("base64url")],
  );
  return ({ challenge, rpId = "" }: PublicKeyCredentialRequestOptionsJSON) => {
    const said = { type: "webauthn.get", challenge, origin: siteOrigin, crossOrigin: false };
    const clientData = Buffer.from(JSON.stringify(said));
    // the host, the flags "present" and "verified", and how often the key has signed
    const data = Buffer.concat([sha256(rpId), Buffer.from([0x05, 0, 0, 0, 1])]);
    const signature = sign("sha256", Buffer.concat([data, sha256(clientData)]), privateKey);
    return {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      },
    };
  };
}

const hexOf = (coordinate: string) => Buffer.from(coordinate, "base64url").toString("hex");
const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();
