import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

/** What a process of its own, as nice as we are, says after this. */
function said(script: string): unknown {
  const given = `
    import { readdirSync, readFileSync } from "node:fs";
    import { getPriority } from "node:os";
    import { setLoopNiceness } from ${JSON.stringify(join(import.meta.dirname, "loop-niceness.ts"))};
    const threads = (name) => readdirSync("/proc/self/task")
      .filter((id) => readFileSync("/proc/self/task/" + id + "/comm", "utf8").trim() === name)
      .map((id) => getPriority(Number(id)));
    ${script}`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", given]);
  return JSON.parse(`${stdout}` || JSON.stringify(`${stderr}`));
}

it("gives the event loop and the engine's threads a niceness of their own, and not the threads that hash", () => {
  const { isSet, before, loop, engine, hashing } = said(`
    const before = getPriority();
    const isSet = await setLoopNiceness(before + 3);
    console.log(JSON.stringify({ isSet, before, loop: getPriority(), engine: threads("V8Worker"), hashing: threads("libuv-worker") }))`) as {
    [name: string]: number;
  } & { engine: number[]; hashing: number[] };
  expect(isSet).toBe(true);
  expect(loop).toBe((before ?? 0) + 3);
  expect(new Set(engine)).toEqual(new Set([(before ?? 0) + 3]));
  expect(hashing).toEqual([before, before, before, before]);
});

it("goes on where the system does not allow it", () => {
  const answer = said(`
    if (process.getuid() === 0) process.setuid(65534);
    console.log(JSON.stringify([await setLoopNiceness(-10), getPriority() > -10]))`);
  expect(answer).toEqual([false, true]);
});
