import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Cell, FileColumn } from "#kernel/table-cell.ts";
import { createTurns } from "#kernel/turns.ts";

/** The input of the program, one line of JSON each: a sheet, then its rows, then the next sheet. */
export type SheetLine = { readonly name: string; readonly columns: readonly FileColumn[] } | readonly Cell[];

type WorkbookAnswer = Buffer | "too_many" | "busy";

export type Spreadsheets = {
  /** Makes a workbook; its text stays text. `too_many`: too many rows. `busy`: too many wait to be made. */
  write(requester: Requester, open: () => Promise<Readable | "busy">): Promise<WorkbookAnswer>;
};

/** The account that requests a workbook. The team has its own waiting line, which customers cannot fill. */
type Requester = { readonly id: string; readonly isTeam: boolean };

/** The exit code of the program when it gets too many rows. */
export const tooMany = 3;
const waitingOfAccount = 3;
/** How many accounts may wait in one line, each with one workbook. */
const accountsWaiting = 20;
const lineCount = 2;

/**
 * Makes one workbook at a time, by `program` (`spreadsheet-process.server.ts`), in its own process with a lower
 * priority. Fifty thousand rows take ten seconds and half a gigabyte, and the sale must not wait for them. Of one
 * account's workbooks, only one at a time waits among those of other accounts.
 */
export function openSpreadsheets(program: string, maxRows: number): Spreadsheets {
  const perAccount = createTurns(waitingOfAccount);
  const perLine = createTurns(accountsWaiting);
  const turns = createTurns(lineCount - 1);

  async function writeOne(open: () => Promise<Readable | "busy">): Promise<WorkbookAnswer> {
    const lines = await open();
    if (lines === "busy") return lines;
    const child = spawn(
      "nice",
      ["-n", "15", process.execPath, "--disable-warning=ExperimentalWarning", program, String(maxRows)],
      { stdio: ["pipe", "pipe", "ignore"], env: { PATH: process.env.PATH } },
    );
    const ended = once(child, "close");
    const [[code], bytes, read] = await Promise.all([
      ended,
      buffer(child.stdout),
      // a program that has received too many rows stops reading, so this pipeline may fail
      pipeline(lines, child.stdin).catch((error: unknown) => error),
    ]);
    if (code === tooMany) return "too_many";
    if (code !== 0 || read) throw new Error(`no workbook was written: ${code}`, { cause: read });
    return bytes;
  }

  return {
    async write(requester, open) {
      // three limits, one inside the other; each answers "too_many", or its result in `made`
      const taken = await perAccount.take(requester.id, () =>
        perLine.take(requester.isTeam ? "team" : "customers", () => turns.take("", () => writeOne(open))),
      );
      if (taken === "too_many" || taken.result === "too_many" || taken.result.result === "too_many")
        return "busy";
      return taken.result.result.result;
    },
  };
}
