import { type FormEvent, useEffect, useState } from "react";
import { lei } from "#kernel/money.ts";
import { limits } from "#ticketing/limits.ts";
import { GateMessage } from "../say.tsx";
import { noteOpening, tillOpeningOf } from "./phone-facts.ts";
import { handOverTill, type Till, tillOf } from "./phone-sale.ts";
import { leiInWords, scannerTexts, tillTexts as texts } from "./scanner-texts.ts";
import { BackToScan, type Tool, type ToolScreenProps } from "./scanner-tool.tsx";

/** The end of a shift: everything is sent, and the till is counted. */
export const handOverTool: Tool = {
  name: "hand-over",
  icon: "clipboard",
  title: texts.handOver,
  hint: ({ rows }) => texts.inTill(leiInWords(tillOf(rows()).cash)),
  Screen: HandOverScreen,
};

function HandOverScreen({ phone, onScan }: ToolScreenProps) {
  const [handed, setHanded] = useState<number | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const { unsent } = phone.state();
  const [opening, setOpening] = useState<number | null>(null);
  const { store } = phone.parts;
  useEffect(() => {
    void tillOpeningOf(store).then(setOpening, () => setOpening(0));
  }, [store]);
  const changeOpening = (bani: number) => {
    setOpening(bani);
    void noteOpening(store, bani).catch(() => undefined);
  };
  const handOver = async (cash: number) => {
    const result = await handOverTill(phone.parts, { cash, opening: opening ?? 0 });
    setFailed(result === "not_written");
    if (result === "handed_over") setHanded(cash);
  };
  if (opening === null) return null;
  return (
    <ScannerHandOver
      opening={opening}
      onOpening={changeOpening}
      unsent={handed === null ? unsent : 0}
      till={tillOf(phone.rows())}
      handed={handed}
      boundAs={texts.boundAs(phone.parts.name)}
      hasFailed={hasFailed}
      onHandOver={(cash) => void handOver(cash)}
      onScan={onScan}
    />
  );
}

type ScannerHandOverProps = {
  unsent: number;
  till: Till;
  /** The till's cash at the start, in bani. */
  opening: number;
  onOpening: (bani: number) => void;
  /** The counted cash in bani, once the hand-over is written; null before. */
  handed: number | null;
  /** The phone's name, as `tillTexts.boundAs` says it. */
  boundAs: string;
  hasFailed: boolean;
  onHandOver: (cash: number) => void;
  onScan: () => void;
};

/** The expected and the counted cash. While rows are unsent, nothing can be handed over. */
export function ScannerHandOver({
  unsent,
  till,
  opening,
  onOpening,
  handed,
  boundAs,
  hasFailed,
  onHandOver,
  onScan,
}: ScannerHandOverProps) {
  const [typed, setTyped] = useState("");
  const [openingText, setOpeningText] = useState(
    opening === 0 ? "" : String(opening / 100).replace(".", ","),
  );
  const [isWrong, setWrong] = useState(false);
  const expected = till.cash + opening;
  const typeOpening = (text: string) => {
    setOpeningText(text);
    const bani = text.trim() === "" ? 0 : amountOf(text);
    if (bani !== undefined) onOpening(bani);
  };
  const isOpeningWrong = openingText.trim() !== "" && amountOf(openingText) === undefined;
  if (handed !== null || unsent > 0)
    return (
      <>
        <main className="gate__main scanner__page till">
          <h1>{handed === null ? texts.unsentTitle(unsent) : texts.handOver}</h1>
          {handed === null ? (
            <GateMessage as="phone" icon="alert" role="alert" title={texts.notYet} hint={texts.notYetHint} />
          ) : (
            <GateMessage
              as="till"
              icon="check"
              role="status"
              title={texts.handedOver}
              hint={texts.handedOverHint(leiInWords(handed), boundAs)}
            />
          )}
        </main>
        <BackToScan onScan={onScan} />
      </>
    );
  const counted = amountOf(typed);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setWrong(counted === undefined);
    if (counted !== undefined && !isOpeningWrong) onHandOver(counted);
  };
  return (
    <form className="till__form" onSubmit={send} noValidate>
      <main className="gate__main scanner__page till">
        <h1>{texts.handOver}</h1>
        <GateMessage as="till" icon="check" role="status" hint={texts.settled(leiInWords(expected))} />
        {expected < 0 ? (
          <GateMessage as="phone" icon="alert" role="status" hint={texts.givenBack(leiInWords(-till.cash))} />
        ) : null}
        {hasFailed ? (
          <GateMessage
            as="phone"
            icon="alert"
            role="alert"
            title={texts.notSold}
            hint={scannerTexts.storageFailsHint}
          />
        ) : null}
        <div className="till__pair">
          <p>
            <small>{texts.expected}</small>
            <b>{leiInWords(expected)}</b>
          </p>
          <p>
            <label htmlFor="counted">{texts.counted}</label>
            <Amount id="counted" typed={typed} isWrong={isWrong && counted === undefined} onType={setTyped} />
          </p>
        </div>
        <p id="counted-hint" className="till__hint">
          {isWrong && counted === undefined ? texts.notAnAmount : texts.countedHint}
        </p>
        {counted === undefined ? null : <Difference by={counted - expected} boundAs={boundAs} />}
        <p className="till__opening">
          <label htmlFor="opening">{texts.opening}</label>
          <Amount
            id="opening"
            typed={openingText}
            isWrong={isOpeningWrong}
            onType={typeOpening}
            placeholder="0"
          />
          <small id="opening-hint">{isOpeningWrong ? texts.notAnAmount : texts.openingHint}</small>
        </p>
        <dl className="till__lines">
          {(["cash", "terminal"] as const).map((means) => (
            <div key={means}>
              <dt>{texts.ofMeans(texts.means[means], till.tickets[means])}</dt>
              <dd>{leiInWords(till[means])}</dd>
            </div>
          ))}
          <div>
            <dt>{texts.ofMeans(texts.means.protocol, till.tickets.protocol)}</dt>
            <dd>{leiInWords(0)}</dd>
          </div>
        </dl>
        <ul className="till__sums">
          {(["admitted", "refused", "undone", "byChief"] as const).map((what) => (
            <li key={what}>
              <b>{till[what]}</b> {texts.sums[what]}
            </li>
          ))}
        </ul>
      </main>
      <footer className="scanner__foot till__foot">
        <button className="gate__big gate__big--second" type="button" onClick={onScan}>
          {scannerTexts.scan}
        </button>
        <button className="gate__big gate__big--main" type="submit">
          {texts.handOverNow}
        </button>
      </footer>
    </form>
  );
}

type AmountProps = {
  id: string;
  typed: string;
  isWrong: boolean;
  onType: (typed: string) => void;
  placeholder?: string;
};

/** A field for an amount in lei. The element `{id}-hint` says what is wrong with it. */
function Amount({ id, typed, isWrong, onType, placeholder }: AmountProps) {
  return (
    <input
      id={id}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      maxLength={12}
      placeholder={placeholder}
      aria-describedby={`${id}-hint`}
      aria-invalid={isWrong}
      onChange={({ target }) => onType(target.value)}
    />
  );
}

function Difference({ by, boundAs }: { by: number; boundAs: string }) {
  if (by === 0) return <GateMessage as="till" icon="check" role="status" hint={texts.equal} />;
  return (
    <GateMessage
      as="phone"
      icon="alert"
      role="status"
      title={by < 0 ? texts.missing(leiInWords(-by)) : texts.surplus(leiInWords(by))}
      hint={texts.differenceHint(boundAs)}
    />
  );
}

/** Reads "1.240" or "1240,50" as bani; undefined for anything else. */
function amountOf(typed: string): number | undefined {
  const amount = lei(typed);
  return amount !== undefined && amount <= limits.doorCash ? amount : undefined;
}
