import { counted, spanInWords } from "#kernel/romanian.ts";
import { inSeconds } from "#kernel/time.ts";
import { durations } from "#ticketing/limits.ts";
import type { LetterTemplate } from "../fill-template.ts";
import {
  askToOpen,
  display,
  greeting,
  type LetterBlock,
  link,
  onlyHtml,
  paragraph,
  sans,
  say,
  sayQuietly,
  table,
} from "./letter-blocks.ts";
import { type LetterFrame, letter } from "./letter-shell.ts";

type OneButton = {
  readonly subject: string;
  readonly preview: string;
  readonly heading: string;
  readonly say: string;
  readonly buttonText: string;
  /** The variable with the button's link, if it is not `action_url`. */
  readonly link?: "role_link";
  readonly otherwise: string;
  readonly why: string;
};

/** An email with one button. Only a click on the opened page acts; opening the link does nothing. */
const oneButton =
  ({ say, buttonText, link, otherwise, ...shell }: OneButton) =>
  (frame: LetterFrame): LetterTemplate =>
    letter(frame, {
      ...shell,
      blocks: [greeting, askToOpen(say, buttonText, link), sayQuietly(otherwise)],
    });

const chooseOther = "Alege altă parolă";
const lockedOut = "Dacă nu mai poți intra în cont, răspunde la acest email.";
const usedAddress = "Primești acest email pentru că cineva a folosit adresa ta la înregistrare.";
const linkIsGood = `Linkul e valabil ${spanInWords(durations.letterLink)}`;

const wayInWhy = "Primești acest email pentru că s-a schimbat felul în care se intră în contul tău.";

type WayIn = Pick<OneButton, "subject" | "heading"> & {
  /** The change, as a full sentence. */
  readonly happened: string;
};

/** An email that tells the owner of a changed way to sign in, and to choose a new password if it was not them. */
const wayIn = ({ subject, heading, happened }: WayIn) =>
  oneButton({
    subject,
    preview: "Dacă nu ai făcut-o tu, alege acum altă parolă.",
    heading,
    say: `${happened} Este vorba de contul tău de la {{club_name}}. Dacă ai fost tu, nu mai e nimic de făcut. Dacă nu, alege acum altă parolă și uită-te apoi în pagina Securitate a profilului.`,
    buttonText: chooseOther,
    otherwise: lockedOut,
    why: wayInWhy,
  });

/** The blocks for a code of six digits. The subject never contains it, because a locked phone shows subjects. */
function codeBlocks(purpose: string, validFor: string, otherwise: string): LetterBlock[] {
  const where = `Scrie codul de mai jos pe site-ul {{club_name}}, acolo unde ți-a fost cerut, ${purpose}. E valabil ${validFor} și merge o singură dată.`;
  const code = '<b class="code" style="font-size:30px;letter-spacing:6px">{{one_time_code}}</b>';
  return [
    greeting,
    { html: paragraph(where) + paragraph(code), text: `${where}\n{{one_time_code}}` },
    sayQuietly(otherwise),
  ];
}

function oneTimeCode(frame: LetterFrame, purpose: string): LetterTemplate {
  const validFor = spanInWords(durations.letterCode);
  return letter(frame, {
    subject: "Codul tău de acces",
    preview: `Un cod de șase cifre, valabil ${validFor}.`,
    heading: "Cod de acces",
    blocks: codeBlocks(
      purpose,
      validFor,
      "Nu ai cerut tu codul? Nu îl da nimănui; fără el nu se întâmplă nimic.",
    ),
    why: "Primești acest email pentru că cineva a cerut un cod pentru contul tău.",
  });
}

/** The email with the code that proves a guest's address, or that moves the guest's orders into an account. */
function guestCode(frame: LetterFrame): LetterTemplate {
  const validFor = counted(durations.guestCode / inSeconds.minute, "minute");
  return letter(frame, {
    subject: "Codul pentru biletele tale",
    preview: `Un cod de șase cifre, valabil ${validFor}.`,
    heading: "Codul tău",
    blocks: codeBlocks(
      "ca să arăți că adresa e a ta",
      validFor,
      "Nu ai cumpărat tu bilete cu adresa asta? Nu da codul nimănui; fără el nu se întâmplă nimic.",
    ),
    why: "Primești acest email pentru că cineva a cerut un cod pentru bilete cumpărate fără cont.",
  });
}

function welcome(frame: LetterFrame): LetterTemplate {
  const now = "De acum biletele tale stau într-un singur loc, iar la poartă ajunge telefonul.";
  return letter(frame, {
    subject: "Bine ai venit pe plajă, {{customer_name}}",
    preview: "Contul tău e gata. Ne vedem la apus.",
    heading: "Bine ai venit pe plajă.",
    subheading: "Contul tău e gata",
    blocks: [
      greeting,
      { html: paragraph(now), text: `Contul tău e gata. ${now}` },
      onlyHtml(steps(frame.holdMinutes)),
      link(`${frame.origin}/events`, "Alege o noapte"),
    ],
    why: "Primești acest email pentru că ți-ai făcut cont la noi.",
  });
}

/** Explains in three steps how to buy. */
function steps(holdMinutes: number): string {
  const minutes = counted(holdMinutes, "minute");
  const all: [string, string][] = [
    ["Alegi noaptea", "Prețul de lângă bilet e cel pe care îl plătești."],
    ["Plătești cu cardul", `Locurile îți sunt ținute ${minutes}, cât plătești.`],
    ["Arăți codul", "Un cod poate purta mai multe intrări, folosite pe rând."],
  ];
  return `<${table} width="100%" style="width:100%;margin:4px 0 20px">${all.map(step).join("")}</table>`;
}

function step([name, explanation]: [string, string], at: number): string {
  const line = at === 0 ? "" : "border-top:1px solid #E2D9C7;";
  return (
    `<tr><td width="44" valign="top" style="padding:12px 0;${line}${display};font-size:26px;line-height:28px;color:#00735A">${at + 1}</td>` +
    `<td style="padding:12px 0;${line}${sans};font-size:16px;line-height:24px;color:#1B2338"><b style="color:#0B1020">${name}</b><br>${explanation}</td></tr>`
  );
}

/** The email for an administrator who tests the mail settings. */
export function testLetter(frame: LetterFrame): LetterTemplate {
  return letter(frame, {
    subject: "Email de test",
    preview: "Setările de email sunt bune.",
    heading: "Merge",
    blocks: [
      say(
        "Dacă citești asta, setările de email sunt bune: am găsit serverul, legătura e criptată, parola e acceptată și scrisoarea a plecat.",
      ),
    ],
    why: "Primești acest email pentru că ai cerut o probă din Setari Email.",
  });
}

export const accountLetters = {
  confirm_address: oneButton({
    subject: "Confirmă adresa ta de email",
    preview: `Un clic și contul tău e activ. ${linkIsGood}.`,
    heading: "Confirmă adresa",
    say: `Ai creat un cont la {{club_name}}. Deschide pagina de mai jos, cel mai simplu în browserul în care ți-ai făcut contul, și apasă acolo butonul, ca să știm că adresa e a ta. ${linkIsGood}.`,
    buttonText: "Confirmă adresa",
    otherwise: "Nu ai creat tu contul? Ignoră emailul; fără clic, adresa ta rămâne neconfirmată.",
    why: usedAddress,
  }),
  confirm_new_address: oneButton({
    subject: "Confirmă noua adresă de email",
    preview: `Contul tău trece pe adresa aceasta când confirmi. ${linkIsGood}.`,
    heading: "Adresa nouă",
    say: `Ai cerut ca adresa contului tău de la {{club_name}} să fie aceasta. Deschide pagina de mai jos în browserul în care ai intrat în cont, sau scrie acolo parola contului. ${linkIsGood}; până atunci rămâne adresa veche.`,
    buttonText: "Confirmă adresa",
    otherwise: "Nu ai cerut tu? Ignoră emailul și nu scrie nicio parolă; nu se întâmplă nimic.",
    why: "Primești acest email pentru că cineva a cerut adresa ta pentru contul său.",
  }),
  /** Goes to the account's present address, so that its owner knows before anything changes. */
  address_change_asked: oneButton({
    subject: "Cerere de schimbare a adresei de email",
    preview: "Dacă nu ai cerut-o tu, alege acum altă parolă.",
    heading: "Altă adresă?",
    say: `Cineva care știe parola ta a cerut pentru contul tău de la {{club_name}} o altă adresă de email. Dacă ai fost tu, nu mai e nimic de făcut. Dacă nu, alege acum altă parolă: linkul cerut nu va mai merge.`,
    buttonText: chooseOther,
    otherwise: "Adresa se schimbă doar după ce este confirmată din emailul trimis acolo.",
    why: "Primești acest email pentru că adresa contului tău urmează să se schimbe.",
  }),
  reset_password: oneButton({
    subject: "Alege o parolă nouă",
    preview: `${linkIsGood}.`,
    heading: "Parolă nouă",
    say: `Ai cerut să schimbi parola contului tău de la {{club_name}}. Deschide pagina de mai jos și alege una nouă. ${linkIsGood} și merge o singură dată.`,
    buttonText: "Alege parola",
    otherwise: "Nu ai cerut tu? Ignoră emailul; parola rămâne cea de acum.",
    why: "Primești acest email pentru că cineva a cerut o parolă nouă pentru adresa ta.",
  }),
  /** Somebody signed up with an address that has an account. The screen shows the same as after any sign-up. */
  address_known: oneButton({
    subject: "Ai deja un cont",
    preview: "Cineva a încercat o înregistrare cu adresa ta.",
    heading: "Ai deja un cont",
    say: `Cineva, poate chiar tu, a încercat să creeze un cont la {{club_name}} cu adresa ta. Contul există deja: te poți conecta cu el, iar dacă ai uitat parola, alegi alta de aici.`,
    buttonText: "Alege o parolă nouă",
    otherwise: "Nu ai fost tu? Nu trebuie să faci nimic; contul tău e neschimbat.",
    why: usedAddress,
  }),
  password_changed: oneButton({
    subject: "Parola ta a fost schimbată",
    preview: "Dacă nu ai schimbat-o tu, alege acum alta.",
    heading: "Parolă schimbată",
    say: "Parola contului tău tocmai a fost schimbată. {{ways_in}} Dacă ai schimbat-o tu, nu mai e nimic de făcut. Dacă nu, alege acum alta.",
    buttonText: chooseOther,
    otherwise: lockedOut,
    why: "Primești acest email pentru că parola contului tău s-a schimbat.",
  }),
  /** Goes to the former address, which no longer opens the account: only an answer of the club can help there. */
  address_changed: (frame: LetterFrame) =>
    letter(frame, {
      subject: "Adresa contului tău a fost schimbată",
      preview: "Dacă nu ai făcut-o tu, răspunde la acest email.",
      heading: "Adresă schimbată",
      blocks: [
        greeting,
        say("Dacă nu ai schimbat-o tu, răspunde la acest email: de aici nu mai poți intra în cont."),
        say(
          "Contul tău de la {{club_name}} are de acum altă adresă de email; cea la care citești nu mai este a lui. Dacă ai fost tu, nu mai e nimic de făcut.",
        ),
      ],
      why: wayInWhy,
    }),
  factor_added: wayIn({
    subject: "Autentificarea în doi pași este pornită",
    heading: "Doi pași",
    happened: "La conectare îți vom cere de acum și un cod din aplicația ta.",
  }),
  factor_removed: wayIn({
    subject: "Autentificarea în doi pași a fost oprită",
    heading: "Un singur pas",
    happened: "O aplicație de coduri a fost scoasă din contul tău.",
  }),
  recovery_codes_renewed: wayIn({
    subject: "Ai coduri de rezervă noi",
    heading: "Coduri noi",
    happened: "Au fost făcute coduri de rezervă noi, iar cele vechi nu mai merg.",
  }),
  recovery_code_used: wayIn({
    subject: "Un cod de rezervă a fost folosit",
    heading: "Cod folosit",
    happened: "Cineva s-a conectat cu parola ta și cu un cod de rezervă, care nu mai merge a doua oară.",
  }),
  passkey_added: wayIn({
    subject: "O cheie de acces nouă în contul tău",
    heading: "Cheie nouă",
    happened: "Un dispozitiv a primit o cheie cu care se poate intra fără parolă.",
  }),
  passkey_removed: wayIn({
    subject: "O cheie de acces a fost ștearsă",
    heading: "Cheie ștearsă",
    happened: "Una dintre cheile de acces a fost ștearsă și nu mai deschide contul.",
  }),
  identity_linked: wayIn({
    subject: "Un cont din altă parte a fost legat de al tău",
    heading: "Cont legat",
    happened: "Se poate intra de acum și cu un cont pe care îl ai în altă parte.",
  }),
  identity_unlinked: wayIn({
    subject: "Un fel de a intra în cont a fost scos",
    heading: "Cont dezlegat",
    happened: "Unul dintre felurile în care se putea intra a fost scos.",
  }),
  /** Goes to every administrator and to the person: a role gives access, so no change of it is silent. */
  role_changed: oneButton({
    subject: "S-a schimbat rolul unui cont",
    preview: "Dacă nu știi de schimbare, verific-o acum.",
    heading: "Alt rol",
    say: `{{role_change}} Este vorba de un cont de la {{club_name}}. Dacă știai de schimbare, nu mai e nimic de făcut. Dacă nu, uită-te acum ce s-a întâmplat.`,
    buttonText: "Vezi ce s-a întâmplat",
    otherwise: "Sesiunile contului s-au încheiat; la următoarea conectare are rolul nou.",
    why: "Primești acest email pentru că ești administrator sau pentru că este vorba de contul tău.",
    // This link is not a secret of the account, which would be deleted after sending. It is made when the email is
    // sent.
    link: "role_link",
  }),
  /** An offer of a role. A button on the page behind the link accepts it. */
  team_invitation: oneButton({
    subject: "Ai o invitație în echipa clubului",
    preview: "Deschide pagina și acceptă rolul.",
    heading: "Vino în echipă",
    say: `{{role_change}} Deschide pagina de mai jos, conectează-te la {{club_name}} cu contul tău de pe această adresă sau fă-ți unul, apoi apasă acolo butonul. Linkul ține până {{valid_until}} și merge o singură dată.`,
    buttonText: "Vezi invitația",
    otherwise: "Nu știi despre ce e vorba? Ignoră emailul; fără butonul acela nu se întâmplă nimic.",
    why: "Primești acest email pentru că un administrator al clubului a scris adresa ta.",
  }),
  one_time_code: (frame: LetterFrame) =>
    oneTimeCode(frame, "ca să confirmi că tu ceri schimbarea începută acolo"),
  sign_in_code: (frame: LetterFrame) => oneTimeCode(frame, "ca să intri în cont"),
  guest_code: guestCode,
  welcome_email: welcome,
};
