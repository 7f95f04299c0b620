import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { hashOfToken, isTokenShaped } from "#platform/identity/secret-token.server.ts";
import type { Services } from "#platform/services.ts";

/** Takes an address off the list, with the token of any letter of its subscription. Safe to repeat. */
export async function unsubscribeFromNewsletter(
  services: Services,
  { token }: { readonly token: string },
): Promise<Outcome<null, "token_invalid">> {
  if (!isTokenShaped(token)) return refused("token_invalid");
  return services.database.withDuty("deliver", async (sql) => {
    const { rowCount } = await sql.$client.query(
      `UPDATE newsletter_subscriptions SET status = 'unsubscribed', unsubscribed_at = coalesce(unsubscribed_at, now()) WHERE token_hash = $1`,
      [hashOfToken(token)],
    );
    return rowCount === 1 ? done(null) : refused("token_invalid");
  });
}
