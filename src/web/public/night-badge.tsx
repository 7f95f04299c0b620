import { formatLei } from "#kernel/money.ts";
import { type Day, formatDayAndMonth } from "#kernel/time.ts";
import type { SaleState } from "#ticketing/events/sale-state.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { movedNightTexts } from "#web/request/sale-texts.ts";
import { publicTexts } from "./public-texts.ts";

type Badge = { text: string; look: "badge--off" | "badge--phosphor" };
type BadgeRow = { badge: Badge | "opens" | null; hasPrice: boolean; closed: string };

const plain = (closed: string = publicTexts.noPrice): BadgeRow => ({ badge: null, hasPrice: true, closed });
const opensLater = (): BadgeRow => ({ badge: "opens", hasPrice: true, closed: publicTexts.noPrice });
const off = (text: string, { hasPrice = false, closed = text } = {}): BadgeRow => ({
  badge: { text, look: "badge--off" },
  hasPrice,
  closed,
});

/**
 * The words for each state of a sale: its badge in lists of nights, whether a price stands beside that, and the title
 * of a closed panel in the bar, which is visible while the panel is out of view.
 */
const stateBadges = (): Record<SaleState, BadgeRow> => ({
  cancelled: off(publicTexts.cancelled),
  // no visitor sees a draft
  draft: plain(publicTexts.unavailable),
  scheduled: plain(publicTexts.unavailable),
  ended: off(publicTexts.pastNight),
  // with the label of A4-10, which the specification gives it
  unavailable: off(publicTexts.unavailable, { hasPrice: true }),
  sold_out: off(publicTexts.soldOut),
  stopped: off(publicTexts.stoppedBadge, { closed: publicTexts.stoppedTitle }),
  announced: opensLater(),
  not_yet: opensLater(),
  sale_ended: off(publicTexts.saleEndedBadge),
  no_types: plain(),
  // only people with the code may know these types
  code_only: plain(priceTexts.codeOnlyTitle),
  price_pending: plain(),
  few_left: {
    badge: { text: publicTexts.lastTickets, look: "badge--phosphor" },
    hasPrice: true,
    closed: publicTexts.soldOut,
  },
  on_sale: plain(publicTexts.soldOut),
});

type ListedNight = {
  sale: SaleState;
  /** When a waiting sale begins, in Bucharest time. */
  opens: { day: Day; time: string } | null;
  /** The day before the night was moved to another one. */
  movedFrom: Day | null;
};

/** Returns the badge of a night's sale; null when the price says enough. */
export function badgeOf({ sale, opens }: Pick<ListedNight, "sale" | "opens">): Badge | null {
  const { badge } = stateBadges()[sale];
  if (badge !== "opens") return badge;
  return (
    opens && {
      text: publicTexts.onSaleFrom(formatDayAndMonth(opens.day), opens.time),
      look: "badge--phosphor",
    }
  );
}

/** Whether a night in this state shows a price; an unknown price reads "Pret indisponibil". */
export const hasPrice = (sale: SaleState) => stateBadges()[sale].hasPrice;

export const closedTitle = (sale: SaleState) => stateBadges()[sale].closed;

/** The badge of the sale, else the badge of a moved night. */
export function NightBadge({ event }: { event: ListedNight }) {
  const moved: Badge | null = event.movedFrom
    ? { text: movedNightTexts.badge, look: "badge--phosphor" }
    : null;
  const badge = badgeOf(event) ?? moved;
  return badge && <span className={`badge ${badge.look}`}>{badge.text}</span>;
}

/** Says that the night is running now. */
export function RunningNow({ event: { running } }: { event: { running: { until: string | null } | null } }) {
  return running && <b className="phosphor">{publicTexts.runningNow(running.until)}</b>;
}

const withoutLight: readonly SaleState[] = ["unavailable", "cancelled", "ended"];

/** Whether a night's card is dimmed because nobody can visit it. */
export const isDimmed = (sale: SaleState): boolean => withoutLight.includes(sale);

/** Returns the colour of a night's light; grey for a dimmed night. */
export function cardLight(event: { light: string | null; sale?: SaleState }): string {
  if (event.sale && isDimmed(event.sale)) return "#46506e";
  return event.light ?? "#38f2c0";
}

export function priceLabel(lowestPrice: number | null): string {
  return lowestPrice === null ? publicTexts.noPrice : publicTexts.fromPrice(formatLei(lowestPrice));
}
