import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { nameSettlement } from "./settlement-name-queries.server.ts";

const { season, site, admin } = await openMoneyStage();

it("a settlement is named by its night without diacritics, by its days, or by nothing when there is no such night", async () => {
  const night = await season.night({ title: "Țărm & Mareea" });
  const rows = await season.db`SELECT date::text AS date FROM events WHERE id = ${night}`;
  const name = (of: Parameters<typeof nameSettlement>[1]["chosen"]) =>
    nameSettlement(site, { actor: admin, chosen: of });
  expect(await name({ eventId: night })).toBe(`decont-${rows[0].date}-tarm-mareea`);
  expect(await name({ eventId: newId() })).toBe("decont");
  expect(await name({ from: "2027-07-01", to: "2027-07-31" })).toBe("decont-2027-07-01-2027-07-31");
});
