import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { inSeconds } from "#kernel/time.ts";
import { budgetsOfNetworks, countInHour } from "#platform/identity/limits/hourly-budget.server.ts";
import { mayReachMailbox } from "#platform/identity/limits/mailbox-budget.server.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { durations, limits } from "#ticketing/limits.ts";
import { enqueueLetter } from "./enqueue-letter.server.ts";
import type { MailServices } from "./mail-services.server.ts";
import { areLettersOn } from "./mail-settings-queries.server.ts";

export type Subscription = {
  readonly email: string;
  /** The network address that the request came from; null when the person's account has this email. */
  readonly address: string | null;
};

/**
 * Sends an email with a link that confirms the subscription, at most one a minute and three an hour for an address.
 * The answer is always the same, so nobody learns who has subscribed. Refused for a network that asked too often
 * within an hour, whatever the addresses, so that nobody writes to strangers through us: a person's own email is none.
 * Refused while emails are switched off, too: the emails would wait and leave together later.
 */
export async function subscribeToNewsletter(
  services: MailServices,
  { email, address }: Subscription,
): Promise<Outcome<null, { readonly reason: "too_many" | "letters_off" }>> {
  if (!(await areLettersOn(services))) return refused({ reason: "letters_off" });
  const most = limits.newsletterLetters.perNetworkAndHour;
  const networks = address === null ? [] : budgetsOfNetworks("newsletter-network", { address, most });
  if (!(await countInHour(services.database.identity, networks))) return refused({ reason: "too_many" });
  const token = newSecretToken();
  await services.database.withDuty("deliver", async (sql) => {
    // No row comes back when the address is subscribed already, or got too many emails.
    const { rowCount } = await sql.query({
      name: "ask-newsletter",
      text: `INSERT INTO newsletter_subscriptions AS n (id, email, token_hash) VALUES ($1, $2, $3)
             ON CONFLICT (email) DO UPDATE SET status = 'pending', asked_at = now(),
               asked = CASE WHEN n.asked_since < now() - make_interval(secs => $5) THEN 1 ELSE n.asked + 1 END,
               asked_since = CASE WHEN n.asked_since < now() - make_interval(secs => $5) THEN now() ELSE n.asked_since END
             WHERE n.status <> 'confirmed' AND n.asked_at <= now() - make_interval(secs => $6)
               AND (n.asked < $4 OR n.asked_since < now() - make_interval(secs => $5))`,
      values: [
        newId(),
        email,
        hashOfToken(token),
        limits.newsletterLetters.perAddressAndHour,
        inSeconds.hour,
        durations.betweenLetters,
      ],
    });
    const to = { email, isFound: true };
    if (rowCount !== 1 || !(await mayReachMailbox(services.database.identity, to, "anybody"))) return;
    // only now, so that the link of an earlier email goes on working when no other is sent
    await sql.query("UPDATE newsletter_subscriptions SET token_hash = $2 WHERE email = $1", [
      email,
      hashOfToken(token),
    ]);
    await enqueueLetter(sql, {
      kind: "newsletter_confirm",
      dedupeKey: `newsletter:${newId()}`,
      recipient: email,
      variables: { action_url: `${services.origin}/newsletter/confirm?token=${token}` },
    });
  });
  return done(null);
}
