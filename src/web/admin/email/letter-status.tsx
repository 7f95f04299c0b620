import { Status } from "../ui/status.tsx";
import { emailTexts } from "./email-texts.ts";
import type { OutboxRowView } from "./outbox-view.ts";

const signOf = {
  queued: { sign: "waiting", tone: "info" },
  again: { sign: "again", tone: "warn" },
  inflight: { sign: "waiting", tone: "info" },
  sent: { sign: "sent", tone: "ok" },
  void: { sign: "gone", tone: "info" },
  failed: { sign: "gone", tone: "bad" },
} as const;

/** The state of an email: sign, word, colour. */
export function LetterStatus({ state }: { state: OutboxRowView["state"] }) {
  return <Status {...signOf[state]}>{emailTexts.outbox.letterStates[state]}</Status>;
}
