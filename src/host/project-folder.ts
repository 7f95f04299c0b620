import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the project. Built files and sources are at different depths, so it is searched upwards. */
export const projectFolder: string = folderAbove(import.meta.dirname);

/** The release of this program, from package.json. */
export const release: string = JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8")).version;

function folderAbove(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  if (dirname(folder) === folder) throw new Error("The project's package.json is not above its program.");
  return folderAbove(dirname(folder));
}
