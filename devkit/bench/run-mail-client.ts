/** nodemailer alone in a process of its own: the words of one letter, written and sent as often as it is told. */
import { createTransport } from "nodemailer";
import { defaultClub, defaultFooter } from "#ticketing/content/site-content.ts";
import { builtInTemplates } from "#ticketing/delivery/letter-template.ts";
import { writeOwn } from "#ticketing/delivery/templates/write-letter.server.ts";

const [port, connections] = process.argv.slice(2).map(Number) as [number, number];
const transport = createTransport({
  pool: true,
  host: "127.0.0.1",
  port,
  ignoreTLS: true,
  maxConnections: connections,
  maxMessages: Number.POSITIVE_INFINITY,
});
const club = { ...defaultFooter, name: defaultClub.full_name, trader: defaultClub.trader };
const words = writeOwn(
  builtInTemplates.password_changed({ club, origin: "https://club.example", holdMinutes: 30 }),
  { customer_name: "Teodora Luca" },
);

process.on("message", async ({ count }: { count: number }) => {
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      transport.sendMail({
        ...words,
        from: { name: "Clubul de Vară", address: "salut@club.example" },
        to: `p${n}@exemplu.example`,
      }),
    ),
  );
  process.send?.({ seconds: (performance.now() - begun) / 1000 });
});
process.on("disconnect", () => process.exit());
process.send?.({ ready: true });
