/** The failed tests of the tools' JSON reports: name, file, and the first message, for the end of the log. */

export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

type PlaywrightSuite = {
  file: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[];
  }[];
};

export type PlaywrightReport = { stats: { expected: number }; suites: PlaywrightSuite[] };

/** Of a vitest report; a file that could not even be read counts with its own message. */
export function failedInVitest(report: Pick<VitestReport, "testResults"> | undefined): string[] {
  return (report?.testResults ?? []).flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [described(name, "the whole file", message)] : [];
    return failed.map((test) => described(name, test.fullName, test.failureMessages.join("\n")));
  });
}

/** Of a Playwright report with nested suites. */
export function failedInPlaywright(report: Pick<PlaywrightReport, "suites"> | undefined): string[] {
  return (report?.suites ?? []).flatMap(failedInSuite);
}

function failedInSuite({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ projectName, results }) =>
        described(
          file,
          `${title} (${projectName})`,
          results.find(({ error }) => error)?.error?.message ?? "",
        ),
      ),
  );
  return [...own, ...suites.flatMap(failedInSuite)];
}

const linesOfAMessage = 12;

function described(file: string, title: string, message: string): string {
  const lines = message.split("\n").slice(0, linesOfAMessage);
  return [`FAILED ${title}`, file.replace(`${process.cwd()}/`, ""), ...lines].join("\n    ");
}
