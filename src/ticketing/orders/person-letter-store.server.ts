import type { Database } from "#platform/database/database.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { type MailboxBudget, mayReachMailbox } from "#platform/identity/limits/mailbox-budget.server.ts";
import { enqueueLetter, type NewLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { isProven } from "#ticketing/people/person-queries.server.ts";

type PersonLetter = Omit<NewLetter, "recipient" | "userId">;

/** Queues an email to a person, at the person's own address; none to a person who has no address. */
export async function writeToPerson(sql: Sql, userId: string, letter: PersonLetter): Promise<void> {
  const { rows } = await sql.query<{ recipient: string | null }>({
    name: "address-of-person",
    text: "SELECT contact AS recipient FROM profiles WHERE id = $1",
    values: [userId],
  });
  const recipient = rows[0]?.recipient;
  if (recipient) await enqueueLetter(sql, { ...letter, recipient, userId });
}

/**
 * As `writeToPerson`, after an act that costs nothing: somebody may repeat it with a stranger's address, so an address
 * that nobody has proven gets no email beyond the budget of its mailbox. Returns whether one was queued.
 */
export async function writeWithinBudget(
  { identity }: Database,
  sql: Sql,
  { userId, budget, letter }: { userId: string; budget: MailboxBudget; letter: PersonLetter },
): Promise<boolean> {
  const { rows } = await identity.query<{ recipient: string | null; isProven: boolean }>({
    name: "proof-of-person",
    text: `SELECT p.contact AS recipient, ${isProven("p")} AS "isProven" FROM profiles p WHERE p.id = $1`,
    values: [userId],
  });
  const [person] = rows;
  if (!person?.recipient) return false;
  const to = { email: person.recipient, isFound: true };
  if (!person.isProven && !(await mayReachMailbox(identity, to, budget))) return false;
  await enqueueLetter(sql, { ...letter, recipient: person.recipient, userId });
  return true;
}
