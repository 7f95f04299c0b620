import { type AddressInfo, createServer, type Socket } from "node:net";

/** The server's action at one step: an answer such as "250 OK", or a misbehaviour. */
export type Misdeed = string | "drop" | "silence" | "dribble";
export type Step = "connect" | "EHLO" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "message" | "after";

export type HostileSmtp = {
  readonly port: number;
  /** Messages that this server accepted with 250. */
  readonly accepted: string[];
  readonly commands: string[];
  /** Changes the behaviour from now on. */
  behave(script: Partial<Record<Step, Misdeed>>): void;
  close(): Promise<void>;
};

const polite: Record<Step, Misdeed> = {
  connect: "220 hello",
  EHLO: "250-hello\r\n250 AUTH PLAIN",
  AUTH: "235 welcome",
  MAIL: "250 ok",
  RCPT: "250 ok",
  DATA: "354 go on",
  message: "250 taken",
  after: "221 bye",
};

/** A mail server that misbehaves as scripted, on a port of this machine. */
export async function startHostileSmtp(): Promise<HostileSmtp> {
  let script = polite;
  const sockets = new Set<Socket>();
  const accepted: string[] = [];
  const commands: string[] = [];

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    let received = "";
    let message: string | undefined;
    const act = (step: Step) => {
      const deed = script[step];
      if (deed === "drop") return socket.destroy();
      if (deed === "silence") return;
      if (deed === "dribble") return dribble(socket);
      socket.write(`${deed}\r\n`);
      if (step === "message" && deed.startsWith("250")) {
        accepted.push(message ?? "");
        if (script.after === "drop") socket.destroySoon();
      }
    };
    socket.on("data", (part) => {
      received += part.toString("utf8");
      for (;;) {
        if (message !== undefined) {
          const end = received.indexOf("\r\n.\r\n");
          if (end === -1) return;
          message = received.slice(0, end);
          received = received.slice(end + 5);
          act("message");
          message = undefined;
          continue;
        }
        const end = received.indexOf("\r\n");
        if (end === -1) return;
        const line = received.slice(0, end);
        received = received.slice(end + 2);
        commands.push(line);
        const verb = line.split(/[ :]/)[0]?.toUpperCase() ?? "";
        if (verb === "QUIT") act("after");
        else act(verb as Step);
        if (verb === "DATA" && String(script.DATA).startsWith("354")) message = "";
      }
    });
    act("connect");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    port: (server.address() as AddressInfo).port,
    accepted,
    commands,
    behave(next) {
      script = { ...polite, ...next };
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A tarpit: a byte now and then of an answer that never ends, so that the socket is never idle. */
function dribble(socket: Socket): void {
  socket.write("250-");
  const timer = setInterval(() => socket.write("x"), 40);
  socket.on("close", () => clearInterval(timer));
}
