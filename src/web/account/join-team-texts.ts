import { translatable } from "#kernel/language.ts";
import { roleInWords } from "#ticketing/delivery/role-change-texts.ts";

export const joinTeamTexts = translatable({
  pageTitle: "Invitație în echipă",
  art: "Vara se face în echipă.",
  title: "Ai o invitație în echipă",
  offered: (role: string) => `Clubul îți dă rolul „${roleInWords(role)}”.`,
  forAddress: (email: string) => `Invitația e pentru ${email}. Conectează-te cu contul de pe această adresă.`,
  login: "Conectează-te",
  register: "Fă-ți cont",
  other: (email: string) => `Ai intrat în cont cu ${email}. Ieși din acest cont și deschide din nou linkul.`,
  logout: "Ieși din cont",
  accept: "Accept rolul",
  accepting: "Se acceptă…",
  note: "După ce accepți, te conectezi din nou: sesiunile de acum se încheie.",
  accepted: (role: string) => `Ai rolul „${roleInWords(role)}”. Conectează-te din nou.`,
  overArt: "Linkul acesta nu mai deschide nimic.",
  overTitle: "Invitația nu mai e bună",
  overText: "A fost folosită, retrasă sau a trecut prea mult timp. Cere-i unui administrator alta.",
  home: "Înapoi la site",
  refused: {
    gone: "Invitația nu mai e bună.",
    other_address: "Invitația e pentru altă adresă decât a contului tău.",
    unproven: "Confirmă întâi adresa contului: linkul e în emailul de la înregistrare.",
    already_member: "Ai deja un rol. Un administrator ți-l poate schimba.",
  },
});
