import { groupBy } from "#kernel/group-by.ts";
import type { OwnOrder } from "#ticketing/orders/own-order-queries.server.ts";

type Code = OwnOrder["codes"][number];

/** What has happened to a paid order since: every page of its buyer says this of its money and its ended tickets. */
export type MoneyBackView = {
  /** On its way back, in bani. */
  returning: number;
  /** Its refund failed, so the club still has it; in bani. */
  owed: number;
  /** The numbers of the tickets that ended and whose money went back. */
  refunded: number[];
  /** The numbers of the others that ended. */
  cancelled: number[];
  isPass: boolean;
};

/** The codes of each seat with the number of its ticket, as printed; null for an add-on. */
export function numberedSeats({
  codes,
}: Pick<OwnOrder, "codes">): { number: number | null; codes: Code[] }[] {
  let last = 0;
  return [...groupBy(codes, ({ lineNo, seatNo }) => `${lineNo} ${seatNo}`).values()].map((ofSeat) => ({
    number: ofSeat[0]?.isAddOn ? null : ++last,
    codes: ofSeat,
  }));
}

/**
 * How a seat ended; undefined while it has a valid code. A free seat ends without a refund, and so does one whose money
 * is owed, or all of whose order a bank took.
 */
export function endOfSeat(
  codes: readonly Code[],
  { owed, returned }: Pick<OwnOrder, "owed" | "returned">,
): "refunded" | "cancelled" | undefined {
  if (codes.some(({ status }) => status === "paid")) return undefined;
  return owed === 0 && returned > 0 && codes.some(({ status, price }) => status === "refunded" && price > 0)
    ? "refunded"
    : "cancelled";
}

export function moneyBackView(order: OwnOrder): MoneyBackView {
  const { returning, owed } = order;
  const numbersOf = (end: "refunded" | "cancelled") =>
    numberedSeats(order)
      .filter(({ codes }) => endOfSeat(codes, order) === end)
      .flatMap(({ number }) => number ?? []);
  return {
    returning,
    owed,
    refunded: numbersOf("refunded"),
    cancelled: numbersOf("cancelled"),
    isPass: order.family === "season_pass",
  };
}
