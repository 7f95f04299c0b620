import { counted, grouped } from "#kernel/romanian.ts";

/** Texts of the sale at the door, for the people who set tickets aside and count the tills. */
export const doorSaleTexts = {
  title: "Vânzare la ușă",
  tab: "Vânzare",
  advice: "Pui deoparte bilete pentru un telefon",
  adviceHint:
    "Ies din vânzarea obișnuită și le vinde numai telefonul acela, și fără internet. Ce rămâne întorci aici, când vrei.",
  noPhones: "Niciun telefon legat. Leagă unul la Porți.",
  phone: (gate: string, phone: string) => `${gate}, ${phone}`,
  share: (name: string, price: string) => `${name} · ${price}`,
  counts: (left: number, all: number, sold: number) =>
    `${grouped(left)} din ${grouped(all)} rămase, ${grouped(sold)} ${sold === 1 ? "vândut" : "vândute"}`,
  overSold: (n: number) => `cu ${counted(n, "ticket")} peste ce era pus deoparte`,
  cancelledNight: "anulată",
  type: "Tip",
  offer: (name: string, price: string, left: number) => `${name}, ${price}, rămase ${grouped(left)}`,
  quantity: "Câte bilete",
  setAside: "Pune deoparte",
  setAsideFor: (phone: string) => `Pune deoparte pentru ${phone}`,
  giveBack: (n: number) => `Întoarce ${counted(n, "ticket")}`,
  stopped: "oprit",
  unsettled: (unsent: number) =>
    unsent === 0
      ? "Telefonul nu dă semn. Ce vinde acum fără internet se vede abia când revine."
      : `Telefonul are ${counted(unsent, "row", "netrimis", "netrimise")}. Ce a vândut poate fi mai mult; dacă întorci acum, vânzările acelea apar „peste ce era pus deoparte”.`,
  wasSetAside: (n: number) => `Telefonul are acum ${counted(n, "ticket")} de tipul acesta.`,
  wasGivenBack: (n: number) =>
    `${n === 1 ? "S-a întors" : "S-au întors"} în vânzare ${counted(n, "ticket")}.`,
  refused: {
    bad_quantity: "Scrie câte bilete, între 1 și 5.000.",
    cancelled: "Noaptea e anulată.",
    over: "Noaptea a trecut.",
    read_only: "Vânzarea e oprită (Opriri).",
    phone_stopped: "Telefonul e oprit sau i-a expirat legarea.",
    changed_meanwhile:
      "Între timp s-a schimbat ce are telefonul deoparte: poate formularul a ajuns deja. Încarcă iar pagina.",
    nothing_left: "Nu mai e nimic de întors.",
    bad_sum: "Scrie cât ai numărat, în lei: 1.240 sau 1240,50.",
    missing: "Telefonul sau tipul nu mai e al nopții. Încarcă iar pagina.",
    not_enough: (available: number) =>
      available === 0
        ? "Nu mai e niciun bilet liber."
        : `Mai ${available === 1 ? "e" : "sunt"} numai ${counted(available, "ticket")}.`,
  },
  sums: "Vândut la ușă",
  nothingSold: "Încă nimic.",
  means: { cash: "Numerar", terminal: "Card la POS", protocol: "Protocol" },
  sum: (n: number, persons: number) => `${counted(n, "ticket")}, ${counted(persons, "person")}`,
  tills: "Case",
  noTills: "Nicio casă cu numerar încă.",
  tillAt: (phone: string, at: string) => `${phone}, predată ${at}`,
  tillLeft: (phone: string, at: string) => `${phone}, numărată după oprire ${at}`,
  countTill: (sum: string) => `Casa lui: trebuie ${sum}. Numărat, în lei:`,
  closeTill: "Închide casa",
  tillClosed: "Casa e numărată.",
  tillOpen: (phone: string) => `${phone}, deschisă`,
  expected: "trebuie",
  opening: (sum: string) => ` (cu fondul de ${sum})`,
  counted: "numărat",
  difference: (sum: string) => `diferență ${sum}`,
  nights: "Nopți",
  noNights: "Nicio noapte în zilele acestea.",
} as const;
