import { eq, sql } from "drizzle-orm";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import { hashOfToken, isTokenShaped } from "#platform/identity/tokens/secret-token.server.ts";
import type { Services } from "#platform/services.ts";
import { enqueueLetter } from "./enqueue-letter.server.ts";
import { newsletterSubscriptions } from "./newsletter-tables.server.ts";

/**
 * Confirms a subscription with the token of its email, and queues an email with a link that ends it. A second call
 * changes nothing. Call it for a POST only: mail scanners follow links.
 */
export async function confirmNewsletter(
  services: Services,
  { token }: { readonly token: string },
): Promise<Outcome<null, "token_invalid">> {
  if (!isTokenShaped(token)) return refused("token_invalid");
  return services.database.withDuty("deliver", async (client) => {
    const { id, email, status, tokenHash } = newsletterSubscriptions;
    const [subscription] = await builder(client)
      .select({ id, email, status })
      .from(newsletterSubscriptions)
      .where(eq(tokenHash, hashOfToken(token)))
      .for("update");
    // An address that was unsubscribed subscribes again by the form, not by an old email.
    if (!subscription || subscription.status === "unsubscribed") return refused("token_invalid");
    if (subscription.status === "confirmed") return done(null);
    await builder(client)
      .update(newsletterSubscriptions)
      .set({ status: "confirmed", confirmedAt: sql`now()`, unsubscribedAt: null })
      .where(eq(id, subscription.id));
    await enqueueLetter(client, {
      kind: "newsletter_welcome",
      dedupeKey: `newsletter:${hashOfToken(token)}`,
      recipient: subscription.email,
      variables: { action_url: `${services.origin}/newsletter/unsubscribe?token=${token}` },
    });
    return done(null);
  });
}
