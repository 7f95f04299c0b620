import { useState } from "react";
import { formatLei } from "#kernel/money.ts";
import { type SaleMeans, saleMeans } from "#ticketing/events/door-sale.ts";
import { type FreeReason, freeReasons } from "#ticketing/gate/door-words.ts";
import type { ChiefProof } from "#ticketing/gate/gate-row-form.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { GateMessage } from "../say.tsx";
import { serverNow } from "./phone-clock.ts";
import { askChief } from "./phone-override.ts";
import {
  cashOffers,
  doorPriceOf,
  peopleOfSale,
  type StockLeft,
  sellAtDoor,
  stockLeft,
} from "./phone-sale.ts";
import { nothingKnown, type ScanResult } from "./scan-result.ts";
import { leiInWords, scannerTexts, tillTexts as texts } from "./scanner-texts.ts";
import { BackToScan, NightOff, type Tool, type ToolScreenProps, whyNightOff } from "./scanner-tool.tsx";
import { Radios } from "./scanner-verdict.tsx";
import { signalVerdict } from "./verdict-signals.ts";

/** The sale at the door, for phones with tickets set aside. */
export const saleTool: Tool = {
  name: "sale",
  icon: "ticket",
  title: texts.title,
  hint: ({ parts, rows }) =>
    texts.hint(stockLeft(parts.list().head, rows(), serverNow(parts)).reduce((n, { left }) => n + left, 0)),
  isFor: ({ parts }) => (parts.list().head?.stock ?? []).length > 0,
  Screen: SaleScreen,
};

type SaleMessage = { kind: "sold" | "problem"; title: string; hint: string } | null;

function SaleScreen({ phone, read, showResult, onTools, onScan }: ToolScreenProps) {
  const [message, showMessage] = useState<SaleMessage>(null);
  const offers = stockLeft(phone.parts.list().head, phone.rows(), serverNow(phone.parts));
  const sell = async (stock: StockLeft, { quantity, means, receipt, rest, reason }: SaleChoice) => {
    const shownPrice = doorPriceOf(stock, quantity, means);
    const sale = { typeId: stock.typeId, quantity, means, receipt, shownPrice };
    const people = peopleOfSale(phone.parts, stock, quantity);
    if (means === "protocol") {
      const isAddOn = people === null;
      const { entries, asksAge } = people ?? { entries: quantity, asksAge: false };
      const use = async (proof: ChiefProof) => {
        const end = await sellAtDoor(phone.parts, { ...sale, free: { reason, proof } });
        const answer: ScanResult["answer"] =
          end === "sold"
            ? { verdict: "admitted", entries, left: 0, asksAge }
            : { verdict: end === "changed" ? "not_written" : end };
        showResult({ ...nothingKnown, answer, typeName: stock.name, isAddOn });
      };
      await askChief(phone, { title: scannerTexts.chiefFree, read, use });
      return false;
    }
    const end = await sellAtDoor(phone.parts, sale);
    if (end === "sold") {
      signalVerdict("admitted");
      const title = texts.done(stock.name, quantity, leiInWords(shownPrice));
      const change = rest > 0 ? `${texts.rest} ${leiInWords(rest)}. ` : "";
      showMessage({ kind: "sold", title, hint: change + (people ? texts.enter(people) : "") });
    } else if (end === "changed")
      showMessage({ kind: "problem", title: texts.changed, hint: texts.changedHint });
    else showMessage({ kind: "problem", title: texts.notSold, hint: texts.notSoldHint });
    return end === "sold";
  };
  const off = whyNightOff(phone);
  if (off) return <NightOff off={off} onScan={onScan} />;
  return <ScannerSale offers={offers} message={message} onSell={sell} onTools={onTools} onScan={onScan} />;
}

type SaleChoice = {
  quantity: number;
  means: SaleMeans;
  receipt: string | null;
  /** The buyer's change, in bani. */
  rest: number;
  reason: FreeReason;
};

type ScannerSaleProps = {
  offers: readonly StockLeft[];
  message: SaleMessage;
  /** Resolves to true when the tickets were sold. */
  onSell: (stock: StockLeft, pressed: SaleChoice) => Promise<boolean>;
  onTools: () => void;
  onScan: () => void;
};

/** Chooses the type, the number and the payment. The button shows the sum and how many people come in. */
export function ScannerSale({ offers, message, onSell, onTools, onScan }: ScannerSaleProps) {
  // chosen by the person from the beginning on: a type that runs out stays chosen and says so
  const [typeId, setType] = useState(() => (offers.find(({ left }) => left > 0) ?? offers[0])?.typeId);
  const [chosenQuantity, setWanted] = useState(1);
  const [means, setMeans] = useState<SaleMeans>("cash");
  const [reason, choose] = useState<FreeReason>(freeReasons[0]);
  const [givenCash, setGiven] = useState<number | null>(null);
  const [receipt, setReceipt] = useState("");
  const [isBusy, setBusy] = useState(false);
  /** The last buyer's change, until the next sale begins. */
  const [due, setDue] = useState<number | null>(null);
  const hideDue = () => setDue(null);
  const stock = offers.find((one) => one.typeId === typeId) ?? offers[0];
  if (!stock) return <BackToScan onScan={onScan} />;
  const most = Math.min(stock.left, mostPerSale(stock.entries));
  const quantity = Math.max(1, Math.min(chosenQuantity, most));
  const price = doorPriceOf(stock, quantity, means);
  const rest = means === "cash" ? (givenCash ?? price) - price : 0;
  const setQuantity = (n: number) => {
    hideDue();
    setWanted(Math.max(1, Math.min(n, most)));
    setGiven(null);
  };
  const sell = async () => {
    setBusy(true);
    const pressed = { quantity, means, receipt: receipt.trim() || null, rest, reason };
    const isSold = await onSell(stock, pressed).finally(() => setBusy(false));
    if (!isSold) return;
    setDue(rest > 0 ? rest : null);
    setWanted(1);
    setGiven(null);
    setReceipt("");
  };
  return (
    <>
      <main className="gate__main scanner__page till" onInput={hideDue}>
        <h1>{texts.title}</h1>
        {message ? (
          <GateMessage
            as={message.kind === "sold" ? "till" : "phone"}
            icon={message.kind === "sold" ? "check" : "alert"}
            role={message.kind === "sold" ? "status" : "alert"}
            title={message.title}
            hint={message.hint}
          />
        ) : null}
        <Choices legend={texts.type} isTwo>
          <Radios
            name="type"
            options={offers}
            chosen={stock}
            onChoose={({ typeId }) => {
              setType(typeId);
              setGiven(null);
            }}
          >
            {({ name, price }) => (
              <>
                {name} <b>{leiInWords(price)}</b>
              </>
            )}
          </Radios>
        </Choices>
        {/* biome-ignore lint/a11y/useSemanticElements: the group has no form fields */}
        <div className="till__step" role="group" aria-label={texts.howMany}>
          <button
            type="button"
            aria-label={texts.fewer}
            disabled={quantity <= 1}
            onClick={() => setQuantity(quantity - 1)}
          >
            −
          </button>
          <output>{quantity}</output>
          <button
            type="button"
            aria-label={texts.more}
            disabled={quantity >= most}
            onClick={() => setQuantity(quantity + 1)}
          >
            +
          </button>
        </div>
        <Choices legend={texts.payment}>
          <Radios name="means" options={saleMeans} chosen={means} onChoose={setMeans}>
            {(one) => texts.means[one]}
          </Radios>
        </Choices>
        {means === "cash" && price > 0 ? (
          <>
            <Choices legend={texts.given} isShown>
              <Radios
                name="given"
                options={cashOffers(price)}
                chosen={givenCash ?? price}
                onChoose={setGiven}
              >
                {(sum) => <b>{formatLei(sum)}</b>}
              </Radios>
            </Choices>
            {due === null ? <Change words={texts.rest} bani={rest} /> : null}
          </>
        ) : null}
        {means === "protocol" ? (
          <>
            <Choices legend={scannerTexts.overrideWhy} isShown>
              <Radios name="reason" options={freeReasons} chosen={reason} onChoose={choose}>
                {(one) => scannerTexts.reasons[one]}
              </Radios>
            </Choices>
            <p className="till__hint">{texts.freeHint}</p>
          </>
        ) : (
          <p className="scanner__code">
            <label htmlFor="receipt">{texts.receipt}</label>
            <input
              id="receipt"
              value={receipt}
              maxLength={lengths.receipt}
              autoComplete="off"
              onChange={({ target }) => setReceipt(target.value)}
            />
          </p>
        )}
        <p className="till__hint">
          {stock.endedAt !== null
            ? texts.entryEnded(stock.endedAt)
            : stock.left === 0
              ? `${texts.noneLeft} ${texts.noneLeftHint}`
              : `${means === "protocol" ? "" : `${texts.receiptHint} `}${texts.leftOf(stock.left, stock.quantity)}`}
        </p>
      </main>
      <footer className="scanner__foot till__foot">
        {/* in the foot, because on a small phone the end of the page lies below it */}
        {due === null ? null : <Change words={texts.restDue} bani={due} />}
        <button className="gate__big gate__big--second" type="button" onClick={onTools}>
          {texts.cancel}
        </button>
        <button
          className="gate__big gate__big--main"
          type="button"
          disabled={stock.left === 0 || isBusy}
          onClick={() => void sell()}
        >
          {texts.sell(leiInWords(price), stock.entries * quantity)}
        </button>
      </footer>
    </>
  );
}

/** The change for the buyer, in large figures. */
function Change({ words, bani }: { words: string; bani: number }) {
  return (
    <p className="till__rest">
      <span>{words}</span> <b>{leiInWords(bani)}</b>
    </p>
  );
}

/** The most tickets in one sale: a row of the log may not have more people than a ticket may let in. */
const mostPerSale = (entries: number) =>
  Math.min(
    limits.ticketsPerDoorSale,
    entries === 0 ? limits.ticketsPerDoorSale : Math.floor(limits.entriesPerTicket / entries),
  );

type ChoicesProps = { legend: string; isTwo?: boolean; isShown?: boolean; children: React.ReactNode };

function Choices({ legend, isTwo = false, isShown = false, children }: ChoicesProps) {
  return (
    <fieldset className={`till__choices${isTwo ? " till__choices--two" : ""}`}>
      <legend className={isShown ? undefined : "visually-hidden"}>{legend}</legend>
      {children}
    </fieldset>
  );
}
