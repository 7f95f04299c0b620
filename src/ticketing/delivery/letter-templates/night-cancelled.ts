import type { LetterTemplate } from "../fill-template.ts";
import {
  button,
  greeting,
  type LetterFrame,
  letterHtml,
  letterText,
  paragraph,
  plainGreeting,
  textRow,
} from "./letter-shell.ts";

/** What the reader gets back: all that was paid, a pass's share of the night, nothing, or a friend's ticket. */
export type NightReturned = "money" | "share" | "nothing" | "received";

const days =
  "pe cardul cu care ai plătit. Nu trebuie să faci nimic: de obicei banii ajung în 5 până la 10 zile lucrătoare; depinde de banca ta.";
const returned: Record<NightReturned, string> = {
  money: `Îți dăm înapoi {{total_price}} LEI, ${days}`,
  share: `Îți dăm înapoi {{total_price}} LEI, partea acestei nopți din ce ai plătit, ${days} Pentru celelalte nopți biletele tale rămân valabile.`,
  nothing: "Pentru biletele tale la noaptea aceasta nu se întorc bani.",
  received: "Biletul l-ai primit de la altcineva: banii se întorc la cine a plătit.",
};

/** A night does not take place: why, and what happens to the money. */
export function nightCancelled(frame: LetterFrame, what: NightReturned): LetterTemplate {
  const { origin, order, orderLink } = frame;
  const page =
    what === "received"
      ? `${origin}/events`
      : (orderLink ?? `${origin}/profile${order ? `?order=${encodeURIComponent(order.id)}` : ""}`);
  const link = what === "received" ? "Vezi celelalte nopți" : "Vezi comanda";
  const isBack = what === "money" || what === "share";
  const noMore = "{{event_name}}, {{event_date}}, nu mai are loc.";
  return {
    subject: isBack ? "{{event_name}} s-a anulat; îți dăm banii înapoi" : "{{event_name}} s-a anulat",
    html: letterHtml(frame, {
      preview: isBack ? "{{total_price}} LEI se întorc pe cardul tău." : "Noaptea nu mai are loc.",
      heading: "Noaptea s-a anulat",
      under: "{{event_name}}<br>{{event_date}}, ora {{event_time}}, {{event_location}}",
      rows: [
        textRow(
          greeting,
          paragraph("{{night_reason}}"),
          paragraph(noMore),
          paragraph(returned[what]),
          button(page, link),
        ),
      ],
      why: "Primești acest email pentru că ai un bilet la noaptea aceasta.",
    }),
    text: letterText(frame, [plainGreeting, "{{night_reason}}", noMore, returned[what], `${link}: ${page}`]),
  };
}
