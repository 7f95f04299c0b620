import type { NightState } from "#ticketing/events/listed-event.ts";
import { Status } from "../ui/status.tsx";
import { eventTexts } from "./event-texts.ts";

const signOf = {
  cancelled: { sign: "soldOut", tone: "bad" },
  draft: { sign: "draft", tone: "mute" },
  scheduled: { sign: "waiting", tone: "info" },
  stopped: { sign: "soldOut", tone: "bad" },
  active: { sign: "fine", tone: "ok" },
  unavailable: { sign: "look", tone: "warn" },
  soldOut: { sign: "soldOut", tone: "info" },
  ended: { sign: "over", tone: "mute" },
} as const;

type NightStatusProps = {
  state: NightState;
  /** When a scheduled night appears, in words. */
  appears?: string | null;
};

/** The state of a night: shape, word, colour. */
export function NightStatus({ state, appears }: NightStatusProps) {
  const word = eventTexts.states[state];
  return (
    <Status {...signOf[state]}>
      {state === "scheduled" && appears ? eventTexts.scheduledFor(word, appears) : word}
    </Status>
  );
}
