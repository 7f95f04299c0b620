import { bani, formatLei } from "#kernel/money.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import { durations } from "#ticketing/limits.ts";
import { mayCorrectAddress } from "#ticketing/orders/guest-order-queries.server.ts";
import { isNamedToReader } from "#ticketing/people/person-queries.server.ts";
import { readBoughtOrder } from "./bought-order-queries.server.ts";
import { readChangedNight } from "./changed-night-queries.server.ts";
import { readClub } from "./club-queries.server.ts";
import type { DeliveryServices } from "./delivery-services.server.ts";
import type { LetterValues } from "./fill-template.ts";
import { readGuestPlace } from "./guest-place-queries.server.ts";
import type { LetterFacts } from "./letter-facts.ts";
import { returnedInWords } from "./letter-templates/payment-returned.ts";
import { waysInWords } from "./letter-templates/ways-in-words.ts";
import { readNightMessage } from "./night-messages/message-of-letter.server.ts";
import { readReturnedOrder } from "./returned-tickets-queries.server.ts";
import { readTeamInvitation, roleChangeOf } from "./role-change-queries.server.ts";
import { readSentTicket } from "./sent-ticket-queries.server.ts";
import { ticketsOfOrder } from "./ticket-queries.server.ts";

const nameless = "drag oaspete";

/** What an email says, read when it is written. */
export async function readLetterFacts(
  client: Sql,
  { keys, origin }: Pick<DeliveryServices, "keys" | "origin">,
  letter: ClaimedLetter,
): Promise<LetterFacts> {
  // tickets are read before the address: if the address is corrected in between, the email is not sent
  const tickets = letter.orderId ? await ticketsOfOrder(client, keys, letter.orderId) : [];
  const { rows } = await client.query<{
    name: string | null;
    isNamed: boolean;
    linkVersion: number | null;
    contact: string | null;
    mayCorrect: boolean | null;
    isBuyer: boolean;
    isSentOn: boolean;
  }>({
    name: "letter-name",
    text: `SELECT full_name AS name, ${isNamedToReader("g")} AS "isNamed", CASE WHEN is_guest THEN contact_version END AS "linkVersion", contact_email AS contact,
             is_guest AND ${mayCorrectAddress} AS "mayCorrect",
             EXISTS (SELECT FROM orders o WHERE o.id = $3 AND o.user_id = g.id) AS "isBuyer",
             coalesce((SELECT bool_and(p.user_id <> g.id) FROM ticket_purchases p JOIN orders o ON o.id = p.order_id WHERE o.id = $3 AND o.user_id = g.id AND p.status = 'paid' AND p.places > 0), false) AS "isSentOn" FROM profiles g WHERE id = $1`,
    values: [letter.userId, durations.contactCorrection, letter.orderId],
  });
  const isNamed = rows[0]?.isNamed ?? false;
  const name = isNamed ? rows[0]?.name?.trim() : undefined;
  return {
    club: await readClub(client),
    isNamed,
    customerName: name || (letter.kind === "team_invitation" ? "bine ai venit" : nameless),
    linkVersion: rows[0]?.linkVersion ?? null,
    mayCorrectAddress: rows[0]?.mayCorrect ?? false,
    isBuyer: rows[0]?.isBuyer ?? false,
    isSentOn: rows[0]?.isSentOn ?? false,
    isMisaddressed: rows[0]?.contact?.toLowerCase() !== letter.recipient.toLowerCase() && !!rows[0]?.contact,
    returned: await readReturnedOrder(client, letter),
    roleChange: letter.kind === "role_changed" ? await roleChangeOf(client, origin, letter) : undefined,
    changedNight: await readChangedNight(client, letter),
    sentTicket: await readSentTicket(client, letter),
    invitation: await readTeamInvitation(client, letter),
    nightMessage: await readNightMessage(client, { keys, origin }, letter),
    guestPlace: await readGuestPlace(client, keys, letter),
    bought: await readBoughtOrder(client, letter),
    // the tickets of an order may belong to several people; an email has only those of its reader
    tickets: tickets.filter(({ userId }) => userId === letter.userId),
  };
}

/** Values of emails about accounts and money: the stored variables, with present names. */
export function plainValues({ variables }: ClaimedLetter, facts: LetterFacts): LetterValues {
  const { action_url: link, token: code, amount, ways_in: waysIn } = variables;
  const { returned } = facts;
  return {
    // An email stored without a name stays without a name.
    customer_name: variables.customer_name === "" ? nameless : facts.customerName,
    club_name: facts.club.name,
    ...facts.roleChange,
    ...facts.changedNight,
    ...facts.sentTicket?.values,
    ...facts.invitation,
    ...facts.nightMessage,
    ...facts.guestPlace?.values,
    ...(typeof link === "string" ? { action_url: link } : {}),
    ...(typeof code === "string" ? { one_time_code: code } : {}),
    ...(waysIn === undefined ? {} : { ways_in: waysInWords(waysIn) }),
    ...(typeof amount === "number" ? { total_price: formatLei(bani(amount)) } : {}),
    ...(returned ? { ticket_list: returnedInWords(returned.tickets) } : {}),
    ...(returned && facts.isBuyer
      ? { order_paid: [returned.number, returned.bought].filter(Boolean).join(": ") }
      : {}),
  };
}
