import { spawnSync } from "node:child_process";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { openPictureFolder } from "#platform/storage/picture-folder.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { temporaryDataDir } from "#test/support/embedded-owner.ts";

const database = await testDatabase();

function checkData(env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["src/host/check-data.ts"], {
    env: { PATH: process.env.PATH ?? "", ...env },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("npm run check:data", () => {
  it("prints each invariant with the first rows that break one, and then exits with an error", async () => {
    const dataDir = temporaryDataDir();
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(
      "INSERT INTO events (id, name, title, description, date, location) SELECT gen_random_uuid(), 'N', 'N', '', '2027-06-26', 'P' FROM generate_series(1, 7)",
    );
    const [kept, gone] = [1, 2].map((n) => `events/0198b6f0-0000-4000-8000-00000000000${n}.jpg`);
    await owner.query(
      "INSERT INTO pictures (url, width, height, sources) VALUES ('/pictures/' || $1, 1, 1, jsonb_build_array(jsonb_build_object('url', '/pictures/' || $2, 'width', 1)))",
      [kept, gone],
    );
    await owner.end();
    const pictures = await openPictureFolder(join(dataDir, "pictures"));
    await pictures.put(kept as string, Buffer.from("x"));
    const { status, stdout } = checkData({ DATABASE_URL: database.urls.public, DATA_DIR: dataDir });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^I1 {3}ok {5}No counter/m);
    expect(stdout).toMatch(/^I4 {3}BROKEN Everything that can be sold has its counter/m);
    expect(stdout.match(/"kind":"places"/g)).toHaveLength(5);
    expect(stdout).toContain("and 2 more");
    // the server of the test run does not flush to disk
    expect(stdout).toMatch(/^I31 {2}BROKEN/m);
    const looked = stdout.match(/^[A-Z]\d+ +(?:ok|BROKEN) /gm) ?? [];
    expect(stdout).toContain(`2 of ${looked.length} do not hold.`);
    expect(stdout).toContain(`1 of 2 files of pictures are missing.\n            ${gone}\n`);
  });

  it("makes no database where none exists", () => {
    const { status, stderr } = checkData({ DATA_DIR: temporaryDataDir() });
    expect(status).toBe(1);
    expect(stderr).toContain("there is no database in");
  });
});
