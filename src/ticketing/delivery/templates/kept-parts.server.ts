import { type LetterTemplate, type LetterVariable, variablesIn } from "../fill-template.ts";
import type { TemplateName } from "../letter-template.ts";
import { guestRows } from "../letter-templates/guest-place.ts";
import {
  type LetterBlock,
  link,
  onlyHtml,
  onPaper,
  orderSentence,
  say,
  sayFacts,
  smallParagraph,
} from "../letter-templates/letter-blocks.ts";
import { imprint, imprintText, type LetterFrame, letterLink } from "../letter-templates/letter-shell.ts";
import {
  choiceEnds,
  leaveMessages,
  linkToChoice,
  newDateText,
  nightReason,
  nightReturned,
} from "../letter-templates/night-letters.ts";
import { othersStay, refundedFact, sumOwed, sumReturned } from "../letter-templates/payment-returned.ts";
import { codeList, showsCode, ticketRows, ticketTable, wayThere } from "../letter-templates/ticket-rows.ts";
import { textOfHtml } from "./template-html.server.ts";
import { emptyWhenSent } from "./write-letter.server.ts";

type KeptPart = readonly [LetterVariable, LetterBlock];

const linkToTickets: KeptPart = ["order_link", link(letterLink, "Vezi Biletele Mele")];
const linkToOrder: KeptPart = ["order_link", link(letterLink, "Vezi comanda")];
const picture: KeptPart = [
  "qr_code_url",
  {
    html: ticketTable(ticketRows(showsCode, []).html),
    text: "Cod: {{ticket_code}}\nCodul QR: {{qr_code_url}}",
  },
];
const way: KeptPart = ["way_link", wayThere];
const rows: KeptPart = ["ticket_rows", { html: "{{ticket_rows}}", text: codeList.text }];
const guestCode: KeptPart = ["qr_code_url", onlyHtml(ticketTable(guestRows([]).html))];
const nightReasonPart: KeptPart = ["night_reason", nightReason];
const moved: readonly KeptPart[] = [nightReasonPart, ["event_date", say(newDateText)]];
const choice: readonly KeptPart[] = [
  ...moved,
  ["valid_until", sayFacts(choiceEnds)],
  ["action_url", linkToChoice],
];
const message: KeptPart = ["message_text", say("{{message_text}}")];
const holding: readonly KeptPart[] = [...moved, linkToTickets];
const ofOrder: KeptPart = ["order_paid", orderSentence];
const returned: readonly KeptPart[] = [ofOrder, ["total_price", sumReturned()], linkToOrder];

/** The parts that an edited template must have, by variable: codes, the links onward, reason, new date, refund. */
const keptParts: Partial<Record<TemplateName, readonly KeptPart[]>> = {
  ticket_confirmation: [picture, linkToTickets, way],
  season_pass_confirmation: [picture, ["ticket_list", codeList], linkToTickets, way],
  order_confirmation: [rows, linkToTickets, way],
  night_cancelled: [nightReasonPart, ["total_price", say(nightReturned.money)], linkToOrder],
  night_cancelled_share: [nightReasonPart, ["total_price", say(nightReturned.share)], linkToOrder],
  night_cancelled_nothing: [nightReasonPart, linkToOrder],
  night_cancelled_received: [nightReasonPart],
  night_cancelled_guest: [nightReasonPart],
  night_moved: choice,
  night_moved_share: choice,
  night_moved_nothing: holding,
  night_moved_received: holding,
  night_moved_guest: moved,
  night_message: [message],
  night_message_news: [message, ["action_url", leaveMessages]],
  payment_returned: returned,
  payment_returned_twice_paid: returned,
  payment_returned_refunded: [["ticket_list", refundedFact], ...returned],
  payment_returned_lowered: returned,
  get payment_returned_owed(): readonly KeptPart[] {
    return [ofOrder, ["total_price", sumOwed()], linkToOrder];
  },
  guest_place: [guestCode],
};

/** Adds missing kept parts, what of a refunded order stays, and the seller at the end of an edited template. One for an empty email stays as it is. */
export function addKeptParts(
  edited: LetterTemplate,
  templateName: TemplateName,
  { club, origin, order }: LetterFrame,
): LetterTemplate {
  if (emptyWhenSent(edited)) return edited;
  const missingIn = (form: string) => {
    const presentVariables = variablesIn(form);
    // the plain text has the codes as `ticket_list`, in place of `ticket_rows`
    const has = (name: string) =>
      presentVariables.includes(name === "ticket_rows" && form === edited.text ? "ticket_list" : name);
    const missing = (keptParts[templateName] ?? []).filter(([name]) => !has(name)).map(([, part]) => part);
    return templateName === "payment_returned_refunded" && order?.othersStay
      ? [...missing, othersStay]
      : missing;
  };
  const seller = club.trader || club.name;
  const html = missingIn(edited.html).map((part) => part.html);
  if (!textOfHtml(edited.html).includes(seller))
    html.push(smallParagraph(imprint(club, origin).join("<br>")));
  const text = missingIn(edited.text).flatMap((part) => part.text || []);
  if (!edited.text.includes(seller)) text.push(imprintText(club, origin));
  return {
    subject: edited.subject,
    html: html.length > 0 ? `${edited.html}${onPaper(html.join(""))}` : edited.html,
    // an empty text is later made from the HTML
    text: edited.text.trim() === "" ? edited.text : [edited.text, ...text].join("\n\n"),
  };
}
