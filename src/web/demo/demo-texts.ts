/** What one reads on the pages that exist in demo mode only. */
export const demoTexts = {
  screens: "Ecrane",
  screensText: "Fiecare ecran, cu date de probă.",
  parts: "Piese",
  partsText: "Fiecare piesă, în toate stările ei.",
  mailbox: "Cutia poștală",
  mailboxText:
    "Toate scrisorile trimise în modul demonstrativ, cele mai noi întâi. Niciuna nu pleacă de pe acest calculator.",
  noLetters: "Nicio scrisoare încă.",
  noLettersText: "Creează un cont sau cumpără un bilet: scrisorile apar aici în câteva secunde.",
  toEvents: "Vezi evenimentele",
  to: "Către",
  from: "De la",
  sent: "Trimisă",
  attachments: "Atașamente",
  letter: "Scrisoarea",
  plain: "Textul simplu",
  backToMailbox: "Înapoi la cutia poștală",
  letterCount: { one: "scrisoare", few: "scrisori", other: "scrisori" },
} as const;
