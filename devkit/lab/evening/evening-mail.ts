import { writeFileSync } from "node:fs";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { selfSigned } from "#test/support/self-signed.ts";

export const mailLogin = { user: "bilete@seara.example", password: "o parola de posta" } as const;

/** A mail server with a certificate of its own that counts emails, and that can be away for a while. */
export async function startEveningMail(folder: string, wantedPort = 0) {
  const { key, cert } = selfSigned();
  const certificateFile = join(folder, "mail-certificate.pem");
  writeFileSync(certificateFile, cert);
  /** How often each email came, by Message-ID. */
  const copies = new Map<string, number>();
  const sockets = new Set<Socket>();
  let server: SMTPServer | undefined;

  async function listen(port: number): Promise<number> {
    const listening = new SMTPServer({
      key,
      cert,
      authMethods: ["PLAIN", "LOGIN"],
      onAuth: ({ username, password }, _session, done) =>
        username === mailLogin.user && password === mailLogin.password
          ? done(null, { user: username })
          : done(new Error("bad credentials")),
      onData(stream, _session, done) {
        text(stream).then((message) => {
          const [head = ""] = message.split("\r\n\r\n", 1);
          const id = /^message-id:\s*(<[^>]+>)/im.exec(head)?.[1] ?? "without";
          copies.set(id, (copies.get(id) ?? 0) + 1);
          done();
        }, done);
      },
    });
    listening.on("error", () => {});
    listening.server.on("connection", (socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    });
    await new Promise<void>((open) => listening.listen(port, "localhost", open));
    server = listening;
    return (listening.server.address() as AddressInfo).port;
  }

  async function stop(): Promise<void> {
    const stopping = server;
    server = undefined;
    for (const socket of sockets) socket.destroy();
    if (stopping) await new Promise<void>((closed) => stopping.close(closed));
  }

  const port = await listen(wantedPort);
  return { port, certificateFile, copies, stop, comeBack: () => listen(port) };
}

export type EveningMail = Awaited<ReturnType<typeof startEveningMail>>;
