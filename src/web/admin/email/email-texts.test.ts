import { expect, it } from "vitest";
import { emailTexts, mailFieldProblems, templateTitle } from "./email-texts.ts";
import { mailBannerTexts } from "./mail-banner-texts.ts";

it.each([
  ["B10-12", mailFieldProblems.required, "Acest câmp este obligatoriu"],
  ["B10-13", mailFieldProblems.email_invalid, "Adresa de email invalidă"],
  ["B10-17", emailTexts.templates.required, "Te rugăm să completezi toate câmpurile obligatorii"],
  ["B10-22", emailTexts.templates.removeAsk, "Sigur doriți să ștergeți acest șablon?"],
  ["B13-10", emailTexts.settings.notAllowed, "Nu aveți dreptul să modificați setările de email"],
  ["B13-11", emailTexts.trial.notAllowed, "Nu aveți dreptul să testați emailul"],
  ["B13-16", emailTexts.denied, "Permisiune refuzată: Nu aveți privilegiile admin necesare."],
  ["B14-19", emailTexts.loadFailed, "S-a produs o eroare la încărcarea setărilor de email"],
  ["B14-20", emailTexts.settings.saveFailed, "Eroare la salvarea setărilor de email"],
  ["B14-21", emailTexts.trial.failed("x"), "Eroare la trimiterea emailului: x"],
  ["B14-22", emailTexts.trial.notSent, "Nu s-a putut trimite emailul de test"],
  ["B14-23", emailTexts.templates.saveFailed, "Eroare la salvarea șablonului de email"],
  ["B14-24", emailTexts.templates.createFailed, "Eroare la crearea șablonului de email"],
  ["B14-25", emailTexts.templates.removeFailed, "Eroare la ștergerea șablonului de email"],
  ["B14-26", emailTexts.choice.saveFailed, "Eroare la salvarea configurației de șabloane"],
  ["B14-27", emailTexts.templates.copyFailed, "Eroare la copierea în clipboard"],
  ["B14-50", emailTexts.settings.saved, "Setările de email au fost salvate cu succes"],
  ["B14-51", emailTexts.trial.sent, "Emailul de test a fost trimis cu succes"],
  ["B14-52", emailTexts.templates.saved, "Șablonul de email a fost salvat cu succes"],
  ["B14-53", emailTexts.templates.created, "Șablonul de email a fost creat cu succes"],
  ["B14-54", emailTexts.templates.removed, "Șablonul de email a fost șters cu succes"],
  ["B14-55", emailTexts.choice.saved, "Configurația de șabloane a fost salvată cu succes"],
  ["B14-56", emailTexts.templates.copied, "Codul HTML a fost copiat în clipboard"],
])("%s is shown byte for byte", (_row, shown, quoted) => expect(shown).toBe(quoted));

it.each([
  ["ticket_confirmation", "Ticket Confirmation"],
  ["welcome_email", "Welcome Email"],
  ["a__b_2", "A B 2"],
])("B10-23: %s is shown as %s", (name, title) => expect(templateTitle(name)).toBe(title));

it("F30: the banner counts as Romanian does, and links to the page that repairs it", () => {
  const view = { since: "21.11.2026, 22:47", failed: 20, waiting: 2, refusal: null };
  expect(mailBannerTexts({ ...view, kind: "paused" })).toMatchObject({
    title: "Scrisorile sunt oprite de la 21.11.2026, 22:47: serverul a refuzat parola.",
    text: "2 scrisori așteaptă la rând, niciuna nu s-a pierdut. Vânzarea merge, biletele sunt în conturi.",
    to: "/admin/email",
  });
  expect(mailBannerTexts({ ...view, kind: "failed" })).toMatchObject({
    title: "20 de scrisori eșuate.",
    to: "/admin/email/outbox?status=failed",
  });
});
