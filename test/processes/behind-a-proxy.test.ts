/** How a process behaves that stands behind a proxy, beside others that answer meanwhile, and one that stands alone. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { startSite } from "#test/support/site.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
await season.client.query("INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING");
const token = "a token of at least sixteen letters";

describe.each([
  { where: "behind a proxy", says: "has its pages before it takes anybody", TRUST_PROXY: "1", pages: 4 },
  { where: "alone", says: "opens at once, and renders what somebody asks for", TRUST_PROXY: "0", pages: 0 },
])("a process $where", ({ TRUST_PROXY, says, pages }) => {
  let site: Awaited<ReturnType<typeof startSite>> | undefined;
  beforeAll(async () => {
    await season.ticketType({ events: [await season.night()] });
    site = await startSite({
      ...{ DATABASE_URL: database.urls.public, APP_SECRET: "one secret for all processes of a site" },
      ...{ METRICS_TOKEN: token, TRUST_PROXY },
    });
  });
  afterAll(() => site?.stop());

  it(says, async () => {
    const answer = await fetch(`${site?.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    // a proxy closes silent connections after four seconds (docs/operations.md): a request on one that we close is lost
    expect(answer.headers.get("keep-alive")).toBe("timeout=5");
    const kept = Number(/^estival_kept_pages (\d+)$/m.exec(await answer.text())?.[1]);
    if (pages === 0) expect(kept).toBe(0);
    else expect(kept).toBeGreaterThanOrEqual(pages);
  });
});
