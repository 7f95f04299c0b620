import { lastTickets } from "#ticketing/limits.ts";
import { byStart, type Clock, hourOfNight, isOver } from "./night-time.ts";
import type { NightOffSale, SaleState, TypeOffSale } from "./sale-state.ts";
import { stoppedFor } from "./stop.ts";

/**
 * SQL: joins to type `t`, as `n`, its present price (that of its first phase on sale) and how many tickets its phases
 * have left (null without phases). The same rule as `pricedParts` of price-phase.ts.
 */
export const pricedNow = `CROSS JOIN LATERAL (
    SELECT coalesce((array_agg(f.price ORDER BY f.no) FILTER (WHERE f.free > 0))[1], t.price) AS price, sum(f.free) AS free, sum(f.unsold) AS unsold
    FROM (SELECT f.no, f.price, CASE WHEN f.ends_at <= now() THEN 0 ELSE k.capacity - k.held - k.sold END AS free,
            CASE WHEN f.ends_at <= now() THEN 0 ELSE k.capacity - k.sold END AS unsold
          FROM price_phases f JOIN stock_counters k ON k.id = f.id WHERE f.ticket_type_id = t.id) f) n`;

/** SQL: how many of `t` its counter `c`, its phases (`n`) and its pool have left, whatever places the nights have. */
export const leftOfType = `least(c.capacity - c.held - c.sold, n.free,
    (SELECT floor((k.capacity - k.held - k.sold) / t.entries::numeric) FROM stock_counters k WHERE k.id = t.pool_id))`;

/** SQL: what `leftOfType` would be if all unpaid holds came back. */
export const unsoldOfType = `least(c.capacity - c.sold, n.unsold,
    (SELECT floor((k.capacity - k.sold) / t.entries::numeric) FROM stock_counters k WHERE k.id = t.pool_id))`;

/** SQL: the phases of `t` as a JSON array of `PhaseOnSale`, in order. */
export const phasesOfType = `(SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'price', f.price, 'endsAt', f.ends_at,
      'isOver', coalesce(f.ends_at <= now(), false), 'capacity', k.capacity, 'left', k.capacity - k.held - k.sold) ORDER BY f.no), '[]')
    FROM price_phases f JOIN stock_counters k ON k.id = f.id WHERE f.ticket_type_id = t.id)`;

// SQL strings, so that the compiler checks the spelling of each state
const nightLiteral = (state: NightOffSale) => `'${state}'`;
const typeLiteral = (state: TypeOffSale) => `'${state}'`;
const saleLiteral = (state: SaleState) => `'${state}'`;

/** SQL: why nothing of night `e` can be bought; null while it is on sale. Pages and the hold use the same rule. */
export const nightOff = (now: Clock = "now()") => `CASE
  WHEN e.cancelled_at IS NOT NULL THEN ${nightLiteral("cancelled")}
  WHEN e.publish_at IS NULL THEN ${nightLiteral("draft")}
  WHEN NOT is_published(e.publish_at) THEN ${nightLiteral("scheduled")}
  WHEN ${isOver("e", now)} THEN ${nightLiteral("ended")}
  WHEN NOT e.is_available THEN ${nightLiteral("unavailable")}
  WHEN ${stoppedFor(["sale", "read_only"], "ARRAY[e.id]")} THEN ${nightLiteral("stopped")}
  WHEN (SELECT a.opens_at > ${now} FROM openings a WHERE a.event_id = e.id) THEN ${nightLiteral("announced")}
  WHEN ${hourOfNight("e", "e.sale_until")} <= ${now} THEN ${nightLiteral("sale_ended")} END`;

/** SQL: whether a pass admits to night `v`; the same rule as `takesPlace` of sale-state. */
export const nightTakesPlace = (v: string, now: Clock = "now()") =>
  `(is_published(${v}.publish_at) AND ${v}.cancelled_at IS NULL AND NOT ${isOver(v, now)} AND ${v}.is_available)`;

const namedNights = (t: string, condition: string) =>
  `(SELECT coalesce(json_agg(json_build_object('id', v.id, 'title', v.title, 'date', v.date, 'time', to_char(v.time, 'HH24:MI')) ORDER BY ${byStart("v")}), '[]')
    FROM event_tickets m JOIN events v ON v.id = m.event_id WHERE m.ticket_id = ${t}.id AND ${t}.family <> 'ordinary' AND ${condition})`;

/** SQL: the nights that type `t` for several nights admits to now, as JSON; empty for an ordinary type. */
export const nightsTakingPlace = (t: string) => namedNights(t, nightTakesPlace("v"));

/** SQL: the coming nights of type `t` that are cancelled, as JSON; the type's price may include them. */
export const cancelledNights = (t: string) =>
  namedNights(t, `v.cancelled_at IS NOT NULL AND is_published(v.publish_at) AND NOT ${isOver("v")}`);

/** SQL: whether the last hour of entry of type `t` is over on night `e`. */
export const entryOver = (e: string, now: Clock = "now()") =>
  `coalesce(${hourOfNight(e, "t.enter_until")} <= ${now}, false)`;

/** SQL: why type `t` cannot be bought; null when it can. `noEntry`: SQL, true when nobody is let in with it. */
export const typeOff = (noEntry: string, now: Clock = "now()") => `CASE
  WHEN t.archived_at IS NOT NULL THEN ${typeLiteral("archived")}
  WHEN NOT t.is_visible THEN ${typeLiteral("hidden")}
  WHEN t.sale_starts_at > ${now} THEN ${typeLiteral("not_yet")}
  WHEN t.sale_ends_at <= ${now} THEN ${typeLiteral("sale_ended")}
  WHEN ${noEntry} THEN ${typeLiteral("entry_over")}
  WHEN t.stripe_price_id IS NULL OR t.price_agreed_at IS NULL THEN ${typeLiteral("price_pending")} END`;

// SQL: whether type `t`, bought on the page of link `l`'s night, admits to night `v` of link `m`.
const isAdmittedTo = `CASE WHEN t.family = 'ordinary' THEN m.event_id = l.event_id ELSE ${nightTakesPlace("v")} END`;
const nightsOfType = `FROM event_tickets m JOIN events v ON v.id = m.event_id WHERE m.ticket_id = t.id AND ${isAdmittedTo}`;

/** SQL: the ids of the nights that type `t` admits to when bought on the page of `l`, as JSON. */
export const admitsTo = `(SELECT coalesce(json_agg(v.id ORDER BY v.id), '[]') ${nightsOfType})`;

/** SQL: why type `t` cannot be bought on the page of `l`. For several nights, entry is over when over on each. */
export const typeOffHere = typeOff(
  `(t.enter_until IS NOT NULL AND NOT EXISTS (SELECT ${nightsOfType} AND NOT ${entryOver("v")}))`,
);

/** SQL: when online sale of type `t` ends on the page of night `e` (link `l`), by `nightOff` and `typeOffHere`. */
export const saleEndsAt = `least(t.sale_ends_at, ${hourOfNight("e", "e.sale_until")}, e.ends_at,
    CASE WHEN t.enter_until IS NOT NULL THEN (SELECT max(${hourOfNight("v", "t.enter_until")}) ${nightsOfType}) END)`;

// How many tickets of a type can be bought: the least that the type, its phases, its pool and each of its nights have
// left. The same rule as availableTickets() in stock.ts and admittedEvents() of the hold; a test compares them.
const availableOf = (ofType: string, ofNight: string) => `greatest(0, least(${ofType},
    CASE WHEN t.admits THEN floor((SELECT min(${ofNight}) FROM event_tickets m JOIN stock_counters p ON p.id = m.event_id JOIN events v ON v.id = m.event_id
           WHERE m.ticket_id = t.id AND ${isAdmittedTo}) / t.entries::numeric) END))::int`;

/** SQL: how many of `t` can be bought on the page of `l`, given `c` and `n`. `availableUnheld`: if nothing were held. */
export const available = availableOf(leftOfType, "p.capacity - p.held - p.sold");
export const availableUnheld = availableOf(unsoldOfType, "p.capacity - p.sold");

/** SQL: the fewest of `t` that any night would have left if nothing were held, given `c` and `n`; null: none goes on. */
export const fewestUnheld = `(SELECT min(${availableUnheld}) FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE l.ticket_id = t.id AND ${nightTakesPlace("e")})`;

/** SQL: whether a night's page shows the type. Passes have their own page. */
export const isShown = "t.is_visible AND t.archived_at IS NULL AND NOT t.is_season_pass";

// Add-ons do not count as tickets of a night.
const typesOfNight = `SELECT l.event_id, t.id, t.entries, t.requires_code, t.sale_starts_at AS starts, t.pool_id, n.price, ${typeOffHere} AS off, ${available} AS available,
    (SELECT k.capacity - k.held - k.sold FROM stock_counters k WHERE k.id = t.pool_id) AS pooled,
    (SELECT k.capacity - k.held - k.sold FROM stock_counters k WHERE k.id = l.event_id) AS places
  FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id JOIN stock_counters c ON c.id = t.id ${pricedNow}
  WHERE ${isShown} AND t.admits`;

// The people of a pool are counted once, however many types share it. Types that need a voucher only add to the
// counts of types.
const sumsOfTypes = `SELECT coalesce(min(lowest), CASE WHEN NOT bool_or(sells) THEN min(later) END) AS lowest, coalesce(sum(total), 0)::int AS total, coalesce(least(sum(people), max(places)), 0)::int AS places_left, min(next) AS next,
    coalesce(sum(types), 0) AS types, coalesce(sum(coded), 0) AS coded, bool_or(sells) AS sells, bool_or(waits) AS waits, bool_or(unpriced) AS unpriced
  FROM (SELECT min(price) FILTER (WHERE off IS NULL AND available > 0 AND NOT requires_code) AS lowest,
      min(price) FILTER (WHERE off = ${typeLiteral("not_yet")} AND NOT requires_code) AS later,
      sum(available) FILTER (WHERE off IS NULL AND NOT requires_code) AS total,
      least(sum(available * entries) FILTER (WHERE off IS NULL AND NOT requires_code), min(pooled)) AS people, max(places) AS places,
      min(starts) FILTER (WHERE off = ${typeLiteral("not_yet")} AND NOT requires_code) AS next,
      count(*) AS types, count(*) FILTER (WHERE requires_code) AS coded,
      bool_or(off IS NULL AND NOT requires_code) AS sells, bool_or(off = ${typeLiteral("not_yet")} AND NOT requires_code) AS waits, bool_or(off = ${typeLiteral("price_pending")} AND NOT requires_code) AS unpriced
    FROM (${typesOfNight}) o WHERE o.event_id = e.id GROUP BY pool_id) g`;

/** SQL: joins to night `e`, as `s`, the sums over its ticket types. */
export const withSale = `LEFT JOIN LATERAL (${sumsOfTypes}) s ON true`;

const stateOfTypes = `CASE
  WHEN s.types = 0 THEN ${saleLiteral("no_types")}
  WHEN s.types = s.coded THEN ${saleLiteral("code_only")}
  WHEN s.total > 0 THEN CASE WHEN s.places_left <= ${lastTickets} THEN ${saleLiteral("few_left")} ELSE ${saleLiteral("on_sale")} END
  WHEN s.sells THEN ${saleLiteral("sold_out")}
  WHEN s.waits THEN ${saleLiteral("not_yet")}
  WHEN s.unpriced THEN ${saleLiteral("price_pending")}
  ELSE ${saleLiteral("sale_ended")} END`;

/** SQL: the `SaleState` of night `e`, given `s`. */
export const saleState = `coalesce(${nightOff()}, ${stateOfTypes})`;

/** SQL: the `SaleState` of night `e` alone; reads no stock if the night is off sale. */
export const saleStateAlone = `coalesce(${nightOff()}, (SELECT ${stateOfTypes} FROM (${sumsOfTypes}) s))`;

/** SQL: the `NightSale` of night `e`, given `s`, as JSON. */
export const nightSale = `(SELECT json_build_object('state', f.state, 'off', f.off, 'left', CASE WHEN f.state IN (${saleLiteral("few_left")}, ${saleLiteral("on_sale")}) THEN s.places_left ELSE 0 END,
    'at', CASE f.state WHEN ${saleLiteral("scheduled")} THEN e.publish_at WHEN ${saleLiteral("announced")} THEN (SELECT a.opens_at FROM openings a WHERE a.event_id = e.id)
      WHEN ${saleLiteral("not_yet")} THEN s.next WHEN ${saleLiteral("sold_out")} THEN s.next END) FROM (SELECT ${saleState} AS state, ${nightOff()} AS off) f)`;

/** SQL: whether a type of night `e` needs a code, and no code opens it there, now or later. */
export const lacksCode = `EXISTS (SELECT FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id WHERE l.event_id = e.id AND t.requires_code AND ${isShown} AND NOT EXISTS (
    SELECT FROM vouchers v WHERE v.kind = 'unlock' AND t.id = ANY (v.ticket_type_ids) AND coalesce(e.id = ANY (v.event_ids), true) AND v.is_on AND coalesce(v.ends_at > now(), true)))`;
