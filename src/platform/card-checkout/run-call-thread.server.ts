/** A program of its own thread that makes calls to the card provider (`openCallThread`). */
import { parentPort } from "node:worker_threads";
import type { ThreadWord } from "./call-thread.server.ts";
import { openProviderCalls, type ProviderCall } from "./provider-calls.server.ts";

const calls = openProviderCalls();
const say = (word: ThreadWord) => parentPort?.postMessage(word);
parentPort?.on("message", async ({ no, call }: { no: number; call: ProviderCall }) => {
  say({ no, reply: await calls.make(call) });
});
say("ready");
