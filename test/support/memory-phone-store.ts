import type { PhoneStore, WrittenRow } from "#web/gate/scanner/phone-store.ts";

/** A phone's memory without a browser. It outlives the phone that is opened on it, and can be full. */
export function memoryPhoneStore() {
  const facts = new Map<string, unknown>();
  const tickets = new Map<string, { readonly key: string }>();
  const log = new Map<number, WrittenRow>();
  const disk = { isFull: false };
  const put = <T>(work: () => T): Promise<T> =>
    disk.isFull ? Promise.reject(new DOMException("full", "QuotaExceededError")) : Promise.resolve(work());
  const store: PhoneStore = {
    fact: async <T>(key: string) => facts.get(key) as T | undefined,
    keepFact: (key, value) => put(() => void facts.set(key, value)),
    tickets: async <T extends { readonly key: string }>() => [...tickets.values()] as unknown as T[],
    keepList: (head, changed, isWhole) =>
      put(() => {
        if (isWhole) tickets.clear();
        for (const ticket of changed) tickets.set(ticket.key, ticket);
        facts.set("head", head);
      }),
    rows: async () => [...log.values()].sort((a, b) => a.seq - b.seq),
    append: (row) =>
      put(() => {
        if (log.has(row.seq)) throw new DOMException("there", "ConstraintError");
        log.set(row.seq, structuredClone(row));
      }),
    markSent: (rows) =>
      put(() => {
        for (const row of rows) log.set(row.seq, { ...row, qr: null, isSent: true });
      }),
    async forget() {
      facts.clear();
      tickets.clear();
      log.clear();
    },
  };
  return { store, disk, log, remembered: facts };
}
