import { counted } from "#kernel/romanian.ts";
import type { FixedTemplateName } from "#ticketing/delivery/templates/template-choice.ts";
import type { LetterKind } from "#ticketing/letters/letter-tables.server.ts";
import type { MailSettingsProblem } from "#ticketing/letters/mail-settings-form.ts";
import type { MailVerdict } from "#ticketing/letters/test-email-result.ts";
import type { VoidReason } from "#ticketing/letters/void-reason.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { adminTexts } from "../admin-texts.ts";
import { fieldSentences } from "../field-texts.ts";
import { permissionText, rowSecurityTexts } from "../permission-texts.ts";
import { purchaseTexts } from "../purchases/purchase-texts.ts";
import { securityEventTexts } from "../security/security-event-texts.ts";

/** Texts of the email screens. Sentences of the specification are byte for byte. */
export const emailTexts = {
  title: "Setari Email",
  tabsLabel: "Setări email",
  tabSettings: "Setări server",
  tabTemplates: "Șabloane",
  tabChoice: "Configurare șabloane",
  tabOutbox: (failed: number) => (failed === 0 ? "Scrisori" : `Scrisori (${failed})`),

  loadFailed: "S-a produs o eroare la încărcarea setărilor de email",
  tryAgain: adminTexts.tryAgain,
  denied: rowSecurityTexts.general,
  notUnderstood: requestTexts.unreadable,

  settings: {
    sub: (from: string) => `Scrisorile pleacă de la ${from}`,
    subNone: "Niciun server încă",
    notAllowed: permissionText("/admin/email/config"),
    changedMeanwhile: "Altcineva a schimbat între timp aceleași setări. Încarcă din nou pagina.",
    saveFailed: "Eroare la salvarea setărilor de email",
    saved: "Setările de email au fost salvate cu succes",
    server: "Server SMTP",
    sender: "Expeditor",
    pop3: "POP3",
    pop3Note: "se păstrează, nu se folosește",
    fields: {
      smtp_host: "SMTP host",
      smtp_port: "Port",
      username: "Utilizator",
      password: "Parolă",
      from_name: "Nume expeditor",
      from_email: "Email expeditor",
      reply_to: "Răspuns către",
      pop3_host: "POP3 host",
      pop3_port: "Port POP3",
    },
    portHint: "TLS este cerut mereu.",
    passwordKept: "Setată; lasă gol ca să rămână",
    passwordHint: "Nu se mai arată niciodată. Alt host, port sau utilizator cere parola din nou.",
    show: "Arată",
    hide: "Ascunde",
    enabled: "Trimite scrisori clienților",
    enabledHint: "Oprit: scrisorile se strâng la rând, nimic nu pleacă. Proba merge oricum.",
    again: "Parola ta",
    againPurpose: "Salvezi setările de email.",
    save: "Salvează setările",
  },

  trial: {
    title: "Probă",
    send: "Trimite email de test",
    to: (email: string) => `Pleacă la ${email}, cu valorile din formular.`,
    notAllowed: permissionText("/admin/email/test"),
    failed: (message: string) => `Eroare la trimiterea emailului: ${message}`,
    notSent: "Nu s-a putut trimite emailul de test",
    sent: "Emailul de test a fost trimis cu succes",
    tooOften: "Ai trimis prea multe probe. Așteaptă un minut.",
    steps: {
      reach: { good: "Am găsit serverul", bad: "Serverul nu răspunde", wait: "Serverul" },
      secure: {
        good: "Legătura e criptată",
        bad: "Legătura nu poate fi criptată",
        wait: "Legătura criptată",
      },
      sign_in: { good: "Parola e acceptată", bad: "Parola nu e acceptată", wait: "Parola" },
      hand_over: {
        good: "Scrisoarea de probă a plecat",
        bad: "Scrisoarea nu a fost primită",
        wait: "Scrisoarea de probă",
      },
    },
    untried: "nu s-a ajuns până aici",
  },

  templates: {
    sub: (n: number) => counted(n, "template"),
    list: "Șabloane",
    add: "Adaugă șablon",
    none: "Niciun șablon",
    noneText: "Scrisorile pleacă după șabloanele programului. Adaugă unul ca să le schimbi.",
    uses: { regular_ticket: "bilete obișnuite", season_pass: "abonamente", welcome_email: "bun venit" },
    /** The email of each template that keeps its name (`EditedName`). */
    edited: {
      order_confirmation: "comenzi cu mai multe bilete",
      night_cancelled: "noapte anulată: banii înapoi",
      night_cancelled_share: "noapte anulată: partea ei din abonament",
      night_cancelled_nothing: "noapte anulată: fără bani de dat",
      night_cancelled_received: "noapte anulată: bilet primit de la altcineva",
      night_cancelled_guest: "noapte anulată: invitat de pe listă",
      night_moved: "noapte mutată: păstrezi sau banii înapoi",
      night_moved_share: "noapte mutată: partea ei din abonament",
      night_moved_nothing: "noapte mutată: fără bani de dat",
      night_moved_received: "noapte mutată: bilet primit de la altcineva",
      night_moved_ended: "noapte mutată: bilet primit, dat înapoi",
      night_moved_guest: "noapte mutată: invitat de pe listă",
      night_message: "mesaj către cei cu bilet",
      night_message_news: "mesaj cu noutăți",
      payment_returned: "banii înapoi: plată ajunsă prea târziu",
      payment_returned_twice_paid: "banii înapoi: plătit de două ori",
      payment_returned_refunded: "banii înapoi: comandă sau bilete rambursate",
      payment_returned_lowered: "banii înapoi: o parte din preț",
      payment_returned_owed: "banii înapoi: rambursare nereușită",
      guest_place: "codul unui invitat de pe listă",
    } satisfies Record<FixedTemplateName, string>,
    unused: "nefolosit",
    newTitle: "Șablon nou",
    fields: {
      name: "Nume",
      subject: "Subiect",
      html_content: "Cod HTML",
      text_content: "Text simplu",
    },
    nameHint: "Litere mici, cifre și liniuță de subliniere. Nu se mai schimbă.",
    textHint: "Pentru cititoare fără HTML. Gol: se scoate din HTML.",
    showHtml: "Cod HTML",
    copy: "Copiază HTML",
    copied: "Codul HTML a fost copiat în clipboard",
    copyFailed: "Eroare la copierea în clipboard",
    edit: "Editează",
    remove: "Șterge",
    removeAsk: "Sigur doriți să ștergeți acest șablon?",
    removeText: "Scrisorile care îl foloseau pleacă după șablonul programului.",
    removeFailed: "Eroare la ștergerea șablonului de email",
    removed: "Șablonul de email a fost șters cu succes",
    save: "Salvează șablonul",
    saving: (title: string) => `Salvezi șablonul „${title}”. Scrisorile pleacă așa cum spune el.`,
    saveFailed: "Eroare la salvarea șablonului de email",
    saved: "Șablonul de email a fost salvat cu succes",
    unchanged: "Nimic schimbat: rămâne aceeași versiune",
    create: "Creează șablonul",
    createFailed: "Eroare la crearea șablonului de email",
    created: "Șablonul de email a fost creat cu succes",
    required: "Te rugăm să completezi toate câmpurile obligatorii",
    problems: {
      required: fieldSentences.required,
      name_invalid: "Numele are doar litere mici, cifre și _ , cel mult 64",
      too_long: fieldSentences.too_long,
      braces: "Acolade duble care nu sunt o variabilă; scrie {{nume_variabila}}",
    },
    nameTaken: "Există deja un șablon cu acest nume",
    inAddress: "O variabilă e lipită de o adresă scrisă, care i-ar primi valoarea; pune un spațiu între ele",
    emptyUnknown: (names: readonly string[]) =>
      `Rămâne gol la trimitere: nu există variabila ${names.map((name) => `{{${name}}}`).join(", ")}`,
    empty: "După curățare nu rămâne niciun cuvânt de citit",
    changedMeanwhile:
      "Altcineva a salvat între timp o versiune mai nouă. Textul tău e aici; salvează din nou ca să o înlocuiești.",
    variables: "Variabile",
    insert: (name: string) => `Pune {{${name}}} la cursor`,
    unknown: (name: string, line: number) =>
      line > 0
        ? `Linia ${line}: {{${name}}} nu există; în scrisoare rămâne gol.`
        : `{{${name}}} nu există; în scrisoare rămâne gol.`,
    cleaned: (names: string) => `La salvare se scot: ${names}.`,
    preview: "Previzualizare",
    previewNote: "cu date de probă",
    previewNow: "Previzualizează",
    widths: { legend: "Lățimea previzualizării", phone: "Telefon", desktop: "Calculator" },
    sample: "Trimite-mi o probă",
    sampleSent: (email: string) => `Proba a plecat la ${email}`,
    noMail: "Setează întâi serverul de email",
    subject: "Subiect",
    version: (n: number) => `versiunea ${n}`,
    builtIn: "ca la început",
  },

  choice: {
    sub: "Ce șablon pleacă și când",
    uses: {
      regular_ticket: [
        "Bilete obișnuite",
        "După plată, pentru orice bilet care nu e abonament. Cât aici e „Ticket Confirmation”, comenzile cu mai multe bilete au „Order Confirmation”.",
      ],
      season_pass: ["Abonamente și Early Bird", "După plată, o singură scrisoare cu toate evenimentele."],
      welcome_email: ["Bun venit", "O dată, când adresa de email e confirmată."],
    },
    sent: (n: number) => `${counted(n, "sentLetter")} luna asta`,
    see: "Vezi",
    save: "Salvează configurația",
    saved: "Configurația de șabloane a fost salvată cu succes",
    choosing: "Alegi ce șablon pleacă și când.",
    saveFailed: "Eroare la salvarea configurației de șabloane",
    unknown: "Acest șablon nu mai există",
    missing: (name: string) => `${name} (șters)`,
  },

  outbox: {
    sub: "Scrisori",
    search: "Caută scrisori",
    searchHint: "Adresă sau cod",
    state: "Stare",
    states: { all: "Toate", waiting: "La rând", sent: "Trimise", failed: "Eșuate", void: "Nu mai e cazul" },
    stateWithCount: (state: string, n: number) => `${state} ${n}`,
    columns: {
      state: "Stare",
      to: "Către",
      template: "Șablon",
      code: "Cod",
      answer: "Ultimul răspuns",
      date: "Data",
      acts: "Acțiuni",
    },
    letterStates: {
      queued: "La rând",
      again: "Reîncercare",
      inflight: "Se trimite",
      sent: "Trimisă",
      failed: "Eșuată",
      void: "Nu mai e cazul",
    },
    voidReasons: {
      "the guest has corrected the address": "Adresa a fost corectată între timp",
      "the ticket does not wait any more": "Biletul nu mai așteaptă să fie acceptat",
      "the invitation is over": "Invitația nu mai e valabilă",
      "the message was stopped, or is not for the reader any more":
        "Mesajul a fost oprit sau nu mai e pentru omul acesta",
      "the name is on no guest list any more, or its night is over or cancelled":
        "Numele nu mai e pe listă, sau noaptea a trecut ori s-a anulat",
      "no ticket of this order admits any more": "Niciun bilet al comenzii nu mai intră la poartă",
    } satisfies Record<VoidReason, string>,
    kinds: {
      confirm_address: "Confirmare adresă",
      welcome_email: "Bun venit",
      address_known: "Cont existent",
      reset_password: "Parolă nouă",
      password_changed: securityEventTexts.kinds.password_changed,
      confirm_new_address: "Confirmare adresă nouă",
      address_change_asked: "Cerere de altă adresă",
      address_changed: "Adresă schimbată",
      one_time_code: "Cod de acces",
      factor_added: securityEventTexts.kinds.factor_added,
      factor_removed: securityEventTexts.kinds.factor_removed,
      recovery_codes_renewed: securityEventTexts.kinds.recovery_codes_renewed,
      recovery_code_used: securityEventTexts.kinds.recovery_code_used,
      passkey_added: securityEventTexts.kinds.passkey_added,
      passkey_removed: securityEventTexts.kinds.passkey_removed,
      identity_linked: "Cont legat",
      identity_unlinked: "Cont dezlegat",
      role_changed: securityEventTexts.kinds.role_changed,
      team_invitation: "Invitație în echipă",
      ticket_confirmation: "Confirmare bilet",
      season_pass_confirmation: "Confirmare abonament",
      payment_returned: "Bani înapoi",
      ticket_for_you: "Bilet de la un prieten",
      ticket_accepted: "Bilet trimis, acceptat",
      ticket_declined: "Bilet trimis, refuzat",
      ticket_ended: "Bilet primit, încheiat sau contestat",
      guest_place: "Codul unui invitat",
      night_cancelled: "Noapte anulată",
      night_moved: "Noapte mutată",
      night_message: "Mesaj despre noapte",
      newsletter_confirm: "Noutăți: confirmare",
      newsletter_welcome: "Noutăți: bun venit",
    } satisfies Record<LetterKind, string> as Record<string, string>,
    /** After `durations.letterContents`, or because the person's data was erased. */
    forgotten: "adresa a fost ștearsă",
    attempts: (n: number) => `${n}×`,
    nextAt: (when: string) => `din nou la ${when}`,
    none: "Nicio scrisoare",
    noneText: "Nicio scrisoare nu corespunde căutării.",
    open: (to: string) => `Deschide scrisoarea către ${to}`,
    details: {
      template: "Șablon",
      code: "Cumpărare",
      messageId: "Message-ID",
      fallback: "Șablonul ales nu a putut fi folosit; a plecat cel al programului.",
    },
    steps: {
      title: "Încercări",
      queued: "Pusă la rând",
      sent: "Trimisă",
      again: (minutes: number) => `din nou peste ${counted(minutes, "minute")}`,
      given_up: "Ultima încercare; ne-am oprit",
      bounced: "Refuzată definitiv; ne-am oprit",
      void: "Ce spunea nu mai e adevărat; nu s-a trimis",
      paused: "Serverul ne-a refuzat pe noi; scrisoarea a rămas la rând",
      interrupted: "Serverul nostru s-a oprit în timp ce trimitea",
      retried: "Pusă din nou la rând de un administrator",
    },
    show: "Vezi scrisoarea",
    back: "Înapoi la detalii",
    wordsTitle: "Scrisoarea",
    wordsNote: "Cum s-ar scrie azi; codul QR nu se arată aici.",
    wordsGone: "Scrisoarea nu se mai poate scrie: ce spunea nu mai e adevărat.",
    otherAddress: "Altă adresă",
    otherAddressPlaceholder: "Doar pentru scrisoarea aceasta",
    otherAddressHint: "Contul rămâne pe adresa de acum. Schimbarea se vede în istoric.",
    badAddress: "Adresa nu este validă.",
    sendingElsewhere: (address: string) => `Scrisoarea, cu biletele ei, pleacă la ${address}.`,
    codeVoid: "nu mai intră",
    ticketIsGood: "Biletul e valabil oricum; cumpărătorul îl are și în cont.",
    interrupted:
      "Serverul nostru s-a oprit de două ori în timp ce trimitea. Scrisoarea poate a ajuns deja; o poți trimite din nou.",
    retry: "Retrimite acum",
    resend: "Trimite din nou",
    retried: "Scrisoarea pleacă din nou",
    resent: purchaseTexts.resent,
    retryFailed: "Scrisoarea nu mai poate fi retrimisă",
    linkGone: "Linkul din scrisoare a expirat; persoana cere altul din site.",
    resendFailed: purchaseTexts.resendFailed,
    tooOften: "Confirmarea a fost cerută de prea multe ori. Încearcă din nou peste o oră.",
    retryFailedLetters: "Trimite din nou tot ce a eșuat",
    failedRetried: (n: number) =>
      n === 0
        ? "Nimic de trimis din nou: pe acestea le-a refuzat căsuța sau li s-a șters linkul"
        : `${counted(n, "letter", "pleacă", "pleacă")} din nou`,
    resume: "Pornește trimiterea",
    resumed: "Scrisorile pleacă din nou",
  },
} as const;

/** Returns a template's name for people: spaces instead of underscores, words capitalised (B10-23). */
export function templateTitle(name: string): string {
  return name
    .split("_")
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** Why a test of the mail settings failed; the screen and the API use the same sentences. */
export const mailVerdicts: Record<Exclude<MailVerdict, "ok">, string> = {
  unreachable: "serverul nu răspunde la adresa și portul acestea",
  tls: "legătura nu poate fi criptată sau certificatul nu e bun",
  auth_failed: "utilizatorul sau parola nu e acceptată",
  refused: "serverul nu primește scrisoarea; verifică adresa expeditorului",
};

/** The sentence for each problem of the mail settings. Sentences of the specification are byte for byte. */
export const mailFieldProblems: Record<MailSettingsProblem, string> = {
  required: fieldSentences.required,
  email_invalid: "Adresa de email invalidă",
  port_invalid: "Portul este un număr între 1 și 65535",
  too_long: "Textul e prea lung sau are mai multe rânduri",
  host_forbidden: "Scrie numele unui server din internet; rețeaua internă nu este permisă",
  port_forbidden: "Porturile permise sunt 25, 465, 587 și 2525",
  password_again: "Reintrodu parola: cea păstrată este pentru alt server, port sau utilizator",
};
