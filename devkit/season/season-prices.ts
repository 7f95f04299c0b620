import type { Uuid } from "#kernel/id.ts";
import { addDays, instantOf } from "#kernel/time.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import { nightOf, type SeasonPlan } from "./season-plan.ts";
import prices from "./season-prices.json" with { type: "json" };
import { seasonRandom } from "./season-random.ts";
import type { SeasonType } from "./season-types.ts";

export type Row = Record<string, unknown>;

const lastPhase = prices.phases.of.at(-1);

/** What the card provider agrees to: the price of the last phase, where a type has phases. Past sales were of the first. */
export function agreedLei({ key, lei }: SeasonType): number {
  return lei + (key === prices.phases.type ? (lastPhase?.more ?? 0) : 0);
}

/** Phases, a pool, codes, and the add-on of one night, with what its past sales took of them. */
export function seasonPrices({ preparedAt }: Pick<SeasonPlan, "preparedAt">) {
  const random = seasonRandom(3);
  const poolId = random.id(preparedAt);
  const phaseIds = prices.phases.of.map(() => random.id(preparedAt));
  const codeIds = prices.codes.map(() => random.id(preparedAt));
  return {
    poolOf: (key: string): Uuid | null => (prices.pool.types.includes(key) ? poolId : null),
    /** The first phase: all that was sold so far was sold at its price. */
    phaseOf: (key: string): Uuid | null => (key === prices.phases.type ? (phaseIds[0] ?? null) : null),
    columnsOf: ({ key }: SeasonType): Row => ({
      pool_id: prices.pool.types.includes(key) ? poolId : null,
      admits: key !== prices.addOn.key,
      requires_code: key === prices.hidden.key,
    }),
    pools: (plan: SeasonPlan): Row[] => [
      {
        id: poolId,
        event_id: nightOf(plan, prices.night).id,
        name: prices.pool.name,
        created_at: preparedAt,
      },
    ],
    phases: (plan: SeasonPlan): Row[] => {
      const { date } = nightOf(plan, prices.night);
      const lei = plan.types.find(({ key }) => key === prices.phases.type)?.lei ?? 0;
      return prices.phases.of.map(({ name, more, endsDaysBefore }, at) => ({
        id: phaseIds[at],
        ticket_type_id: plan.typeIds.get(prices.phases.type),
        no: at + 1,
        name,
        price: (lei + more) * 100,
        ends_at: endsDaysBefore === null ? null : instantOf(addDays(date, -endsDaysBefore), "23:59"),
      }));
    },
    codes: (plan: SeasonPlan): Row[] =>
      prices.codes.map(({ code, name, kind, percent, opens }, at) => ({
        id: codeIds[at],
        code,
        name,
        kind,
        percent: percent ?? null,
        ticket_type_ids: opens ? opens.map((key) => plan.typeIds.get(key)) : null,
        is_on: true,
        returns_uses: false,
        version: 1,
        created_at: preparedAt,
        updated_at: preparedAt,
      })),
    counters: [
      { id: poolId, kind: "pool", capacity: prices.pool.people },
      ...prices.phases.of.map(({ tickets }, at) => ({
        id: phaseIds[at],
        kind: "phase",
        capacity: tickets ?? noLimit,
      })),
      ...prices.codes.map(({ tickets }, at) => ({
        id: codeIds[at],
        kind: "voucher",
        capacity: tickets ?? noLimit,
      })),
    ],
  };
}
