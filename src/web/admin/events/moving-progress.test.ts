import { expect, it } from "vitest";
import { inDays } from "#test/support/days.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { workOffMoves } from "#ticketing/orders/moved-nights/work-off-moves.server.ts";

const { season, site, ask, fresh } = await openSourceSite();
const { client, db } = season;
const admin = await fresh(await season.person("admin"));

async function soldNight() {
  const night = await season.night({ title: "Noaptea Lunii", time: "22:00" });
  const ticketTypeId = await season.ticketType({ events: [night] });
  const { userId } = await season.person();
  await paidOrder(client, { userId, ticketTypeId, events: [night] });
  return `/admin/events/${night}/move`;
}
const typed = () => ({
  date: inDays(20),
  time: "21:00",
  doors: "",
  ends: "",
  location: "Dig",
  address: "",
  directions: "",
  reason: "Vine furtuna.",
});

it("after a night is moved its page follows the emails in place of the form, until it can be moved again", async () => {
  const path = await soldNight();
  expect((await ask(path, { as: admin })).text).toContain(">Mută Noaptea Lunii</h1>");
  const moved = await ask(path, { as: admin, form: { ...typed(), confirmed: "1" } });
  expect(moved).toMatchObject({ status: 303, location: path });
  const page = async () => (await ask(path, { as: admin })).text;
  const atOnce = await page();
  expect(atOnce).toContain(">Noaptea Lunii: mutată</h1>");
  expect(atOnce).toContain("Nicio scrisoare încă.");
  expect(atOnce).toMatch(/Noaptea se poate muta din nou de la \d\d:\d\d\./);
  expect(atOnce).not.toMatch(/0 din 0|<form[^>]*>(?:(?!<\/form>).)*name="reason"/s);
  await workOffMoves(site);
  expect(await page()).toContain("1 comandă a aflat. Scrisori plecate: 0 din 1.");
  await db`UPDATE letters SET state = 'sent' WHERE kind = 'night_moved'`;
  expect(await page()).toContain("Scrisori plecate: 1 din 1.");
  await db`UPDATE moves SET at = at - interval '61 minutes'`;
  const later = await page();
  expect(later).toContain(">Mută Noaptea Lunii</h1>");
  expect(later).toContain("Ultima mutare");
});

it("the letter beside the form says the typed date or hour, as the letter itself will", async () => {
  const path = await soldNight();
  const letterOf = async (form?: Record<string, string>) => {
    const { text } = await ask(path, { as: admin, ...(form ? { form } : {}) });
    return /<b>(Noaptea Lunii s-a mutat: [^<]*)<\/b>(.*?)<p class="muted">/s.exec(text)?.slice(1) ?? [];
  };
  const [subject, lines] = await letterOf();
  expect(subject).toBe("Noaptea Lunii s-a mutat: (data sau ora nouă) (comanda)");
  expect(lines).toContain("Vii la data sau ora nouă sau vrei banii înapoi?");
  const [ofDay, dayLines] = await letterOf({ ...typed(), date: "2031-07-12" });
  expect(ofDay).toBe("Noaptea Lunii s-a mutat: sâmbătă, 12 iulie 2031 (comanda)");
  expect(dayLines).toContain("Vii la data nouă sau vrei banii înapoi?");
  const [{ date }] = await db`SELECT date::text AS date FROM events WHERE id = ${path.split("/")[3]}`;
  const [ofHour, hourLines] = await letterOf({ ...typed(), date });
  expect(ofHour).toBe("Noaptea Lunii s-a mutat: ora 21:00 (comanda)");
  expect(hourLines).toContain("rămâne bună pentru ora nouă.");
  const [wrong] = await letterOf({ ...typed(), date: "x" });
  expect(wrong).toBe("Noaptea Lunii s-a mutat: (data sau ora nouă) (comanda)");
});
