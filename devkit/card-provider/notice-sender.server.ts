import { createHmac } from "node:crypto";
import type { NoticeFaults } from "./provider-faults.ts";
import type { OutgoingNotice, ProviderStore } from "./provider-store.server.ts";

/** Waits after each failed delivery, in seconds; the last one repeats until three days are over. */
const defaultWaits = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
const mostAttempts = 80;

type SenderOptions = {
  store: ProviderStore;
  notifyUrl: string | null;
  webhookSecret: string;
  nowMs: () => number;
  faults: () => NoticeFaults;
  waits?: readonly number[];
};

/** Sends what is queued until the other side answers 2xx, signed like the real provider's notices. */
export function createNoticeSender(options: SenderOptions) {
  const { store, notifyUrl, nowMs } = options;
  const waits = options.waits ?? defaultWaits;
  const closing = new AbortController();
  let running: Promise<void> | null = null;

  async function sendAll(): Promise<void> {
    while (!closing.signal.aborted) {
      const { order } = options.faults();
      const due = store.dueNotices(order, nowMs(), order === "newest_first" ? 1 : 4);
      if (due.length === 0) return;
      await Promise.all(due.map(sendOne));
    }
  }

  async function sendOne(notice: OutgoingNotice): Promise<void> {
    let accepted = await post(notice);
    for (let copy = 1; copy < options.faults().copies; copy += 1) accepted = (await post(notice)) && accepted;
    if (closing.signal.aborted && !accepted) return;
    const seconds = waits[Math.min(notice.attempts, waits.length - 1)] ?? 60;
    const stateAfterFailure = notice.attempts + 1 >= mostAttempts ? "given_up" : "waiting";
    store.noticeTried(notice.seq, accepted ? "delivered" : stateAfterFailure, nowMs() + seconds * 1000);
  }

  async function post(notice: OutgoingNotice): Promise<boolean> {
    if (notifyUrl === null) return false;
    try {
      const response = await fetch(notifyUrl, {
        method: "POST",
        redirect: "manual",
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(10_000)]),
        headers: {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
          "stripe-signature": webhookSignature(notice.body, options.webhookSecret, nowMs()),
        },
        body: notice.body,
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }

  return {
    /** Resolves when nothing is due any more; a second call joins the first. */
    run(): Promise<void> {
      if (notifyUrl === null || closing.signal.aborted) return Promise.resolve();
      running ??= sendAll().finally(() => {
        running = null;
      });
      return running;
    },
    async close(): Promise<void> {
      closing.abort();
      await running;
    },
  };
}

export function webhookSignature(body: string, secret: string, atMs: number): string {
  const timestamp = Math.floor(atMs / 1000);
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return `t=${timestamp},v1=${signature}`;
}
