import { expect, it } from "vitest";
import { openMailStage } from "#test/support/mail-services.ts";
import { wouldChangeClub } from "./club-queries.server.ts";

const { season, services, admin } = await openMailStage();
const brand = { light: "#f0b43c", signal: "", logo_url: "" };
await season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'brand', ${JSON.stringify(brand)}::jsonb)`;

it.each([
  ["its name", { club: { full_name: "Alt club" } }, true],
  ["its address", { footer: { address: "Altundeva" } }, true],
  ["a colour", { brand: { light: "#4b9cff", signal: "", logo_url: "" } }, true],
  ["its logo", { brand: { light: "#f0b43c", signal: "", logo_url: "/pictures/logo.webp" } }, true],
  ["nothing new", { brand }, false],
  ["what only the site says", { footer: { description: "Alt text" }, hero: { title: "Luna" } }, false],
])(
  "texts that change what emails say of the club are told from others: %s",
  async (_what, texts, isChange) => {
    expect(await services.database.readAs(admin, (sql) => wouldChangeClub(sql, texts))).toBe(isChange);
  },
);
