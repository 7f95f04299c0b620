import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { selfSigned } from "#test/support/self-signed.ts";

const misdeeds = ["refuse", "tarpit", "421", "450", "550", "drop after DATA", "250 and die"] as const;

export type HostileMailServer = {
  readonly port: number;
  readonly certificate: string;
  /** How often each letter, by its Message-ID, was taken over with 250. */
  readonly taken: ReadonlyMap<string, number>;
  /** From now on; whoever is in the middle of something is cut off. */
  behave(how: "well" | "badly"): void;
  close(): Promise<void>;
};

/** A mail server with TLS and a password that takes letters, or does to each one of everything that such servers do. */
export async function startHostileMailServer(login: {
  readonly user: string;
  readonly password: string;
}): Promise<HostileMailServer> {
  const { key, cert } = selfSigned();
  const taken = new Map<string, number>();
  const sockets = new Set<Socket>();
  const socketOf = (session: SMTPServerSession) =>
    [...sockets].find((socket) => socket.remotePort === session.remotePort);
  let isBad = false;
  let turn = 0;
  const deedOf = new Map<string, (typeof misdeeds)[number]>();
  const does = (session: SMTPServerSession, deed: (typeof misdeeds)[number]) =>
    deedOf.get(session.id) === deed;

  const server = new SMTPServer({
    key,
    cert,
    authMethods: ["PLAIN", "LOGIN"],
    onConnect(session, next) {
      if (isBad) deedOf.set(session.id, misdeeds[turn++ % misdeeds.length] ?? "refuse");
      if (does(session, "refuse")) return void socketOf(session)?.destroy();
      next(does(session, "421") ? answering(421, "too busy") : null);
    },
    onAuth({ username, password }, _session, done) {
      if (username === login.user && password === login.password) done(null, { user: username });
      else done(new Error("bad credentials"));
    },
    onRcptTo(_address, session, next) {
      if (does(session, "tarpit")) return;
      if (does(session, "450")) return next(answering(450, "later"));
      next(does(session, "550") ? answering(550, "no such user") : null);
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (does(session, "drop after DATA")) return void socketOf(session)?.destroy();
        const id = /^Message-ID: (\S+)/im.exec(Buffer.concat(parts).toString("latin1"))?.[1] ?? "";
        taken.set(id, (taken.get(id) ?? 0) + 1);
        done();
        if (does(session, "250 and die")) socketOf(session)?.destroySoon();
      });
    },
    onClose: (session) => void deedOf.delete(session.id),
  });
  server.on("error", () => {});
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
  });
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.server.address() as AddressInfo).port,
    certificate: cert.toString(),
    taken,
    behave(how) {
      isBad = how === "badly";
      cutAll();
    },
    close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      cutAll();
      return closed;
    },
  };
}

function answering(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}
