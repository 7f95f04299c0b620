import type { LetterTemplate } from "../fill-template.ts";
import {
  button,
  greeting,
  type LetterFrame,
  letterHtml,
  letterText,
  paragraph,
  plainGreeting,
  textRow,
  ticketsPage,
} from "./letter-shell.ts";
import { factRows } from "./ticket-rows.ts";

/**
 * What the reader of a letter about a moved night can do: give tickets back, nothing, nothing because somebody else paid;
 * or that who paid has given the reader's ticket back.
 */
export type AfterMove = "choice" | "nothing" | "received" | "ended";

const now = "{{event_name}}, acum {{event_date}}, ora {{event_time}}, {{event_location}}";
const was = "Era {{old_date}}.";
const keep = "Codurile rămân aceleași, nu le mai salva o dată.";
const back = "{{total_price}} LEI, pe cardul cu care ai plătit, de obicei în 5 până la 10 zile lucrătoare.";
const silence = "Biletele rămân bune pentru data nouă.";
const staying: Record<Exclude<AfterMove, "choice">, string> = {
  nothing: "Biletele tale rămân bune pentru data nouă, cu aceleași coduri.",
  received:
    "Biletul pe care l-ai primit rămâne bun pentru data nouă, cu același cod. Dacă nu poți veni, spune-i celui care l-a plătit: el poate cere banii înapoi.",
  ended:
    "Cine a plătit biletul tău a cerut banii înapoi pentru noaptea aceasta, așa că acel cod nu mai intră la poartă.",
};

/** A night takes place at another hour: when it was, when it is, why, and what the reader can do. */
export function nightMoved(frame: LetterFrame, what: AfterMove): LetterTemplate {
  if (what === "choice") return withChoice(frame);
  const { url } = what === "ended" ? { url: `${frame.origin}/events` } : ticketsPage(frame);
  const link = what === "ended" ? "Vezi celelalte nopți" : "Vezi Biletele Mele";
  const isOver = what === "ended";
  return {
    subject: isOver
      ? "Biletul primit nu mai este valabil: {{event_name}}"
      : "{{event_name}} s-a mutat: {{event_date}}",
    html: letterHtml(frame, {
      preview: isOver ? "Codul lui nu mai intră la poartă." : was,
      heading: isOver ? "Biletul nu mai este valabil" : "Noaptea s-a mutat",
      under: now,
      rows: [
        textRow(
          greeting,
          ...(isOver ? [] : [paragraph("{{night_reason}}"), paragraph(was)]),
          paragraph(staying[what]),
          button(url, link),
        ),
      ],
      why: "Primești acest email pentru că ai un bilet la noaptea aceasta.",
    }),
    text: letterText(frame, [
      ...[plainGreeting, ...(isOver ? [] : ["{{night_reason}}", was])],
      ...[now, staying[what], `${link}: ${url}`],
    ]),
  };
}

function withChoice(frame: LetterFrame): LetterTemplate {
  const link = "Alege ce faci cu ele";
  const page = frame.choiceLink ?? `${frame.origin}/profile?section=orders`;
  const question = "Păstrezi biletele sau vrei banii înapoi?";
  const facts = [
    ["Păstrez biletele", keep],
    ["Vreau banii înapoi", back],
    ["Dacă nu alegi", silence],
    ["Alege până", "{{valid_until}}"],
  ] as const;
  return {
    subject: "{{event_name}} s-a mutat: {{event_date}}",
    html: letterHtml(frame, {
      preview: "Alege până {{valid_until}}: păstrezi biletele sau primești banii înapoi.",
      heading: "Noaptea s-a mutat",
      under: now,
      rows: [
        textRow(
          greeting,
          paragraph("{{night_reason}}"),
          paragraph(`${was} ${question}`),
          button(page, link),
          factRows(facts),
        ),
      ],
      why: "Primești acest email pentru că ai bilete la noaptea aceasta. Îl primesc toți, și cei care nu vor noutăți.",
    }),
    text: letterText(frame, [
      ...[plainGreeting, "{{night_reason}}", now, `${was} ${question}`, `${link}: ${page}`],
      facts.map(([name, value]) => `${name}: ${value}`).join("\n"),
    ]),
  };
}
