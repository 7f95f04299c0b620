const signs = {
  fine: "●",
  over: "○",
  draft: "◌",
  gone: "✕",
  soldOut: "■",
  look: "▲",
  back: "↩",
  part: "◐",
  gift: "◆",
  sent: "✓",
  waiting: "◔",
  again: "↻",
  none: "",
} as const;

type StatusProps = {
  sign: keyof typeof signs;
  /** The colour; the normal case is plain. */
  tone: "ok" | "mute" | "plain" | "warn" | "bad" | "info";
  label: string;
};

/** A state as a shape, a word and a colour. */
export function Status({ sign, tone, label }: StatusProps) {
  return (
    <span className={`office-status office-status--${tone}`}>
      {signs[sign] ? <i aria-hidden="true">{signs[sign]}</i> : null}
      {label}
    </span>
  );
}
