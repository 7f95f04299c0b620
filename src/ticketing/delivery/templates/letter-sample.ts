import type { LetterValues } from "../fill-template.ts";
import { type LetterSeat, seatRows, seatsPlace } from "../letter-templates/seat-rows.ts";
import { waysInWords } from "../letter-templates/ways-in-words.ts";

/** Invented values that make a preview look like a real email. */
export const sampleValues: LetterValues = {
  customer_name: "Teodora Luca",
  holder_name: "Teodora Luca",
  club_name: "Clubul tău",
  event_name: "Luna Plină",
  event_date: "duminică, 18 iulie 2027",
  event_time: "22:30",
  event_location: "Plaja Licurici",
  event_doors: "21:00",
  event_ends: "05:00",
  minimum_age: "18",
  ticket_type: "Intrare generală",
  quantity: "2",
  total_price: "240",
  ticket_code: "FSC-4821-093175",
  ticket_list:
    "Biletul 1 din 2 · FSC-4821-093175 · grupa de control K7QX9M2P\nBiletul 2 din 2 · FSC-7730-418206 · grupa de control W4HD2R8C",
  qr_code_url: "cid:qr@estival",
  action_url: "https://exemplu.example/",
  one_time_code: "482109",
  order_sums: "2 × Intrare generală: 240 LEI\nTotal plătit: 240 LEI",
  order_paid: "10482, plătită pe 14.06.2027, 21:07",
  order_link: "https://exemplu.example/",
  way_link: "https://exemplu.example/",
  old_date: "sâmbătă, 17 iulie, ora 22:30",
  moved_to: "duminică, 18 iulie 2027",
  new_time: "data nouă",
  valid_until: "sâmbătă, 17 iulie 2027, 21:00",
  message_subject: "Intrarea de pe digul de nord este închisă",
  message_text: "Intrați pe la dunele de sud.\nUrmați luminile albastre.",
  night_reason: "Vine furtuna pe dig, iar valurile trec peste scenă.",
  ways_in: waysInWords({ passkeys: 2, factors: 1, identities: 0 }),
};

const sampleSeats: readonly LetterSeat[] = [
  { label: "FSC-4821-093175", group: "K7QX9M2P", position: "Biletul 1 din 2" },
  { label: "FSC-7730-418206", group: "W4HD2R8C", position: "Biletul 2 din 2" },
].map((seat) => ({
  ...seat,
  holder: "Teodora Luca",
  type: "Intrare generală",
  qr: "cid:qr@estival",
  sendUrl: null,
}));
export const withSampleSeats = (html: string) => html.replaceAll(seatsPlace, () => seatRows(sampleSeats));

/** A QR that admits nobody, for previews and samples. */
export const sampleQrText = "FSC1:PROBA";
