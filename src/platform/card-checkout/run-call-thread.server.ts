/** A program of its own thread that makes calls to the card provider (`openCallThread`). */
import { parentPort } from "node:worker_threads";
import { openProviderCalls, type ProviderCall } from "./provider-calls.server.ts";

const calls = openProviderCalls();
parentPort?.on("message", async ({ no, call }: { no: number; call: ProviderCall }) => {
  parentPort?.postMessage({ no, reply: await calls.make(call) });
});
