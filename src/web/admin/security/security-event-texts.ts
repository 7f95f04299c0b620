import { spanInWords } from "#kernel/romanian.ts";
import { inSeconds } from "#kernel/time.ts";
import { roleInWords } from "#ticketing/delivery/role-change-texts.ts";
import type { SecurityEventKind } from "#ticketing/journal/security-event.ts";
import { durations } from "#ticketing/limits.ts";

const kinds: Readonly<Record<SecurityEventKind, string>> = {
  login_locked: "Conectare blocată după parole greșite",
  step_up_failed: "Parolă greșită la o confirmare",
  admin_session_opened: "Conectare de administrator",
  password_changed: "Parolă schimbată",
  password_reset: "Parolă nouă prin email",
  address_changed: "Adresă de email schimbată",
  factor_added: "Doi pași: porniți",
  factor_removed: "Doi pași: opriți",
  recovery_codes_renewed: "Coduri de rezervă noi",
  recovery_code_used: "Cod de rezervă folosit",
  passkey_added: "Cheie de acces nouă",
  passkey_removed: "Cheie de acces ștearsă",
  identity_linked: "Cont din altă parte legat",
  identity_unlinked: "Cont din altă parte dezlegat",
  role_changed: "Rol schimbat",
  data_exported: "Date exportate",
  origin_refused: "Formular trimis de pe alt site",
};

/** The words for details that are stored as codes: downloaded files, and acts that asked for the password. */
const details: Readonly<Record<string, string>> = {
  achizitii: "achiziții",
  raport: "rapoarte",
  registru: "registrul plăților",
  coduri: "lista codurilor",
  "folosiri-coduri": "folosirile codurilor",
  invitati: "invitați",
  decont: "deconturi",
  "dupa-noapte": "după noapte",
  "refund-order": "la o rambursare",
  "grant-invitation": "la o invitație",
  "save-mail-settings": "la setările de email",
  "correct-any-address": "la adresa unui client",
  "cancel-night": "la anularea unei nopți",
  "move-night": "la mutarea unei nopți",
  "appoint-person": "la un rol",
  "invite-member": "la o invitație în echipă",
  "save-team-settings": "la regulile echipei",
  "invite-chief-phone": "la telefonul unui șef",
  "set-gate-mode": "la modul unei porți",
  "stop-phone": "la oprirea unui telefon",
  "accept-phone-rows": "la scanările unui telefon oprit",
  "admit-found-ticket": "la o intrare fără cod",
  "reissue-ticket": "la un bilet emis din nou",
  "forget-buyer": "la uitarea unui cumpărător",
  "link-identity": "la un cont legat",
  "change-email": "la adresa de email",
  "change-password": "la parolă",
  "erase-person": "la ștergerea contului",
  "add-passkey": "la o cheie de acces",
  "remove-passkey": "la o cheie de acces",
  "enrol-factor": "la doi pași",
  "remove-factor": "la doi pași",
  "renew-recovery-codes": "la codurile de rezervă",
  "unlink-identity": "la un cont legat",
};

export const securityEventTexts = {
  title: "Securitate",
  sub: `Ce s-a întâmplat cu conturile și cu intrările în ele. Rândurile rămân ${spanInWords(durations.securityEvent)}, rețeaua ${durations.securityNetwork / inSeconds.day}.`,
  only: (name: string) => `Doar: ${name}`,
  somebodyGone: "un cont șters",
  filter: "Arată",
  everything: "Toate",
  columns: { when: "Când", what: "Ce", person: "Cont", actor: "Cine a făcut", network: "Rețea" },
  itself: "chiar el",
  onMachine: "de pe server",
  unknown: "necunoscut",
  none: "Nimic aici",
  noneText: "Niciun eveniment nu corespunde.",
  older: "Mai vechi",
  loadFailed: "Evenimentele nu au putut fi citite",
  loadFailedText: "Nimic nu s-a pierdut: se scriu mai departe și apar după o nouă încercare.",
  kinds,
  /** Returns a stored detail in words: "user -> gate", the name of a file or an act; an address stays as it is. */
  detail: (kind: SecurityEventKind, detail: string): string =>
    kind === "role_changed" ? detail.split(" -> ").map(roleInWords).join(" → ") : (details[detail] ?? detail),
} as const;
