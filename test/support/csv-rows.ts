/** The cells of a CSV file, read by the rules of RFC 4180; every violation of them is an error. */
export function csvRows(file: string): string[][] {
  const text = file.replace(/^\ufeff/, "");
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [cell, after] = text[at] === '"' ? quotedCell(text, at + 1) : plainCell(text, at);
    row.push(cell);
    at = after;
    if (text[at] === ",") at += 1;
    else {
      const end = /^\r?\n/.exec(text.slice(at, at + 2))?.[0];
      if (end === undefined && at < text.length)
        throw new Error(`a cell goes on after its end: ${text.slice(at, at + 40)}`);
      at += end?.length ?? 0;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

function quotedCell(text: string, from: number): [string, number] {
  let cell = "";
  for (let at = from; ; ) {
    const quote = text.indexOf('"', at);
    if (quote === -1) throw new Error("a quoted cell never ends");
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') return [cell, quote + 1];
    cell += '"';
    at = quote + 2;
  }
}

function plainCell(text: string, from: number): [string, number] {
  const found = /[",\r\n]/.exec(text.slice(from));
  const end = found ? from + found.index : text.length;
  if (text[end] === '"') throw new Error("a quote in a cell without quotes");
  return [text.slice(from, end), end];
}
