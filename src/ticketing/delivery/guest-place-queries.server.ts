import { counted } from "#kernel/romanian.ts";
import { formatLongDate } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { hourOfDoors } from "#ticketing/events/enter-until.ts";
import { isOver } from "#ticketing/events/night-time.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import type { LetterValues } from "./fill-template.ts";
import { codeGuest, type GuestOfCode } from "./ticket-signature.server.ts";
import { timeInWords } from "./ticket-wording.ts";

/** What an email to a guest of a list says, and the text of the guest's QR. */
export type GuestPlace = { readonly values: LetterValues; readonly qr: string };

type Row = GuestOfCode & {
  readonly name: string;
  readonly title: string;
  readonly doors: string | null;
  readonly ends: string | null;
  readonly minimumAge: number | null;
  readonly location: string;
};

/** The place of a guest now. Null: on no list, or the night is over or cancelled; undefined for other emails. */
export async function readGuestPlace(
  sql: Sql,
  keys: SigningKeys,
  { kind, variables }: ClaimedLetter,
): Promise<GuestPlace | null | undefined> {
  if (!/^(?:guest_place|night_)/.test(kind) || typeof variables.guest !== "string") return undefined;
  const { rows } = await sql.query<Row>({
    name: "letter-guest-place",
    text: `SELECT g.id, g.event_id AS "eventId", g.name, g.places, e.title, e.date::text AS date, to_char(e.time, 'HH24:MI') AS time, to_char(e.doors, 'HH24:MI') AS doors,
             to_char(e.ends, 'HH24:MI') AS ends, e.minimum_age AS "minimumAge", e.location
           FROM listed_guests g JOIN events e ON e.id = g.event_id
           WHERE g.id = $1 AND g.removed_at IS NULL AND g.name IS NOT NULL AND (e.cancelled_at IS NOT NULL) = $2 AND NOT ${isOver("e")}`,
    values: [variables.guest, kind === "night_cancelled"],
  });
  const [guest] = rows;
  if (!guest) return null;
  const doors = hourOfDoors(guest);
  return {
    qr: codeGuest(keys, guest),
    values: {
      customer_name: guest.name,
      holder_name: guest.name,
      event_name: guest.title,
      event_date: formatLongDate(guest.date),
      event_time: timeInWords({ eventTime: guest.time }),
      ...(doors ? { event_doors: doors } : {}),
      ...(guest.ends ? { event_ends: guest.ends } : {}),
      ...(guest.minimumAge ? { minimum_age: `${guest.minimumAge}` } : {}),
      event_location: guest.location,
      quantity: counted(guest.places, "human"),
    },
  };
}
