/** A socket that outlives the only process of a site, as systemd keeps it (docs/operations.md). */
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { askOnce } from "#test/support/embedded-owner.ts";
import { startKeptSite } from "#test/support/kept-site.ts";
import { freePort, startSite } from "#test/support/site.ts";

const database = await testDatabase();
await askOnce(database.ownerUrl, "INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING");
const folder = mkdtempSync(join(tmpdir(), "estival-socket-"));
const env = {
  ...{ DATABASE_URL: database.urls.public, APP_SECRET: "one secret for all processes of a site" },
  ...{ DATA_DIR: folder, LOG_LEVEL: "error" },
};
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One request on its own connection: the status, or the error. */
const look = (origin: string): Promise<number | string> =>
  new Promise((done) => {
    const request = http.get(`${origin}/robots.txt`, { agent: false }, (answer) => {
      answer.resume();
      answer.on("end", () => done(answer.statusCode ?? 0));
    });
    request.on("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
  });

async function startKept(program?: readonly string[]) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  return { origin, site: await startKeptSite(port, { ...env, PUBLIC_ORIGIN: origin }, program) };
}

describe("while the only process of a site is down", () => {
  it.each([
    ["directly", undefined],
    ["by the command that people type", ["bin/estival.mjs", "start"]],
  ])(
    "a request waits, and the next process answers it (killed with -9; started %s)",
    async (_how, program) => {
      const { site, origin } = await startKept(program);
      try {
        const first = site.pid();
        process.kill(first as number, "SIGKILL");
        const all = await Promise.all(Array.from({ length: 50 }, () => look(origin)));
        expect(new Set(all)).toEqual(new Set([200]));
        expect(site.pid()).not.toBe(first);
      } finally {
        await site.stop();
      }
    },
  );

  it("no request is refused or cut off by a restart", async () => {
    const { site, origin } = await startKept();
    try {
      const first = site.pid() as number;
      const answers: Promise<number | string>[] = [];
      const coming = setInterval(() => answers.push(look(origin)), 10);
      await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(10);
      process.kill(first, "SIGTERM");
      await expect.poll(() => site.pid() ?? first, { timeout: 60_000 }).not.toBe(first);
      // some come when the next process is there
      const before = answers.length;
      await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(Math.max(50, before + 10));
      clearInterval(coming);
      const seen = await Promise.all(answers);
      expect(new Set(seen)).toEqual(new Set([200]));
    } finally {
      await site.stop();
    }
  });

  it("requests are refused when the process opened the socket itself (the control)", async () => {
    const site = await startSite(env);
    expect(await look(site.origin)).toBe(200);
    await site.kill("SIGKILL");
    expect(await look(site.origin)).toBe("ECONNREFUSED");
    await site.stop();
  });
});
