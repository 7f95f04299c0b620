import { afterEach, beforeEach, vi } from "vitest";

/** An error on the console is a defect: it fails the test in which it appears. */
const complaints: unknown[][] = [];

beforeEach(() => {
  complaints.length = 0;
  vi.spyOn(console, "error").mockImplementation((...words: unknown[]) => {
    complaints.push(words);
  });
});

afterEach(() => {
  vi.mocked(console.error).mockRestore?.();
  const [first] = complaints.splice(0);
  if (first) throw new Error(`console.error in a test: ${first.map(String).join(" ")}`);
});
