import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { unbroken } from "#web/ui/unbroken.tsx";
import { gateTexts, guestChoices } from "./gate-texts.ts";
import { scannerTexts } from "./scanner/scanner-texts.ts";

export type VerdictView = {
  /** `given`: an add-on, which is handed out and lets nobody in. `look`: the phone does not decide. */
  kind: "admitted" | "given" | "refused" | "look";
  /** A word and an icon that replace the usual ones. */
  word?: string;
  sign?: IconName;
  /** "Intrare generală, 1 intrare", or why nobody is let in. */
  what: string;
  /** "Biletul 2 din 3", or the holder; null for the only ticket, or without a ticket. */
  which?: string | null;
  /** Null when the code belongs to no ticket. */
  entries: { left: number; inAll: number; justTaken: number } | null;
  /** A sentence that says what to do. */
  advice: string | null;
  /** The night is for adults, so the identity card must be checked. */
  isAdult?: boolean;
  /** The ticket for a further act without another scan; undefined when none is possible. */
  ticket?: string;
  /** Questions that a phone can answer: more people of a group, a stamp. */
  asks?: "more" | "stamp" | null;
  /** How many more people may follow, when `entries` does not say it. */
  more?: number;
  /** Words of the button that closes it, in place of the usual ones. */
  closes?: string;
  /** Whether the chief may still admit the person. */
  canOverride?: boolean;
};

type GateVerdictProps = { verdict: VerdictView; nightId: string; nonce: string };

/** The icons differ in shape, as the words and colours differ. */
const verdictSigns: Record<VerdictView["kind"], IconName> = {
  admitted: "check",
  given: "gift",
  refused: "cross",
  look: "alert",
};

/** The verdict as word, icon and colour, with the reason below. */
export function VerdictHead({ verdict, children }: { verdict: VerdictView; children: ReactNode }) {
  const { kind, word, sign, what, which, entries } = verdict;
  const usual = kind === "given" ? gateTexts.given(entries?.justTaken ?? 1) : gateTexts.verdicts[kind];
  const said = word ?? usual;
  return (
    <div className="gate__verdict" role="alert">
      <span className="gate__sign">
        <Icon name={sign ?? verdictSigns[kind]} />
      </span>
      <h1 style={{ "--letters": said.length }}>{unbroken(said)}</h1>
      <p className="gate__what">{what}</p>
      {which ? <p className="gate__which">{which}</p> : null}
      {children}
    </div>
  );
}

/** How many entries are left, and what to do. */
export function VerdictDetails({ verdict, children }: { verdict: VerdictView; children?: ReactNode }) {
  const { kind, entries, advice } = verdict;
  if (!entries && !advice) return null;
  return (
    <section className="gate__left">
      {entries ? (
        <EntriesLeft
          entries={entries}
          words={kind === "given" ? gateTexts.givenLeft : gateTexts.entriesLeft}
        />
      ) : null}
      {advice ? <p className="gate__advice">{advice}</p> : null}
      {children}
    </section>
  );
}

/** The verdict on the whole screen, with a button that admits more people of a group. */
export function GateVerdict({ verdict, nightId, nonce }: GateVerdictProps) {
  const left = verdict.entries?.left ?? 0;
  const isOpen = verdict.kind === "admitted" || verdict.kind === "given";
  return (
    <>
      <VerdictHead verdict={verdict}>
        {verdict.isAdult ? (
          <p className="gate__which">
            <b>{scannerTexts.adult}</b> {scannerTexts.adultHint}
          </p>
        ) : null}
      </VerdictHead>
      <VerdictDetails verdict={verdict}>
        {isOpen && verdict.ticket && left > 0 ? (
          <Form method="post">
            <input type="hidden" name="intent" value="admit-more" />
            <input type="hidden" name="event" value={nightId} />
            <input type="hidden" name="ticket" value={verdict.ticket} />
            <input type="hidden" name="nonce" value={nonce} />
            {verdict.kind === "admitted" ? <p className="gate__more">{gateTexts.moreNow}</p> : null}
            <div className="gate__plus">
              {guestChoices(left, gateTexts.oneMore).map(({ n, text }) => (
                <button key={n} type="submit" name="entries" value={n}>
                  {text}
                </button>
              ))}
            </div>
          </Form>
        ) : null}
      </VerdictDetails>
      <div className="gate__foot">
        <Link className="gate__big gate__next" to={`/gate?event=${nightId}`}>
          {gateTexts.next}
        </Link>
      </div>
    </>
  );
}

type EntriesLeftProps = { entries: NonNullable<VerdictView["entries"]>; words: (left: number) => string };

/** The entries that are left, as a figure and as a row of dots. */
function EntriesLeft({ entries, words }: EntriesLeftProps) {
  return (
    <>
      <p className="gate__number">
        <b>{entries.left}</b> {words(entries.left)} <span>{gateTexts.ofEntries(entries.inAll)}</span>
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

/** The class of a dot: used ones first, then those that just went in, then those that are left. */
function pipClass(pip: number, entries: NonNullable<VerdictView["entries"]>): string | undefined {
  const used = entries.inAll - entries.left;
  if (pip > used) return undefined;
  return pip > used - entries.justTaken ? "is-new" : "is-used";
}
