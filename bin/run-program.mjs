// Running another program as if it were this one. Loaded by Node 20.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));

/**
 * Runs a program in our place: its output is ours, signals reach it exactly once, and we end as it ended.
 *
 * Ctrl-C sends SIGINT to every process of the terminal's group, and npm passes its own on as well. So the program
 * gets a group of its own and hears only what we pass on, each signal once: a repetition cannot be told from the same
 * key press, and one request to stop is enough. Where setpriv exists, the kernel sends it SIGTERM should we be killed
 * without a chance to pass anything on.
 */
export function runAndEnd(program, args) {
  const bound = setpriv ? [setpriv, ["--pdeathsig", "TERM", program, ...args]] : [program, args];
  const child = spawn(bound[0], bound[1], { stdio: "inherit", detached: true });
  const passedOn = new Set();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      if (passedOn.has(signal)) return;
      passedOn.add(signal);
      child.kill(signal);
    });
  }
  if (process.env.npm_lifecycle_event) endWithNpm(child);
  child.on("error", (error) => {
    process.stderr.write(`${program} does not run: ${error.message}\n`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** npm killed without a chance to pass anything on leaves us behind with another parent; nobody would end us. */
function endWithNpm(child) {
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, 500);
}

/** Runs a program to its end, output shown; rejects when it fails. For the steps before the command itself. */
export function runToEnd(program, args, options = {}) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { stdio: "inherit", ...options });
    child.on("error", failed);
    child.on("exit", (code, signal) => {
      if (code === 0) done();
      else failed(new Error(`${[program, ...args].join(" ")} failed (${signal ?? `exit ${code}`}).`));
    });
  });
}
