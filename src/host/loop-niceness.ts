import { stat } from "node:fs/promises";
import { setPriority } from "node:os";

/**
 * Gives the thread of the event loop, for which everybody waits, a niceness of its own, and leaves the threads that hash
 * passwords and compress pages where they are. False where the system does not allow it: below what it has now only an
 * administrator may go, or whoever RLIMIT_NICE lets (systemd: `LimitNICE`).
 */
export async function setLoopNiceness(niceness: number): Promise<boolean> {
  // threads begin as nice as whoever starts them, and libuv's begin with the first work they are given
  await stat(".");
  try {
    // of this thread alone, as Linux has it
    setPriority(niceness);
    return true;
  } catch {
    return false;
  }
}
