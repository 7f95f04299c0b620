import { expect, it } from "vitest";
import { openPhoneStage } from "#test/support/phone-stage.ts";
import { listDoubleEntries } from "#ticketing/gate/door-board-queries.server.ts";
import { reissueTicket } from "#ticketing/gate/reissue-ticket.server.ts";
import { scannedView } from "../gate-verdict-view.ts";

const { stage, network, ...stageOfPhones } = await openPhoneStage();
const { site, chief, season } = stage;
const { entered } = stageOfPhones;
const night = await stage.night();
const one = { entries: 1, stamp: null };

const newPhone = async () => (await stageOfPhones.phone(await stage.gate(night))).phone;

/** A ticket and two of its codes; the newer one is made when it is asked for. */
async function ticketWithTwoCodes(about: { entries?: number; typeId?: Awaited<ReturnType<typeof parking>> }) {
  const [made] = await stage.tickets(night, about);
  if (!made) throw new Error("no ticket");
  const { qr: older, purchaseId } = made;
  const makeNewer = async () => {
    const again = await reissueTicket(site, { actor: chief, eventId: night, purchaseId });
    if (!again.ok) throw new Error(again.refusal.reason);
    return again.value.qr;
  };
  return { older, purchaseId, makeNewer };
}

const parking = () => season.ticketType({ events: [night], entries: 0, title: "Parcare" });

it("lets in by a code that is newer than the list, and from then on not by the older one, also when it was closed in between", async () => {
  const { older, purchaseId, makeNewer } = await ticketWithTwoCodes({ entries: 2 });
  const { phone, open } = await stageOfPhones.phone(await stage.gate(night));
  const newer = await makeNewer();
  network.is = "away";
  const result = await phone.scan(newer, one);
  expect(result).toMatchObject({
    answer: { verdict: "unlisted", admits: true },
    typeName: "Intrare generală",
  });
  expect(scannedView(result)).toMatchObject({
    kind: "admitted",
    advice: "Semnătura e bună. Biletul nu e încă pe lista telefonului.",
  });
  expect((await phone.scan(older, one)).answer.verdict).toBe("replaced");
  const later = await open();
  expect((await later.scan(older, one)).answer.verdict).toBe("replaced");
  network.is = "there";
  await later.sync({ withList: true });
  expect([later.state().isOnline, await entered(purchaseId)]).toEqual([true, 1]);
  network.is = "away";
  expect((await later.scan(newer, one)).answer).toMatchObject({ verdict: "admitted", left: 0 });
  expect((await later.scan(older, one)).answer.verdict).toBe("replaced");
});

it("lets in nobody by a newer code of an add-on, which it gives", async () => {
  const { makeNewer } = await ticketWithTwoCodes({ typeId: await parking(), entries: 1 });
  const phone = await newPhone();
  const newer = await makeNewer();
  network.is = "away";
  const result = await phone.scan(newer, one);
  expect(scannedView(result)).toMatchObject({ kind: "given", what: "Parcare", isAdult: false });
  expect(phone.rows().at(-1)?.shown).toMatchObject({ kind: "admit", isAddOn: true });
});

it("stands among the doubles when the older code came in at another phone, which had not heard of the newer one either", async () => {
  const { older, purchaseId, makeNewer } = await ticketWithTwoCodes({});
  const [first, second] = [await newPhone(), await newPhone()];
  const newer = await makeNewer();
  network.is = "away";
  expect((await first.scan(older, one)).answer.verdict).toBe("admitted");
  expect((await second.scan(newer, one)).answer).toMatchObject({ verdict: "unlisted", admits: true });
  network.is = "there";
  for (const phone of [first, second]) await phone.sync({ withList: false });
  const doubles = await site.database.readAs(chief, (sql) => listDoubleEntries(sql, night));
  expect(doubles).toMatchObject([{ purchaseId, entriesTotal: 1, entered: 2 }]);
});

it("keeps each ticket's type when another type is taken from the night", async () => {
  const sold = await season.ticketType({ events: [night], title: "Nevândut" });
  const [[car], [person]] = [
    await stage.tickets(night, { typeId: await parking() }),
    await stage.tickets(night),
  ];
  const phone = await newPhone();
  await season.db`DELETE FROM event_tickets WHERE ticket_id = ${sold}`;
  await phone.sync({ withList: true });
  network.is = "away";
  const named = async (qr = "") => scannedView(await phone.scan(qr, one));
  expect(await named(car?.qr)).toMatchObject({ kind: "given", what: "Parcare" });
  expect(await named(person?.qr)).toMatchObject({ kind: "admitted", what: "Intrare generală, 1 intrare" });
});
