import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync } from "node:fs";
import { open, readFile, rename } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import type { LetterView } from "#web/request/site-services.ts";
import { type ParsedLetter, parseLetter } from "./parse-letter.ts";

/** An email in the mailbox; `id` is the name of its file. */
type MailboxLetter = ParsedLetter & { readonly id: string; readonly receivedAt: Date };

/**
 * The demo's mailbox: a real SMTP server on an ephemeral port of this machine, which keeps each message as a file
 * in `folder`, so that emails outlive a restart. A message is acknowledged once its file is on the disk.
 */
export async function openMailbox(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const parsed = new Map<string, MailboxLetter>();
  let lastReceivedMs = 0;

  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    authOptional: true,
    // asking a name service who 127.0.0.1 is may take a second and a half, for each email
    disableReverseLookup: true,
    size: 30 * 1024 * 1024,
    onData(stream, _session, done) {
      lastReceivedMs = Math.max(lastReceivedMs + 1, Date.now());
      const id = `${String(lastReceivedMs).padStart(15, "0")}-${randomBytes(4).toString("hex")}`;
      buffer(stream)
        .then((message) => store(folder, id, message))
        .then(() => done(), done);
    },
  });
  // without a listener, a client that disconnects early would end the process
  server.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });

  async function letter(id: string): Promise<MailboxLetter | undefined> {
    if (!/^\d{15}-[0-9a-f]{8}$/.test(id)) return undefined;
    const parsedLetter = parsed.get(id);
    if (parsedLetter) return parsedLetter;
    const raw = await readFile(join(folder, `${id}.eml`)).catch(() => undefined);
    if (!raw) return undefined;
    const found = { id, receivedAt: new Date(Number(id.slice(0, 15))), ...(await parseLetter(raw)) };
    parsed.set(id, found);
    return found;
  }

  return {
    host: "127.0.0.1" as const,
    port: (server.server.address() as AddressInfo).port,
    /** Every email sent, newest first. */
    async listLetters() {
      const ids = readdirSync(folder)
        .filter((name) => name.endsWith(".eml"))
        .map((name) => name.slice(0, -4))
        .sort()
        .reverse();
      const found: MailboxLetter[] = [];
      for (const id of ids) {
        const one = await letter(id);
        if (one) found.push(one);
      }
      return found;
    },
    readLetter: letter,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

async function store(folder: string, id: string, message: Buffer): Promise<void> {
  const partial = join(folder, `${id}.partial`);
  const file = await open(partial, "w", 0o600);
  try {
    await file.writeFile(message);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, join(folder, `${id}.eml`));
}

/** An email as the mailbox's screens show it. */
export function letterView({ id, receivedAt, attachments, ...letter }: MailboxLetter): LetterView {
  const { from, to, subject, text } = letter;
  return {
    id,
    from,
    to,
    subject,
    text,
    sentAt: receivedAt.toISOString(),
    htmlUrl: `/_demo/mail/${id}/html`,
    attachments: attachments.map(({ filename, contentType, size }, n) => ({
      filename,
      contentType,
      size,
      url: `/_demo/mail/${id}/${n}`,
    })),
  };
}
