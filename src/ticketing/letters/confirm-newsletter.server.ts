import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { hashOfToken, isTokenShaped } from "#platform/identity/secret-token.server.ts";
import type { Services } from "#platform/services.ts";
import { enqueueLetter } from "./enqueue-letter.server.ts";

/**
 * Puts an address on the list, with the token of its letter, and writes a letter that can end it again. A second
 * press changes nothing. Call it for a POST only: mail scanners follow links.
 */
export async function confirmNewsletter(
  services: Services,
  { token }: { readonly token: string },
): Promise<Outcome<null, "token_invalid">> {
  if (!isTokenShaped(token)) return refused("token_invalid");
  return services.database.withDuty("deliver", async (sql) => {
    const { rows } = await sql.$client.query<{ id: string; email: string; status: string }>(
      "SELECT id, email, status FROM newsletter_subscriptions WHERE token_hash = $1 FOR UPDATE",
      [hashOfToken(token)],
    );
    const [subscription] = rows;
    // who has left comes back by the form, not by an old letter
    if (!subscription || subscription.status === "unsubscribed") return refused("token_invalid");
    if (subscription.status === "confirmed") return done(null);
    await sql.$client.query(
      "UPDATE newsletter_subscriptions SET status = 'confirmed', confirmed_at = now(), unsubscribed_at = NULL WHERE id = $1",
      [subscription.id],
    );
    await enqueueLetter(sql.$client, {
      kind: "newsletter_welcome",
      dedupeKey: `newsletter:${hashOfToken(token)}`,
      recipient: subscription.email,
      variables: { action_url: `${services.origin}/newsletter/unsubscribe?token=${token}` },
    });
    return done(null);
  });
}
