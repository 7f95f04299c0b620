import { counted } from "#kernel/romanian.ts";

export type MailBannerView = {
  kind: "paused" | "away" | "off" | "refused" | "failed";
  /** The mail server's answer, when it accepts no email or not all, for another reason than the password. */
  refusal: string | null;
  /** Since when, in words; "" when nothing is paused. */
  since: string;
  waiting: number;
  failed: number;
  refused: number;
};

const waiting = (n: number) => {
  const letters = counted(n, "letter", "așteaptă", "așteaptă");
  return n === 0 ? "Niciuna nu s-a pierdut." : `${letters} la rând, niciuna nu s-a pierdut.`;
};

const failedLetters = (n: number) => counted(n, "letter", "eșuată", "eșuate");

export const correctPassword = "Corectează parola";

/** Returns the banner's words and the target of its button. */
export function mailBannerTexts(view: MailBannerView): {
  title: string;
  text: string;
  to: string;
  act: string;
} {
  switch (view.kind) {
    case "paused":
      if (view.refusal !== null)
        return {
          title: `Scrisorile sunt oprite de la ${view.since}: serverul de email nu primește de la noi.`,
          text: `${waiting(view.waiting)} Răspunsul lui: „${view.refusal}”. Verifică la furnizor adresa expeditorului, dreptul de a trimite și limita zilei, apoi pornește trimiterea.`,
          to: "/admin/email/outbox",
          act: "Vezi scrisorile",
        };
      return {
        title: `Scrisorile sunt oprite de la ${view.since}: serverul a refuzat parola.`,
        text: `${waiting(view.waiting)} Vânzarea merge, biletele sunt în conturi.`,
        to: "/admin/email",
        act: correctPassword,
      };
    case "away":
      return {
        title: `Serverul de email nu a primit nicio scrisoare de la ${view.since}. Încercăm mereu.`,
        text: `${waiting(view.waiting)} Răspunsul lui: „${view.refusal}”.`,
        to: "/admin/email",
        act: "Setări email",
      };
    case "off":
      return {
        title: "Scrisorile sunt oprite.",
        text: `${waiting(view.waiting)} Conturile noi nu trebuie confirmate cât timp nu pleacă scrisori.`,
        to: "/admin/email",
        act: "Setări email",
      };
    case "refused": {
      const title = `${counted(view.refused, "letter", "refuzată", "refuzate")} de serverul de email`;
      return {
        title: view.failed > 0 ? `${title}, ${failedLetters(view.failed)}.` : `${title}.`,
        text: `Celelalte pleacă; ce a fost refuzat se încearcă din nou, tot mai rar. Răspunsul lui: „${view.refusal}”. Dacă adresele sunt bune, verifică la furnizor adresa expeditorului, dreptul de a trimite și limita zilei, apoi trimite din nou.`,
        to: "/admin/email/outbox?status=waiting",
        act: "Vezi scrisorile",
      };
    }
    case "failed":
      return {
        title: `${failedLetters(view.failed)}.`,
        text: "Biletele sunt în conturi; scrisorile pot fi trimise din nou.",
        to: "/admin/email/outbox?status=failed",
        act: "Vezi scrisorile",
      };
  }
}
