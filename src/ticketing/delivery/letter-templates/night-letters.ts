import { formatLei } from "#kernel/money.ts";
import { newTimeTexts } from "#ticketing/orders/moved-nights/moved-night-texts.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import type { LetterTemplate } from "../fill-template.ts";
import type { MessageKind } from "../night-messages/night-message.ts";
import {
  endedTickets,
  greeting,
  leaveNews,
  link,
  type NamedFacts,
  onlyText,
  orderSentence,
  say,
  sayFacts,
} from "./letter-blocks.ts";
import { type LetterFrame, letter, orderPage, ticketsPage } from "./letter-shell.ts";

const night = "{{event_name}}, {{event_date}}, ora {{event_time}}, {{event_location}}";
const becauseOfTicket = "Primești acest email pentru că ai un bilet la noaptea aceasta";
const becausePaid = "Primești acest email pentru că ai plătit un bilet la noaptea aceasta";
const becauseOnList = "Primești acest email pentru că ești pe o listă de invitați a nopții.";
export const nightReason = say("{{night_reason}}");
const nameOfOrder = ({ order }: LetterFrame, isBuyers: boolean) =>
  order && isBuyers ? ` (${orderName(order.number, "comanda")})` : "";

export const leaveMessages = leaveNews("Nu mai vrei noutăți? Te dezabonezi cu un clic:");

/** The team's message to the holders of a night. For news it says how to unsubscribe. */
export function nightMessage(frame: LetterFrame, kind: MessageKind): LetterTemplate {
  const why =
    kind === "news"
      ? `${becauseOfTicket} și ai cerut noutățile noastre.`
      : `${becauseOfTicket}. Îl primesc și cei care nu vor noutăți.`;
  return letter(frame, {
    subject: "{{message_subject}}",
    preview: night,
    heading: "{{message_subject}}",
    subheading: night,
    blocks: [
      greeting,
      say("{{message_text}}"),
      onlyText(night),
      link(ticketsPage(frame).url, "Vezi Biletele Mele"),
      ...(kind === "news" ? [leaveMessages] : []),
      onlyText(why),
    ],
    why,
  });
}

/**
 * The part that the reader gets back: everything, the night's share of a pass, nothing; `received`: a friend paid;
 * `guest`: the reader is on a guest list.
 */
export type NightReturned = "money" | "share" | "nothing" | "received" | "guest";

const refundTime =
  "pe cardul cu care ai plătit. Nu trebuie să faci nimic: de obicei banii ajung în 5 până la 10 zile lucrătoare; depinde de banca ta.";
const shareOfPaid = "partea acestei nopți din ce ai plătit";
/** True of what the payer has sent to friends too. */
const otherNightsStay = "Pentru celelalte nopți, ce ai plătit rămâne valabil.";
export const nightReturned: Record<NightReturned, string> = {
  money: `Îți dăm înapoi {{total_price}} LEI, ${refundTime}`,
  share: `Îți dăm înapoi {{total_price}} LEI, ${shareOfPaid}, ${refundTime} ${otherNightsStay}`,
  nothing: "Pentru biletele tale la noaptea aceasta nu se întorc bani.",
  received: "Ce aveai la noaptea aceasta ai primit de la altcineva.",
  guest: "Erai pe lista de invitați a nopții: codul QR primit nu mai intră la poartă.",
};

const keptSentences: Partial<Record<NightReturned, string>> = {
  money: "Banii biletelor folosite nu se întorc: s-a intrat deja cu ele.",
  share: "Banii biletelor folosite nu se întorc: s-a intrat deja cu ele.",
  nothing: "S-a intrat deja cu biletele tale la noaptea aceasta, așa că banii lor nu se întorc.",
  received:
    "Ce aveai la noaptea aceasta ai primit de la altcineva. S-a intrat deja, așa că banii nu se întorc.",
};

/** Tells that a night is cancelled, why, and what happens to the money. */
export function nightCancelled(frame: LetterFrame, what: NightReturned): LetterTemplate {
  const isBack = what === "money" || what === "share";
  const isBuyers = isBack || what === "nothing";
  const kept = frame.keepsUsed ? keptSentences[what] : undefined;
  return letter(frame, {
    subject: `{{event_name}} s-a anulat${isBack ? "; îți dăm banii înapoi" : ""}${nameOfOrder(frame, isBuyers)}`,
    preview: isBack ? "{{total_price}} LEI se întorc pe cardul tău." : "Noaptea nu mai are loc.",
    heading: "Noaptea s-a anulat",
    subheading: "{{event_name}}<br>{{event_date}}, ora {{event_time}}, {{event_location}}",
    blocks: [
      greeting,
      nightReason,
      say("{{event_name}}, {{event_date}}, nu mai are loc."),
      ...(isBuyers ? [orderSentence] : []),
      ...(isBack || !kept ? [say(nightReturned[what])] : []),
      ...(kept ? [say(kept)] : what === "received" ? [say(returnTexts.toPayer)] : []),
      isBuyers ? link(orderPage(frame), "Vezi comanda") : linkToOtherNights(frame),
    ],
    why: what === "guest" ? becauseOnList : `${isBack ? becausePaid : becauseOfTicket}.`,
  });
}

const linkToOtherNights = ({ origin }: LetterFrame) => link(`${origin}/events`, "Vezi celelalte nopți");

/**
 * The choice of the reader after a night was moved. `choice`: give tickets back. `share`: the same for a night of a
 * pass. `nothing`: keep them. `received`: keep a ticket that somebody else paid for. `ended`: none, the buyer has
 * given the reader's ticket back. `guest`: keep a place on a guest list.
 */
export type AfterMove = "choice" | "share" | "nothing" | "received" | "ended" | "guest";

const reasonOfNight = ({ isSentOn }: LetterFrame) => (isSentOn ? becausePaid : becauseOfTicket);

export const newDateText = "{{event_name}}, acum {{event_date}}, ora {{event_time}}, {{event_location}}";
const oldDateSentence = "Era {{old_date}}.";
const movedSubject = (frame: LetterFrame, isBuyers: boolean) =>
  `{{event_name}} s-a mutat: {{moved_to}}${nameOfOrder(frame, isBuyers)}`;
const afterMoveSentences: Record<Exclude<AfterMove, "choice" | "share"> | "sentOn", string> = {
  nothing: "Intrarea ta rămâne bună pentru {{new_time}}, fără cod nou.",
  received:
    "Ce ai primit rămâne bun pentru {{new_time}}, fără cod nou. Dacă nu poți veni, spune-i cui a trimis.",
  sentOn: "Ce ai trimis rămâne bun pentru {{new_time}}, fără cod nou, la cine a acceptat.",
  ended:
    "Cine a plătit ce ai primit a cerut banii înapoi pentru noaptea aceasta, așa că nu mai intră la poartă.",
  guest: "Locul tău de pe lista de invitați rămâne bun pentru {{new_time}}, cu același cod QR.",
};

/** Tells that a night was moved: the old time, the new one, why, and what the reader can do. */
export function nightMoved(frame: LetterFrame, what: AfterMove): LetterTemplate {
  if (what === "choice" || what === "share") return withChoice(frame, what);
  if (what === "ended") {
    const ended = frame.isPartOfPass ? "Codul" : "Biletul";
    return letter(frame, {
      subject: `${ended} primit nu mai este valabil: {{event_name}}`,
      preview: "Nu mai intră la poartă.",
      heading: `${ended} nu mai este valabil`,
      subheading: newDateText,
      blocks: [
        greeting,
        onlyText(newDateText),
        say(afterMoveSentences.ended),
        ...(frame.namesTickets ? [endedTickets] : []),
        ...(frame.isPartOfPass ? [say("Pentru celelalte nopți, ce ai primit rămâne valabil.")] : []),
        linkToOtherNights(frame),
      ],
      why: "Primești acest email pentru că ai avut un bilet la noaptea aceasta.",
    });
  }
  return letter(frame, {
    subject: movedSubject(frame, what === "nothing"),
    preview: oldDateSentence,
    heading: "Noaptea s-a mutat",
    subheading: newDateText,
    blocks: [
      greeting,
      nightReason,
      say(oldDateSentence),
      onlyText(newDateText),
      ...(what === "nothing" ? [orderSentence] : []),
      say(afterMoveSentences[what === "nothing" && frame.isSentOn ? "sentOn" : what]),
      ...(what === "received" ? [say(returnTexts.toPayer)] : []),
      what === "guest" ? linkToOtherNights(frame) : link(ticketsPage(frame).url, "Vezi Biletele Mele"),
    ],
    why: what === "guest" ? becauseOnList : `${reasonOfNight(frame)}.`,
  });
}

export const linkToChoice = link("{{action_url}}", "Alege ce faci");
export const choiceEnds: NamedFacts = [["Alege până", "{{valid_until}}"]];

function withChoice(frame: LetterFrame, what: "choice" | "share"): LetterTemplate {
  const [part, others] = what === "share" ? [`${shareOfPaid}, `, ` ${otherNightsStay}`] : ["", ""];
  const stay = frame.isSentOn ? afterMoveSentences.sentOn : undefined;
  const withSent = frame.sentAmount
    ? ` Dacă ceri banii și pentru ce ai trimis, încă ${formatLei(frame.sentAmount)} LEI.`
    : "";
  return letter(frame, {
    subject: movedSubject(frame, true),
    preview: `Alege până {{valid_until}}: ${stay ? "rămâne trimis" : "vii"} sau primești banii înapoi.`,
    heading: "Noaptea s-a mutat",
    subheading: newDateText,
    blocks: [
      greeting,
      nightReason,
      onlyText(newDateText),
      orderSentence,
      say(`${oldDateSentence} ${stay ? "Rămâne trimis" : "Vii la {{new_time}}"} sau vrei banii înapoi?`),
      linkToChoice,
      ...(frame.isLinkLimited ? [say(newTimeTexts.notByLinkYet)] : []),
      sayFacts([
        ...(stay ? [] : [["Vin", returnTexts.sameCodes] as const]),
        [
          "Vreau banii înapoi",
          `{{total_price}} LEI, ${part}pe cardul cu care ai plătit, de obicei în 5 până la 10 zile lucrătoare.${others}${withSent}`,
        ],
        ["Dacă nu alegi", stay ?? "Intrarea ta rămâne bună pentru {{new_time}}."],
        ...choiceEnds,
      ]),
    ],
    why: `${reasonOfNight(frame)}. Îl primesc toți, și cei care nu vor noutăți.`,
  });
}
