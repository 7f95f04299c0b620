import { Worker } from "node:worker_threads";
import {
  openProviderCalls,
  type ProviderCall,
  type ProviderCalls,
  type ProviderReply,
} from "./provider-calls.server.ts";

/** What the thread says: first that it is there, then the replies. */
export type ThreadWord = { readonly no: number; readonly reply: ProviderReply } | "ready";

type Waiting = { readonly call: ProviderCall; readonly answer: (reply: ProviderReply) => void };

/**
 * Makes calls to the card provider in a thread of its own. A call is handed over before its turn and goes out when it
 * comes, however busy the process is just then: in a rush its own event loop is late by more than a turn may be. The
 * thread begins with the first call. Should it end, what it had under way has failed, and the next call begins another.
 * Where none can begin, because its program is not there, calls are made here, and `onNoThread` hears of it.
 */
export function openCallThread(program: string, onNoThread: () => void = () => {}): ProviderCalls {
  let thread: Worker | undefined;
  let here: ProviderCalls | undefined;
  let isClosed = false;
  let calls = 0;
  const waiting = new Map<number, Waiting>();

  function start(): Worker {
    const worker = new Worker(program);
    let isReady = false;
    const lost = () => {
      if (thread !== worker) return;
      thread = undefined;
      const left = [...waiting.values()];
      waiting.clear();
      // what was handed to a thread that never began was not sent
      if (!isReady && !isClosed) {
        here = openProviderCalls();
        onNoThread();
      }
      for (const { call, answer } of left)
        if (here) void here.make(call).then(answer);
        else answer({ kind: "failed", reason: "The thread of the call ended", took: 0 });
    };
    worker.on("message", (word: ThreadWord) => {
      isReady = true;
      if (word === "ready") return;
      waiting.get(word.no)?.answer(word.reply);
      waiting.delete(word.no);
      // without a call it holds nobody up who wants to end
      if (waiting.size === 0) worker.unref();
    });
    worker.on("error", lost).on("exit", lost);
    return worker;
  }

  return {
    make(call: ProviderCall) {
      if (here) return here.make(call);
      thread ??= start();
      const to = thread;
      calls += 1;
      const no = calls;
      to.ref();
      return new Promise((answer) => {
        waiting.set(no, { call, answer });
        to.postMessage({ no, call });
      });
    },
    close() {
      isClosed = true;
      void thread?.terminate();
      here?.close();
    },
  };
}
