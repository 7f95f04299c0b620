import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, expect, it } from "vitest";
import { refuseOtherMachines } from "./other-machines.ts";

const server = createServer();
afterEach(() => new Promise((done) => server.close(done)));

it.each(["0.0.0.0", "::"])("demo mode does not serve others on a socket that listens on %s", async (host) => {
  await once(server.listen(0, host), "listening");
  expect(() => refuseOtherMachines(server)).toThrow("this machine only");
});

it.each(["127.0.0.1", "127.8.8.8", "::1"])("it serves this machine on %s", async (host) => {
  await once(server.listen(0, host), "listening");
  expect(() => refuseOtherMachines(server)).not.toThrow();
});
