import type { LetterTemplate } from "../fill-template.ts";
import type { MessageKind } from "../night-messages/night-message.ts";
import { greeting, leaveNews, link, onlyText, say, sayFacts } from "./letter-blocks.ts";
import { type LetterFrame, letter, orderPage, ticketsPage } from "./letter-shell.ts";

const night = "{{event_name}}, {{event_date}}, ora {{event_time}}, {{event_location}}";
const hasTicket = "Primești acest email pentru că ai un bilet la noaptea aceasta";
const reason = say("{{night_reason}}");

/** The team's message to the holders of a night. For news it says how to unsubscribe. */
export function nightMessage(frame: LetterFrame, kind: MessageKind): LetterTemplate {
  const why =
    kind === "news"
      ? `${hasTicket} și ai cerut noutățile noastre.`
      : `${hasTicket}. Îl primesc și cei care nu vor noutăți.`;
  return letter(frame, {
    subject: "{{message_subject}}",
    preview: night,
    heading: "{{message_subject}}",
    under: night,
    blocks: [
      greeting,
      say("{{message_text}}"),
      onlyText(night),
      link(ticketsPage(frame).url, "Vezi Biletele Mele"),
      ...(kind === "news" ? [leaveNews("Nu mai vrei noutăți? Te dezabonezi cu un clic:")] : []),
      onlyText(why),
    ],
    why,
  });
}

/**
 * The part that the reader gets back: everything, the night's share of a pass, nothing; `received`: a friend paid.
 */
export type NightReturned = "money" | "share" | "nothing" | "received";

const days =
  "pe cardul cu care ai plătit. Nu trebuie să faci nimic: de obicei banii ajung în 5 până la 10 zile lucrătoare; depinde de banca ta.";
export const nightReturned: Record<NightReturned, string> = {
  money: `Îți dăm înapoi {{total_price}} LEI, ${days}`,
  share: `Îți dăm înapoi {{total_price}} LEI, partea acestei nopți din ce ai plătit, ${days} Pentru celelalte nopți biletele tale rămân valabile.`,
  nothing: "Pentru biletele tale la noaptea aceasta nu se întorc bani.",
  received: "Biletul l-ai primit de la altcineva: banii se întorc la cine a plătit.",
};

/** Tells that a night is cancelled, why, and what happens to the money. */
export function nightCancelled(frame: LetterFrame, what: NightReturned): LetterTemplate {
  const isBack = what === "money" || what === "share";
  return letter(frame, {
    subject: isBack ? "{{event_name}} s-a anulat; îți dăm banii înapoi" : "{{event_name}} s-a anulat",
    preview: isBack ? "{{total_price}} LEI se întorc pe cardul tău." : "Noaptea nu mai are loc.",
    heading: "Noaptea s-a anulat",
    under: "{{event_name}}<br>{{event_date}}, ora {{event_time}}, {{event_location}}",
    blocks: [
      greeting,
      reason,
      say("{{event_name}}, {{event_date}}, nu mai are loc."),
      say(nightReturned[what]),
      what === "received" ? toOtherNights(frame) : link(orderPage(frame), "Vezi comanda"),
    ],
    why: `${hasTicket}.`,
  });
}

const toOtherNights = ({ origin }: LetterFrame) => link(`${origin}/events`, "Vezi celelalte nopți");

/**
 * The choice of the reader after a night was moved. `choice`: give tickets back. `nothing`: keep them. `received`:
 * keep a ticket that somebody else paid for. `ended`: none, the buyer has given the reader's ticket back.
 */
export type AfterMove = "choice" | "nothing" | "received" | "ended";

const now = "{{event_name}}, acum {{event_date}}, ora {{event_time}}, {{event_location}}";
const was = "Era {{old_date}}.";
const moved = "{{event_name}} s-a mutat: {{event_date}}";
const staying: Record<Exclude<AfterMove, "choice">, string> = {
  nothing: "Intrarea ta rămâne bună pentru data nouă, fără cod nou.",
  received:
    "Biletul pe care l-ai primit rămâne bun pentru data nouă, cu același cod. Dacă nu poți veni, spune-i celui care l-a plătit: el poate cere banii înapoi.",
  ended:
    "Cine a plătit biletul tău a cerut banii înapoi pentru noaptea aceasta, așa că acel cod nu mai intră la poartă.",
};

/** Tells that a night was moved: the old time, the new one, why, and what the reader can do. */
export function nightMoved(frame: LetterFrame, what: AfterMove): LetterTemplate {
  if (what === "choice") return withChoice(frame);
  if (what === "ended")
    return letter(frame, {
      subject: "Biletul primit nu mai este valabil: {{event_name}}",
      preview: "Codul lui nu mai intră la poartă.",
      heading: "Biletul nu mai este valabil",
      under: now,
      blocks: [greeting, onlyText(now), say(staying.ended), toOtherNights(frame)],
      why: `${hasTicket}.`,
    });
  return letter(frame, {
    subject: moved,
    preview: was,
    heading: "Noaptea s-a mutat",
    under: now,
    blocks: [
      greeting,
      reason,
      say(was),
      onlyText(now),
      say(staying[what]),
      link(ticketsPage(frame).url, "Vezi Biletele Mele"),
    ],
    why: `${hasTicket}.`,
  });
}

function withChoice(frame: LetterFrame): LetterTemplate {
  return letter(frame, {
    subject: moved,
    preview: "Alege până {{valid_until}}: păstrezi biletele sau primești banii înapoi.",
    heading: "Noaptea s-a mutat",
    under: now,
    blocks: [
      greeting,
      reason,
      onlyText(now),
      say(`${was} Păstrezi biletele sau vrei banii înapoi?`),
      link(frame.choiceLink ?? `${frame.origin}/profile?section=orders`, "Alege ce faci cu ele"),
      sayFacts([
        ["Păstrez biletele", "Codurile rămân aceleași, nu le mai salva o dată."],
        [
          "Vreau banii înapoi",
          "{{total_price}} LEI, pe cardul cu care ai plătit, de obicei în 5 până la 10 zile lucrătoare.",
        ],
        ["Dacă nu alegi", "Biletele rămân bune pentru data nouă."],
        ["Alege până", "{{valid_until}}"],
      ]),
    ],
    why: "Primești acest email pentru că ai bilete la noaptea aceasta. Îl primesc toți, și cei care nu vor noutăți.",
  });
}
