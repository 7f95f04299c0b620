/**
 * In SQL, beside a type `t`, as `n`: its price at this moment, which is that of its first phase on sale, and how many
 * tickets its phases have left, null without phases. The rule is `pricedParts` of price-phase.ts.
 */
export const pricedNow = `CROSS JOIN LATERAL (
    SELECT coalesce((array_agg(f.price ORDER BY f.no) FILTER (WHERE f.free > 0))[1], t.price) AS price, sum(f.free) AS free, sum(f.unsold) AS unsold
    FROM (SELECT f.no, f.price, CASE WHEN f.ends_at <= now() THEN 0 ELSE k.capacity - k.held - k.sold END AS free,
            CASE WHEN f.ends_at <= now() THEN 0 ELSE k.capacity - k.sold END AS unsold
          FROM price_phases f JOIN stock_counters k ON k.id = f.id WHERE f.ticket_type_id = t.id) f) n`;

/** In SQL, how many tickets of `t` its own counter `c`, its phases (`n`) and its pool have left. Nights are not asked. */
export const leftOfType = `least(c.capacity - c.held - c.sold, n.free,
    (SELECT floor((k.capacity - k.held - k.sold) / t.entries::numeric) FROM stock_counters k WHERE k.id = t.pool_id))`;

/** The same if every place that is held and not paid came back. */
export const unsoldOfType = `least(c.capacity - c.sold, n.unsold,
    (SELECT floor((k.capacity - k.sold) / t.entries::numeric) FROM stock_counters k WHERE k.id = t.pool_id))`;

/** In SQL, the phases of `t` as JSON of `PhaseOnSale`, in their order. */
export const phasesOfType = `(SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'price', f.price, 'endsAt', f.ends_at,
      'isOver', coalesce(f.ends_at <= now(), false), 'capacity', k.capacity, 'left', k.capacity - k.held - k.sold) ORDER BY f.no), '[]')
    FROM price_phases f JOIN stock_counters k ON k.id = f.id WHERE f.ticket_type_id = t.id)`;
