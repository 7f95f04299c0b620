import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** A row of the phone's log. Once the server has it, its code is erased here. */
export type WrittenRow<Shown> = {
  readonly seq: number;
  readonly text: string;
  readonly signature: string;
  readonly qr: string | null;
  readonly isSent: boolean;
  /** The facts that the screens and the next decision need; never a person's name. */
  readonly shown: Shown;
};

type Schema<Shown> = DBSchema & {
  facts: { key: string; value: unknown };
  tickets: { key: string; value: { readonly key: string } };
  log: { key: number; value: WrittenRow<Shown> };
};

const name = "estival-gate";

export type PhoneStore<Shown> = ReturnType<typeof createPhoneStore<Shown>>;

/**
 * The phone's storage. When a write resolves, it is on the disk: each write waits for the browser's confirmation with
 * strict durability. When the browser has closed the database, it is opened once more.
 */
export function createPhoneStore<Shown>() {
  let opened: Promise<IDBPDatabase<Schema<Shown>>> | undefined;
  const open = () => {
    opened ??= openDB<Schema<Shown>>(name, 1, {
      upgrade(made) {
        made.createObjectStore("facts");
        made.createObjectStore("tickets", { keyPath: "key" });
        made.createObjectStore("log", { keyPath: "seq" });
      },
      terminated: () => {
        opened = undefined;
      },
    });
    return opened;
  };
  /** Some browsers close the database of a page that was in the background. */
  async function withDatabase<T>(work: (database: IDBPDatabase<Schema<Shown>>) => Promise<T>): Promise<T> {
    const present = open();
    try {
      return await work(await present);
    } catch (failure) {
      if (
        !(failure instanceof DOMException) ||
        failure.name === "QuotaExceededError" ||
        failure.name === "ConstraintError"
      )
        throw failure;
      // another caller with the same failure may have opened it again already
      if (opened === present) opened = undefined;
      return work(await open());
    }
  }
  const strict = { durability: "strict" } as const;

  return {
    fact: <T>(key: string) =>
      withDatabase(async (database) => (await database.get("facts", key)) as T | undefined),
    keepFact: (key: string, value: unknown) =>
      withDatabase(async (database) => {
        const work = database.transaction("facts", "readwrite", strict);
        await Promise.all([work.store.put(value, key), work.done]);
      }),
    tickets: <T extends { readonly key: string }>() =>
      withDatabase(async (database) => (await database.getAll("tickets")) as unknown as T[]),
    /** Stores the list's head and its tickets in one transaction: all tickets, or the changed ones. */
    keepList: (head: unknown, tickets: readonly { readonly key: string }[], isWhole: boolean) =>
      withDatabase(async (database) => {
        const work = database.transaction(["facts", "tickets"], "readwrite", strict);
        if (isWhole) await work.objectStore("tickets").clear();
        await Promise.all([
          ...tickets.map((ticket) => work.objectStore("tickets").put(ticket)),
          work.objectStore("facts").put(head, "head"),
          work.done,
        ]);
      }),
    rows: () => withDatabase((database) => database.getAll("log")),
    /** Rejects when the row exists already and when the phone is full; then nothing may be shown as done. */
    append: (row: WrittenRow<Shown>) =>
      withDatabase(async (database) => {
        const work = database.transaction("log", "readwrite", strict);
        await Promise.all([work.store.add(row), work.done]);
      }),
    /** Marks these rows as known to the server. */
    markSent: (rows: readonly WrittenRow<Shown>[]) =>
      withDatabase(async (database) => {
        const work = database.transaction("log", "readwrite", strict);
        await Promise.all([
          ...rows.map((row) => work.store.put({ ...row, qr: null, isSent: true })),
          work.done,
        ]);
      }),
    /** Deletes everything, also the key. */
    forget: () =>
      withDatabase(async (database) => {
        const work = database.transaction(["facts", "tickets", "log"], "readwrite", strict);
        await Promise.all([
          work.objectStore("facts").clear(),
          work.objectStore("tickets").clear(),
          work.objectStore("log").clear(),
          work.done,
        ]);
      }),
  };
}
