/**
 * The provider as a process of its own: `node run-card-provider.ts '{"port":0,"stateFile":"...",...}'`. Prints one
 * line of JSON with its addresses when it is ready; ends on SIGTERM or SIGINT.
 */
import { type CardProviderOptions, createCardProvider } from "./card-provider.server.ts";

const { port, ...options }: CardProviderOptions & { port: number } = JSON.parse(process.argv[2] ?? "{}");
const provider = createCardProvider(options);
const addresses = await provider.listen(port);
process.stdout.write(`${JSON.stringify(addresses)}\n`);
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, () => void provider.close().then(() => process.exit(0)));
// the process that started it with a channel is gone
process.once("disconnect", () => process.exit(0));
