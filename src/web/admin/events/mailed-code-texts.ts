/** Texts of the code that is asked for before much money goes back. */
export const mailedCodeTexts = {
  confirm: "Confirmă",
  code: "Codul din e-mail",
  codeHint: "Peste 5.000 de lei cerem și codul trimis acum pe adresa ta. E bun câteva minute.",
  codeWrong: "Codul nu este bun. Verifică ultima scrisoare sau cere altul apăsând fără cod.",
  lettersOff:
    "Peste 5.000 de lei e nevoie de un cod trimis pe e-mail, iar trimiterea este oprită. Pornește-o sau activează un al doilea factor.",
};
