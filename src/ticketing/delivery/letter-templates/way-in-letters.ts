import type { LetterTemplate } from "../fill-template.ts";
import { chooseOther, lockedOut, plea } from "./account-letters.ts";
import type { LetterFrame } from "./letter-shell.ts";

type Change = {
  readonly subject: string;
  readonly heading: string;
  /** The change, as a whole sentence. */
  readonly happened: string;
};

/** Tells the owner that a way to sign in has changed, and to choose another password if it was not them. */
const wayIn =
  ({ subject, heading, happened }: Change) =>
  (frame: LetterFrame): LetterTemplate =>
    plea(frame, {
      subject,
      preview: "Dacă nu ai făcut-o tu, alege acum altă parolă.",
      heading,
      say: `${happened} Este vorba de contul tău de la {{club_name}}. Dacă ai fost tu, nu mai e nimic de făcut. Dacă nu, alege acum altă parolă și uită-te apoi în pagina Securitate a profilului.`,
      buttonText: chooseOther,
      otherwise: lockedOut,
      why: "Primești acest email pentru că s-a schimbat felul în care se intră în contul tău.",
    });

export const addressChanged = wayIn({
  subject: "Adresa contului tău a fost schimbată",
  heading: "Adresă schimbată",
  happened: "Contul tău are de acum altă adresă de email; cea la care citești nu mai este a lui.",
});

export const factorAdded = wayIn({
  subject: "Autentificarea în doi pași este pornită",
  heading: "Doi pași",
  happened: "La conectare îți vom cere de acum și un cod din aplicația ta.",
});

export const factorRemoved = wayIn({
  subject: "Autentificarea în doi pași a fost oprită",
  heading: "Un singur pas",
  happened: "O aplicație de coduri a fost scoasă din contul tău.",
});

export const recoveryCodesRenewed = wayIn({
  subject: "Ai coduri de rezervă noi",
  heading: "Coduri noi",
  happened: "Au fost făcute coduri de rezervă noi, iar cele vechi nu mai merg.",
});

export const recoveryCodeUsed = wayIn({
  subject: "Un cod de rezervă a fost folosit",
  heading: "Cod folosit",
  happened: "Cineva s-a conectat cu parola ta și cu un cod de rezervă, care nu mai merge a doua oară.",
});

export const passkeyAdded = wayIn({
  subject: "O cheie de acces nouă în contul tău",
  heading: "Cheie nouă",
  happened: "Un dispozitiv a primit o cheie cu care se poate intra fără parolă.",
});

export const passkeyRemoved = wayIn({
  subject: "O cheie de acces a fost ștearsă",
  heading: "Cheie ștearsă",
  happened: "Una dintre cheile de acces a fost ștearsă și nu mai deschide contul.",
});

export const identityLinked = wayIn({
  subject: "Un cont din altă parte a fost legat de al tău",
  heading: "Cont legat",
  happened: "Se poate intra de acum și cu un cont pe care îl ai în altă parte.",
});

export const identityUnlinked = wayIn({
  subject: "Un fel de a intra în cont a fost scos",
  heading: "Cont dezlegat",
  happened: "Unul dintre felurile în care se putea intra a fost scos.",
});
