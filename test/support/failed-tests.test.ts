import { expect, test } from "vitest";
import { failedInPlaywright, failedInVitest } from "./failed-tests.ts";

test("the log ends with the name, the file and the message of each failed test, and of no other", () => {
  const file = `${process.cwd()}/src/a.test.ts`;
  const passed = { fullName: "holds", status: "passed", failureMessages: [] };
  const failed = {
    fullName: "sells once",
    status: "failed",
    failureMessages: ["Error: sold twice\n  at a.ts"],
  };
  expect(
    failedInVitest({
      testResults: [
        { name: file, message: "", status: "failed", assertionResults: [passed, failed] },
        { name: "b.test.ts", message: "", status: "passed", assertionResults: [passed] },
      ],
    }),
  ).toEqual(["FAILED sells once\n    src/a.test.ts\n    Error: sold twice\n      at a.ts"]);
});

test("a file that could not be read is named with its error", () => {
  expect(
    failedInVitest({
      testResults: [{ name: "b.test.ts", message: "SyntaxError", status: "failed", assertionResults: [] }],
    }),
  ).toEqual(["FAILED the whole file\n    b.test.ts\n    SyntaxError"]);
});

test("a journey is named with its screen size, in any depth of suites", () => {
  const spec = (title: string, status: string) => ({
    title,
    file: "buying.e2e.ts",
    tests: [{ projectName: "phone", status, results: [{}, { error: { message: "no button" } }] }],
  });
  expect(
    failedInPlaywright({
      suites: [
        {
          file: "buying.e2e.ts",
          specs: [spec("fine", "expected")],
          suites: [{ file: "buying.e2e.ts", specs: [spec("pays", "unexpected")] }],
        },
      ],
    }),
  ).toEqual(["FAILED pays (phone)\n    buying.e2e.ts\n    no button"]);
});

test("a tool without a report adds no names", () => {
  expect([...failedInVitest(undefined), ...failedInPlaywright(undefined)]).toEqual([]);
});
