import { Worker } from "node:worker_threads";
import type { ProviderCall, ProviderCalls, ProviderReply } from "./provider-calls.server.ts";

type Answer = { readonly no: number; readonly reply: ProviderReply };

/**
 * Makes calls to the card provider in a thread of its own. A call is handed over before its turn and goes out when it
 * comes, however busy the process is just then: in a rush its own event loop is late by more than a turn may be. The
 * thread begins with the first call. Should it end, what it had under way has failed, and the next call begins another.
 */
export function openCallThread(program: string): ProviderCalls {
  let thread: Worker | undefined;
  let calls = 0;
  const waiting = new Map<number, (reply: ProviderReply) => void>();

  function start(): Worker {
    const worker = new Worker(program);
    const lost = () => {
      if (thread !== worker) return;
      thread = undefined;
      for (const answer of waiting.values())
        answer({ kind: "failed", reason: "The thread of the call ended", took: 0 });
      waiting.clear();
    };
    worker.on("message", ({ no, reply }: Answer) => {
      waiting.get(no)?.(reply);
      waiting.delete(no);
      // without a call it holds nobody up who wants to end
      if (waiting.size === 0) worker.unref();
    });
    worker.on("error", lost).on("exit", lost);
    return worker;
  }

  return {
    make(call: ProviderCall) {
      thread ??= start();
      const to = thread;
      calls += 1;
      const no = calls;
      to.ref();
      return new Promise((answer) => {
        waiting.set(no, answer);
        to.postMessage({ no, call });
      });
    },
    close() {
      void thread?.terminate();
    },
  };
}
