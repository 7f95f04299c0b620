import { newId } from "#kernel/id.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/secret-token.server.ts";
import type { Services } from "#platform/services.ts";
import { limits } from "#ticketing/limits.ts";
import { enqueueLetter } from "./enqueue-letter.server.ts";

/**
 * Asks the owner of an address whether they want the newsletter: a letter with a link that confirms. One letter a
 * minute and three an hour for an address. What comes of it is never told, so that nobody learns who is on the list.
 */
export async function subscribeToNewsletter(
  services: Services,
  { email }: { readonly email: string },
): Promise<void> {
  const token = newSecretToken();
  await services.database.withDuty("deliver", async (sql) => {
    // an address that is on the list, or was asked too often, leaves without a row
    const { rowCount } = await sql.$client.query({
      name: "ask-newsletter",
      text: `INSERT INTO newsletter_subscriptions AS n (id, email, token_hash) VALUES ($1, $2, $3)
             ON CONFLICT (email) DO UPDATE SET status = 'pending', token_hash = $3, asked_at = now(),
               asked = CASE WHEN n.asked_since < now() - interval '1 hour' THEN 1 ELSE n.asked + 1 END,
               asked_since = CASE WHEN n.asked_since < now() - interval '1 hour' THEN now() ELSE n.asked_since END
             WHERE n.status <> 'confirmed' AND n.asked_at <= now() - interval '1 minute'
               AND (n.asked < $4 OR n.asked_since < now() - interval '1 hour')`,
      values: [newId(), email, hashOfToken(token), limits.newsletterLettersPerAddressAndHour],
    });
    if (rowCount !== 1) return;
    await enqueueLetter(sql.$client, {
      kind: "newsletter_confirm",
      dedupeKey: `newsletter:${newId()}`,
      recipient: email,
      variables: { action_url: `${services.origin}/newsletter/confirm?token=${token}` },
    });
  });
}
