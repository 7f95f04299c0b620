import type { Sql } from "#platform/database/sql.ts";
import { enqueueLetter, type NewLetter } from "#ticketing/letters/enqueue-letter.server.ts";

/** Queues an email to a person, at the person's own address; none to a person who has no address. */
export async function writeToPerson(
  sql: Sql,
  userId: string,
  letter: Omit<NewLetter, "recipient" | "userId">,
): Promise<void> {
  const { rows } = await sql.query<{ recipient: string | null }>({
    name: "address-of-person",
    text: "SELECT contact AS recipient FROM profiles WHERE id = $1",
    values: [userId],
  });
  const recipient = rows[0]?.recipient;
  if (recipient) await enqueueLetter(sql, { ...letter, recipient, userId });
}
