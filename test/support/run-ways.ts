/** Passes each connection to one of these ports at `listen` on to the same port at `to`. Ends with the one who started it. */
import { once } from "node:events";
import { connect, createServer } from "node:net";

const { listen, to, ports } = JSON.parse(process.argv[2] ?? "{}") as {
  listen: string;
  to: string;
  ports: readonly number[];
};

for (const port of ports) {
  const server = createServer((near) => {
    const far = connect(port, to);
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("error", () => other.destroy());
      from.on("close", () => other.destroy());
      from.pipe(other);
    }
  });
  server.listen(port, listen);
  await once(server, "listening");
}
process.once("disconnect", () => process.exit());
console.log("{}");
