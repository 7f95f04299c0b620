/** What a legal page shows before somebody has written its text. */
export const emptyLegalTexts = {
  titles: { terms: "Termeni și condiții", privacy: "Confidențialitate", cookies: "Cookie-uri" },
  intro: "Textul acestei pagini se pregătește.",
} as const;
