/**
 * kill -9 in the middle of an administrator's act, once and again at the repeat: half a picture or half a text is never
 * seen, and the next try does the whole.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plainPicture } from "#test/support/sample-pictures.ts";
import { officePoints } from "./crash-table.ts";
import {
  type CrashingSite,
  type Customer,
  type Ground,
  limitConcurrency,
  openCrashingSite,
  prepareGround,
} from "./crashing-site.ts";

const inLane = limitConcurrency(2);
let ground: Ground;
let picture: Buffer;
beforeAll(async () => {
  ground = await prepareGround();
  picture = await plainPicture("jpeg");
}, 60_000);
afterAll(() => ground.remove());

type Deed = {
  /** Runs the act; returns its status, or undefined when there was no answer. */
  do(site: CrashingSite, admin: Customer): Promise<number | undefined>;
  /** How much of its effect is there. */
  seen(site: CrashingSite): Promise<number>;
};

const count = (site: CrashingSite, sql: string) =>
  site.look(async (owner) => Number((await owner.query(sql)).rows[0].n));
const formOf = (words: Record<string, string | Blob>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(words)) form.set(name, value);
  return form;
};

const upload: Deed = {
  do: async (site, admin) => {
    const file = new Blob([new Uint8Array(picture)], { type: "image/jpeg" });
    const form = formOf({});
    form.set("file", file, "poza.jpg");
    return (await site.post("/admin/pictures/events", { who: admin, body: form }))?.status;
  },
  seen: (site) => count(site, "SELECT count(*) AS n FROM pictures WHERE uploaded_by IS NOT NULL"),
};
const saveTexts: Deed = {
  do: async (site, admin) => {
    const { rows } = await site.look((owner) =>
      owner.query("SELECT key, version FROM site_content WHERE key IN ('hero', 'about')"),
    );
    const versions = Object.fromEntries(rows.map((row) => [`${row.key}_version`, String(row.version)]));
    const words = { hero_title: "Titlu nou", hero_subtitle: "Nou", hero_cta_text: "Cumpara Bilete Acum" };
    const rest = { background_url: "", about_title: "Despre nou", about_content: "Nou" };
    const body = formOf({ ...words, ...rest, ...versions });
    return (await site.post("/admin/content", { who: admin, body }))?.status;
  },
  // both texts are of one save
  seen: (site) =>
    count(
      site,
      "SELECT count(*) AS n FROM site_content WHERE (key = 'hero' AND content->>'title' = 'Titlu nou') OR (key = 'about' AND content->>'title' = 'Despre nou')",
    ),
};

const deeds: Record<string, { readonly deed: Deed; readonly whole: number }> = {
  "storage.put": { deed: upload, whole: 1 },
  "picture.stored": { deed: upload, whole: 1 },
  "content.written": { deed: saveTexts, whole: 2 },
};

describe("killed while an administrator", () => {
  for (const at of officePoints)
    for (const times of process.env.TEST_SCALE === "long" || at === "picture.stored" ? [1, 2] : [1])
      test.concurrent(
        `acts, at ${at}${times === 2 ? ", and there again" : ""}: no part of it is seen, and the next try does all (I31, F7)`,
        { timeout: 120_000 },
        () =>
          inLane(async () => {
            const site = await openCrashingSite(ground);
            const { deed, whole } = deeds[at] as (typeof deeds)[string];
            try {
              await site.live(`${at}:kill`);
              const { admin } = ground;
              const before = await deed.seen(site);
              for (let time = 1; time <= times; time += 1) {
                if (time > 1) await site.live(`${at}:kill`);
                expect(await deed.do(site, admin)).toBeUndefined();
                await site.dieAt(at);
                expect(await deed.seen(site)).toBe(before);
              }
              await site.live();
              expect(await deed.do(site, admin)).toBeLessThan(400);
              expect(await deed.seen(site)).toBe(before + whole);
            } finally {
              await site.close();
            }
          }),
      );
});
