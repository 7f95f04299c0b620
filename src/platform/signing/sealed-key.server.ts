import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export type KeySeal = ReturnType<typeof keySealOf>;

/** The kinds of sealed texts. Each kind has its own key, so a text sealed for one kind never opens as another. */
type SealedKind = "signing-keys" | "mail-password" | "second-factors";

/** AES-256-GCM with a key derived from APP_SECRET, so that a copy of the database alone cannot sign. */
export function keySealOf(appSecret: string, kind: SealedKind) {
  if (appSecret.length < 16) throw new RangeError("APP_SECRET is too short");
  const key = Buffer.from(hkdfSync("sha256", appSecret, "estival", kind, 32));
  return {
    /** The secret, encrypted and bound to its place: it opens only with the same `place`. */
    seal(secret: Uint8Array, place: string): string {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
      return ["v1", ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url"))].join(".");
    },
    /** Undefined when the text was not sealed by this secret for this place. */
    open(sealed: string, place: string): Buffer | undefined {
      const [version, iv, tag, body] = sealed.split(".");
      if (version !== "v1" || !iv || !tag || body === undefined) return undefined;
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"), {
          authTagLength: 16,
        })
          .setAAD(Buffer.from(place))
          .setAuthTag(Buffer.from(tag, "base64url"));
        return Buffer.concat([decipher.update(Buffer.from(body, "base64url")), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
