import { expect, it } from "vitest";
import { renderScreen } from "#devkit/gallery/render-screen.tsx";
import { CancelNightPage } from "./cancel-night-page.tsx";

const none = { n: 0, amount: 0 };
const progress = (short: typeof none, failedShort = none) =>
  renderScreen(
    <CancelNightPage
      view={{
        ...{ kind: "progress", id: "a", name: "Eclipsa", day: "12 iulie 2027", at: "1 iulie, 10:00" },
        ...{ reason: "Furtună.", letters: { sent: 1, waiting: 0, failed: 0 }, ordersLeft: [] },
        refunds: { done: none, waiting: { n: 21, amount: 231_000 }, short, failed: failedShort, failedShort },
      }}
      answer={undefined}
      reentry={undefined}
    />,
  );

it("the progress of a cancelled night says when the balance at the provider is too small, and for how much", () => {
  expect(progress(none)).not.toContain("Soldul");
  expect(progress({ n: 20, amount: 220_000 })).toContain(
    "Soldul de la furnizorul de plăți nu ajunge pentru 20 de rambursări, 2.200,00 RON.",
  );
  expect(progress(none, { n: 2, amount: 22_000 })).toContain(
    "Pentru 2 rambursări, 220,00 RON, soldul de la furnizorul de plăți nu a ajuns.",
  );
});
