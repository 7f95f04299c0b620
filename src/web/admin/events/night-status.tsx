import { onSale, type SaleState } from "#ticketing/events/sale-state.ts";
import { Status } from "../ui/status.tsx";
import { eventTexts } from "./event-texts.ts";

const signOf = {
  cancelled: { sign: "soldOut", tone: "bad" },
  draft: { sign: "draft", tone: "mute" },
  scheduled: { sign: "waiting", tone: "info" },
  stopped: { sign: "soldOut", tone: "bad" },
  on_sale: { sign: "fine", tone: "ok" },
  few_left: { sign: "fine", tone: "ok" },
  announced: { sign: "waiting", tone: "info" },
  not_yet: { sign: "waiting", tone: "info" },
  no_types: { sign: "look", tone: "warn" },
  code_only: { sign: "fine", tone: "ok" },
  price_pending: { sign: "look", tone: "warn" },
  unavailable: { sign: "look", tone: "warn" },
  sold_out: { sign: "soldOut", tone: "info" },
  sale_ended: { sign: "over", tone: "info" },
  ended: { sign: "over", tone: "mute" },
} as const satisfies Record<SaleState, object>;

type NightStatusProps = {
  state: SaleState;
  /** Whether one of its types needs a code and no code opens it. */
  lacksCode: boolean;
  /** When a scheduled night becomes public, in words. */
  appears?: string | null;
};

/** The states in which somebody buys or will buy with a code. */
const codesMatter: readonly SaleState[] = [
  "draft",
  "scheduled",
  "announced",
  "not_yet",
  "code_only",
  ...onSale,
];

/** The state of a night as a shape, a word and a colour. */
export function NightStatus({ state, appears, lacksCode }: NightStatusProps) {
  const word = eventTexts.states[state];
  const label = state === "scheduled" && appears ? eventTexts.scheduledFor(word, appears) : word;
  return lacksCode && codesMatter.includes(state) ? (
    <Status sign="look" tone="warn" label={eventTexts.lacksCode(label)} />
  ) : (
    <Status {...signOf[state]} label={label} />
  );
}
