import type { NightState } from "#ticketing/events/listed-event.ts";
import { Status } from "../ui/status.tsx";
import { eventTexts } from "./event-texts.ts";

const signOf = {
  active: { sign: "fine", tone: "ok" },
  unavailable: { sign: "look", tone: "warn" },
  soldOut: { sign: "soldOut", tone: "info" },
  ended: { sign: "over", tone: "mute" },
} as const;

/** The state of a night: shape, word, colour. */
export function NightStatus({ state }: { state: NightState }) {
  return <Status {...signOf[state]}>{eventTexts.states[state]}</Status>;
}
