import { translatable } from "#kernel/language.ts";
import { saleTexts } from "#web/request/sale-texts.ts";

/** Texts of buying without paying. Sentences that the specification quotes are byte for byte. */
export const testPurchaseTexts = translatable({
  title: "Cumpărare de probă",
  text: "Fără card, doar în modul demonstrativ. Biletul iese adevărat, codul lui trece prin poarta demo.",
  back: "Înapoi la eveniment",
  summary: "Rezumat",
  total: "Total",
  buy: "Cumpără de probă",
  buying: "Procesare...",
  nothingCharged: "Nu se încasează nimic.",
  failed: "Eroare la achizitionarea biletelor. Va rugam sa incercati din nou.",
  notSent: "Biletele au fost achizitionate, dar confirmarea prin email nu a putut fi trimisa.",
  eventFailed: saleTexts.eventFailed,
  doneTitle: "Biletul de probă e gata.",
  doneText: "Fără plată. Confirmarea e în",
  mailbox: "cutia poștală demo",
  seeProfile: "Vezi în profil",
  otherEvents: "Alte evenimente",
});
