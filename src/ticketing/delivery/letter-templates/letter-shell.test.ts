import { expect, it } from "vitest";
import { imprint, imprintText } from "./letter-shell.ts";

const club = { name: "Fosfor Summer Club", trader: "Fosfor Summer Club SRL, Plaja Licurici 1", email: "" };

it.each([
  ["its own line", club, "Digul de nord", [club.trader, "Digul de nord"]],
  [
    "the club's name with the address",
    club,
    "Fosfor Summer Club, Digul de nord",
    [club.trader, "Digul de nord"],
  ],
  ["the seller's own address", club, "Plaja Licurici 1", [club.trader]],
  ["no address", club, "", [club.trader]],
  ["no seller", { ...club, trader: "" }, "Fosfor Summer Club, Digul", ["Fosfor Summer Club", "Digul"]],
  ["a seller of another name", { ...club, trader: "Nisip SRL" }, "Dig", ["Nisip SRL", "Dig"]],
])("the foot of an email says no name and no address twice: %s", (_, of, address, lines) => {
  const origin = "https://fosfor.example";
  expect(imprintText({ ...of, address }, origin)).toBe([...lines, origin].join("\n"));
  expect(imprint({ ...of, address }, origin).slice(0, -1)).toEqual(lines.map((line) => `${line}.`));
});
