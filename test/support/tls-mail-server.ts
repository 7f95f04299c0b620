import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { selfSigned } from "./self-signed.ts";

export type TlsMailServer = {
  readonly port: number;
  /** Its certificate, for clients that shall trust it. */
  readonly certificate: string;
  /** The accepted emails, whole, newest last. */
  readonly accepted: { readonly to: string; readonly user: string; readonly raw: string }[];
  close(): Promise<void>;
};

/** A mail server like an operator's: on localhost, with STARTTLS, its own certificate, and one user with a password. */
export async function startTlsMailServer(login: {
  readonly user: string;
  readonly password: string;
}): Promise<TlsMailServer> {
  const { key, cert } = selfSigned();
  const accepted: TlsMailServer["accepted"] = [];
  const server = new SMTPServer({
    key,
    cert,
    authMethods: ["PLAIN", "LOGIN"],
    onAuth({ username, password }, _session, done) {
      if (username === login.user && password === login.password) done(null, { user: username });
      else done(new Error("bad credentials"));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        accepted.push({ to, user: String(session.user), raw: Buffer.concat(parts).toString("utf8") });
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  return {
    port: (server.server.address() as AddressInfo).port,
    certificate: cert.toString(),
    accepted,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
