import type { LetterTemplate } from "../fill-template.ts";
import type { MessageKind } from "../night-messages/night-message.ts";
import {
  button,
  greeting,
  type LetterFrame,
  leaveInWords,
  letterHtml,
  letterText,
  paragraph,
  plainGreeting,
  textRow,
  ticketsPage,
} from "./letter-shell.ts";

const night = "{{event_name}}, {{event_date}}, ora {{event_time}}, {{event_location}}";
const why: Record<MessageKind, string> = {
  service:
    "Primești acest email pentru că ai un bilet la noaptea aceasta. Îl primesc și cei care nu vor noutăți.",
  news: "Primești acest email pentru că ai un bilet la noaptea aceasta și ai cerut noutățile noastre.",
};

/** What the team wrote to the holders of a night. News say how to get no more of them. */
export function nightMessage(frame: LetterFrame, kind: MessageKind): LetterTemplate {
  const { url } = ticketsPage(frame);
  const link = "Vezi Biletele Mele";
  const leave = "Nu mai vrei noutăți? Te dezabonezi cu un clic:";
  return {
    subject: "{{message_subject}}",
    html: letterHtml(frame, {
      preview: night,
      heading: "{{message_subject}}",
      under: night,
      rows: [
        textRow(
          greeting,
          paragraph("{{message_text}}"),
          button(url, link),
          kind === "news" ? leaveInWords(leave) : "",
        ),
      ],
      why: why[kind],
    }),
    text: letterText(frame, [
      ...[plainGreeting, "{{message_text}}", night, `${link}: ${url}`],
      ...(kind === "news" ? [`${leave}\n{{action_url}}`] : []),
      why[kind],
    ]),
  };
}
