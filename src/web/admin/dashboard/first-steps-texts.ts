import { counted } from "#kernel/romanian.ts";
import type { FirstStep } from "#ticketing/content/first-steps.ts";

type StepWords = {
  readonly title: string;
  readonly todo: string;
  readonly done: string;
  readonly open: string;
  readonly to: string;
};

/** Texts of the steps of a club's first evening. */
export const firstStepsTexts = {
  title: "Prima seară",
  lead: "Șase pași și vinzi primul bilet. Poți pleca oricând, nimic nu se pierde.",
  progress: (done: number) => `${done} din 6 gata`,
  left: (n: number) =>
    n === 0 ? "" : `mai ${n === 1 ? "e" : "sunt"} ${counted(n, { one: "pas", few: "pași", other: "pași" })}`,
  change: "Vezi",
  skip: "Sari peste",
  skipNamed: (title: string) => `Sari peste: ${title}`,
  skipped: "Sărit, îl poți face oricând.",
  ready: "Gata de vânzare? Vânzător, termeni, confidențialitate, TVA",
  close: "Nu mai arăta pașii",
  states: { done: "gata", skipped: "sărit", open: "de făcut" },
  draft: (title: string) => `„${title}” e încă nepublicată.`,
  openDraft: "Deschide noaptea",
  steps: {
    names: {
      title: "Nume, semn și culori",
      todo: "Cum se numește clubul, cu semnul și cele două culori ale lui.",
      done: "Clubul are numele lui.",
      open: "Scrie numele",
      to: "/admin/brand",
    },
    seller: {
      title: "Cine vinde",
      todo: "Societatea, CUI-ul, numărul din registrul comerțului și sediul: legea le cere pe site și pe bilete.",
      done: "Vânzătorul e scris.",
      open: "Scrie vânzătorul",
      to: "/admin/brand",
    },
    hero: {
      title: "Prima pagină",
      todo: "Poza de început și textul peste ea.",
      done: "Prima pagină are textul ei.",
      open: "Alege poza",
      to: "/admin/content",
    },
    sender: {
      title: "Scrisori",
      todo: "De pe ce adresă pleacă biletele, și unde se răspunde. O probă îți arată că merge.",
      done: "Scrisorile pleacă.",
      open: "Leagă adresa",
      to: "/admin/email",
    },
    payments: {
      title: "Plăți",
      todo: "Cheia Stripe e dată la pornire; prima împăcare arată că plățile se pot citi.",
      done: "Stripe e legat și citit.",
      open: "Împacă acum",
      to: "/admin/reconciliation",
    },
    night: {
      title: "Prima noapte",
      todo: "Titlu, dată, loc, o poză și tipurile de bilete; rămâne ciornă până o publici.",
      done: "Prima noapte e publicată.",
      open: "Fă prima noapte",
      to: "/admin/events/new",
    },
  } satisfies Record<FirstStep, StepWords>,
} as const;
