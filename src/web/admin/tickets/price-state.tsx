import { Notice } from "#web/ui/notice.tsx";
import { Submit } from "../ui/act-buttons.tsx";
import type { SavedTicketView } from "./ticket-form-reading.server.ts";
import { ticketTexts } from "./ticket-texts.ts";

/** The ids of the buttons' forms, which stand outside of the ticket's form. */
export const priceForms = { check: "price-check", make: "price-make" } as const;

const notices = {
  agreed: { look: "ok", title: ticketTexts.agreedTitle, acts: [] },
  free: { look: "info", title: "", acts: [] },
  none: { look: "warn", title: ticketTexts.noPriceTitle, acts: ["make"] },
  waiting: { look: "warn", title: ticketTexts.waitingTitle, acts: ["check", "make"] },
} as const;
const labels = { check: ticketTexts.checkPrice, make: ticketTexts.makePrice };

/** Says whether the card provider has the same price, and what to do when it does not. */
export function PriceStateNotice({ price: { state, text } }: Pick<SavedTicketView, "price">) {
  const { look, title, acts } = notices[state];
  return (
    <>
      <Notice kind={look} title={title}>
        {text}
      </Notice>
      {acts.length === 0 ? null : (
        <p className="actions price-acts">
          {acts.map((act) => (
            <Submit key={act} form={priceForms[act]} label={labels[act]} />
          ))}
        </p>
      )}
    </>
  );
}
