import { counted } from "#kernel/romanian.ts";

const tickets = { one: "bilet", few: "bilete", other: "bilete" };
const places = { one: "loc ținut", few: "locuri ținute", other: "locuri ținute" };

/** Texts of cancelling a night. */
export const cancelNightTexts = {
  open: "Anulează noaptea",
  seeProgress: "Vezi anularea",
  title: (name: string) => `Anulează ${name}`,
  sub: (day: string) => `${day}. Nimic nu pleacă până la ultimul pas.`,
  happens: "Ce se întâmplă",
  reason: "Motivul, pentru oameni",
  reasonHint: "Apare pe pagina nopții și în scrisoare.",
  used: "Cei care au intrat deja",
  usedRefunded: "Primesc și ei banii înapoi",
  usedKept: "Nu primesc banii înapoi",
  usedNote: (n: number) =>
    `${counted(n, { one: "om a intrat", few: "oameni au intrat", other: "oameni au intrat" })}.`,
  means: "Ce înseamnă",
  countedAt: (time: string) => `socotit la ${time}`,
  amount: "De dat înapoi",
  amountNote: "pleacă de la furnizorul de plăți, pe rând",
  total: "Total",
  facts: (held: number) => [
    held === 0
      ? "Vânzarea se oprește în clipa confirmării."
      : `Vânzarea se oprește în clipa confirmării. ${counted(held, places)} în comenzi neplătite se eliberează.`,
    "Codurile QR arată la poartă „Noaptea s-a anulat”.",
    "Comenzile contestate la bancă așteaptă hotărârea ei.",
  ],
  letter: "Scrisoarea",
  subject: (name: string) => `${name} s-a anulat; îți dăm banii înapoi`,
  letterNote: "E o scrisoare de serviciu: ajunge la toți, și la cei fără noutăți.",
  letterLines: (name: string, day: string) => [
    "(motivul de mai sus)",
    `${name}, ${day}, nu mai are loc.`,
    "Îți dăm înapoi suma plătită, pe cardul cu care ai plătit. Nu trebuie să faci nimic.",
  ],
  received: "Cine a primit biletul de la altcineva află că banii merg la cine a plătit.",
  noWayBack: "Anularea nu se poate desface",
  noWayBackText: "Dacă e numai o problemă de moment, oprește doar vânzarea.",
  stopOnly: "Oprește doar vânzarea",
  giveUp: "Renunță",
  act: "Anulează noaptea",
  purpose: (name: string, amount: string) =>
    `Anulezi „${name}” și dai înapoi ${amount} RON. Nu se poate desface.`,
  done: "Noaptea a fost anulată. Scrisorile și banii pleacă acum.",
  already: "Noaptea a fost deja anulată.",
  over: "Noaptea a trecut de mult și nu se mai poate anula.",
  failed: "Noaptea nu a putut fi anulată. Încearcă din nou.",

  progressTitle: (name: string) => `${name}: anulată`,
  cancelledAt: (at: string) => `Anulată ${at}`,
  letters: "Scrisori",
  lettersSent: (sent: number, of: number) => `${sent} din ${of} au plecat`,
  lettersWaiting: (n: number) => `${n} pe drum`,
  lettersFailed: (n: number) => `${n} respinse: vezi scrisorile netrimise`,
  refunds: "Bani înapoi",
  refundsDone: (n: number, amount: string) =>
    `${counted(n, { one: "rambursare făcută", few: "rambursări făcute", other: "rambursări făcute" })}, ${amount} RON`,
  refundsWaiting: (n: number, amount: string) => `${n} la rând, ${amount} RON`,
  refundsFailed: (n: number, amount: string) =>
    `${n} oprite, ${amount} RON: furnizorul le refuză. Le găsești la achiziții, „De verificat”.`,
  left: "Comenzi care așteaptă",
  leftNote: "Se plătesc chiar acum, sunt contestate la bancă, sau le vine rândul.",
  noneLeft: "Toate comenzile nopții au fost luate în seamă.",
  order: (no: number) => `Comanda ${no}`,
  keepsGoing: "Ce e la rând pleacă singur, și după o repornire. Poți închide pagina.",
  ticketsOf: (n: number) => counted(n, tickets),
} as const;
