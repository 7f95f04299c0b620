import { counted } from "#kernel/romanian.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import { scannerTexts } from "../scanner/scanner-texts.ts";

/** Texts of the chief's search for people without a code. */
export const doorOrdersTexts = {
  title: "Comenzi",
  lost: "Telefon pierdut",
  compare: "Compară numele cu buletinul",
  compareHint: "Nu fotografia actul. Ce faci aici rămâne în jurnal, cu numele tău.",
  search: "Nume, e-mail sau comandă",
  short: "Scrie cel puțin două litere.",
  none: "Niciun bilet al nopții nu se potrivește.",
  found: (n: number) => counted(n, "ticket", "găsit", "găsite"),
  more: "Sunt mai multe. Scrie și alt cuvânt.",
  order: orderName,
  noNumber: "Comandă",
  left: (used: number, total: number) => `${used} din ${total} intrări folosite`,
  reason: "Motiv",
  reasons: scannerTexts.overrideReasons,
  letIn: "Lasă să intre",
  reissue: "Emite din nou",
  reissueOf: (label: string) => `Emite din nou ${label}`,
  letInOn: (label: string) => `Lasă să intre pe ${label}`,
  notValid: "Biletul nu mai e valabil.",
  lettingIn: (holder: string, n: number) =>
    `Lași să intre ${counted(n, "person")} pe biletul lui ${holder}, fără cod.`,
  reissuing: (holder: string) => `Emiți din nou biletul lui ${holder}. Codul de acum nu mai intră.`,
  admitted: (left: number) =>
    left === 0 ? "A intrat. Nu mai sunt intrări pe bilet." : `A intrat. Mai sunt ${counted(left, "entry")}.`,
  newTicket: "Bilet nou. Cel vechi e oprit.",
  newTicketHint: "Persoana îl fotografiază acum.",
  sentTo: (to: string) => `A plecat și pe ${to}.`,
  notSent: "Comanda nu are adresă: biletul e numai aici.",
  know: "Telefoanele cu internet îl știu oprit în câteva secunde, celelalte la revenire.",
  qrLabel: (n: number) => `Codul nou al biletului, ${counted(n, "entry")}`,
  done: "Gata",
} as const;
