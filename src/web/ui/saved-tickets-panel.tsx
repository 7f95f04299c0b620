import { useEffect, useState } from "react";
import { formatInstant } from "#kernel/time.ts";
import { Button, ButtonLink } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { Notice } from "./notice.tsx";
import {
  canSaveTickets,
  forgetTickets,
  type KeptTickets,
  listKeptTickets,
  saveTickets,
  ticketsSavedAt,
} from "./saved-tickets.ts";
import { savedTicketsTexts as texts } from "./saved-tickets-texts.ts";
import { useIsOffline } from "./use-is-offline.ts";

type SavedState =
  /** The script has not looked yet, or the browser cannot save pages. */
  | { kind: "unknown" }
  | { kind: "not" }
  | { kind: "saving" }
  | { kind: "failed" }
  | { kind: "saved"; at: Date };

async function readSavedState(page: string): Promise<SavedState> {
  const at = await ticketsSavedAt(page);
  return at ? { kind: "saved", at } : { kind: "not" };
}

/**
 * Saves the tickets of this page (the profile or a guest's order) on this phone when the owner wants it. Each later
 * visit renews the copy. Without network it says when the copy was made.
 */
export function SavedTickets({ page }: { page: string }) {
  const [saved, setSaved] = useState<SavedState>({ kind: "unknown" });
  const isOffline = useIsOffline();

  async function save(): Promise<void> {
    setSaved({ kind: "saving" });
    const isDone = await saveTickets(page).catch(() => false);
    setSaved(isDone ? await readSavedState(page) : { kind: "failed" });
  }

  useEffect(() => {
    if (!canSaveTickets()) return;
    void (async () => {
      // an old copy is better than none
      if ((await ticketsSavedAt(page)) && navigator.onLine) await saveTickets(page).catch(() => false);
      setSaved(await readSavedState(page));
    })();
  }, [page]);

  if (saved.kind === "unknown") return null;
  if (saved.kind === "saved")
    return (
      <section className="saved-tickets" aria-label={texts.savedTitle}>
        {isOffline ? <Notice kind="info">{texts.offline(formatInstant(saved.at))}</Notice> : null}
        <p role="status">
          <Icon name="check" /> <b>{texts.savedTitle}</b>
          <span className="muted">{texts.savedAt(formatInstant(saved.at))}</span>
        </p>
        <Button
          look="quiet"
          size="small"
          type="button"
          onClick={() => void forgetTickets(page).then(() => setSaved({ kind: "not" }))}
        >
          {texts.forgetSaved}
        </Button>
      </section>
    );
  return (
    <section className="saved-tickets" aria-label={texts.saveHere}>
      <p className="muted">{texts.saveHereText}</p>
      <Button
        look="line"
        size="small"
        type="button"
        disabled={saved.kind === "saving"}
        onClick={() => void save()}
      >
        <Icon name="download" /> {saved.kind === "saving" ? texts.savingHere : texts.saveHere}
      </Button>
      {saved.kind === "failed" ? <Notice kind="bad">{texts.saveHereFailed}</Notice> : null}
    </section>
  );
}

/** For a page that shows no ticket for the gate any more: removes the copy that was saved of it. */
export function NoSavedTickets({ page }: { page: string }) {
  useEffect(() => void forgetTickets(page), [page]);
  return null;
}

/** Links to all tickets that are saved on this phone, for a page that cannot be opened. */
export function WaysToSavedTickets() {
  const [kept, setKept] = useState<KeptTickets[]>([]);
  useEffect(() => void listKeptTickets().then(setKept), []);
  return kept.map(({ address, at }) => (
    <ButtonLink key={address} look="sun" href={address}>
      <Icon name="ticket" /> {kept.length === 1 ? texts.wayToThem : texts.wayTo(formatInstant(at))}
    </ButtonLink>
  ));
}
