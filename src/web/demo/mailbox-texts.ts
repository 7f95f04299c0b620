export const mailboxTexts = {
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
} as const;
