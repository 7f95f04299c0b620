import { formatLei } from "#kernel/money.ts";
import { counted, spanInWords } from "#kernel/romanian.ts";
import { roleInWords } from "#ticketing/delivery/role-change-texts.ts";
import { durations, limits } from "#ticketing/limits.ts";
import { isOfTeam, type Right } from "#ticketing/rights/role-rights.ts";

/** Returns "Organizator de nopți", for the beginning of a line. */
export const roleTitle = (role: string) => {
  const words = isOfTeam(role) ? roleInWords(role) : "fără rol";
  return words.charAt(0).toLocaleUpperCase("ro") + words.slice(1);
};

/**
 * A member of the team by name and by the role at the time of the act, so that a changed name passes for nobody else.
 * Anybody else is only named, if at all.
 */
export const actorInWords = (kind: string, name: string | null): string | null =>
  isOfTeam(kind) ? `${name?.trim() || teamTexts.gone} (${roleInWords(kind)})` : name;

/** In lei. */
export const highestDailyRefund = formatLei(limits.dailyRefunds);

export const teamTexts = {
  title: "Echipa",
  sub: (members: number, invitations: number) =>
    [
      counted(members, "human"),
      ...(invitations > 0 ? [`${counted(invitations, "invitation")} fără răspuns`] : []),
    ].join(", "),
  rolesLink: "Ce poate fiecare",
  history: "Istoricul rolurilor",
  give: "Adaugă pe cineva",
  giveHint: `Invitația merge pe email și e bună ${spanInWords(durations.teamInvitation)}, o singură dată; o acceptă contul de pe acea adresă. Cui are deja cont îi poți da rolul pe loc; invitația care îl aștepta se retrage.`,
  invite: "Trimite invitația",
  email: "E-mail",
  role: "Rol",
  giveRole: "Dă rolul pe loc",
  invitations: "Invitații fără răspuns",
  invitationColumns: { email: "E-mail", role: "Rol", until: "Bună până", by: "Invitat de" },
  expired: "a expirat",
  again: (email: string) => `Trimite din nou: ${email}`,
  withdraw: (email: string) => `Retrage invitația: ${email}`,
  withdrawn: "Invitația e retrasă; linkul ei nu mai deschide nimic.",
  inviting: (email: string, role: string) => `Inviți ${email} cu rolul „${roleInWords(role)}”.`,
  invited: (email: string) => `Invitația pleacă spre ${email}.`,
  columns: { person: "Om", role: "Rol", seen: "Văzut ultima oară", factor: "Al doilea factor" },
  me: "tu",
  nameless: "Fără nume",
  gone: "cont șters",
  notSeen: "nicio sesiune deschisă",
  factorOn: "pornit",
  factorOff: "lipsește",
  change: (name: string) => `Schimbă rolul: ${name}`,
  changeTitle: "Schimbă rolul",
  save: "Salvează",
  cancel: "Renunță",
  note: "Când rolul se schimbă, toate sesiunile omului se încheie pe loc; ce a făcut rămâne în istoric. Ultimul administrator își păstrează rolul.",
  purpose: (email: string, role: string) =>
    isOfTeam(role) ? `Contul ${email} primește rolul „${roleInWords(role)}”.` : `Îi iei rolul lui ${email}.`,
  given: (email: string, role: string) =>
    isOfTeam(role) ? `${email} are rolul „${roleInWords(role)}”.` : `${email} nu mai are niciun rol.`,
  problems: {
    email_required: "Scrie adresa de e-mail",
    email_invalid: "Adresa de e-mail nu e scrisă corect",
    unknown_role: "Alege un rol din listă",
  },
  refused: {
    not_allowed: "Nu mai ai dreptul de a schimba roluri.",
    last_administrator:
      "E ultimul administrator: fără el nu mai poate nimeni schimba nimic aici. Dă întâi altcuiva rolul de administrator.",
    unknown_person: "Nu există niciun cont cu această adresă confirmată. Trimite-i o invitație.",
    unproven:
      "Contul acesta nu și-a confirmat adresa: poate e al altcuiva. Cere-i să o confirme, apoi dă-i rolul.",
    already_member: "Contul de pe această adresă are deja un rol: schimbă-l în listă.",
    no_role: "Alege un rol din listă",
    too_many_invitations: `Pe adresa aceasta au plecat deja ${limits.invitationsPerAddressAndHour} invitații în ultima oră. Încearcă mai târziu.`,
    changed_meanwhile: "Altcineva a schimbat aceeași regulă între timp. Încarcă din nou pagina.",
    no_own_factor: "Pornește întâi al doilea factor pe contul tău: fără el, regula te-ar lăsa afară.",
    gone: "Invitația a fost deja acceptată sau retrasă.",
    failed: "Nu s-a schimbat nimic. Încearcă din nou peste câteva secunde.",
  },
  settings: {
    title: "Reguli pentru echipă",
    factor: "Cere al doilea factor",
    factorHint:
      "Administratorul, organizatorul, casa și contabilul fără al doilea factor văd, până îl pornesc, doar pagina care îl pornește. Poarta nu: telefonul ei trece din mână în mână.",
    startOwn: "Pornește al doilea factor",
    limit: "Cât poate rambursa un om de la casă, pe zi",
    limitHint: "În lei. Gol sau 0: casa nu rambursează nimic.",
    save: "Salvează regulile",
    purpose: "Schimbi ce i se cere echipei și cât poate rambursa casa.",
    saved: "Regulile sunt salvate și valabile de acum.",
    notAnAmount: "Scrie o sumă în lei, ca 200 sau 200,50",
    tooBig: (most: string) => `Cel mult ${most} lei`,
  },
  roles: {
    title: "Ce poate fiecare rol",
    sub: "Un om are un rol, pentru toate nopțile.",
    right: "Ce face",
    yes: "da",
    no: "nu",
  },
} as const;

/** Each right in the words of a team member. */
export const rightTexts: Readonly<Record<Right, string>> = {
  "site.browse": "Vede site-ul",
  "account.keep": "Își ține contul",
  "tickets.buy": "Cumpără bilete",
  "tickets.buy_early": "Cumpără înainte de deschidere",
  "door_sales.lead": "Pune bilete deoparte pentru vânzarea la ușă și vede casele",
  "entries.admit": "Scanează și lasă oamenii să intre",
  "gates.lead": "Conduce porțile și telefoanele lor",
  "office.enter": "Intră în administrare",
  "office.open": "Dashboard, notificări, stare",
  "office.search": "Caută oameni, comenzi și bilete",
  "events.write": "Nopți, artiști, tipuri de bilete, coduri",
  "guest_lists.write": "Listele de invitați",
  "messages.write": "Scrie cumpărătorilor unei nopți",
  "stops.write": "Oprește și repornește vânzarea",
  "content.write": "Textele site-ului",
  "letters.write": "Setările de email, șabloanele, scrisorile",
  "purchases.read": "Vede achizițiile",
  "purchases.write": "Retrimite bilete, schimbă numele, împarte coduri",
  "invitations.give": "Dă bilete gratuite",
  "refunds.give": "Rambursează",
  "refunds.unlimited": "Rambursează fără limită",
  "nights.change": "Anulează și mută nopți vândute",
  "reports.read": "Rapoarte",
  "books.read": "Împăcarea cu Stripe",
  "rates.write": "Cotele din decont",
  "exports.read": "Descarcă fișiere",
  "people.appoint": "Echipa și rolurile",
  "security.read": "Securitatea conturilor",
};
