import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export type BenchProvider = {
  /** What the site is told of it. */
  readonly env: Record<string, string>;
  readonly pagesBase: string;
  readonly webhookSecret: string;
  close(): Promise<void>;
};

/** The card provider's double as a process of its own, which sends no notices by itself. */
export async function startBenchProvider(folder: string): Promise<BenchProvider> {
  const keys = { secretKey: "sk_test_bench", webhookSecret: "whsec_bench" };
  const provider = spawn(
    process.execPath,
    [
      join(import.meta.dirname, "..", "card-provider", "run-card-provider.ts"),
      JSON.stringify({ port: 0, ...keys, stateFile: join(folder, "mail-provider.sqlite"), notifyUrl: null }),
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = await once(provider.stdout, "data");
  const { apiBase, pagesBase } = JSON.parse(String(line)) as { apiBase: string; pagesBase: string };
  return {
    env: {
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_BASE: apiBase,
    },
    pagesBase,
    webhookSecret: keys.webhookSecret,
    async close() {
      provider.kill("SIGTERM");
      await once(provider, "exit");
    },
  };
}
