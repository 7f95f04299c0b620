import { newId, type Uuid } from "#kernel/id.ts";
import { claimOrders } from "#ticketing/orders/claim-orders.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { sendGuestCode } from "#ticketing/people/send-guest-code.server.ts";
import { testAccounts } from "./accounts.ts";
import { paidOrder } from "./paid-order.ts";

/** Guests with paid orders, accounts with the same addresses, and the codes between them; one for a test file. */
export async function openGuestClaims() {
  const accounts = await testAccounts();
  const { owner, identity, letters } = accounts;
  const { database } = identity;

  const event = newId();
  const type = newId();
  await owner.query(
    `WITH counted AS (INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'places', 1000), ($2, 'units', 1000)),
     night AS (INSERT INTO events (id, name, title, description, date, location) VALUES ($1, 'n', 'n', 'n', current_date + 7, 'Plaja'))
   INSERT INTO tickets (id, event_id, type, price, entries) VALUES ($2, NULL, 'Intrare', 11000, 1)`,
    [event, type],
  );

  let people = 0;
  const freshEmail = () => {
    people += 1;
    return `om-${people}@exemplu.ro`;
  };
  const network = () => `10.7.${people >> 8}.${people & 255}`;

  /** A guest with this address, and a paid order. */
  async function buyer(email: string): Promise<{ guestId: Uuid; orderId: Uuid }> {
    const { userId: guestId } = await makeGuest(
      { database },
      { email, fullName: "Maria Fără Cont", phone: null },
    );
    const { orderId } = await paidOrder(owner, {
      userId: guestId,
      ticketTypeId: type,
      events: [event],
      quantity: 2,
    });
    return { guestId, orderId };
  }

  /** An account whose address is proven. */
  async function account(email: string): Promise<Uuid> {
    const id = newId();
    await owner.query(
      `WITH made AS (INSERT INTO identity."user" (id, email, name, email_verified) VALUES ($1, $2, 'Maria', true))
     INSERT INTO profiles (id, email, full_name) VALUES ($1, $2, 'Maria Cont')`,
      [id, email],
    );
    return id;
  }

  async function codeTo(email: string): Promise<string> {
    const { rows } = await owner.query<{ code: string }>(
      "SELECT variables->>'token' AS code FROM letters WHERE recipient = $1 AND kind = 'one_time_code' ORDER BY id DESC LIMIT 1",
      [email],
    );
    return rows[0]?.code ?? "none";
  }

  /** The code of a guest who asks for one. */
  async function sentCode(guestId: Uuid, email: string): Promise<string> {
    await askCode({ guestId });
    return codeTo(email);
  }
  const askCode = ({ guestId }: { guestId: Uuid }, address = network()) =>
    sendGuestCode(identity, { guestId, address });
  const claim = (guestId: Uuid, code: string) => claimOrders(identity, { guestId, code, address: network() });

  /** A minute has passed, and no code was sent within the hour. */
  const later = () =>
    owner.query(
      "UPDATE identity.throttle SET last_at = now() - interval '2 hours', since = now() - interval '2 hours' WHERE blocked_until <= now()",
    );

  const ownerOf = async (orderId: Uuid) =>
    (
      await owner.query<{ order: Uuid; ticket: Uuid; letter: Uuid | null }>(
        `SELECT o.user_id AS order, p.user_id AS ticket, l.user_id AS letter FROM orders o JOIN ticket_purchases p ON p.order_id = o.id
       LEFT JOIN letters l ON l.order_id = o.id WHERE o.id = $1 LIMIT 1`,
        [orderId],
      )
    ).rows[0];

  return {
    accounts,
    owner,
    identity,
    letters,
    database,
    event,
    type,
    freshEmail,
    network,
    buyer,
    account,
    codeTo,
    sentCode,
    askCode,
    claim,
    later,
    ownerOf,
    wrong: wrongFor,
  };
}

/** Six digits that are not these. */
const wrongFor = (code: string) => (code === "000000" ? "000001" : "000000");
