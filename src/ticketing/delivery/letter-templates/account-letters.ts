import { counted, spanInWords } from "#kernel/romanian.ts";
import { inSeconds } from "#kernel/time.ts";
import { durations } from "#ticketing/limits.ts";
import type { LetterTemplate } from "../fill-template.ts";
import {
  button,
  greeting,
  type LetterFrame,
  letterHtml,
  letterText,
  linkInWords,
  paragraph,
  plainGreeting,
  smallParagraph,
  textRow,
} from "./letter-shell.ts";
import { steps } from "./welcome-steps.ts";

type Plea = {
  readonly subject: string;
  readonly preview: string;
  readonly heading: string;
  readonly say: string;
  readonly buttonText: string;
  readonly otherwise: string;
  readonly why: string;
};

/**
 * An email with one button. The page behind the link acts when its own button is clicked; opening the link does
 * nothing.
 */
export function plea(
  frame: LetterFrame,
  { subject, preview, heading, say, buttonText, otherwise, why }: Plea,
): LetterTemplate {
  return {
    subject,
    html: letterHtml(frame, {
      preview,
      heading,
      rows: [
        textRow(
          greeting,
          paragraph(say),
          button("{{action_url}}", buttonText),
          linkInWords(),
          smallParagraph(otherwise),
        ),
      ],
      why,
    }),
    text: letterText(frame, [plainGreeting, `${say}\n{{action_url}}`, otherwise]),
  };
}

export const chooseOther = "Alege altă parolă";
export const lockedOut = "Dacă nu mai poți intra în cont, răspunde la acest email.";
const usedAddress = "Primești acest email pentru că cineva a folosit adresa ta la înregistrare.";
const linkIsGood = `Linkul e valabil ${spanInWords(durations.letterLink)}`;
const codeIsGood = spanInWords(durations.letterCode);

export function confirmAddressLetter(frame: LetterFrame): LetterTemplate {
  return plea(frame, {
    subject: "Confirmă adresa ta de email",
    preview: `Un clic și contul tău e activ. ${linkIsGood}.`,
    heading: "Confirmă adresa",
    say: `Ai creat un cont la {{club_name}}. Deschide pagina de mai jos și apasă acolo butonul, ca să știm că adresa e a ta. ${linkIsGood}.`,
    buttonText: "Confirmă adresa",
    otherwise: "Nu ai creat tu contul? Ignoră emailul; fără clic nu se întâmplă nimic.",
    why: usedAddress,
  });
}

export function confirmNewAddress(frame: LetterFrame): LetterTemplate {
  return plea(frame, {
    subject: "Confirmă noua adresă de email",
    preview: `Contul tău trece pe adresa aceasta când confirmi. ${linkIsGood}.`,
    heading: "Adresa nouă",
    say: `Ai cerut ca adresa contului tău de la {{club_name}} să fie aceasta. Deschide pagina de mai jos în browserul în care ai intrat în cont, sau scrie acolo parola contului. ${linkIsGood}; până atunci rămâne adresa veche.`,
    buttonText: "Confirmă adresa",
    otherwise: "Nu ai cerut tu? Ignoră emailul și nu scrie nicio parolă; nu se întâmplă nimic.",
    why: "Primești acest email pentru că cineva a cerut adresa ta pentru contul său.",
  });
}

/** Goes to the present address, so that its owner knows before anything changes. */
export function addressChangeAsked(frame: LetterFrame): LetterTemplate {
  return plea(frame, {
    subject: "Cerere de schimbare a adresei de email",
    preview: "Dacă nu ai cerut-o tu, alege acum altă parolă.",
    heading: "Altă adresă?",
    say: `Cineva care știe parola ta a cerut pentru contul tău de la {{club_name}} o altă adresă de email. Dacă ai fost tu, nu mai e nimic de făcut. Dacă nu, alege acum altă parolă: linkul cerut nu va mai merge.`,
    buttonText: chooseOther,
    otherwise: "Adresa se schimbă doar după ce este confirmată din emailul trimis acolo.",
    why: "Primești acest email pentru că adresa contului tău urmează să se schimbe.",
  });
}

export function resetPasswordLetter(frame: LetterFrame): LetterTemplate {
  return plea(frame, {
    subject: "Alege o parolă nouă",
    preview: `${linkIsGood}.`,
    heading: "Parolă nouă",
    say: `Ai cerut să schimbi parola contului tău de la {{club_name}}. Deschide pagina de mai jos și alege una nouă. ${linkIsGood} și merge o singură dată.`,
    buttonText: "Alege parola",
    otherwise: "Nu ai cerut tu? Ignoră emailul; parola rămâne cea de acum.",
    why: "Primești acest email pentru că cineva a cerut o parolă nouă pentru adresa ta.",
  });
}

/** Somebody signed up with an address that has an account; the screen shows the same as for any sign-up. */
export function addressKnown(frame: LetterFrame): LetterTemplate {
  const known = "Ai deja un cont";
  return plea(frame, {
    subject: known,
    preview: "Cineva a încercat o înregistrare cu adresa ta.",
    heading: known,
    say: `Cineva, poate chiar tu, a încercat să creeze un cont la {{club_name}} cu adresa ta. Contul există deja: te poți conecta cu el, iar dacă ai uitat parola, alegi alta de aici.`,
    buttonText: "Alege o parolă nouă",
    otherwise: "Nu ai fost tu? Nu trebuie să faci nimic; contul tău e neschimbat.",
    why: usedAddress,
  });
}

export function passwordChangedLetter(frame: LetterFrame): LetterTemplate {
  return plea(frame, {
    subject: "Parola ta a fost schimbată",
    preview: "Dacă nu ai schimbat-o tu, alege acum alta.",
    heading: "Parolă schimbată",
    say: "Parola contului tău tocmai a fost schimbată. {{ways_in}} Dacă ai schimbat-o tu, nu mai e nimic de făcut. Dacă nu, alege acum alta.",
    buttonText: chooseOther,
    otherwise: lockedOut,
    why: "Primești acest email pentru că parola contului tău s-a schimbat.",
  });
}

/** Six digits to type in. The subject does not contain them, because a locked phone shows it. */
export function oneTimeCode(frame: LetterFrame): LetterTemplate {
  const subject = "Codul tău de acces";
  const say = `Scrie codul de mai jos pe site-ul {{club_name}}, acolo unde ți-a fost cerut. E valabil ${codeIsGood} și merge o singură dată.`;
  const otherwise = "Nu ai cerut tu codul? Nu îl da nimănui; fără el nu se întâmplă nimic.";
  return {
    subject,
    html: letterHtml(frame, {
      preview: `Un cod de șase cifre, valabil ${codeIsGood}.`,
      heading: "Cod de acces",
      rows: [
        textRow(
          greeting,
          paragraph(say),
          paragraph('<b class="code" style="font-size:30px;letter-spacing:6px">{{one_time_code}}</b>'),
          smallParagraph(otherwise),
        ),
      ],
      why: "Primești acest email pentru că cineva a cerut un cod pentru contul tău.",
    }),
    text: letterText(frame, [plainGreeting, `${say}\n{{one_time_code}}`, otherwise]),
  };
}

/** The code that proves a guest's address, or moves the guest's orders into an account. */
export function guestCode(frame: LetterFrame): LetterTemplate {
  const good = counted(durations.guestCode / inSeconds.minute, {
    one: "minut",
    few: "minute",
    other: "minute",
  });
  const say = `Scrie codul de mai jos pe site-ul {{club_name}}, acolo unde ți-a fost cerut. E valabil ${good} și merge o singură dată.`;
  const otherwise =
    "Nu ai cumpărat tu bilete cu adresa asta? Nu da codul nimănui; fără el nu se întâmplă nimic.";
  return {
    subject: "Codul pentru biletele tale",
    html: letterHtml(frame, {
      preview: `Un cod de șase cifre, valabil ${good}.`,
      heading: "Codul tău",
      rows: [
        textRow(
          greeting,
          paragraph(say),
          paragraph('<b class="code" style="font-size:30px;letter-spacing:6px">{{one_time_code}}</b>'),
          smallParagraph(otherwise),
        ),
      ],
      why: "Primești acest email pentru că cineva a cerut un cod pentru bilete cumpărate fără cont.",
    }),
    text: letterText(frame, [plainGreeting, `${say}\n{{one_time_code}}`, otherwise]),
  };
}

export function welcome(frame: LetterFrame): LetterTemplate {
  const subject = "Bine ai venit pe plajă, {{customer_name}}";
  return {
    subject,
    html: letterHtml(frame, {
      preview: "Contul tău e gata. Ne vedem la apus.",
      heading: "Bine ai venit pe plajă.",
      under: "Contul tău e gata",
      rows: [
        textRow(
          greeting,
          paragraph("De acum biletele tale stau într-un singur loc, iar la poartă ajunge telefonul."),
          steps(frame.holdMinutes),
          button(`${frame.origin}/events`, "Alege o noapte"),
        ),
      ],
      why: "Primești acest email pentru că ți-ai făcut cont la noi.",
    }),
    text: letterText(frame, [
      plainGreeting,
      "Contul tău e gata. De acum biletele tale stau într-un singur loc, iar la poartă ajunge telefonul.",
      `Alege o noapte: ${frame.origin}/events`,
    ]),
  };
}
