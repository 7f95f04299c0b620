import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { hashOfToken, isTokenShaped } from "#platform/identity/tokens/secret-token.server.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { subscriptionOfToken } from "./newsletter-link.server.ts";

/** Ends a subscription, with the token of any of its emails or newsletters. Safe to repeat. */
export async function unsubscribeFromNewsletter(
  services: Pick<Services, "database"> & { readonly keys: SigningKeys },
  { token }: { readonly token: string },
): Promise<Outcome<null, "token_invalid">> {
  const id = subscriptionOfToken(services.keys, token) ?? null;
  if (id === null && !isTokenShaped(token)) return refused("token_invalid");
  return services.database.withDuty("deliver", async (sql) => {
    const { rowCount } = await sql.query(
      `UPDATE newsletter_subscriptions SET status = 'unsubscribed', unsubscribed_at = coalesce(unsubscribed_at, now())
       WHERE CASE WHEN $2::uuid IS NULL THEN token_hash = $1 ELSE id = $2 END`,
      [hashOfToken(token), id],
    );
    return rowCount === 1 ? done(null) : refused("token_invalid");
  });
}
