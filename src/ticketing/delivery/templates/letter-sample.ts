import type { LetterValues } from "../fill-template.ts";
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
  ticket_type: "Intrare generală",
  quantity: "2",
  total_price: "240",
  ticket_code: "FSC-4821-093175",
  ticket_list:
    "Biletul 1 din 2 · FSC-4821-093175 · grupa K7QX9M2P\nBiletul 2 din 2 · FSC-7730-418206 · grupa W4HD2R8C",
  qr_code_url: "cid:qr@estival",
  action_url: "https://exemplu.example/",
  one_time_code: "482109",
  order_sums: "2 × Intrare generală: 240 LEI\nTotal plătit: 240 LEI",
  order_paid: "10482, plătită pe 14.06.2027, 21:07",
  ways_in: waysInWords({ passkeys: 2, factors: 1, identities: 0 }),
};

/** A QR that admits nobody, for previews and samples. */
export const sampleQrText = "FSC1:PROBA";
