import { agreed, counted, nounFor } from "#kernel/romanian.ts";
import type { StopKind } from "#ticketing/events/stop.ts";

const stoppedThing: Record<StopKind, string> = {
  sale: "Vânzarea este oprită",
  refunds: "Rambursările sunt oprite",
  read_only: "Doar citire",
};

/** Texts of the stops. */
export const stopTexts = {
  title: "Opriri",
  sub: (on: number, inAll: number) => `${agreed(on, "pornită", "pornite")} din ${inAll}`,
  kinds: {
    sale: "Oprește vânzarea",
    refunds: "Oprește rambursările",
    read_only: "Doar citire",
  } satisfies Record<StopKind, string>,
  notes: {
    sale: "Nimeni nu mai poate reține locuri. Cine plătește deja poate termina.",
    refunds: "Nici de aici, nici singure. Cererile se strâng și așteaptă.",
    read_only: "Nimeni nu schimbă evenimentul și nu vinde. Porțile admit mai departe.",
  } satisfies Record<StopKind, string>,
  columns: { night: "Eveniment", date: "Data", sold: "Vândute" },
  wholeSite: "Tot site-ul",
  runs: "merge",
  stopped: "oprit",
  until: (when: string) => `până la ${when}`,
  switchLabel: (kind: string, name: string) => `${kind}: ${name}`,
  foot: "Se aplică pe toate procesele într-o secundă. Porțile nu se opresc niciodată de aici.",
  questions: {
    sale: (name: string) => `Oprești vânzarea pentru ${name}?`,
    refunds: (name: string) => `Oprești rambursările pentru ${name}?`,
    read_only: (name: string) => `Pui doar pe citire ${name}?`,
  } satisfies Record<StopKind, (name: string) => string>,
  explained: {
    sale: "Pagina spune „Vânzarea este oprită pentru moment”. Biletele vândute intră mai departe.",
    refunds:
      "Banii nu mai pleacă spre clienți până la repornire; cererile făcute între timp rămân în așteptare.",
    read_only:
      "Evenimentul, biletele și prețurile nu se mai pot schimba și nu se vinde nimic. Plățile începute se termină.",
  } satisfies Record<StopKind, string>,
  siteReadOnly:
    "Nimeni nu mai poate schimba nimic pe site, nici cont, nici setări, și nu se vinde nimic. Porțile, plățile începute, Echipa și această pagină merg mai departe.",
  held: (until: string | null) =>
    until === null ? "locuri reținute acum" : `locuri reținute acum; pot fi plătite până la ${until}`,
  inLine: (n: number) => nounFor(n, "order", "la rând", "la rând"),
  left: "locuri rămân libere",
  why: "Motiv",
  whyHint: "Alege motivul",
  causes: ["Locul e plin", "Greșeală de preț", "Vreme", "Cererea autorităților", "Conturi blocate", "Altul"],
  other: "Altul",
  details: "Detalii",
  detailsNeeded: "Scrie pe scurt motivul",
  ends: "Pornește singură la",
  endsHint: "Fără oră rămâne oprită.",
  cancel: "Renunță",
  done: "Oprit.",
  lifted: "Repornit.",
  already: "Este deja oprit.",
  failed: "Nu s-a putut schimba. Încearcă din nou.",
  banner: (n: number) => counted(n, "stop", "pornită", "pornite"),
  /** A stop in the banner; `night` is null for the whole site. */
  bannerStop: ({ kind, night, reason }: { kind: StopKind; night: string | null; reason: string }) =>
    `${stoppedThing[kind]} ${night === null ? "pe tot site-ul" : `la „${night}”`}: ${reason}.`,
  bannerMore: (n: number) => `Și încă ${n}.`,
  see: "Vezi opririle",
} as const;
