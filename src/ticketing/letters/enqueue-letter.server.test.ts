import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { enqueueLetter } from "./enqueue-letter.server.ts";

const { ownerUrl } = await testDatabase();
const client = new pg.Client({ connectionString: ownerUrl });
await client.connect();
afterAll(() => client.end());

it("one cause queues one email, with its Message-ID fixed from the beginning (I20)", async () => {
  const letter = { kind: "welcome_email", dedupeKey: "welcome:ana", recipient: "ana@exemplu.ro" } as const;
  const id = await enqueueLetter(client, letter);
  expect(id).not.toBeNull();
  expect(await enqueueLetter(client, { ...letter, recipient: "altcineva@exemplu.ro" })).toBeNull();
  const { rows } = await client.query("SELECT id, recipient, state, attempts, message_id FROM letters");
  expect(rows).toEqual([
    { id, recipient: "ana@exemplu.ro", state: "queued", attempts: 0, message_id: `<${id}@estival>` },
  ]);
});
