import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LetterValues } from "#ticketing/delivery/fill-template.ts";
import { builtInTemplates } from "#ticketing/delivery/letter-template.ts";
import type { LetterFrame } from "#ticketing/delivery/letter-templates/letter-shell.ts";
import { type LetterSeat, seatRows, seatsPlace } from "#ticketing/delivery/letter-templates/seat-rows.ts";
import { type BoughtOrder, sumRows, sumsPlace } from "#ticketing/delivery/letter-templates/sum-rows.ts";
import { sampleValues } from "#ticketing/delivery/templates/letter-sample.ts";
import { writeEdited, writeOwn } from "#ticketing/delivery/templates/write-letter.server.ts";

const qr = `data:image/svg+xml;base64,${readFileSync(join(import.meta.dirname, "sample-qr.svg")).toString("base64")}`;

const frame: LetterFrame = {
  club: {
    name: "Fosfor Summer Club",
    trader: "Fosfor Summer Club SRL (societate demonstrativă)",
    address: "Plaja Licurici, digul de nord",
    email: "salut@fosfor.example",
  },
  origin: "https://fosfor.example",
  holdMinutes: 30,
  order: { id: "1", number: 10482, othersStay: true },
  namesTickets: true,
};

const values: LetterValues = {
  ...sampleValues,
  qr_code_url: qr,
  way_link: "https://fosfor.example/events/luna-plina#drum",
  action_url: `https://fosfor.example/reset-password?token=${"Ab3-".repeat(11)}`,
  friend_name: "Ștefania Țânțăreanu-Măzăroșu",
  role_change: "Teodora Luca are acum rolul de administrator, dat de Ilinca Dobre.",
  role_link: "https://fosfor.example/admin/team",
  valid_until: "sâmbătă, 26 iunie 2027, 21:00",
  event_doors: "21:00",
  event_ends: "05:00",
  minimum_age: "18",
  night_reason: "Sâmbătă vine furtuna pe dig, așa că dansăm cu o seară mai devreme.",
  old_date: "sâmbătă, 21 august, ora 21:00, Plaja Licurici",
};

const seat = (position: string, label: string, more: Partial<LetterSeat> = {}): LetterSeat => ({
  position,
  label,
  holder: "Ioana Exemplu",
  group: "K7QX9M2P",
  type: "Intrare generală",
  qr,
  sendUrl: null,
  ...more,
});
const seats = [
  seat("Biletul 1 din 3", "FSC-2947-660318"),
  seat("Biletul 2 din 3", "FSC-5162-840937", { sendUrl: "https://fosfor.example/profile/send/2" }),
  seat("Biletul 3 din 3", "FSC-8073-215546", {
    holder: "Ștefania Țânțăreanu-Măzăroșu",
    type: "Intrare înainte de 23:00 (valabil la poartă până la 22:45)",
    sendUrl: "https://fosfor.example/profile/send/3",
  }),
  seat("Pe lângă bilete", "FSC-6410-377829", { type: "Parcare, 1 loc" }),
];
const bought: BoughtOrder = {
  number: 10482,
  isInvitation: false,
  paidAt: new Date("2027-06-14T18:07:00Z"),
  types: [
    { title: "Intrare generală", quantity: 2, total: 16_000 },
    { title: "Intrare înainte de 23:00", quantity: 1, total: 6_000 },
    { title: "Parcare", quantity: 1, total: 3_000 },
  ],
  total: 25_000,
  paid: 25_000,
  returned: 6_000,
  taken: 0,
};
const ofSeveral: LetterFrame = {
  ...frame,
  codes: seats.length,
  several: { tickets: 3, addOns: 1, isSendable: true },
};

type Template = (typeof builtInTemplates)[keyof typeof builtInTemplates];

const filled = (template: Template, letterFrame = frame) => writeOwn(template(letterFrame), values).html;

/** The letter of an order of several tickets, with a row for each of them. */
const withSeats = (template: Template, shown: readonly LetterSeat[]) =>
  filled(template, ofSeveral)
    .replace(sumsPlace, () => sumRows(bought))
    .replace(seatsPlace, () => seatRows(shown));

function editedLetter(): string {
  const cid = "cid:qr@fosfor.example";
  const own = builtInTemplates.ticket_confirmation(frame);
  return writeEdited(own, { ...values, qr_code_url: cid })?.html.replace(cid, qr) ?? "";
}

/** Every email of the program as a document, by name; one that somebody has edited is among them. */
export const letterSamples: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(builtInTemplates).map(([name, own]) => [name, filled(own)])),
  order_confirmation: withSeats(builtInTemplates.order_confirmation, seats),
  "tickets-received": withSeats(
    builtInTemplates.ticket_received,
    seats.map((one) => ({ ...one, position: "", sendUrl: null })),
  ),
  edited: editedLetter(),
};
