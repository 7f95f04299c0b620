import { z } from "zod";
import { isUuid, type Uuid } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import { lengths } from "#ticketing/limits.ts";
import { textLine } from "./person-fields-form.ts";

const enrol = z.strictObject({
  factor_type: z.enum(["totp", "phone", "webauthn"]),
  friendly_name: z.string().trim().pipe(textLine(lengths.deviceName)).nullish(),
  issuer: z.string().max(200).nullish(),
  phone: z.string().max(40).nullish(),
});
const verify = z.strictObject({
  challenge_id: z.custom<Uuid>((value) => isUuid(value)),
  code: z.string().max(100),
});

/** Reads POST factors: authenticator applications only. Text messages are not supported, passkeys elsewhere. */
export function readEnrol(body: unknown) {
  const parsed = enrol.safeParse(body);
  if (!parsed.success) return refused("not_understood");
  if (parsed.data.factor_type === "phone") return refused("factor_phone_disabled");
  if (parsed.data.factor_type === "webauthn") return refused("factor_key_disabled");
  return done({ friendlyName: parsed.data.friendly_name ?? "" });
}

/** Reads POST factors/{id}/verify. */
export function readFactorCode(body: unknown) {
  const parsed = verify.safeParse(body);
  if (!parsed.success) return refused("not_understood");
  return done({ challengeId: parsed.data.challenge_id, code: parsed.data.code.trim() });
}
