import { readdir, readFile, stat } from "node:fs/promises";
import { setPriority } from "node:os";

/**
 * Gives the thread of the event loop, for which everybody waits, a niceness of its own, and with it the engine's
 * threads, for which it waits when garbage is collected. Those that hash passwords and compress pages stay where they
 * are. False where the system does not allow it: below what it has now only an administrator may go, or whoever
 * RLIMIT_NICE lets (systemd: `LimitNICE`).
 */
export async function setLoopNiceness(niceness: number): Promise<boolean> {
  // threads begin as nice as whoever starts them, and libuv's begin with the first work they are given
  await stat(".");
  try {
    // of this thread alone, as Linux has it
    setPriority(niceness);
    for (const thread of await engineThreads()) setPriority(thread, niceness);
    return true;
  } catch {
    return false;
  }
}

async function engineThreads(): Promise<number[]> {
  const threads = await readdir("/proc/self/task");
  const names = await Promise.all(
    threads.map((thread) => readFile(`/proc/self/task/${thread}/comm`, "utf8")),
  );
  return threads.filter((_thread, at) => names[at]?.startsWith("V8")).map(Number);
}
