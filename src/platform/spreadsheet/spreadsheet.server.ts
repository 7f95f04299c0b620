import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Cell, FileColumn } from "#kernel/table-cell.ts";
import { createTurns } from "#kernel/turns.ts";

/** What the program reads, a line of JSON each: a sheet, then its rows; the next sheet. */
export type SheetLine = { readonly name: string; readonly columns: readonly FileColumn[] } | readonly Cell[];

type Written = Buffer | "too_many" | "busy";

export type Spreadsheets = {
  /** A workbook of these lines, in which text stays text, whatever it begins with; `too_many` beyond `most` rows, `busy` while several of this asker wait. */
  write(asker: Asker, open: () => Promise<Readable | "busy">): Promise<Written>;
};

/** An account; the team's workbooks wait in a line of their own, which any number of customers cannot fill. */
type Asker = { readonly id: string; readonly isTeam: boolean };

/** How the program ends that was given too many rows. */
export const tooMany = 3;
const waitingOfAsker = 3;
/** Askers of a line whose workbook waits for the one that is made. */
const askersWaiting = 20;
const lines = 2;

/**
 * One workbook at a time, each made by `program` (`spreadsheet-process.server.ts`) in a process of its own with a lower priority:
 * fifty thousand rows are ten seconds of work and half a gigabyte, which the sale must not wait for. An asker's many wait for each other: one of them at a time waits with those of other askers.
 */
export function openSpreadsheets(program: string, most: number): Spreadsheets {
  const askers = createTurns(waitingOfAsker);
  const inLine = createTurns(askersWaiting);
  const turns = createTurns(lines - 1);

  async function writeOne(open: () => Promise<Readable | "busy">): Promise<Written> {
    const lines = await open();
    if (lines === "busy") return lines;
    const child = spawn(
      "nice",
      ["-n", "15", process.execPath, "--disable-warning=ExperimentalWarning", program, String(most)],
      { stdio: ["pipe", "pipe", "ignore"], env: { PATH: process.env.PATH } },
    );
    const ended = once(child, "close");
    const [[code], bytes, read] = await Promise.all([
      ended,
      buffer(child.stdout),
      // a program that has enough does not read on
      pipeline(lines, child.stdin).catch((error: unknown) => error),
    ]);
    if (code === tooMany) return "too_many";
    if (code !== 0 || read) throw new Error(`no workbook was written: ${code}`, { cause: read });
    return bytes;
  }

  return {
    async write(asker, open) {
      const asked = await askers.take(asker.id, () =>
        inLine.take(asker.isTeam ? "team" : "customers", () => turns.take("", () => writeOne(open))),
      );
      if (asked === "too_many" || asked.made === "too_many" || asked.made.made === "too_many") return "busy";
      return asked.made.made.made;
    },
  };
}
