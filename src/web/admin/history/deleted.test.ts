import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { deleteArtist } from "#ticketing/events/delete-artist.server.ts";
import { deleteEvent } from "#ticketing/events/delete-event.server.ts";
import { removeTicketType } from "#ticketing/events/remove-ticket-type.server.ts";
import { removeVoucher } from "#ticketing/orders/vouchers/remove-voucher.server.ts";
import { historyTexts } from "./history-texts.ts";

const { season, site, ask } = await openSourceSite();

it("what was deleted is listed by its name, with its author and its history (one kind: a deletion that nobody can read of)", async () => {
  const actor = await season.person("manager");
  const [night, artist] = [await season.night({ title: "Noaptea ștearsă" }), newId()];
  await season.db`INSERT INTO artists (id, name, bio) VALUES (${artist}, 'DJ Șters', 'Cântă.')`;
  const type = await season.ticketType({ events: [await season.night()], title: "Tip șters" });
  const code = await season.voucher({ code: "STERS10" });
  const gone = [
    ["events", "Noaptea ștearsă", night, deleteEvent(site, { actor, id: night })],
    ["artists", "DJ Șters", artist, deleteArtist(site, { actor, id: artist })],
    ["tickets", "Tip șters", type, removeTicketType(site, { actor, id: type })],
    ["codes", "STERS10", code, removeVoucher(site, { actor, id: code })],
  ] as const;
  for (const [screen, name, id, deleting] of gone) {
    expect(await deleting).toMatchObject({ ok: true });
    const list = await ask(`/admin/${screen}/deleted`, { as: actor });
    expect([list.status, list.text]).toEqual([200, expect.stringContaining(name)]);
    expect(list.text).toContain(`${actor.userId}@exemplu.ro (`);
    const history = await ask(`/admin/${screen}/${id}/history`, { as: actor });
    expect([history.status, history.text]).toEqual([200, expect.stringContaining(name)]);
    const all = await ask(`/admin/${screen}`, { as: actor });
    expect(all.text).toContain(historyTexts.deleted.link);
  }
  expect((await ask(`/admin/events/${newId()}/history`, { as: actor })).status).toBe(404);
});
