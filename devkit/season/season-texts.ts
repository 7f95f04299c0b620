import { counted, spanInWords } from "#kernel/romanian.ts";
import { type Day, formatLongDate } from "#kernel/time.ts";
import { sellerLine } from "#ticketing/content/seller.ts";
import { limits } from "#ticketing/limits.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { sideWidthSeconds } from "#web/admin/side-width.ts";
import { cookieSeconds } from "#web/request/own-cookie.server.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import texts from "./season-texts.json" with { type: "json" };

/** The editable texts of the site, by their key in `site_content`. */
export function seasonTexts(today: Day): Record<string, Record<string, unknown>> {
  const reviewNotice = {
    intro: `Versiunea din ${formatLongDate(today)}.`,
    // shown above every legal text until the club has reviewed it
    notice:
      "Text de probă, scris pentru modul demonstrativ. Înainte de a vinde bilete, avocatul clubului îl verifică și îl înlocuiește.",
    to_be_reviewed: true,
  };
  const { privacy, cookies, ...others } = texts;
  return {
    ...others,
    terms: { ...fillFromRules(texts.terms), ...reviewNotice },
    privacy: { ...privacy, ...reviewNotice },
    cookies: { ...fillFromRules(cookies), ...reviewNotice },
  };
}

/** The values that the program's rules decide, by their placeholder in the texts. */
const ruleValues: Record<string, string> = {
  seller: sellerLine(texts.club),
  contact: texts.footer.email,
  ofType: counted(limits.quantity, "ticket"),
  people: counted(limits.peoplePerOrder, "person"),
  ofGuest: counted(limits.ticketsPerGuest, "ticket"),
  identity: saleTexts.bringId,
  handOver: saleTexts.handOver,
  return: returnTexts.promise,
  ...Object.fromEntries(
    Object.entries({ ...cookieSeconds, "office-side": sideWidthSeconds }).map(([name, seconds]) => [
      name,
      spanInWords(seconds),
    ]),
  ),
};

function fillFromRules({ sections, ...text }: typeof texts.terms): Record<string, unknown> {
  const fill = (words: string) => words.replace(/\{([\w-]+)\}/g, (_, rule) => ruleValues[rule] ?? "");
  return {
    ...text,
    sections: sections.map(({ paragraphs, ...one }) => ({ ...one, paragraphs: paragraphs.map(fill) })),
  };
}
