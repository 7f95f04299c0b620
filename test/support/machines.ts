import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type ChildScript, startScript } from "#devkit/lab/evening/child-script.ts";

/** A machine of its own for the network: a namespace with an address, joined to the others by a cable. */
export type Machine = {
  readonly address: string;
  /** The command that runs this program there. */
  command(program: string, ...args: string[]): string[];
  /** Unplugs the cable: what is sent from now on arrives nowhere, and nobody is told. */
  unplug(): void;
  plugIn(): void;
};

/** Whether this system lets a test make machines: root, and Debian's iproute2. */
export function mayMakeMachines(): boolean {
  const name = `es${process.pid}try`;
  try {
    ip("netns", "add", name);
    ip("netns", "del", name);
    return true;
  } catch {
    return false;
  }
}

/**
 * So many machines on one bridge, and ways on which each of them reaches these ports of our own 127.0.0.1 as its own:
 * they are services elsewhere, such as the card provider.
 */
export async function openMachines(count: number, services: readonly number[]) {
  const net = `10.77.${process.pid % 250}`;
  const bridge = `es${process.pid}br`;
  const ours = `${net}.1`;
  const names = Array.from({ length: count }, (_, at) => `es${process.pid}m${at}`);
  const ways: ChildScript<object>[] = [];
  const way = (options: { listen: string; to: string }, on?: Machine) =>
    startScript<object>(join(import.meta.dirname, "run-ways.ts"), { ...options, ports: services }, { on });

  function addMachine(name: string, address: string): Machine {
    ip("netns", "add", name);
    ip("link", "add", `${name}o`, "type", "veth", "peer", "name", "eth0", "netns", name);
    ip("link", "set", `${name}o`, "master", bridge, "up");
    ip("-n", name, "addr", "add", `${address}/24`, "dev", "eth0");
    for (const device of ["lo", "eth0"]) ip("-n", name, "link", "set", device, "up");
    return {
      address,
      command: (program, ...args) => ["ip", "netns", "exec", name, program, ...args],
      unplug: () => ip("link", "set", `${name}o`, "down"),
      plugIn: () => ip("link", "set", `${name}o`, "up"),
    };
  }

  async function close(): Promise<void> {
    await Promise.all(ways.map((one) => one.end()));
    for (const name of names) tryTo("netns", "del", name);
    tryTo("link", "del", bridge);
  }

  try {
    ip("link", "add", bridge, "type", "bridge");
    ip("addr", "add", `${ours}/24`, "dev", bridge);
    ip("link", "set", bridge, "up");
    const machines = names.map((name, at) => addMachine(name, `${net}.${11 + at}`));
    ways.push(await way({ listen: ours, to: "127.0.0.1" }));
    for (const machine of machines) ways.push(await way({ listen: "127.0.0.1", to: ours }, machine));
    return { machines, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function ip(...args: string[]): void {
  execFileSync("ip", args, { stdio: ["ignore", "ignore", "pipe"] });
}

function tryTo(...args: string[]): void {
  try {
    ip(...args);
  } catch {
    // it was not made
  }
}
