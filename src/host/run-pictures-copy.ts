/**
 * `npm run pictures:copy -- to-bucket`: copies the pictures of DATA_DIR into the bucket of S3_BUCKET, or back with
 * `to-folder`, and compares all bytes. With `--check` it only compares. It can be repeated and deletes nothing; the
 * site may run meanwhile. Exit status 1 when a picture of the source is missing in the target or differs there.
 */
import { counted } from "#kernel/romanian.ts";
import { defaultDataDir } from "#platform/database/embedded-account.server.ts";
import { openPictureFolder } from "#platform/storage/picture-folder.server.ts";
import { type Config, readConfig } from "./config.ts";
import { copyPictures } from "./copy-pictures.ts";
import { openPictures, pictureFolderIn } from "./open-pictures.ts";
import { projectFolder } from "./project-folder.ts";

const read = readConfig(process.env);
const [direction, ...options] = process.argv.slice(2);

if ("problems" in read) fail(read.problems.join("\n"));
else if (
  (direction !== "to-bucket" && direction !== "to-folder") ||
  options.some((option) => option !== "--check")
)
  fail("Încotro? npm run pictures:copy -- to-bucket (sau to-folder), și --check ca să compare doar");
else if (!read.config.pictureBucket) fail("S3_BUCKET lipsește: nu există niciun depozit S3 în configurație");
else
  await run(read.config, direction, options.length > 0).catch((error: Error) =>
    fail(`Imaginile nu au fost copiate: ${error.message}`),
  );

async function run(config: Config, direction: "to-bucket" | "to-folder", isCheck: boolean): Promise<void> {
  const dataDir = config.dataDir ?? defaultDataDir(projectFolder);
  const folder = await openPictureFolder(pictureFolderIn(dataDir));
  const bucket = await openPictures(config, dataDir);
  const [from, to] = direction === "to-bucket" ? [folder, bucket] : [bucket, folder];
  const { same, copied, missing, different, others } = await copyPictures(from, to, { isCheck });
  for (const name of missing) console.error(`lipsește: ${name}`);
  for (const name of different) console.error(`diferă: ${name}`);
  console.log(
    [
      counted(same + copied + missing.length + different.length, "picture"),
      `copiate acum: ${copied}`,
      `aflate deja acolo: ${same}`,
      `lipsă: ${missing.length}`,
      `diferite: ${different.length}`,
      `doar acolo: ${others}`,
    ].join("; "),
  );
  if (missing.length + different.length > 0) process.exitCode = 1;
  else console.log("Toate imaginile sunt acolo, octet cu octet.");
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
