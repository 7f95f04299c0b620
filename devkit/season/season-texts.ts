import { counted, spanInWords } from "#kernel/romanian.ts";
import { type Day, formatLongDate } from "#kernel/time.ts";
import { sellerLine } from "#ticketing/content/seller.ts";
import { durations, limits } from "#ticketing/limits.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { sideWidthSeconds } from "#web/admin/side-width.ts";
import { cookieSeconds } from "#web/request/own-cookie.server.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import texts from "./season-texts.json" with { type: "json" };

/** The editable texts of the site, by their key in `site_content`. */
export function seasonTexts(today: Day): Record<string, Record<string, unknown>> {
  const unread = {
    intro: `Versiunea din ${formatLongDate(today)}.`,
    // said above every legal text until the club has read it
    notice:
      "Text de probă, scris pentru modul demonstrativ. Înainte de a vinde bilete, avocatul clubului îl verifică și îl înlocuiește.",
    to_be_reviewed: true,
  };
  const { privacy, cookies, ...others } = texts;
  return {
    ...others,
    terms: { ...saidFromRules(texts.terms), ...unread },
    privacy: { ...privacy, ...unread },
    cookies: { ...saidFromRules(cookies), ...unread },
  };
}

/** What rules decide is said from the rules. */
const saidByRules: Record<string, string> = {
  seller: sellerLine(texts.club),
  contact: texts.footer.email,
  hold: spanInWords(durations.hold),
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

function saidFromRules({ sections, ...text }: typeof texts.terms): Record<string, unknown> {
  const said = (words: string) => words.replace(/\{([\w-]+)\}/g, (_, rule) => saidByRules[rule] ?? "");
  return {
    ...text,
    sections: sections.map(({ paragraphs, ...one }) => ({ ...one, paragraphs: paragraphs.map(said) })),
  };
}
