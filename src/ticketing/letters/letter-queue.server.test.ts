import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { queriesOf } from "#test/support/queries.ts";
import { enqueueLetter } from "./enqueue-letter.server.ts";
import { claimLetters, markLettersSent } from "./letter-queue.server.ts";

const { ownerUrl } = await testDatabase();
const client = new pg.Client({ connectionString: ownerUrl });
const db = queriesOf(client);
await client.connect();
afterAll(() => client.end());

it("an email that two processes mark as sent keeps the time of the first", async () => {
  const id = await enqueueLetter(client, {
    kind: "welcome_email",
    dedupeKey: "welcome:ana",
    recipient: "ana@exemplu.ro",
  });
  if (!id) throw new Error("the letter was there before");
  const sent = { id, orderId: null, template: "welcome_email", isFallback: false };
  const read = async () => await db`SELECT state, sent_at, template, is_fallback FROM letters`;
  await markLettersSent(client, [sent]);
  const first = await read();
  expect(first).toMatchObject([{ state: "sent", sent_at: expect.any(Date), template: "welcome_email" }]);
  await markLettersSent(client, [{ ...sent, isFallback: true }]);
  expect(await read()).toEqual(first);
});

it("a process does not wait for emails that another one is claiming: it takes the next ones", async () => {
  const enqueue = (name: string) =>
    enqueueLetter(client, {
      kind: "welcome_email",
      dedupeKey: `welcome:${name}`,
      recipient: `${name}@exemplu.ro`,
    });
  const [taken, free] = [await enqueue("dan"), await enqueue("eva")];
  const other = new pg.Client({ connectionString: ownerUrl });
  await other.connect();
  try {
    await other.query("BEGIN");
    await other.query("SELECT FROM letters WHERE id = $1 FOR UPDATE", [taken]);
    await db`SET lock_timeout = '1s'`;
    // its Message-ID has the site's host from its first claim on
    expect(await claimLetters(client, 10, "bilete.example")).toMatchObject([
      { id: free, messageId: `<${free}@bilete.example>` },
    ]);
    await db`UPDATE letters SET state = 'queued', next_at = now() WHERE id = ${free}`;
    expect(await claimLetters(client, 10, "elsewhere.example")).toMatchObject([
      { id: free, messageId: `<${free}@bilete.example>` },
    ]);
  } finally {
    await other.end();
  }
});
