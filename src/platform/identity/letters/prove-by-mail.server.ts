import type { Uuid } from "#kernel/id.ts";
import { only } from "#platform/database/sql.ts";
import type { TokenService } from "../tokens/token-service.server.ts";
import { consumeCode } from "./letter-code.server.ts";
import { sendCode } from "./send-code.server.ts";

type MailProofRequest = {
  readonly userId: Uuid;
  readonly email: string;
  readonly sessionHash: string;
  /** The code as typed; null when the form had no field for it yet. */
  readonly code: string | null;
};

/**
 * A second proof before an act that moves much money: a code from the account's mailbox, or the second factor that
 * the session has shown. Without a code, it sends one.
 */
export async function proveByMail(
  tokens: TokenService,
  { userId, email, sessionHash, code }: MailProofRequest,
): Promise<"proven" | "sent" | "wrong" | "letters_off"> {
  const { rows } = await tokens.database.identity.query<{ id: Uuid; aal: string }>(
    "SELECT id, aal FROM identity.session WHERE token = $1 AND user_id = $2 AND expires_at > now()",
    [sessionHash, userId],
  );
  const session = only(rows);
  if (session.aal === "aal2") return "proven";
  if (code === null) {
    const sent = await sendCode(tokens, { purpose: "reauthenticate", email });
    return sent.ok ? "sent" : "letters_off";
  }
  const isRight = await tokens.database.withDuty("identity", (sql) =>
    consumeCode(sql, tokens.tokenSecret, {
      purpose: "reauthenticate",
      sessionId: session.id,
      email,
      userId,
      code: code.replace(/\s/g, ""),
    }),
  );
  return isRight ? "proven" : "wrong";
}
