export type LineChange =
  | { readonly kind: "gone" | "new" | "same"; readonly words: string; readonly at: number }
  /** Lines that are equal in both, left out. */
  | { readonly kind: "skipped"; readonly lines: number; readonly at: number };

/** Lines around a change that are shown with it. */
const around = 2;
/** Beyond this the table of the comparison would be too big; the changed middle is then shown as a whole. */
const mostCells = 250_000;

/** What changed from one text to another, line by line, the longest common lines kept. */
export function lineChanges(before: string, after: string): LineChange[] {
  const old = before.split("\n");
  const now = after.split("\n");
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail))
    tail++;
  const middle = changesOf(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  const same = (words: string) => ({ kind: "same" as const, words });
  const all = [...old.slice(0, head).map(same), ...middle, ...(tail === 0 ? [] : old.slice(-tail).map(same))];
  return shortened(all);
}

type Line = { readonly kind: "gone" | "new" | "same"; readonly words: string };

function changesOf(old: readonly string[], now: readonly string[]): Line[] {
  const gone = (words: string): Line => ({ kind: "gone", words });
  const fresh = (words: string): Line => ({ kind: "new", words });
  if (old.length * now.length > mostCells) return [...old.map(gone), ...now.map(fresh)];
  // longest[i][j]: how many lines the rests from i and j have in common, in order
  const longest = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const common = (i: number, j: number) => longest[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const row = longest[i] as Uint16Array;
      row[j] = old[i] === now[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1));
    }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: "same", words: old[i] ?? "" });
      i++;
      j++;
    } else if (i < old.length && (j === now.length || common(i + 1, j) >= common(i, j + 1)))
      lines.push(gone(old[i++] ?? ""));
    else lines.push(fresh(now[j++] ?? ""));
  }
  return lines;
}

function shortened(lines: readonly Line[]): LineChange[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== "same");
  const shown: LineChange[] = [];
  let skipped = 0;
  lines.forEach((line, at) => {
    if (!isNear(at)) {
      skipped++;
      return;
    }
    if (skipped > 0) shown.push({ kind: "skipped", lines: skipped, at: at - skipped });
    skipped = 0;
    shown.push({ ...line, at });
  });
  if (skipped > 0 && shown.length > 0)
    shown.push({ kind: "skipped", lines: skipped, at: lines.length - skipped });
  return shown;
}
