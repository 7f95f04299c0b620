import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { siteOrigin } from "./accounts.ts";

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const none = { clientExtensionResults: {}, type: "public-key" } as const;

/** A passkey without a device: answers as a browser would, for the site of the tests. */
export function softPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(16);
  const id = text(credentialId);
  const told = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: siteOrigin, crossOrigin: false }));
  // Flags: present, verified, and with the key itself when it is created.
  const shown = (flags: number) =>
    Buffer.concat([sha256(new URL(siteOrigin).hostname), Buffer.from([flags, 0, 0, 0, 0])]);

  return {
    /** Answers the request to create a key. */
    create({ challenge }: { challenge: string }) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array<ArrayBuffer>>([
          [1, 2] as const,
          [3, -7] as const,
          [-1, 1] as const,
          [-2, new Uint8Array(Buffer.from(x, "base64url"))],
          [-3, new Uint8Array(Buffer.from(y, "base64url"))],
        ]),
      );
      const authData = Buffer.concat([
        shown(0x45),
        Buffer.alloc(16),
        Buffer.from([0, 16]),
        credentialId,
        key,
      ]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData)],
      ]);
      const response = {
        clientDataJSON: text(told("webauthn.create", challenge)),
        attestationObject: text(isoCBOR.encode(attestation as never)),
      };
      return { id, rawId: id, response, ...none };
    },
    /** Answers the challenge at a login. */
    show({ challenge }: { challenge: string }) {
      const clientData = told("webauthn.get", challenge);
      const authData = shown(0x05);
      const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), privateKey);
      const response = {
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(signature),
      };
      return { id, rawId: id, response, ...none };
    },
  };
}
