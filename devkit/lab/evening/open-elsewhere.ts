import { setTimeout as pause } from "node:timers/promises";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { openMachines } from "#test/support/machines.ts";
import { systemPrograms } from "#test/support/postgres-programs.ts";
import { startReplicatedPostgres } from "#test/support/replicated-postgres.ts";
import { freePort } from "#test/support/site.ts";
import type { Elsewhere } from "./play-evening.ts";

/**
 * Machines for so many processes, and two for the database: its first server, and a standby that every commit waits for.
 * They are namespaces of this system's network; needs root, and Debian's PostgreSQL of this version.
 */
export async function openElsewhere(
  processes: number,
  version: string,
): Promise<{ ownerUrl: string; loginUrl: string; elsewhere: Elsewhere; close(): Promise<void> }> {
  const [databasePort, providerPort, mailPort] = [await freePort(), await freePort(), await freePort()];
  const { machines, close } = await openMachines(processes + 2, [databasePort, providerPort, mailPort]);
  try {
    const servers = await startReplicatedPostgres(systemPrograms(version), {
      machines: machines.slice(processes),
      port: databasePort,
    });
    try {
      const second = await servers.addStandby("second");
      await servers.waitFor("FIRST 1 (second)");
      return {
        ownerUrl: servers.ownerUrl,
        loginUrl: loginAddresses(servers.ownerUrl, "app").public,
        elsewhere: {
          machines: machines.slice(0, processes),
          providerPort,
          mailPort,
          async takeOver() {
            servers.kill(servers.primary);
            // an operator sees it, and is sure that it is off
            await pause(3000);
            await servers.promote(second);
            await servers.waitFor("", second);
          },
        },
        async close() {
          await servers.stop();
          await close();
        },
      };
    } catch (error) {
      await servers.stop();
      throw error;
    }
  } catch (error) {
    await close();
    throw error;
  }
}
