/** What a legal page shows before its text is written. */
export const emptyLegalTexts = {
  titles: { terms: "Termeni și condiții", privacy: "Confidențialitate", cookies: "Cookie-uri" },
  intro: "Textul acestei pagini se pregătește.",
} as const;
