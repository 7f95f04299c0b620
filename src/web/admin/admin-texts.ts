import { counted } from "#kernel/romanian.ts";

const accessDenied = "Access denied: Admin privileges required";

/** Texts around every screen of the back-office. Sentences of the specification are byte for byte. */
export const adminTexts = {
  accessDenied,
  accessDeniedHere: `${accessDenied}. Pagina aceea cere un drept pe care contul tău nu îl are.`,
  factorNeeded: "Pornește întâi al doilea factor: administrarea se deschide după el.",
  pageTitle: (screen: string) => `${screen} | Administrare`,
  barTitle: "Admin Dashboard",
  nobodyNamed: "Admin User",
  demo: "Mod demo",
  demoHint: "Datele sunt inventate, plățile sunt simulate",
  skip: "Sari la conținut",
  menu: "Administrare",
  openMenu: "Deschide meniul",
  foldMenu: "Restrânge meniul",
  unfoldMenu: "Lărgește meniul",
  season: (year: string) => `Sezonul ${year}`,
  profile: "Profilul meu",
  dashboard: "Dashboard",
  events: "Evenimente",
  tickets: "Bilete",
  specialTickets: "Bilete Speciale",
  codes: "Coduri",
  purchases: "Achizitii",
  guests: "Liste de invitați",
  artists: "Artisti",
  reports: "Rapoarte",
  content: "Continut Site",
  email: "Setari Email",
  team: "Echipa",
  brand: "Brand",
  gate: "Deschide poarta",
  doorSale: "Vânzare la ușă",
  seeSite: "Vezi site-ul",
  logout: "Logout",
  missing: "Nu există",
  missingText: "Pagina sau rândul pe care îl cauți nu mai este aici. Poate l-a șters altcineva.",
  readOnly: "Doar pentru citire",
  readOnlyText:
    "Nu s-a schimbat nimic: un administrator a pus aici „doar citire”. Se scoate din Stare, Opriri; apoi poți salva din nou ce ai scris, cu „înapoi”.",
  broken: "Ceva nu a mers",
  brokenText:
    "Vânzarea și porțile merg mai departe; doar această pagină lipsește. Încearcă din nou peste câteva secunde.",
  tryAgain: "Încearcă din nou",
  shell: {
    sub: "Carcasă goală, mod demo",
    title: "Aici nu e nimic, și așa trebuie",
    text: "Ai deschis administrarea cu semnul secretAdminAccess, fără cont de administrator. Vezi doar forma paginilor: nicio vânzare, niciun nume, nicio sumă. Nimic nu se poate salva, nici din adresă.",
    login: "Intră ca administrator",
    leave: "Stinge semnul și pleacă",
    nobody: "Fără cont",
    can: "Ce poate semnul",
    does: "Arată meniul și ecranele goale",
    doesNot: ["Nu cere nimic de la server", "Nu dă niciun drept", "Nu merge în producție"],
  },
} as const;

/** Why a refund waits or failed: the club's balance at the card provider is too small. */
export const shortBalanceTexts = {
  waits: (n: number, amount: string) =>
    `Soldul de la furnizorul de plăți nu ajunge pentru ${counted(n, "refund")}, ${amount} LEI. Alimentează-l sau așteaptă încasări noi: banii pleacă singuri când ajunge.`,
  failed:
    "Soldul de la furnizorul de plăți nu a ajuns pentru ultima rambursare. Alimentează-l, apoi rambursează din nou.",
  failedInAll: (n: number, amount: string) =>
    `Pentru ${counted(n, "refund")}, ${amount} LEI, soldul de la furnizorul de plăți nu a ajuns. Alimentează-l, apoi rambursează din nou.`,
} as const;
