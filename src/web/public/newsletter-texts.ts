import { translatable } from "#kernel/language.ts";
import { requestTexts } from "#web/request/request-texts.ts";

export const newsletterTexts = translatable({
  title: "Noutăți",
  lead: "Scrie-ți adresa și îți spunem primii ce noapte urmează.",
  invalid: requestTexts.emailInvalid,
  unanswered: "Nu am primit niciun răspuns. Verifică legătura la internet și încearcă din nou.",
  tooMany: "S-au cerut prea multe abonări de pe conexiunea ta. Încearcă din nou peste o oră.",
  lettersOff: requestTexts.lettersOff,
  /** The same for every address, whether it is on the list or not. */
  asked: "Verifică-ți emailul: dacă adresa e bună, ai acolo un link de confirmare.",
  confirmTitle: "Confirmă abonarea",
  confirmText: "Apasă butonul și îți scriem când anunțăm nopți noi.",
  confirmButton: "Da, trimiteți-mi noutățile",
  confirmedTitle: "Ești pe listă",
  confirmedText: "Îți scriem când anunțăm nopți noi. Te dezabonezi oricând, din orice scrisoare.",
  leaveTitle: "Dezabonare",
  leaveText: "Apasă butonul și nu îți mai trimitem noutăți. Biletele și contul tău rămân cum sunt.",
  leaveButton: "Dezabonează-mă",
  leftTitle: "Te-ai dezabonat",
  leftText: "Nu îți mai trimitem noutăți. Biletele și contul tău rămân cum sunt.",
  overTitle: "Linkul nu mai e valabil",
  overText: "Cere altul: scrie-ți din nou adresa în formularul de noutăți, din josul paginii.",
  toNights: "Vezi nopțile",
});
