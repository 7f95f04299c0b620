import type { SaleCheck } from "#ticketing/reports/sale-checks.server.ts";

/** Texts of the checks before the first sale, in the back-office and in the terminal. */
export const readyTexts = {
  title: "Gata de vânzare?",
  lead: (red: number, unknown: number) =>
    red > 0
      ? `De pus la punct înainte de a vinde: ${red} din cele de mai jos.`
      : unknown > 0
        ? "Nimic nu e de pus la punct; ce nu se poate afla de aici verifică singur."
        : "Totul e gata. Se poate vinde.",
  nights:
    "Înainte de prima noapte încearcă, cu un telefon, un card și o imprimantă adevărate, cele douăzeci de lucruri din „Before the first night”: fișierul docs/first-night.md al programului, pe care îl are cine l-a instalat.",
  again: "Verifică din nou",
  letter: "Trimite-mi o scrisoare de probă",
  letterTooOften: "Ai trimis prea multe probe. Așteaptă un minut.",
  go: "Deschide",
  columns: { name: "Ce", state: "Stare", words: "De ce, și ce e de făcut" },
  states: { green: "Bine", red: "De pus la punct", unknown: "Nu se poate afla" },
  checks: {
    account: { title: "Contul Stripe" },
    notices: { title: "Înștiințările Stripe" },
    letters: { title: "Scrisorile", to: "/admin/email" },
    spf: { title: "SPF", to: "/admin/email" },
    dkim: { title: "DKIM", to: "/admin/email" },
    dmarc: { title: "DMARC", to: "/admin/email" },
    address: { title: "Adresa site-ului" },
    clock: { title: "Ceasul" },
    backup: { title: "Copia de siguranță", to: "/admin/status" },
    seller: { title: "Cine vinde", to: "/admin/brand" },
    terms: { title: "Termeni și condiții", to: "/admin/content/legal/terms" },
    privacy: { title: "Confidențialitate", to: "/admin/content/legal/privacy" },
    vat: { title: "TVA", to: "/admin/settlement/rates" },
  } satisfies Record<SaleCheck, { title: string; to?: string }>,
};
