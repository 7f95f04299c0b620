import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { hashOfToken, isTokenShaped } from "#platform/identity/tokens/secret-token.server.ts";
import type { Services } from "#platform/services.ts";

/** Ends a subscription, with the token of any of its emails. Safe to repeat. */
export async function unsubscribeFromNewsletter(
  services: Services,
  { token }: { readonly token: string },
): Promise<Outcome<null, "token_invalid">> {
  if (!isTokenShaped(token)) return refused("token_invalid");
  return services.database.withDuty("deliver", async (sql) => {
    const { rowCount } = await sql.query(
      `UPDATE newsletter_subscriptions SET status = 'unsubscribed', unsubscribed_at = coalesce(unsubscribed_at, now()) WHERE token_hash = $1`,
      [hashOfToken(token)],
    );
    return rowCount === 1 ? done(null) : refused("token_invalid");
  });
}
