/** A mail server in a process of its own that takes every letter and keeps none. Says its port; counts when asked. */
import { type AddressInfo, createServer } from "node:net";

/** What it answers, in order: to a command, or to the end of a message. */
const answers: Record<string, string> = {
  EHLO: "250 stub",
  MAIL: "250 ok",
  RCPT: "250 ok",
  DATA: "354 go on",
  RSET: "250 ok",
  QUIT: "221 bye",
};
const messageEnd = Buffer.from("\r\n.\r\n");

/** Milliseconds that it takes over a letter before it says 250. */
const ponders = Number(process.argv[2] ?? 0);
let taken = 0;

const server = createServer({ noDelay: true }, (socket) => {
  let rest = Buffer.alloc(0);
  let isInMessage = false;
  socket.on("error", () => {});
  socket.write("220 stub\r\n");
  const accept = () => {
    taken += 1;
    socket.write("250 taken\r\n");
  };
  socket.on("data", (part) => {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    for (;;) {
      const mark = isInMessage ? messageEnd : "\r\n";
      const end = rest.indexOf(mark);
      if (end === -1) return;
      const line = isInMessage ? "" : rest.toString("latin1", 0, end);
      rest = rest.subarray(end + mark.length);
      if (isInMessage) {
        isInMessage = false;
        if (ponders > 0) setTimeout(accept, ponders);
        else accept();
        continue;
      }
      const verb = line.slice(0, 4).toUpperCase();
      isInMessage = verb === "DATA";
      socket.write(`${answers[verb] ?? "500 what"}\r\n`);
      if (verb === "QUIT") socket.end();
    }
  });
});
process.on("message", () => process.send?.({ taken }));
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
