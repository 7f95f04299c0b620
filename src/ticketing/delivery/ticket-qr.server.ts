import encodeQR from "qr";
import { escapeHtml } from "#kernel/escape-html.ts";
import { squarePng } from "#platform/storage/square-png.server.ts";

/** The squares of a QR code: `rows[y][x]` is true when the square is dark. */
export type QrSquares = { readonly size: number; readonly rows: readonly (readonly boolean[])[] };

const ink = "#0B1020";
/** The empty squares around the code that scanners need (ISO 18004). */
export const quietZone = 4;

let last: { readonly text: string; readonly squares: QrSquares } | undefined;

/**
 * The QR of a ticket at level H (a third of it may be damaged). Throws when it needs more than version 10. The last
 * one is remembered, because an email needs each twice: for its picture and for the PDF.
 */
export function qrSquares(text: string): QrSquares {
  if (last?.text !== text) last = { text, squares: drawSquares(text) };
  return last.squares;
}

function drawSquares(text: string): QrSquares {
  const squares = squaresOf(text, "high");
  // 17 squares plus 4 for each version, so version 10 has 57
  if (squares.size > 57) throw new RangeError(`a ticket's QR has ${squares.size} squares a side`);
  return squares;
}

function squaresOf(text: string, ecc: "high" | "medium"): QrSquares {
  const rows = encodeQR(text, "raw", { ecc, border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
  return { size: rows.length, rows };
}

/** One drawing command for each dark run of a row: `[x, y, length]`, in squares. */
export function darkRuns({ rows }: QrSquares): [number, number, number][] {
  const runs: [number, number, number][] = [];
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const begin = x;
      while (row[x]) x++;
      if (x > begin) runs.push([begin, y, x - begin]);
    }
  });
  return runs;
}

/** The QR as SVG with its quiet zone. It has no size, so that the page decides it. */
export function qrSvg(text: string, label: string): string {
  return svgOf(qrSquares(text), ` role="img" aria-label="${escapeHtml(label)}"`);
}

/** The QR as PNG, `scale` pixels per square, with its quiet zone. */
export async function qrPng(text: string, scale = 8): Promise<Buffer> {
  const squares = qrSquares(text);
  const side = squares.size + 2 * quietZone;
  const dark = new Uint8Array(side * side);
  for (const [x, y, length] of darkRuns(squares)) {
    const at = (y + quietZone) * side + x + quietZone;
    dark.fill(1, at, at + length);
  }
  return squarePng({ side, dark, ink: [0x0b, 0x10, 0x20] }, scale);
}

/** A link as a QR that an application reads from the screen: level M, which fits every link of ours. */
export function linkSvg(text: string): string {
  return svgOf(squaresOf(text, "medium"), "");
}

function svgOf(squares: QrSquares, attributes: string): string {
  const side = squares.size + 2 * quietZone;
  const path = darkRuns(squares)
    .map(([x, y, length]) => `M${x + quietZone} ${y + quietZone}h${length}v1h-${length}z`)
    .join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"${attributes} shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="${ink}" d="${path}"/></svg>`
  );
}
