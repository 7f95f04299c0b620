import { counted } from "#kernel/romanian.ts";
import { purchaseTexts } from "../purchases/purchase-texts.ts";

const ours = "Registrul nostru";

export const reconciliationTexts = {
  title: "Împăcare cu Stripe",
  loadFailed: "Registrul nu a putut fi citit",
  loadFailedText: "Banii și biletele sunt la locul lor. Încearcă din nou peste câteva clipe.",
  now: "Verifică acum",
  equal: "Fără diferență",
  different: "Diferență",
  inLei: (lei: string, places: number) =>
    places === 1 ? `${lei} LEI, într-un singur loc.` : `${lei} LEI, în ${counted(places, "place")}.`,
  same: "Registrul și Stripe spun același lucru, la ban.",
  checks: {
    at: (when: string) => `Numărate la compararea din ${when}.`,
    answered: {
      title: "Fiecare plată are bilet",
      of: (n: string) => `din ${n}`,
      fine: "Nicio plată fără bilet.",
      wrong: "Sunt plăți fără bilet și fără rambursare.",
    },
    paid: {
      title: "Fiecare comandă plătită are plată",
      and: (n: number) => `și ${counted(n, "invitation")}`,
      fine: "Nicio comandă fără plată sau motiv.",
      wrong: "Sunt comenzi fără plată.",
    },
    sum: {
      title: "Registrul se închide",
      fine: "Suma tuturor conturilor e zero.",
      wrong: "Suma tuturor conturilor nu e zero.",
    },
  },
  ours,
  theirs: "Stripe",
  fine: "Fiecare plată, rambursare și contestație se potrivește la ban.",
  fineForTheRest: "Fiecare plată, rambursare și contestație care a putut fi citită se potrivește la ban.",
  foreign: {
    title: "Alte produse din același cont Stripe",
    note: "Nu sunt comenzi de-ale noastre și nu intră în nicio sumă de aici.",
    count: (n: number) => counted(n, "movement"),
    more: (n: number) => `și încă ${n}`,
  },
  unreadable: {
    title: "Ce nu poate fi citit",
    note: "Stripe a răspuns cu un cuvânt sau o formă pe care nu o știm. Restul s-a comparat; pe acestea uită-te în Stripe.",
  },
  wrong: (places: number) =>
    `Banii sunt la locul lor; cărțile diferă în ${counted(places, "place")}. Vânzarea și porțile merg mai departe.`,
  checked: (payments: number, refunds: number, since: string, at: string) =>
    `${counted(payments, "payment")} și ${counted(refunds, "refund")} de la ${since}. Verificat ${at}.`,
  never: "Încă nu s-a comparat nimic",
  neverText: "Compararea se face singură de patru ori pe zi. O poți porni și acum.",
  done: (n: number) => (n === 0 ? "Cărțile se potrivesc: 0 bani diferență" : "Am găsit diferențe"),
  here: "Aici este",
  kinds: { payment: "Plată", refund: "Rambursare", dispute: "Contestație" },
  missing: "lipsește",
  unknownOrder: "Nicio comandă de-a noastră",
  open: "Deschide achiziția",
  recheck: "Reverifică plata",
  rechecked: "Plata a fost verificată din nou la Stripe",
  recheckRefused: purchaseTexts.recheckRefused,
  mend: "Ce nu știm noi se înregistrează singur la fiecare verificare. Ce rămâne cere un om: reverifică plata sau deschide achiziția.",
  months: "Lună de lună",
  inAll: "În total",
  monthsNote:
    "sume în LEI după ziua înregistrării, diferența în bani; o rambursare stă aici în luna ei, în rapoarte se scade din luna cumpărării",
  /** Why the revenue of dashboard and reports is more than "Registrul nostru" here, which is the money that moved. */
  atBank: (amount: string) =>
    `Aici e banul mișcat. Venitul din rapoarte are în plus ce e contestat, la bancă, până hotărăște ea: ${amount} LEI.`,
  owed: (amount: string) =>
    `Aici e banul mișcat. Venitul din rapoarte nu are ce e de dat înapoi, fiindcă rambursarea a eșuat: ${amount} LEI.`,
  /** Our column is of now, Stripe's of the comparison. `later`: what was booked between them; null for nothing. */
  until: (when: string, later: string | null) =>
    `Stripe până la ${when}${later === null ? "" : `, fără ${later} de după`}`,
  laterInAll: (later: string) => `Stripe fără ${later} de după comparare`,
  notCompared: "necomparată",
  columns: {
    month: "Luna",
    payments: "Plăți",
    paid: "Încasat",
    returned: "Rambursat",
    disputed: "Contestat",
    left: ours,
    theirs: "Stripe",
    difference: "Diferență",
  },
} as const;
