import { spawnSync } from "node:child_process";
import http from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import { listen } from "./listen.ts";

const newcomers = 64;

/** The most who are taken in by one turn of the event loop, of many who came while it was busy. */
async function mostInATurn(server: http.Server): Promise<number> {
  const { port } = server.address() as AddressInfo;
  let came = 0;
  server.on("connection", () => {
    came += 1;
  });
  // our own loop stands still meanwhile; who has gone again stands outside all the same
  spawnSync(process.execPath, [
    "-e",
    `let n = 0; for (let i = 0; i < ${newcomers}; i++) require("net").connect(${port}, "127.0.0.1", () => ++n === ${newcomers} && process.exit())`,
  ]);
  let most = 0;
  while (came < newcomers) {
    const before = came;
    await new Promise(setImmediate);
    most = Math.max(most, came - before);
  }
  return most;
}

const server = () => http.createServer((_request, answer) => answer.end("here"));

it("takes in several newcomers a turn, where a plain server takes in one", async () => {
  const [plain, ours] = [server(), server()];
  await new Promise<void>((up) => plain.listen(0, "127.0.0.1", up));
  const others = await listen(ours, { hostname: "127.0.0.1", port: 0 });
  expect(await mostInATurn(plain)).toBeLessThanOrEqual(2);
  expect(await mostInATurn(ours)).toBeGreaterThan(4);
  for (const one of [plain, ours, ...others]) one.close();
});

it("answers whoever comes by whichever socket", async () => {
  const ours = server();
  const others = await listen(ours, { hostname: "127.0.0.1", port: 0 });
  const { port } = ours.address() as AddressInfo;
  const answers = await Promise.all(
    Array.from({ length: newcomers }, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } });
      return answer.text();
    }),
  );
  expect(new Set(answers)).toEqual(new Set(["here"]));
  for (const one of [ours, ...others]) one.close();
});

it("does not share the address with whoever listens there already", async () => {
  const [first, second] = [server(), server()];
  const others = await listen(first, { hostname: "127.0.0.1", port: 0 });
  const { port } = first.address() as AddressInfo;
  await expect(listen(second, { hostname: "127.0.0.1", port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  for (const one of [first, ...others]) one.close();
  await expect
    .poll(
      () =>
        new Promise((told) =>
          connect(port, "127.0.0.1", () => told("somebody")).on("error", () => told("nobody")),
        ),
    )
    .toBe("nobody");
  for (const one of [second, ...(await listen(second, { hostname: "127.0.0.1", port }))]) one.close();
});
