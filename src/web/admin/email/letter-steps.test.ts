import { expect, it } from "vitest";
import { letterSteps } from "./letter-steps.ts";

const at = (minute: number) => new Date(Date.UTC(2027, 6, 17, 19, minute));
const tryAt = (
  minute: number,
  what: "put_off" | "void" | "given_up" | "bounced" | "refused" | "paused" | "interrupted" | "retried",
  reason = "",
  minutes = 0,
) => ({ at: at(minute).toISOString(), what, reason, minutes });

it("why an email was not sent stands in the office's language", () => {
  const tries = [tryAt(1, "void", "no ticket of this order admits any more")];
  expect(letterSteps({ createdAt: at(0), sentAt: null, tries })[0]?.what).toBe(
    "Niciun bilet al comenzii nu mai intră la poartă",
  );
});

it("F27, F29, F30: an email's steps are listed the latest first, with every answer and its consequence", () => {
  const steps = letterSteps({
    createdAt: at(0),
    sentAt: at(30),
    tries: [
      tryAt(1, "put_off", "450 later", 1),
      tryAt(2, "refused", "550 5.7.1 no", 4),
      tryAt(3, "put_off", "ETIMEDOUT", 20),
      tryAt(4, "interrupted"),
      tryAt(5, "paused", "EAUTH 535"),
      tryAt(6, "given_up", "452 full"),
      tryAt(7, "retried"),
      tryAt(8, "bounced", "550 no such user"),
    ],
  });
  expect(steps.map(({ what, note }) => [what, note])).toEqual([
    ["Trimisă", undefined],
    ["550 no such user", "Refuzată definitiv; ne-am oprit"],
    ["Pusă din nou la rând de un administrator", undefined],
    ["452 full", "Ultima încercare; ne-am oprit"],
    ["EAUTH 535", "Serverul ne-a refuzat pe noi; scrisoarea a rămas la rând"],
    ["Serverul nostru s-a oprit în timp ce trimitea", undefined],
    ["ETIMEDOUT", "din nou peste 20 de minute"],
    ["550 5.7.1 no", "din nou peste 4 minute"],
    ["450 later", "din nou peste 1 minut"],
    ["Pusă la rând", undefined],
  ]);
  expect(steps[0]?.when).toBe("17.07.2027, 22:30");
  expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length);
});
