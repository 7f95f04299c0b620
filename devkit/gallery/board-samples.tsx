import { BoardPage, type BoardView } from "#web/gate/board/board-route.tsx";
import { sampleDoorNight } from "./gate-samples.tsx";
import { screensOf } from "./render-screen.tsx";

const board: BoardView = {
  night: sampleDoorNight,
  inside: { people: 812, about: 812, capacity: 1200, lastQuarter: 96, entered: 812, outside: 0 },
  missing: null,
  gates: [
    {
      id: "a",
      name: "Poarta A",
      types: "Intrare generală, Grup",
      mode: "open",
      entered: 590,
      note: "ultimele 15 min: 69",
      phones: [
        {
          id: "a1",
          name: "Radu M.",
          note: "hotărăște · acum 1 s",
          unsent: "0 netrimise",
          isSilent: false,
          battery: { text: "baterie 78%", isLow: false },
        },
        {
          id: "a2",
          name: "Mara D.",
          note: "ajută · acum 2 s",
          unsent: "1 netrimisă",
          isSilent: false,
          battery: { text: "baterie 18%", isLow: true },
        },
      ],
    },
    {
      id: "b",
      name: "Poarta B",
      types: "Terasa Orizont",
      mode: "strict",
      entered: 222,
      note: "ultimele 15 min: 27",
      phones: [
        {
          id: "b1",
          name: "Sorin P.",
          note: "hotărăște · acum 2 s",
          unsent: "0 netrimise",
          isSilent: false,
          battery: { text: "baterie 78%", isLow: false },
        },
      ],
    },
  ],
  quarters: ["22:00", "22:15", "22:30", "22:45"].map((from, at) => ({
    from,
    until: from,
    people: [78, 143, 120, 96][at] ?? 0,
  })),
  tills: [],
  lists: { doubles: [], overrides: [], found: [], unknown: { inAll: 0, forgedLately: null, lines: [] } },
};

export const unknownSample: BoardView["lists"]["unknown"] = {
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
      gates: board.gates.map((gate) =>
        gate.id === "a"
          ? gate
          : {
              ...gate,
              phones: [
                {
                  id: "b1",
                  name: "Sorin P.",
                  note: "hotărăște · tace de 37 min",
                  unsent: "netrimise: nu se știe",
                  isSilent: true,
                  battery: null,
                },
              ],
            },
      ),
      lists: {
        unknown: unknownSample,
        overrides: [
          { id: "o1", what: "Protocol: La ușă, Al casei", lead: "22:47", note: "Șefa · Poarta A, Radu M." },
        ],
        doubles: [
          {
            id: "d1",
            lead: "FSC-4821-093175",
            what: "Intrare generală",
            excess: "+1",
            entered: 2,
            mark: null,
            rows: [
              { id: "0", time: "22:41", where: "Poarta A, Radu M.", how: "cu internet" },
              { id: "1", time: "22:43", where: "Poarta B, Sorin P.", how: "fără internet" },
            ],
          },
        ],
        found: [
          {
            id: "f1",
            what: "Cod înlocuit între timp, FSC-1290-552318",
            lead: "22:52",
            note: "Poarta B, Sorin P. · persoana e numărată",
            mark: null,
          },
        ],
      },
    },
  },
});
