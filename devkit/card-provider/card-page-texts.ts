import type { CardFault, PaymentOutcome } from "./test-cards.ts";

/** Sentences of the hosted card page; the customer reads what happened to the money and what to do next. */
export const cardPageTexts = {
  provider: "Procesator demo",
  testMode: "Mediu de test: nu se încasează bani",
  title: "Plată | Procesator demo",
  back: (merchant: string) => `Înapoi la ${merchant}`,
  total: "Total de plată",
  heading: "Plătește cu cardul",
  email: "Email",
  number: "Număr card",
  expiry: "Expiră",
  expiryHint: "LL / AA",
  cvc: "Cod CVC",
  cvcHint: "3 cifre",
  name: "Numele de pe card",
  pay: (amount: string) => `Plătește ${amount}`,
  safe: "Datele cardului rămân la procesator. Clubul nu le vede.",
  testCards: "Carduri de test",
  testCardsHint: "Cu orice dată viitoare și orice cod de 3 cifre.",
  testCardRows: [
    ["4242 4242 4242 4242", "plată reușită"],
    ["4000 0000 0000 3220", "cere confirmare 3-D Secure"],
    ["4000 0000 0000 0002", "card refuzat"],
  ],
  bankTitle: "Confirmare 3-D Secure | Procesator demo",
  bankHeading: "Confirmă plata la banca ta",
  bankLead: "Banca (demo) întreabă dacă plata aceasta este a ta.",
  bankMerchant: "Comerciant",
  bankAmount: "Sumă",
  bankCard: "Card",
  authorize: "Autorizează",
  reject: "Respinge",
  expiredTitle: "Pagina de plată a expirat",
  expiredText: "Timpul de plată s-a terminat și nu s-a încasat nimic. Locurile se pot rezerva din nou.",
  closedTitle: "Pagina de plată a fost închisă",
  closedText: (merchant: string) =>
    `${merchant} a închis-o. De aici nu s-a încasat nimic. Ce s-a întâmplat cu comanda vezi la ${merchant}.`,
  missingTitle: "Pagina de plată nu există",
  missingText: "Verifică adresa sau întoarce-te la magazin.",
  fixFirst: "Verifică rubricile marcate. Nu s-a încasat nimic.",
} as const;

export const faultSentences: Record<CardFault, string> = {
  email_invalid: "Scrie o adresă de email validă.",
  number_incomplete: "Numărul cardului nu este complet.",
  number_invalid: "Numărul cardului nu este valid.",
  expiry_invalid: "Scrie luna și anul, de exemplu 12 / 34.",
  expiry_past: "Cardul a expirat.",
  cvc_invalid: "Scrie cele 3 cifre de pe spatele cardului.",
  name_missing: "Scrie numele de pe card.",
};

export const outcomeSentences: Record<
  Exclude<PaymentOutcome, "paid" | "asks_bank"> | "bank_rejected",
  string
> = {
  declined: "Cardul a fost refuzat. Nu s-a încasat nimic. Încearcă cu alt card.",
  insufficient_funds: "Cardul nu are fonduri suficiente. Nu s-a încasat nimic. Încearcă cu alt card.",
  expired_card: "Cardul a expirat. Nu s-a încasat nimic. Încearcă cu alt card.",
  not_a_test_card: "Aici merg doar cardurile de test de mai jos. Cardul tău nu a fost folosit.",
  bank_rejected: "Banca nu a confirmat plata. Nu s-a încasat nimic. Încearcă din nou sau cu alt card.",
};

const lei = new Intl.NumberFormat("ro-RO", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `220,00 LEI`, with a space that does not break. */
export function inLei(bani: number): string {
  return `${lei.format(bani / 100)} LEI`;
}
