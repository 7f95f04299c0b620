import type { LetterTemplate } from "../fill-template.ts";
import { greeting, type NamedFacts, onlyText, say } from "./letter-blocks.ts";
import { type LetterFrame, letter } from "./letter-shell.ts";
import { entryFacts, nightLines, showsCode, ticketRows } from "./ticket-rows.ts";

/** The guest's QR and name, with these facts under them. */
export const guestRows = (facts: NamedFacts) =>
  ticketRows(
    showsCode,
    facts,
    "{{holder_name}}",
    "Codul QR de pe lista de invitați. Dacă nu îl vezi, spune-ți numele la poartă.",
  );

/** The email for a place on a guest list, with the QR that admits the guest instead of the name. */
export function guestPlace(frame: LetterFrame): LetterTemplate {
  return letter(frame, {
    subject: "Ești pe listă: {{event_name}}",
    preview: "{{event_date}}, ora {{event_time}}, {{event_location}}. Codul QR e aici.",
    heading: "{{event_name}}",
    subheading: "{{event_date}}, ora {{event_time}}<br>{{event_location}}",
    blocks: [
      guestRows([...entryFacts(frame), ["Intră", "{{quantity}}"]]),
      greeting,
      say(
        "Ești pe lista de invitați a nopții. Codul de aici intră la poartă o dată pentru fiecare loc al tău; fără el, spui numele și arăți un act.",
      ),
      onlyText(...nightLines(frame), "Intră: {{quantity}}", "Codul QR este imaginea atașată."),
    ],
    why: "Primești acest email pentru că echipa clubului ți-a trecut numele pe o listă de invitați.",
  });
}
