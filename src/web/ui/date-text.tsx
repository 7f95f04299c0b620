import { formatInstant, formatLongDate, formatShortDate, formatSlideDate } from "#kernel/time.ts";

const forms = { long: formatLongDate, short: formatShortDate, slide: formatSlideDate };

type DateTextProps = {
  /** 'YYYY-MM-DD' */
  day: string;
  /** 'HH:MM' */
  time?: string | null;
  form: keyof typeof forms;
  /** The text between day and time. */
  joint?: string;
};

/** A calendar day, with the hour when there is one, in the night's local time. */
export function DateText({ day, time = null, form, joint = ", " }: DateTextProps) {
  return (
    <time className="figures" dateTime={time ? `${day}T${time}` : day}>
      {capital(forms[form](day))}
      {time ? `${joint}${time}` : ""}
    </time>
  );
}

export function InstantText({ at }: { at: string }) {
  return (
    <time className="figures" dateTime={at}>
      {formatInstant(at)}
    </time>
  );
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase("ro") + text.slice(1);
