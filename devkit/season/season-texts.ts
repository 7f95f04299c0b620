import { type Day, formatLongDate } from "#kernel/time.ts";
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
  const { terms, privacy, cookies, ...others } = texts;
  return {
    ...others,
    terms: { ...terms, ...unread },
    privacy: { ...privacy, ...unread },
    cookies: { ...cookies, ...unread },
  };
}
