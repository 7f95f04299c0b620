import { inflateRawSync } from "node:zlib";

/** A cell as the workbook has it: a text, or a number with the form that it is shown in. */
export type WorkbookCell = string | { readonly number: number; readonly format: string } | null;

/** The sheets of a workbook by their names, read from its parts as ECMA-376 says. */
export function readWorkbook(file: Buffer): Map<string, WorkbookCell[][]> {
  const parts = unzipped(file);
  const part = (name: string) => {
    const text = parts.get(name);
    if (text === undefined) throw new Error(`no part ${name}`);
    return text;
  };
  const shared = [...part("xl/sharedStrings.xml").matchAll(/<si>(.*?)<\/si>/gs)].map(([, text = ""]) =>
    plain(text.replace(/<[^>]*>/g, "")),
  );
  const styles = part("xl/styles.xml");
  const formats = new Map(
    [...styles.matchAll(/<numFmt (?=[^>]*numFmtId="(\d+)")(?=[^>]*formatCode="([^"]*)")/g)].map(
      ([, id = "", code = ""]) => [id, plain(code)],
    ),
  );
  const used = [...(/<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? "").matchAll(/<xf ([^>]*)/g)].map(
    ([, xf = ""]) => formats.get(/numFmtId="(\d+)"/.exec(xf)?.[1] ?? "") ?? "",
  );
  const names = [...part("xl/workbook.xml").matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name = ""]) =>
    plain(name),
  );
  return new Map(
    names.map((name, at) => [
      name,
      [...part(`xl/worksheets/sheet${at + 1}.xml`).matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(
        ([, row = ""]) => {
          const cells: WorkbookCell[] = [];
          for (const [, about = "", value = ""] of row.matchAll(/<c ([^>]*)>(?:<v>(.*?)<\/v>)?.*?<\/c>/gs)) {
            const column = /r="([A-Z]+)\d+"/.exec(about)?.[1] ?? "";
            const place = [...column].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1;
            while (cells.length < place) cells.push(null);
            const format = used[Number(/s="(\d+)"/.exec(about)?.[1] ?? 0)] ?? "";
            cells.push(
              /t="s"/.test(about) ? (shared[Number(value)] ?? "") : { number: Number(value), format },
            );
          }
          return cells;
        },
      ),
    ]),
  );
}

/** The day, or the moment, that a workbook's number of days since 1899 means. */
export const dayOfSerial = (serial: number) =>
  new Date(Math.round((serial - 25_569) * 86_400_000)).toISOString();

const plain = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");

/** By the central directory of the archive, whose entries are stored or deflated. */
export function unzipped(file: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  const end = file.lastIndexOf("PK\x05\x06", undefined, "latin1");
  let at = file.readUInt32LE(end + 16);
  for (let n = file.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [size, nameLength, extra, comment] = [
      file.readUInt32LE(at + 20),
      ...[28, 30, 32].map((by) => file.readUInt16LE(at + by)),
    ] as [number, number, number, number];
    const local = file.readUInt32LE(at + 42);
    const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(begin, begin + size);
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    parts.set(name, (file.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes).toString("utf8"));
    at += 46 + nameLength + extra + comment;
  }
  return parts;
}
