import type { ModelCode, ModelLine, ModelPart, SaleModel, Wish } from "./sale-nouns.ts";
import { takesOf } from "./sale-stock.ts";

type Ticket = { readonly offer: number; readonly phase: number | null; readonly price: number };
type Free = (key: string) => number;

/** Each ticket of a line with the price of the first phase that is not over and not full; fewer than wanted if there are no more. */
function ticketsOf(model: SaleModel, { offer, quantity }: ModelLine, free: Free): Ticket[] {
  const { phases = [], price = 0 } = model.offers[offer] ?? {};
  if (phases.length === 0) return Array(quantity).fill({ offer, phase: null, price });
  const all = phases.flatMap(({ price }, phase): Ticket[] => {
    const name = `phase ${offer}.${phase}`;
    const left = model.over.has(name) ? 0 : Math.min(quantity, free(name));
    return Array(Math.max(0, left)).fill({ offer, phase, price });
  });
  return all.slice(0, quantity);
}

/** Each line fits beside what the lines before it take. */
export function haveRoom(model: SaleModel, lines: readonly ModelLine[], free: Free): boolean {
  const taken = new Map<string, number>();
  return lines.every((line) => {
    const takes = takesOf(model, { ...line, phase: null, code: null });
    const fits = takes.every(([key, n]) => n === 0 || n + (taken.get(key) ?? 0) <= free(key));
    for (const [key, n] of takes) taken.set(key, n + (taken.get(key) ?? 0));
    return fits && ticketsOf(model, line, free).length === line.quantity;
  });
}

/** What a code takes off one ticket. */
function off(code: ModelCode, price: number): number {
  if (code.kind === "percent") return Math.floor((price * code.value) / 100);
  return code.kind === "fixed" ? Math.min(code.value, price) : 0;
}

/** A code concerns the tickets that it makes cheaper or opens; it is for no pass. */
function concerns(model: SaleModel, code: ModelCode, { offer, price }: Ticket): boolean {
  if (model.offers[offer]?.isPass) return false;
  if (code.offers && !code.offers.includes(offer)) return false;
  return code.kind === "unlock" ? Boolean(model.offers[offer]?.isHidden) : off(code, price) > 0;
}

export type NoPrice = { reason: "code_invalid" } | { reason: "code_exhausted"; left: number };

/** The lines at the prices of this moment: the code covers as many of the dearest tickets as it is good for. */
export function partsOf(
  model: SaleModel,
  lines: readonly ModelLine[],
  free: Free,
  codeNo: number | null,
  uses: number,
): ModelPart[] | NoPrice {
  const code = codeNo === null ? undefined : model.codes[codeNo];
  const tickets = lines.flatMap((line) => ticketsOf(model, line, free).map((ticket) => ({ ...ticket })));
  const concerned = code ? tickets.filter((ticket) => concerns(model, code, ticket)) : [];
  if (code && concerned.length === 0 && code.kind !== "unlock") return { reason: "code_invalid" };
  const isShort = code?.kind === "unlock" ? uses < concerned.length : uses === 0;
  if (concerned.length > 0 && isShort) return { reason: "code_exhausted", left: uses };
  const covered = new Set(concerned.toSorted((a, b) => b.price - a.price).slice(0, uses));
  const parts: ModelPart[] = [];
  for (const ticket of tickets) {
    const isCovered = code !== undefined && covered.has(ticket);
    const off_ = isCovered ? off(code, ticket.price) : 0;
    const part = { ...ticket, code: isCovered ? codeNo : null, off: off_, quantity: 1 };
    const last = parts.at(-1);
    const isSame = last?.offer === part.offer && last.phase === part.phase && last.code === part.code;
    if (last && isSame) parts[parts.length - 1] = { ...last, quantity: last.quantity + 1 };
    else parts.push(part);
  }
  return parts;
}

export const totalOf = (parts: readonly ModelPart[]) =>
  parts.reduce((sum, { quantity, price, off }) => sum + quantity * (price - off), 0);

/** The total on the buyer's screen, which may be old: that of the first phases, or of the last. */
export function shownTotal(model: SaleModel, { lines, sees }: Wish): number | null {
  if (sees === "nothing") return null;
  return lines.reduce((sum, { offer, quantity }) => {
    const { phases = [], price = 0 } = model.offers[offer] ?? {};
    return sum + quantity * (sees === "first prices" ? (phases[0]?.price ?? price) : price);
  }, 0);
}
