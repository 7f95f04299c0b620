import { formatLeiExact } from "#kernel/money.ts";
import { agreed, counted } from "#kernel/romanian.ts";
import type { RefundsPart } from "#ticketing/orders/cancelled-nights/cancellation-queries.server.ts";
import type { MoveNightRefusal } from "#ticketing/orders/moved-nights/move-night.server.ts";
import type { FixedEnd } from "#ticketing/orders/moved-nights/move-queries.server.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import { addOnsBeside } from "#ticketing/orders/ticket-count-texts.ts";

/** Texts of moving a night. */
export const moveNightTexts = {
  open: "Mută noaptea",
  title: (name: string) => `Mută ${name}`,
  sub: (when: string) => `Acum: ${when}. Nimic nu pleacă până la ultimul pas.`,
  whenAndWhere: "Data și locul noi",
  addressHint: "Dacă se schimbă locul, verifică și adresa, și drumul până acolo.",
  reason: { label: "Motivul, pentru oameni", hint: "Apare pe pagina nopții și în scrisoare." },
  amount: "Cel mult de dat înapoi",
  amountNote: "dacă toți cer banii; cine nu alege păstrează",
  /** `staying`: how many moments (ends of prices or sales) do not move with the night. */
  facts: (held: number, staying: number, atBank: RefundsPart) => [
    staying === 0
      ? "Vânzarea continuă, pentru data nouă. Codurile QR rămân aceleași."
      : "Vânzarea continuă, pentru data nouă, cât o lasă momentele de mai jos. Codurile QR rămân aceleași.",
    "Fiecare cumpărător alege singur: păstrează biletele sau cere banii înapoi.",
    ...(held === 0 ? [] : [`${counted(held, "place")} în coșuri: cine plătește primește și el alegerea.`]),
    ...nightCostTexts.atBank(
      atBank,
      atBank.n === 1
        ? " până se deschid ușile, cumpărătorul alege și el; dacă o câștigă mai târziu, nu mai poate alege: lămurești tu banii cu el"
        : " până se deschid ușile, cumpărătorii aleg și ei; dacă le câștigă mai târziu, nu mai pot alege: lămurești tu banii cu ei",
    ),
  ],
  stays: "Nu se mută odată cu noaptea",
  staysHint: "Au fost puse ca zi și oră și rămân așa. Schimbă-le, dacă trebuie, după ce muți noaptea.",
  ends: ({ kind, when, isPast }: { kind: FixedEnd["kind"]; when: string; isPast: boolean }) =>
    kind === "phase"
      ? `prețul acesta ține până ${when}`
      : kind === "code"
        ? `codul e bun până ${when}`
        : isPast
          ? `vânzarea s-a încheiat ${when}`
          : `vânzarea se încheie ${when}`,
  subject: (name: string, movedTo = "(data sau ora nouă)") => `${name} s-a mutat: ${movedTo} (comanda)`,
  letterLines: (day: string, newTime = "data sau ora nouă") => [
    "(motivul de mai sus)",
    `Era ${day}. Vii la ${newTime} sau vrei banii înapoi?`,
    `Dacă nu alegi, intrarea rămâne bună pentru ${newTime}.`,
  ],
  choice:
    "Se poate alege până cu o zi înainte de noua dată, dar cel puțin două zile de la scrisoare, sau până se deschid ușile.",
  act: "Mută noaptea",
  purpose: (name: string, when: string, most: string) =>
    `Muți „${name}” pe ${when}. Oamenii pot cere înapoi cel mult ${most} LEI.`,
  done: "Noaptea a fost mutată. Scrisorile pleacă acum.",
  refused: {
    not_published: "Noaptea nu e publicată: data ei se schimbă din formularul nopții.",
    cancelled: "Noaptea a fost anulată și nu se mai mută.",
    over: "Noaptea s-a încheiat și nu se mai mută.",
    same_hour: "Noaptea are deja data și ora aceasta.",
    in_the_past: "La ora aceasta ușile ar fi deja deschise. Alege una care vine.",
    moved_lately: "Noaptea a fost mutată de curând. Mai așteaptă o oră, ca oamenii să afle de prima mutare.",
  } satisfies Partial<Record<MoveNightRefusal["reason"], string>>,
  failed: "Noaptea nu a putut fi mutată. Încearcă din nou.",

  progressTitle: (name: string) => `${name}: mutată`,
  now: (when: string) => `Acum: ${when}`,
  again: (time: string) => `Noaptea se poate muta din nou de la ${time}.`,
  last: "Ultima mutare",
  lastAt: (at: string, was: string) => `Mutată ${at}; era ${was}.`,
  letters: (sent: number, of: number) =>
    of === 0 ? "Nicio scrisoare încă." : `Scrisori plecate: ${sent} din ${of}.`,
  told: (n: number) => counted(n, "order", "a aflat", "au aflat"),
  left: (n: number) =>
    `${counted(n, "order", "așteaptă", "așteaptă")}: ${n === 1 ? "se plătește chiar acum, e contestată la bancă, sau îi vine rândul" : "se plătesc chiar acum, sunt contestate la bancă, sau le vine rândul"}.`,
  undecided: (n: number) =>
    n === 1
      ? "O comandă era contestată la bancă când s-au deschis ușile, așa că nu s-a mai putut alege. Dacă o câștigă clubul, lămurește tu banii cu cumpărătorul:"
      : `${counted(n, "order")} erau contestate la bancă când s-au deschis ușile, așa că nu s-a mai putut alege. Dacă le câștigă clubul, lămurește tu banii cu cumpărătorii:`,
  returned: (n: number, amount: string) =>
    n === 0
      ? "Nimeni nu a cerut banii înapoi."
      : `${counted(n, "order", "a cerut", "au cerut")} banii înapoi: ${amount} LEI.`,
  until: (when: string) => `Ultima alegere se închide ${when}.`,
} as const;

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
  usedNote: (n: number) => `${counted(n, "human", "a intrat", "au intrat")}.`,
  amount: "De dat înapoi",
  amountNote: "pleacă de la furnizorul de plăți, pe rând",
  facts: (held: number, atBank: RefundsPart) => [
    held === 0
      ? "Vânzarea se oprește în clipa confirmării."
      : `Vânzarea se oprește în clipa confirmării. ${counted(held, "place", "ținut", "ținute")} în comenzi neplătite se eliberează.`,
    "Codurile QR arată la poartă „Noaptea s-a anulat”.",
    ...nightCostTexts.atBank(atBank, ", banii se dau înapoi și ei"),
  ],
  /** Sums in bani. */
  atDoor: ({ tickets, cash, terminal }: { tickets: number; cash: number; terminal: number }) =>
    tickets === 0
      ? []
      : [
          `La ușă s-au plătit ${[
            ...(cash > 0 ? [`${formatLeiExact(cash)} LEI în numerar`] : []),
            ...(terminal > 0 ? [`${formatLeiExact(terminal)} LEI la terminal`] : []),
          ].join(
            " și ",
          )}, pentru ${counted(tickets, "ticket")}. Banii aceștia nu sunt în suma de mai sus: îi dai înapoi la club, separat.`,
        ],
  subject: (name: string) => `${name} s-a anulat; îți dăm banii înapoi`,
  letterLines: (name: string, day: string, isUsedKept: boolean) => [
    "(motivul de mai sus)",
    `${name}, ${day}, nu mai are loc.`,
    "Îți dăm înapoi suma plătită, pe cardul cu care ai plătit. Nu trebuie să faci nimic.",
    ...(isUsedKept
      ? ["Cui a intrat îi scriem, în loc de asta, că banii biletului folosit nu se întorc."]
      : []),
  ],
  received: "Cine a primit biletul de la altcineva află că banii merg la cine a plătit.",
  noWayBack: "Anularea nu se poate desface",
  noWayBackText: "Dacă e numai o problemă de moment, oprește doar vânzarea.",
  stopOnly: "Oprește doar vânzarea",
  act: "Anulează noaptea",
  purpose: (name: string, amount: string) =>
    `Anulezi „${name}” și dai înapoi ${amount} LEI. Nu se poate desface.`,
  done: "Noaptea a fost anulată. Scrisorile și banii pleacă acum.",
  already: "Noaptea a fost deja anulată.",
  over: "Noaptea a trecut de mult și nu se mai poate anula.",
  failed: "Noaptea nu a putut fi anulată. Încearcă din nou.",

  stillSold: "Se vinde mai departe la același preț.",
  stillSoldText:
    "Cumpărătorii citesc înainte de plată că noaptea aceasta nu se numără; prețul nu se schimbă singur. Schimbă-l sau oprește vânzarea:",
  priced: (name: string, price: string) => `${name}, ${price} LEI`,
  progressTitle: (name: string) => `${name}: anulată`,
  cancelledAt: (at: string) => `Anulată ${at}`,
  anotherNight: "O noapte nouă cu aceiași artiști",
  letters: "Scrisori",
  prepared: "Se pregătesc; pagina se împrospătează singură.",
  lettersSent: (sent: number, of: number) => `${sent} din ${agreed(of, "plecată", "plecate")}`,
  lettersWaiting: (n: number) => `${n} pe drum`,
  refunds: "Bani înapoi",
  refundsDone: (n: number, amount: string) => `${counted(n, "refund", "făcută", "făcute")}, ${amount} LEI`,
  refundsWaiting: (n: number, amount: string) => `${n} la rând, ${amount} LEI`,
  refundsFailed: (n: number, amount: string) =>
    `${agreed(n, "oprită", "oprite")}, ${amount} LEI: furnizorul refuză. Vezi la achiziții, „De verificat”.`,
  left: "Comenzi care așteaptă",
  leftNote: "Se plătesc chiar acum, sunt contestate la bancă, sau le vine rândul.",
  noneLeft: "Nicio comandă nu mai așteaptă.",
  owed: "Comenzi cu bani de dat înapoi",
  owedNote:
    "Biletele lor se anulaseră, dar rambursarea a eșuat: banii sunt la noi și se trimit din nou de la achiziții.",
  people: "Cui i-am spus",
  peopleColumns: { who: "Cine", address: "Adresă", order: "Comanda", letter: "Scrisoarea", money: "Banii" },
  peopleShown: (n: number, inAll: number) => `Primele ${n} din ${inAll}; întâi cele care nu au mers.`,
  onList: "pe lista de invitați",
  nameless: "Fără nume",
  letterStates: { sent: "A plecat", waiting: "Pe drum", failed: "Respinsă", none: "Nu are adresă" },
  moneyStates: {
    done: (amount: string) => `${amount} LEI, trimiși`,
    waiting: (amount: string) => `${amount} LEI, la rând`,
    failed: (amount: string) => `${amount} LEI, refuzați`,
  },
  noMoney: "nimic de întors",
} as const;

/** Texts about what cancelling or moving a night means. */
export const nightCostTexts = {
  atBank: ({ n, amount }: RefundsPart, ifWon: string) =>
    n === 0
      ? []
      : [
          `${counted(n, "order", "contestată", "contestate")} la bancă, ${formatLeiExact(amount)} LEI, nu ${n === 1 ? "e" : "sunt"} în cifrele de mai sus: așteaptă hotărârea băncii, și scrisorile ${n === 1 ? "ei" : "lor"} la fel. Dacă ${n === 1 ? "o" : "le"} câștigă clubul${ifWon}.`,
        ],
  lost: ({ n, amount }: RefundsPart) =>
    `Contestație pierdută: ${counted(n, "order")}, ${formatLeiExact(amount)} LEI. Banca i-a dat banii înapoi cumpărătorului.`,
  means: "Ce înseamnă",
  keepsGoing: "Ce e la rând pleacă singur, și după o repornire. Poți închide pagina.",
  order: orderName,
  moreOrders: (n: number) => `și încă ${counted(n, "order")}`,
  countedAt: (time: string) => `socotit la ${time}`,
  letter: "Scrisoarea",
  letterEdited: (titles: readonly string[]) =>
    `Cuvintele acestea nu pleacă peste tot: ${titles.map((title) => `„${title}”`).join(", ")} ${titles.length === 1 ? "e un șablon editat" : "sunt șabloane editate"} la voi, și merg subiectul și textul de acolo.`,
  letterNote:
    "E o scrisoare de serviciu: ajunge și la cei fără noutăți. Celor cu plata contestată la bancă le scriem numai dacă clubul câștigă contestația. Invitații de pe liste care au primit codul pe email află și ei.",
  lettersFailed: (n: number) => `${agreed(n, "respinsă", "respinse")}: vezi scrisorile netrimise`,
  tiles: { tickets: "Bilete", people: "Oameni anunțați" },
  ordersNote: (n: number, addOns: number) => `în ${counted(n, "order")}${addOnsBeside(addOns)}`,
  /** A buyer of two orders gets two emails. */
  lettersNote: (letters: number, receivers: number, guests: number) =>
    [
      `${counted(letters - receivers - guests, "letter")}, câte una de comandă`,
      ...(receivers === 0 ? [] : [`${counted(receivers, "letter")} la cine a primit bilet de la altcineva`]),
      ...(guests === 0 ? [] : [`${counted(guests, "letter")} la invitați de pe liste`]),
    ].join("; "),
  letters: "Scrisori",
  lastStep: "Ultimul pas",
  back: "Înapoi",
  columns: { type: "Bilete", tickets: "Buc.", amount: "Lei", how: "Ce primesc" },
  whole: "tot ce au plătit și nu s-a întors deja",
  share: "partea acestei nopți; restul rămâne valabil",
  ofUnused: (how: string) => `cele nefolosite: ${how}`,
  allUsed: "nimic: sunt folosite",
  free: "nimic: n-au plătit",
  noTickets: "Niciun bilet vândut la noaptea aceasta.",
} as const;

/** Texts of the emailed code that is asked before much money goes back. */
export const mailedCodeTexts = {
  confirm: "Confirmă",
  code: "Codul din e-mail",
  codeHint: "Peste 5.000 de lei cerem și codul trimis acum pe adresa ta. E bun câteva minute.",
  codeWrong: "Codul nu este bun. Verifică ultima scrisoare sau cere altul apăsând fără cod.",
  lettersOff:
    "Peste 5.000 de lei e nevoie de un cod trimis pe e-mail, iar trimiterea este oprită. Pornește-o sau activează un al doilea factor.",
};
