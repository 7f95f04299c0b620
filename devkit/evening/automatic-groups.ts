import { readFileSync, writeFileSync } from "node:fs";

const setting = "/proc/sys/kernel/sched_autogroup_enabled";

/**
 * Switches Linux's automatic scheduling groups off, as docs/operations.md advises for a machine that also has the
 * database, and gives what puts them back; a sentence where that is not allowed, nothing where there are none.
 */
export function leaveAutomaticGroups(): { readonly putBack: () => void; readonly note?: string } {
  try {
    if (readFileSync(setting, "utf8").trim() === "0") return { putBack: () => {} };
    writeFileSync(setting, "0");
    return { putBack: () => writeFileSync(setting, "1") };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { putBack: () => {} };
    const note =
      "this machine groups processes by their session, and we may not change that: pages will be late";
    return { putBack: () => {}, note };
  }
}
