import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openStage } from "#test/support/stage.ts";
import { createInitialContent } from "#ticketing/content/create-initial-content.server.ts";
import { saveContent } from "#ticketing/content/save-content.server.ts";
import { readFirstSteps } from "./first-steps-queries.server.ts";

const { season, db, site: services } = await openStage();
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;
const read = (lettersByDefault = false) =>
  services.database.readAs(admin, (sql) => readFirstSteps(sql, lettersByDefault));

it("a new club has done nothing, also when the program wrote its own first texts", async () => {
  await db`DELETE FROM site_content`;
  const nothing = { names: false, seller: false, hero: false, sender: false, payments: false, night: false };
  expect((await read()).isDone).toEqual(nothing);
  await createInitialContent(services, { actor: admin });
  expect((await read()).isDone).toEqual(nothing);
});

it("each step is done by what it asks for, and by nothing else", async () => {
  const save = (key: "club" | "hero", content: Record<string, string>, version: number) =>
    saveContent(services, { actor: admin, texts: [{ key, content, version }] });
  const done = async () => {
    const { isDone } = await read();
    return Object.entries(isDone).flatMap(([step, is]) => (is ? [step] : []));
  };
  await save("club", { full_name: "Clubul Far", short_name: "Far" }, 0);
  expect(await done()).toEqual(["names"]);
  await save("hero", { title: "Clubul Far" }, 1);
  expect(await done()).toEqual(["names", "hero"]);
  expect((await read(true)).isDone.sender).toBe(true);
  await db`INSERT INTO email_settings (id, smtp_host, username, password, from_email, from_name, enabled)
     VALUES (${newId()}, 'smtp.exemplu.ro', 'club', 'v1.x', 'club@exemplu.ro', 'Club', false)`;
  expect((await read(true)).isDone.sender).toBe(false);
  await db`UPDATE email_settings SET enabled = true`;
  expect(await done()).toEqual(["names", "hero", "sender"]);
  await db`INSERT INTO reconciliations (id, since, payments, refunds, ledger, provider, differences, checks) VALUES (${newId()}, now(), 0, 0, 0, 0, '[]', '[]')`;
  expect(await done()).toEqual(["names", "hero", "sender", "payments"]);
  const night = await season.night();
  await db`UPDATE events SET publish_at = NULL, title = 'Prima' WHERE id = ${night}`;
  expect(await done()).not.toContain("night");
  expect((await read()).draft).toEqual({ id: night, title: "Prima" });
  await db`UPDATE events SET publish_at = now() WHERE id = ${night}`;
  expect(await done()).toContain("night");
  expect((await read()).draft).toBeNull();
});
