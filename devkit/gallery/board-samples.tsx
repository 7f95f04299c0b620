import { BoardPage, type BoardView } from "#web/gate/board/board-route.tsx";
import { sampleDoorNight } from "./gate-samples.tsx";
import { screensOf } from "./render-screen.tsx";

const charged = { text: "baterie 78%", isLow: false };
const phone = { unsent: "0 netrimise", isSilent: false, battery: charged };
const gateB = {
  id: "b",
  name: "Poarta B",
  types: "Terasa Orizont",
  mode: "strict",
  entered: 222,
  note: "ultimele 15 min: 27",
} as const;

/** People in each quarter of an hour. */
export const quarterSamples = (
  [
    ["21:45", 31],
    ["22:00", 78],
    ["22:15", 143],
    ["22:30", 120],
    ["22:45", 96],
  ] as const
).map(([from, people]) => ({ from, until: from, people }));

type Lists = BoardView["lists"];
type Row = readonly [time: string, where: string, how: string];

/** A ticket that let in one more than it may. */
export const doubleSample = (id: string, lead: string, rows: readonly Row[]): Lists["doubles"][number] => ({
  id,
  lead,
  what: "Intrare generală",
  excess: "+1",
  entered: 2,
  mark: null,
  rows: rows.map(([time, where, how], at) => ({ id: String(at), time, where, how })),
});

/** A person let in by a phone that did not know what the other phones knew. */
export const foundSample = (
  id: string,
  lead: string,
  what: string,
  where: string,
): Lists["found"][number] => ({ id, lead, what, note: `${where} · persoana e numărată`, mark: null });

const board: BoardView = {
  night: sampleDoorNight,
  inside: { people: 812, about: 812, capacity: 1200, lastQuarter: 96, entered: 812, outside: 0 },
  missing: null,
  stopped: "",
  gates: [
    {
      id: "a",
      name: "Poarta A",
      types: "Intrare generală, Grup",
      mode: "open",
      entered: 590,
      note: "ultimele 15 min: 69",
      phones: [
        { ...phone, id: "a1", name: "Radu M.", note: "hotărăște · acum 1 s" },
        {
          ...phone,
          id: "a2",
          name: "Mara D.",
          note: "ajută · acum 2 s",
          unsent: "1 netrimisă",
          battery: { text: "baterie 18%", isLow: true },
        },
      ],
    },
    { ...gateB, phones: [{ ...phone, id: "b1", name: "Sorin P.", note: "hotărăște · acum 2 s" }] },
  ],
  quarters: quarterSamples.slice(1),
  tills: [],
  lists: { doubles: [], overrides: [], found: [], unknown: { inAll: 0, forgedLately: null, lines: [] } },
};
const silent = {
  id: "b1",
  name: "Sorin P.",
  note: "hotărăște · tace de 37 min",
  unsent: "netrimise: nu se știe",
  isSilent: true,
  battery: null,
};

export const unknownSample: Lists["unknown"] = {
  inAll: 7,
  forgedLately: "6 coduri false în ultimele 10 minute",
  lines: [
    { id: "u1", what: "cod fals", lead: "22:54", note: "Poarta B, Sorin P. · același cod de 5 ori" },
    { id: "u2", what: "cod străin", lead: "22:50", note: "Poarta A, Radu M." },
  ],
};

export const boardSamples = screensOf(BoardPage, {
  board: { view: board },
  "board-missing": {
    view: {
      ...board,
      inside: { ...board.inside, outside: 14, about: 879 },
      missing: { gates: "Poarta B", phones: "Sorin P.", since: "22:10" },
      gates: [...board.gates.slice(0, 1), { ...gateB, phones: [silent] }],
      lists: {
        unknown: unknownSample,
        overrides: [
          { id: "o1", what: "Protocol: La ușă, Al casei", lead: "22:47", note: "Șefa · Poarta A, Radu M." },
        ],
        doubles: [
          doubleSample("d1", "FSC-4821-093175", [
            ["22:41", "Poarta A, Radu M.", "cu internet"],
            ["22:43", "Poarta B, Sorin P.", "fără internet"],
          ]),
        ],
        found: [foundSample("f1", "22:52", "Cod înlocuit între timp, FSC-1290-552318", "Poarta B, Sorin P.")],
      },
    },
  },
});
