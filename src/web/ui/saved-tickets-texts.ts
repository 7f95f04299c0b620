import { translatable } from "#kernel/language.ts";
export const savedTicketsTexts = translatable({
  saveHere: "Salvează pe telefon",
  saveHereText: "Biletele se deschid apoi și fără internet. Doar pe telefonul tău, nu pe unul împrumutat.",
  savingHere: "Se salvează...",
  saveHereFailed: "Nu am putut salva biletele pe telefon. Încearcă din nou când ai internet.",
  savedTitle: "Salvat pe telefon",
  savedAt: (moment: string) => `cum erau la ${moment}`,
  forgetSaved: "Șterge de pe telefon",
  offline: (moment: string) => `Nu ai internet. Vezi biletele salvate la ${moment}; codurile merg la poartă.`,
  noNetwork: "Fără internet",
  noNetworkText:
    "Pagina nu s-a putut deschide. Biletele salvate pe telefon se văd și așa; restul, când revine internetul.",
  tryAgain: "Încearcă din nou",
  wayToThem: "Vezi biletele salvate",
  /** The link to one of several saved copies. */
  wayTo: (moment: string) => `Salvate la ${moment}`,
});
