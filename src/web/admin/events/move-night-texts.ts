import { counted } from "#kernel/romanian.ts";
import type { MoveNightRefusal } from "#ticketing/orders/moved-nights/move-night.server.ts";
import type { FixedEnd } from "#ticketing/orders/moved-nights/move-queries.server.ts";

/** Texts of moving a night. */
export const moveNightTexts = {
  open: "Mută noaptea",
  title: (name: string) => `Mută ${name}`,
  sub: (when: string) => `Acum: ${when}. Nimic nu pleacă până la ultimul pas.`,
  whenAndWhere: "Data și locul noi",
  addressHint: "Dacă se schimbă locul, verifică și adresa, și drumul până acolo.",
  reason: "Motivul, pentru oameni",
  reasonHint: "Apare pe pagina nopții și în scrisoare.",
  means: "Ce înseamnă",
  countedAt: (time: string) => `socotit la ${time}`,
  amount: "Cel mult de dat înapoi",
  amountNote: "dacă toți cer banii; cine nu alege păstrează",
  /** A moment that stays is said beside what goes on. */
  facts: (held: number, staying: number) => [
    staying === 0
      ? "Vânzarea continuă, pentru data nouă. Codurile QR rămân aceleași."
      : "Vânzarea continuă, pentru data nouă, cât o lasă momentele de mai jos. Codurile QR rămân aceleași.",
    "Fiecare cumpărător alege singur: păstrează biletele sau cere banii înapoi.",
    ...(held === 0
      ? []
      : [
          `${counted(held, { one: "loc", few: "locuri", other: "locuri" })} în coșuri: cine plătește primește și el alegerea.`,
        ]),
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
  letter: "Scrisoarea",
  subject: (name: string) => `${name} s-a mutat: (data nouă)`,
  letterLines: (day: string) => [
    "(motivul de mai sus)",
    `Era ${day}. Păstrezi biletele sau vrei banii înapoi?`,
    "Dacă nu alegi, biletele rămân bune pentru data nouă.",
  ],
  letterNote: "E o scrisoare de serviciu: ajunge la toți, și la cei fără noutăți.",
  choice:
    "Se poate alege până cu o zi înainte de noua dată, dar cel puțin două zile de la scrisoare, sau până se deschid ușile.",
  giveUp: "Renunță",
  act: "Mută noaptea",
  purpose: (name: string, when: string, most: string) =>
    `Muți „${name}” pe ${when}. Oamenii pot cere înapoi cel mult ${most} RON.`,
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

  last: "Ultima mutare",
  lastAt: (at: string, was: string) => `Mutată ${at}; era ${was}.`,
  letters: (sent: number, of: number) => `${sent} din ${of} scrisori au plecat.`,
  lettersFailed: (n: number) => `${n} respinse: vezi scrisorile netrimise`,
  told: (n: number) =>
    counted(n, { one: "comandă a aflat", few: "comenzi au aflat", other: "comenzi au aflat" }),
  left: (n: number) =>
    `${counted(n, { one: "comandă așteaptă", few: "comenzi așteaptă", other: "comenzi așteaptă" })}: se plătesc chiar acum, sunt contestate la bancă, sau le vine rândul.`,
  returned: (n: number, amount: string) =>
    n === 0
      ? "Nimeni nu a cerut banii înapoi."
      : `${counted(n, { one: "comandă a cerut", few: "comenzi au cerut", other: "comenzi au cerut" })} banii înapoi: ${amount} RON.`,
  until: (when: string) => `Ultima alegere se închide ${when}.`,
} as const;
