import { counted } from "#kernel/romanian.ts";

/** Words of the comparison with the card provider. */
export const reconciliationTexts = {
  title: "Împăcare cu Stripe",
  now: "Verifică acum",
  equal: "Fără diferență",
  different: "Diferență",
  bani: (n: string) => `${n} bani`,
  ours: "Registrul nostru",
  theirs: "Stripe",
  fine: "Fiecare plată, rambursare și contestație se potrivește la ban.",
  wrong: (places: number) =>
    `Banii sunt la locul lor; cărțile diferă în ${counted(places, { one: "loc", few: "locuri", other: "locuri" })}. Vânzarea și porțile merg mai departe.`,
  checked: (payments: number, refunds: number, since: string, at: string) =>
    `${counted(payments, { one: "plată", few: "plăți", other: "plăți" })} și ${counted(refunds, { one: "rambursare", few: "rambursări", other: "rambursări" })} de la ${since}. Verificat ${at}.`,
  never: "Încă nu s-a comparat nimic",
  neverText: "Compararea se face singură de patru ori pe zi. O poți porni și acum.",
  unknown: "Stripe nu răspunde acum. Nu s-a schimbat nimic; încearcă din nou peste câteva minute.",
  done: (n: number) => (n === 0 ? "Cărțile se potrivesc: 0 bani diferență" : "Am găsit diferențe"),
  here: "Aici este",
  kinds: { payment: "Plată", refund: "Rambursare", dispute: "Contestație" },
  missing: "lipsește",
  unknownOrder: "Nicio comandă de-a noastră",
  open: "Deschide achiziția",
  mend: "Ce nu știm noi se înregistrează singur la fiecare verificare. Ce rămâne cere un om: deschide achiziția și reverifică plata.",
  months: "Lună de lună",
  monthsNote: "sume în RON, după ziua înregistrării",
  columns: {
    month: "Luna",
    payments: "Plăți",
    paid: "Încasat",
    returned: "Rambursat",
    disputed: "Contestat",
    left: "Rămas",
  },
} as const;
