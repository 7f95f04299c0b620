import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterEach, expect, it } from "vitest";
import { refuseOtherMachines } from "./other-machines.ts";

const server = createServer();
afterEach(() => new Promise((done) => server.close(done)));

it.each(["0.0.0.0", "::", "192.0.2.7", "2001:db8::1"])(
  "demo mode does not serve other machines on a socket that listens on %s",
  (address) => {
    let closed = 0;
    const open = { address: () => ({ address }), close: () => (closed += 1) } as unknown as Server;
    expect(() => refuseOtherMachines(open)).toThrow("this machine only");
    expect(closed).toBe(1);
  },
);

it.each(["127.0.0.1", "127.8.8.8", "::1"])("it serves this machine on %s", async (host) => {
  await once(server.listen(0, host), "listening");
  expect(() => refuseOtherMachines(server)).not.toThrow();
});
