import { writeSync } from "node:fs";

/**
 * Named points inside acts and adapters where a test can inject a fault. `ESTIVAL_FAULT=settle.committed:kill` ends
 * the process there as kill -9 does, `:error` throws, `:delay=200` waits. `name:kill:2` means the second time. Commas
 * separate several. Without the variable a point costs one comparison; production ignores it.
 */
const armed = new Map<string, { action: string; countdown: number }>();
for (const entry of (process.env.ESTIVAL_MODE === "production"
  ? ""
  : (process.env.ESTIVAL_FAULT ?? "")
).split(",")) {
  const [name, action, times] = entry.split(":");
  if (name && action) armed.set(name, { action, countdown: Number(times ?? 1) });
}

class InjectedFault extends Error {
  override name = "InjectedFault";
}

export async function faultPoint(name: string): Promise<void> {
  if (armed.size === 0) return;
  const fault = armed.get(name);
  if (!fault || --fault.countdown !== 0) return;
  if (fault.action === "kill") {
    // Written synchronously, so that the test knows the point where the process ended.
    writeSync(2, `killed at ${name}\n`);
    process.kill(process.pid, "SIGKILL");
  }
  if (fault.action.startsWith("delay="))
    await new Promise((resume) => setTimeout(resume, Number(fault.action.slice(6))));
  // a killed process may run a little longer, so "kill" throws too
  if (fault.action === "error" || fault.action === "kill") throw new InjectedFault(name);
}
