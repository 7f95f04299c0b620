import { translatable } from "#kernel/language.ts";
import { counted } from "#kernel/romanian.ts";
import { newTimeTexts } from "#ticketing/orders/moved-nights/moved-night-texts.ts";
import type { WhyNoChoice } from "#ticketing/orders/moved-nights/moved-order-queries.server.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { countedTickets, type TicketCount } from "#ticketing/orders/ticket-count-texts.ts";

export const movedChoiceTexts = translatable({
  dayAndHour: (day: string, hour: string) => `${day}, ora ${hour}`,
  pageTitle: "Noaptea s-a mutat",
  youHave: (own: number, sent: number) =>
    own === 0
      ? `Ai trimis ${counted(sent, "ticket")}; alege până`
      : `Ai ${counted(own, "ticket")}${sent > 0 ? ` și ai trimis ${counted(sent, "ticket")}` : ""}; alege până`,
  keepTitle: (newTime: string) => `Vin și la ${newTime}`,
  keepCodes: returnTexts.sameCodes,
  sentStayTitle: (n: number) => (n === 1 ? "Biletul rămâne trimis" : "Biletele rămân trimise"),
  sentStay: (n: number) =>
    n === 1 ? "Cine îl are intră cu același cod." : "Cine le are intră cu aceleași coduri.",
  sentKept: (n: number, until: string) =>
    `${n === 1 ? "Biletul rămâne" : "Biletele rămân"} la cine ${n === 1 ? "îl" : "le"} are. Până ${until} te mai poți răzgândi.`,
  leaveSent: (n: number) => (n === 1 ? "Las biletul trimis" : "Las biletele trimise"),
  kept: (n: number, until: string) =>
    `Păstrezi ${n === 1 ? "biletul" : "biletele"}. Până ${until} te mai poți răzgândi.`,
  keepSend: "Poți trimite un bilet altcuiva, dacă nu poți veni.",
  keep: (n: number) => (n === 1 ? "Păstrez biletul" : "Păstrez biletele"),
  backTitle: (newTime: string) => `Nu pot la ${newTime}`,
  backMoney: "înapoi pe cardul cu care ai plătit, de obicei în 5 până la 10 zile lucrătoare.",
  backCodes: (n: number, newTime: string) =>
    `${n === 1 ? "Codul lui nu mai deschide" : "Codurile lor nu mai deschid"} poarta, nici la ${newTime}.`,
  backShare: "E partea acestei nopți; pentru celelalte nopți abonamentul rămâne valabil.",
  usedStay: "Biletele cu care a intrat cineva rămân.",
  back: "Vreau banii înapoi",
  notHere: newTimeTexts.notByLinkYet,
  notSentHere:
    "Biletele trimise se dau înapoi doar din browserul în care ai cumpărat sau din contul în care păstrezi comanda.",
  sureTitle: "Sigur nu vii?",
  sure: (returned: TicketCount, amount: string) =>
    `Dai înapoi ${countedTickets(returned)} și primești ${amount} LEI. Nu se mai poate întoarce.`,
  sureShare: (amount: string) =>
    `Primești ${amount} LEI pentru noaptea aceasta, iar codul ei nu mai deschide poarta. Pentru celelalte nopți abonamentul rămâne valabil. Nu se mai poate întoarce.`,
  doIt: "Da, vreau banii înapoi",
  giveUp: "Renunță",
  withSent: (n: number, amount: string) =>
    n === 1
      ? `Și biletul pe care l-ai trimis: încă ${amount} LEI`
      : `Și cele ${counted(n, "ticket")} pe care le-ai trimis: încă ${amount} LEI`,
  withSentNote: (n: number) =>
    `Cine ${n === 1 ? "îl are nu mai intră cu el" : "le are nu mai intră cu ele"} și află printr-un email.`,
  joined: (n: number, sent: number) =>
    `Un bilet pentru mai multe persoane se dă înapoi doar întreg: odată cu ${sent === 1 ? "el" : "ele"} ${n === 1 ? "se întoarce" : "se întorc"} și ${counted(n, "ticket")} de la tine.`,
  silence: "Dacă nu alegi nimic",
  silenceText: (n: number, date: string, until: string) =>
    `, ${n === 1 ? "biletul rămâne bun" : "biletele rămân bune"} pentru ${date}. După ${until}, banii nu se mai pot cere pentru mutare.`,
  done: (amount: string) => `${amount} LEI se întorc pe card. Ce ai dat înapoi nu mai intră la poartă.`,
  seeOrder: "Vezi comanda",
  whyNot: {
    unknown: "Nu ai bilete la noaptea aceasta.",
    too_late: "Timpul de alegere a trecut, așa că biletele rămân bune și după mutare.",
    moved_again: "Noaptea s-a mutat din nou între timp. Ai un email nou, cu altă alegere.",
    cancelled: "Noaptea s-a anulat între timp. Banii biletelor nefolosite se întorc singuri.",
    not_now: "Plata comenzii se verifică sau banii ei sunt deja pe drum. Încearcă din nou mai târziu.",
    nothing: "Nu mai e nimic de dat înapoi pentru noaptea aceasta.",
  } satisfies Record<WhyNoChoice, string>,
});
