import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openStage } from "#test/support/stage.ts";
import { foundPerKind, searchEverything } from "./search-queries.server.ts";

const { season, site: services } = await openStage();
const actor = { userId: (await season.person("admin")).userId, role: "admin" } as const;
const night = await season.night({ title: "Noaptea Unicornului" });
const type = await season.ticketType({ events: [night], title: "Terasa 100%" });
const artist = newId();
await season.db`INSERT INTO artists (id, name, bio, tagline) VALUES (${artist}, 'Pelin', 'x', 'Unicorn pop')`;
const search = (text: string) => services.database.withActor(actor, (sql) => searchEverything(sql, text));

describe("the search of the top bar", () => {
  it("finds nights, artists and ticket types by their words, in any case (B1-30)", async () => {
    expect((await search("unicorn")).map(({ kind, id }) => [kind, id])).toEqual([
      ["event", night],
      ["artist", artist],
      ["ticket_type", type],
    ]);
    expect((await search("ÚNICORNULUI nóaptea")).map(({ id }) => id)).toEqual([night, type]);
    expect((await search("100%")).map(({ id }) => id)).toEqual([type]);
    expect(await search("100%%")).toEqual([]);
  });

  it("shows a few of each kind", async () => {
    for (let n = 0; n <= foundPerKind; n++) await season.night({ title: `Multe ${n}` });
    expect(await search("Multe")).toHaveLength(foundPerKind);
  });

  it("finds a purchase by the words of its person's name and address, whatever their marks and order", async () => {
    const { userId } = await season.person();
    await season.db`UPDATE profiles SET full_name = 'Ștefan Țârlea' WHERE id = ${userId}`;
    const { purchaseIds } = await paidOrder(season.client, { userId, ticketTypeId: type, events: [night] });
    expect((await search("TARLEA stefan")).map(({ id }) => id)).toEqual(purchaseIds);
    expect((await search(`stefan ${userId}`)).map(({ id }) => id)).toEqual(purchaseIds);
    expect(await search("stefan tarlea ion")).toEqual([]);
  });

  it("finds people by name only for persons who may see them (B1-17)", async () => {
    const customer = await season.person();
    const found = await services.database.withActor({ userId: customer.userId, role: "user" }, (sql) =>
      searchEverything(sql, "@exemplu.ro"),
    );
    expect(found).toEqual([]);
  });
});
