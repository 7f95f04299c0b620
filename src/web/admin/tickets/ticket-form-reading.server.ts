import { formatLeiExact } from "#kernel/money.ts";
import { formatInstant, formatShortDate } from "#kernel/time.ts";
import { findCounter, listEventNames } from "#ticketing/events/office-event-queries.server.ts";
import { findType, listPools, type TypeDetails } from "#ticketing/events/office-type-queries.server.ts";
import { phaseRowForm } from "#ticketing/events/price-phase-form.ts";
import type { TicketTypeValues } from "#ticketing/events/ticket-type-form.ts";
import { momentText } from "#ticketing/forms/fields.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";
import { historySteps } from "../history/history-view.ts";
import { placedPicture } from "../pictures/placed-picture.server.ts";
import { nightsToTick } from "./nights-to-tick.ts";
import { phaseSentence, savedPhaseViews } from "./phase-view.ts";
import type { TicketKind } from "./ticket-kind.ts";
import { typeForm } from "./ticket-sentences.ts";
import { ticketTexts } from "./ticket-texts.ts";

/** Returns the fields of a new type, with one code for each person. A special type starts as a pass. */
const emptyValues = (kind: TicketKind, night: string | null): TicketTypeValues => ({
  ...typeForm.empty,
  entries: "1",
  code_per: "person",
  is_season_pass: kind === "special" ? "1" : "",
  phases: [],
  events: night === null ? [] : [night],
});

/** Returns the data of a type's form; undefined when the type does not exist. */
export async function readTicketFormView(
  site: SiteServices,
  administrator: Administrator,
  { kind, id, night }: { kind: TicketKind; id: string | null; night: string | null },
) {
  return site.database.readAs(administrator, async (sql) => {
    const nights = nightsToTick(await listEventNames(sql), site.now());
    const type = id === null ? undefined : await findType(sql, id);
    const offeredPools = await listPools(sql, type?.poolId ?? null);
    const pools = offeredPools.map((pool) => ({
      id: pool.id,
      capacity: pool.capacity,
      label: ticketTexts.pool.option(pool.name, pool.capacity, `${formatShortDate(pool.date)} ${pool.night}`),
    }));
    const now = momentText(site.now());
    if (id === null)
      return { kind, now, saved: null, values: emptyValues(kind, night), capacity: "", nights, pools };
    if (!type) return undefined;
    const pool = type.pool && (await findCounter(sql, type.pool.id));
    const { capacity, sold, held, listed, given, atDoor } = type;
    const history = await listHistory(sql, "ticket_type", id, { limit: 4 });
    const phases = savedPhaseViews(type.phases);
    const onSale = type.phases[phases.findIndex(({ state }) => state === "on_sale")];
    return {
      kind,
      now,
      nights,
      pools,
      values: valuesOfType(type),
      capacity: String(type.capacity),
      saved: {
        id,
        name: [type.type, type.events.length === 1 ? type.firstNight?.name : null].filter(Boolean).join(", "),
        sub: ticketTexts.subSaved(
          formatLeiExact(onSale?.price ?? type.price),
          onSale?.name ?? null,
          type.sold,
        ),
        version: type.version,
        stock: { capacity, sold, held, listed, given, atDoor },
        price: priceState(type),
        isVisible: type.isVisible,
        isUsed: type.isUsed,
        isQuickPurchase: type.isQuickPurchase,
        history: historySteps(history),
        picture: await placedPicture(sql, type),
        phases,
        phaseSentence: phaseSentence(type.phases, leftOfType(type), site.now()),
        pool: type.pool && pool ? { id: type.pool.id, name: type.pool.name, stock: pool } : null,
      },
    };
  });
}

const leftOfType = (type: Pick<TypeDetails, "capacity" | "sold" | "held" | "given" | "atDoor">) =>
  type.capacity - type.sold - type.held - type.given - type.atDoor;

/** Returns a type as the text fields of its form. */
export const valuesOfType = (type: Omit<TypeDetails, "firstNight" | "wasOrdered">): TicketTypeValues => ({
  ...typeForm.written({
    ...type,
    left: leftOfType(type),
    isAddOn: !type.admits,
    pool: type.poolId,
    poolName: null,
    poolCapacity: null,
  }),
  phases: type.phases.map(phaseRowForm.written),
});

/** Returns the state of the price at the card provider, in words. */
function priceState({ price, priceId, priceAgreedAt }: TypeDetails) {
  if (priceAgreedAt) {
    const text = ticketTexts.agreedText(formatLeiExact(price), formatInstant(priceAgreedAt));
    return { state: "agreed", text } as const;
  }
  if (price === 0) return { state: "free", text: ticketTexts.freeText } as const;
  return { state: priceId === null ? "none" : "waiting", text: ticketTexts.waitingText } as const;
}

export type SavedTicketView = NonNullable<TicketFormView["saved"]>;

export type TicketFormView = NonNullable<Awaited<ReturnType<typeof readTicketFormView>>>;
