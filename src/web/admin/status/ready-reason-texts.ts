import type { SaleReason } from "#ticketing/reports/sale-checks.server.ts";
import { mailVerdicts } from "../email/email-texts.ts";
import { statusTexts } from "./status-texts.ts";

const letter = (why: string) => `Scrisoarea de probă nu a plecat: ${why}.`;

/** Why a check is green, red or unknown, and what to do. For the server alone: it names secrets. */
export const readyReasons: Record<SaleReason, (about: string) => string> = {
  account_fine: () => "Cheia e bună, și contul primește plăți adevărate.",
  account_test: () =>
    "Cheia e de probă: cardurile nu sunt taxate. Pune în STRIPE_SECRET_KEY cheia care începe cu sk_live_ sau rk_live_.",
  account_closed: () => "Stripe nu lasă contul să primească plăți: termină activarea lui în contul Stripe.",
  account_refused: () => "Stripe nu cunoaște cheia: copiaz-o din nou în STRIPE_SECRET_KEY.",
  account_hidden: () =>
    "Cheia nu are voie să citească contul. Vezi în Stripe că poate primi plăți, sau dă-i cheii dreptul „Account: read”.",
  account_silent: () => "Stripe nu răspunde acum: verifică din nou peste câteva minute.",
  notices_seen: (at) => `Ultima a sosit ${at}.`,
  notices_none: (address) =>
    `Încă niciuna. În Stripe, la Webhooks, adaugă ${address} și trimite o înștiințare de probă; secretul ei stă în STRIPE_WEBHOOK_SECRET.`,
  notices_other_mode: (address) =>
    `Au sosit doar înștiințări ale celuilalt mod, de probă sau adevărat, și nu contează. În Stripe, în modul cheii din STRIPE_SECRET_KEY, adaugă ${address}; secretul de acolo stă în STRIPE_WEBHOOK_SECRET.`,
  letters_off: () => "Sunt oprite sau fără server: completează setările de email și pornește-le.",
  letters_paused: () => "Serverul de poștă ne refuză: corectează setările, apoi reia trimiterea.",
  letters_untried: () => "Nicio scrisoare nu a plecat cu setările de acum: trimite-ți una de probă.",
  letters_accepted: () => "Serverul de poștă primește scrisorile. Uită-te că a ajuns în inbox, nu în spam.",
  letters_unreachable: () => letter(mailVerdicts.unreachable),
  letters_tls: () => letter(mailVerdicts.tls),
  letters_auth_failed: () => letter(mailVerdicts.auth_failed),
  letters_refused: () => letter(mailVerdicts.refused),
  sender_missing: () => "Nu e scrisă nicio adresă de expeditor: completează setările de email.",
  sender_silent: () => "Serviciul de nume (DNS) nu răspunde de aici: verifică din nou peste câteva minute.",
  spf_there: (domain) => `${domain} spune cine trimite în numele lui.`,
  spf_missing: (domain) =>
    `${domain} nu are SPF și scrisorile ajung în spam: adaugă în DNS înregistrarea TXT „v=spf1 …” pe care o dă serviciul de poștă.`,
  spf_twice: (domain) =>
    `${domain} are mai multe înregistrări SPF, și atunci nu contează niciuna: unește-le.`,
  dkim_there: (selector) => `Cheia ${selector} e publicată.`,
  dkim_unknown: (domain) =>
    `Nu am găsit cheia la numele obișnuite. Deschide scrisoarea de probă cu „arată originalul”: trebuie să scrie dkim=pass cu ${domain}.`,
  dmarc_there: () => "Domeniul spune ce se face cu scrisorile false.",
  dmarc_missing: (domain) => `Adaugă în DNS la _dmarc.${domain} înregistrarea TXT „v=DMARC1; p=none”.`,
  address_fine: (until) => `Răspunde prin https; certificatul e bun până ${until}.`,
  address_plain: (origin) =>
    `${origin} nu e https: pune în PUBLIC_ORIGIN adresa https pe care o văd oamenii.`,
  address_ends: (until) => `Certificatul se termină ${until} și nu s-a reînnoit: uită-te la certbot.`,
  address_elsewhere: (status) =>
    `La adresa din PUBLIC_ORIGIN răspunde altceva (${status}): verifică DNS-ul și nginx-ul.`,
  address_unsafe: (code) =>
    `Nu există o legătură sigură la PUBLIC_ORIGIN (${code}): verifică numele, portul 443 și certificatul.`,
  address_silent: (origin) =>
    `${origin} nu se poate vedea de pe mașina aceasta: deschide-l de pe un telefon.`,
  clock_right: () => "Mașina, baza de date și Stripe au aceeași oră.",
  clock_wrong: (seconds) =>
    `E o diferență de ${seconds} s între ceasuri: pornește NTP (timedatectl set-ntp true) pe fiecare mașină.`,
  clock_unknown: () =>
    "Baza de date are ora noastră; a lui Stripe nu se poate afla fără un răspuns de la el.",
  backup_fresh: (at) => `Ultima e de ${at}.`,
  backup_old: () => statusTexts.backupOld,
  backup_none: () => statusTexts.backupNone,
  backup_failed: (reason) => statusTexts.backupFailed(reason),
  seller_there: (line) => `${line}.`,
  seller_missing: () =>
    "Legea cere pe site și pe bilete societatea, CUI-ul, numărul din registrul comerțului și sediul: scrie-le la Brand.",
  terms_there: () => "Pagina e scrisă.",
  terms_missing: () => "Pagina e goală: scrie termenii și condițiile înainte să vinzi.",
  privacy_there: () => "Pagina e scrisă.",
  privacy_missing: () => "Pagina e goală: scrie ce date păstrezi și de ce înainte să vinzi.",
  vat_there: (rate) => `Cota de acum: ${rate} %.`,
  vat_missing: () =>
    "Nu e scrisă nicio cotă: scrie-o pe cea dată de contabil, 0 dacă societatea nu plătește TVA.",
};
