import { agreed, counted } from "#kernel/romanian.ts";
import { closingHour, formatShortDate } from "#kernel/time.ts";
import type { FirstStep } from "#ticketing/content/first-steps.ts";
import { limits } from "#ticketing/limits.ts";
import { passRule, passStays, settlementTexts } from "#ticketing/reports/settlement-texts.ts";
import { adminTexts } from "../admin-texts.ts";
import { purchaseTexts } from "../purchases/purchase-texts.ts";

/** Texts of the dashboard. Sentences of the specification are byte for byte. */
export const dashboardTexts = {
  title: "Dashboard",
  loadFailed: "Nu s-au putut citi cifrele",
  loadFailedText: "Vânzarea și porțile merg mai departe; doar această pagină lipsește.",
  welcome: (name: string) => `Bine ai venit, ${name}`,
  /** Counts the nights of the business day. The sales beside it are of the calendar day. */
  now: (day: string, time: string, open: number) =>
    `${day}, ${time}. Azi, până la ${closingHour}: ${open === 0 ? "nicio noapte" : counted(open, "night")}.`,
  openGate: adminTexts.gate,
  tonight: "Porțile din această seară",
  /** A night that began yesterday runs until the morning; it has its day. */
  nightAt: ({ date, time }: { date: string; time: string | null }, today: string) =>
    [date === today ? "" : formatShortDate(date), time].filter(Boolean).join(", "),
  noTonight: "În seara asta nu e nimic. Următoarea noapte:",
  enteredOf: (entered: number, sold: number) =>
    `${entered === 1 ? "intrat" : "intrați"} din ${counted(sold, "place", "cu bilet", "cu bilet")}`,
  /** `inAll`: everybody whom the door let in, as on its board. */
  expected: (n: number, inAll: number) =>
    `${agreed(n, "așteptat", "așteptați")} · ${agreed(inAll, "intrat", "intrați")} în total, cu invitați, vânzare la ușă și duble`,
  pace: "Intrări pe sferturi de oră",
  paceNow: "acum",
  paceInWords: (from: string, until: string, most: { entered: number; from: string; until: string }) =>
    `Intrări pe sferturi de oră, de la ${from} la ${until}; cel mai mult ${most.entered}, între ${most.from} și ${most.until}`,
  figure: (label: string, value: string) => `${label}: ${value}`,
  today: "Azi",
  sales: "Vânzări",
  ticketsToday: "Bilete",
  held: "Reținute",
  /** The sum beside it, "Bilete vândute" and the reports count online sales only. */
  atDoor: (n: number, amount: string) => `La ușă, în afara acestor cifre: ${counted(n, "ticket")}, ${amount}`,
  weekAgo: (amount: string) => `Acum o săptămână, toată ziua: ${amount}`,
  todo: {
    letters: "Scrisori eșuate",
    review: purchaseTexts.inReview,
    disputed: "Plăți contestate",
    few: `Stoc sub ${counted(limits.fewTickets, "place")}`,
    difference: "Diferență cu Stripe",
  },
  bani: (n: number) => counted(n, "ban"),
  notCompared: "încă necomparat",
  members: "Total membri",
  events: "Evenimente",
  sold: "Bilete vândute",
  revenue: "Venit total",
  /** `day` is false when the night is running. */
  nextNight: (title: string, day: string | false) => (day ? `urmează ${title}, ${day}` : `acum ${title}`),
  noNext: "niciun eveniment viitor",
  againstLastMonth: (thisMonth: string, now: string, lastMonth: string, before: string) =>
    `${thisMonth} ${now}, ${lastMonth} ${before}`,
  atBank: (amount: number) => `; ${settlementTexts.atBank(amount)}`,
  owed: (amount: number) => `; ${settlementTexts.owed(amount)}`,
  growthNote: "Procentele compară zilele încheiate ale lunii cu aceleași zile ale lunii trecute.",
  cards: {
    events: ({ upcoming, cancelled, ended }: { upcoming: number; cancelled: number; ended: number }) =>
      [
        agreed(upcoming, "viitor", "viitoare"),
        agreed(ended, "încheiat", "încheiate"),
        ...(cancelled === 0 ? [] : [agreed(cancelled, "anulat", "anulate")]),
      ].join(", "),
    tickets: (onSale: number, inAll: number) => `${onSale} din ${agreed(inAll, "vizibil", "vizibile")}`,
    special: (artists: number) => `${counted(artists, "artist")}, `,
    passes: "abonamente",
    reports: "ultimele 30 de zile",
  },
  cardLabels: {
    events: adminTexts.events,
    tickets: adminTexts.tickets,
    special: adminTexts.specialTickets,
    reports: adminTexts.reports,
  },
  recentSales: "Vânzări Recente",
  allReports: "Toate în Rapoarte",
  saleColumns: {
    event: "Eveniment",
    sold: "Vândute / capacitate",
    percent: "Procent vândut",
    revenue: "Venit",
    status: "Status",
  },
  /** Explains figures that differ from the list of nights or from the settlement. */
  saleNotes: ({ people, passes }: { people: boolean; passes: boolean }) =>
    [
      ...(people ? ["Cifrele sunt ale biletelor; în paranteze, câte persoane intră cu ele."] : []),
      ...(passes ? [`Venitul e cel din rapoarte: ${passRule}. ${passStays}`] : []),
    ].join(" "),
  people: (n: number) => counted(n, "person"),
  noSales: "Nu există vânzări încă",
  recentPurchases: "Achiziții Recente de Bilete",
  allPurchases: "Toate achizițiile",
  purchaseColumns: {
    user: "Utilizator",
    event: "Eveniment",
    type: "Tip bilet",
    quantity: "Cantitate",
    total: "Total (LEI)",
    date: "Data",
  },
  noPurchases: "Nu există achiziții de bilete încă",
} as const;

type StepWords = {
  readonly title: string;
  readonly todo: string;
  readonly done: string;
  readonly open: string;
  readonly to: string;
};

/** Texts of the steps to a club's first evening. */
export const firstStepsTexts = {
  title: "Prima seară",
  lead: "Șase pași și vinzi primul bilet. Poți pleca oricând, nimic nu se pierde.",
  progress: (done: number) => `${done} din 6 gata`,
  left: (n: number) => (n === 0 ? "" : `mai ${n === 1 ? "e" : "sunt"} ${counted(n, "step")}`),
  change: "Vezi",
  skip: "Sari peste",
  skipNamed: (title: string) => `Sari peste: ${title}`,
  skipped: "Sărit, îl poți face oricând.",
  ready: "Gata de vânzare? Vânzător, termeni, confidențialitate, TVA",
  close: "Nu mai arăta pașii",
  states: { done: "gata", skipped: "sărit", open: "de făcut" },
  draft: (title: string) => `„${title}” e încă nepublicată.`,
  openDraft: "Deschide noaptea",
  steps: {
    names: {
      title: "Nume, semn și culori",
      todo: "Cum se numește clubul, cu semnul și cele două culori ale lui.",
      done: "Clubul are numele lui.",
      open: "Scrie numele",
      to: "/admin/brand",
    },
    seller: {
      title: "Cine vinde",
      todo: "Societatea, CUI-ul, numărul din registrul comerțului și sediul: legea le cere pe site și pe bilete.",
      done: "Vânzătorul e scris.",
      open: "Scrie vânzătorul",
      to: "/admin/brand",
    },
    hero: {
      title: "Prima pagină",
      todo: "Poza de început și textul peste ea.",
      done: "Prima pagină are textul ei.",
      open: "Alege poza",
      to: "/admin/content",
    },
    sender: {
      title: "Scrisori",
      todo: "De pe ce adresă pleacă biletele, și unde se răspunde. O probă îți arată că merge.",
      done: "Scrisorile pleacă.",
      open: "Leagă adresa",
      to: "/admin/email",
    },
    payments: {
      title: "Plăți",
      todo: "Cheia Stripe e dată la pornire; prima împăcare arată că plățile se pot citi.",
      done: "Stripe e legat și citit.",
      open: "Împacă acum",
      to: "/admin/reconciliation",
    },
    night: {
      title: "Prima noapte",
      todo: "Titlu, dată, loc, o poză și tipurile de bilete; rămâne ciornă până o publici.",
      done: "Prima noapte e publicată.",
      open: "Fă prima noapte",
      to: "/admin/events/new",
    },
  } satisfies Record<FirstStep, StepWords>,
} as const;
