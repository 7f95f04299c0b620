import { useEffect, useState } from "react";
import { formatInstant } from "#kernel/time.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { canSaveTickets, forgetTickets, saveTickets, ticketsSavedAt } from "#web/ui/saved-tickets.ts";
import { accountTexts } from "./account-texts.ts";

type Saved =
  /** Before the script has looked, or where a browser cannot save. */
  | { kind: "unknown" }
  | { kind: "not" }
  | { kind: "saving" }
  | { kind: "failed" }
  | { kind: "saved"; at: Date };

async function look(): Promise<Saved> {
  const at = await ticketsSavedAt();
  return at ? { kind: "saved", at } : { kind: "not" };
}

/**
 * Saves the tickets on this phone when their owner wants that; after that the copy is made anew at each visit. Without
 * network it says from when the shown ones are.
 */
export function SavedTickets() {
  const [saved, setSaved] = useState<Saved>({ kind: "unknown" });
  const [isOffline, setOffline] = useState(false);

  async function save(): Promise<void> {
    setSaved({ kind: "saving" });
    const isDone = await saveTickets().catch(() => false);
    setSaved(isDone ? await look() : { kind: "failed" });
  }

  useEffect(() => {
    if (!canSaveTickets()) return;
    const tell = () => setOffline(!navigator.onLine);
    tell();
    addEventListener("online", tell);
    addEventListener("offline", tell);
    void (async () => {
      // an old copy is better than none
      if ((await ticketsSavedAt()) && navigator.onLine) await saveTickets().catch(() => false);
      setSaved(await look());
    })();
    return () => {
      removeEventListener("online", tell);
      removeEventListener("offline", tell);
    };
  }, []);

  if (saved.kind === "unknown") return null;
  if (saved.kind === "saved")
    return (
      <section className="saved-tickets" aria-label={accountTexts.savedTitle}>
        {isOffline ? <Notice kind="info">{accountTexts.offline(formatInstant(saved.at))}</Notice> : null}
        <p role="status">
          <Icon name="check" /> <b>{accountTexts.savedTitle}</b>
          <span className="muted">{accountTexts.savedAt(formatInstant(saved.at))}</span>
        </p>
        <Button
          look="quiet"
          size="small"
          type="button"
          onClick={() => void forgetTickets().then(() => setSaved({ kind: "not" }))}
        >
          {accountTexts.forgetSaved}
        </Button>
      </section>
    );
  return (
    <section className="saved-tickets" aria-label={accountTexts.saveHere}>
      <p className="muted">{accountTexts.saveHereText}</p>
      <Button
        look="line"
        size="small"
        type="button"
        disabled={saved.kind === "saving"}
        onClick={() => void save()}
      >
        <Icon name="download" /> {saved.kind === "saving" ? accountTexts.savingHere : accountTexts.saveHere}
      </Button>
      {saved.kind === "failed" ? <Notice kind="bad">{accountTexts.saveHereFailed}</Notice> : null}
    </section>
  );
}
