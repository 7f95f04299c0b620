import { OfficeIcon } from "./office-icon.tsx";

/** A change in whole percent with a sign for its direction; a dash when there is nothing to compare with. */
export function GrowthMark({ percent }: { percent: number | null }) {
  const direction = percent === null || percent === 0 ? "same" : percent > 0 ? "up" : "down";
  return (
    <span className={`growth growth--${direction} figures`}>
      {direction === "same" ? null : <OfficeIcon name={direction === "up" ? "chevronUp" : "chevronDown"} />}
      {growthText(percent)}
    </span>
  );
}

function growthText(percent: number | null): string {
  if (percent === null) return "–";
  return `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent)}%`;
}
