import { Notice } from "#web/ui/notice.tsx";
import { Submit } from "../ui/act-buttons.tsx";
import type { PriceState } from "./ticket-form-reading.server.ts";
import { ticketTexts } from "./ticket-texts.ts";

/** The ids of the buttons' forms, which stand outside of the ticket's form. */
export const priceForms = { check: "price-check", make: "price-make" } as const;

/** Says whether the card provider has the same price, and what to do when it does not. */
export function PriceStateNotice({ state }: { state: PriceState }) {
  switch (state.kind) {
    case "agreed":
      return (
        <Notice kind="ok" title={ticketTexts.agreedTitle}>
          {ticketTexts.agreedText(state.amount, state.when)}
        </Notice>
      );
    case "free":
      return <Notice kind="info">{ticketTexts.freeText}</Notice>;
    case "none":
      return (
        <>
          <Notice kind="warn" title={ticketTexts.noPriceTitle}>
            {ticketTexts.waitingText}
          </Notice>
          <PriceButtons acts={["make"]} />
        </>
      );
    case "waiting":
      return (
        <>
          <Notice kind="warn" title={ticketTexts.waitingTitle}>
            {ticketTexts.waitingText}
          </Notice>
          <PriceButtons acts={["check", "make"]} />
        </>
      );
  }
}

function PriceButtons({ acts }: { acts: (keyof typeof priceForms)[] }) {
  const labels = { check: ticketTexts.checkPrice, make: ticketTexts.makePrice };
  return (
    <p className="actions price-acts">
      {acts.map((act) => (
        <Submit key={act} form={priceForms[act]} label={labels[act]} />
      ))}
    </p>
  );
}
