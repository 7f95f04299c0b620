import { translatable } from "#kernel/language.ts";
/** Sentences about a request or a field that several routes answer. */
export const requestTexts = translatable({
  notOurs: "Cererea nu vine din paginile noastre.",
  signIn: "Intră întâi în cont.",
  unreadable: "Cererea nu poate fi citită.",
  postOnly: "Se trimite cu POST.",
  getOnly: "Adresa aceasta se citește doar cu GET.",
  formUnreadable: "Formularul nu poate fi citit.",
  formTooLarge: "Formularul este prea mare.",
  fileFromElsewhere: "Fișierul se descarcă doar din paginile site-ului: deschide pagina și apasă acolo.",
  tooLarge: "Cererea este prea mare.",
  noAddress: "Site-ul nu are această adresă.",
  tooMany: "Prea multe cereri de la această adresă. Așteaptă puțin și încearcă din nou.",
  readOnly:
    "Site-ul este doar pentru citire pentru moment: nu se poate schimba nimic. Biletele cumpărate rămân valabile. Încearcă din nou mai târziu.",
  busy: "Site-ul este ocupat. Încearcă din nou peste câteva secunde.",
  upgrading: "Site-ul se actualizează chiar acum. Încearcă din nou peste un minut.",
  broken: "Ceva nu a mers. Încearcă din nou.",
  siteBusy: "Site-ul este ocupat, încearcă din nou peste câteva secunde.",
  ourFault: "Ceva nu a mers la noi. Încearcă din nou.",
  unknownCall: "Nu există.",
  phoneInvalid: "Introduceti un numar de telefon valid",
  emailInvalid: "Te rugam sa introduci o adresa de email valida",
  lettersOff: "Nu putem trimite emailuri acum. Încearcă mai târziu.",
  emailMeant: (email: string) =>
    `Ai vrut să scrii ${email}? Dacă adresa de mai sus e bună, trimite formularul încă o dată.`,
  writeMeant: (email: string) => `Scrie ${email}`,
});
