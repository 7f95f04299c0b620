import { expect, it } from "vitest";
import { openStage } from "#test/support/stage.ts";
import { findNearName } from "./event-list-queries.server.ts";

const { season, site: services } = await openStage();
await season.night({ title: "Noaptea Perseidelor" });
await season.night({ title: "Luna Plină" });
await season.night({ title: "Vinil și Valuri", inDays: -3 });
const draft = await season.night({ title: "Carnavalul" });
await season.db`UPDATE events SET publish_at = NULL WHERE id = ${draft}`;
await season.db`INSERT INTO artists (id, name, slug, bio, featured) VALUES (gen_random_uuid(), 'Ilinca Grind', 'ilinca-grind', 'Un set.', true)`;
const near = (typed: string) => findNearName(services.database.anonymous, typed);

it("a wrong letter in a search finds the name of a night to come or of an artist", async () => {
  expect(await near("perseidlor")).toBe("Noaptea Perseidelor");
  expect(await near("LUNA PLIMA")).toBe("Luna Plină");
  expect(await near("ilinka")).toBe("Ilinca Grind");
});

it("nothing is meant by what no name is near to, nor a night that has passed, or that is a draft", async () => {
  for (const typed of [
    "zzz",
    "nicăieri",
    "",
    "%",
    "' OR 1=1",
    "vinill valurii",
    "carnavalu",
    "a".repeat(100),
  ])
    expect(await near(typed), typed).toBeNull();
});
