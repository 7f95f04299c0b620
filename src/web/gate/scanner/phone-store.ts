import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import type { ShownRow } from "./own-rows.ts";

/** A row of the phone's log. Once the server has it, its code is erased here. */
export type WrittenRow = {
  readonly seq: number;
  readonly text: string;
  readonly signature: string;
  readonly qr: string | null;
  readonly isSent: boolean;
  /** The facts for the screens and for the next decision; never a name. */
  readonly shown: ShownRow;
};

type Schema = DBSchema & {
  facts: { key: string; value: unknown };
  tickets: { key: string; value: { readonly key: string } };
  log: { key: number; value: WrittenRow };
};

const name = "estival-gate";

export type PhoneStore = ReturnType<typeof createPhoneStore>;

/**
 * The phone's storage. When a write resolves, it is on the disk: each write waits for the browser's confirmation with
 * strict durability. When the browser has closed the database, it is opened once more.
 */
export function createPhoneStore() {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const open = () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade(database) {
        database.createObjectStore("facts");
        database.createObjectStore("tickets", { keyPath: "key" });
        database.createObjectStore("log", { keyPath: "seq" });
      },
      terminated: () => {
        opened = undefined;
      },
    });
    return opened;
  };
  /** Some browsers close the storage of a page that was in the background. */
  async function withDatabase<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    const usedDatabase = open();
    try {
      return await work(await usedDatabase);
    } catch (failure) {
      if (
        !(failure instanceof DOMException) ||
        failure.name === "QuotaExceededError" ||
        failure.name === "ConstraintError"
      )
        throw failure;
      // another caller with the same failure may have opened it again already
      if (opened === usedDatabase) opened = undefined;
      return work(await open());
    }
  }
  type Part = "facts" | "tickets" | "log";
  type Change = IDBPTransaction<Schema, Part[], "readwrite">;
  /** Runs the writes in one transaction. Resolves when they are on the disk. */
  const change = (parts: Part[], writes: (work: Change) => Promise<unknown>[]) =>
    withDatabase(async (database) => {
      const work = database.transaction(parts, "readwrite", { durability: "strict" });
      await Promise.all([...writes(work), work.done]);
    });

  return {
    fact: <T>(key: string) =>
      withDatabase(async (database) => (await database.get("facts", key)) as T | undefined),
    keepFact: (key: string, value: unknown) =>
      change(["facts"], (work) => [work.objectStore("facts").put(value, key)]),
    tickets: <T extends { readonly key: string }>() =>
      withDatabase(async (database) => (await database.getAll("tickets")) as unknown as T[]),
    /** Stores the list's head and its tickets in one transaction: all tickets, or the changed ones. */
    keepList: (head: unknown, tickets: readonly { readonly key: string }[], isWhole: boolean) =>
      change(["facts", "tickets"], (work) => [
        ...(isWhole ? [work.objectStore("tickets").clear()] : []),
        ...tickets.map((ticket) => work.objectStore("tickets").put(ticket)),
        work.objectStore("facts").put(head, "head"),
      ]),
    rows: () => withDatabase((database) => database.getAll("log")),
    /** Rejects when the number is used already, and when the storage is full. Then nothing may be shown as done. */
    append: (row: WrittenRow) => change(["log"], (work) => [work.objectStore("log").add(row)]),
    /** Marks rows that the server has, and erases their codes. */
    markSent: (rows: readonly WrittenRow[]) =>
      change(["log"], (work) =>
        rows.map((row) => work.objectStore("log").put({ ...row, qr: null, isSent: true })),
      ),
    /** Deletes everything, also the phone's key. */
    forget: () =>
      change(["facts", "tickets", "log"], (work) =>
        (["facts", "tickets", "log"] as const).map((part) => work.objectStore(part).clear()),
      ),
  };
}
