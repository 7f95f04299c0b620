import { Form, Link } from "react-router";
import { type Forms, nounFor } from "#kernel/romanian.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { unbroken } from "#web/ui/unbroken.tsx";
import { guestChoices } from "./gate-guests.tsx";
import { gateTexts } from "./gate-texts.ts";
import { scannerTexts } from "./scanner/scanner-texts.ts";

export type VerdictView = {
  /** `given`: an add-on, which is handed out and lets nobody in. */
  kind: "admitted" | "given" | "refused";
  /** "Intrare generală, 1 intrare", or why not. */
  what: string;
  /** "Biletul 2 din 3"; null where it is the only one, or no ticket. */
  which: string | null;
  /** Null when the code belongs to no ticket. */
  entries: { left: number; inAll: number; justTaken: number } | null;
  /** What to do, in a sentence. */
  advice: string | null;
  /** The night is for adults: the identity card is looked at. */
  isAdult?: boolean;
  /** Allows a further act on the same ticket without scanning it again; null when none may follow. */
  ticket: string | null;
};

type GateVerdictProps = { verdict: VerdictView; nightId: string; nonce: string };

/** Shapes that differ as the words and colours do. */
export const verdictSigns: Record<VerdictView["kind"] | "look", IconName> = {
  ...{ admitted: "check", given: "gift", refused: "cross", look: "alert" },
};

/** Word, sign and colour mean the same; then the reason, then how many are left. */
export function GateVerdict({ verdict, nightId, nonce }: GateVerdictProps) {
  const left = verdict.entries?.left ?? 0;
  const isOpen = verdict.kind === "admitted" || verdict.kind === "given";
  return (
    <>
      <div className="gate__verdict" role="alert">
        <span className="gate__sign">
          <Icon name={verdictSigns[verdict.kind]} />
        </span>
        <h1>
          {verdict.kind === "given"
            ? gateTexts.given(verdict.entries?.justTaken ?? 1)
            : unbroken(gateTexts.verdicts[verdict.kind])}
        </h1>
        <p className="gate__what">{verdict.what}</p>
        {verdict.which ? <p className="gate__which">{verdict.which}</p> : null}
        {verdict.isAdult ? (
          <p className="gate__which">
            <b>{scannerTexts.adult}</b> {scannerTexts.adultHint}
          </p>
        ) : null}
      </div>
      {verdict.entries || verdict.advice ? (
        <section className="gate__left">
          {verdict.entries ? (
            <EntriesLeft
              entries={verdict.entries}
              words={verdict.kind === "given" ? gateTexts.givenLeft : gateTexts.entriesLeft}
            />
          ) : null}
          {verdict.advice ? <p className="gate__advice">{verdict.advice}</p> : null}
          {isOpen && verdict.ticket && left > 0 ? (
            <Form method="post">
              <input type="hidden" name="intent" value="admit-more" />
              <input type="hidden" name="event" value={nightId} />
              <input type="hidden" name="ticket" value={verdict.ticket} />
              <input type="hidden" name="nonce" value={nonce} />
              {verdict.kind === "admitted" ? <p className="gate__more">{gateTexts.moreNow}</p> : null}
              <div className="gate__plus">
                {guestChoices(left).map((n) => (
                  <button key={n} type="submit" name="entries" value={n}>
                    {n === left && n > 1 ? gateTexts.allOfThem(n) : gateTexts.oneMore(n)}
                  </button>
                ))}
              </div>
            </Form>
          ) : null}
        </section>
      ) : null}
      <div className="gate__foot">
        <Link className="gate__big gate__next" to={`/gate?event=${nightId}`}>
          {gateTexts.next}
        </Link>
      </div>
    </>
  );
}

type EntriesLeftProps = { entries: NonNullable<VerdictView["entries"]>; words: Forms };

/** How many are left, as a figure and as a row of pips. */
export function EntriesLeft({ entries, words }: EntriesLeftProps) {
  return (
    <>
      <p className="gate__number">
        <b>{entries.left}</b> {nounFor(entries.left, words)} <span>{gateTexts.ofEntries(entries.inAll)}</span>
      </p>
      {entries.inAll <= 20 ? (
        <span className="gate__pips" aria-hidden="true">
          {Array.from({ length: entries.inAll }, (_, i) => i + 1).map((pip) => (
            <i key={pip} className={pipClass(pip, entries)} />
          ))}
        </span>
      ) : null}
    </>
  );
}

/** Used ones first, then those that just went in, then those that are left. */
function pipClass(pip: number, entries: NonNullable<VerdictView["entries"]>): string | undefined {
  const used = entries.inAll - entries.left;
  if (pip > used) return undefined;
  return pip > used - entries.justTaken ? "is-new" : "is-used";
}
