/**
 * In the folder of an earlier release: prepares its database with its own programs, and puts a night, a type of ticket and
 * people there. Prints them as one line of JSON.
 */
import { join } from "node:path";

const { release, ownerUrl, people } = JSON.parse(process.argv[2] ?? "{}") as {
  release: string;
  ownerUrl: string;
  people: number;
};
const { prepareDatabase } = await import(
  join(release, "src", "platform", "database", "prepare-database.server.ts")
);
const { openSeasonBuilder } = await import(join(release, "test", "support", "season-builder.ts"));

await prepareDatabase({
  ownerUrl,
  folder: join(release, "migrations"),
  rolePrefix: "app",
  // 0.1.0 knows one login, later ones five
  loginPassword: "login",
  passwordOf: () => "login",
});
const ends: (() => Promise<void>)[] = [];
const season = await openSeasonBuilder(ownerUrl, (end: () => Promise<void>) => ends.push(end));
await season.client.query("INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING");
const night = await season.night({ capacity: 5000 });
const type = await season.ticketType({ events: [night], capacity: 5000 });
const tokens = (await season.people(people)).map(({ token }: { token: string }) => token);
for (const end of ends) await end();
console.log(JSON.stringify({ night, type, tokens }));
