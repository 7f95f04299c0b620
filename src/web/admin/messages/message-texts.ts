import { agreed, counted, grouped } from "#kernel/romanian.ts";
import type { AtGate, MessageKind } from "#ticketing/delivery/night-messages/night-message.ts";
import type { SendNightMessageRefusal } from "#ticketing/delivery/night-messages/send-night-message.server.ts";
import { lengths, limits } from "#ticketing/limits.ts";

/** Texts of the messages to a night's ticket holders. */
export const messageTexts = {
  open: "Mesaje",
  title: (night: string) => `Mesaje, ${night}`,
  whom: "Cui",
  who: "Cine îl primește",
  kinds: {
    service: { title: "De serviciu", note: "ore, loc, acces. Ajunge la toți cei cu bilet." },
    news: { title: "Noutăți", note: "altă noapte, oferte. Doar celor cu bilet care au cerut noutăți." },
  } satisfies Record<MessageKind, { title: string; note: string }>,
  fields: {
    kind: { label: "Felul mesajului" },
    types: { label: "Tipuri", hint: "Fără nicio bifă: toate tipurile." },
    at: { label: "La poartă", hint: "Se socotește când pleacă." },
    subject: { label: "Subiect", hint: `Cel mult ${counted(lengths.messageSubject, "alphabetLetter")}.` },
    body: { label: "Mesaj", hint: "Text simplu. Salutul, noaptea și legătura către bilete se pun singure." },
  },
  ats: {
    all: "Toți",
    entered: "Doar cei intrați",
    not_entered: "Doar cei neintrați",
  } satisfies Record<AtGate, string>,
  holders: "Îl primește cine are biletul acum: cel căruia i-a fost trimis, nu cel care l-a trimis.",
  once: "Fiecare om primește unul singur, oricâte bilete are. Biletele rambursate nu se pun.",
  words: "Ce scrii",
  preview: "Vezi cum arată",
  previewHint: "Nimic nu pleacă încă.",
  selling: "Dacă vinzi ceva în el, e de noutăți",
  sellingText: "„Reduceri”, „ultimele bilete”, alte nopți: alege Noutăți. Legea și oamenii fac diferența.",
  question: (n: number) => `Trimiți mesajul la ${counted(n, "human")}?`,
  sending: (subject: string) => `Trimiți mesajul „${subject}” celor cu bilet.`,
  received: (n: number) =>
    n === 0 ? "" : `Dintre ei, ${counted(n, "human", "a primit", "au primit")} biletul de la altcineva.`,
  look: "Cum se vede",
  lookNote: "cu numele tău în locul celui care citește",
  back: "Mai schimb",
  send: (n: number) => `Trimite la ${counted(n, "human")}`,
  sent: "Mesajul pleacă acum. Îl poți opri cât timp mai așteaptă.",
  stop: (subject: string) => `Oprește „${subject}”`,
  stopShort: "Oprește",
  stopped: (n: number | null) =>
    n === null
      ? "Mesajul e oprit: nu a plecat la nimeni."
      : `Mesajul e oprit: ${counted(n, "human", "nu îl mai primește", "nu îl mai primesc")}.`,
  list: "Trimise",
  count: (n: number) => counted(n, "message"),
  none: "Niciun mesaj încă",
  noneText: "Ce scrii celor cu bilet la noaptea aceasta apare aici, cu câți l-au primit.",
  columns: { subject: "Subiect", kind: "Fel", whom: "Cui", arrived: "Ajunse", at: "Trimis", acts: "Acțiuni" },
  kindShort: { service: "serviciu", news: "noutăți" } satisfies Record<MessageKind, string>,
  all: "toți",
  atShort: { all: "", entered: "intrați", not_entered: "neintrați" } satisfies Record<AtGate, string>,
  soon: "pleacă acum",
  stoppedEarly: "oprit înainte să plece",
  arrived: (sent: number, of: number) => `${sent} din ${of}`,
  waiting: (n: number) => `${grouped(n)} așteaptă`,
  failed: (n: number) => agreed(n, "respins", "respinse"),
  dropped: (n: number) => agreed(n, "oprit", "oprite"),
  noTracking: "Nu urmărim deschideri și clicuri; știm doar ce a ajuns și ce s-a întors.",
  untold: (n: number) =>
    `${counted(n, "human", "are bilet și nu știe", "au bilete și nu știu")} ce s-a schimbat. Mesajul de mai jos pleacă numai dacă îl trimiți.`,
  changed: {
    subject: (title: string) => `${title}: s-a schimbat ceva`,
    place: (where: string) => `Noaptea are alt loc: ${where}.`,
    age: (from: number | null) =>
      from === null
        ? "Intrarea nu mai are o vârstă minimă."
        : `Intrarea e permisă de la ${counted(from, "year")}; ia la tine un act de identitate.`,
    same: "Biletele rămân bune, cu aceleași coduri.",
  },
  over: "Noaptea a trecut de mult: celor care au fost la ea nu li se mai scrie de aici.",
  refused: {
    missing: "Noaptea sau un tip ales nu mai există. Încarcă din nou pagina.",
    over: "Noaptea a trecut de mult: celor care au fost la ea nu li se mai scrie de aici.",
    nobody: "Nimeni nu e în alegerea asta: nu pleacă niciun mesaj.",
    too_many_today: `Pentru o noapte pleacă cel mult ${counted(limits.messagesPerNightAndDay, "message")} pe zi.`,
    nothing_waits: "Nu mai era nimic de oprit.",
    failed: "Nu s-a putut. Încearcă din nou.",
  } satisfies Partial<Record<SendNightMessageRefusal["reason"] | "nothing_waits" | "failed", string>>,
} as const;
