import { formatLeiExact } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { formatShortDate } from "#kernel/time.ts";
import type { DoorStep } from "#ticketing/gate/order-at-doors-queries.server.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import type { PaymentState } from "#ticketing/orders/order-payment.ts";
import type { RefundAllowance } from "#ticketing/orders/refunds/refund-allowance-queries.server.ts";
import type { RefundCause } from "#ticketing/orders/refunds/refund-cause.ts";
import { countedTickets, type TicketCount } from "#ticketing/orders/ticket-count-texts.ts";
import type { OrderOverview } from "#ticketing/reports/order-overview-queries.server.ts";
import type { FoundPurchases } from "#ticketing/reports/purchase-list-queries.server.ts";
import { settlementTexts } from "#ticketing/reports/settlement-texts.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import type { StockOfType } from "./refund-choices.ts";

const sortNames: Readonly<Record<string, string>> = {
  user: "utilizator",
  event: "eveniment",
  type: "tip",
  quantity: "cantitate",
  remaining: "intrări rămase",
};

/**
 * Returns "General are acum 7 bilete de vândut, iar fondul „Plaja” are 3 locuri libere". The pool may allow fewer
 * tickets than the type has.
 */
function stockInWords({ title, left, pool }: StockOfType): string {
  const own = `${title} are acum ${countedTickets(left)} de vândut`;
  return pool
    ? `${own}, iar fondul „${pool.name}” are ${counted(pool.left, "place", "liber", "libere")}`
    : own;
}

type SeatMoney = Readonly<Record<"paid" | "kept" | "taken" | "owed", number>>;

/** Says what of a seat's money was refunded, what a bank took, and what is owed because its refund failed. */
function goneOfSeat({ paid, kept, taken, owed }: SeatMoney): string[] {
  const refunded = paid - kept - taken - owed;
  return [
    ...(refunded > 0 ? [`rambursat ${formatLeiExact(refunded)}`] : []),
    ...(taken > 0 ? [`luat de bancă ${formatLeiExact(taken)}`] : []),
    ...(owed > 0 ? [`de dat înapoi ${formatLeiExact(owed)}`] : []),
  ];
}

const suspendedTexts = {
  refund: "Banii sunt pe drum înapoi. Până se întorc",
  dispute: "Banca clientului contestă plata. Până se lămurește",
} as const;

export const disputeLost = "Contestație pierdută";

/** The sentence for each kind of entry in an order's history. A kind without one does not compile. */
const orderStepTexts: Readonly<Record<OrderOverview["steps"][number]["what"], string>> = {
  held: "Locuri reținute",
  checkout_open: "Plată începută la Stripe",
  payment_pending: "Plata e în curs la bancă",
  paid: "Plată confirmată de Stripe",
  payment_failed: "Plata a eșuat",
  expired: "Rezervarea a expirat",
  cancelled: "Clientul a renunțat",
  late_paid: "Banii au venit prea târziu",
  manual_review: "În verificare",
  partially_refunded: "Rambursare parțială la Stripe",
  refunded: "Rambursată",
  refunded_no_stock: "Bani returnați, au venit prea târziu",
  disputed: "Plată contestată de bancă",
  charged_back: disputeLost,
  dispute_won: "Contestație câștigată",
  dispute_lost_in_part: "Contestație pierdută pentru o parte din bani",
  refund_wanted: "Rambursare cerută",
  granted: "Invitație",
  claimed: "Comandă trecută într-un cont",
  address_corrected: "Adresă de email corectată",
  rechecked: "Reverificată",
  ticket_reissued: "Bilet emis din nou la ușă",
  entry_by_chief: "Lăsat să intre de șef, fără cod",
  code_split: "Bilet împărțit pe persoane",
  ticket_sent: "Bilet trimis unui prieten, așteaptă",
  ticket_taken_back: "Bilet trimis, retras",
  ticket_accepted: "Bilet trimis, acceptat: are alt cod",
  ticket_declined: "Bilet trimis, refuzat: rămâne la cine l-a trimis",
  holder_renamed: "Nume schimbat pe bilet",
  tickets_resent: "Confirmare cerută din nou",
  letter_sent: "Scrisoare trimisă",
  payment_does_not_agree: "Plata nu se potrivește cu comanda",
};

/** The sentence for each refusal of a typed code. */
const refusedTexts: Readonly<Record<(DoorStep & { kind: "refused" })["verdict"], string>> = {
  used: "Scanare respinsă: deja folosit",
  void: "Scanare respinsă: bilet anulat",
  suspended: "Scanare oprită: plata e în verificare",
  elsewhere: "Scanare respinsă: altă noapte",
  early: "Scanare respinsă: prea devreme",
  late: "Scanare respinsă: noaptea a trecut",
  cancelled: "Scanare respinsă: noaptea e anulată",
  given_back: "Scanare respinsă: banii nopții s-au întors",
  replaced: "Scanare respinsă: biletul are alt cod",
  past_hour: "Scanare respinsă: ora biletului a trecut",
  other_gate: "Scanare oprită: hotărăște altă poartă",
};

/** What an order's history calls differently than the night's journal, where it could be the order's. */
const atDoorTexts: Readonly<Partial<Record<DoorStep["kind"], string>>> = { undo: "Anulare la ușă" };

/** Steps of an order of 0 lei, which the card provider has no part in. */
const freeStepTexts: Readonly<Record<string, string>> = {
  paid: "Comandă fără plată, încheiată",
  partially_refunded: "Retrasă în parte",
  refunded: "Retrasă",
  refund_wanted: "Retragere cerută",
};

/** Texts of the purchases. Sentences of the specification are byte for byte. */
export const purchaseTexts = {
  title: "Achizitii",
  invite: "Invitație",
  searchLabel: "Caută achiziții",
  searchHint: "Comandă, nume, e-mail, cod, telefon",
  all: "Toate",
  event: "Eveniment",
  status: "Status",
  type: "Tip",
  payment: "Plată",
  special: "Speciale",
  payments: {
    paid: "Plătit",
    partial: "Parțial rambursat",
    lost_in_part: "Parțial luat de bancă",
    refunded: "Rambursat",
    review: "În verificare",
    disputed: "Contestat",
    lost: disputeLost,
    invitation: "Invitație",
  } satisfies Record<PaymentState, string>,
  customer: "Fișa clientului",
  columns: {
    number: "Comanda",
    user: "Utilizator",
    event: "Eveniment",
    type: "Tip bilet",
    quantity: "Cant.",
    remaining: "Rămase",
    price: "Preț",
    payment: "Plată",
    status: "Status",
    date: "Data",
    acts: "Acțiuni",
  },
  nobody: "Fără nume",
  inReview: "Plăți în verificare",
  list: "Achiziții",
  onPage: (n: number) => `${counted(n, "row")} pe această pagină, câte unul de fiecare cod`,
  sortedBy: (what: string, direction: "asc" | "desc") =>
    `Sortate după ${what}, ${direction === "asc" ? "crescător" : "descrescător"}`,
  sortName: (column: string) => sortNames[column] ?? "dată",
  noneFound: "Nicio achiziție găsită",
  noneFoundText: "Nicio achiziție nu corespunde căutării și filtrelor.",
  loadFailed: "Nu s-au putut încărca achizițiile de bilete",
  loadFailedText: "Vânzarea și porțile merg mai departe; doar această listă lipsește.",
  exportFailed: "Nu s-a putut exporta raportul",
  exported: "Raportul a fost exportat cu succes",
  resend: "Retrimite confirmarea",
  resendMissing: "Lipsesc informații necesare pentru retrimiterea confirmării",
  resendFailed: "Nu s-a putut retrimite confirmarea",
  resent: "Confirmarea a fost retrimisă cu succes",
  details: (name: string) => `Detalii: ${name}`,
  totalPaid: "Plătit",
  entriesLeft: "Intrări rămase",
  ofEntries: (n: number) => `din ${n}`,
  times: (n: number, title: string) => `${n} × ${title}`,
  back: "Dat înapoi",
  taken: "Luat de bancă",
  kept: "Rămas",
  atBank: "Contestat, la bancă",
  owedSum: settlementTexts.owedName,
  tickets: "Bilete",
  /** Those with which somebody may still come in, of the tickets and of the add-ons of an order: "1 bilet valabil din 2 și 1 supliment valabil". */
  validOf: (valid: TicketCount, all: TicketCount) => {
    const words = { tickets: "ticket", addOns: "addOn" } as const;
    return (["tickets", "addOns"] as const)
      .filter((kind) => all[kind] > 0)
      .map((kind) => {
        const own = counted(valid[kind], words[kind], "valabil", "valabile");
        return valid[kind] === all[kind] ? own : `${own} din ${all[kind]}`;
      })
      .join(" și ");
  },
  /** Stands beside the price of a seat when part of it was refunded, or taken by a bank. */
  goneOf: (seat: SeatMoney) =>
    seat.paid === seat.kept ? "" : [...goneOfSeat(seat), `rămas ${formatLeiExact(seat.kept)}`].join(", "),
  /** Stands in the list, whose states say that all of a price went back. */
  leftOf: ({ paid, kept }: { readonly paid: number; readonly kept: number }) =>
    kept > 0 && kept < paid ? `rămas\u00a0${formatLeiExact(kept)}` : "",
  seat: (n: number) => `Locul ${n}`,
  seatBack: (seat: SeatMoney) => {
    const gone = goneOfSeat(seat).join(", ") || "anulat";
    return `${gone.charAt(0).toUpperCase()}${gone.slice(1)}; codul nu mai intră`;
  },
  addOn: (title: string) => `${title}, supliment`,
  givenOut: (n: number, all: number) =>
    n === 0 ? "neridicat" : all === 1 ? "ridicat" : `${n} din ${all} ridicate`,
  notEntered: "neintrat",
  entered: (n: number, all: number) =>
    all === 1 ? "a intrat" : `${n} din ${all} ${n === 1 ? "a" : "au"} intrat`,
  splitAction: "Câte un cod pentru fiecare persoană",
  splitText: "Codul de acum nu mai intră la poartă; cumpărătorul primește codurile noi pe email.",
  splitInto: (people: number) => `Fă ${counted(people, "ticket")} din el`,
  split: (people: number) =>
    `Biletul e acum ${counted(people, "ticket")}, câte unul pentru fiecare persoană; emailul e pe drum.`,
  splitRefused: {
    not_found: "Biletul nu există.",
    not_valid: "Biletul nu mai e valabil sau banii lui sunt pe drum înapoi.",
    single: "Biletul este deja pentru o singură persoană.",
    used: "Cineva a intrat deja cu el, așa că nu se mai împarte.",
    over: "Noaptea a trecut.",
    phone_away:
      "Telefonul unei porți stricte e fără internet și decide după codul vechi. Încearcă după ce revine.",
    too_many: "Sunt mai multe persoane decât încap într-o comandă.",
    older_build_runs: requestTexts.upgrading,
  },
  rename: (name: string) => `Schimbă numele: ${name}`,
  refundSeat: (n: number) => `Rambursează locul ${n}`,
  line: (n: number, price: string) => `${n} × ${price} LEI`,
  phase: (name: string) => `Preț: ${name}`,
  priceCode: "Cu codul",
  withCode: (code: string) => `Cu codul ${code}`,
  discount: (amount: string) => `−${amount} LEI`,
  code: "Cod",
  holder: "Titular",
  heldBy: (person: string) => `Trimis de cumpărător, îl are ${person}`,
  bought: "Cumpărat",
  confirmation: "Confirmare",
  paidBy: "Card",
  noPayment: "Fără plată",
  recheck: "Reverifică",
  rechecked: (state: string) => `Plata a fost reverificată: ${state}`,
  recheckRefused: {
    not_allowed: "Nu ai dreptul de a reverifica plăți.",
    unknown_order: "Comanda nu există.",
    provider_unknown: "Stripe nu răspunde acum. Nu s-a schimbat nimic; încearcă din nou peste câteva minute.",
  },
  suspended: ({ kind, n }: { readonly kind: "refund" | "dispute"; readonly n: number }) =>
    `${suspendedTexts[kind]}, ${n === 1 ? "biletul nu admite" : "biletele nu admit"} pe nimeni.`,
  reviewTitle: "Plata e în verificare",
  reviewText: {
    payment_pending: "Banca încă lucrează. Locurile sunt păstrate; când se lămurește, aflăm singuri.",
    late_paid: "Banii au venit prea târziu: locurile s-au dat, sau noaptea s-a încheiat. Îi trimitem înapoi.",
    manual_review:
      "Ceva nu se potrivește între comandă și plată sau o rambursare a eșuat. Reverifică; dacă rămâne așa, rambursează tot.",
  },
  refundFailedTitle: "O rambursare a eșuat",
  refundFailed: "Stripe nu a putut trimite banii înapoi; sunt încă la noi. Poți încerca din nou.",
  history: "Istoric",
  historyCut: `Se văd cei mai noi ${counted(limits.orderSteps, "step")}.`,
  otherStep: "Altă schimbare",
  save: "Salvează numele",
  renamed: "Numele de pe bilet a fost schimbat",
  renameFailed: `Scrie un nume de cel mult ${counted(lengths.personName, "character")}.`,
  refund: "Rambursează",
  refundAmount: (amount: string) => `Rambursează ${amount} LEI`,
  endInvitation: "Retrage invitația",
  endTitle: (name: string) => `Retrage invitația: ${name}`,
  refundTitle: (name: string) => `Rambursează către ${name}`,
  whole: "Tot",
  wholeNote: (count: TicketCount) => `${countedTickets(count)}, niciun cod nu mai e valabil`,
  part: "O parte",
  partOf: (title: string) => `O parte din ${title}`,
  someSeats: "Locuri alese",
  someSeatsNote: "Alegi locurile; celelalte rămân valabile",
  owed: "Doar banii rămași de dat înapoi",
  owedNote: "O rambursare a eșuat după ce biletele ei s-au anulat; locurile valabile rămân",
  seats: "Locuri",
  unit: (number: string, title: string, names: string) =>
    [`${number}. ${title}`, names].filter(Boolean).join(": "),
  freeAmount: "O sumă",
  freeAmountNote: "Toate biletele rămân valabile și costă mai puțin",
  amountBack: "Suma, în lei",
  notLess: (left: string) =>
    `Scrie o sumă în lei mai mică decât ${left} LEI, cât a rămas din comandă. Ca să dai totul înapoi, alege „Tot”.`,
  partNote: (most: TicketCount, used: number) =>
    `Cel mult ${countedTickets(most)}${used > 0 ? `; ${counted(used, "entry")} ${used === 1 ? "e folosită" : "sunt folosite"}` : ""}`,
  usedEntries: (n: number) => counted(n, "entry", "folosită", "folosite"),
  usedTitle: "S-a intrat deja cu acest bilet",
  usedText: (n: number) =>
    n === 1
      ? "O intrare a fost folosită. Bifează ca să dai înapoi și banii ei."
      : `${counted(n, "entry")} au fost folosite. Bifează ca să dai înapoi și banii lor.`,
  usedYes: "Da, rambursez și ce s-a folosit",
  usedRefused: (n: number) =>
    n === 1
      ? "O intrare a acestui bilet a fost folosită. Bifează că rambursezi și ce s-a folosit."
      : `${counted(n, "entry")} ale acestui bilet au fost folosite. Bifează că rambursezi și ce s-a folosit.`,
  ticketsBack: "Bilete",
  why: "Motiv",
  whyHint: "Alege un motiv",
  causes: {
    customer_request: "Cerere a clientului",
    event_changed: "Eveniment anulat sau mutat",
    mistake: "Greșeală a noastră",
    goodwill: "Bunăvoință",
  } satisfies Record<RefundCause, string>,
  kindHint: "Nu e clar ce rambursezi, așa că nu s-a rambursat nimic. Alege din nou.",
  note: "Notă internă",
  restock: "Pune locurile înapoi la vânzare",
  restockNote: (types: readonly StockOfType[]) => [...new Set(types.map(stockInWords))].join("; "),
  joinedSeats: "Locurile unui bilet de grup se rambursează împreună, nu pe rând.",
  notBack: (title: string) => `${title}: s-a ridicat deja, nu se restituie.`,
  refundSum: {
    paid: "Plătit",
    back: "Rambursat până acum",
    now: "Rambursezi acum",
    left: "Rămâne încasat",
  },
  refundTime: "De obicei banii ajung pe card în 5 până la 10 zile lucrătoare. Clientul primește o scrisoare.",
  cancel: "Renunță",
  refundDone: (amount: string) => `Am trimis înapoi ${amount} LEI`,
  ended: "Biletele au fost retrase",
  refunding: (amount: string, name: string) => `Rambursezi ${amount} LEI către ${name}.`,
  ending: (name: string) => `Retragi bilete de 0 lei ale lui ${name}.`,
  refundRefused: {
    not_allowed: "Nu ai dreptul de a rambursa.",
    unknown_order: "Comanda nu mai există.",
    not_refundable: "Comanda nu se mai poate rambursa: banii s-au întors deja sau banca a contestat plata.",
    unknown_seats: "Alege ce bilete rambursezi; unele dintre cele alese nu mai sunt valabile.",
    part_of_unit: "Biletul unui grup se rambursează întreg: alege toate locurile lui.",
    redeemed: "Suplimentele deja ridicate nu se rambursează.",
    older_build_runs: requestTexts.upgrading,
    changed_meanwhile:
      "Între timp s-a dat ceva înapoi din comanda aceasta: poate chiar acest formular a ajuns deja. Încarcă din nou pagina și vezi ce a rămas.",
    under_way: "O rambursare a acestei comenzi este pe drum. Așteaptă să se termine.",
  },
  refundLimit: ({ limit, left }: RefundAllowance) =>
    limit === 0
      ? "Casa nu rambursează cât timp limita ei pe zi e 0 lei. Rambursează un administrator, care poate și schimba limita, la Echipă."
      : `Poți da înapoi cel mult ${formatLeiExact(limit)} LEI pe zi; azi mai ai ${formatLeiExact(left)} LEI. Peste atât rambursează un administrator.`,
  overLimit: (allowance: RefundAllowance): string =>
    `Este peste cât poți da înapoi. ${purchaseTexts.refundLimit(allowance)}`,
  tooMany: (most: number) =>
    most === 0
      ? "Nu mai sunt bilete nefolosite de luat înapoi în parte. Poți rambursa locul întreg sau tot."
      : `Poți lua înapoi cel mult ${most}.`,
  inviteTitle: "Invitație",
  inviteSub: "Bilete la 0 lei, fără plată cu cardul",
  gift: (type: string, n: number, first: string, date: string) =>
    n === 1 ? `${type}, ${first}, ${date}` : `${type}, ${counted(n, "night")}, prima ${first}, ${date}`,
  guest: "E-mailul invitatului",
  guestHint: "Dacă are cont, biletele intră în el.",
  guestName: "Numele invitatului",
  guestNameHint: "Pentru cine nu are cont: primește biletele pe e-mail. Un abonament cere un cont.",
  quantity: "Cantitate",
  because: "De ce",
  becauseHint: "Rămâne în istoric, cu numele tău.",
  give: "Trimite invitația",
  giving: (quantity: number, email: string) => `Dai ${counted(quantity, "ticket")} la 0 lei către ${email}.`,
  given: "Invitația a fost trimisă",
  inviteRefused: {
    not_allowed: "Doar administratorii pot da invitații.",
    no_account:
      "Niciun cont nu are această adresă confirmată. Scrie și numele: invitatul primește biletele fără cont.",
    account_needed:
      "Un abonament cere un cont, iar niciun cont nu are această adresă confirmată. Întâi invitatul își face cont cu ea.",
    bad_address: "Scrie o adresă de e-mail întreagă.",
    bad_name: "Scrie numele unei persoane, fără adrese.",
    unknown_ticket_type: "Alege un bilet.",
    past: "Toate nopțile acestui bilet au trecut.",
    read_only: "Evenimentul este doar pentru citire; vezi Opriri.",
    no_reason_given: "Scrie de ce dai biletele.",
    too_many_people: `O invitație e pentru cel mult ${limits.peoplePerOrder} de oameni.`,
    older_build_runs: requestTexts.upgrading,
    bad_quantity: `Între 1 și ${counted(limits.quantity, "ticket")}.`,
  },
  notEnough: (available: number) => `Mai sunt doar ${counted(available, "ticket")}.`,
  freeSteps: freeStepTexts,
  steps: orderStepTexts as Readonly<Record<string, string>>,
  refusedAtDoor: refusedTexts,
  atDoor: atDoorTexts,
  people: (n: number) => counted(n, "person"),
  addOnsGiven: (n: number) => counted(n, "addOn"),
} as const;

/** Says what a search found: "76 de rânduri cu 133 de bilete". A row may be several tickets of one code. */
export function foundInWords({ rows: found, ...counts }: FoundPurchases): string {
  const inWords =
    found > limits.rowsOfWorkbook
      ? `peste ${counted(limits.rowsOfWorkbook, "row")}`
      : found === counts.tickets && counts.addOns === 0
        ? counted(found, "row")
        : `${counted(found, "row")} cu ${countedTickets(counts)}`;
  return `${inWords}, prețuri în LEI`;
}

/** The filters that the dashboard's links use. */
export const purchaseFilterTexts = {
  since: "Cumpărate",
  sinceDay: (day: string) => `din ${formatShortDate(day)}`,
  only: "Rânduri",
  counted: "ce numără rapoartele",
} as const;
