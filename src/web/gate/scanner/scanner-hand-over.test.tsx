import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ScannerHandOver } from "./scanner-hand-over.tsx";
import { tillTexts } from "./scanner-texts.ts";

const pageWith = (cash: number, opening: number) =>
  renderToStaticMarkup(
    <ScannerHandOver
      unsent={0}
      till={{
        cash,
        terminal: 0,
        tickets: { cash: cash / 6000, terminal: 0, protocol: 0 },
        admitted: 0,
        refused: 0,
        undone: 1,
        byChief: 0,
      }}
      opening={opening}
      onOpening={() => undefined}
      handed={null}
      boundAs=""
      hasFailed={false}
      onHandOver={() => undefined}
      onScan={() => undefined}
    />,
  );

it("a till that gave back more than it took says where the money came from, with the true minus, until its cash covers it", () => {
  const page = pageWith(-6000, 0);
  expect(page).toContain("Numerar, −1 bilet<");
  expect(page).not.toContain("-1 bilet");
  expect(page).toContain(tillTexts.givenBack("60 lei"));
  expect(pageWith(-6000, 5000)).toContain(tillTexts.givenBack("60 lei"));
  for (const covered of [pageWith(-6000, 6000), pageWith(6000, 0)])
    expect(covered).not.toContain("Ai dat înapoi");
});
