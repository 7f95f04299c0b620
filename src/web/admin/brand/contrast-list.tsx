import { type Colour, contrastOf, leastContrast } from "#kernel/colour.ts";
import { nightGrounds } from "#ticketing/content/brand.ts";
import { Status } from "../ui/status.tsx";
import { brandTexts } from "./brand-texts.ts";

const [night] = nightGrounds;
const readable = { sign: "fine", tone: "ok" } as const;
const unreadable = { sign: "look", tone: "warn" } as const;

/** What the two colours are used for, each with its contrast on the worst of its grounds. */
export function ContrastList({ light, signal }: { light: Colour; signal: Colour }) {
  const { samples } = brandTexts;
  const onNight = (colour: Colour) => Math.min(...nightGrounds.map((ground) => contrastOf(colour, ground)));
  const rows = [
    {
      what: samples.button,
      words: samples.buy,
      ground: light,
      ink: night,
      contrast: contrastOf(light, night),
    },
    { what: samples.date, words: samples.day, ground: night, ink: light, contrast: onNight(light) },
    { what: samples.chosen, words: samples.choice, ground: night, ink: signal, contrast: onNight(signal) },
  ];
  return (
    <ul className="contrast-list">
      {rows.map(({ what, words, ground, ink, contrast }) => (
        <li key={what}>
          <span>{what}</span>
          <b style={{ background: ground, color: ink }}>{words}</b>
          <Status {...(contrast >= leastContrast ? readable : unreadable)}>
            {brandTexts.contrast(contrast)}
          </Status>
          <span className="visually-hidden">
            {contrast >= leastContrast ? brandTexts.enough : brandTexts.little}
          </span>
        </li>
      ))}
    </ul>
  );
}
